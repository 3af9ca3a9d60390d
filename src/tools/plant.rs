//! Makes puzzles in which a long ladder or net captures a group among many other dots.
//!
//! A position is made in these steps, all with random numbers from one seed:
//!
//! 1. Random dots are put on the board. Then both sides play random moves, drawn from the probabilities of the policy.
//! 2. A group is put on free cells, with a wall of enemy dots round it. The wall has a gap. Beyond the
//!    gap are a few enemy dots, and a line of the group's own dots to the edge.
//! 3. If the group is proved safe, one more enemy dot is added, on several cells in turn. With some of these dots the
//!    group is captured if the enemy moves next, and saved if its owner moves next.
//! 4. The capture search proves which moves capture the group. If more than one does, or the proof fails, the position is
//!    dropped.

mod prover;

pub use prover::{CaptureFlaw, check};

use super::mine;
use crate::arena::openings::Openings;
use crate::board::{Board, Rules};
use crate::geometry::{Bitboard, Player, Point, Size, derive_seed, random_item, shuffle};
use crate::notation::diagram;
use crate::notation::puzzle::{Answer, Puzzle};
use crate::policy::{LinearPolicy, Policy};
use crate::search::Limits;
use crate::search::capture_search::{CaptureSearch, Fate, Verdict};
use fastrand::Rng;
use prover::Prover;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// The settings of a [`Planter`].
#[derive(Clone, Copy, Debug)]
pub struct PlanterOptions {
    /// The size of the boards.
    pub size: Size,
    /// Seed of the positions.
    pub seed: u64,
    /// Number of puzzles that will be made. The limits for each kind of puzzle depend on it.
    pub puzzles: usize,
    /// Whether only nets are made, round groups whose walls have several gaps. Otherwise most puzzles are ladders.
    pub nets: bool,
}

impl Default for PlanterOptions {
    fn default() -> PlanterOptions {
        PlanterOptions {
            size: Size::new(30, 30).expect("the sides are valid"),
            seed: 1,
            puzzles: 50,
            nets: false,
        }
    }
}

/// On boards with a shorter side puzzles are very rare: docs/plant.md.
pub const SHORTEST_GOOD_SIDE: u32 = 14;

/// Least and largest number of live dots of a position on a board of 900 cells. Other boards have dots in proportion to
/// their cells.
const DOTS: std::ops::RangeInclusive<u32> = 80..=200;
/// Range of the number of random dots at the start, on a board of 900 cells.
const START: std::ops::RangeInclusive<u32> = 20..=60;
/// Number of groups that are tried, one after the other, in one position.
const PLANTINGS: u32 = 200;
/// Number of cells that are tried for the last enemy dot of one group.
const TIPS: usize = 16;
/// Range of the number of dots of a group that is put on the board.
const GROUP: std::ops::RangeInclusive<u64> = 8..=16;
/// Range of the number of cells of the gap in the wall round a group.
const GAP: std::ops::RangeInclusive<u64> = 2..=4;
/// Least number of dots of a wall with one gap: ten cells surround the smallest group, and the largest gap has four.
const LEAST_WALL: usize = 6;
/// Range of the number of gaps in a wall if only nets are made. Gaps may run into one another. Otherwise there is one.
const GAPS: std::ops::RangeInclusive<u32> = 2..=3;
/// Range of the number of guards: enemy dots beyond the gap in the wall.
const GUARDS: std::ops::RangeInclusive<u32> = 0..=4;
/// Largest distance of a guard from the middle of its gap, in columns and in rows.
const GUARD_DISTANCE: i32 = 4;
/// Largest distance from the middle of the first gap to the start of the lifeline, in columns and in rows. The lifeline
/// is a line of the group's own dots to the edge. A group that is joined to it is saved.
const LIFELINE_DISTANCE: i32 = 6;
/// The group must have at least this many times as many dots as hang outside of it. A dot hangs if it is captured when
/// its enemy moves first, and not when its owner does.
const LIGHT: u32 = 2;
/// Largest number of nodes of a proof whether a dot outside the group hangs: it is captured if its enemy moves first,
/// and not if its owner does.
const OTHER_NODES: u64 = 500;
/// Classes of puzzles by the number of plies until the capture. The exact search may solve the first class. The last
/// class is too long for any search of all moves.
const LENGTHS: [std::ops::RangeInclusive<u32>; 4] = [5..=10, 11..=15, 16..=21, 22..=42];
/// The limit of each class of [`LENGTHS`]: one puzzle out of this number may belong to it.
const PARTS: [usize; LENGTHS.len()] = [3, 3, 4, 4];
/// The limit of nets: one puzzle out of this number may be a net.
const NETS: usize = 3;
/// The levels of puzzles if only nets are made, by the number of plies until the capture. Each gets a third of them.
const LEVELS: [std::ops::RangeInclusive<u32>; 3] = [5..=6, 7..=8, 9..=42];
/// Largest number of nodes of the proof that a group is safe before the last enemy dot.
const SAFETY_NODES: u64 = 100;
/// Largest number of nodes of the first check that a group is captured. It suffices for a ladder of forty plies.
const FIRST_NODES: u64 = 500;

/// The theme of a puzzle that is no net.
const LADDER: &str = "capture by a ladder";

/// The kind of a puzzle. The number of puzzles of each kind is limited, so that a file has puzzles of many kinds.
#[derive(Clone, Copy, Debug)]
struct Kind {
    /// Index in [`LENGTHS`] of the class that has the number of plies until the capture. In [`LEVELS`] if only nets are
    /// made.
    length: usize,
    /// True if a limited search finds no ladder that captures the group. There may be one beyond its limit.
    is_net: bool,
}

/// The error for a board that is too small for a group with its wall among other dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board of {0} is too small for groups among others")]
pub struct TooSmall(Size);

/// Makes positions from random numbers and keeps those that are puzzles.
pub struct Planter {
    options: PlanterOptions,
    policy: Arc<LinearPolicy>,
    found: Vec<Kind>,
    known: HashSet<String>,
}

impl fmt::Debug for Planter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Planter")
            .field("options", &self.options)
            .field("found", &self.found)
            .field("known", &self.known)
            .finish_non_exhaustive()
    }
}

impl Planter {
    /// A [`Planter`] that has found nothing yet. A board that is accepted need not have a puzzle: only numbers of dots are
    /// compared, and no room is looked for. See [`SHORTEST_GOOD_SIDE`].
    ///
    /// # Errors
    /// If the smallest group with its wall, beside as few other dots as there may be, has more dots than a position of
    /// that size may have.
    pub fn new(options: PlanterOptions) -> Result<Planter, TooSmall> {
        // Several gaps may take the whole wall.
        let wall = if options.nets { 0 } else { LEAST_WALL };
        // The lifeline has at least one dot, and the last enemy dot is one more.
        let planted = *GROUP.start() as usize + wall + 2;
        let others = scaled(*DOTS.start(), options.size) as usize;
        if (scaled(*DOTS.end(), options.size) as usize) < others + planted {
            return Err(TooSmall(options.size));
        }
        Ok(Planter {
            options,
            policy: LinearPolicy::standard().clone(),
            found: Vec::new(),
            known: HashSet::new(),
        })
    }

    /// Makes known a puzzle that was found before with the same options. It counts as found, and is not found again.
    pub fn know(&mut self, puzzle: &Puzzle) {
        self.known.insert(mine::canonical(puzzle));
        let is_net = puzzle.theme != LADDER;
        let kind = |length| Kind { length, is_net };
        self.found.extend(self.length(puzzle.plies).map(kind));
    }

    /// Makes the position with this number. Returns its puzzle; `None` if it has none that is new and of a wanted kind.
    /// The result also depends on the puzzles found before, because the number of each kind is limited.
    pub fn position(&mut self, number: u64) -> Option<Puzzle> {
        let mut rng = Rng::with_seed(derive_seed(self.options.seed, number));
        let surroundings = self.surroundings(&mut rng);
        for _ in 0..PLANTINGS {
            let Some(planted) = plant(&surroundings, self.options.nets, &mut rng) else {
                continue;
            };
            for tipped in tipped(&planted, &mut rng) {
                let Some((mut puzzle, kind)) = self.puzzle(&tipped) else {
                    continue;
                };
                if self.known.insert(mine::canonical(&puzzle)) {
                    let nth = self.found.len() + 1;
                    puzzle.title = format!("Planted {}, number {nth}", self.options.seed);
                    self.found.push(kind);
                    return Some(puzzle);
                }
            }
        }
        None
    }

    /// A position of random dots, and then of random moves drawn from the probabilities of the policy.
    fn surroundings(&self, rng: &mut Rng) -> Board {
        let size = self.options.size;
        let dots = scaled(rng.u32(START), size).min(size.area() / 2);
        let openings = Openings::random(dots, rng.u64(..), Rules::default(), size);
        let opening = openings.expect("there is room").get(0);
        let mut board = Board::new(size);
        for dot in opening.dots {
            board.play(dot.point, dot.player);
        }
        let (dots, mut player) = (scaled(rng.u32(DOTS), size), opening.to_move);
        while (board.moves().len() as u32) < dots {
            let moves = self.policy.probabilities(&mut board, player);
            let Some(cell) = draw(&moves, rng) else {
                break;
            };
            board.play(cell, player);
            player = player.opponent();
        }
        board
    }

    /// The puzzle of a position with its kind. `None` if a condition is not proved, or there are enough puzzles of this
    /// kind.
    fn puzzle(&self, planted: &Planted) -> Option<(Puzzle, Kind)> {
        // Printing and parsing drop the order of the moves, which a puzzle does not have.
        let mut board = diagram::parse(&diagram::print(&planted.board)).ok()?;
        let (dot, owner) = (planted.dot, planted.owner);
        if !self.is_busy(&board) || attack(&mut board, dot, FIRST_NODES).fate != Fate::Captured {
            return None;
        }
        let mut prover = Prover::default();
        let plies = prover.chase(&board, dot)?;
        let kind = Kind {
            length: self.length(plies)?,
            is_net: Prover::new(1).chase(&board, dot).is_none(),
        };
        if !self.wants(kind) {
            return None;
        }
        let answers = prover.answers(&mut board, dot).ok()?;
        let &[answer] = &answers[..] else {
            return None;
        };
        if !is_alone(&mut board, dot, owner) {
            return None;
        }
        let puzzle = Puzzle {
            title: String::new(),
            theme: self.theme(kind),
            player: owner.opponent(),
            plies,
            goal: Some(dot),
            answers: vec![Answer {
                point: answer,
                score: 1,
            }],
            source: "planted by tochki".to_owned(),
            notes: Vec::new(),
            board,
            line: 0,
        };
        Some((puzzle, kind))
    }

    fn theme(&self, kind: Kind) -> String {
        match kind.is_net {
            true if self.options.nets => format!("capture by a net, level {}", kind.length + 1),
            true => "capture by a net".to_owned(),
            false => LADDER.to_owned(),
        }
    }

    /// Index in [`LENGTHS`] of the class with this number of plies, in [`LEVELS`] if only nets are made.
    fn length(&self, plies: u32) -> Option<usize> {
        let lengths: &[_] = if self.options.nets { &LEVELS } else { &LENGTHS };
        lengths.iter().position(|class| class.contains(&plies))
    }

    /// Whether the number of live dots is in the range [`DOTS`], scaled to the size of the board.
    fn is_busy(&self, board: &Board) -> bool {
        let dots = board.live(Player::First).len() + board.live(Player::Second).len();
        let size = self.options.size;
        (scaled(*DOTS.start(), size)..=scaled(*DOTS.end(), size)).contains(&dots)
    }

    /// Whether one more puzzle of this kind is within the limits [`PARTS`] and [`NETS`] on the numbers of puzzles, or
    /// within the third of its level if only nets are made.
    fn wants(&self, kind: Kind) -> bool {
        let puzzles = self.options.puzzles;
        let alike = self
            .found
            .iter()
            .filter(|found| found.length == kind.length);
        if self.options.nets {
            return kind.is_net && alike.count() < puzzles.div_ceil(LEVELS.len());
        }
        let nets = self.found.iter().filter(|found| found.is_net);
        alike.count() < puzzles.div_ceil(PARTS[kind.length])
            && (!kind.is_net || nets.count() < puzzles.div_ceil(NETS))
    }
}

/// Converts a number of dots on a board of 900 cells to a number for a board of this size, rounded down.
fn scaled(dots: u32, size: Size) -> u32 {
    dots * size.area() / 900
}

/// A random move, each with its probability in the slice. `None` if the slice is empty.
fn draw(moves: &[(Point, f32)], rng: &mut Rng) -> Option<Point> {
    let mut rest = rng.f32();
    let drawn = moves.iter().find(|(_, probability)| {
        rest -= probability;
        rest < 0.0
    });
    drawn.or(moves.last()).map(|&(cell, _)| cell)
}

/// A position with a group that has been put on it.
struct Planted {
    board: Board,
    /// A dot of the group that was put on the board.
    dot: Point,
    /// The player to whom the group belongs.
    owner: Player,
}

/// Puts a group, its wall with a gap, guards and a lifeline on random free cells. The lifeline is a line of the group's
/// own dots to the edge; guards are enemy dots beyond the gap. With `several_gaps` there are [`GAPS`] gaps, and guards
/// beyond each. `None` if there is no room, or a dot would be captured.
fn plant(surroundings: &Board, several_gaps: bool, rng: &mut Rng) -> Option<Planted> {
    let mut board = surroundings.clone();
    let open = board.open_cells();
    let dot = random_item(rng, &open)?;
    let owner = if rng.bool() {
        Player::First
    } else {
        Player::Second
    };
    let group = grow(dot, &open, rng.u64(GROUP) as usize, rng)?;
    let rim: Bitboard = group.grown_by_sides() - group;
    if !rim.is_subset(&open) {
        return None;
    }
    let gaps = if several_gaps { rng.u32(GAPS) } else { 1 };
    let mut gate = || random_item(rng, &rim);
    let gates: Vec<Point> = (0..gaps).filter_map(|_| gate()).collect();
    let mut wall = rim;
    for &gate in &gates {
        let mut gap: Vec<Point> = rim.iter().collect();
        gap.sort_by_key(|cell| (cell.chebyshev(gate), cell.x(), cell.y()));
        gap.truncate(rng.u64(GAP) as usize);
        gap.into_iter().for_each(|cell| wall.remove(cell));
    }
    let room = open - group - rim;
    let lifeline = lifeline(*gates.first()?, &room, board.size(), rng)?;
    for &gate in &gates {
        for _ in 0..rng.u32(GUARDS) {
            let guard = aside(gate, GUARD_DISTANCE, board.size(), rng);
            if let Some(guard) = guard.filter(|&guard| (room - lifeline).contains(guard)) {
                wall.insert(guard);
            }
        }
    }
    for (cells, player) in [(group | lifeline, owner), (wall, owner.opponent())] {
        for cell in cells.iter() {
            board.try_play(cell, player).ok()?;
        }
    }
    let is_quiet = Player::ALL
        .into_iter()
        .all(|player| board.captured_by(player) == surroundings.captured_by(player));
    is_quiet.then_some(Planted { board, dot, owner })
}

/// The position with one more enemy dot, on up to [`TIPS`] cells in turn. The proof that the group is safe depends on
/// these cells. Empty if the group is not proved safe.
fn tipped(planted: &Planted, rng: &mut Rng) -> Vec<Planted> {
    let (mut board, dot, owner) = (planted.board.clone(), planted.dot, planted.owner);
    let verdict = attack(&mut board, dot, SAFETY_NODES);
    if verdict.fate != Fate::Saved {
        return Vec::new();
    }
    let mut cells: Vec<Point> = (verdict.zone & *board.free()).iter().collect();
    shuffle(rng, &mut cells);
    let tip = |&cell: &Point| {
        let mut board = board.clone();
        board.play(cell, owner.opponent());
        Planted { board, dot, owner }
    };
    cells.iter().take(TIPS).map(tip).collect()
}

/// A lifeline: a line of cells, joined by sides, from beyond the gap to the nearest edge, with random steps aside.
/// `gate` is the middle of the gap. `None` if a cell of the line is not in `room`.
fn lifeline(gate: Point, room: &Bitboard, size: Size, rng: &mut Rng) -> Option<Bitboard> {
    let mut cell = aside(gate, LIFELINE_DISTANCE, size, rng)?;
    let (x, y) = (cell.x() as i32, cell.y() as i32);
    let (right, bottom) = (size.width() as i32 - 1, size.height() as i32 - 1);
    let ways = [
        (x, (-1, 0)),
        (right - x, (1, 0)),
        (y, (0, -1)),
        (bottom - y, (0, 1)),
    ];
    let &(steps, (dx, dy)) = ways.iter().min_by_key(|way| way.0)?;
    let mut line: Bitboard = [cell].into_iter().collect();
    for _ in 0..steps {
        let bend = rng.i32(-1..=1);
        for (dx, dy) in [(dx, dy), (bend * dy, bend * dx)] {
            let x = cell.x().checked_add_signed(dx)?;
            cell = size.point(x, cell.y().checked_add_signed(dy)?)?;
            line.insert(cell);
        }
    }
    line.is_subset(room).then_some(line)
}

/// A random cell at most `most` columns and `most` rows away from a cell. `None` if the drawn cell is off the board.
fn aside(from: Point, most: i32, size: Size, rng: &mut Rng) -> Option<Point> {
    let mut step = |at: u32| at.checked_add_signed(rng.i32(-most..=most));
    let (x, y) = (step(from.x()), step(from.y()));
    size.point(x?, y?)
}

/// A random group of `size` free cells that are joined by sides, grown from the cell `first`. `None` if there is no
/// room.
fn grow(first: Point, free: &Bitboard, size: usize, rng: &mut Rng) -> Option<Bitboard> {
    let mut group: Bitboard = [first].into_iter().collect();
    while (group.len() as usize) < size {
        let beside = (group.grown_by_sides() - group) & *free;
        group.insert(random_item(rng, &beside)?);
    }
    Some(group)
}

/// The fate of the dot if its enemy moves first, as far as a search of at most `nodes` nodes proves it.
fn attack(board: &mut Board, dot: Point, nodes: u64) -> Verdict {
    let limits = Limits::nodes(nodes);
    CaptureSearch::default().attack(board, dot, &limits)
}

/// Whether every dot of the group of `dot` can be captured, and few dots outside of the group hang. A dot hangs if it
/// is captured when its enemy moves first, and not when its owner does. [`LIGHT`] says how few.
fn is_alone(board: &mut Board, dot: Point, owner: Player) -> bool {
    let planted = board.cluster(dot);
    let dots = board.live(owner).iter();
    let group: Bitboard = dots.filter(|&dot| board.cluster(dot) == planted).collect();
    let mut search = CaptureSearch::default();
    let limits = Limits::nodes(OTHER_NODES);
    let mut falls = |dot| search.attack(board, dot, &limits).fate == Fate::Captured;
    if !group.iter().all(&mut falls) {
        return false;
    }
    let mut hanging = 0;
    for player in Player::ALL {
        let loose = board.loose_dots(player) - group;
        for other in loose.iter() {
            let hangs = search.attack(board, other, &limits).fate == Fate::Captured
                && search.defend(board, other, &limits).fate != Fate::Captured;
            hanging += u32::from(hangs);
            if hanging * LIGHT > group.len() {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_follows_from_its_number() {
        let plant = || {
            let mut planter = Planter::new(PlanterOptions::default()).unwrap();
            (0..1000).find_map(|number| planter.position(number))
        };
        let puzzle = plant().expect("one of them has a puzzle");
        assert_eq!(check(&puzzle), Ok(()));
        assert_eq!(
            plant().map(|again| again.to_string()),
            Some(puzzle.to_string())
        );
    }

    #[test]
    fn small_boards_have_no_room() {
        let on = |side, nets| {
            let size = Size::new(side, side).unwrap();
            let options = PlanterOptions {
                size,
                nets,
                ..PlanterOptions::default()
            };
            Planter::new(options).err().map(|TooSmall(small)| small)
        };
        // On 10x10 a position has at most 22 dots: 8 others and 16 for a group with its wall are too many.
        assert_eq!(on(10, false), Size::new(10, 10).ok());
        assert_eq!(on(11, false), None);
        assert_eq!(on(8, true), Size::new(8, 8).ok());
        assert_eq!(on(9, true), None);
    }
}
