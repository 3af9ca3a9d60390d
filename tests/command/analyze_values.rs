//! What reports tell of the values that an engine gives to moves. The engines are those of the tests.

use std::time::Duration;
use tochki::board::Cell;
use tochki::notation::record::ErrorClass;
use tochki::notation::sgf;
use tochki::protocol::Effort;
use tochki::search::options::{EngineKind, Options};
use tochki::search::{Engine, Estimate, Limits, Outcome, Reporter, StopFlag};
use tochki::tools::analyze::{Analysis, analyze, report};
use tochki::tools::source::Source;
use tochki::{Board, Player, Point};

/// The analysis of a game by an engine of a test.
fn analysis_by(mut engine: impl Engine, game: &Source) -> Analysis {
    let (options, stop) = (Options::default(), StopFlag::default());
    let effort = Effort::Complexity(1);
    analyze(game, &mut engine, effort, &options, &stop, |_| Ok(())).unwrap()
}

/// Takes the first free cell. The cell at the top left is worth four dots, for the player who moves if it is free.
struct Corner;

impl Engine for Corner {
    fn search(
        &mut self,
        board: &mut Board,
        player: Player,
        _: &Limits,
        _: &mut dyn Reporter,
    ) -> Outcome {
        let is_lost = board.cell(Point::new(0, 0)) == Cell::Live(player.opponent());
        let value = if is_lost { -4 } else { 4 };
        let mut line: Vec<Point> = board.free().iter().take(2).collect();
        let best = line.first().copied();
        // The rules forbid the last move.
        line.extend(best);
        Outcome {
            best,
            value,
            line,
            estimate: Some(Estimate {
                gain: value as f32,
                unit: 4.0,
            }),
            ..Outcome::default()
        }
    }
}

/// Searches as [`Corner`], but nothing if there is a deadline.
struct Late;

impl Engine for Late {
    fn search(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let found = Corner.search(board, player, limits, reporter);
        match limits.deadline {
            Some(_) => Outcome {
                best: found.best,
                visits: Some(0),
                ..Outcome::default()
            },
            None => found,
        }
    }
}

#[test]
fn what_a_deadline_leaves_without_a_search_is_searched() {
    let (game, stop) = (game_for_corner(), StopFlag::default());
    for engine in [EngineKind::Auto, EngineKind::Tactical] {
        let options = Options {
            engine,
            ..Options::default()
        };
        let analysis = |engine: &mut dyn Engine, effort| {
            analyze(&game, engine, effort, &options, &stop, |_| Ok(())).unwrap()
        };
        let late = analysis(&mut Late, Effort::Time(Duration::from_millis(1)));
        let expected = analysis(&mut Corner, Effort::Complexity(1));
        assert_eq!(late, expected, "{engine:?}");
    }
}

/// Searches as [`Late`], and keeps the limits of nodes that it is given.
struct Witness(Vec<Option<u64>>);

impl Engine for Witness {
    fn search(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        self.0.push(limits.nodes);
        Late.search(board, player, limits, reporter)
    }
}

#[test]
fn a_search_in_place_of_an_empty_one_keeps_to_the_option_of_nodes() {
    let options = Options {
        nodes: 50,
        ..Options::default()
    };
    let (mut witness, stop) = (Witness(Vec::new()), StopFlag::default());
    let (game, effort) = (game_for_corner(), Effort::Time(Duration::from_millis(1)));
    analyze(&game, &mut witness, effort, &options, &stop, |_| Ok(())).unwrap();
    let Witness(nodes) = witness;
    assert!(nodes.len() > 3, "{nodes:?}");
    assert!(nodes.iter().all(|&nodes| nodes == Some(50)), "{nodes:?}");
}

fn game_for_corner() -> Source {
    Source::parse(b"(;GM[40]SZ[3]KM[4];B[bb];W[aa];B[cc])", 1, &[]).unwrap()
}

#[test]
fn the_text_tells_the_win_rate_and_the_better_line() {
    let game = game_for_corner();
    let text = report::text(&analysis_by(Corner, &game), game.board.size(), 2);
    let lines = [
        "move    played  best    expected  loss  wins  drop  score",
        "   1  X 2-2     1-3           +4     8  50 %  38 %  0:0  mistake",
        "   2  O 1-3     1-3           +4     .  88 %     .  0:0",
        "   3  X 3-1     2-3           -4     .  12 %     .  0:0",
        "",
        "X: 2 moves, 1 without loss of dots, 8 dots lost; mistakes: 1, inaccuracies: 0",
        "O: 1 move, 1 without loss of dots, 0 dots lost; mistakes: 0, inaccuracies: 0",
        "",
        "Largest errors:",
        "  move 1, X 2-2: loses 8 and 38 %; better 1-3 2-3",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn the_json_tells_the_win_rate_and_the_better_line() {
    let game = game_for_corner();
    let json = report::json(&analysis_by(Corner, &game), game.board.size(), 1);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        value["moves"][0],
        serde_json::json!({
            "number": 1, "player": 0, "played": "2-2", "best": "1-3", "line": ["1-3", "2-3"],
            "expected": 4, "win_rate": 0.5, "loss": 8, "win_rate_loss": 0.381, "class": "mistake",
            "captured": [0, 0], "enclosed": []
        })
    );
    // What is expected is told from the side of the player who moved.
    let second = &value["moves"][1];
    assert_eq!(
        (&second["player"], &second["expected"]),
        (&1.into(), &4.into())
    );
    assert_eq!(
        value["players"][0],
        serde_json::json!({
            "moves": 2, "without_loss": 1, "loss": 8, "mistakes": 1, "inaccuracies": 0
        })
    );
}

/// Games for [`Corner`], whose first move is a mistake, and what is proved to be enclosed before it.
const ENCLOSED: [(&[u8], Option<&str>); 3] = [
    (
        b"(;GM[40]SZ[7]AB[dc][de][cd]AW[dd];B[gg];W[aa])",
        Some("O's 1 dot at 4-4 is enclosed: key 5-4"),
    ),
    // The same position. The owner of the dot is to move.
    (b"(;GM[40]SZ[7]AB[dc][de][cd]AW[dd];W[gg];B[aa])", None),
    (
        b"(;GM[40]SZ[6:5]AW[ca][da][bb][eb][bc][cd][dd]AB[cc];B[fe];W[aa])",
        Some("X's 1 dot at 3-3 is enclosed"),
    ),
];

#[test]
fn at_errors_the_reports_tell_what_was_enclosed() {
    for (game, sentence) in ENCLOSED {
        let game = Source::parse(game, 1, &[]).unwrap();
        let analysis = analysis_by(Corner, &game);
        let [first, second] = &analysis.opinions[..] else {
            panic!("{analysis:?}");
        };
        assert_eq!(first.class, Some(ErrorClass::Mistake));
        assert_eq!((second.class, second.enclosed.len()), (None, 0));
        let size = game.board.size();
        let text = report::text(&analysis, size, 1);
        let record = report::annotated(&analysis, game.record().unwrap(), 1);
        let comment = &record.turns[0].comment;
        match sentence {
            Some(sentence) => {
                let line = format!("before the move {sentence}");
                assert!(text.ends_with(&format!("\n    {line}\n")), "{text}");
                assert!(comment.ends_with(&format!("\n{line}")), "{comment}");
            }
            None => assert!(!text.contains("enclosed") && !comment.contains("enclosed")),
        }
        let json: serde_json::Value =
            serde_json::from_str(&report::json(&analysis, size, 1)).unwrap();
        let enclosed = json["moves"][0]["enclosed"].as_array().unwrap();
        assert_eq!(enclosed.len(), usize::from(sentence.is_some()));
        if sentence.is_some_and(|sentence| sentence.contains("key")) {
            let expected = serde_json::json!({"player": 1, "dots": 1, "at": "4-4", "key": "5-4"});
            assert_eq!(enclosed[0], expected);
        }
    }
}

#[test]
fn the_record_has_the_better_line_as_a_variation() {
    let game = game_for_corner();
    let analysis = analysis_by(Corner, &game);
    let record = report::annotated(&analysis, game.record().unwrap(), 2);
    let text = sgf::write(&record, sgf::Style::default()).unwrap();
    let collection = sgf::Collection::new(text.as_bytes()).unwrap();
    assert_eq!(collection.whole_games().unwrap()[0].record, record);
    assert_eq!(
        record.turns[0].comment,
        "best 1-3, expected +4, wins 50 %, loses 8 and 38 %, mistake"
    );
    let classes: Vec<_> = record.turns.iter().map(|turn| turn.class).collect();
    assert_eq!(classes, [Some(ErrorClass::Mistake), None, None]);
    let [better] = &record.variations[..] else {
        panic!("{:?}", record.variations);
    };
    assert_eq!((better.parent, better.after), (0, 0));
    let comment = "better than 2-2, expected +4, wins 50 %";
    assert_eq!(better.turns[0].comment, comment);
    assert!(
        text.contains(&format!("(\n;B[aa]C[{comment}]\n;W[ba])")),
        "{text}"
    );
    let none = report::annotated(&analysis, game.record().unwrap(), 0);
    assert!(none.variations.is_empty());
}

#[test]
fn a_mark_of_the_record_stays() {
    let text = b"(;GM[40]SZ[3]KM[4];B[bb]DO[];W[aa]BM[1];B[cc])";
    let game = Source::parse(text, 1, &[]).unwrap();
    let analysis = analysis_by(Corner, &game);
    let record = report::annotated(&analysis, game.record().unwrap(), 0);
    let (mistake, inaccuracy) = (ErrorClass::Mistake, ErrorClass::Inaccuracy);
    let classes: Vec<_> = record.turns.iter().map(|turn| turn.class).collect();
    assert_eq!(classes, [Some(inaccuracy), Some(mistake), None]);
    // What the engine thinks of the move is in its comment.
    let comment = &record.turns[0].comment;
    assert!(comment.ends_with(", mistake"), "{comment}");
}

#[test]
fn the_result_is_certain_on_a_full_board() {
    /// Wants to capture at the right, and expects nothing of other moves.
    struct Captor;
    impl Engine for Captor {
        fn search(
            &mut self,
            board: &mut Board,
            _: Player,
            _: &Limits,
            _: &mut dyn Reporter,
        ) -> Outcome {
            let best = board.free().iter().last();
            let (gain, unit) = (0.0, 4.0);
            Outcome {
                best,
                estimate: best.and(Some(Estimate { gain, unit })),
                ..Outcome::default()
            }
        }
    }
    // With a dot at the right the first player captures one, and no cell is left.
    let text = b"(;GM[40]SZ[4:3]AB[ba][ca][ab][bc][cc]AW[cb][aa][da][ac][dc];B[bb])";
    let game = Source::parse(text, 1, &[]).unwrap();
    let opinion = analysis_by(Captor, &game).opinions.remove(0);
    assert_eq!((opinion.best, opinion.loss), (Some(Point::new(3, 1)), 1));
    assert_eq!(opinion.win_rate_loss, Some(0.5));
    assert_eq!(opinion.class, Some(ErrorClass::Mistake));
}

#[test]
fn the_result_is_certain_where_only_forbidden_suicides_are_left() {
    /// Takes the last cell that is allowed, and is certain that nothing is captured any more.
    struct Last;
    impl Engine for Last {
        fn search(
            &mut self,
            board: &mut Board,
            player: Player,
            limits: &Limits,
            _: &mut dyn Reporter,
        ) -> Outcome {
            let allowed = board.free().iter().filter(|&point| limits.allows(point));
            let best = allowed.last();
            assert!(best.is_none_or(|point| board.is_legal_for(point, player)));
            let (gain, unit) = (0.0, 0.0);
            Outcome {
                best,
                estimate: best.and(Some(Estimate { gain, unit })),
                ..Outcome::default()
            }
        }
    }
    // The second player leads by a dot. A cell in a base of the first player is left, and one that either may take.
    let start = "AB[ba][ca][ab][cb][bc][da][ea][ga][ec][gc][fb]AW[aa][ac][cc][dc][fa][eb][gb][fc]";
    let text = format!("(;GM[40]SZ[7:3]RU[Suicide=0]{start};B[bb])");
    let game = Source::parse(text.as_bytes(), 1, &[]).unwrap();
    let opinion = analysis_by(Last, &game).opinions.remove(0);
    assert_eq!((opinion.best, opinion.loss), (Some(Point::new(3, 1)), 0));
    assert_eq!(
        (opinion.win_rate, opinion.win_rate_loss),
        (Some(0.0), Some(0.0))
    );
    assert_eq!(opinion.class, None);
}

#[test]
fn the_engine_hears_of_the_komi() {
    /// Expects to win the komi.
    struct Counter;
    impl Engine for Counter {
        fn search(
            &mut self,
            board: &mut Board,
            _: Player,
            limits: &Limits,
            _: &mut dyn Reporter,
        ) -> Outcome {
            Outcome {
                best: board.free().first(),
                value: limits.komi as i32,
                ..Outcome::default()
            }
        }
    }
    let game = Source::parse(b"(;GM[40]SZ[7]KM[3];B[dd];W[ee])", 1, &[]).unwrap();
    let analysis = analysis_by(Counter, &game);
    let expected: Vec<i32> = analysis
        .opinions
        .iter()
        .map(|one| one.expected_lead)
        .collect();
    assert_eq!(expected, [3, -3]);
}

#[test]
fn the_positions_after_both_moves_are_searched_to_the_same_ply() {
    /// Remembers the depths that it was given, and completes at most five plies. Its third search ends early.
    #[derive(Default)]
    struct Diver(Vec<Option<u32>>);
    impl Engine for Diver {
        fn search(
            &mut self,
            board: &mut Board,
            _: Player,
            limits: &Limits,
            _: &mut dyn Reporter,
        ) -> Outcome {
            self.0.push(limits.plies);
            let most = if self.0.len() == 3 { 2 } else { 5 };
            Outcome {
                best: board.free().first(),
                plies: limits.plies.map_or(most, |plies| plies.min(most)),
                ..Outcome::default()
            }
        }
    }
    let options = Options {
        engine: EngineKind::Tactical,
        ..Options::default()
    };
    let game = Source::parse(b"(;GM[40]SZ[4];B[bb];W[aa])", 1, &[]).unwrap();
    let (mut engine, stop) = (Diver::default(), StopFlag::default());
    let effort = Effort::Complexity(100);
    analyze(&game, &mut engine, effort, &options, &stop, |_| Ok(())).unwrap();
    // The second move is the best one, so nothing is compared with it.
    let [first, compared @ .., second] = &engine.0[..] else {
        panic!("{:?}", engine.0);
    };
    assert_eq!(first, second);
    assert_eq!(compared, [4, 4, 2, 2].map(Some));
}
