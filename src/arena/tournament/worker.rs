//! The threads that play the games of a match.

use super::desk::News;
use super::{Entrant, Plan, error_at};
use crate::arena::broadcast::{self, Begin, Event, Note, millis};
use crate::arena::client::{Client, ClientError};
use crate::arena::clock::TimeControl;
use crate::arena::openings::Opening;
use crate::arena::process::ProcessError;
use crate::arena::referee::{self, Finished, Made};
use crate::arena::schedule::Job;
use crate::geometry::{Player, derive_seed};
use crate::search::StopFlag;
use fastrand::Rng;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::mpsc::Sender;

/// A thread that plays one game after the other. It has engine processes of its own.
pub(super) struct Worker<'a> {
    plan: &'a Plan,
    halt: &'a StopFlag,
    news: Sender<News>,
    /// The engines of the last game, by their numbers. They keep running for the next one.
    clients: HashMap<usize, Box<dyn Client>>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(plan: &'a Plan, halt: &'a StopFlag, news: Sender<News>) -> Worker<'a> {
        Worker {
            plan,
            halt,
            news,
            clients: HashMap::new(),
        }
    }

    pub(super) fn run(mut self, queue: &Mutex<Vec<Job>>) {
        while !self.halt.is_raised() {
            let next = queue.lock().ok().and_then(|mut jobs| jobs.pop());
            let Some(job) = next else { return };
            let Some(finished) = self.play(job) else {
                return;
            };
            let finished = News::Finished(Box::new((job, finished)));
            if self.news.send(finished).is_err() {
                return;
            }
        }
    }

    /// Plays a game. `None` if the match ended meanwhile, or has to end because the system cannot start an engine.
    fn play(&mut self, job: Job) -> Option<Finished> {
        let engines = job.engines();
        // In a round robin every worker would else have a process of every engine in the end.
        self.clients.retain(|engine, _| engines.contains(engine));
        let mut clients = Vec::with_capacity(2);
        for player in Player::ALL {
            match self.client(engines[player.index()]) {
                Ok(client) => clients.push(client),
                Err(error) => {
                    log::debug!("match, game {}: {error}", job.game + 1);
                    self.clients.extend(engines.into_iter().zip(clients));
                    if matches!(error, ClientError::Process(ProcessError::Start { .. })) {
                        // Every engine was started before the match. So this is no fault of the engine: the system
                        // has no more processes or open files, or the program is gone.
                        let name = &self.plan.entrants[engines[player.index()]].name;
                        let _ = self.news.send(News::Failed(error_at(name)(error)));
                        return None;
                    }
                    return referee::forfeit(&self.plan.terms, player, &error);
                }
            }
        }
        let plan = self.plan;
        let opening = plan.openings.get(job.pair, plan.terms.size);
        let controls = engines.map(|engine| plan.entrants[engine].setup.control);
        let seed = Rng::with_seed(derive_seed(plan.seed, job.game as u64)).u64(..);
        let [first, second] = clients.as_mut_slice() else {
            return None;
        };
        let players: [&mut dyn Client; 2] = [first.as_mut(), second.as_mut()];
        let begin = Event::Begin(begin(plan, job, &opening, controls));
        // Sending fails if the receiver is gone, which does not matter.
        let tell = |event| drop(self.news.send(News::Event(Note::now(event))));
        tell(begin);
        let mut tell_move = |made| tell(Event::Move(told(job, made)));
        let finished = referee::play(
            players,
            &opening,
            &plan.terms,
            controls,
            seed,
            &mut tell_move,
        )?;
        if finished.ending.is_fault() {
            log::debug!(
                "match, game {}: {}. {}",
                job.game + 1,
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

    /// Takes the running engine with this number, or starts a new process.
    fn client(&mut self, engine: usize) -> Result<Box<dyn Client>, ClientError> {
        if let Some(client) = self.clients.remove(&engine) {
            return Ok(client);
        }
        let Entrant { name, setup } = &self.plan.entrants[engine];
        log::debug!("match: starting {name}: {}", setup.command);
        setup.start(self.plan.terms.patience, self.halt.clone())
    }
}

/// The event that tells spectators of the beginning of a game.
fn begin(plan: &Plan, job: Job, opening: &Opening, controls: [TimeControl; 2]) -> Begin {
    let size = plan.terms.size;
    let dots = opening.dots.iter();
    Begin {
        game: job.game,
        players: job.engines(),
        width: size.width(),
        height: size.height(),
        komi: plan.terms.komi,
        start: dots
            .map(|dot| (dot.point.x(), dot.point.y(), dot.player.index()))
            .collect(),
        to_move: opening.to_move.index(),
        left: controls.map(|control| control.limit().map(millis)),
    }
}

/// The event that tells spectators of a move.
fn told(job: Job, made: Made) -> broadcast::Made {
    broadcast::Made {
        game: job.game,
        player: made.dot.player.index(),
        x: made.dot.point.x(),
        y: made.dot.point.y(),
        ms: millis(made.took),
        left: made.left.map(millis),
        lead: made.lead,
        win: made.win,
    }
}
