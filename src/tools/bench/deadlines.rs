//! Measures how late engines answer after a deadline or a stop flag.
//!
//! Every second search uses a new engine. The other searches use an engine that has already searched for [`WARM_UP`].
//! Its move and the reply that it expects are put on the board before the measured search. Such an engine has kept a
//! tree or a full transposition table. The time to create an engine does not count, because a session creates it when a
//! game starts.

use crate::board::Board;
use crate::geometry::{self, Player, Point, Size, random_item};
use crate::search::options::Options;
use crate::search::{Engine, Limits, Outcome, Silent, StopFlag};
use fastrand::Rng;
use std::thread;
use std::time::{Duration, Instant};

/// The duration of the first search of an engine that searches twice. The second search is measured.
pub const WARM_UP: Duration = Duration::from_millis(100);

/// The least and the largest share of the cells that have a dot, if [`DeadlineJob::dots`] is `None`.
const TAKEN: [f64; 2] = [0.04, 0.5];

/// What ends a measured search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedBy {
    /// The deadline of the search.
    Deadline,
    /// The stop flag, raised by another thread. The deadline is a day later.
    StopFlag,
}

/// A series of searches whose lateness is measured.
#[derive(Clone, Debug)]
pub struct DeadlineJob {
    /// The engine, with its number of threads. Its depth, nodes and level limit all searches.
    pub options: Options,
    /// What ends each search.
    pub ended_by: EndedBy,
    /// The size of the board.
    pub size: Size,
    /// The number of dots on the board; random if `None`. There may be fewer, because captures make cells unplayable.
    pub dots: Option<usize>,
    /// Number of nodes of the warm-up search. `None`: it lasts [`WARM_UP`].
    pub warm_up_nodes: Option<u64>,
    /// The time from the start of each search to its deadline or stop flag.
    pub time: Duration,
    /// The number of searches.
    pub count: u32,
    /// The seed of the positions.
    pub seed: u64,
}

/// How late the answers of a series of searches were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeadlineReport {
    /// The overrun of each search: the time from its deadline or stop flag to its return. It is 0 if the search
    /// returned earlier.
    pub overruns: Vec<Duration>,
    /// The processor time of each search beyond what its threads could use until its deadline or stop flag, by the clock
    /// of [`run_with`]. Other processes cannot make it longer. [`run`] has no clock: there it is 0.
    pub overworks: Vec<Duration>,
    /// Number of searches, also those before the measured ones, that returned no move or an illegal move although a cell
    /// was playable.
    pub missing: u32,
}

/// How late a search was, as in [`DeadlineReport`].
struct Lateness {
    overrun: Duration,
    overwork: Duration,
}

impl DeadlineReport {
    /// The largest overrun of all searches; 0 without searches.
    pub fn largest(&self) -> Duration {
        self.overruns.iter().copied().max().unwrap_or_default()
    }

    /// The least overrun that `percent` of the searches do not exceed; 0 without searches.
    pub fn percentile(&self, percent: usize) -> Duration {
        let mut overruns = self.overruns.clone();
        overruns.sort_unstable();
        let rank = (overruns.len() * percent).div_ceil(100);
        let found = overruns.get(rank.saturating_sub(1));
        found.copied().unwrap_or_default()
    }
}

/// Runs the searches. The positions depend only on the job, except for the moves that the engine chooses and expects in
/// its first searches.
pub fn run(job: &DeadlineJob) -> DeadlineReport {
    run_with(job, &|| Duration::ZERO)
}

/// Does the same with a clock of the processor time of the process, for [`DeadlineReport::overworks`]. Nothing else in
/// the process may work meanwhile.
pub fn run_with(job: &DeadlineJob, work: &dyn Fn() -> Duration) -> DeadlineReport {
    let mut report = DeadlineReport::default();
    let mut rng = Rng::with_seed(job.seed);
    for number in 0..job.count {
        let mut board = position(job, &mut rng);
        // What an engine expects does not change the next positions.
        let mut replies = rng.fork();
        let mut engine = job.options.build();
        let replies = (number % 2 == 1).then_some(&mut replies);
        measure(engine.as_mut(), job, &mut board, replies, work, &mut report);
    }
    report
}

/// One search of a series, with a warm-up before it if there are random numbers for `replies`.
fn measure(
    engine: &mut dyn Engine,
    job: &DeadlineJob,
    board: &mut Board,
    replies: Option<&mut Rng>,
    work: &dyn Fn() -> Duration,
    report: &mut DeadlineReport,
) {
    if let Some(replies) = replies {
        report.missing += u32::from(!warm_up(engine, job, board, replies));
    }
    let (outcome, late) = search(engine, job, board, work);
    report.missing += u32::from(!is_answered(board, &outcome));
    report.overruns.push(late.overrun);
    report.overworks.push(late.overwork);
}

fn is_answered(board: &Board, outcome: &Outcome) -> bool {
    match outcome.best {
        Some(best) => board.is_playable(best),
        None => board.free().is_empty(),
    }
}

/// Searches with the nodes of the warm-up, or for [`WARM_UP`]. Puts the found dot and the expected reply on the board, so
/// that the engine keeps much of its tree. Without an expected reply a random one is put. Returns whether the engine
/// answered. If not, the board stays as it is.
fn warm_up(engine: &mut dyn Engine, job: &DeadlineJob, board: &mut Board, rng: &mut Rng) -> bool {
    let nodes = job.warm_up_nodes;
    let limits = nodes.map_or_else(|| Limits::time(WARM_UP), Limits::nodes);
    let player = turn(board);
    let found = engine.search(board, player, &job.options.apply_to(limits), &mut Silent);
    if !is_answered(board, &found) {
        return false;
    }
    if let Some(best) = found.best {
        board.play(best, player);
    }
    let expected = found.line.get(1).copied();
    let expected = expected.filter(|&reply| board.is_playable(reply));
    if let Some(reply) = expected.or_else(|| random_item(rng, board.free())) {
        board.play(reply, player.opponent());
    }
    true
}

/// The player to move, if the first player began and the players alternated.
fn turn(board: &Board) -> Player {
    Player::ALL[board.moves().len() % 2]
}

/// Searches for the player to move until the deadline or stop flag of the job.
fn search(
    engine: &mut dyn Engine,
    job: &DeadlineJob,
    board: &mut Board,
    work: &dyn Fn() -> Duration,
) -> (Outcome, Lateness) {
    const DAY: Duration = Duration::from_secs(24 * 60 * 60);
    let time = job.time;
    let by_flag = job.ended_by == EndedBy::StopFlag;
    let player = turn(board);
    let stop = StopFlag::default();
    thread::scope(|scope| {
        let worked = work();
        let start = Instant::now();
        let deadline = start + time + if by_flag { DAY } else { Duration::ZERO };
        let raised = by_flag.then(|| {
            let stop = stop.clone();
            scope.spawn(move || {
                thread::sleep(time);
                let now = Instant::now();
                stop.raise();
                now
            })
        });
        let limits = job.options.apply_to(Limits {
            deadline: Some(deadline),
            stop,
            ..Limits::default()
        });
        let outcome = engine.search(board, player, &limits, &mut Silent);
        let answered = Instant::now();
        let worked = work().saturating_sub(worked);
        let due = raised.map_or(deadline, |raised| raised.join().expect("it only sleeps"));
        let allowed = due.saturating_duration_since(start) * processors(job);
        let lateness = Lateness {
            overrun: answered.saturating_duration_since(due),
            overwork: worked.saturating_sub(allowed),
        };
        (outcome, lateness)
    })
}

/// Number of processors that a search can use at the same time.
fn processors(job: &DeadlineJob) -> u32 {
    let machine = thread::available_parallelism().map_or(1, usize::from);
    job.options.threads.min(machine as u32)
}

/// A position of random dots, put by the players in turn. Cells that have become unplayable are skipped.
fn position(job: &DeadlineJob, rng: &mut Rng) -> Board {
    let mut board = Board::new(job.size);
    let mut cells: Vec<Point> = job.size.points().collect();
    geometry::Rng::new(rng.u64(..)).shuffle(&mut cells);
    let share = TAKEN[0] + (TAKEN[1] - TAKEN[0]) * rng.f64();
    let by_chance = (f64::from(job.size.area()) * share) as usize;
    cells.truncate(job.dots.unwrap_or(by_chance));
    for cell in cells {
        if board.is_playable(cell) {
            let player = turn(&board);
            board.play(cell, player);
        }
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Reporter;
    use crate::search::options::EngineKind;

    #[test]
    fn a_percentile_is_exceeded_by_the_rest_of_the_searches() {
        let ms = Duration::from_millis;
        let report = |count: u64| DeadlineReport {
            overruns: (1..=count).rev().map(ms).collect(),
            ..DeadlineReport::default()
        };
        for (count, percentile) in [(0, 0), (1, 1), (50, 50), (100, 99), (200, 198)] {
            assert_eq!(report(count).percentile(99), ms(percentile), "{count}");
        }
        assert_eq!(report(100).largest(), ms(100));
    }

    /// A job of one search without a dot on the board.
    fn job(options: Options) -> DeadlineJob {
        DeadlineJob {
            options,
            ended_by: EndedBy::Deadline,
            size: Size::new(5, 5).unwrap(),
            dots: Some(0),
            warm_up_nodes: None,
            time: Duration::from_millis(20),
            count: 1,
            seed: 1,
        }
    }

    /// An engine that always answers with the same move, and keeps the limits of its searches.
    struct WitnessEngine {
        best: Point,
        limits: Vec<Limits>,
    }

    impl WitnessEngine {
        fn new() -> WitnessEngine {
            let best = Size::new(5, 5).unwrap().point(2, 2).unwrap();
            let limits = Vec::new();
            WitnessEngine { best, limits }
        }
    }

    impl Engine for WitnessEngine {
        fn search(
            &mut self,
            _: &mut Board,
            _: Player,
            limits: &Limits,
            _: &mut dyn Reporter,
        ) -> Outcome {
            self.limits.push(limits.clone());
            Outcome {
                best: Some(self.best),
                ..Outcome::default()
            }
        }
    }

    #[test]
    fn the_options_of_the_engine_limit_all_searches() {
        let options = Options {
            engine: EngineKind::Tactical,
            depth: Some(3),
            nodes: 7,
            level: 2,
            ..Options::default()
        };
        let job = DeadlineJob {
            warm_up_nodes: Some(100),
            ..job(options)
        };
        let (mut engine, mut board) = (WitnessEngine::new(), Board::new(job.size));
        assert!(warm_up(
            &mut engine,
            &job,
            &mut board,
            &mut Rng::with_seed(1)
        ));
        search(&mut engine, &job, &mut board, &|| Duration::ZERO);
        assert_eq!(engine.limits.len(), 2);
        for limits in engine.limits {
            let found = (limits.plies, limits.nodes, limits.level);
            assert_eq!(found, (Some(3), Some(7), Some(2)));
        }
    }

    #[test]
    fn a_stop_flag_comes_before_the_deadline() {
        let job = DeadlineJob {
            ended_by: EndedBy::StopFlag,
            ..job(Options::default())
        };
        let (mut engine, mut board) = (WitnessEngine::new(), Board::new(job.size));
        let before = Instant::now();
        search(&mut engine, &job, &mut board, &|| Duration::ZERO);
        let deadline = engine.limits[0].deadline.unwrap();
        let day = Duration::from_secs(24 * 60 * 60);
        assert!(deadline >= before + job.time + day);
    }

    #[test]
    fn an_illegal_move_before_the_measured_search_is_counted_and_not_played() {
        let job = job(Options::default());
        let (mut engine, mut board) = (WitnessEngine::new(), Board::new(job.size));
        board.play(engine.best, Player::First);
        let mut replies = Rng::with_seed(1);
        // The measured search has the same illegal move.
        for (replies, missing) in [(None, 1), (Some(&mut replies), 2)] {
            let mut report = DeadlineReport::default();
            let no_work = || Duration::ZERO;
            measure(
                &mut engine,
                &job,
                &mut board,
                replies,
                &no_work,
                &mut report,
            );
            assert_eq!(report.missing, missing);
            assert_eq!(board.moves().len(), 1);
        }
    }

    /// An engine that answers 60 ms after its deadline.
    #[cfg(unix)]
    struct LateEngine {
        works: bool,
    }

    #[cfg(unix)]
    impl Engine for LateEngine {
        fn search(
            &mut self,
            _: &mut Board,
            _: Player,
            limits: &Limits,
            _: &mut dyn Reporter,
        ) -> Outcome {
            let late = Duration::from_millis(60);
            let before = thread_time();
            let left = limits.deadline.unwrap() - Instant::now();
            match self.works {
                true => while thread_time() - before < left + late {},
                false => thread::sleep(left + late),
            }
            Outcome::default()
        }
    }

    /// Processor time of this thread. Other tests use the processor time of the process.
    #[cfg(unix)]
    fn thread_time() -> Duration {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
    }

    #[cfg(unix)]
    #[test]
    fn who_works_on_is_told_from_who_waits() {
        let ms = Duration::from_millis;
        let job = job(Options::default());
        let late = |works| {
            let mut board = Board::new(job.size);
            let engine = &mut LateEngine { works };
            search(engine, &job, &mut board, &thread_time).1
        };
        let [working, waiting] = [true, false].map(late);
        assert!(working.overwork >= ms(50) && working.overrun >= ms(50));
        assert!(waiting.overwork == ms(0) && waiting.overrun >= ms(50));
    }
}
