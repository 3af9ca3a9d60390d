//! The engine's opinion of games, and the reports of it.

use std::io::ErrorKind;
use tochki::Player;
use tochki::notation::record::ErrorClass;
use tochki::notation::{coordinates, sgf};
use tochki::protocol::Effort;
use tochki::search::StopFlag;
use tochki::search::options::{EngineKind, Options};
use tochki::tools::analyze::{Analysis, analyze, plot, report};
use tochki::tools::origin::Origin;
use tochki::tools::source::Source;

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
    // The values of this engine are exact.
    analysis_by(EngineKind::Tactical, &game())
}

fn analysis_by(engine: EngineKind, game: &Source) -> Analysis {
    let options = Options {
        engine,
        ..Options::default()
    };
    analysis_with(&options, game)
}

fn analysis_with(options: &Options, game: &Source) -> Analysis {
    let mut heard = Vec::new();
    let mut engine = options.build();
    let analysis = analyze(
        game,
        engine.as_mut(),
        Effort::Complexity(16),
        options,
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

#[test]
fn a_level_of_play_weakens_no_analysis() {
    let [strong, weak] = [10, 1].map(|level| {
        let options = Options {
            engine: EngineKind::Mcts,
            level,
            ..Options::default()
        };
        report::json(&analysis_with(&options, &game()), game().board.size(), 3)
    });
    assert_eq!(strong, weak);
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
    assert_eq!(
        (capture.loss, capture.expected_of_mover(), capture.lead()),
        (0, 1, 1)
    );
    assert!(capture.loses_no_dots());
    let first = analysis.summary(Player::First);
    assert_eq!((first.moves, first.without_loss, first.loss), (3, 1, 2));
}

#[test]
fn a_better_move_that_fills_the_board_is_compared_at_the_depth_of_the_other() {
    // The best move captures a dot, and no cell is left. After the played one the opponent captures.
    let start = "AB[ba][ca][da][ab][eb][bc][cc][fa][fc]AW[aa][cb][ea][fb][dc][ec][ac]";
    let text = format!("(;GM[40]SZ[6:3]{start};B[bb])");
    let game = Source::parse(text.as_bytes(), 1, &[]).unwrap();
    for engine in [EngineKind::Tactical, EngineKind::Article] {
        let opinion = analysis_by(engine, &game).opinions.remove(0);
        let best = coordinates::print(opinion.best.unwrap(), game.board.size());
        assert_eq!((best.as_str(), opinion.loss), ("4-2", 2), "{engine:?}");
        assert_eq!(opinion.class, Some(ErrorClass::Inaccuracy), "{engine:?}");
    }
}

#[test]
fn the_largest_errors_come_first_and_of_equal_ones_that_of_the_win_rate() {
    let mut analysis = analysis();
    let losses = [
        (1, 0.1, None),
        (3, 0.0, None),
        (0, 0.3, Some(ErrorClass::Mistake)),
        (1, 0.2, None),
        (0, 0.05, None),
        (5, 0.0, None),
    ];
    for (opinion, (loss, drop, class)) in analysis.opinions.iter_mut().zip(losses) {
        (opinion.loss, opinion.win_rate_loss, opinion.class) = (loss, Some(drop), class);
    }
    let numbers = |count| {
        let errors = analysis.largest_errors(count).into_iter();
        errors.map(|opinion| opinion.number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(9), [6, 2, 4, 1, 3]);
    assert_eq!(numbers(2), [6, 2]);
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
    // It stands before the comment of the game, and the notes behind that.
    analysis.notes.push("odd".to_owned());
    let mut record = game().record().unwrap();
    record.comment = "A cup.".to_owned();
    let comment = report::annotated(&analysis, record, 3).comment;
    assert_eq!(comment, format!("origin: {origin}\nA cup.\nnote: odd"));
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
