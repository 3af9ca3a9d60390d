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
mod tests {
    use super::*;
    use crate::arena::event_log::MatchStarted;
    use crate::arena::termination::Termination;
    use crate::board::Rules;

    fn tell(known: &mut WatchedMatch, event: Event) {
        known.add_event(TimedEvent::now(event));
    }

    fn start() -> Event {
        let named = |name: &str| EngineView {
            name: name.to_owned(),
            time: String::new(),
        };
        Event::Start(MatchStarted {
            engines: vec![named("a"), named("b")],
            total: 9,
        })
    }

    fn begin(game: usize) -> Event {
        Event::Begin(GameStarted {
            game,
            players: [1, 0],
            width: 5,
            height: 4,
            rules: Rules::default(),
            komi: 0.0,
            start: Vec::new(),
            to_move: 0,
            left: [Some(500), None],
        })
    }

    fn played(game: usize) -> Played {
        Played {
            game,
            pairing: [0, 1],
            pair: game / 2,
            first: 1,
            winner: Some(1),
            margin: Some(2.0),
            ending: Termination::Full,
            detail: String::new(),
            moves: 3,
            largest_losses: None,
            fingerprint: game as u64,
        }
    }

    /// The games in the order of the overview: their numbers, from 1, and states.
    fn states(known: &WatchedMatch) -> Vec<(usize, GameState)> {
        let games = known.overview().games;
        games.iter().map(|game| (game.game, game.state)).collect()
    }

    #[test]
    fn a_game_runs_until_its_result_or_until_the_match_is_ended() {
        let mut known = WatchedMatch::default();
        tell(&mut known, start());
        (0..4).for_each(|game| tell(&mut known, begin(game)));
        known.add_result(&played(1));
        // The same result told twice counts once. The result of a game may be told before its beginning.
        known.add_result(&played(1));
        known.add_result(&played(4));
        tell(&mut known, begin(4));
        use GameState::{BrokenOff, Finished, Running};
        assert_eq!(
            states(&known),
            [
                (1, Running),
                (3, Running),
                (4, Running),
                (5, Finished),
                (2, Finished)
            ]
        );
        let overview = known.overview();
        assert_eq!((overview.finished, overview.standings[0].losses), (2, 2));
        let result = overview.games[4].result.clone().unwrap();
        assert_eq!(
            (result.winner, result.margin),
            (Some(Player::First), Some(2.0))
        );
        known.add_result(&Played {
            winner: Some(0),
            margin: Some(-3.0),
            ..played(3)
        });
        let result = known.game(4, 0).unwrap().summary.result.unwrap();
        assert_eq!(
            (result.winner, result.margin),
            (Some(Player::Second), Some(3.0))
        );
        // The process begins again and plays the third game again.
        tell(&mut known, start());
        tell(&mut known, begin(2));
        assert_eq!(states(&known)[0], (3, Running));
        assert!(states(&known).contains(&(1, BrokenOff)));
    }

    #[test]
    fn the_number_of_all_games_is_unknown_if_more_have_begun() {
        let mut known = WatchedMatch::default();
        tell(&mut known, start());
        (0..8).for_each(|game| known.add_result(&played(game)));
        tell(&mut known, begin(8));
        assert_eq!(known.overview().total, Some(9));
        known.add_result(&played(8));
        assert_eq!(known.overview().total, Some(9));
        tell(&mut known, begin(9));
        assert_eq!(known.overview().total, None);
        known.add_result(&played(9));
        assert_eq!(known.overview().total, None);
    }

    #[test]
    fn an_infinite_end_of_the_interval_is_left_out() {
        let mut known = WatchedMatch::default();
        tell(&mut known, start());
        // Three wins and a draw of the second engine, in two pairs.
        (0..3).for_each(|game| known.add_result(&played(game)));
        known.add_result(&Played {
            winner: None,
            margin: Some(0.0),
            ..played(3)
        });
        let standing = known.overview().standings[0].clone();
        assert!(standing.elo.unwrap() < 0.0);
        let [low, high] = standing.interval.unwrap();
        assert!(low.is_none() && high.unwrap() < 0.0, "{standing:?}");
    }

    #[test]
    fn a_game_has_its_rules_which_older_files_do_not_name() {
        let mut known = WatchedMatch::default();
        tell(&mut known, start());
        let rules = Rules {
            suicide: false,
            ..Rules::default()
        };
        let mut event = begin(0);
        if let Event::Begin(begin) = &mut event {
            begin.rules = rules;
        }
        let mut older = serde_json::to_value(&event).unwrap();
        tell(&mut known, event);
        assert_eq!(known.game(1, 0).unwrap().rules, rules);
        older.as_object_mut().unwrap().remove("rules");
        tell(&mut known, serde_json::from_value(older).unwrap());
        assert_eq!(known.game(1, 0).unwrap().rules, Rules::default());
    }

    #[test]
    fn what_ended_first_is_forgotten_first() {
        let mut known = WatchedMatch::default();
        tell(&mut known, start());
        tell(&mut known, begin(0));
        tell(&mut known, begin(1));
        for game in 2..MOST_KEPT + 10 {
            tell(&mut known, begin(game));
            known.add_result(&played(game));
        }
        // The second game is the last one to end.
        known.add_result(&played(1));
        tell(&mut known, begin(MOST_KEPT + 10));
        let states = states(&known);
        assert_eq!(states.len(), MOST_KEPT);
        use GameState::{Finished, Running};
        let running = [(1, Running), (MOST_KEPT + 11, Running)];
        assert_eq!(states[..2], running);
        let ended = [(2, Finished), (MOST_KEPT + 10, Finished)];
        assert_eq!(states[2..4], ended);
        assert!(known.game(13, 0).is_none() && known.game(14, 0).is_some());
        assert_eq!(known.overview().finished, MOST_KEPT + 9);
    }

    #[test]
    fn a_game_whose_result_is_forgotten_does_not_run() {
        let mut known = WatchedMatch::default();
        tell(&mut known, start());
        let games = 0..MOST_RESULTS + 5;
        let last = games.end;
        games
            .clone()
            .for_each(|game| known.add_result(&played(game)));
        games.for_each(|game| tell(&mut known, begin(game)));
        tell(&mut known, begin(last));
        let states = states(&known);
        assert_eq!(states.len(), MOST_KEPT);
        use GameState::{Finished, Running};
        assert_eq!(states[..2], [(last + 1, Running), (last, Finished)]);
        assert!(states[1..].iter().all(|&(_, state)| state == Finished));
    }

    #[test]
    fn of_running_games_the_silent_one_is_forgotten_first() {
        let mut known = WatchedMatch::default();
        tell(&mut known, start());
        let mut add = |at, event| known.add_event(TimedEvent { at, event });
        (0..2).for_each(|game| add(1, begin(game)));
        let played = MovePlayed {
            game: 0,
            player: 0,
            x: 0,
            y: 0,
            ms: 1,
            left: None,
            lead: None,
            win: None,
        };
        add(2, Event::Move(played));
        (2..=MOST_KEPT).for_each(|game| add(3, begin(game)));
        assert!(known.game(1, 0).is_some() && known.game(2, 0).is_none());
    }
}
