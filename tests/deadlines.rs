//! Answers come in time, and a move is always there: what `tochki bench deadlines` measures, in
//! small.
//!
//! How late an answer may be is far more than on a quiet machine, as tests share it with others;
//! `TOCHKI_TOLERANCE_MS` sets it (2000 by default).

use std::time::Duration;
use tochki::Size;
use tochki::search::options::{EngineKind, Options};
use tochki::tools::bench::deadlines::{self, End};

fn tolerance() -> Duration {
    let asked = std::env::var("TOCHKI_TOLERANCE_MS").ok();
    let milliseconds = asked.map_or(2000, |number| {
        number.parse().expect("TOCHKI_TOLERANCE_MS is a number")
    });
    Duration::from_millis(milliseconds)
}

#[test]
fn every_engine_answers_in_time() {
    let size = Size::new(39, 32).unwrap();
    for engine in EngineKind::ALL {
        let options = Options {
            engine,
            ..Options::default()
        };
        for end in [End::Deadline, End::StopFlag] {
            let report = deadlines::run(&options, end, size, 2, 3);
            assert_eq!(report.overruns.len(), 2);
            assert_eq!(report.missing, 0, "{engine:?} {end:?}");
            assert_eq!(report.later_than(tolerance()), 0, "{engine:?} {report:?}");
        }
    }
}
