//! Counts in games how often pictures hold, how often their move was played, and what they win.

use super::prove::{Prover, Ruling, Win};
use super::stage::{at, dots};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point, Symmetry};
use crate::importance::Pictures;
use crate::importance::shape::Picture;
use crate::search::StopFlag;
use crate::tools::learn::game::Game;
use crate::tools::learn::self_play::for_some_positions;
use std::collections::HashSet;
use std::ops::AddAssign;

/// A picture to be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A picture that wins a dot for the player to move.
    Win(Win),
    /// A picture without a win. It counts for both players.
    Shape(Picture),
}

/// The counts of one picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How often [`find`](super::find) found it.
    pub found: u32,
    /// Number of cells of games where it held. Only the first time at a cell counts.
    pub places: u32,
    /// Number of places where its win was proved on the whole board.
    pub won: u32,
    /// Number of places where the opponent can capture a dot of the picture first.
    pub disturbed: u32,
    /// Number of dots captured for certain at the places where it won.
    pub dots: u32,
    /// Number of cells where it held, over all positions.
    pub matched: u64,
    /// Number of these cells where the next move was played.
    pub played: u64,
}

/// The counts of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The counts of each subject, in their order.
    pub counts: Vec<Count>,
    /// Number of positions.
    pub positions: u64,
    /// Number of playable cells near a dot, over all positions.
    pub cells: u64,
}

/// Largest distance of a cell near a dot, in columns and rows; the same as for the standard shapes.
const NEAR: u32 = 2;

impl Tally {
    /// How much more often a move was played where the picture held than on an average cell near a dot.
    /// One average move is added, so that the lift of a rare picture is near 1.
    pub fn lift(&self, count: &Count) -> f64 {
        let average = self.positions as f64 / self.cells.max(1) as f64;
        (count.played as f64 + 1.0) / (count.matched as f64 * average + 1.0)
    }

    /// The weight of a shape, from 100 to 1000: 100 times the binary logarithm of the lift.
    pub fn weight(&self, count: &Count) -> i32 {
        ((self.lift(count).log2() * 100.0).round() as i32).clamp(100, 1000)
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.cells += other.cells;
        self.counts
            .resize(self.counts.len().max(other.counts.len()), Count::default());
        for (count, other) in self.counts.iter_mut().zip(&other.counts) {
            count.found += other.found;
            count.places += other.places;
            count.won += other.won;
            count.disturbed += other.disturbed;
            count.dots += other.dots;
            count.matched += other.matched;
            count.played += other.played;
        }
    }
}

/// All symmetrical forms of all subjects, for one player to move.
struct Images {
    pictures: Pictures,
    /// For each form, the index of its subject, and its win for this player.
    of: Vec<(usize, Option<Win>)>,
}

impl Images {
    fn new(subjects: &[Subject], player: Player) -> Images {
        let mut pictures: Vec<Picture> = Vec::new();
        let mut of = Vec::new();
        for (number, subject) in subjects.iter().enumerate() {
            match subject {
                Subject::Shape(picture) => {
                    for image in picture.variants() {
                        pictures.push(image);
                        of.push((number, None));
                    }
                }
                Subject::Win(win) => {
                    for symmetry in Symmetry::all() {
                        let image = win.turned(symmetry).seen_by(player);
                        pictures.push(image.picture.clone());
                        of.push((number, Some(image)));
                    }
                }
            }
        }
        Images {
            pictures: Pictures::new(&pictures),
            of,
        }
    }
}

impl Win {
    /// The win with the dots of this player for `X`.
    fn seen_by(self, player: Player) -> Win {
        match player {
            Player::First => self,
            Player::Second => Win {
                picture: self.picture.with_colours_exchanged(),
                ..self
            },
        }
    }
}

/// Counts pictures in one game. One position in `every` is looked at.
pub fn tally(game: &Game, subjects: &[Subject], every: usize, stop: &StopFlag) -> Tally {
    let images = Player::ALL.map(|player| Images::new(subjects, player));
    let mut counter = Counter {
        prover: Prover::default(),
        seen: HashSet::new(),
        tally: Tally {
            counts: vec![Count::default(); subjects.len()],
            ..Tally::default()
        },
    };
    for_some_positions(game, every, |board, player, turn| {
        if !stop.is_raised() {
            let images = &images[player.index()];
            counter.position(board, player, turn.played.point, images);
        }
    });
    counter.tally
}

struct Counter {
    prover: Prover,
    /// The places so far: the subject and the cell.
    seen: HashSet<(usize, Point)>,
    tally: Tally,
}

impl Counter {
    fn position(&mut self, board: &mut Board, player: Player, next: Point, images: &Images) {
        self.tally.positions += 1;
        self.tally.cells += u64::from(cells_near_dots(board).len());
        let mut last = None;
        let mut met = Bitboard::EMPTY;
        let places = images.pictures.places(board);
        for ((subject, win), places) in images.of.iter().zip(places) {
            if last.replace(*subject) != Some(*subject) {
                met = Bitboard::EMPTY;
            }
            for place in (places - met).iter() {
                let count = &mut self.tally.counts[*subject];
                count.matched += 1;
                count.played += u64::from(place == next);
                if self.seen.insert((*subject, place)) {
                    count.places += 1;
                    if let Some(win) = win {
                        self.rule(board, player, place, *subject, win);
                    }
                }
            }
            met |= places;
        }
    }

    fn rule(&mut self, board: &mut Board, player: Player, place: Point, subject: usize, win: &Win) {
        let own = dots(&win.picture, player, place);
        let target = at(place, win.target);
        let count = &mut self.tally.counts[subject];
        match self.prover.rule(board, player, place, target, &own) {
            Ruling::Won => {
                let seed = [target].into_iter().collect();
                let group = Bitboard::flood(&seed, board.live(player.opponent()));
                count.won += 1;
                count.dots += group.len();
            }
            Ruling::Disturbed => count.disturbed += 1,
            Ruling::NotProved => {}
        }
    }
}

fn cells_near_dots(board: &Board) -> Bitboard {
    let mut near = Bitboard::EMPTY;
    for player in Player::ALL {
        near |= *board.live(player) | *board.lost_dots(player);
    }
    near.grown_by(NEAR) & *board.free()
}

/// The indices of the `most` wins that won the most dots, the best first. If one of two pictures holds
/// wherever the other does, only the better one is taken.
pub fn best(wins: &[Win], counts: &[Count], most: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..wins.len()).filter(|&n| counts[n].won > 0).collect();
    order.sort_by_key(|&n| (std::cmp::Reverse(counts[n].dots), &wins[n]));
    let mut best: Vec<usize> = Vec::new();
    for number in order {
        if best.len() == most {
            break;
        }
        let is_known = best
            .iter()
            .any(|&known| are_alike(&wins[known], &wins[number]));
        if !is_known {
            best.push(number);
        }
    }
    best
}

/// Whether one of two pictures holds wherever the other does.
fn are_alike(a: &Win, b: &Win) -> bool {
    let mut images = Symmetry::all().map(|symmetry| a.picture.turned(symmetry));
    images.any(|image| image.is_implied_by(&b.picture) || b.picture.is_implied_by(&image))
}
