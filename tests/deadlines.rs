//! Answers come in time, and a move is always there: what `tochki bench deadlines` measures, in small.
//!
//! A search that is late may have had to wait for the machine, which tests share with others. So a job with a late
//! search is run ten times, and it is counted how often each search is late.

#![cfg(feature = "cli")]

use std::time::Duration;
use tochki::Size;
use tochki::search::options::{EngineKind, Options};
use tochki::tools::bench::deadlines::{self, DeadlineJob, EndedBy};

/// The overrun above which a search is late.
const LATE: Duration = Duration::from_millis(5);
/// More threads than the machine may have wait for one another.
const LATE_WITH_MANY: Duration = Duration::from_millis(15);
/// Number of runs of a job with a late search.
const RUNS: u32 = 10;
/// The most of these runs in which one search may be late.
const MOST_LATE: u32 = 6;

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

fn assert_in_time(job: &DeadlineJob) {
    let late = match job.options.threads {
        0..=2 => LATE,
        _ => LATE_WITH_MANY,
    };
    let mut times_late = vec![0; job.count as usize];
    let mut largest = Duration::ZERO;
    for _ in 0..RUNS {
        let report = deadlines::run(job);
        assert_eq!(report.overruns.len(), times_late.len());
        assert_eq!(report.missing, 0, "{job:?}");
        for (times, &overrun) in times_late.iter_mut().zip(&report.overruns) {
            *times += u32::from(overrun > late);
        }
        largest = largest.max(report.largest());
        if times_late.iter().all(|&times| times == 0) {
            return;
        }
    }
    assert!(
        times_late.iter().all(|&times| times <= MOST_LATE),
        "late in {times_late:?} of {RUNS} runs, {largest:?} at most: {job:?}"
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
}
