//! Does an engine answer in time, and does it stop when it is told to?
//!
//! Every search is asked of a new engine, whose making counts too, as for the first move of a game
//! or after an option has been changed.

use crate::board::Board;
use crate::geometry::{Player, Point, Shuffle, Size};
use crate::search::options::Options;
use crate::search::{Limits, Outcome, Silent, StopFlag};
use fastrand::Rng;
use std::thread;
use std::time::{Duration, Instant};

/// The shortest and the longest time a search gets, in seconds; times between are spread evenly
/// on a logarithmic scale.
const TIMES: [f64; 2] = [0.005, 2.0];

/// The share of the cells that is taken in the middle of a game.
const TAKEN: [f64; 2] = [0.04, 0.5];

/// What ends a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A deadline that it knows of.
    Deadline,
    /// The stop flag; the deadline is a day ahead.
    StopFlag,
}

/// How late the answers were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How long after the end of its time each search returned; zero if it was earlier.
    pub overruns: Vec<Duration>,
    /// Searches that returned no playable move.
    pub missing: u32,
}

impl Report {
    /// The largest overrun.
    pub fn largest(&self) -> Duration {
        self.overruns.iter().copied().max().unwrap_or_default()
    }

    /// How many searches returned later than that.
    pub fn later_than(&self, tolerance: Duration) -> usize {
        let late = self.overruns.iter().filter(|&&overrun| overrun > tolerance);
        late.count()
    }
}

/// Lets engines search `count` positions, with 1 and 2 threads in turn. The positions and times
/// depend on the seed alone.
pub fn run(options: &Options, end: End, size: Size, count: u32, seed: u64) -> Report {
    let mut report = Report::default();
    let mut rng = Rng::with_seed(seed);
    for number in 0..count {
        let options = Options {
            threads: 1 + number % 2,
            ..options.clone()
        };
        let [least, most] = TIMES;
        let time = Duration::from_secs_f64(least * (most / least).powf(rng.f64()));
        let mut board = middle_game(size, &mut rng);
        let (outcome, overrun) = search(&options, end, &mut board, time);
        report.overruns.push(overrun);
        let answered = match outcome.best {
            Some(best) => board.is_legal(best),
            None => board.free().is_empty(),
        };
        report.missing += u32::from(!answered);
    }
    report
}

/// The players move in turn.
fn turn(board: &Board) -> Player {
    Player::ALL[board.moves().len() % 2]
}

/// Searches for the player whose turn it is, and tells how late the answer was.
fn search(options: &Options, end: End, board: &mut Board, time: Duration) -> (Outcome, Duration) {
    const DAY: Duration = Duration::from_secs(24 * 60 * 60);
    let player = turn(board);
    let stop = StopFlag::default();
    thread::scope(|scope| {
        let start = Instant::now();
        let deadline = start + if end == End::Deadline { time } else { DAY };
        let raised = (end == End::StopFlag).then(|| {
            let stop = stop.clone();
            scope.spawn(move || {
                thread::sleep(time);
                let now = Instant::now();
                stop.raise();
                now
            })
        });
        let limits = Limits {
            deadline: Some(deadline),
            stop,
            ..Limits::default()
        };
        let mut engine = options.build();
        let outcome = engine.search(board, player, &limits, &mut Silent);
        let answered = Instant::now();
        let due = raised.map_or(deadline, |raised| raised.join().expect("it only sleeps"));
        (outcome, answered.saturating_duration_since(due))
    })
}

/// Dots at random, as busy as the middle of a game.
fn middle_game(size: Size, rng: &mut Rng) -> Board {
    let mut board = Board::new(size);
    let mut cells: Vec<Point> = size.points().collect();
    Shuffle::new(rng.u64(..)).shuffle(&mut cells);
    let share = TAKEN[0] + (TAKEN[1] - TAKEN[0]) * rng.f64();
    cells.truncate((f64::from(size.area()) * share) as usize);
    for cell in cells {
        if board.is_legal(cell) {
            let player = turn(&board);
            board.play(cell, player);
        }
    }
    board
}
