//! Positions in which a search was wrong, and random ones in which proofs must not contradict each other.
//!
//! `TOCHKI_POSITIONS` sets the number of random positions (500 by default): `TOCHKI_POSITIONS=5000 cargo test --release
//! --lib capture_search::dfpn`.

use super::*;
use crate::board::{Cell, Rules};
use crate::notation::diagram;
use fastrand::Rng;

/// The first player needs a dot above the target at (3, 4) and one below. The dot at (3, 2) also captures the empty
/// cell above it.
#[test]
fn where_empty_bases_are_territory_a_reply_may_be_in_one_that_the_threat_captures() {
    let picture = "
        . . . 0 . . .
        . . 0 . 0 . .
        . . . . . . .
        . . 0 . 0 . .
        . 0 . 1 . 0 .
        . . 0 . 0 . .
        . . . . . . .
    ";
    let dots = diagram::parse(picture).unwrap();
    let rules = Rules {
        captures_empty_bases: true,
        ..Rules::default()
    };
    let mut board = Board::under(rules, dots.size());
    for player in Player::ALL {
        for cell in dots.live(player).iter() {
            board.play(cell, player);
        }
    }
    let goal = Goal {
        kind: Kind::Capture,
        prover: Player::First,
        target: Point::new(3, 4),
    };
    let (mut table, limits) = (Table::new(), Limits::default());
    let mut search = Search::new(&mut board, &mut table, goal, &limits);
    let node = Node::root(false, 2);
    let proof = search.prove(node.with_lower_order()).unwrap();
    assert_eq!(proof.best, Some(Point::new(3, 2)));
    let mut entry = search.expand(node);
    search.look_at_threat(node, &mut entry);
    let replies: Bitboard = entry.children.iter().filter_map(|it| it.cell).collect();
    assert_eq!(replies, *search.board.free());
    // Dots on these cells may refute the threat, too.
    assert!(replies.is_subset(&entry.threat.unwrap().zones[0]));
}

/// The first player threatens to capture with (5, 4), and to join his dots with (4, 4). A dot of his opponent at (4, 4)
/// captures the dot above (5, 4), and makes this cell dead.
const CAPTURE_BESIDE_A_THREAT: &str = "
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . 1 . . . . . .
    . . . . 1 0 1 . . . . .
    0 0 0 0 . . 1 . . . . .
    . . . 1 0 1 0 0 0 0 0 0
    . . . 1 0 0 1 . . . . .
    . . . . . 1 . . . . . .
    . . . . 1 . . . . . . .
    . . . . . . . . . . . .
";

/// After a pass the first player captures with (5, 4), and then joins his dots with (9, 4) or (9, 6). A dot of his
/// opponent at (4, 4) makes (5, 4) dead as above. The chain for that has the dot at (5, 5), which (5, 4) captures.
const CAPTURE_BEFORE_A_THREAT: &str = "
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . 1 . . . . . .
    . . . . 1 0 1 . . . . .
    . . . . . . 1 . 0 . 0 0
    . . . 1 0 1 0 0 0 . . .
    . . . 1 0 0 1 . 0 . 0 0
    . . . . . 1 . . . . . .
    . . . . 1 . . . . . . .
    . . . . . . . . . . . .
";

/// A question to a search: whether a prover reaches this kind of goal.
#[derive(Clone, Copy, Debug)]
struct Question {
    kind: Kind,
    target: Point,
    /// Whether the prover is to move.
    is_prover: bool,
    order: u32,
}

impl Question {
    fn goal(self, board: &Board) -> Goal {
        let Cell::Live(owner) = board.cell(self.target) else {
            panic!("{:?} is no live dot", self.target);
        };
        let prover = match self.kind {
            Kind::Capture => owner.opponent(),
            Kind::Connect => owner,
        };
        Goal {
            kind: self.kind,
            prover,
            target: self.target,
        }
    }

    /// The proof that the prover reaches the goal, if a short search finds it.
    fn proof(self, board: &mut Board) -> Option<Proof> {
        let (mut table, limits) = (Table::new(), Limits::nodes(300));
        let goal = self.goal(board);
        let mut search = Search::new(board, &mut table, goal, &limits);
        search.prove(Node::root(self.is_prover, self.order))
    }

    /// The question whether the opponent of the prover reaches his own goal.
    fn of_opponent(self) -> Question {
        let kind = match self.kind {
            Kind::Capture => Kind::Connect,
            Kind::Connect => Kind::Capture,
        };
        Question {
            kind,
            is_prover: !self.is_prover,
            ..self
        }
    }
}

/// Checks that a dot at (4, 4) captures the target at (4, 5), and that the target is not proved to be saved if this dot
/// is the next move.
fn check_that_a_reply_captures(picture: &str, order: u32) {
    let mut board = diagram::parse(picture).unwrap();
    let captured = Question {
        kind: Kind::Capture,
        target: Point::new(4, 5),
        is_prover: true,
        order,
    };
    let saved = Question {
        kind: Kind::Connect,
        is_prover: false,
        ..captured
    };
    let capture = captured.proof(&mut board).unwrap();
    assert_eq!(capture.best, Some(Point::new(4, 4)));
    assert!(saved.proof(&mut board).is_none());
}

#[test]
fn a_reply_may_make_the_cell_of_a_threat_dead() {
    check_that_a_reply_captures(CAPTURE_BESIDE_A_THREAT, 1);
}

#[test]
fn a_reply_may_need_dots_that_a_later_move_captures() {
    check_that_a_reply_captures(CAPTURE_BEFORE_A_THREAT, 2);
}

/// The number of random positions.
fn positions() -> u32 {
    let asked = std::env::var("TOCHKI_POSITIONS").ok();
    asked.map_or(500, |number| {
        number.parse().expect("TOCHKI_POSITIONS is a number")
    })
}

/// The live dots of a board on a new one, where about every twentieth cell is changed at random. The rules are random
/// too.
fn changed(board: &Board, rng: &mut Rng) -> Board {
    let rules = Rules {
        suicide: rng.u32(..3) > 0,
        captures_empty_bases: rng.u32(..3) == 0,
    };
    let mut changed = Board::under(rules, board.size());
    for cell in board.size().points() {
        let player = match (rng.u32(..20), board.cell(cell)) {
            (0, _) => [None, Some(Player::First), Some(Player::Second)][rng.usize(..3)],
            (_, Cell::Live(player)) => Some(player),
            _ => None,
        };
        if let Some(player) = player.filter(|_| changed.is_playable(cell)) {
            changed.play(cell, player);
        }
    }
    changed
}

/// Checks that a proof found for the question is contradicted by no other: neither in the same position, nor after a
/// dot outside its zone. Returns whether there is a proof.
fn check_contradictions(board: &mut Board, question: Question, rng: &mut Rng) -> bool {
    let Some(proof) = question.proof(board) else {
        return false;
    };
    let what = format!("{question:?}\n{}", diagram::print(board));
    let other = question.of_opponent();
    assert!(other.proof(board).is_none(), "{what}");
    let outside = *board.free() - proof.keep - proof.zones[0];
    let Some(cell) = rng.choice(outside.iter().collect::<Vec<_>>()) else {
        return true;
    };
    let before = Player::ALL.map(|player| *board.territory(player));
    board.play(cell, other.goal(board).prover);
    if before == Player::ALL.map(|player| *board.territory(player)) {
        assert!(other.proof(board).is_none(), "with {cell:?}: {what}");
    }
    board.undo();
    true
}

/// A comparison with plain search misses a wrong proof if the right one is found before. This test does not, and its
/// boards may be large.
#[test]
fn no_dot_is_proved_to_be_captured_and_saved() {
    let mut rng = Rng::with_seed(1);
    let (mut captured, mut saved) = (0, 0);
    for _ in 0..positions() {
        let pictures = [CAPTURE_BESIDE_A_THREAT, CAPTURE_BEFORE_A_THREAT];
        let picture = diagram::parse(pictures[rng.usize(..2)]).unwrap();
        let mut board = changed(&picture, &mut rng);
        let loose = Player::ALL.map(|player| board.loose_dots(player));
        let Some(target) = rng.choice((loose[0] | loose[1]).iter().collect::<Vec<_>>()) else {
            continue;
        };
        for (order, is_prover) in [(1, true), (1, false), (2, true), (2, false)] {
            let capture = Question {
                kind: Kind::Capture,
                target,
                is_prover,
                order,
            };
            captured += u32::from(check_contradictions(&mut board, capture, &mut rng));
            let saving = capture.of_opponent();
            saved += u32::from(check_contradictions(&mut board, saving, &mut rng));
        }
    }
    println!("{captured} captured, {saved} saved");
    assert!(captured.min(saved) > positions() / 5);
}
