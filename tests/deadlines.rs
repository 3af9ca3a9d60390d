//! Answers come in time, and a move is always there: what `tochki bench deadlines` measures, in small.
//!
//! A search that is late may have had to wait for the machine, which tests share with others. So what counts is the
//! processor time that a search takes beyond its deadline: on a busy machine it gets less of it, not more. What sleeps or
//! waits for a lock takes no processor time, but it is late in every run. A job with a search that seems to be at fault is
//! run ten times.

#![cfg(feature = "cli")]

mod walls;

use std::time::Duration;
use tochki::notation::diagram;
use tochki::search::options::{EngineKind, Options};
use tochki::search::{Limits, Silent};
use tochki::tools::bench::deadlines::{self, DeadlineJob, EndedBy};
use tochki::{Player, Size};
use walls::snake;

/// Processor time beyond the deadline that is too much. `benches/deadlines.md` has the overruns on idle processors.
const OVERWORK: Duration = Duration::from_millis(10);
/// The most of the runs in which one search may take more.
const MOST_OVERWORKED: u32 = 2;
/// Processor time beyond the deadline that no search may take.
const NEVER: Duration = Duration::from_millis(500);
/// A search that is later than this in every run waits for something.
const STUCK: Duration = Duration::from_millis(50);
/// Number of runs of a job with a search that seems to be at fault.
const RUNS: u32 = 10;

fn job(engine: EngineKind, threads: u32, time: u64) -> DeadlineJob {
    DeadlineJob {
        options: Options {
            engine,
            threads,
            ..Options::default()
        },
        ended_by: EndedBy::Deadline,
        size: Size::new(62, 62).unwrap(),
        dots: Some(800),
        warm_up_nodes: None,
        time: Duration::from_millis(time),
        count: 4,
        seed: 3,
    }
}

/// Processor time of the process, in which the search is alone.
#[cfg(unix)]
fn processor_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

#[cfg(not(unix))]
fn processor_time() -> Duration {
    Duration::ZERO
}

fn assert_in_time(job: &DeadlineJob) {
    let count = job.count as usize;
    let (mut overworked, mut least) = (vec![0; count], vec![Duration::MAX; count]);
    for _ in 0..RUNS {
        let report = deadlines::run_with(job, &processor_time);
        assert_eq!(
            (report.overruns.len(), report.missing),
            (count, 0),
            "{job:?}"
        );
        for (index, &overwork) in report.overworks.iter().enumerate() {
            assert!(overwork < NEVER, "it worked on for {overwork:?}: {job:?}");
            overworked[index] += u32::from(overwork > OVERWORK);
            least[index] = least[index].min(report.overruns[index]);
        }
        if overworked.iter().all(|&runs| runs == 0) && least.iter().all(|&late| late <= STUCK) {
            return;
        }
    }
    assert!(
        overworked.iter().all(|&runs| runs <= MOST_OVERWORKED),
        "it worked on in {overworked:?} of {RUNS} runs: {job:?}"
    );
    assert!(
        least.iter().all(|&late| late <= STUCK),
        "at best it was late by {least:?}: {job:?}"
    );
}

/// Some hundred dots form one line. To follow it, and to try the dots that may join it, takes long.
fn assert_in_time_on_a_long_line() {
    let mut board = diagram::parse(&snake(62).join("\n")).unwrap();
    let time = Duration::from_millis(100);
    let mut search = || {
        let mut engine = job(EngineKind::Mcts, 1, 100).options.build();
        let (limits, before) = (Limits::time(time), processor_time());
        let found = engine.search(&mut board, Player::Second, &limits, &mut Silent);
        assert!(found.best.is_some());
        processor_time() - before
    };
    let works = [search(), search(), search()];
    assert!(works.iter().all(|&work| work < time + NEVER), "{works:?}");
    assert!(
        works.iter().any(|&work| work < time + OVERWORK),
        "{works:?}"
    );
}

// One test, because tests of one file run at the same time.
#[test]
fn every_engine_answers_in_time() {
    for engine in [EngineKind::Article, EngineKind::Tactical, EngineKind::Mcts] {
        for time in [1, 10, 100] {
            for threads in [1, 2, 4] {
                assert_in_time(&job(engine, threads, time));
            }
        }
        // Few dots leave much of a large board to look at, many leave much to capture.
        for (side, dots) in [(62, 0), (62, 30), (62, 2000), (39, 500)] {
            let size = Size::new(side, side).unwrap();
            let dots = Some(dots);
            assert_in_time(&DeadlineJob {
                size,
                dots,
                ..job(engine, 1, 10)
            });
        }
        let ended_by = EndedBy::StopFlag;
        assert_in_time(&DeadlineJob {
            ended_by,
            ..job(engine, 2, 20)
        });
    }
    // The search of the article to one depth at once, and depth by depth.
    for depth in [8, 10, 12] {
        for deepening in [false, true] {
            let mut job = job(EngineKind::Article, 1, 50);
            (job.size, job.dots) = (Size::default(), Some(500));
            job.options.depth = Some(depth);
            job.options.article.deepening = deepening;
            assert_in_time(&job);
        }
    }
    assert_in_time_on_a_long_line();
}
