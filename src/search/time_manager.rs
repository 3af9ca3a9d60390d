//! The time manager: how much of the time for a move a search uses. `benches/strength.md` has the matches of the tree
//! search.

use super::{Limits, Outcome, Pace};
use crate::geometry::Point;
use std::time::{Duration, Instant};

/// How long a search takes, as percentages of [`Pace::usual`], except for `OF_LAST_CHANGE`.
/// Not measured but for `MOST_OF_TREE`: benches/ingredients.md.
impl Pace {
    /// The least time of a search that deepens by plies.
    const LEAST: u32 = 50;
    /// The greatest time of a search that deepens by plies.
    const MOST: u32 = 200;
    /// The greatest time of a tree search.
    const MOST_OF_TREE: u32 = 150;
    /// The time of a search that deepens by plies, as a percentage of the time until its best move changed last.
    const OF_LAST_CHANGE: u32 = 250;

    /// The longest time that the [`TimeManager`] gives a move: twice the usual time.
    pub(crate) fn longest(&self) -> Duration {
        percent(self.usual, Self::MOST)
    }
}

/// The limits of the simulations of a tree search. With a [`Pace`] they end after 1.5 times the usual time.
pub(super) fn limits_of_tree_search(limits: &Limits) -> Limits {
    let end = limits.pace.and_then(|pace| {
        let most = percent(pace.usual, Pace::MOST_OF_TREE);
        pace.start.checked_add(most)
    });
    Limits {
        deadline: limits.deadline.into_iter().chain(end).min(),
        ..limits.clone()
    }
}

/// How the visits of a tree search are spread over the moves at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RootVisits {
    /// Nodes since the time manager was made: simulations, and other searches converted to simulations.
    pub(super) nodes: u64,
    /// Number of visits by which the best move leads over every other move. 0 if it does not lead.
    pub(super) lead: u32,
}

/// Decides when a search ends: early if the move is clear, late if it is difficult. A search that deepens by plies
/// takes longer if it found its best move late. `mcts` judges by the visits of its moves instead.
#[derive(Clone, Debug)]
pub(super) struct TimeManager {
    /// When the manager was made. A tree search makes it when its simulations begin.
    begun: Instant,
    pace: Option<Pace>,
    deadline: Option<Instant>,
    best: Option<Point>,
    /// The time from the start until the best move changed last. Zero if it has not changed.
    last_change: Duration,
}

impl TimeManager {
    /// A time manager for a search that begins now with these limits.
    pub(super) fn new(limits: &Limits) -> TimeManager {
        TimeManager {
            begun: Instant::now(),
            pace: limits.pace,
            deadline: limits.deadline,
            best: None,
            last_change: Duration::ZERO,
        }
    }

    /// Whether a search that deepens by plies should end, with `outcome` as its result so far. Call it after each
    /// result, because it notes when the best move changes. Always false if the limits have no [`Pace`].
    pub(super) fn should_end_after(&mut self, outcome: &Outcome) -> bool {
        let pace = self.pace;
        pace.is_some_and(|pace| self.is_enough(&pace, pace.start.elapsed(), outcome))
    }

    /// Whether a search that deepens by plies should end when the time `elapsed` is used, with `outcome` as its result so
    /// far. Notes when the best move changes.
    fn is_enough(&mut self, pace: &Pace, elapsed: Duration, outcome: &Outcome) -> bool {
        if self.best != outcome.best {
            // The first move is no change.
            if self.best.is_some() {
                self.last_change = elapsed;
            }
            self.best = outcome.best;
        }
        let wanted = self.wanted(pace);
        if elapsed >= wanted {
            log::debug!(
                "time manager: the move found after {:?} stands; {elapsed:?} are enough, usual are {:?}",
                self.last_change,
                pace.usual
            );
        }
        elapsed >= wanted
    }

    /// Whether a tree search should end: no other move can catch up in visits before the deadline, at the rate of
    /// simulations so far. The rate is that since the manager was made: the searches before the simulations may be slower,
    /// because they have one thread. The deadline of the limits must be that of the simulations, not later than that of
    /// [`limits_of_tree_search`].
    ///
    /// Always false if the limits have no [`Pace`].
    ///
    /// CITE: S.-C. Huang, R. Coulom and S.-S. Lin, "Time management for Monte-Carlo tree search applied to the game of
    /// Go" (2010).
    pub(super) fn is_settled(&self, visits: RootVisits) -> bool {
        self.is_settled_at(Instant::now(), visits)
    }

    /// [`is_settled`](TimeManager::is_settled) at this moment.
    fn is_settled_at(&self, now: Instant, visits: RootVisits) -> bool {
        let Some((pace, deadline)) = self.pace.zip(self.deadline) else {
            return false;
        };
        let left = deadline.saturating_duration_since(now);
        let simulating = now.saturating_duration_since(self.begun);
        let to_come = left.as_secs_f64() / simulating.as_secs_f64();
        let is_settled = left.is_zero() || f64::from(visits.lead) > visits.nodes as f64 * to_come;
        if is_settled {
            log::debug!(
                "time manager: {:?} are enough, usual are {:?}; {visits:?}",
                now.saturating_duration_since(pace.start),
                pace.usual
            );
        }
        is_settled
    }

    fn wanted(&self, pace: &Pace) -> Duration {
        let least = percent(pace.usual, Pace::LEAST);
        percent(self.last_change, Pace::OF_LAST_CHANGE)
            .clamp(least, percent(pace.usual, Pace::MOST))
    }
}

fn percent(time: Duration, percent: u32) -> Duration {
    time.checked_mul(percent).unwrap_or(Duration::MAX) / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clear_moves_take_less_time_than_difficult_ones() {
        let ms = Duration::from_millis;
        let usual = ms(1000);
        let pace = Pace {
            start: Instant::now(),
            usual,
        };
        let wanted = |last_change| {
            let time_manager = TimeManager {
                begun: pace.start,
                pace: Some(pace),
                deadline: None,
                best: None,
                last_change: ms(last_change),
            };
            time_manager.wanted(&pace)
        };
        assert_eq!(wanted(0), ms(500));
        assert_eq!(wanted(400), ms(1000));
        assert_eq!(wanted(900), ms(2000));
    }

    #[test]
    fn a_search_goes_on_after_its_best_move_has_changed() {
        let seconds = Duration::from_secs;
        let pace = Pace {
            start: Instant::now(),
            usual: seconds(100),
        };
        let mut time_manager = TimeManager::new(&Limits::default());
        // The seconds since the start, the best move, and whether it is enough.
        for (elapsed, x, is_enough) in [
            (49, 0, false),
            // The first move is no change, so that half of the usual time is enough.
            (50, 0, true),
            // Another move is found after 60 seconds. It takes 150.
            (60, 1, false),
            (149, 1, false),
            (150, 1, true),
            (150, 0, false),
            (199, 0, false),
            (200, 0, true),
        ] {
            let outcome = Outcome {
                best: Some(Point::new(x, 0)),
                ..Outcome::default()
            };
            let found = time_manager.is_enough(&pace, seconds(elapsed), &outcome);
            assert_eq!(found, is_enough, "{x} after {elapsed} s");
        }
    }

    #[test]
    fn searches_by_visits_end_when_nothing_can_change_any_more() {
        let ms = Duration::from_millis;
        let start = Instant::now();
        // The search has 1,500 ms, of which another search takes the first.
        let settled = |other, elapsed, lead| {
            let time_manager = TimeManager {
                begun: start + ms(other),
                pace: Some(Pace {
                    start,
                    usual: ms(1000),
                }),
                deadline: Some(start + ms(1500)),
                best: None,
                last_change: Duration::ZERO,
            };
            time_manager.is_settled_at(start + ms(elapsed), RootVisits { nodes: 1000, lead })
        };
        let after = |elapsed, lead| settled(0, elapsed, lead);
        // Half of the time is over, so that as many simulations are to come as there were.
        assert!(!after(750, 1000) && after(750, 1001));
        assert!(!after(0, 1000));
        assert!(!after(1499, 0) && after(1500, 0));
        // The same rate after another search that took 500 ms.
        assert!(!settled(500, 1000, 1000) && settled(500, 1000, 1001));
    }

    #[test]
    fn a_tree_search_ends_after_one_and_a_half_times_the_usual_time() {
        let ms = Duration::from_millis;
        let start = Instant::now();
        let pace = Pace {
            start,
            usual: ms(100),
        };
        let end = |pace, most| {
            let deadline = Some(start + ms(most));
            let limits = Limits {
                pace,
                deadline,
                ..Limits::default()
            };
            limits_of_tree_search(&limits).deadline
        };
        assert_eq!(end(Some(pace), 200), Some(start + ms(150)));
        assert_eq!(end(Some(pace), 95), Some(start + ms(95)));
        assert_eq!(end(None, 200), Some(start + ms(200)));
    }

    #[test]
    fn without_a_pace_nothing_is_enough() {
        let limits = Limits::time(Duration::from_secs(100));
        let mut time_manager = TimeManager::new(&limits);
        assert!(!time_manager.should_end_after(&Outcome::default()));
        // With a pace any lead would be enough.
        assert!(!time_manager.is_settled(RootVisits { nodes: 0, lead: 10 }));
    }
}
