//! Sets of cells that contain a trajectory and capture more dots than it. For each set there is an enemy dot that is
//! captured only if all cells of the set are taken.
//!
//! A set may be minimal for one dot and contain a trajectory for another dot. The rest of such a set is a trajectory of
//! the position after the contained one is filled. All cells of a set are on one cycle of links. So only parts that are
//! near each other are combined.

use super::link_graph::Walks;
use super::{Finder, MOST_TRAJECTORIES, Trajectory};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use ahash::AHashSet;

/// A position in which only one player, who captures, makes moves. `walls` are his dots, and `targets` the enemy dots
/// that he may capture.
#[derive(Clone, Copy)]
pub(super) struct OneSidedPosition {
    cells: Bitboard,
    edge: Bitboard,
    walls: Bitboard,
    free: Bitboard,
    targets: Bitboard,
}

impl OneSidedPosition {
    pub(super) fn new(board: &Board, player: Player) -> OneSidedPosition {
        OneSidedPosition {
            cells: board.size().cells(),
            edge: board.size().edge(),
            walls: *board.live(player),
            free: *board.free(),
            targets: *board.live(player.opponent()),
        }
    }

    /// The position after the player has put dots on these cells. Cells and targets that the dots cut from the edge are
    /// removed.
    pub(super) fn filled(&self, cells: impl Iterator<Item = Point> + Clone) -> OneSidedPosition {
        let outside = self.outside(cells.clone());
        let mut walls = self.walls;
        cells.for_each(|cell| walls.insert(cell));
        OneSidedPosition {
            walls,
            free: self.free & outside,
            targets: self.targets & outside,
            ..*self
        }
    }

    /// The cells that are connected to the edge by side steps after the player has put dots on these cells.
    fn outside(&self, cells: impl Iterator<Item = Point>) -> Bitboard {
        let mut open = self.cells - self.walls;
        cells.for_each(|cell| open.remove(cell));
        Bitboard::flood(&self.edge, &open)
    }

    /// The free cells within one link of `cells`, then those within two links, and so on up to `steps + 1` links. A
    /// link joins cells that are neighbours or touch the same cluster of the player's dots.
    fn reach(&self, cells: Bitboard, steps: usize) -> Vec<Bitboard> {
        let mut reach = Vec::with_capacity(steps + 1);
        let mut from = cells;
        for _ in 0..=steps {
            let clusters = Bitboard::flood_by_corners(&from.grown(), &self.walls);
            let next = (from | clusters).grown() & self.free;
            reach.push(next);
            from = next;
        }
        reach
    }

    /// The trajectories of the position, of which no subset captures anything. Empty if there is none, or if a limit is
    /// reached.
    fn minimal_sets(&self, finder: &mut Finder, longest: usize) -> Vec<Trajectory> {
        let walks = Walks {
            longest,
            starts_at_targets: false,
            most: MOST_TRAJECTORIES,
        };
        finder.cycles_within_limits(&self.walls, &self.free, &self.targets, walks)
    }
}

/// All sets of at most `longest` cells that are minimal for some target: if one of the cells is missing, that target is
/// not captured. Trajectories come first. Sets may be missing if a limit is reached.
pub(super) fn find(
    finder: &mut Finder,
    position: &OneSidedPosition,
    longest: usize,
) -> Vec<Trajectory> {
    let found = position.minimal_sets(finder, longest);
    let minimal = found.len();
    let mut search = SupersetSearch {
        position,
        longest,
        known: AHashSet::new(),
        found,
    };
    for sets in search.found.chunks(SETS_PER_CHECK) {
        if finder.is_over() {
            break;
        }
        search.known.extend(sets);
    }
    for place in 0..minimal {
        let set = search.found[place];
        search.add(finder, &set);
    }
    finder.count(search.known.len().saturating_sub(minimal), 0);
    search.found
}

/// Number of sets that are entered into a table between two checks of the limits.
const SETS_PER_CHECK: usize = 2_000;

/// A search for sets that contain smaller ones and capture more.
struct SupersetSearch<'a> {
    position: &'a OneSidedPosition,
    longest: usize,
    found: Vec<Trajectory>,
    /// All sets that were examined, also those that are not minimal. Such a set may be part of a minimal one.
    known: AHashSet<Trajectory>,
}

impl SupersetSearch<'_> {
    /// Adds the sets that contain `smaller` and capture a target that it does not, and the sets that contain these.
    fn add(&mut self, finder: &mut Finder, smaller: &Trajectory) {
        if smaller.len() >= self.longest || finder.interrupted {
            return;
        }
        let cells: Vec<Point> = smaller.cells().collect();
        let filled = self.position.filled(smaller.cells());
        let left = self.longest - cells.len();
        // The cycle leads from the smaller set to the rest and back. One of these two paths has at most half of the
        // cells between the two sets.
        let reach = self
            .position
            .reach(smaller.cells().collect(), (left - 1) / 2);
        for rest in filled.minimal_sets(finder, left) {
            if finder.is_over() {
                return;
            }
            let near = &reach[(left - rest.len()) / 2];
            if !rest.cells().any(|cell| near.contains(cell)) {
                continue;
            }
            let larger = rest.with(&cells);
            if !self.known.insert(larger) {
                continue;
            }
            if self.known.len() > MOST_TRAJECTORIES {
                finder.interrupted = true;
                return;
            }
            if is_needed(self.position, &filled, &larger, smaller) {
                self.found.push(larger);
            }
            self.add(finder, &larger);
        }
    }
}

/// Whether the larger set captures a target that the smaller one does not, and needs every cell of the smaller one for
/// it. `filled` is the position after the smaller set is filled.
fn is_needed(
    position: &OneSidedPosition,
    filled: &OneSidedPosition,
    larger: &Trajectory,
    smaller: &Trajectory,
) -> bool {
    let mut gained = filled.targets - position.outside(larger.cells());
    for left_out in smaller.cells() {
        gained &= position.outside(larger.cells().filter(|&cell| cell != left_out));
    }
    !gained.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::search::trajectory::LONGEST;
    use std::collections::BTreeSet;

    /// A board with dots close together, where much can be captured.
    fn busy_board(rng: &mut fastrand::Rng) -> Board {
        let size = Size::new(rng.u32(5..8), rng.u32(4..6)).expect("a small board");
        let mut board = Board::new(size);
        for cell in size.points() {
            let player = Player::ALL[usize::from(rng.u32(..5) < 2)];
            if rng.u32(..10) < 7 && board.is_playable(cell) {
                board.play(cell, player);
            }
        }
        board
    }

    /// The sets of at most `longest` free cells that capture some target only with all of their cells, found by trying
    /// all sets.
    fn by_trying_all(position: &OneSidedPosition, longest: usize) -> BTreeSet<Vec<Point>> {
        let mut all = vec![Vec::new()];
        let mut needed = BTreeSet::new();
        for _ in 0..longest {
            let longer = |set: &Vec<Point>| {
                let set = set.clone();
                let cells = position.free.iter();
                let next = cells.filter(move |&cell| set.last().is_none_or(|&last| last < cell));
                next.collect::<Vec<_>>()
            };
            all = all
                .iter()
                .flat_map(|set| {
                    longer(set)
                        .into_iter()
                        .map(|cell| [&set[..], &[cell]].concat())
                })
                .collect();
            needed.extend(all.iter().filter(|set| is_minimal(position, set)).cloned());
        }
        needed
    }

    fn is_minimal(position: &OneSidedPosition, set: &[Point]) -> bool {
        let mut captured = position.targets - position.outside(set.iter().copied());
        for left_out in set {
            let rest = set.iter().copied().filter(|cell| cell != left_out);
            captured &= position.outside(rest);
        }
        !captured.is_empty()
    }

    #[test]
    fn a_superset_may_join_unrelated_trajectories() {
        let picture = ". 1 0 1 0 1\n0 . 1 . 1 0\n0 0 . . 0 0\n1 . 0 . 1 0\n0 . 1 1 0 1";
        let board = crate::notation::diagram::parse(picture).unwrap();
        let position = OneSidedPosition::new(&board, Player::First);
        let found = find(&mut Finder::new(), &position, 3);
        let found: BTreeSet<Vec<Point>> = found.iter().map(|set| set.cells().collect()).collect();
        let [one, other, third] = [(3, 1), (3, 3), (1, 1)].map(|(x, y)| Point::new(x, y));
        for set in [vec![one], vec![other], vec![third, one, other]] {
            assert!(found.contains(&set), "{set:?}");
        }
        assert_eq!(found, by_trying_all(&position, 3));
    }

    #[test]
    fn supersets_equal_brute_force() {
        let mut rng = fastrand::Rng::with_seed(17);
        let mut finder = Finder::new();
        let mut larger = 0;
        for _ in 0..2000 {
            let board = busy_board(&mut rng);
            for player in Player::ALL {
                let position = OneSidedPosition::new(&board, player);
                let found = find(&mut finder, &position, 3);
                let number = found.len();
                let minimal = position.minimal_sets(&mut finder, 3);
                assert!(found.starts_with(&minimal), "trajectories come first");
                let found: BTreeSet<Vec<Point>> =
                    found.iter().map(|set| set.cells().collect()).collect();
                assert_eq!(found.len(), number, "one comes twice");
                let picture = || crate::notation::diagram::print(&board);
                assert_eq!(
                    found,
                    by_trying_all(&position, 3),
                    "{player}\n{}",
                    picture()
                );
                larger += number - minimal.len();
            }
        }
        assert!(larger > 100, "only {larger}");
    }

    /// Trying all sets of four and five cells takes too long. Vertex cuts are found in another way.
    #[test]
    fn supersets_equal_the_vertex_cuts() {
        let mut rng = fastrand::Rng::with_seed(23);
        let mut finder = Finder::new();
        let cells = |set: &Trajectory| set.cells().collect::<Vec<Point>>();
        let mut larger = [0; LONGEST + 1];
        for _ in 0..300 {
            let size = Size::new(rng.u32(5..10), rng.u32(5..8)).expect("a small board");
            let mut board = Board::new(size);
            let dots = size.area() * rng.u32(5..9) / 10;
            board.put_at_random(&mut rng, dots);
            for player in Player::ALL {
                let longest = rng.usize(4..=LONGEST);
                let found = finder.trajectories_with(&board, player, &[], longest);
                let position = OneSidedPosition::new(&board, player);
                let minimal = position.minimal_sets(&mut finder, longest).len();
                found[minimal..]
                    .iter()
                    .for_each(|set| larger[set.len()] += 1);
                let mut cuts = BTreeSet::new();
                for target in board.live(player.opponent()) {
                    let round = finder.trajectories_around(&board, player, target, longest);
                    cuts.extend(round.iter().map(cells));
                }
                let picture = || crate::notation::diagram::print(&board);
                let found: BTreeSet<Vec<Point>> = found.iter().map(cells).collect();
                assert_eq!(found, cuts, "{player}, {longest} cells\n{}", picture());
            }
        }
        assert!(larger[4] > 10 && larger[5] > 0, "{larger:?}");
    }
}
