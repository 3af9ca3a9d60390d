//! SGF files: samples of every dialect, files that must be refused, and random records. Huge ones are in
//! `tests/sgf_huge.rs`.

use proptest::prelude::*;
use std::path::{Path, PathBuf};
use tochki::board::{Action, Rules};
use tochki::notation::record::{ErrorClass, GameRecord, GameResult, Margin, Turn};
use tochki::notation::sgf::{
    self, Address, Collection, Problem, Reading, RuleSet, Style, Unwritable,
};
use tochki::{Board, Move, Player, Point, Size};

fn fixtures(directory: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let mut files: Vec<PathBuf> = std::fs::read_dir(root)
        .expect("the directory is there")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sgf"))
        .collect();
    files.sort();
    files
}

fn name(path: &Path) -> &str {
    path.file_stem()
        .and_then(|name| name.to_str())
        .expect("a plain name")
}

fn read(file: &str) -> Vec<Reading> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/sgf")
        .join(file);
    sgf::parse(&std::fs::read(path).expect("a file")).expect("a good file")
}

/// A file, its start dots and turns, the captures of both players, the warnings.
type Sample = (
    &'static str,
    usize,
    usize,
    [u32; 2],
    &'static [&'static str],
);

/// What the dialect samples hold.
const SAMPLES: [Sample; 22] = [
    ("collection", 1, 4, [1, 0], &[]),
    ("dots-game", 4, 4, [1, 0], &[]),
    (
        "dyda",
        0,
        7,
        [1, 0],
        &[
            "line 1, column 38: unknown rules \"2\" are taken for automatic minimal capture",
            "line 2, column 20: an empty move after move 3 is skipped",
            "line 2, column 24: an empty move after move 3 is skipped",
            "line 2, column 63: an empty move after move 7 is skipped",
        ],
    ),
    ("freed", 0, 17, [4, 0], &[]),
    (
        "in-territory",
        0,
        7,
        [1, 0],
        &[
            "line 1, column 62: the record is cut before move 8 at 2-7, \
           which our rules refuse: the cell is inside captured territory",
        ],
    ),
    ("iso-8859-2", 0, 2, [0, 0], &[]),
    ("katago", 3, 3, [0, 0], &[]),
    ("koi8-r", 0, 7, [1, 0], &[]),
    ("kropla", 4, 5, [1, 0], &[]),
    (
        "manual",
        0,
        15,
        [3, 0],
        &[
            "line 1, column 43: the rules are not automatic minimal capture: \
         \"MustSurr=0, MinArea=0\"",
        ],
    ),
    (
        "no-charset",
        0,
        7,
        [1, 0],
        &[
            "line 1, column 32: the text is not UTF-8 and names no character set: \
           it is read as windows-1251",
        ],
    ),
    (
        "no-gm",
        0,
        7,
        [1, 0],
        &["line 1, column 2: GM[40] is missing: the record is taken for a game of Points"],
    ),
    ("notago", 16, 4, [1, 0], &[]),
    (
        "on-a-dot",
        0,
        2,
        [0, 0],
        &["line 2, column 9: the record is cut before move 3 at 1-9, \
           which our rules refuse: there is a dot on the cell"],
    ),
    (
        "on-captured",
        0,
        7,
        [1, 0],
        &[
            "line 1, column 62: the record is cut before move 8 at 2-8, \
           which our rules refuse: there is a dot on the cell",
        ],
    ),
    ("oppai", 0, 8, [0, 1], &[]),
    (
        "optional",
        4,
        27,
        [1, 0],
        &[
            "line 4, column 44: the record is cut before move 28 at 11-16, \
           which our rules refuse: the cell is inside captured territory",
        ],
    ),
    ("playdots", 4, 6, [1, 0], &[]),
    ("szkrab", 0, 12, [0, 2], &[]),
    ("windows-1250", 0, 2, [0, 0], &[]),
    ("windows-1251", 0, 7, [1, 0], &[]),
    ("zagram", 4, 4, [1, 0], &[]),
];

#[test]
fn every_dialect_is_read() {
    let names: Vec<String> = fixtures("fixtures/sgf")
        .iter()
        .map(|path| name(path).to_owned())
        .collect();
    let sampled: Vec<&str> = SAMPLES.iter().map(|sample| sample.0).collect();
    assert_eq!(names, sampled);
    for (name, start, turns, captured, warnings) in SAMPLES {
        let readings = read(&format!("{name}.sgf"));
        let record = &readings[0].record;
        assert_eq!(
            (record.start.len(), record.turns.len()),
            (start, turns),
            "{name}"
        );
        let board = record.final_board().unwrap();
        board.validate().unwrap();
        assert_eq!(
            Player::ALL.map(|player| board.captured_by(player)),
            captured,
            "{name}"
        );
        let found: Vec<String> = readings[0]
            .warnings
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(found, warnings, "{name}");
    }
}

#[test]
fn every_sample_is_the_same_when_written_and_read_again() {
    for path in fixtures("fixtures/sgf") {
        for reading in sgf::parse(&std::fs::read(&path).unwrap()).unwrap() {
            for chains in [false, true] {
                let text = sgf::write(&reading.record, Style { chains }).unwrap();
                let again = sgf::parse(text.as_bytes()).unwrap();
                assert_eq!(again.len(), 1);
                assert_eq!(again[0].record, reading.record, "{text}");
                let warnings = again[0].warnings.iter().filter(|warning| {
                    !matches!(
                        warning.what,
                        sgf::Warning::OtherRules(_) | sgf::Warning::UnknownRules(_)
                    )
                });
                assert_eq!(warnings.count(), 0, "{text}");
            }
        }
    }
}

#[test]
fn what_the_head_says_is_kept() {
    let zagram = &read("zagram.sgf")[0].record;
    assert_eq!(zagram.players, ["Left", "Żółw [1]"]);
    assert_eq!(
        zagram.result,
        Some(GameResult::Won {
            winner: Player::First,
            by: Margin::Dots(1.0)
        })
    );
    assert_eq!(zagram.facts["OT"], "0+30");
    let playdots = &read("playdots.sgf")[0].record;
    assert_eq!(playdots.comment, "Скобка ] и черта \\ в тексте");
    assert_eq!(playdots.facts["BR"], "Нет звания, 1200");
    assert_eq!(playdots.facts["EV"], "Турнир: финал");
    let katago = &read("katago.sgf")[0].record;
    assert_eq!(katago.komi, 0.5);
    assert_eq!(katago.turns[2].action, Action::Ground);
    assert_eq!(katago.turns[1].comment, "0.97");
    let resigned = Some(GameResult::Won {
        winner: Player::First,
        by: Margin::Resignation,
    });
    assert_eq!(read("dots-game.sgf")[0].record.result, resigned);
}

#[test]
fn branches_and_positions_are_addressed() {
    let address: Address = "dots-game.sgf#1.2.2:3".parse().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/sgf")
        .join(&address.path);
    let collection = Collection::new(&std::fs::read(path).unwrap()).unwrap();
    assert_eq!(collection.len(), 1);
    let record = collection
        .game(address.game.unwrap(), &address.branches)
        .unwrap()
        .record;
    assert_eq!(record.turns[2].comment, "second");
    assert_eq!(record.turns.len(), 5);
    let board = record.board_after(address.moves.unwrap()).unwrap();
    assert_eq!(board.moves().len(), 4 + 3);
    let error = collection.game(1, &[3]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 4, column 3: there is no branch 3: there are 2"
    );
    let error = collection.game(2, &[]).unwrap_err();
    assert_eq!(
        error.what,
        Problem::NoSuch {
            what: "game",
            wanted: 2,
            count: 1
        }
    );
}

#[test]
fn chains_that_differ_are_told() {
    let good = "(;GM[40]SZ[5];W[cc];B[cb];B[bc];B[dc];B[cd.cdbccbdccd])";
    assert!(sgf::parse(good.as_bytes()).unwrap()[0].warnings.is_empty());
    for chain in ["", "cdbccbdc", "dccdbccbdc"] {
        let text = good.replace("cdbccbdccd", chain);
        let warnings = &sgf::parse(text.as_bytes()).unwrap()[0].warnings;
        assert_eq!(warnings.is_empty(), !chain.is_empty(), "{text}");
    }
    for (from, to) in [
        ("cdbccbdccd", "cdbcbbcbdccd"),
        ("cd.cdbccbdccd", "ee.cdbccbdccd"),
        ("B[cd.", "W[aa];B[cd.aabbaa."),
    ] {
        let text = good.replace(from, to);
        let warnings = &sgf::parse(text.as_bytes()).unwrap()[0].warnings;
        assert_eq!(warnings.len(), 1, "{text}");
        assert!(
            matches!(warnings[0].what, sgf::Warning::Chains { .. }),
            "{text}"
        );
    }
}

#[test]
fn an_enclosure_without_a_dot_is_no_turn() {
    let ring = "B[cb];W[cc];B[bc];W[aa];B[dc];W[ea];B[cd];W[ee]";
    let empty = ring.replace("W[cc]", "W[ae]");
    let late = "B[.cbbccddccb]";
    for (moves, turns, captured, warnings) in [
        (format!("{ring};{late}"), 8, 1, 0),
        (format!("{ring};{late};B[ba];{late}"), 9, 1, 0),
        (format!("{ring};W[];{late}"), 9, 1, 0),
        (format!("{empty};{late}"), 8, 0, 1),
    ] {
        let text = format!("(;GM[40]SZ[5];{moves})");
        let reading = &sgf::parse(text.as_bytes()).unwrap()[0];
        let record = &reading.record;
        assert_eq!(record.turns.len(), turns, "{text}");
        let is_stopped = record.turns[turns - 1].action == Action::Ground;
        assert_eq!(is_stopped, moves.contains("[]"), "{text}");
        let board = record.final_board().unwrap();
        assert_eq!(board.captured_by(Player::First), captured, "{text}");
        assert_eq!(reading.warnings.len(), warnings, "{text}");
        for warning in &reading.warnings {
            assert_eq!(warning.what, sgf::Warning::Chains { number: 8 });
        }
    }
}

#[test]
fn an_empty_move_is_no_grounding_where_players_may_pass() {
    for (rules, turns, skipped) in [("Pass=0", 2, 1), ("Stop=1,Pass=1", 1, 2)] {
        let text = format!("(;GM[40]SZ[5]RU[{rules}];B[bb];W[];B[])");
        let reading = &sgf::parse(text.as_bytes()).unwrap()[0];
        assert_eq!(reading.record.turns.len(), turns, "{text}");
        let is_skipped = |warning: &&sgf::Located<sgf::Warning>| {
            matches!(warning.what, sgf::Warning::EmptyMove { .. })
        };
        let found = reading.warnings.iter().filter(is_skipped).count();
        assert_eq!(found, skipped, "{text}");
    }
    // This program writes no passes.
    let text = b"(;GM[40]SZ[5]RU[Stop=1,Pass=1];B[bb])";
    let mut record = sgf::parse(text).unwrap().swap_remove(0).record;
    record.turns.push(Turn::new(Player::Second, Action::Ground));
    let written = sgf::write(&record, Style::default()).unwrap();
    assert_eq!(sgf::parse(written.as_bytes()).unwrap()[0].record, record);
}

#[test]
fn a_komi_that_would_not_be_read_back_is_refused() {
    let mut record = GameRecord::new(Size::new(3, 3).unwrap());
    for komi in [4000.5, -5000.0, f64::INFINITY, f64::NAN] {
        record.komi = komi;
        assert_eq!(sgf::write(&record, Style::default()), Err(Unwritable::Komi));
    }
    record.komi = -sgf::GREATEST_KOMI;
    let written = sgf::write(&record, Style::default()).unwrap();
    assert_eq!(sgf::parse(written.as_bytes()).unwrap()[0].record, record);
}

#[test]
fn facts_that_would_not_be_read_back_are_refused() {
    for name in ["", "my event", "B", "Event", "XX", "RU"] {
        let mut record = GameRecord::new(Size::new(3, 3).unwrap());
        record.facts.insert(name.to_owned(), "aa".to_owned());
        let name = name.to_owned();
        let written = sgf::write(&record, Style::default());
        assert_eq!(written, Err(Unwritable::Fact { name }));
    }
}

#[test]
fn the_teams_of_both_players_are_kept() {
    let text = b"(;GM[40]SZ[9]BT[ours]WT[theirs];B[aa])";
    let record = &sgf::parse(text).unwrap()[0].record;
    let written = sgf::write(record, Style::default()).unwrap();
    assert!(
        written.contains("BT[ours]") && written.contains("WT[theirs]"),
        "{written}"
    );
}

#[test]
fn bad_moves_are_kept() {
    let text = "(;GM[40]SZ[5]BM[1];B[aa]BM[1];W[bb]DO[]C[hm];B[cc]DO[]BM[2](;W[dd];BM[1];B[]DO[])(;W[ee]BM[1]))";
    let whole = |text: &str| {
        let mut games = Collection::from_text(text).unwrap().whole_games().unwrap();
        games.remove(0).record
    };
    let record = whole(text);
    let classes = |turns: &[Turn]| turns.iter().map(|turn| turn.class).collect::<Vec<_>>();
    let (bad, doubtful) = (Some(ErrorClass::Mistake), Some(ErrorClass::Inaccuracy));
    // What is said of no dot has no meaning.
    assert_eq!(classes(&record.turns), [bad, doubtful, bad, None, None]);
    assert_eq!(classes(&record.variations[0].turns), [bad]);
    let written = sgf::write(&record, Style::default()).unwrap();
    for part in [";B[aa]BM[1]", ";W[bb]DO[]C[hm]", ";W[ee]BM[1])"] {
        assert!(written.contains(part), "{written}");
    }
    assert_eq!(whole(&written), record);
}

#[test]
fn variants_are_written_even_if_the_record_does_not_name_them() {
    let mut record = GameRecord::new(Size::new(3, 3).unwrap());
    record.variant.suicide = false;
    for rules in ["", sgf::RUSSIAN_RULES] {
        record.rules = rules.to_owned();
        let written = sgf::write(&record, Style::default()).unwrap();
        let read = &sgf::parse(written.as_bytes()).unwrap()[0].record;
        assert_eq!(read.variant, record.variant, "{written}");
    }
}

#[test]
fn start_dots_that_capture_stay_start_dots() {
    let text = "(;GM[40]SZ[5]AW[bb][cb]AB[ba][ca][ab][db][bc][cc])";
    let record = &sgf::parse(text.as_bytes()).unwrap()[0].record;
    let board = record.start_board().unwrap();
    assert_eq!(board.captured_by(Player::First), 2);
    // The order of the properties means nothing.
    let other = "(;GM[40]SZ[5]AB[ba][ca][ab][db][bc][cc]AW[bb][cb])";
    assert_eq!(&sgf::parse(other.as_bytes()).unwrap()[0].record, record);
    let twice = "(;GM[40]SZ[5]AB[ba][bb]AW[bb])";
    assert!(sgf::parse(twice.as_bytes()).is_err());
    let written = sgf::write(record, Style::default()).unwrap();
    assert!(
        written.contains("AB[ba][ca][ab][db][bc]AW[bb][cb]\n;AB[cc]"),
        "{written}"
    );
    let again = &sgf::parse(written.as_bytes()).unwrap()[0].record;
    assert_eq!(again.start_board().unwrap().hash(), board.hash());
    assert_eq!(again.start.last(), record.start.last());
    assert_eq!(again.turns, record.turns);
}

#[test]
fn random_start_positions_are_read_back() {
    let mut rng = fastrand::Rng::with_seed(8);
    let (mut late, mut empty_bases) = (0, 0);
    for case in 0..3000 {
        let rules = Rules {
            suicide: case % 2 == 0,
            captures_empty_bases: case % 3 == 0,
        };
        let mut board = Board::under(rules, Size::new(5, 5).unwrap());
        let mut cells: Vec<Point> = board.size().points().collect();
        rng.shuffle(&mut cells);
        cells.truncate(rng.usize(..=25));
        for point in cells {
            // Few refused.
            let _ = board.try_play(point, Player::ALL[rng.usize(..2)]);
        }
        let record = GameRecord::of_board(&board, usize::MAX).unwrap();
        let written = sgf::write(&record, Style::default()).unwrap();
        let again = &sgf::parse(written.as_bytes()).expect(&written)[0].record;
        assert_eq!(
            (again.start.len(), again.turns.len()),
            (record.start.len(), 0)
        );
        assert_eq!(sgf::write(again, Style::default()).unwrap(), written);
        let read = again.start_board().unwrap();
        assert_eq!(read.hash(), board.hash(), "{written}");
        assert_eq!(
            Player::ALL.map(|p| read.captured_by(p)),
            Player::ALL.map(|p| board.captured_by(p))
        );
        let captures = written.matches(";A").count();
        late += captures;
        empty_bases += usize::from(read.captured_by(Player::First) == 0 && captures > 0);
    }
    assert!(late > 1000 && empty_bases > 0, "{late} {empty_bases}");
}

#[test]
fn a_wrong_result_is_told() {
    let text = "(;GM[40]SZ[3]RE[W+7];B[aa])";
    let warning = sgf::parse(text.as_bytes()).unwrap()[0].warnings[0].to_string();
    assert_eq!(
        warning,
        "line 1, column 14: the result is W+7, but the board says 0"
    );
}

#[test]
fn the_result_after_grounding_is_that_of_the_record() {
    // The first player grounds, and gives two loose dots to the second one, who has the komi too.
    let warnings = |result: &str| {
        let text = format!("(;GM[40]SZ[5]KM[1]RE[{result}];B[bb];W[aa];B[bc];B[])");
        let readings = sgf::parse(text.as_bytes()).unwrap();
        let warnings = readings[0].warnings.iter().map(ToString::to_string);
        warnings.collect::<Vec<_>>()
    };
    assert_eq!(warnings("W+3"), [""; 0]);
    let wrong = "line 1, column 19: the result is W+1, but the board says W+3";
    assert_eq!(warnings("W+1"), [wrong]);
}

#[test]
fn a_komi_of_tenths_of_a_dot_counts_exactly() {
    let warnings = |result: &str| {
        let text = format!("(;GM[40]SZ[3]KM[0.9]RE[{result}]AW[bb];B[ba];B[ab];B[cb];B[bc])");
        let readings = sgf::parse(text.as_bytes()).unwrap();
        let warnings = readings[0].warnings.iter().map(ToString::to_string);
        warnings.collect::<Vec<_>>()
    };
    assert_eq!(warnings("B+0.1"), [""; 0]);
    let wrong = "line 1, column 21: the result is B+0.2, but the board says B+0.1";
    assert_eq!(warnings("B+0.2"), [wrong]);
}

/// Every bad file and its error: `name.sgf: line 1, column 1: why`.
#[test]
fn bad_files_are_refused_with_line_and_column() {
    let found: String = fixtures("fixtures/sgf/bad")
        .iter()
        .map(|path| match sgf::parse(&std::fs::read(path).unwrap()) {
            Ok(_) => format!("{}.sgf is read\n", name(path)),
            Err(error) => format!("{}.sgf: {error}\n", name(path)),
        })
        .collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/sgf/bad/errors.txt");
    let expected = std::fs::read_to_string(path).expect("the list of errors");
    assert_eq!(found, expected);
}

/// A random game on a board of this size, with comments and a head.
fn random_record(seed: u64, width: u32, height: u32, text: String) -> GameRecord {
    let mut rng = fastrand::Rng::with_seed(seed);
    let size = Size::new(width, height).expect("a good size");
    let mut record = GameRecord::new(size);
    record.variant = Rules {
        suicide: rng.bool(),
        captures_empty_bases: rng.u8(..3) == 0,
    };
    record.rules = RuleSet::text(record.variant);
    let mut cells: Vec<Point> = size.points().collect();
    rng.shuffle(&mut cells);
    let start = rng.usize(..8).min(cells.len());
    for point in cells.drain(..start) {
        let player = Player::ALL[rng.usize(..2)];
        record.start.push(Move { point, player });
    }
    // Start dots without captures are read in this order.
    record.start.sort_by_key(|dot| (dot.player, dot.point));
    let mut board = record.start_board().unwrap_or_else(|_| {
        record.start.clear();
        Board::under(record.variant, size)
    });
    cells.truncate(rng.usize(..=cells.len()));
    for point in cells {
        let player = Player::ALL[rng.usize(..2)];
        if board.try_play(point, player).is_ok() {
            let mut turn = Turn::new(player, Action::Put(point));
            if rng.u8(..8) == 0 {
                turn.comment = text.clone();
            }
            record.turns.push(turn);
        }
    }
    if rng.bool() {
        let mut turn = Turn::new(Player::Second, Action::Ground);
        turn.comment = text.clone();
        record.turns.push(turn);
    }
    // Names have no line breaks.
    record.players = [text.replace('\n', " "), String::from("[]\\:;()")];
    record.komi = f64::from(rng.i32(-9..9)) / 2.0;
    record.comment = text;
    record.result = [None, Some(GameResult::Draw)][rng.usize(..2)];
    let date = "2026-11-20".to_owned();
    record.facts.insert("DT".to_owned(), date);
    record
}

#[test]
fn lines_are_joined_where_the_writer_has_split_them() {
    let text = "(;GM[40]SZ[3]PB[An\\\nn\\\\\nB]PW[C\\\r\nD]C[one \\\nword\ntwo])";
    let record = &sgf::parse(text.as_bytes()).unwrap()[0].record;
    assert_eq!(record.players, ["Ann\\ B", "CD"]);
    assert_eq!(record.comment, "one word\ntwo");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        // What fails is to become a test of its own, and nothing is to be written here.
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = sgf::parse(&bytes);
    }

    #[test]
    fn no_near_miss_makes_the_reader_panic(
        text in r"\(;GM\[40\]SZ\[[0-9:]{1,3}\](;?(AB|AW|B|W|C|KM|RE|RU|AP)(\[[a-fA-F.:=0-9\\]{0,6}\]){1,2}|\(;|\)|;){0,12}\)?"
    ) {
        let _ = sgf::parse(text.as_bytes());
    }

    #[test]
    fn random_records_are_read_back(
        seed in any::<u64>(),
        (width, height) in (1u32..=52, 1u32..=12),
        chains in any::<bool>(),
        text in "[ -~а-яż\n]{0,12}",
    ) {
        let record = random_record(seed, width, height, text);
        let written = sgf::write(&record, Style { chains }).unwrap();
        let readings = sgf::parse(written.as_bytes()).unwrap();
        prop_assert_eq!(&readings[0].record, &record, "{}", written);
        for warning in &readings[0].warnings {
            prop_assert!(!matches!(warning.what, sgf::Warning::Chains { .. }), "{}: {}", warning, written);
        }
    }
}
