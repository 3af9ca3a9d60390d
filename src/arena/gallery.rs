//! What spectators know of a match, put together from its events.
//!
//! The events may come from a file that anybody has written. So every number in them is checked.

use super::event_log::{self, Event, GameStarted, MovePlayed, TimedEvent};
use super::journal::Played;
use super::tally::Tally;
use crate::board::Move;
use crate::geometry::{Player, Size};
use crate::protocol::watch::{
    EngineView, GameState, GameSummary, GameView, MoveView, Overview, PairingResults, ResultView,
    Watch,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Most games that are kept for spectators. If there are more, the game that ended first is forgotten. If all are
/// running, it is the one without a move for the longest time.
const MOST_KEPT: usize = 300;

/// Most results that are kept for games whose beginning has not been told yet.
const MOST_RESULTS: usize = 1000;

/// Most engines of a match that are kept. Further ones are left out.
const MOST_ENGINES: usize = 256;

/// Largest number of characters of the name of an engine, and of the text of its time control. Longer ones are cut.
const LONGEST_NAME: usize = 200;

/// What spectators know of a match: its engines, its results, and some of its games with their moves.
#[derive(Debug, Default)]
pub struct WatchedMatch {
    engines: Vec<EngineView>,
    /// Number of games that the process plays, which for a shard are its own ones.
    total: Option<usize>,
    games: BTreeMap<usize, WatchedGame>,
    /// Number of ends of games so far.
    ends: u64,
    tallies: BTreeMap<[usize; 2], Tally>,
    /// The numbers of the games whose results are in the tallies, so that each counts once.
    counted: BTreeSet<usize>,
    /// The results of games whose beginning has not been told.
    results: BTreeMap<usize, Played>,
}

/// A game that spectators know, with its moves so far.
#[derive(Debug)]
struct WatchedGame {
    begin: GameStarted,
    size: Size,
    start: Vec<Move>,
    moves: Vec<MoveView>,
    /// Time of its last event, in milliseconds since 1970.
    at: u64,
    /// Number of ends before that of this game; `None` while it runs.
    end: Option<u64>,
    result: Option<Played>,
}

impl WatchedMatch {
    /// Sets the engines, if none are known yet.
    pub fn set_engines_once(&mut self, engines: Vec<EngineView>) {
        if self.engines.is_empty() {
            self.engines = engines.into_iter().take(MOST_ENGINES).map(cut).collect();
        }
    }

    /// Enters an event. A move of an unknown game, and data out of range, are ignored.
    pub fn add_event(&mut self, entry: TimedEvent) {
        match entry.event {
            Event::Start(start) => {
                self.engines.clear();
                self.set_engines_once(start.engines);
                self.total = Some(start.total);
                self.break_off();
            }
            Event::Begin(begin) => self.begin(begin, entry.at),
            Event::Move(played) => {
                if let Some(game) = self.games.get_mut(&played.game) {
                    game.add(&played, entry.at);
                }
            }
            Event::Stop {} => self.break_off(),
        }
    }

    /// Enters the result of a finished game. A second result of the same game, or one of unknown engines, is ignored.
    pub fn add_result(&mut self, played: &Played) {
        let [one, other] = played.pairing;
        let count = self.engines.len();
        let is_one = |engine| engine == one || engine == other;
        let is_known = one < other && other < count && is_one(played.first);
        if !is_known || !played.winner.is_none_or(is_one) || !self.counted.insert(played.game) {
            return;
        }
        self.tallies.entry(played.pairing).or_default().add(played);
        if let Some(game) = self.games.get_mut(&played.game) {
            game.result = Some(played.clone());
            game.end(&mut self.ends);
            return;
        }
        self.results.insert(played.game, played.clone());
        while self.results.len() > MOST_RESULTS {
            self.results.pop_first();
        }
    }

    fn begin(&mut self, begin: GameStarted, at: u64) {
        let Ok(size) = Size::new(begin.width, begin.height) else {
            return;
        };
        let is_engine = |&engine: &usize| engine < self.engines.len();
        if !begin.players.iter().all(is_engine) || !begin.komi.is_finite() {
            return;
        }
        let result = self.results.remove(&begin.game);
        // The game is over, but too many results have been told since then.
        if result.is_none() && self.counted.contains(&begin.game) {
            return;
        }
        let dots = begin.start.iter().take(size.area() as usize);
        let placed = |&(x, y, player): &(u32, u32, usize)| {
            let (point, player) = (size.point(x, y)?, Player::from_index(player)?);
            Some(Move { point, player })
        };
        let mut game = WatchedGame {
            size,
            start: dots.filter_map(placed).collect(),
            moves: Vec::new(),
            at,
            end: None,
            result,
            begin,
        };
        if game.result.is_some() {
            game.end(&mut self.ends);
        }
        self.games.insert(game.begin.game, game);
        self.forget_some();
    }

    /// Marks the running games as broken off. They will be played again.
    fn break_off(&mut self) {
        let running = self.games.values_mut().filter(|game| game.end.is_none());
        running.for_each(|game| game.end(&mut self.ends));
    }

    fn forget_some(&mut self) {
        while self.games.len() > MOST_KEPT {
            let order = |game: &WatchedGame| match game.end {
                Some(end) => (0, end),
                None => (1, game.at),
            };
            let first = self.games.iter().min_by_key(|(_, game)| order(game));
            let Some((&number, _)) = first else {
                return;
            };
            self.games.remove(&number);
        }
    }

    /// The match as it stands: running games in their order first, then the others, the one that ended last first.
    pub fn overview(&self) -> Overview {
        let mut games: Vec<(&usize, &WatchedGame)> = self.games.iter().collect();
        // Games of equal keys stay in the order of their numbers.
        games.sort_by_key(|(_, game)| game.end.map(Reverse));
        let running = games.iter().filter(|(_, game)| game.end.is_none());
        let begun = self.counted.len() + running.count();
        let games = games.into_iter();
        Overview {
            engines: self.engines.clone(),
            finished: self.counted.len(),
            // A folder may have games of other shards too.
            total: self.total.filter(|&total| total >= begun),
            standings: self.tallies.iter().map(pairing_results).collect(),
            games: games
                .map(|(&number, game)| self.summary(number, game))
                .collect(),
        }
    }

    /// The game of this number, which counts from 1. Its first `from` moves are left out. `None` if the game is not
    /// known.
    pub fn game(&self, number: usize, from: usize) -> Option<GameView> {
        let index = number.checked_sub(1)?;
        let game = self.games.get(&index)?;
        let from = from.min(game.moves.len());
        Some(GameView {
            summary: self.summary(index, game),
            rules: game.begin.rules,
            komi: game.begin.komi,
            start: game.start.clone(),
            from,
            moves: game.moves[from..].to_vec(),
        })
    }

    fn summary(&self, number: usize, game: &WatchedGame) -> GameSummary {
        let name = |engine: usize| {
            let engine = self.engines.get(engine);
            engine.map(|engine| engine.name.clone()).unwrap_or_default()
        };
        let mut left = game.begin.left;
        for told in &game.moves {
            left[told.dot.player.index()] = told.left;
        }
        let first = Player::from_index(game.begin.to_move).unwrap_or(Player::First);
        let last = game.moves.last();
        GameSummary {
            game: number.saturating_add(1),
            players: game.begin.players.map(name),
            width: game.size.width(),
            height: game.size.height(),
            moves: game.moves.len(),
            state: game.state(),
            to_move: last.map_or(first, |last| last.dot.player.opponent()),
            left,
            since: event_log::now().saturating_sub(game.at),
            lead: last.and_then(|last| last.lead),
            result: game.result.as_ref().map(|played| result_view(played, game)),
        }
    }
}

impl WatchedGame {
    fn state(&self) -> GameState {
        match (&self.result, self.end) {
            (Some(_), _) => GameState::Finished,
            (None, Some(_)) => GameState::BrokenOff,
            (None, None) => GameState::Running,
        }
    }

    /// Enters the end of the game as the last of all. `ends` counts them.
    fn end(&mut self, ends: &mut u64) {
        self.end = Some(*ends);
        *ends += 1;
    }

    fn add(&mut self, played: &MovePlayed, at: u64) {
        let dot = self.size.point(played.x, played.y);
        let Some((point, player)) = dot.zip(Player::from_index(played.player)) else {
            return;
        };
        if self.moves.len() >= self.size.area() as usize {
            return;
        }
        let finite = |number: &f64| number.is_finite();
        self.moves.push(MoveView {
            dot: Move { point, player },
            ms: played.ms,
            left: played.left,
            lead: played.lead.filter(finite),
            win: played.win.filter(finite),
        });
        self.at = at;
    }
}

fn cut(mut engine: EngineView) -> EngineView {
    for text in [&mut engine.name, &mut engine.time] {
        *text = text.chars().take(LONGEST_NAME).collect();
    }
    engine
}

fn result_view(played: &Played, game: &WatchedGame) -> ResultView {
    let player = |engine| {
        Player::ALL
            .into_iter()
            .find(|player| game.begin.players[player.index()] == engine)
    };
    ResultView {
        winner: played.winner.and_then(player),
        margin: played.margin.map(f64::abs),
        ending: played.ending.to_string(),
        code: played.ending.code(),
    }
}

fn pairing_results((&engines, tally): (&[usize; 2], &Tally)) -> PairingResults {
    let estimate = tally.estimate();
    let certainty = estimate.and_then(|estimate| estimate.certainty);
    let finite = |elo: f64| elo.is_finite().then_some(elo);
    PairingResults {
        engines,
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        elo: estimate.and_then(|estimate| finite(estimate.elo)),
        interval: certainty.map(|certainty| [certainty.low, certainty.high].map(finite)),
    }
}

/// What spectators know of a match that this process plays. Several threads can use it.
#[derive(Debug, Default)]
pub struct Gallery(Mutex<WatchedMatch>);

impl Gallery {
    /// Calls `change` with the known match, which no other thread can use meanwhile.
    pub fn update(&self, change: impl FnOnce(&mut WatchedMatch)) {
        change(&mut self.lock());
    }

    fn lock(&self) -> MutexGuard<'_, WatchedMatch> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch for Gallery {
    fn overview(&self) -> Overview {
        self.lock().overview()
    }

    fn game(&self, number: usize, from: usize) -> Option<GameView> {
        self.lock().game(number, from)
    }
}

#[cfg(test)]
mod tests;
