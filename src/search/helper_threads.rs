//! Helper threads of a search: they search the same position as the main thread, and share its table or tree.

use super::{Limits, StopFlag};
use std::num::NonZero;
use std::sync::Once;
use std::thread;

/// Runs `search` on this thread, and each of the `helpers` on a thread of its own. The stop flag of the helpers is raised
/// when `search` is done, and when that of the limits is raised. Returns the result of `search`, after all helpers have
/// ended. If the system starts no more threads, the other helpers do not run.
pub(super) fn with_helper_threads<T>(
    limits: &Limits,
    helpers: impl IntoIterator<Item = impl FnOnce(&Limits) + Send>,
    search: impl FnOnce() -> T,
) -> T {
    let limits = &Limits {
        stop: limits.stop.child(),
        ..limits.clone()
    };
    let helpers = helpers.into_iter();
    warn_of_many(1 + helpers.size_hint().0);
    thread::scope(|scope| {
        let _stop = RaisedAtTheEnd(&limits.stop);
        for helper in helpers {
            let thread = thread::Builder::new();
            if let Err(error) = thread.spawn_scoped(scope, move || helper(limits)) {
                log::warn!("a thread cannot be started: {error}");
                break;
            }
        }
        search()
    })
}

/// Logs a warning if there are more threads than processors, because searches may end late then. It warns once in the
/// life of the program.
fn warn_of_many(threads: usize) {
    static SAID: Once = Once::new();
    let available = thread::available_parallelism().map_or(usize::MAX, NonZero::get);
    if threads > available {
        SAID.call_once(|| {
            log::warn!("{threads} threads share {available} processors: searches may end late");
        });
    }
}

/// Raises the stop flag of the helpers when it is dropped, so that they stop even if the search panics.
struct RaisedAtTheEnd<'a>(&'a StopFlag);

impl Drop for RaisedAtTheEnd<'_> {
    fn drop(&mut self) {
        self.0.raise();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::{Duration, Instant};

    #[test]
    fn helpers_stop_when_the_search_is_done_or_dies_or_is_stopped() {
        let stopped = AtomicU32::new(0);
        let helper = |limits: &Limits| {
            while !limits.is_over() {
                thread::yield_now();
            }
            stopped.fetch_add(1, Ordering::Relaxed);
        };
        assert_eq!(
            with_helper_threads(&Limits::default(), [helper; 2], || 7),
            7
        );
        assert_eq!(stopped.load(Ordering::Relaxed), 2);
        let dies = || with_helper_threads(&Limits::default(), [helper], || panic!("on purpose"));
        assert!(catch_unwind(AssertUnwindSafe(dies)).is_err());
        assert_eq!(stopped.load(Ordering::Relaxed), 3);
        let limits = Limits::default();
        with_helper_threads(&limits, [helper], || {
            limits.stop.raise();
            let start = Instant::now();
            while stopped.load(Ordering::Relaxed) < 4 {
                assert!(start.elapsed() < Duration::from_secs(60));
                thread::yield_now();
            }
        });
    }
}
