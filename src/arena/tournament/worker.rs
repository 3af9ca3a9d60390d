//! The threads that play the games of a match.

use super::desk::FromWorker;
use super::{Entrant, Plan, error_at};
use crate::arena::client::{Client, ClientError};
use crate::arena::clock::TimeControl;
use crate::arena::event_log::{Event, GameStarted, MovePlayed, TimedEvent, millis};
use crate::arena::openings::Opening;
use crate::arena::referee::{self, EngineMove, Finished};
use crate::arena::schedule::ScheduledGame;
use crate::geometry::{Player, derive_seed};
use crate::search::StopFlag;
use fastrand::Rng;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

/// Number of failed starts of an engine in a row that end a match.
const MOST_STARTS: u32 = 3;

/// Time between a failed start and the next one. The system may need it to free the memory of a process that has ended.
const PAUSE: Duration = Duration::from_secs(1);

/// A thread that plays one game after the other. It has engine processes of its own.
pub(super) struct Worker<'a> {
    plan: &'a Plan,
    halt: &'a StopFlag,
    news: Sender<FromWorker>,
    /// The engines of the last game, by their numbers. They keep running for the next one.
    clients: HashMap<usize, Box<dyn Client>>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(plan: &'a Plan, halt: &'a StopFlag, news: Sender<FromWorker>) -> Worker<'a> {
        Worker {
            plan,
            halt,
            news,
            clients: HashMap::new(),
        }
    }

    pub(super) fn run(mut self, queue: &Mutex<impl Iterator<Item = ScheduledGame>>) {
        while let Some(scheduled) = queue.lock().ok().and_then(|mut games| games.next()) {
            let finished = loop {
                if self.halt.is_raised() {
                    return;
                }
                // A game that was called off although the match goes on is played again.
                if let Some(finished) = self.play(scheduled) {
                    break finished;
                }
                if !self.halt.is_raised() {
                    let game = scheduled.number + 1;
                    log::warn!(
                        "match, game {game} begins again: tochki did not run for a second or more"
                    );
                }
            };
            let finished = FromWorker::Finished(Box::new((scheduled, finished)));
            if self.news.send(finished).is_err() {
                return;
            }
        }
    }

    /// Plays a game. `None` if it was called off: the match has ended, or this process was suspended.
    fn play(&mut self, scheduled: ScheduledGame) -> Option<Finished> {
        let plan = self.plan;
        let engines = scheduled.engines();
        let seed = Rng::with_seed(derive_seed(plan.seed, scheduled.number as u64)).u64(..);
        // Otherwise every worker of a round robin would end up with a process of every engine.
        self.clients.retain(|engine, _| engines.contains(engine));
        let mut clients = Vec::with_capacity(2);
        for player in Player::ALL {
            match self.begin(engines[player.index()], seed) {
                Some(client) => clients.push(client),
                None => {
                    self.clients.extend(engines.into_iter().zip(clients));
                    return None;
                }
            }
        }
        let opening = plan.openings.get(scheduled.pair);
        let controls = engines.map(|engine| plan.entrants[engine].setup.control);
        let [first, second] = clients.as_mut_slice() else {
            return None;
        };
        let players: [&mut dyn Client; 2] = [first.as_mut(), second.as_mut()];
        let begin = Event::Begin(game_started(plan, scheduled, &opening, controls));
        // Sending fails if the receiver is gone, which does not matter.
        let tell = |event| drop(self.news.send(FromWorker::Event(TimedEvent::now(event))));
        tell(begin);
        let mut tell_move = |made| tell(Event::Move(move_played(scheduled, made)));
        let finished = referee::play(players, &opening, &plan.terms, controls, &mut tell_move)?;
        if finished.ending.is_fault() {
            log::debug!(
                "match, game {}: {}. {}",
                scheduled.number + 1,
                finished.ending,
                finished.detail
            );
        }
        // An engine that lost by a fault is dropped. A new process replaces it in the next game.
        let sound = clients.into_iter().zip(Player::ALL).filter(|(_, player)| {
            !(finished.ending.is_fault() && finished.winner != Some(*player))
        });
        self.clients
            .extend(sound.map(|(client, player)| (engines[player.index()], client)));
        Some(finished)
    }

    /// Begins a game in the engine with this number: in the running process, or in a new one if that does not succeed. If
    /// it fails several times in a row, the match ends. Every engine was started before the match, so this is no fault
    /// of the engine: the system lacks memory, or a file of the engine is gone. `None` if the game was called off.
    fn begin(&mut self, engine: usize, seed: u64) -> Option<Box<dyn Client>> {
        let plan = self.plan;
        if let Some(mut client) = self.clients.remove(&engine) {
            match client.begin(plan.terms.size, plan.terms.komi, seed) {
                Ok(()) => return Some(client),
                Err(error) if error.is_called_off() => return None,
                Err(_) => {}
            }
        }
        let name = &plan.entrants[engine].name;
        for start in 1.. {
            match self.start(engine, seed) {
                Ok(client) => return Some(client),
                Err(error) if error.is_called_off() => return None,
                Err(error) => {
                    log::debug!("match: start {start} of {name} failed: {error}");
                    if start == MOST_STARTS {
                        let reason = format!("{start} starts in a row have failed: {error}");
                        let _ = self.news.send(FromWorker::Failed(error_at(name)(reason)));
                        self.halt.raise();
                        return None;
                    }
                    thread::sleep(PAUSE);
                    if self.halt.is_raised() {
                        return None;
                    }
                }
            }
        }
        None
    }

    /// Starts the engine with this number and begins a game in it.
    fn start(&self, engine: usize, seed: u64) -> Result<Box<dyn Client>, ClientError> {
        let terms = &self.plan.terms;
        let Entrant { name, setup } = &self.plan.entrants[engine];
        log::debug!("match: starting {name}: {}", setup.command);
        let mut client = setup.start(terms.rules, terms.size, terms.patience, self.halt.clone())?;
        client.begin(terms.size, terms.komi, seed)?;
        Ok(client)
    }
}

/// The event that tells spectators of the beginning of a game.
fn game_started(
    plan: &Plan,
    scheduled: ScheduledGame,
    opening: &Opening,
    controls: [TimeControl; 2],
) -> GameStarted {
    let size = plan.terms.size;
    let dots = opening.dots.iter();
    GameStarted {
        game: scheduled.number,
        players: scheduled.engines(),
        width: size.width(),
        height: size.height(),
        rules: plan.terms.rules,
        komi: plan.terms.komi,
        start: dots
            .map(|dot| (dot.point.x(), dot.point.y(), dot.player.index()))
            .collect(),
        to_move: opening.to_move.index(),
        left: controls.map(|control| control.limit().map(millis)),
    }
}

/// The event that tells spectators of a move.
fn move_played(scheduled: ScheduledGame, made: EngineMove) -> MovePlayed {
    MovePlayed {
        game: scheduled.number,
        player: made.dot.player.index(),
        x: made.dot.point.x(),
        y: made.dot.point.y(),
        ms: millis(made.took),
        left: made.left.map(millis),
        lead: made.lead,
        win: made.win,
    }
}
