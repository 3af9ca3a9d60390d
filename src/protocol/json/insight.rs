//! Requests about a position that need no search for a move: importance, trajectories, rings, and ways to the edge. Rings
//! and ways are made of virtual connections.

use super::replies::{EscapeView, LinkView, Results, RingView, TrajectoryView, Worth};
use super::{Refusal, refuse};
use crate::geometry::Player;
use crate::importance::Importance;
use crate::protocol::Session;
use crate::protocol::dot::Coords;
use crate::search::{connections, trajectory};
use std::time::{Duration, Instant};

/// Greatest number of cells of a trajectory that a client can ask for.
const LONGEST_TRAJECTORY: usize = 4;

/// Greatest number of trajectories in a reply.
const MOST_IN_REPLY: usize = 10_000;

/// With more captured and freed dots than this, in all trajectories together, a reply has no further trajectory.
const MOST_DOTS: usize = 500_000;

/// The time that a request for trajectories, or for rings and ways to the edge, may take. On usual boards it takes some
/// milliseconds.
const MOST_TIME: Duration = Duration::from_secs(1);

/// The part of [`MOST_TIME`] for the search for trajectories. The rest is for what each trajectory captures.
const MOST_SEARCH_TIME: Duration = Duration::from_millis(500);

/// The cells of the play range that have importance, scaled so that the greatest one is 1 and rounded to 0.001. Cells
/// with importance 0 or less are left out. The options of the engine `article` hold.
pub(super) fn importance(session: &Session) -> Result<Results, Refusal> {
    let options = session.options().article.importance_options();
    let map = Importance::new(options).map(session.board()?);
    let greatest = map.iter().map(|&(_, value)| value).max().unwrap_or(0);
    let scale = f64::from(greatest.max(1));
    let cells = map.into_iter().filter(|&(_, value)| value > 0);
    Ok(Results::Importance {
        cells: cells
            .map(|(point, value)| Worth {
                coords: point.into(),
                value: (1000.0 * f64::from(value) / scale).round() / 1000.0,
            })
            .collect(),
    })
}

/// The trajectories of both players with at most `longest` cells, and the dots that each captures and frees. The
/// shortest come first. [`shortest_trajectories`](trajectory::shortest_trajectories), [`MOST_IN_REPLY`] and
/// [`MOST_DOTS`] limit them.
/// When the session's stop flag is raised, or after [`MOST_SEARCH_TIME`], those that are known are returned. The first
/// player has half of this time, and the second one the rest.
pub(super) fn trajectories(session: &Session, longest: usize) -> Result<Results, Refusal> {
    let start = Instant::now();
    trajectories_by(session, longest, || start.elapsed())
}

/// [`trajectories`] by another clock: `elapsed` returns the time since the request came.
fn trajectories_by(
    session: &Session,
    longest: usize,
    elapsed: impl Fn() -> Duration,
) -> Result<Results, Refusal> {
    if !(1..=LONGEST_TRAJECTORY).contains(&longest) {
        return Err(refuse(format!(
            "a way to capture has from 1 to {LONGEST_TRAJECTORY} dots, not {longest}"
        )));
    }
    let board = &mut session.board()?.clone();
    let stop = &session.interrupts().stop;
    let mut all = Vec::new();
    let ends = [MOST_SEARCH_TIME / 2, MOST_SEARCH_TIME];
    for (player, end) in Player::ALL.into_iter().zip(ends) {
        let mut is_over = || stop.is_raised() || elapsed() >= end;
        let found = trajectory::shortest_trajectories(board, player, longest, &mut is_over);
        all.extend(found.into_iter().map(|own| (player, own)));
    }
    all.sort_by_key(|(_, own)| own.len());
    let (mut views, mut dots) = (Vec::new(), 0);
    for (player, own) in all {
        if views.len() == MOST_IN_REPLY || dots > MOST_DOTS || elapsed() >= MOST_TIME {
            break;
        }
        let Some(capture) = trajectory::capture_by(board, player, &own) else {
            continue;
        };
        dots += (capture.captured.len() + capture.freed.len()) as usize;
        views.push(TrajectoryView {
            player: player.into(),
            cells: trajectory::playing_order(board, player, &own)
                .map(Coords::from)
                .collect(),
            captured: capture.captured.iter().map(Coords::from).collect(),
            freed: capture.freed.iter().map(Coords::from).collect(),
        });
    }
    Ok(Results::Trajectories { ways: views })
}

/// The rings of both players round loose enemy dots. A ring is made of virtual connections between dots of the player,
/// and at most one semi-connection. The rings of the first player come first. Those of each player begin with the one
/// that has the most dots inside. Rings that the search does not find are missing. Ways of loose dots to the edge
/// have the same order, and may be missing too. They have virtual connections only. When the session's stop flag is
/// raised, or after [`MOST_TIME`], those that are known are returned.
pub(super) fn rings(session: &Session) -> Result<Results, Refusal> {
    let start = Instant::now();
    rings_by(session, || start.elapsed())
}

/// [`rings()`] by another clock: `elapsed` returns the time since the request came.
fn rings_by(session: &Session, elapsed: impl Fn() -> Duration) -> Result<Results, Refusal> {
    let board = session.board()?;
    let stop = &session.interrupts().stop;
    let is_over = &mut || stop.is_raised() || elapsed() >= MOST_TIME;
    let (mut rings, mut escapes) = (Vec::new(), Vec::new());
    for player in Player::ALL {
        rings.extend(connections::rings(board, player, is_over));
    }
    for player in Player::ALL {
        escapes.extend(connections::escapes(board, player, is_over));
    }
    Ok(Results::Rings {
        rings: rings
            .iter()
            .map(|ring| RingView {
                player: ring.player.into(),
                links: ring.connections.iter().map(LinkView::new).collect(),
                proved: ring.is_proved,
                inside: ring.inside(board).iter().map(Coords::from).collect(),
            })
            .collect(),
        escapes: escapes
            .iter()
            .map(|escape| EscapeView {
                player: escape.player.into(),
                links: escape.connections.iter().map(LinkView::new).collect(),
                proved: true,
                dots: escape.dots.iter().map(Coords::from).collect(),
            })
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Game;
    use crate::geometry::Size;
    use crate::notation::diagram;
    use crate::search::options::Options;
    use std::cell::Cell;
    use std::ops::Range;

    // The clocks of these tests stand still or jump, so that a slow machine does not end a search.

    fn ways(session: &Session, longest: usize, time: impl Fn() -> Duration) -> Vec<TrajectoryView> {
        match trajectories_by(session, longest, time) {
            Ok(Results::Trajectories { ways }) => ways,
            _ => panic!("there are ways"),
        }
    }

    #[test]
    fn importance_is_that_of_the_options() {
        let mut session = Session::new(Options::default());
        session.begin_on_empty_board(Size::new(4, 3).unwrap(), 1);
        for (x, y, player) in [
            (0, 1, Player::First),
            (1, 1, Player::Second),
            (1, 0, Player::First),
            (1, 2, Player::First),
        ] {
            session.play(x, y, player).unwrap();
        }
        let count = |session: &Session| match importance(session) {
            Ok(Results::Importance { cells }) => cells.len(),
            _ => panic!("there is a game"),
        };
        assert_eq!(count(&session), 3);
        session.set_option("article.shapes", "false").unwrap();
        session.set_option("article.angles", "false").unwrap();
        assert_eq!(count(&session), 0);
    }

    #[test]
    fn a_stop_or_the_clock_ends_the_search_for_ways_to_capture() {
        let mut session = Session::new(Options::default());
        session.begin_on_empty_board(Size::new(3, 3).unwrap(), 1);
        session.play(1, 1, Player::Second).unwrap();
        for (x, y) in [(1, 0), (0, 1), (1, 2)] {
            session.play(x, y, Player::First).unwrap();
        }
        let calls = Cell::new(0);
        let count_calls = || {
            calls.set(calls.get() + 1);
            Duration::ZERO
        };
        assert_eq!(ways(&session, 1, count_calls).len(), 1);
        // The searches are in time, and then the time is over.
        let left = Cell::new(calls.get());
        let jump = || {
            left.set(left.get() - 1);
            match left.get() {
                0 => MOST_TIME,
                _ => Duration::ZERO,
            }
        };
        assert_eq!(ways(&session, 1, jump).len(), 0);
        assert_eq!(ways(&session, 1, || MOST_TIME).len(), 0);
        session.interrupts().stop.raise();
        assert_eq!(ways(&session, 1, || Duration::ZERO).len(), 0);
    }

    /// Two combs of the first player whose teeth reach between each other, with dots of the second player in these
    /// columns between the teeth. Most pairs of free cells between the teeth capture. Below them the second player
    /// captures a dot with one of his.
    fn combs(side: usize, enemies: Range<usize>) -> Session {
        let cell = |x: usize, y: usize| match y % 4 {
            _ if x == 0 || x + 1 == side => '0',
            0 if x + 2 < side => '0',
            2 if x > 1 => '0',
            1 | 3 if enemies.contains(&x) => '1',
            _ => '.',
        };
        let row = |y| (0..side).map(|x| cell(x, y)).collect();
        let mut rows: Vec<String> = (0..side).map(row).collect();
        let below = ["", "..1", ".101", ""];
        rows.extend(below.map(|row| format!("{row:.<side$}")));
        let board = diagram::parse(&rows.join("\n")).unwrap();
        let mut session = Session::new(Options::default());
        session.begin(Game::new(board));
        session
    }

    #[test]
    fn the_ways_to_capture_are_limited_and_the_shortest_come_first() {
        let ways = ways(&combs(22, 11..12), 2, || Duration::ZERO);
        assert_eq!(ways.len(), MOST_IN_REPLY);
        let lengths: Vec<usize> = ways.iter().map(|way| way.cells.len()).collect();
        assert!(lengths.is_sorted() && lengths[..2] == [1, 2]);
    }

    #[test]
    fn a_way_to_capture_ends_with_its_cell_in_an_empty_base() {
        let mut session = Session::new(Options::default());
        session.begin(Game::new(diagram::parse(".01.\n0.01\n.0..").unwrap()));
        let ways = ways(&session, 2, || Duration::ZERO);
        let cells = |way: &TrajectoryView| way.cells.iter().map(|&at| (at.x, at.y)).collect();
        let ways: Vec<Vec<_>> = ways.iter().map(cells).collect();
        assert!(ways.contains(&vec![(2, 2), (1, 1)]), "{ways:?}");
    }

    #[test]
    fn no_way_to_capture_is_added_to_very_many_dots() {
        let ways = ways(&combs(30, 6..24), 2, || Duration::ZERO);
        assert!(ways.len() < MOST_IN_REPLY);
        let dots = |ways: &[TrajectoryView]| -> usize {
            let of_one = |way: &TrajectoryView| way.captured.len() + way.freed.len();
            ways.iter().map(of_one).sum()
        };
        assert!(dots(&ways) > MOST_DOTS, "{} ways", ways.len());
        assert!(dots(&ways[..ways.len() - 1]) <= MOST_DOTS);
    }

    #[test]
    fn a_stop_or_the_clock_ends_the_search_for_rings() {
        let mut session = Session::new(Options::default());
        session.begin_on_empty_board(Size::new(4, 5).unwrap(), 1);
        session.play(2, 2, Player::Second).unwrap();
        for (x, y) in [(1, 1), (2, 1), (0, 2), (3, 2), (1, 4)] {
            session.play(x, y, Player::First).unwrap();
        }
        let count = |session: &Session, time| match rings_by(session, || time) {
            Ok(Results::Rings { rings, escapes }) => [rings.len(), escapes.len()],
            _ => panic!("there are rings"),
        };
        assert_eq!(count(&session, Duration::ZERO), [1, 1]);
        assert_eq!(count(&session, MOST_TIME), [0, 0]);
        session.interrupts().stop.raise();
        assert_eq!(count(&session, Duration::ZERO), [0, 0]);
    }
}
