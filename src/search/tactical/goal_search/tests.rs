//! Compares trajectories updated along a line of play with those found anew, and values and bounds with plain minimax.
//!
//! `TOCHKI_NODES` sets the number of nodes (100,000 by default): `TOCHKI_NODES=1000000 cargo test --release --lib
//! tactical::goal_search`.

use super::*;
use crate::board::Rules;
use crate::geometry::Size;
use fastrand::Rng;
use std::collections::BTreeSet;

fn nodes() -> u64 {
    let asked = std::env::var("TOCHKI_NODES").ok();
    asked.map_or(100_000, |number| {
        number.parse().expect("TOCHKI_NODES is a number")
    })
}

/// A position with at most `free` playable cells, after random moves of random players. Its sides are `side - 2` to
/// `side` cells long. In a third of the positions empty bases are captured. On square boards suicide is
/// forbidden.
fn random_position(rng: &mut Rng, side: u32, free: u32) -> Board {
    let size = Size::new(rng.u32(side - 2..=side), rng.u32(side - 2..=side)).unwrap();
    let rules = Rules {
        suicide: size.width() != size.height(),
        captures_empty_bases: rng.u32(..3) == 0,
    };
    let mut board = Board::under(rules, size);
    board.fill_at_random(rng, free);
    board
}

/// A walk through the positions of a tree with the functions of the search. It tries other moves than the search does,
/// to compare trajectories or bounds at each node.
struct Walk<'a> {
    search: GoalSearch<'a>,
    finder: Finder,
    rng: Rng,
    nodes: u64,
    /// Two counts of nodes, so that a test can tell that it has met enough. They are nodes with trajectories of each
    /// player, or nodes with a value below the score and above it.
    met: [u64; 2],
}

impl<'a> Walk<'a> {
    fn new(
        board: &'a mut Board,
        table: &'a TranspositionTable,
        limits: &'a Limits,
        rng: Rng,
    ) -> Walk<'a> {
        Walk {
            search: GoalSearch::new(board, table, limits, Techniques::ALL),
            finder: Finder::new(),
            rng,
            nodes: 0,
            met: [0; 2],
        }
    }

    /// Compares the trajectories that were updated from move to move with those found anew, in a random sample of the
    /// tree. All trajectories found anew must be there. Every other one must contain one of them.
    fn compare_trajectories(&mut self, question: Question) {
        self.nodes += 1;
        let mut cells: Vec<Point> = Vec::new();
        for player in Player::ALL {
            let dots = question.dots(player);
            let found = self
                .finder
                .trajectories_with(self.search.board, player, &[], dots);
            let found: BTreeSet<BTreeSet<Point>> =
                found.iter().map(|set| set.cells().collect()).collect();
            let kept = self.search.trajectories(question, player);
            cells.extend(kept.cells().iter());
            let number = kept.open.len();
            let kept = kept.open.iter();
            let kept: BTreeSet<BTreeSet<Point>> = kept
                .map(|own| own.cells.iter().copied().collect())
                .collect();
            let board = || crate::notation::diagram::print(self.search.board);
            assert!(
                found.is_subset(&kept),
                "{player}, {dots} dots: {found:?}, and not {kept:?}\n{}",
                board()
            );
            let is_more = |set: &BTreeSet<Point>| found.iter().any(|found| found.is_subset(set));
            assert!(
                kept.iter().all(is_more),
                "{player}, {dots} dots: {kept:?}, and not {found:?}\n{}",
                board()
            );
            self.met[player.index()] += u64::from(number > 0);
        }
        if question.plies == 0 {
            return;
        }
        for _ in 0..3 {
            if self.rng.u32(..3) == 0 {
                cells = self.search.board.free().iter().collect();
            }
            match self.rng.choice(&cells).copied() {
                Some(cell) if self.rng.u32(..8) > 0 => {
                    self.search.play(question, cell);
                    self.compare_trajectories(question.next(Idle::No));
                    self.search.board.undo();
                }
                _ => {
                    self.search.pass(question);
                    self.compare_trajectories(question.next(Idle::No));
                }
            }
        }
    }

    /// The score of the player to move after best play, by plain minimax. Checks at every node that no side wins more
    /// than its upper bounds.
    fn minimax(&mut self, question: Question) -> i32 {
        self.nodes += 1;
        let player = question.player;
        let score = self.search.score(player);
        let hopes = match question.plies >= threats::FEWEST_PLIES {
            true => Player::ALL.map(|player| self.search.upper_bound(question, player, 0).most),
            false => [i32::MAX / 2; 2],
        };
        let mut value = score;
        if question.plies > 0 {
            self.search.pass(question);
            value = -self.minimax(question.next(Idle::No));
            for cell in &self.search.board.legal_cells(player) {
                self.search.play(question, cell);
                value = value.max(-self.minimax(question.next(Idle::No)));
                self.search.board.undo();
            }
        }
        let board = &self.search.board;
        let optimistic = score + hopes[player.index()];
        let pessimistic = score - hopes[player.opponent().index()];
        assert!(
            pessimistic <= value && value <= optimistic,
            "{pessimistic} <= {value} <= {optimistic}, {player} to move, {} plies\n{}",
            question.plies,
            crate::notation::diagram::print(board)
        );
        self.met[0] += u64::from(value < score);
        self.met[1] += u64::from(value > score);
        value
    }
}

/// Calls `walk_from` for random positions until enough nodes were visited. `side`, `free` and `plies` are the greatest
/// length of the sides of the board, number of playable cells and depth.
fn visit(side: u32, free: u32, plies: u32, mut walk_from: impl FnMut(&mut Walk, Question)) {
    let mut rng = Rng::with_seed(2);
    let (table, limits) = (TranspositionTable::new(1 << 20), Limits::default());
    let (mut nodes, mut met) = (0, [0; 2]);
    while nodes < self::nodes() {
        let left = rng.u32(free / 2..=free);
        let mut board = random_position(&mut rng, side, left);
        let question = Question::root(Player::ALL[rng.usize(..2)], rng.u32(1..=plies), 0);
        let mut walk = Walk::new(&mut board, &table, &limits, rng.fork());
        walk_from(&mut walk, question);
        nodes += walk.nodes;
        met = [met[0] + walk.met[0], met[1] + walk.met[1]];
    }
    println!("{nodes} nodes, {met:?} of them to the point");
    assert!(met.iter().all(|&met| met > 20), "{met:?}");
}

#[test]
fn the_trajectories_kept_are_those_found_anew() {
    visit(9, 50, 6, |walk, question| {
        walk.compare_trajectories(question)
    });
}

#[test]
fn the_true_value_is_between_the_bounds() {
    for (side, free, plies) in [(5, 8, 4), (7, 7, 5)] {
        visit(side, free, plies, |walk, question| {
            walk.search.find_threats(question);
            walk.minimax(question);
        });
    }
}

/// Searches begin at guesses near the value and far from it. Far questions need a large gain, so that most parts of the
/// board cannot help.
#[test]
fn every_question_is_answered_as_minimax_does() {
    visit(8, 7, 5, |walk, question| {
        walk.search.find_threats(question);
        let (player, plies) = (question.player, question.plies);
        let value = walk.minimax(question);
        let mut board = walk.search.board.clone();
        let far = [-50, -20, 20, 50].map(|distance| value + distance);
        for guess in (value - 6..=value + 6).chain(far) {
            let (table, limits) = (TranspositionTable::new(1), Limits::default());
            let mut search = GoalSearch::new(&mut board, &table, &limits, Techniques::ALL);
            assert_eq!(
                search.value(player, plies, guess),
                Some(value),
                "from {guess}, {player} to move, {plies} plies\n{}",
                crate::notation::diagram::print(search.board)
            );
        }
    });
}

#[test]
fn a_capture_of_many_dots_takes_few_searches() {
    let mut board = crate::notation::diagram::parse(
        "
        . 0 0 0 0 0 0 0 .
        0 1 1 1 1 1 1 1 0
        0 1 1 1 1 1 1 1 0
        0 1 1 1 1 1 1 1 0
        0 1 1 1 1 1 1 1 0
        0 1 1 1 1 1 1 1 0
        . 0 0 0 . 0 0 0 .
        ",
    )
    .unwrap();
    for guess in [0, 70] {
        let (table, limits) = (TranspositionTable::new(1), Limits::default());
        let mut search = GoalSearch::new(&mut board, &table, &limits, Techniques::ALL);
        assert_eq!(search.value(Player::First, 1, guess), Some(35));
        // A search has one node or two.
        assert!(search.nodes() < 30, "{} nodes", search.nodes());
    }
}

#[test]
fn weights_of_the_history_do_not_overflow() {
    let mut board = crate::notation::diagram::parse(".....\n..a..\n.aB..\n..a..\n.....").unwrap();
    let (table, limits) = (TranspositionTable::new(1), Limits::default());
    let mut search = GoalSearch::new(&mut board, &table, &limits, Techniques::ALL);
    let high = u32::MAX - 1;
    search.history.fill([high; 2]);
    assert_eq!(search.value(Player::First, 3, 0), Some(1));
    let weights = search.history.iter().flatten();
    assert!(weights.clone().all(|&weight| weight >= high));
    assert!(weights.clone().any(|&weight| weight > high));
}

/// The first player can capture either of two dots. He wants more, so that both captures are refuted.
#[test]
fn no_move_is_tried_after_the_limit() {
    let mut board = crate::notation::diagram::parse(
        "
        . . 0 . . . 0 . .
        . 0 1 0 . 0 1 0 .
        . . . . . . . . .
        . . . . . . . . .
        ",
    )
    .unwrap();
    let mut interrupted = 0;
    for most in 0..30 {
        let (table, limits) = (TranspositionTable::new(1), Limits::nodes(most));
        let mut search = GoalSearch::new(&mut board, &table, &limits, Techniques::ALL);
        interrupted += u32::from(search.value(Player::First, 3, 0).is_none());
        assert!(search.nodes <= most + 1, "{} of {most}", search.nodes);
    }
    assert!(interrupted > 5, "{interrupted}");
}

/// A room of the first player with `dots` dots of the second in it, which do not touch. It can be closed by any of 97
/// pairs of cells: its door is a corridor with two columns and 32 rows, and the two cells before the corridor count too.
fn room(dots: usize) -> Board {
    let mut board = Board::new(Size::new(33, 61).unwrap());
    for cell in board.size().points() {
        let (x, y) = (cell.x(), cell.y());
        let is_door = x == 16 || x == 17;
        let is_wall = match y {
            0 => true,
            1..29 => x == 0 || x == 32,
            29 => !is_door,
            _ => x == 15 || x == 18,
        };
        if is_wall {
            board.play(cell, Player::First);
        }
    }
    let lone = (3..27)
        .step_by(2)
        .flat_map(|y| (3..30).step_by(2).map(move |x| (x, y)));
    for (x, y) in lone.take(dots) {
        board.play(Point::new(x, y), Player::Second);
    }
    board
}

#[test]
fn very_many_threats_are_not_kept() {
    let (mut board, limits) = (room(168), Limits::default());
    let mut values = Vec::new();
    let without = Techniques::ALL.without(Technique::Decomposition);
    for techniques in [Techniques::ALL, without] {
        let table = TranspositionTable::new(1 << 20);
        let mut search = GoalSearch::new(&mut board, &table, &limits, techniques);
        values.push(search.value(Player::First, 3, 0));
        let kept = search.frames.iter().flat_map(|frame| &frame.threats);
        assert!(kept.clone().all(|threats| threats.list.len() < 11_000));
        assert!(search.techniques == without);
    }
    assert!(
        values[0] == values[1] && values[0] >= Some(168),
        "{values:?}"
    );
}

#[test]
fn many_threats_count_as_nodes() {
    let (mut board, table, limits) = (room(30), TranspositionTable::new(1), Limits::default());
    let mut search = GoalSearch::new(&mut board, &table, &limits, Techniques::ALL);
    let question = Question::root(Player::First, 3, 0);
    search.begin(question);
    search.count_node(question);
    // There are 30 times 97 threats. The first 1,000 are free.
    assert_eq!(search.nodes, 1 + (30 * 97 - 1_000) / 100);
}
