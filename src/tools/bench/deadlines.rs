//! Does an engine answer in time, and does it stop when it is told to?
//!
//! Half of the searches are the first ones of a new engine. The others go on with the engine of a search before,
//! which took [`LONG`], after its move and a reply: then there is a tree to keep and a table to use. The making of an
//! engine does not count, because a session makes it when a game starts.

use crate::board::Board;
use crate::geometry::{Player, Point, Shuffle, Size};
use crate::search::options::Options;
use crate::search::{Engine, Limits, Outcome, Silent, StopFlag};
use fastrand::Rng;
use std::thread;
use std::time::{Duration, Instant};

/// The time of the search whose engine is used again.
pub const LONG: Duration = Duration::from_millis(100);

/// A search that is this late may have had to wait for the machine.
pub const LATE: Duration = Duration::from_millis(5);

/// The least and the greatest share of the cells that are taken if no number of dots is given: the middle of a game.
const TAKEN: [f64; 2] = [0.04, 0.5];

/// What ends a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A deadline that it knows of.
    Deadline,
    /// The stop flag; the deadline is a day ahead.
    StopFlag,
}

/// Searches to be measured.
#[derive(Clone, Debug)]
pub struct Job {
    /// The engine, with its number of threads.
    pub options: Options,
    /// What ends each search.
    pub end: End,
    /// The size of the board.
    pub size: Size,
    /// The number of dots on the board; by chance if `None`, as many as in the middle of a game.
    pub dots: Option<usize>,
    /// The time that each search gets.
    pub time: Duration,
    /// The number of searches.
    pub count: u32,
    /// How often a search is done again at most while it is later than [`LATE`]: its least overrun counts.
    pub retries: u32,
    /// The seed of the positions.
    pub seed: u64,
}

/// How late the answers were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How long after the end of its time each search returned, in the order of the searches; zero if it was earlier.
    pub overruns: Vec<Duration>,
    /// The number of searches that returned no playable move though there was one.
    pub missing: u32,
}

impl Report {
    /// The largest overrun.
    pub fn largest(&self) -> Duration {
        self.overruns.iter().copied().max().unwrap_or_default()
    }

    /// The overrun that only so many searches in a hundred exceed.
    pub fn percentile(&self, percent: usize) -> Duration {
        let mut overruns = self.overruns.clone();
        overruns.sort_unstable();
        let index = (overruns.len() * percent / 100).min(overruns.len().saturating_sub(1));
        overruns.get(index).copied().unwrap_or_default()
    }

    /// How many searches returned later than that.
    pub fn later_than(&self, tolerance: Duration) -> usize {
        let late = self.overruns.iter().filter(|&&overrun| overrun > tolerance);
        late.count()
    }
}

/// Lets engines search positions. The positions depend on the seed alone, except for the moves that a search of
/// [`LONG`] has chosen.
pub fn run(job: &Job) -> Report {
    let mut report = Report::default();
    let mut rng = Rng::with_seed(job.seed);
    for number in 0..job.count {
        let position = position(job, &mut rng);
        let mut least = Duration::MAX;
        for _ in 0..=job.retries {
            let mut board = position.clone();
            let mut engine = job.options.build();
            if number % 2 == 1 {
                go_on(engine.as_mut(), &mut board, &mut rng);
            }
            let (outcome, overrun) = search(engine.as_mut(), job.end, &mut board, job.time);
            report.missing += u32::from(!is_answered(&board, &outcome));
            least = least.min(overrun);
            if least <= LATE {
                break;
            }
        }
        report.overruns.push(least);
    }
    report
}

fn is_answered(board: &Board, outcome: &Outcome) -> bool {
    match outcome.best {
        Some(best) => board.is_legal(best),
        None => board.free().is_empty(),
    }
}

/// Searches for [`LONG`], plays the move and a random reply.
fn go_on(engine: &mut dyn Engine, board: &mut Board, rng: &mut Rng) {
    let limits = Limits::time(LONG);
    let player = turn(board);
    let best = engine.search(board, player, &limits, &mut Silent).best;
    if let Some(best) = best {
        board.play(best, player);
    }
    let cells: Vec<Point> = board.free().iter().collect();
    if let Some(&reply) = rng.choice(&cells) {
        board.play(reply, player.opponent());
    }
}

/// The players move in turn.
fn turn(board: &Board) -> Player {
    Player::ALL[board.moves().len() % 2]
}

/// Searches for the player whose turn it is, and tells how late the answer was.
fn search(
    engine: &mut dyn Engine,
    end: End,
    board: &mut Board,
    time: Duration,
) -> (Outcome, Duration) {
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
        let outcome = engine.search(board, player, &limits, &mut Silent);
        let answered = Instant::now();
        let due = raised.map_or(deadline, |raised| raised.join().expect("it only sleeps"));
        (outcome, answered.saturating_duration_since(due))
    })
}

/// Dots at random.
fn position(job: &Job, rng: &mut Rng) -> Board {
    let mut board = Board::new(job.size);
    let mut cells: Vec<Point> = job.size.points().collect();
    Shuffle::new(rng.u64(..)).shuffle(&mut cells);
    let share = TAKEN[0] + (TAKEN[1] - TAKEN[0]) * rng.f64();
    let by_chance = (f64::from(job.size.area()) * share) as usize;
    cells.truncate(job.dots.unwrap_or(by_chance));
    for cell in cells {
        if board.is_legal(cell) {
            let player = turn(&board);
            board.play(cell, player);
        }
    }
    board
}
