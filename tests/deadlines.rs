//! Answers come in time, and a move is always there: what `tochki bench deadlines` measures, in small.
//!
//! A search that is late may have had to wait for the machine, which tests share with others. It counts if it is late
//! ten times in a row: a loop that does not look at the clock is late each time.

#![cfg(feature = "cli")]

use std::time::Duration;
use tochki::Size;
use tochki::search::options::{EngineKind, Options};
use tochki::tools::bench::deadlines::{self, End, Job};

/// The largest overrun with one or two threads.
const LATE: Duration = Duration::from_millis(5);

/// More threads than the machine may have wait for one another.
const LATE_WITH_MANY: Duration = Duration::from_millis(15);

fn job(engine: EngineKind, threads: u32, time: u64) -> Job {
    Job {
        options: Options {
            engine,
            threads,
            ..Options::default()
        },
        end: End::Deadline,
        size: Size::new(62, 62).unwrap(),
        dots: Some(800),
        nodes: None,
        time: Duration::from_millis(time),
        count: 4,
        tolerance: if threads > 2 { LATE_WITH_MANY } else { LATE },
        retries: 9,
        seed: 3,
    }
}

fn assert_in_time(job: &Job) {
    let report = deadlines::run(job);
    assert_eq!(report.overruns.len(), job.count as usize);
    assert_eq!(report.missing, 0, "{job:?}");
    let late = report.largest();
    assert!(late <= job.tolerance, "{late:?} late: {job:?}");
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
            assert_in_time(&Job {
                size,
                dots,
                ..job(engine, 1, 10)
            });
        }
        let end = End::StopFlag;
        assert_in_time(&Job {
            end,
            ..job(engine, 2, 20)
        });
    }
}
