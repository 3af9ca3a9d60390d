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

/// A move in the first game.
fn first_cell() -> Event {
    Event::Move(MovePlayed {
        game: 0,
        player: 0,
        x: 0,
        y: 0,
        ms: 1,
        left: None,
        lead: None,
        win: None,
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
    add(2, first_cell());
    (2..=MOST_KEPT).for_each(|game| add(3, begin(game)));
    assert!(known.game(1, 0).is_some() && known.game(2, 0).is_none());
}

#[test]
fn results_of_engines_that_do_not_play_are_ignored() {
    let mut known = WatchedMatch::default();
    tell(&mut known, start());
    let changes: [fn(&mut Played); 5] = [
        |result| result.pairing = [1, 2],
        |result| result.pairing = [1, 0],
        |result| result.pairing = [1, 1],
        |result| result.first = 2,
        |result| result.winner = Some(2),
    ];
    for change in changes {
        let mut bad = played(0);
        change(&mut bad);
        known.add_result(&bad);
        assert!(known.overview().standings.is_empty(), "{bad:?}");
    }
    known.add_result(&played(0));
    assert_eq!(known.overview().finished, 1);
}

#[test]
fn no_game_has_more_moves_than_cells() {
    let mut known = WatchedMatch::default();
    tell(&mut known, start());
    tell(&mut known, begin(0));
    (0..21).for_each(|_| tell(&mut known, first_cell()));
    assert_eq!(known.game(1, 0).unwrap().moves.len(), 20);
}
