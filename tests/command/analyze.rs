//! The engine's opinion of games, and the reports of it.

use std::io::ErrorKind;
use tochki::board::Cell;
use tochki::notation::record::ErrorClass;
use tochki::notation::{coordinates, sgf};
use tochki::protocol::Effort;
use tochki::search::options::{EngineKind, Options};
use tochki::search::{Engine, Estimate, Limits, Outcome, Reporter, StopFlag};
use tochki::tools::analyze::{Analysis, analyze, plot, report};
use tochki::tools::origin::Origin;
use tochki::tools::source::Source;
use tochki::{Board, Player, Point};

/// In move 4 the second player leaves the dots in the middle to be captured with move 5.
pub const BLUNDER: &str = "(;FF[4]GM[40]SZ[7]PB[Ann]PW[Bob]
AB[dc][de][cd]AW[dd][fb]
;B[ff];W[bb];B[bf]
;W[gg]C[Where to?]
;B[ed];W[aa])";

fn game() -> Source {
    Source::parse(BLUNDER.as_bytes(), 1, &[]).unwrap()
}

fn analysis() -> Analysis {
    let mut heard = Vec::new();
    // Its values are exact.
    let options = Options {
        engine: EngineKind::Tactical,
        ..Options::default()
    };
    let mut engine = options.build();
    let analysis = analyze(
        &game(),
        engine.as_mut(),
        Effort::Complexity(16),
        &options,
        &StopFlag::default(),
        |opinion| {
            heard.push(opinion.clone());
            Ok(())
        },
    )
    .unwrap();
    assert_eq!(heard, analysis.opinions);
    analysis
}

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
        let mut free = board.free().iter();
        let (best, next) = (free.next(), free.next());
        Outcome {
            best,
            value,
            // The rules forbid the last move.
            line: vec![best, None, next, best],
            estimate: Some(Estimate {
                gain: value as f32,
                unit: 4.0,
            }),
            ..Outcome::default()
        }
    }
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
        "  move 1, X 2-2: loses 8 and 38 %; better 1-3 pass 2-3",
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
            "number": 1, "player": 0, "played": "2-2", "best": "1-3", "line": ["1-3", null, "2-3"],
            "expected": 4, "win_rate": 0.5, "loss": 8, "win_rate_loss": 0.381, "class": "mistake",
            "captured": [0, 0], "enclosed": []
        })
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
    let comment = "better than 2-2, expected +4, wins 50 %";
    assert_eq!(better.turns[0].comment, comment);
    // The pass of the second player is left out.
    assert!(
        text.contains(&format!("(\n;B[aa]C[{comment}]\n;B[ba])")),
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
    let expected: Vec<i32> = analysis.opinions.iter().map(|one| one.expected).collect();
    assert_eq!(expected, [3, -3]);
}

#[test]
fn the_planted_blunders_are_the_largest_errors() {
    let analysis = analysis();
    let size = game().board.size();
    assert_eq!(analysis.opinions.len(), 6);
    // Everybody overlooks the capture at 5-4 until it is made in move 5.
    let errors = analysis.largest_errors(10);
    let numbers: Vec<_> = errors.iter().map(|o| (o.number, o.loss)).collect();
    assert_eq!(numbers, [(1, 1), (2, 1), (3, 1), (4, 1)]);
    for opinion in errors {
        let best = coordinates::print(opinion.best.unwrap(), size);
        assert_eq!(best, "5-4", "move {}", opinion.number);
    }
    let capture = &analysis.opinions[4];
    assert_eq!((capture.loss, capture.value(), capture.lead()), (0, 1, 1));
    assert!(capture.is_agreement());
    let first = analysis.summary(Player::First);
    assert_eq!((first.moves, first.agreements, first.loss), (3, 1, 2));
}

#[test]
fn the_text_has_a_line_for_every_move_and_a_summary() {
    let text = report::text(&analysis(), game().board.size(), 2);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 14);
    // This engine tells no win rate.
    assert_eq!(
        lines[5],
        "   5  X 5-4     5-4           +1     .     -     -  1:0"
    );
    let own = "3 moves, 1 without loss of dots, 2 dots lost; mistakes: 0, inaccuracies: 0";
    assert_eq!(lines[8..10], [format!("X: {own}"), format!("O: {own}")]);
    for (line, start) in lines[11..].iter().zip([
        "Largest errors:",
        "  move 1, X 6-2: loses 1; better 5-4",
        "  move 2, O 2-6: loses 1; better 5-4",
    ]) {
        assert!(line.starts_with(start), "{line}");
    }
}

#[test]
fn the_json_has_the_same_facts() {
    let json = report::json(&analysis(), game().board.size(), 1);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["width"], 7);
    assert_eq!(value["largest_errors"], serde_json::json!([1]));
    assert_eq!(value["players"][1]["loss"], 2);
    let mut capture = value["moves"][4].clone();
    assert_eq!(capture["line"].take()[0], "5-4");
    assert_eq!(
        capture,
        serde_json::json!({
            "number": 5, "player": 0, "played": "5-4", "best": "5-4", "line": null,
            "expected": 1, "win_rate": null, "loss": 0, "win_rate_loss": null, "class": null,
            "captured": [1, 0], "enclosed": []
        })
    );
}

#[test]
fn the_annotated_record_is_the_same_game_with_comments() {
    let record = report::annotated(&analysis(), game().record().unwrap(), 1);
    let text = sgf::write(&record, sgf::Style::default()).unwrap();
    let collection = sgf::Collection::new(text.as_bytes()).unwrap();
    assert_eq!(collection.whole_games().unwrap()[0].record, record);
    assert_eq!(
        record.turns[3].comment,
        "Where to?\nbest 5-4, expected 0, loses 1"
    );
    assert_eq!(record.turns[4].comment, "best this, expected +1");
    assert_eq!(record.players, ["Ann", "Bob"]);
}

#[test]
fn every_report_tells_its_origin_or_nothing() {
    let mut analysis = analysis();
    let size = game().board.size();
    let reports = |analysis: &Analysis| {
        let record = report::annotated(analysis, game().record().unwrap(), 3);
        [
            report::text(analysis, size, 3),
            report::json(analysis, size, 3),
            sgf::write(&record, sgf::Style::default()).unwrap(),
        ]
    };
    for report in reports(&analysis) {
        assert!(!report.contains("origin"), "{report}");
        assert_eq!(report::origin(report.as_bytes()), None);
    }
    let options = Options::default();
    let origin = Origin::of_analysis(&options, Effort::Complexity(16), 3).for_game(&game());
    analysis.origin = Some(origin.clone());
    for report in reports(&analysis) {
        assert_eq!(
            report::origin(report.as_bytes()).as_ref(),
            Some(&origin),
            "{report}"
        );
    }
    for other in [
        "",
        "origin",
        "origin: words\n",
        "{",
        "{\"origin\":1}",
        "(;",
        "(;GM[40]SZ[3])",
    ] {
        assert_eq!(report::origin(other.as_bytes()), None, "{other}");
    }
}

#[test]
fn the_plot_marks_the_errors() {
    let svg = plot::draw(&analysis(), 3).to_string();
    for number in 1..=3 {
        assert!(svg.contains(&format!("data-move=\"{number}\"")));
    }
    assert!(!svg.contains("data-move=\"4\""));
    for words in [
        "Lead over the game",
        "lead in dots",
        "move",
        "captured",
        "expected",
        "largest errors",
    ] {
        assert!(svg.contains(&format!("data-text=\"{words}\"")), "{words}");
    }
    assert_eq!(svg.matches("class=\"lead\"").count(), 2);
}

#[test]
fn a_game_in_which_one_player_moves_twice_is_followed() {
    let game = Source::parse(b". c . / a B b / . d .", 1, &[]).unwrap();
    let mut engine = Options::default().build();
    let analysis = analyze(
        &game,
        engine.as_mut(),
        Effort::Complexity(0),
        &Options::default(),
        &StopFlag::default(),
        |_| Ok(()),
    )
    .unwrap();
    let players: Vec<_> = analysis.opinions.iter().map(|o| o.player.index()).collect();
    assert_eq!(players, [0, 0, 1, 0, 0]);
}

#[test]
fn who_cannot_listen_any_longer_ends_the_analysis() {
    let mut heard = 0;
    let analysis = analyze(
        &game(),
        Options::default().build().as_mut(),
        Effort::Complexity(0),
        &Options::default(),
        &StopFlag::default(),
        |_| {
            heard += 1;
            Err(ErrorKind::BrokenPipe.into())
        },
    );
    assert_eq!(analysis.unwrap_err().kind(), ErrorKind::BrokenPipe);
    assert_eq!(heard, 1);
}

#[test]
fn a_stopped_analysis_has_what_was_looked_at() {
    let stop = StopFlag::default();
    let options = Options {
        engine: EngineKind::Tactical,
        ..Options::default()
    };
    let analysis = analyze(
        &game(),
        options.build().as_mut(),
        Effort::Complexity(16),
        &options,
        &stop,
        |opinion| {
            if opinion.number == 3 {
                stop.raise();
            }
            Ok(())
        },
    )
    .unwrap();
    assert_eq!(analysis.opinions.len(), 3);
    assert_eq!(analysis.opinions, self::analysis().opinions[..3]);
    let moves = game().moves().len();
    let note = format!("interrupted: 3 of {moves} moves have been looked at");
    assert_eq!(analysis.interruption(), Some(note.clone()));
    assert_eq!(analysis.notes, [note]);
    assert_eq!(self::analysis().interruption(), None);
}

#[test]
fn one_is_no_plural() {
    let game = Source::parse(b"(;GM[40]SZ[3];B[aa])", 1, &[]).unwrap();
    let options = Options::default();
    let (mut engine, stop) = (options.build(), StopFlag::default());
    let effort = Effort::Complexity(0);
    let mut analysis =
        analyze(&game, engine.as_mut(), effort, &options, &stop, |_| Ok(())).unwrap();
    analysis.opinions[0].loss = 1;
    let summary = report::summary(&analysis, game.board.size(), 0);
    assert_eq!(
        summary,
        "\nX: 1 move, 0 without loss of dots, 1 dot lost; mistakes: 0, inaccuracies: 0\n\
         O: 0 moves, 0 without loss of dots, 0 dots lost; mistakes: 0, inaccuracies: 0\n"
    );
}

#[test]
fn foreign_rules_are_told_in_every_format() {
    let text = BLUNDER.replacen("GM[40]", "GM[40]RU[Punish=1]", 1);
    assert_ne!(text, BLUNDER);
    let game = Source::parse(text.as_bytes(), 1, &[]).unwrap();
    let mut engine = Options::default().build();
    let options = Options::default();
    let analysis = analyze(
        &game,
        engine.as_mut(),
        Effort::Complexity(0),
        &options,
        &StopFlag::default(),
        |_| Ok(()),
    )
    .unwrap();
    let [note] = analysis.notes.as_slice() else {
        panic!("{:?}", analysis.notes);
    };
    let size = game.board.size();
    assert!(report::text(&analysis, size, 3).starts_with(&format!("note: {note}\n")));
    let json: serde_json::Value = serde_json::from_str(&report::json(&analysis, size, 3)).unwrap();
    assert_eq!(json["notes"], serde_json::json!([note]));
    let record = report::annotated(&analysis, game.record().unwrap(), 3);
    assert!(record.comment.contains(note));
}
