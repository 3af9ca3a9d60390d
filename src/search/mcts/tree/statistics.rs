//! Statistics that several threads change at the same time, without a lock.
//!
//! No other memory depends on these numbers: the lock of the tree publishes new positions and moves. So they need no
//! order among themselves (`Relaxed`). While other threads add results, a thread may see the count of a result without its
//! value. Alone, a thread sees what it has added.
//!
//! CITE: M. Enzenberger and M. Müller, "A lock-free multithreaded Monte-Carlo tree search algorithm" (2009).

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU16, AtomicU32};

/// The greatest number of visits that is counted. An analysis of a nearly full board reaches it within an hour.
const MOST_VISITS: u32 = 1 << 31;

/// A result has at least the weight 1 / `RESULT_MEMORY` in a mean. With less, rounding loses results near the mean and keeps
/// those far from it. So the mean would drift towards rare large captures.
const RESULT_MEMORY: u32 = 1 << 20;

/// The weight in a mean of the result of a visit. `visit` is the number of visits with it.
#[inline]
pub(super) fn weight_of(visit: u32) -> f32 {
    1.0 / visit.min(RESULT_MEMORY) as f32
}

/// A number of visits.
#[derive(Debug, Default)]
pub(super) struct Visits(AtomicU32);

impl Visits {
    #[inline]
    pub(super) fn get(&self) -> u32 {
        self.0.load(Relaxed)
    }

    /// Counts a visit, up to [`MOST_VISITS`] or a few more with several threads. Returns the number of visits with it.
    #[inline]
    pub(super) fn add(&self) -> u32 {
        let visits = self.0.fetch_add(1, Relaxed) + 1;
        if visits > MOST_VISITS {
            self.0.store(MOST_VISITS, Relaxed);
        }
        visits
    }
}

impl Clone for Visits {
    fn clone(&self) -> Visits {
        Visits(AtomicU32::new(self.get()))
    }
}

/// The number of simulations that are on their way through a move. A copy begins at 0.
#[derive(Debug, Default)]
pub(super) struct InFlight(AtomicU16);

impl InFlight {
    #[inline]
    pub(super) fn get(&self) -> u32 {
        self.0.load(Relaxed).into()
    }

    #[inline]
    pub(super) fn add(&self) {
        self.0.fetch_add(1, Relaxed);
    }

    #[inline]
    pub(super) fn subtract(&self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Clone for InFlight {
    fn clone(&self) -> InFlight {
        InFlight::default()
    }
}

/// A mean of results.
#[derive(Debug)]
pub(super) struct Mean(AtomicU32);

impl Mean {
    pub(super) fn new(mean: f32) -> Mean {
        Mean(AtomicU32::new(mean.to_bits()))
    }

    #[inline]
    pub(super) fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Relaxed))
    }

    /// Adds a result that has this weight, in [0, 1], in the new mean.
    #[inline]
    pub(super) fn add(&self, result: f32, weight: f32) {
        self.change(|mean| mean + (result - mean) * weight);
    }

    /// Replaces the mean by what `change` makes of it.
    #[inline]
    pub(super) fn change(&self, change: impl Fn(f32) -> f32) {
        let change = |bits| Some(change(f32::from_bits(bits)).to_bits());
        // This repeats until no other thread comes between, and never fails.
        let _ = self.0.fetch_update(Relaxed, Relaxed, change);
    }
}

impl Clone for Mean {
    fn clone(&self) -> Mean {
        Mean::new(self.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::thread;

    #[test]
    fn visits_never_begin_again_at_zero() {
        let visits = Visits(AtomicU32::new(MOST_VISITS - 1));
        for _ in 0..3 {
            visits.add();
            assert_eq!(visits.get(), MOST_VISITS);
        }
    }

    #[test]
    fn a_mean_of_millions_does_not_drift_towards_rare_results() {
        let mean = Mean::new(0.0);
        for visit in 1..=1_u32 << 24 {
            let margin = if visit.is_multiple_of(10) { 30.0 } else { 2.0 };
            mean.add(margin, weight_of(visit));
        }
        assert!((mean.get() - 4.8).abs() < 0.1, "{}", mean.get());
    }

    #[test]
    fn threads_lose_no_result() {
        let (visits, in_flight, mean) = (Visits::default(), InFlight::default(), Mean::new(0.0));
        let start = Barrier::new(4);
        let work = || {
            start.wait();
            for _ in 0..100_000 {
                in_flight.add();
                visits.add();
                // A sum, so that each lost result shows.
                mean.change(|sum| sum + 1.0);
                in_flight.subtract();
            }
        };
        thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
        assert_eq!((visits.get(), in_flight.get()), (400_000, 0));
        assert_eq!(mean.get(), 400_000.0);
        mean.add(0.0, 0.25);
        assert_eq!(mean.get(), 300_000.0);
    }
}
