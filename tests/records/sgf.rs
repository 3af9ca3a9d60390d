//! SGF files: samples of every dialect, and files that must be refused. Huge ones are in `tests/sgf_huge.rs`.

use std::path::{Path, PathBuf};
use tochki::board::{Action, Ending};
use tochki::notation::record::{GameResult, Turn, WonBy};
use tochki::notation::sgf::{self, Address, Collection, Problem, Reading, Style};
use tochki::{Player, Size};

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
            by: WonBy::Dots(1.0)
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
        by: WonBy::Resignation,
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
        "line 4, column 3: there is no branch 3, only 2"
    );
    let error = collection.game(1, &[2, 2, 1]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 11, column 7: too many branches: on the way here the game divides 2 times, not 3"
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
        // These dots are no neighbours.
        (
            "B[cd.cdbccbdccd]",
            "B[bb];B[db];B[dd];B[bd];B[cd.bbdbddbdbb]",
        ),
        // Two dots enclose nothing.
        ("B[bc]", "B[bc.bccb]"),
        // Another capture names no chain.
        ("B[cd.cdbccbdccd]", "B[cd.cdbccbdccd];W[dd];B[ed];B[de]"),
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
        (format!("{empty};W[];{late}"), 9, 0, 0),
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
            assert_eq!(warning.what, sgf::Warning::ChainsAlone { after: 8 });
        }
    }
}

#[test]
fn a_result_by_grounding_is_compared_with_the_board() {
    let game = "AW[bb];B[ba];B[ab];B[cb];B[bc]";
    for (result, end, is_right) in [
        ("B+G", "", true),
        ("W+G", "", false),
        ("B+G", ";B[]", true),
        ("W+G", ";B[]", false),
        ("W+R", ";B[]", true),
    ] {
        let text = format!("(;GM[40]SZ[5]RE[{result}]{game}{end})");
        let warnings = &sgf::parse(text.as_bytes()).unwrap()[0].warnings;
        assert_eq!(warnings.is_empty(), is_right, "{text}: {warnings:?}");
    }
}

#[test]
fn only_a_resignation_ends_the_game_of_a_record() {
    for (result, is_over) in [
        ("B+R", true),
        ("B+T", false),
        ("B+F", false),
        ("B+", false),
        ("Void", false),
        ("B+5", false),
    ] {
        let text = format!("(;GM[40]SZ[4:5]RE[{result}];B[aa];W[bb])");
        let record = &sgf::parse(text.as_bytes()).unwrap()[0].record;
        let game = record.game().unwrap();
        let loser = is_over.then_some((Player::Second, Ending::Resign));
        assert_eq!(game.ending(), loser, "{result}");
    }
}

#[test]
fn spaces_in_the_size_do_not_count() {
    let record = &sgf::parse(b"(;GM[40]SZ[ 4 : 5 ])").unwrap()[0].record;
    assert_eq!(record.size, Size::new(4, 5).unwrap());
}

#[test]
fn players_agree_on_a_draw_only_while_the_game_is_undecided() {
    // The first player is a dot ahead, and would give one away by grounding.
    let game = "AW[bb];B[ba];B[ab];B[cb];B[bc];B[ee]";
    for (komi, is_right) in [("0", true), ("0.5", true), ("-0.5", false), ("1.5", false)] {
        let text = format!("(;GM[40]SZ[7]KM[{komi}]RE[0]{game})");
        let warnings = &sgf::parse(text.as_bytes()).unwrap()[0].warnings;
        assert_eq!(warnings.is_empty(), is_right, "{text}: {warnings:?}");
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
fn a_record_without_its_game_may_end_in_an_empty_move() {
    let turns = |facts: &str, moves: &str| {
        let text = format!("(;{facts}SZ[5];B[bb];W[cc];{moves})");
        let readings = sgf::parse(text.as_bytes());
        readings.map(|readings| readings[0].record.turns.len()).ok()
    };
    for (facts, moves, wanted) in [
        ("", "B[]", Some(3)),
        ("AP[Kropki:0084.12]", "B[]", Some(2)),
        ("RU[Pass=1]", "B[]", Some(2)),
        ("AP[Kropki:0084.12]", "B[];W[]", None),
        ("AP[Kropki:0084.12]", "B[];W[dd]", None),
        ("AP[Kropki:0084.12]GM[40]", "B[];W[]", Some(2)),
    ] {
        assert_eq!(turns(facts, moves), wanted, "{facts} {moves}");
    }
}

#[test]
fn a_wrong_result_is_told() {
    let text = "(;GM[40]SZ[3]RE[W+7];B[aa])";
    let warning = sgf::parse(text.as_bytes()).unwrap()[0].warnings[0].to_string();
    assert_eq!(
        warning,
        "line 1, column 14: the result is W+7, but the board says 0"
    );
    // Nobody has won by no dots.
    for wrong in ["B+0", "W+0"] {
        let text = format!("(;GM[40]SZ[3]RE[{wrong}];B[aa])");
        let warnings = &sgf::parse(text.as_bytes()).unwrap()[0].warnings;
        let told = format!("line 1, column 14: the result is {wrong}, but the board says 0");
        assert_eq!(
            warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [told]
        );
    }
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
    // After that the players cannot agree on a draw.
    for wrong in ["W+1", "0"] {
        let told = format!("line 1, column 19: the result is {wrong}, but the board says W+3");
        assert_eq!(warnings(wrong), [told]);
    }
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

#[test]
fn a_komi_of_minus_zero_is_zero() {
    let readings = sgf::parse(b"(;GM[40]SZ[3]KM[-0])").unwrap();
    assert_eq!(readings[0].record.komi.to_string(), "0");
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

#[test]
fn lines_are_joined_where_the_writer_has_split_them() {
    let text = "(;GM[40]SZ[3]PB[An\\\nn\\\\\nB]PW[C\\\r\nD]GN[E\r\nF]GC[G\nH]C[one \\\nword\ntwo])";
    let record = &sgf::parse(text.as_bytes()).unwrap()[0].record;
    assert_eq!(record.players, ["Ann\\ B", "CD"]);
    assert_eq!(record.comment, "one word\ntwo");
    assert_eq!(
        (&*record.facts["GN"], &*record.facts["GC"]),
        ("E F", "G\nH")
    );
}

/// SGF allows one comment in a node. Programs that join nodes write more.
#[test]
fn all_comments_of_a_node_are_read() {
    let text = "(;GM[40]SZ[3]C[one]C[two];B[aa]C[three][four];B[bb]C[]C[five])";
    let record = &sgf::parse(text.as_bytes()).unwrap()[0].record;
    assert_eq!(record.comment, "one\ntwo");
    let comments: Vec<_> = record.turns.iter().map(|turn| &*turn.comment).collect();
    assert_eq!(comments, ["three\nfour", "five"]);
}
