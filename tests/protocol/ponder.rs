//! Thinking on the opponent's time.

use crate::client::{Engine, PATIENCE, Stderr};
use std::time::{Duration, Instant};
use tochki::protocol::{Effort, Session};
use tochki::search::limits::FULL_LEVEL;
use tochki::search::options::Options;
use tochki::search::{Limits, Outcome, Silent};
use tochki::{Player, Size};

/// Waits until it does not think for a while, and asks it for an answer. A thread that thinks is running or could run,
/// however busy the machine is. An engine that has crashed rests as well.
fn expect_rest(engine: &mut Engine) {
    let (start, mut resting) = (Instant::now(), 0);
    while resting < 40 {
        assert!(start.elapsed() < PATIENCE, "it thinks");
        resting = if is_runnable(engine) { 0 } else { resting + 1 };
        std::thread::sleep(Duration::from_millis(5));
    }
    engine.tell("0 name");
}

/// Whether a thread of the engine is running or could run.
fn is_runnable(engine: &Engine) -> bool {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", engine.id())).unwrap();
    let stats = tasks.flatten().map(|task| task.path().join("stat"));
    let stats = stats.filter_map(|path| std::fs::read_to_string(path).ok());
    // The state is the first word behind the name in brackets.
    let mut states = stats.map(|stat| {
        stat.rsplit(") ")
            .next()
            .is_some_and(|rest| rest.starts_with('R'))
    });
    states.any(|is_running| is_running)
}

/// An engine that has chosen a move of the first player.
fn after_a_choice(ponder: bool) -> (Engine, String) {
    let mut engine = Engine::start(Stderr::Merged);
    engine.tell("0 set_option engine mcts");
    engine.tell("0 set_option hash 4");
    engine.tell(&format!("0 set_option ponder {ponder}"));
    engine.tell("0 init 20 20 1");
    engine.tell("0 play 9 9 0");
    engine.tell("0 play 10 9 1");
    let (reply, _) = engine.ask("0 gen_move_with_complexity 0 0");
    let cell = reply.rsplit("complexity ").next().unwrap().to_owned();
    (engine, cell)
}

#[test]
fn it_ponders_after_its_own_moves_until_the_opponent_moves() {
    let (mut engine, cell) = after_a_choice(true);
    engine.tell(&format!("0 play {cell}"));
    engine.wait_until_it_thinks(20);
    let (reply, _) = engine.ask("0 play 0 0 1");
    assert_eq!(reply, "= 0 play 0 0 1");
    expect_rest(&mut engine);
    let (reply, _) = engine.ask("0 gen_move_with_complexity 0 0");
    assert!(
        reply.starts_with("= 0 gen_move_with_complexity "),
        "{reply}"
    );
    let cell = reply.rsplit("complexity ").next().unwrap();
    engine.tell(&format!("0 play {cell}"));
    engine.close();
    assert_eq!(engine.end().code(), Some(0));
}

/// A session that ponders with this limit of nodes.
fn session_with_nodes(nodes: &str) -> Session {
    let mut session = Session::new(Options::default());
    for (name, value) in [("hash", "4"), ("ponder", "true"), ("nodes", nodes)] {
        session.set_option(name, value).unwrap();
    }
    session
}

/// What this engine ponders with a limit of 50 nodes. The first level is that of its move, the second is set after it.
fn pondered_by(engine: &str, levels: [u32; 2]) -> Option<Outcome> {
    let mut session = session_with_nodes("50");
    session.set_option("engine", engine).unwrap();
    session.begin_on_empty_board(Size::new(20, 20).unwrap(), 1);
    let effort = Effort::Level(levels[0]);
    let limits = session.limits(effort).unwrap();
    let point = session.choose(Player::First, limits).unwrap();
    session.play(point.x(), point.y(), Player::First).unwrap();
    let level = levels[1].to_string();
    session.set_option("level", &level).unwrap();
    session.ponder()
}

/// The same for `mcts`.
fn pondered_at(levels: [u32; 2]) -> Option<Outcome> {
    pondered_by("mcts", levels)
}

#[test]
fn an_engine_that_keeps_nothing_does_not_ponder() {
    for (engine, ponders) in [("article", false), ("tactical", true), ("mcts", true)] {
        let pondered = pondered_by(engine, [FULL_LEVEL; 2]);
        assert_eq!(pondered.is_some(), ponders, "{engine}");
    }
}

/// A low level uses nothing of what was searched before.
#[test]
fn it_does_not_ponder_below_full_strength() {
    const LOW: u32 = FULL_LEVEL - 1;
    assert!(pondered_at([LOW, FULL_LEVEL]).is_none() && pondered_at([FULL_LEVEL, LOW]).is_none());
    assert!(pondered_at([FULL_LEVEL; 2]).is_some());
}

/// No level weakens an analysis, so that the next search can use it.
#[test]
fn it_ponders_after_an_analysis_whatever_its_level_was() {
    let mut session = session_with_nodes("50");
    session.begin_on_empty_board(Size::new(8, 8).unwrap(), 1);
    session.set_option("level", "5").unwrap();
    let limits = session.limits(Effort::Options).unwrap();
    let lines = session.analyze(Player::First, limits, 1, &mut Silent);
    assert!(lines.is_ok());
    session.set_option("level", "10").unwrap();
    session.play(3, 3, Player::First).unwrap();
    assert!(session.ponder().is_some());
}

/// After the reply that it expects, the search goes on where pondering ended.
#[test]
fn it_ponders_the_position_of_the_opponent() {
    let after_its_move = || {
        let mut session = session_with_nodes("400");
        session.begin_on_empty_board(Size::new(20, 20).unwrap(), 1);
        for (x, y, player) in [(9, 9, Player::First), (10, 9, Player::Second)] {
            session.play(x, y, player).unwrap();
        }
        let point = session.choose(Player::First, Limits::nodes(50)).unwrap();
        session.play(point.x(), point.y(), Player::First).unwrap();
        session
    };
    let (mut pondered, rested) = (after_its_move(), after_its_move());
    let reply = pondered.ponder().and_then(|outcome| outcome.best);
    let reply = reply.expect("it ponders");
    let visits = |mut session: Session| {
        session.play(reply.x(), reply.y(), Player::Second).unwrap();
        session.choose(Player::First, Limits::nodes(50)).unwrap();
        session.outcome().unwrap().visits.expect("visits")
    };
    let visits = [rested, pondered].map(visits);
    // The new search has 50 simulations. Further ones are of the pondering.
    assert!(visits[0] < 50 && 50 < visits[1], "{visits:?}");
}

#[test]
fn it_ponders_only_after_its_own_move_in_the_same_game() {
    let mut session = session_with_nodes("50");
    let size = Size::new(8, 8).unwrap();
    session.begin_on_empty_board(size, 1);
    session.choose(Player::First, Limits::nodes(50)).unwrap();
    session.play(3, 3, Player::First).unwrap();
    assert!(session.ponder().is_some());
    session.play(4, 3, Player::Second).unwrap();
    assert!(session.ponder().is_none());
    assert!(session.outcome().is_ok());
    // The search was made in another game.
    session.begin_on_empty_board(size, 1);
    session.play(3, 3, Player::First).unwrap();
    assert!(session.ponder().is_none());
    assert!(session.outcome().is_err());
}

#[test]
fn it_ponders_on_after_other_requests_until_the_option_is_off() {
    let (mut engine, cell) = after_a_choice(true);
    engine.tell(&format!("0 play {cell}"));
    engine.wait_until_it_thinks(20);
    let (reply, _) = engine.ask("0 score");
    assert_eq!(reply, "= 0 score 0 0");
    engine.wait_until_it_thinks(20);
    engine.tell("0 set_option ponder false");
    expect_rest(&mut engine);
}

#[test]
fn it_ponders_no_longer_than_its_nodes_last() {
    let pondered = || pondered_at([FULL_LEVEL; 2]).expect("it ponders").nodes;
    let (sender, nodes) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(pondered()));
    // There is no input: without the limit this would take a day.
    let nodes = nodes.recv_timeout(Duration::from_secs(60));
    assert!((1..=50).contains(&nodes.expect("it has ended")));
}

#[test]
fn it_rests_unless_it_is_asked_to_ponder() {
    let (mut engine, cell) = after_a_choice(false);
    engine.tell(&format!("0 play {cell}"));
    expect_rest(&mut engine);
}

#[test]
fn it_ponders_after_a_move_that_it_analyzed_and_played() {
    let settings = [
        "--engine",
        "mcts",
        "--option",
        "hash=4",
        "--option",
        "ponder=true",
    ];
    let mut engine = Engine::start_with(&[&["gtp"], &settings[..]].concat(), Stderr::Merged);
    for request in ["kata-set-param maxVisits 50", "kata-genmove_analyze P1"] {
        engine.send(format!("{request}\n").as_bytes()).unwrap();
        while !engine.receive().expect("a reply").is_empty() {}
    }
    engine.wait_until_it_thinks(20);
    engine.close();
    assert!(engine.end().success());
}

/// The visits of the best move in the second search of a position. Between the two, the option is set.
fn visits_after(name: &str, value: &str) -> u64 {
    visits_after_change(|session| {
        session.set_option(name, value).unwrap();
    })
}

/// The visits of the best move in the second search of a position. Between the two, the session is changed.
fn visits_after_change(change: impl Fn(&mut Session)) -> u64 {
    let mut session = Session::new(Options::default());
    session.set_option("hash", "4").unwrap();
    session.begin_on_empty_board(Size::new(20, 20).unwrap(), 1);
    session.play(9, 9, Player::First).unwrap();
    for is_second in [false, true] {
        if is_second {
            change(&mut session);
        }
        session.choose(Player::Second, Limits::nodes(300)).unwrap();
    }
    session.outcome().unwrap().visits.expect("visits")
}

#[test]
fn it_forgets_what_it_has_found_if_another_engine_is_needed() {
    let anew = visits_after("article.margin", "2");
    assert_eq!(visits_after("depth", "3"), anew);
    for (name, value) in [
        ("hash", "4"),
        ("engine", "auto"),
        ("nodes", "500"),
        ("level", "9"),
        ("ponder", "true"),
    ] {
        assert!(visits_after(name, value) > anew, "{name} {value}");
    }
}

#[test]
fn the_engine_hears_of_another_komi() {
    let visits = |komi| visits_after_change(|session| session.set_komi(komi).unwrap());
    assert_ne!(visits(5.5), visits(0.0));
}
