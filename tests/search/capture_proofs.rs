//! Proofs of the capture search on boards that are too large for plain search: what is proved stays proved, whatever the
//! opponent replies.
//!
//! `TOCHKI_POSITIONS` sets the number of random positions:
//! `TOCHKI_POSITIONS=5000 cargo test --release --test search capture_proofs`.

use crate::random;
use fastrand::Rng;
use tochki::board::Rules;
use tochki::notation::diagram;
use tochki::search::Limits;
use tochki::search::capture_search::{CaptureSearch, CaptureSearchOptions, Fate, Verdict};
use tochki::{Board, Player, Point, Size};

/// What is asked about a dot.
#[derive(Clone, Copy, Debug)]
struct Question {
    target: Point,
    owner: Player,
    to_move: Player,
}

impl Question {
    fn verdict(self, board: &mut Board, search: &mut CaptureSearch) -> Verdict {
        match self.to_move == self.owner {
            true => search.defend(board, self.target, &Limits::default()),
            false => search.attack(board, self.target, &Limits::default()),
        }
    }

    /// Checks that the opposite is not proved in a later position. Returns whether the same is. It may be unknown there: the
    /// search ends early, or a threat is farther from the target than those that it tries.
    fn expect(self, fate: Fate, board: &mut Board, search: &mut CaptureSearch) -> bool {
        if !board.live(self.owner).contains(self.target) {
            assert_eq!(fate, Fate::Captured, "{}", diagram::print(board));
            return true;
        }
        let verdict = self.verdict(board, search);
        let is_same = verdict.fate == fate;
        let picture = diagram::print(board);
        assert!(
            is_same || verdict.fate == Fate::Unknown,
            "{self:?}: {fate:?}, {verdict:?}\n{picture}"
        );
        is_same
    }
}

/// Follows a proof through every reply, and through every dot outside its zone. Counts the positions in which the same is
/// not proved, and those in which it is.
fn follow(
    question: Question,
    verdict: &Verdict,
    board: &mut Board,
    search: &mut CaptureSearch,
    counts: &mut [u32; 2],
) {
    let prover = match verdict.fate {
        Fate::Captured => question.owner.opponent(),
        _ => question.owner,
    };
    let loser = prover.opponent();
    for cell in &(board.legal_cells(loser) - verdict.zone) {
        let before = Player::ALL.map(|player| *board.territory(player));
        board.play(cell, loser);
        if before == Player::ALL.map(|player| *board.territory(player)) {
            counts[usize::from(question.expect(verdict.fate, board, search))] += 1;
        }
        board.undo();
    }
    if let Some(best) = verdict.best {
        board.play(best, prover);
    }
    if board.live(question.owner).contains(question.target) {
        let after = Question {
            to_move: prover,
            ..question
        };
        for reply in &board.legal_cells(loser) {
            board.play(reply, loser);
            counts[usize::from(after.expect(verdict.fate, board, search))] += 1;
            board.undo();
        }
    }
    if verdict.best.is_some() {
        board.undo();
    }
}

#[test]
fn proofs_outlive_every_reply() {
    let mut rng = Rng::with_seed(5);
    let positions = random::positions_to_try(300);
    let (mut captured, mut saved, mut counts) = (0, 0, [0; 2]);
    for number in 0..positions {
        let rules = Rules {
            suicide: !number.is_multiple_of(2),
            captures_empty_bases: number % 4 > 1,
        };
        let size = Size::new(rng.u32(7..=11), rng.u32(7..=11)).unwrap();
        let free = size.area() * rng.u32(30..=60) / 100;
        let mut board = random::filled(&mut rng, rules, size, free);
        let mut search = CaptureSearch::new(CaptureSearchOptions {
            order: 1 + number / 4 % 2,
            nodes: 1000,
        });
        for owner in Player::ALL {
            let loose: Vec<Point> = board.loose_dots(owner).iter().collect();
            let Some(target) = rng.choice(loose) else {
                continue;
            };
            for to_move in Player::ALL {
                let question = Question {
                    target,
                    owner,
                    to_move,
                };
                let verdict = question.verdict(&mut board, &mut search);
                match verdict.fate {
                    Fate::Captured => captured += 1,
                    // Most dots have a way to the edge that nobody can cut.
                    Fate::Saved if verdict.best.is_some() || rng.u32(..10) == 0 => saved += 1,
                    _ => continue,
                }
                follow(question, &verdict, &mut board, &mut search, &mut counts);
            }
        }
    }
    let [other, same] = counts;
    println!("{captured} captured, {saved} saved, the same in {same} positions, not in {other}");
    assert!(captured.min(saved) > positions / 10);
    assert!(same > 10 * positions && same > 100 * other);
}
