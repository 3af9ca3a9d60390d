//! Compares the bounds with the results of all possible games on small boards.

use super::*;
use crate::board::Rules;
use crate::geometry::{Point, Size};
use crate::notation::diagram;
use crate::search::mcts::tree::{NOWHERE, Tree};
use crate::search::mcts::{Mcts, MctsOptions};
use crate::search::{Engine, Limits, Outcome, Silent};
use ahash::AHashMap;
use fastrand::Rng;

/// Finds the final scores of positions, if both play best, by trying all games, and keeps them. The key is the hash of
/// the position and the player to move. Scores are counted for that player.
#[derive(Default)]
struct Oracle {
    margins: AHashMap<(u64, Player), i32>,
}

impl Oracle {
    /// The final score of `player`, who is to move, if both play best. Checks [`Bounds::of`] in the position and in all
    /// positions that follow it.
    fn margin(&mut self, board: &mut Board, player: Player) -> i32 {
        let key = (board.hash(), player);
        if let Some(&margin) = self.margins.get(&key) {
            return margin;
        }
        let cells: Vec<Point> = board.free().iter().collect();
        let mut best = match cells.is_empty() {
            true => board.score(player),
            false => after_stop(board, player),
        };
        for cell in cells {
            best = best.max(self.after(board, cell, player));
        }
        assert_holds(Bounds::of(board, player), best, board, player);
        self.margins.insert(key, best);
        best
    }

    /// The final score of `player` if he puts a dot on `cell` and both then play best.
    fn after(&mut self, board: &mut Board, cell: Point, player: Player) -> i32 {
        board.play(cell, player);
        let margin = -self.margin(board, player.opponent());
        board.undo();
        margin
    }

    /// Checks the bounds of a node of the tree, and of all nodes and moves below it, against the exact final scores.
    /// Returns the number of these nodes, and the number of those with a proved score.
    fn check(&mut self, tree: &Tree, node: u32, board: &mut Board, player: Player) -> [u32; 2] {
        let node = tree.nodes[node as usize];
        let margin = self.margin(board, player);
        assert_holds(node.bounds, margin, board, player);
        let mut counts = [1, u32::from(node.bounds.exact().is_some())];
        for edge in tree.edges_of(node) {
            let margin = self.after(board, edge.point, player);
            assert_holds(edge.bounds, margin, board, player);
            if edge.child != NOWHERE {
                board.play(edge.point, player);
                let below = self.check(tree, edge.child, board, player.opponent());
                board.undo();
                counts = [counts[0] + below[0], counts[1] + below[1]];
            }
        }
        counts
    }
}

/// The score of a player who ends the game now. He loses every live dot that is not joined to the edge by side steps
/// over his live dots and his territory. Captured enemy dots that are not joined so are freed, and count no more.
fn after_stop(board: &Board, player: Player) -> i32 {
    let is_his = |point: Point| {
        board.live(player).contains(point) || board.territory(player).contains(point)
    };
    let is_edge = |point: Point| board.size().edge().contains(point);
    let walks = |from: Point| {
        let (mut met, mut next) = (vec![from], vec![from]);
        while let Some(point) = next.pop() {
            if is_edge(point) {
                return true;
            }
            let steps = point.side_neighbours().filter(|&step| is_his(step));
            for step in steps {
                if !met.contains(&step) {
                    met.push(step);
                    next.push(step);
                }
            }
        }
        false
    };
    let lost = |dots: &Bitboard| dots.iter().filter(|&dot| !walks(dot)).count() as i32;
    let held = board.lost_dots(player.opponent());
    board.score(player) - lost(board.live(player)) - lost(held)
}

fn assert_holds(bounds: Bounds, margin: i32, board: &Board, player: Player) {
    let Bounds { least, most } = bounds;
    let picture = || format!("{player} to move\n{}", diagram::print(board));
    assert!(
        (i32::from(least)..=i32::from(most)).contains(&margin),
        "{margin} in {bounds:?}, {}",
        picture()
    );
}

/// A position with at most `free` playable cells, after random moves of random players.
fn nearly_full(rng: &mut Rng, rules: Rules, free: u32) -> Board {
    let size = Size::new(rng.u32(3..6), rng.u32(3..6)).unwrap();
    let mut board = Board::under(rules, size);
    board.fill_at_random(rng, free);
    board
}

#[test]
fn every_game_ends_within_the_bounds() {
    let mut rng = Rng::with_seed(11);
    let (mut positions, mut open) = (0, 0);
    for number in 0..300 {
        let rules = Rules {
            captures_empty_bases: number % 3 == 2,
            ..Rules::default()
        };
        let mut board = nearly_full(&mut rng, rules, 7);
        let mut oracle = Oracle::default();
        for player in Player::ALL {
            oracle.margin(&mut board, player);
            open += u32::from(Bounds::of(&board, player).exact().is_none());
        }
        positions += oracle.margins.len();
    }
    assert!(positions > 20_000 && open > 300, "{positions}, {open}");
}

fn search(engine: &mut Mcts, board: &mut Board, player: Player, simulations: u64) -> Outcome {
    let limits = Limits::nodes(simulations);
    engine.search(board, player, &limits, &mut Silent)
}

#[test]
fn small_endgames_are_proved() {
    let mut rng = Rng::with_seed(4);
    let (mut counts, mut values, mut nodes, mut searches) = ([0; 2], 0, 0, 0);
    for _ in 0..100 {
        let mut board = nearly_full(&mut rng, Rules::default(), 8);
        if board.free().is_empty() {
            continue;
        }
        let mut oracle = Oracle::default();
        for player in Player::ALL {
            let mut engine = Mcts::new(MctsOptions::default());
            let outcome = search(&mut engine, &mut board, player, 20_000);
            let tree = &engine.root.tree;
            let picture = diagram::print(&board);
            assert!(
                tree.root().len() == 1 || tree.is_settled(),
                "{player}\n{picture}"
            );
            let below = oracle.check(tree, 0, &mut board, player);
            counts = [counts[0] + below[0], counts[1] + below[1]];
            let cells: Vec<Point> = board.free().iter().collect();
            let margins = cells
                .iter()
                .map(|&cell| oracle.after(&mut board, cell, player));
            let best = margins.max().unwrap();
            let chosen = oracle.after(&mut board, outcome.best.unwrap(), player);
            assert_eq!(chosen, best, "{player}\n{picture}");
            let mut edges = engine.root.tree.root().iter();
            let edge = edges.find(|edge| Some(edge.point) == outcome.best);
            if edge.is_some_and(|edge| edge.bounds.exact().is_some()) {
                let won = best - board.score(player);
                assert_eq!(outcome.value, won, "{player}\n{picture}");
                values += 1;
            }
            nodes += outcome.nodes;
            searches += 1;
        }
    }
    let [positions, proved] = counts;
    assert!(proved > positions / 3, "{proved} of {positions}");
    assert!(values > searches / 3, "{values} of {searches}");
    // Most of them take a few simulations.
    assert!(nodes < 100 * searches, "{nodes} in {searches}");
}

/// All dots are joined to the edge except one of the second player. The player who moves first saves or captures this
/// dot.
const ENDGAME: &str = "
    . 0 0 . 0 0 0
    0 0 0 1 0 0 0
    0 0 0 0 0 0 0
    1 1 1 . 1 1 .
";

#[test]
fn a_search_ends_with_the_proof_and_repeats() {
    for (player, gain) in [(Player::First, 1), (Player::Second, 0)] {
        let mut board = diagram::parse(ENDGAME).unwrap();
        let found = [0; 2].map(|_| search(&mut Mcts::default(), &mut board, player, 100_000));
        let [(best, value, nodes), again] = found.map(|it| (it.best, it.value, it.nodes));
        assert_eq!((best, value), (Some(Point::new(3, 0)), gain), "{player}");
        assert!(nodes < 100, "{nodes}");
        assert_eq!(again, (best, value, nodes));
    }
}

#[test]
fn several_moves_are_not_left_alone_for_one_that_is_proved() {
    let mut board = diagram::parse(ENDGAME).unwrap();
    let limits = Limits::nodes(2000);
    let mut engine = Mcts::default();
    let lines = engine.search_lines(&mut board, Player::First, &limits, 4, &mut Silent);
    let values: Vec<i32> = lines.iter().map(|line| line.value).collect();
    assert_eq!(values, [1, 0, 0, 0]);
}
