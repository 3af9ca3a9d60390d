//! Where the workers of a match report: what they send goes to the journal, the results and the spectators.

use super::{Plan, Reported, Standings, TournamentError, error_at, journal_error};
use crate::arena::clock::TimeControl;
use crate::arena::digest::{digest, number_of};
use crate::arena::event_log::{EVENTS, EventLog, TimedEvent};
use crate::arena::gallery::Gallery;
use crate::arena::journal::{Journal, Played};
use crate::arena::referee::Finished;
use crate::arena::schedule::ScheduledGame;
use crate::files;
use crate::notation::record::{GameRecord, GameResult};
use crate::notation::sgf;
use crate::search::StopFlag;
use jiff::Timestamp;
use std::io;
use std::path::Path;
use std::sync::mpsc::Receiver;

/// What a worker sends: an event for spectators, a finished game, or the error that ends the match.
pub(super) enum FromWorker {
    Event(TimedEvent),
    Finished(Box<(ScheduledGame, Finished)>),
    Failed(TournamentError),
}

/// Receives events and finished games from the workers. It passes them on to the journal, the file of events, the results
/// and the gallery.
pub(super) struct Desk<'a> {
    plan: &'a Plan,
    journal: Option<Journal>,
    /// The open file of events. `None` before games are played, without a folder, or after an error of writing.
    event_log: Option<EventLog>,
    gallery: Option<&'a Gallery>,
    report: &'a mut dyn FnMut(&Standings, Reported),
    pub(super) standings: Standings,
}

impl<'a> Desk<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        journal: Option<Journal>,
        gallery: Option<&'a Gallery>,
        report: &'a mut dyn FnMut(&Standings, Reported),
    ) -> Desk<'a> {
        let total = plan.scheduled().count();
        let mut desk = Desk {
            plan,
            journal,
            event_log: None,
            gallery,
            report,
            standings: Standings {
                total,
                ..Standings::default()
            },
        };
        desk.publish(TimedEvent::now(plan.start_event(total)));
        desk
    }

    /// Opens the file of events. Those of another match are removed from it if this one is new: no game of it was
    /// played before. A match goes on without the file if it cannot be written.
    pub(super) fn begin(&mut self, is_new: bool) {
        if let Some(directory) = &self.plan.directory {
            match EventLog::open(directory, is_new) {
                Ok(event_log) => self.event_log = Some(event_log),
                Err(error) => self.lose_events(error),
            }
        }
        // `new` could tell it only to the gallery, because the file was not open yet.
        let start = self.plan.start_event(self.standings.total);
        self.publish(TimedEvent::now(start));
    }

    pub(super) fn publish(&mut self, entry: TimedEvent) {
        if let Some(event_log) = &mut self.event_log
            && let Err(error) = event_log.add(&entry)
        {
            self.lose_events(error);
        }
        if let Some(gallery) = self.gallery {
            gallery.update(|known| known.add_event(entry));
        }
    }

    /// Goes on without the file of events, and reports why.
    fn lose_events(&mut self, error: io::Error) {
        self.event_log = None;
        if let Some(directory) = &self.plan.directory {
            let place = directory.join(EVENTS);
            let reason = format!("{}: {error}", place.display());
            self.tell(Reported::EventsLost(&reason));
        }
    }

    /// Calls the function that hears of the results.
    pub(super) fn tell(&mut self, reported: Reported) {
        (self.report)(&self.standings, reported);
    }

    /// Adds a finished game to the results. Returns whether it completes its pair of games.
    pub(super) fn add(&mut self, played: &Played) -> bool {
        if let Some(gallery) = self.gallery {
            gallery.update(|known| known.add_result(played));
        }
        self.standings.add(played)
    }

    /// Receives from the workers until all have ended or the test is decided. When `stop` is raised, it raises `halt`,
    /// which ends the workers.
    pub(super) fn collect(
        &mut self,
        news: &Receiver<FromWorker>,
        [stop, halt]: [&StopFlag; 2],
    ) -> Result<(), TournamentError> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        loop {
            match news.recv_timeout(std::time::Duration::from_millis(100)) {
                Ok(FromWorker::Event(entry)) => self.publish(entry),
                Ok(FromWorker::Finished(finished)) => {
                    let (scheduled, finished) = *finished;
                    let played = enter(self.journal.as_mut(), self.plan, scheduled, finished)?;
                    let completes = self.add(&played);
                    self.tell(Reported::AfterGame);
                    // Games that end after the decision must not change it.
                    if completes && self.standings.decides(self.plan.stopping_test()) {
                        return Ok(());
                    }
                }
                Ok(FromWorker::Failed(error)) => return Err(error),
                Err(Disconnected) => return Ok(()),
                Err(Timeout) => {}
            }
            if stop.is_raised() {
                halt.raise();
            }
        }
    }
}

/// Writes the record of a finished game, then adds the game to the journal. So every game in the journal has a record,
/// unless SGF cannot record the board.
fn enter(
    journal: Option<&mut Journal>,
    plan: &Plan,
    scheduled: ScheduledGame,
    finished: Finished,
) -> Result<Played, TournamentError> {
    let engines = scheduled.engines();
    let played = Played {
        game: scheduled.number,
        pairing: scheduled.pairing,
        pair: scheduled.pair,
        first: scheduled.first,
        winner: finished.winner.map(|winner| engines[winner.index()]),
        margin: finished.margin,
        ending: finished.ending,
        detail: finished.detail.clone(),
        moves: finished.moves,
        largest_losses: finished.largest_losses,
        fingerprint: fingerprint(&finished.record),
    };
    if let (Some(journal), Some(directory)) = (journal, &plan.directory) {
        if sgf::check_size(plan.terms.size).is_ok() {
            write_record(directory, plan, scheduled, finished)?;
        }
        journal.add(&played).map_err(journal_error(directory))?;
    }
    Ok(played)
}

/// A hash of all dots of a game in their order.
fn fingerprint(record: &GameRecord) -> u64 {
    let dots = record.start.iter().copied().chain(record.moves());
    digest(dots.map(number_of))
}

/// What SGF tells of the time of the first and the second player, and the date. It is nothing if no time is limited, so
/// that a game by nodes has the same record on every day.
fn time_facts(controls: [TimeControl; 2], now: Timestamp) -> Vec<(&'static str, String)> {
    if controls.iter().all(|control| control.limit().is_none()) {
        return Vec::new();
    }
    let mut facts = vec![("DT", now.strftime("%F").to_string())];
    let [one, other] = controls;
    match one {
        TimeControl::Game { base, increment } if one == other => {
            facts.push(("TM", base.as_secs_f64().to_string()));
            if !increment.is_zero() {
                let increment = increment.as_secs_f64();
                facts.push(("OT", format!("{increment} s more after every move")));
            }
        }
        _ if one == other => facts.push(("GC", format!("time: {one}"))),
        _ => facts.push(("GC", format!("time: {one} against {other}"))),
    }
    facts
}

/// Writes the record of a game to a file such as `game-0001.sgf`. File names count games from 1.
fn write_record(
    directory: &Path,
    plan: &Plan,
    scheduled: ScheduledGame,
    finished: Finished,
) -> Result<(), TournamentError> {
    let engines = scheduled.engines();
    let number = scheduled.number + 1;
    let mut record = finished.record;
    record.players = engines.map(|engine| plan.entrants[engine].name.clone());
    record.facts.insert("RO".to_owned(), number.to_string());
    let controls = engines.map(|engine| plan.entrants[engine].setup.control);
    let facts = time_facts(controls, Timestamp::now());
    let facts = facts.into_iter();
    record
        .facts
        .extend(facts.map(|(name, fact)| (name.to_owned(), fact)));
    // The result of a decided game says by what it was won, and not by how much.
    let lead = finished.margin.map(GameResult::by_dots);
    let untold = lead.filter(|&lead| record.result != Some(lead));
    let lead = untold.map_or(String::new(), |lead| format!(": {lead}"));
    record.comment = format!("{}{lead}. {}", finished.ending, finished.detail)
        .trim_end()
        .to_owned();
    let place = format!("the record of game {number}");
    let text = sgf::write(&record, plan.style).map_err(error_at(place))?;
    let path = directory.join(format!("game-{number:04}.sgf"));
    files::replace(&path, text).map_err(error_at(path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::geometry::{Player, Point, Size};
    use std::time::Duration;

    #[test]
    fn games_from_different_starts_are_different() {
        let [one, other] = [0, 1].map(|x| {
            let mut record = GameRecord::new(Size::new(2, 1).unwrap());
            let (point, player) = (Point::new(x, 0), Player::First);
            record.start.push(Move { point, player });
            fingerprint(&record)
        });
        assert_ne!(one, other);
    }

    #[test]
    fn records_tell_the_date_and_the_time_of_games_by_time() {
        let facts = |controls| {
            let facts = time_facts(controls, Timestamp::UNIX_EPOCH).into_iter();
            let facts = facts.map(|(name, fact)| format!("{name}[{fact}]"));
            facts.collect::<String>()
        };
        let [clock, bare] = [500, 0].map(|ms| TimeControl::Game {
            base: Duration::from_secs(60),
            increment: Duration::from_millis(ms),
        });
        let [short, long] = [50, 100].map(|ms| TimeControl::PerMove(Duration::from_millis(ms)));
        let nodes = TimeControl::Nodes(100);
        for (controls, text) in [
            ([nodes, TimeControl::Complexity(7)], ""),
            (
                [clock, clock],
                "DT[1970-01-01]TM[60]OT[0.5 s more after every move]",
            ),
            ([bare, bare], "DT[1970-01-01]TM[60]"),
            ([short, short], "DT[1970-01-01]GC[time: 50 ms a move]"),
            (
                [short, long],
                "DT[1970-01-01]GC[time: 50 ms a move against 100 ms a move]",
            ),
            (
                [nodes, clock],
                "DT[1970-01-01]GC[time: 100 nodes a move against a clock of 60+0.5 s]",
            ),
        ] {
            assert_eq!(facts(controls), text);
        }
    }
}
