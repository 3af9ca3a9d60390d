//! Records as people have them: in old character sets, without the name of the game, and with moves that our
//! rules refuse.

use assert_cmd::Command;
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use tochki::board::IllegalMove;
use tochki::notation::sgf::{self, Problem, Reading, Warning};
use tochki::tools::source::Source;

/// A game by hand-drawn enclosures. Move 28 is inside one that was not drawn.
const OPTIONAL: &str = "optional.sgf";

const CUT: &str = "line 4, column 44: the record is cut before move 28 at 11-16, which our rules refuse: \
                   the cell is inside captured territory";

const NO_GM: &str = "line 1, column 2: GM[40] is missing: the record is taken for a game of Points";

const GUESSED: &str = "line 1, column 32: the text is not UTF-8 and names no character set: \
                       it is read as windows-1251";

fn fixture(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("fixtures/sgf").join(name)
}

fn first(bytes: &[u8]) -> Reading {
    sgf::parse(bytes).unwrap().swap_remove(0)
}

/// The output of a command, which must be refused or not. It writes nothing but that.
fn run(arguments: &[&str], code: i32) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
    let output = command.args(arguments).assert().code(code);
    let output = output.get_output();
    let [stdout, stderr] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8(text.clone()).unwrap());
    let (told, empty) = match code {
        2 => (stderr, stdout),
        _ => (stdout, stderr),
    };
    assert_eq!(empty, "", "{arguments:?}");
    told
}

/// The file with this name and, behind it, what is added.
fn address(name: &str, tail: &str) -> String {
    fixture(name).to_str().unwrap().to_owned() + tail
}

#[test]
fn the_character_set_that_is_named_is_read() {
    for (name, players, comment) in [
        ("windows-1251.sgf", ["Иванов, Пётр", "Щукин"], "Начало"),
        ("koi8-r.sgf", ["Иванов, Пётр", "Щукин"], "Начало"),
        ("windows-1250.sgf", ["Żółw", "Łoś"], "źle"),
        ("iso-8859-2.sgf", ["Żółw", "Łoś"], "źle"),
    ] {
        let bytes = fs::read(fixture(name)).unwrap();
        assert!(std::str::from_utf8(&bytes).is_err(), "{name} is a hard one");
        let Reading { record, warnings } = first(&bytes);
        assert_eq!(record.players, players, "{name}");
        assert_eq!(record.turns[0].comment, comment, "{name}");
        assert_eq!(warnings, [], "{name}");
    }
    let old = &first(&fs::read(fixture("windows-1251.sgf")).unwrap()).record;
    assert_eq!(old.turns[6].comment, "Окружение ] и конец");
    assert_eq!(old.facts["EV"], "Турнир: финал");
}

#[test]
fn without_a_character_set_it_is_utf8_or_else_russian() {
    let guessed = first(&fs::read(fixture("no-charset.sgf")).unwrap());
    assert_eq!(guessed.record.players[0], "Иванов, Пётр");
    assert_eq!(guessed.warnings[0].to_string(), GUESSED);
    let named = first(&fs::read(fixture("windows-1251.sgf")).unwrap());
    assert_eq!(guessed.record, named.record);
    let utf8 = first("(;GM[40]SZ[3]PB[Пётр])".as_bytes());
    assert_eq!(utf8.record.players[0], "Пётр");
    assert_eq!(utf8.warnings, []);
    // Every game of the file is told of.
    let two = [&b"(;GM[40]SZ[3]PB[\xcf])"[..], b"(;GM[40]SZ[3]PB[a])"].concat();
    let two = sgf::parse(&two).unwrap();
    assert_eq!(two.len(), 2);
    assert_eq!(two[0].record.players[0], "П");
    let warnings = two.iter().map(|reading| &reading.warnings[..]);
    for warnings in warnings {
        assert!(matches!(warnings, [warning] if warning.what == Warning::GuessedCharset));
    }
}

#[test]
fn only_the_root_of_the_first_game_names_the_character_set() {
    let russian = |text: &str| {
        let bytes = text.bytes();
        // The tilde stands for a letter.
        let bytes: Vec<u8> = bytes.map(|b| if b == b'~' { 0xcf } else { b }).collect();
        sgf::parse(&bytes).map(|readings| readings[0].record.players[0].clone())
    };
    for text in [
        "mail ( header\n( ;\nGM[40] C[CA[koi8-r\\]] CA\n[windows-1251]SZ[3]PB[~])",
        "(;GM[40]SZ[3]PB[~]CA[cp1251])",
        "(;GM[40]SZ[3]PB[~];CA[koi8-r])",
        "(;GM[40]SZ[3]CA[Windows-1251]PB[~])(;GM[40]SZ[3]CA[koi8-r])",
        "(;GM[40]SZ[3]CA[ ]PB[~])",
    ] {
        assert_eq!(russian(text).as_deref(), Ok("П"), "{text}");
    }
    assert_eq!(russian("(;GM[40]SZ[3]CA[koi8-r]PB[~])").as_deref(), Ok("о"));
    for (label, problem) in [
        ("UTF-8", Problem::NotUtf8),
        ("klingon", Problem::UnknownCharset("klingon".to_owned())),
        ("UTF-16", Problem::UnknownCharset("UTF-16".to_owned())),
    ] {
        let error = russian(&format!("(;GM[40]SZ[3]CA[{label}]PB[~])")).unwrap_err();
        assert_eq!(error.what, problem);
    }
}

#[test]
fn an_unknown_character_set_is_told_where_it_matters() {
    let warnings = |text: &str| first(text.as_bytes()).warnings;
    assert_eq!(warnings("(;GM[40]CA[klingon]SZ[3]PB[a])"), []);
    let [warning] = &warnings("(;GM[40]CA[klingon]SZ[3]PB[ж])")[..] else {
        panic!();
    };
    assert_eq!(warning.what, Warning::UnknownCharset("klingon".to_owned()));
    assert_eq!((warning.line, warning.column), (1, 9));
    // The byte order mark counts more than CA.
    let marked = first("\u{feff}(;GM[40]CA[koi8-r]SZ[3]PB[ж])".as_bytes());
    assert_eq!(
        (&*marked.record.players[0], &marked.warnings[..]),
        ("ж", &[][..])
    );
}

#[test]
fn a_game_is_found_behind_other_text() {
    let mail = b"From: me\n(;GM[40]SZ[3];B[aa])";
    assert!(sgf::is_sgf(mail));
    assert_eq!(Source::parse(mail, 1, &[]).unwrap().board.moves().len(), 1);
    assert!(!sgf::is_sgf(b". . ( ; . ."));
}

#[test]
fn utf_16_is_told() {
    let text = "(;GM[40]SZ[3])";
    let little = text.encode_utf16().flat_map(u16::to_le_bytes);
    let big = text.encode_utf16().flat_map(u16::to_be_bytes);
    let little: Vec<u8> = [0xff, 0xfe].into_iter().chain(little).collect();
    let big: Vec<u8> = [0xfe, 0xff].into_iter().chain(big).collect();
    for bytes in [little, big] {
        assert_eq!(sgf::parse(&bytes).unwrap_err().what, Problem::Utf16);
        let error = Source::parse(&bytes, 1, &[]).unwrap_err();
        assert_eq!(error.to_string(), "the text is UTF-16: save it as UTF-8");
    }
    // These are also letters of windows-1251.
    let bytes = [&b"\xff\xfe "[..], text.as_bytes()].concat();
    assert_eq!(sgf::parse(&bytes).unwrap().len(), 1);
}

#[test]
fn a_long_name_of_a_character_set_is_cut() {
    let cut = "ы".repeat(60);
    let text = format!("(;GM[40]CA[{}]SZ[3])(;GM[40]SZ[3])", "ы".repeat(1000));
    for reading in sgf::parse(text.as_bytes()).unwrap() {
        let found: Vec<_> = reading
            .warnings
            .into_iter()
            .map(|found| found.what)
            .collect();
        assert_eq!(found, [Warning::UnknownCharset(cut.clone())]);
    }
    let bytes = [text.as_bytes(), &b"\xff"[..]].concat();
    assert_eq!(
        sgf::parse(&bytes).unwrap_err().what,
        Problem::UnknownCharset(cut)
    );
}

/// A file could write megabytes to the terminal, or fill the memory by the warnings of many games.
#[test]
fn long_texts_are_cut_in_messages() {
    let long = "9".repeat(1000);
    let cut = "9".repeat(60);
    let game = |rest: &str| format!("(;GM[40]{rest})");
    for (text, what) in [
        (game(&format!("SZ[{long}]")), Problem::BadSize(cut.clone())),
        (
            game(&format!("SZ[3];B[{long}]")),
            Problem::BadPoint(cut.clone()),
        ),
        (
            game(&format!("A{long}")),
            Problem::NoValue(format!("A{}", "9".repeat(59))),
        ),
    ] {
        assert_eq!(sgf::parse(text.as_bytes()).unwrap_err().what, what);
    }
    let first = |rest: &str| {
        let reading = sgf::parse(game(rest).as_bytes()).unwrap().remove(0);
        reading.warnings[0].what.clone()
    };
    let rules = first(&format!("SZ[3]RU[{long}]"));
    assert_eq!(rules, Warning::UnknownRules(cut.clone()));
    let rules = first(&format!("SZ[3]RU[Pass={long}]"));
    let Warning::OtherRules(how) = &rules else {
        panic!("{rules:?}");
    };
    assert_eq!(how.len(), 60);
    let (property, value) = ("KM".to_owned(), format!("x{}", "9".repeat(59)));
    let komi = first(&format!("SZ[3]KM[x{long}]"));
    assert_eq!(komi, Warning::Value { property, value });
}

#[test]
fn lines_and_columns_count_the_characters_of_any_set() {
    let text = "(;GM[40]CA[windows-1251]SZ[3]\nC[Пять букв];B[aa];W[zz])";
    let (bytes, _, _) = encoding_rs::WINDOWS_1251.encode(text);
    let error = sgf::parse(&bytes).unwrap_err();
    assert_eq!(
        error,
        sgf::parse(text.replace("windows-1251", "UTF-8").as_bytes()).unwrap_err()
    );
    assert_eq!((error.line, error.column), (2, 20));
}

#[test]
fn a_byte_order_mark_has_no_column() {
    for byte in [0, 0xff] {
        let text = [&b"\xef\xbb\xbf(;GM[40]SZ[3]PB["[..], &[byte], b"])"].concat();
        let error = sgf::parse(&text).unwrap_err();
        assert_eq!((error.line, error.column), (1, 17));
    }
    let error = sgf::expect_utf8(b"\xef\xbb\xbf(\xff").unwrap_err();
    assert_eq!((error.line, error.column), (1, 2));
    let decoded = sgf::Collection::from_text("\u{feff}(;GM[40]SZ[0])").unwrap();
    let error = decoded.games().unwrap_err();
    assert_eq!((error.line, error.column), (1, 9));
}

#[test]
fn a_record_without_a_game_is_points_if_all_of_it_fits() {
    let text = "(;SZ[5:4](;B[aa];W[bb]C[x])(;B[cc];W[dd];B[]))";
    let collection = sgf::Collection::new(text.as_bytes()).unwrap();
    let named = text.replacen("SZ", "GM[40]SZ", 1);
    let named = sgf::Collection::new(named.as_bytes()).unwrap();
    for branch in [1, 2] {
        let reading = collection.game(1, &[branch]).unwrap();
        let warnings: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(warnings, [NO_GM]);
        assert_eq!(reading.record, named.game(1, &[branch]).unwrap().record);
    }
    for other in [
        "(;B[aa])",
        "(;SZ[19];B[aa];W[bb];B[aa])",
        "(;SZ[19];B[aa];W[];B[])",
        "(;SZ[9];B[ba];B[ab];B[cb];B[bc];W[bb])(;SZ[9];B[zz])",
        "(;SZ[9]AB[aa]AW[aa])",
        "(;SZ[9];B[aa];AE[aa])",
        "(;GM[1]SZ[9];B[aa])",
        "(;GM[]SZ[9];B[aa])",
    ] {
        assert!(sgf::parse(other.as_bytes()).is_err(), "{other}");
    }
}

#[test]
fn a_cut_record_has_no_result_and_can_be_cut_before_the_fault() {
    let mut reading = first(&fs::read(fixture(OPTIONAL)).unwrap());
    assert_eq!(reading.record.turns.len(), 27);
    assert_eq!(reading.record.result, None);
    assert_eq!(reading.record.game().unwrap().ending(), None);
    assert_eq!(reading.refused().unwrap().to_string(), CUT);
    reading.cut(28);
    assert_eq!(reading.warnings.len(), 1);
    reading.cut(27);
    assert_eq!(reading.warnings, []);
    assert_eq!(reading.record.turns.len(), 27);
}

#[test]
fn warnings_about_later_turns_are_dropped_with_these() {
    let text = "(;GM[40]SZ[5]RE[W+7];B[aa];W[];B[bb]W[.aa];W[cc](;B[dd])(;B[aa]))";
    let games = sgf::Collection::from_text(text).unwrap();
    let reading = games.whole_game(1).unwrap();
    let all = ["empty", "chains", "result", "variation"];
    for (turns, kept) in [
        (5, &all[..]),
        (4, &all),
        (3, &all[..2]),
        (2, &all[..2]),
        (1, &[]),
    ] {
        let mut reading = reading.clone();
        reading.cut(turns);
        let found = reading.warnings.iter().map(|warning| match warning.what {
            Warning::EmptyMove { after: 1 } => "empty",
            Warning::ChainsAlone { after: 2 } => "chains",
            Warning::Result { .. } => "result",
            Warning::VariationCut { .. } => "variation",
            ref other => panic!("{other}"),
        });
        assert_eq!(found.collect::<Vec<_>>(), kept, "{turns}");
    }
}

#[test]
fn records_by_other_rules_are_cut_where_ours_refuse() {
    let text = "(;GM[40]SZ[5]RU[MustSurr=0];W[cc];B[cb];B[bc];B[dc];B[cd];W[aa];W[cc];W[ee])";
    let reading = &sgf::parse(text.as_bytes()).unwrap()[0];
    assert_eq!(reading.record.turns.len(), 6);
    let warnings: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings[0].as_str(),
        "line 1, column 14: the rules are not automatic minimal \
                                    capture: \"MustSurr=0\""
    );
    assert!(warnings[1].starts_with("line 1, column 65: the record is cut before move 7"));
}

#[test]
fn records_by_variants_are_played_by_them() {
    let text = |rules: &str, last: &str| {
        format!("(;GM[40]SZ[5]RU[{rules}];B[cb];B[bc];B[dc];B[cd];{last})").into_bytes()
    };
    let refused = |rules: &str, last: &str| {
        let Reading { record, warnings } = sgf::parse(&text(rules, last)).unwrap().swap_remove(0);
        let reason = warnings.first().map(|warning| match warning.what {
            Warning::Cut {
                number: 5, reason, ..
            } => reason,
            ref other => panic!("{other}"),
        });
        assert_eq!(record.turns.len(), if reason.is_some() { 4 } else { 5 });
        reason
    };
    for rules in ["", "Suicide=1,BaseMode=0", "dotsCaptureEmptyBase0sui1"] {
        assert_eq!(refused(rules, "W[cc]"), None);
        assert_eq!(refused(rules, "B[cc]"), None);
    }
    for rules in [
        "Suicide=0",
        "StartIsRandom=1][Suicide=0",
        "dotsCaptureEmptyBase0sui0",
    ] {
        assert_eq!(refused(rules, "W[cc]"), Some(IllegalMove::Suicide));
        assert_eq!(refused(rules, "B[cc]"), None);
    }
    for rules in ["BaseMode=1", "dotsCaptureEmptyBase1sui1"] {
        assert_eq!(refused(rules, "W[cc]"), Some(IllegalMove::InTerritory));
        assert_eq!(refused(rules, "B[cc]"), Some(IllegalMove::InTerritory));
    }
}

#[test]
fn nothing_after_the_cut_is_read() {
    let game = "(;GM[40]SZ[5]RU[MustSurr=0];W[cc];B[cb];B[bc];B[dc];B[cd];W[cc]";
    let expected = &sgf::parse(format!("{game})").as_bytes()).unwrap()[0];
    for rest in [";AE[cc]", ";AB[aa]", ";AW[zz]", ";C[more]", ";W[cc];AE[cc]"] {
        let reading = &sgf::parse(format!("{game}{rest})").as_bytes()).unwrap()[0];
        assert_eq!(reading.record, expected.record, "{rest}");
        assert_eq!(reading.warnings, expected.warnings, "{rest}");
    }
}

#[test]
fn odd_records_are_shown_with_notes() {
    for (name, note) in [
        (OPTIONAL, CUT),
        ("no-gm.sgf", NO_GM),
        ("no-charset.sgf", GUESSED),
    ] {
        let shown = run(&["show", &address(name, "")], 0);
        assert!(shown.starts_with(&format!("note: {note}\n")), "{shown}");
        let arguments = ["analyze", &address(name, ""), "--complexity", "0"];
        let analyzed = run(&arguments, 0);
        assert!(
            analyzed.starts_with(&format!("note: {note}\n")),
            "{analyzed}"
        );
    }
    let shown = run(&["show", &address("windows-1251.sgf", "")], 0);
    assert!(shown.starts_with("Иванов, Пётр - Щукин, B+1\n"), "{shown}");
}

#[test]
fn positions_before_the_fault_are_shown_and_those_behind_it_are_not() {
    for moves in [0, 19, 27] {
        let shown = run(&["show", &address(OPTIONAL, &format!(":{moves}"))], 0);
        assert!(shown.starts_with("Draws by hand - Goes in\n20 "), "{shown}");
        assert!(shown.contains(&format!(" {moves} moves, ")), "{shown}");
    }
    let behind = address(OPTIONAL, ":28");
    let refused = run(&["show", &behind], 2);
    assert_eq!(
        refused,
        format!("tochki: {behind}: there is no move 28: {CUT}\n")
    );
}

#[test]
fn strictly_nothing_odd_is_read() {
    for command in ["show", "analyze"] {
        for (name, reason) in [
            (OPTIONAL, CUT),
            ("no-gm.sgf", NO_GM),
            (
                "no-charset.sgf",
                "line 1, column 32: the text is not valid UTF-8: save it as UTF-8, with CA[UTF-8]",
            ),
            (
                "windows-1251.sgf",
                "line 1, column 48: the text is not valid UTF-8: save it as UTF-8, with CA[UTF-8]",
            ),
        ] {
            let file = address(name, "");
            let refused = run(&[command, &file, "--strict"], 2);
            assert_eq!(refused, format!("tochki: {file}: {reason}\n"));
        }
    }
    run(&["show", &address(OPTIONAL, ":27"), "--strict"], 0);
    run(&["show", &address("zagram.sgf", ""), "--strict"], 0);
}

#[test]
fn a_client_loads_what_the_rules_allow() {
    let script = format!(
        "loadsgf {file}\nget_moves\nloadsgf {file} 28\nloadsgf {file} 3\nget_moves\nquit\n",
        file = fixture(OPTIONAL).display()
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
    let output = command.arg("gtp").write_stdin(script).assert().code(0);
    let output = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let replies: Vec<&str> = output.split("\n\n").collect();
    assert_eq!(replies[0], format!("= note: {CUT}"));
    assert_eq!(replies[1].matches(" P").count(), 27, "{}", replies[1]);
    assert_eq!(replies[2..4], ["= ", "= "]);
    assert_eq!(replies[4].matches(" P").count(), 2, "{}", replies[4]);
}

#[test]
fn a_match_takes_a_position_before_the_fault_and_learning_takes_none() {
    let tochki = concat!("'", env!("CARGO_BIN_EXE_tochki"), "'");
    let game = |tail: &str, plies: &[&str], code| {
        let openings = address(OPTIONAL, tail);
        let words = [
            &[
                "match", "--engine", tochki, "--engine", tochki, "--size", "20x20",
            ][..],
            &[
                "--games",
                "2",
                "--max-moves",
                "1",
                "--nodes",
                "1",
                "--openings",
                &openings,
            ],
            plies,
        ];
        run(&words.concat(), code)
    };
    assert!(game("", &[], 2).contains(CUT));
    assert!(game(":28", &[], 2).contains(CUT));
    game(":27", &[], 0);
    game("", &["--plies", "20"], 0);
    assert!(game(":30", &["--plies", "20"], 2).contains("there is no move 30"));
    let directory = TempDir::new().unwrap();
    let table = directory.path().join("table");
    for (name, reason) in [(OPTIONAL, CUT), ("no-gm.sgf", NO_GM)] {
        let (games, out) = (address(name, ""), table.to_str().unwrap());
        let refused = run(&["learn", "train", &games, "--out", out], 2);
        assert!(
            refused.ends_with(&format!(": game 1: {reason}\n")),
            "{refused}"
        );
    }
}

proptest! {
    #![proptest_config(crate::random_cases())]

    #[test]
    fn no_bytes_in_any_character_set_make_the_reader_panic(
        label in "(windows-125[0-8]|koi8-[ru]|iso-8859-[1-9]|big5|gbk|shift_jis|euc-kr|iso-2022-jp|utf-1?[68]|[a-z]{0,4})?",
        head in prop::collection::vec(any::<u8>(), 0..20),
        tail in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let (named, plain) = (format!("CA[{label}]GM[40]"), String::new());
        for naming in [named, plain] {
            let parts = [b"(;SZ[5]C[", &head[..], b"]", naming.as_bytes(), b"C[", &tail, b"];B[aa])"];
            let _ = sgf::parse(&parts.concat());
        }
    }
}
