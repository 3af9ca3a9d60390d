//! Arguments of the Go Text Protocol that need care: too many, of files, of analyses.

use std::fs;
use tochki::protocol::gtp::Gtp;
use tochki::protocol::{Session, converse};
use tochki::search::options::Options;
use tochki::search::tactical::TacticalOptions;

/// The replies to these requests, without the empty lines after them.
fn talk(requests: &[&str]) -> Vec<String> {
    let input = format!("{}\nquit\n", requests.join("\n"));
    let mut replies = Vec::new();
    let mut session = Session::new(Options::default());
    converse(
        Gtp::default(),
        &mut session,
        std::io::Cursor::new(input.into_bytes()),
        &mut replies,
    )
    .unwrap();
    let text = String::from_utf8(replies).unwrap();
    let mut replies: Vec<String> = text.split("\n\n").map(str::to_owned).collect();
    replies.truncate(requests.len());
    replies
}

#[test]
fn surplus_arguments_are_refused_and_change_nothing() {
    let replies = talk(&[
        "boardsize 8",
        "play P1 2-2",
        "clear_board now",
        "known_command",
        "name x",
        "get_moves",
    ]);
    assert_eq!(replies[2], "? Expected no arguments for clear_board");
    assert_eq!(
        replies[3],
        "? Expected exactly one argument for known_command"
    );
    assert_eq!(replies[4], "? Expected no arguments for name");
    assert_eq!(replies[5], "= P1 2-2");
}

#[test]
fn a_move_is_asked_for_with_a_player_alone() {
    let replies = talk(&[
        "boardsize 3",
        "genmove P1 500",
        "genmove_debug P1 500",
        "kata-search P1 500",
        "kata-search_cancellable P1 P2",
        "get_moves",
    ]);
    assert_eq!(replies[1..5], ["? Expected a color and nothing else"; 4]);
    assert_eq!(replies[5], "= ");
}

#[test]
fn a_refusal_of_rules_names_the_sets_of_rules() {
    let replies = talk(&["kata-set-rules tromp-taylor", "kata-set-rules {\"suicide\""]);
    assert_eq!(
        replies[0],
        "? Expected a JSON object, bbs or notago, not 'tromp-taylor'"
    );
    assert!(replies[1].starts_with("? Could not parse rules: EOF"));
}

#[test]
fn a_refusal_that_repeats_a_string_of_json_has_one_line() {
    let replies = talk(&[
        r#"kata-set-rules {"a\n\n= b":true}"#,
        r#"kata-set-params {"a\u2028b":1}"#,
    ]);
    assert_eq!(replies[0], "? Unknown rules option: a  = b");
    assert_eq!(replies[1], "? Invalid parameter: a b");
}

#[test]
fn parameters_that_are_refused_leave_the_engine_what_it_has_found() {
    // The visits of the best move in the second analysis of a position.
    let visits = |between: &str| {
        let replies = talk(&[
            "kata-set-param hash 4",
            "kata-set-param nodes 300",
            "boardsize 20",
            "play P1 10-10",
            "kata-analyze P2 10000",
            between,
            "kata-analyze P2 10000",
        ]);
        let report = replies[6].lines().last().expect("a report");
        let visits = report.split(" visits ").nth(1);
        let visits = visits.and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
        visits.unwrap_or_else(|| panic!("{replies:?}"))
    };
    let refused = visits("kata-set-params {\"article.margin\":2,\"speed\":9}");
    assert!(refused > visits("clear_cache"));
    assert_eq!(refused, visits("get_komi"));
}

#[test]
fn moves_with_an_analysis_are_of_the_level_too() {
    let visits = |level: &str| {
        let set = format!("kata-set-param level {level}");
        let replies = talk(&["boardsize 9", &set, "kata-genmove_analyze P1 rootInfo true"]);
        let (_, rest) = replies[2].split_once("rootInfo ").expect("a report");
        let (_, rest) = rest.split_once(" visits ").expect("visits");
        let visits = rest.split(' ').next().and_then(|text| text.parse().ok());
        visits.unwrap_or_else(|| panic!("{replies:?}"))
    };
    let [weak, full]: [u32; 2] = ["7", "10"].map(visits);
    assert!(weak <= 78 && full > 78, "{weak} {full}");
}

#[test]
fn the_fewest_moves_of_an_analysis_count_wherever_they_stand() {
    let moves = |words: &str| {
        let analyze = format!("kata-genmove_analyze P1 {words}");
        let replies = talk(&["boardsize 9", "kata-set-param maxVisits 300", &analyze]);
        let (reports, _) = replies[2].split_once("\nplay ").expect("a move");
        let last = reports.lines().last().unwrap_or_default();
        last.matches("info move").count()
    };
    assert_eq!(moves("maxmoves 2"), 2);
    assert_eq!(moves("minmoves 4 maxmoves 2"), 4);
    assert_eq!(moves("maxmoves 2 minmoves 4"), 4);
}

#[test]
fn a_record_comes_from_a_regular_file() {
    // The standard input has the requests.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("resigned.sgf");
    fs::write(&file, "(;GM[40]SZ[5]RE[B+R];B[aa];W[bb])").unwrap();
    let name = file.display();
    let replies = talk(&[
        "boardsize 5",
        "loadsgf -",
        &format!("loadsgf {}", folder.path().display()),
        &format!("loadsgf {name}"),
        "get_moves",
        &format!("loadsgf {name} 3"),
        "get_moves",
        &format!("loadsgf {name} 4"),
        "get_moves",
    ]);
    assert!(
        replies[1].starts_with("? cannot load file: "),
        "{}",
        replies[1]
    );
    assert_eq!(replies[2], "? cannot load file: it is no regular file");
    let dots = "= P1 1-5 P2 2-4";
    assert_eq!(replies[4], format!("{dots} P2 resign"));
    // The resignation is the third turn.
    assert_eq!(replies[6], dots);
    assert_eq!(replies[8], format!("{dots} P2 resign"));
}

#[test]
fn who_begins_a_record_is_to_move_where_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("white-begins.sgf");
    fs::write(&file, "(;GM[40]SZ[5];W[aa];B[bb])").unwrap();
    let name = file.display();
    let analyze = "kata-genmove_analyze";
    let replies = talk(&[
        "kata-set-param nodes 20",
        &format!("loadsgf {name} 1"),
        analyze,
        "get_moves",
        &format!("loadsgf {name}"),
        "undo 2",
        "kata-set-rule suicide false",
        analyze,
        "get_moves",
        "clear_board",
        analyze,
        "get_moves",
        &format!("loadsgf {name} 1"),
        "kata-set-rule startPos CROSS",
        analyze,
        "get_moves",
    ]);
    for (at, player) in [(3, "P2"), (8, "P2"), (11, "P1"), (15, "P1")] {
        let wanted = format!("= {player} ");
        assert!(replies[at].starts_with(&wanted), "{at}: {}", replies[at]);
    }
}

#[test]
fn a_position_is_loaded_and_printed_with_its_player_to_move() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("position.sgf");
    fs::write(&file, "(;GM[40]SZ[5]AB[bb]PL[W])").unwrap();
    let replies = talk(&[
        "kata-set-param nodes 20",
        &format!("loadsgf {}", file.display()),
        "printsgf",
        "kata-genmove_analyze",
        "get_moves",
    ]);
    assert!(replies[2].contains("AB[bb]PL[W]"), "{}", replies[2]);
    assert!(replies[4].starts_with("= P2 "), "{}", replies[4]);
}

#[test]
fn places_matter_only_for_start_dots() {
    let replies = talk(&[
        "boardsize 9",
        "set_position P1 1-1",
        "kata-set-rule startPosIsRandom true",
        "get_position",
        "kata-set-rule startPos CROSS",
        "get_position",
    ]);
    assert_eq!(replies[3], "= P1 1-1");
    assert_eq!(replies[5].matches('P').count(), 4, "{}", replies[5]);
}

#[test]
fn parameters_are_taken_as_they_are_told() {
    let replies = talk(&[
        "kata-get-param engine",
        "kata-set-param engine \"tactical\"",
        "kata-get-param engine",
    ]);
    assert_eq!(replies, ["= \"auto\"", "= ", "= \"tactical\""]);
    let replies = talk(&[
        "kata-set-param maxTime 2",
        "kata-set-param maxTime nan",
        "kata-get-param maxTime",
        "kata-set-param maxTime inf",
        "kata-get-param maxTime",
    ]);
    assert_eq!(replies[1], "? Invalid value for maxTime: 'nan'");
    // An infinite time is the same as no limit.
    assert_eq!(replies[2..], ["= 2.0", "= ", "= 1e+20"]);
}

#[test]
fn numbers_of_json_have_many_forms_and_null_is_left_out() {
    let replies = talk(&[
        r#"kata-set-params {"maxVisits":100.0,"seed":1e3,"maxTime":0.5,"ponder":null}"#,
        "kata-get-params",
        r#"kata-set-rules {"suicide":0.0,"startPos":null}"#,
        "kata-get-rules",
        r#"kata-set-params {"maxVisits":100.5}"#,
        "kata-set-params [1]",
        "kata-set-params {1}",
    ]);
    assert_eq!(replies[0], "= ");
    for word in [
        r#""maxVisits":100,"#,
        r#""seed":1000,"#,
        r#""maxTime":0.5,"#,
    ] {
        assert!(replies[1].contains(word), "{word}: {}", replies[1]);
    }
    assert_eq!(replies[2], "= ");
    let is_set = replies[3].contains(r#""suicide":false"#);
    assert!(is_set && replies[3].contains("EMPTY"), "{}", replies[3]);
    assert_eq!(replies[4], "? Invalid value for maxVisits: '100.5'");
    let no_object = "? Could not parse parameters: it is no JSON object";
    assert_eq!(replies[5], no_object);
    let broken = "? Could not parse parameters: key must be a string";
    assert!(replies[6].starts_with(broken), "{}", replies[6]);
}

#[test]
fn analyses_check_their_arguments() {
    let replies = talk(&[
        "boardsize 5",
        "kata-set-param nodes 20",
        "kata-analyze P1 allow P1 (1,1),3-3 1",
        "kata-analyze P1 allow P1 3-3",
        "kata-analyze P1 allow P1 3-3 soon",
        "kata-analyze P1 allow P2 nowhere 1",
        "kata-analyze P3 50",
        "set_position P1 1-1",
        "kata-genmove_analyze",
        "kata-analyze P1 allow P1 pass 1",
    ]);
    assert!(replies[2].starts_with('='), "{}", replies[2]);
    let moves: Vec<&str> = replies[2].split(" move ").skip(1).collect();
    assert!(!moves.is_empty(), "{}", replies[2]);
    for word in moves {
        assert!(word.starts_with("2-4") || word.starts_with("3-3"), "{word}");
    }
    assert_eq!(replies[3], "? Expected PLAYER CELLS DEPTH after allow");
    assert_eq!(replies[4], "? Could not parse depth: 'soon'");
    assert_eq!(replies[5], "? Could not parse location: nowhere");
    assert_eq!(replies[6], "? Unknown color or analyze argument: P3");
    assert_eq!(replies[9], "? none of the allowed cells can be played");
    // No turn was made, so the first player is to move.
    let replies = talk(&[
        "boardsize 5",
        "kata-set-param nodes 20",
        "set_position P1 1-1",
        "kata-genmove_analyze",
        "get_moves",
    ]);
    assert!(replies[4].starts_with("= P1 "), "{}", replies[4]);
}

#[test]
fn lists_of_cells_hold_for_their_player_and_all_of_them_count() {
    let cells = |words: &str| {
        let analyze = format!("kata-analyze P1 {words}");
        let replies = talk(&["boardsize 2", "kata-set-param nodes 50", &analyze]);
        let last = replies[2].lines().last().expect("a report");
        let moves = last.split("info move ").skip(1);
        let mut cells: Vec<String> = moves
            .filter_map(|rest| Some(rest.split_once(' ')?.0.to_owned()))
            .collect();
        cells.sort();
        cells.join(" ")
    };
    assert_eq!(cells("allow P2 1-1 1"), "1-1 1-2 2-1 2-2");
    assert_eq!(cells("avoid P2 1-1,1-2 1 avoid P1 2-2 1"), "1-1 1-2 2-1");
    assert_eq!(cells("avoid P1 1-1 1 avoid P1 2-2 1"), "1-2 2-1");
    assert_eq!(cells("allow P1 1-1,1-2,2-1 1 avoid P1 1-1 1"), "1-2 2-1");
    assert_eq!(cells("allow P1 1-1,1-2 1 allow P1 1-2,2-1 1"), "1-2");
}

#[test]
fn a_period_without_moves_is_no_clock() {
    let nodes = |clock: &str| {
        let replies = talk(&[
            "boardsize 9",
            "kata-set-param maxVisits 400",
            clock,
            "genmove P1",
            "info",
        ]);
        let nodes = replies[4].strip_prefix("= nodes,").expect("a result");
        let nodes = nodes.lines().next().and_then(|nodes| nodes.parse().ok());
        nodes.unwrap_or_else(|| panic!("{replies:?}"))
    };
    let free: u32 = nodes("kata-time_settings none");
    assert_eq!(nodes("time_settings 0 5 0"), free);
    assert!(nodes("time_settings 0 0 0") < free);
}

#[test]
fn a_position_and_an_empty_board_have_the_rules_that_are_set() {
    for between in ["clear_board", "boardsize 3", "set_position P1 1-1"] {
        let replies = talk(&[
            "boardsize 3",
            "kata-set-rule suicide false",
            between,
            "set_position P1 2-1 P1 1-2 P1 3-2 P1 2-3",
            "play P2 2-2",
        ]);
        assert_eq!(replies[3], "= ", "{between}");
        assert_eq!(replies[4], "? Illegal move Player2 2-2", "{between}");
    }
}

#[test]
fn a_single_allowed_move_is_searched_to_the_usual_depth() {
    let replies = talk(&[
        "boardsize 4",
        "kata-set-param engine tactical",
        "kata-set-param maxVisits 1000000",
        "set_position P1 2-2 P2 3-2",
        "kata-genmove_analyze P1 allow P1 3-3 1",
    ]);
    let depth = format!(" depth {} ", TacticalOptions::default().depth);
    assert!(replies[4].contains(&depth), "{}", replies[4]);
}

#[test]
fn a_negative_time_left_is_none() {
    let replies = talk(&[
        "boardsize 9",
        "kata-time_settings fischer 3600 0.05",
        "time_left P1 -0.4 0",
        "time_left P1 late 0",
        "genmove P1",
        "info",
    ]);
    assert_eq!(replies[2], "= ");
    assert_eq!(replies[3], "? Could not parse time: 'late'");
    let ms = replies[5].lines().find_map(|line| line.strip_prefix("ms,"));
    let ms: u64 = ms.and_then(|ms| ms.parse().ok()).expect("a time");
    // A share of an hour is longer.
    assert!(ms < 10_000, "{ms}");
}

#[test]
fn lines_that_are_odd_get_the_reply_that_is_told() {
    let replies = talk(&[
        "7",
        "stop now",
        "kata-set-rule dots false",
        "kata-set-rule suicide false",
        "kata-set-rules bbs",
        "kata-get-rules",
        "boardsize 53:4",
        "printsgf",
    ]);
    assert_eq!(replies[..2], ["?7 unknown command", "= "]);
    assert!(replies[2].starts_with('?'), "{}", replies[2]);
    assert!(replies[5].contains("\"suicide\":true"), "{}", replies[5]);
    assert_eq!(replies[6], "= ");
    assert!(replies[7].starts_with('?'), "{}", replies[7]);
    let replies = talk(&["quit now", "name"]);
    assert_eq!(replies, ["= ", ""]);
}

#[test]
fn komi_and_rules_of_a_record_stay_for_the_next_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    let record = "(;GM[40]SZ[5]KM[0.5]RU[dotsCaptureEmptyBase0sui0];B[aa])";
    fs::write(&file, record).unwrap();
    let replies = talk(&[
        &format!("loadsgf {}", file.display()),
        "boardsize 8",
        "get_komi",
        "kata-get-rules",
    ]);
    assert_eq!(replies[2], "= 0.5");
    assert!(replies[3].contains("\"suicide\":false"), "{}", replies[3]);
}

#[test]
fn words_of_an_analysis_that_mean_nothing_here_change_nothing() {
    let report = |words: &str| {
        let analyze = format!("kata-analyze P1 10000 {words}");
        let settings = ["kata-set-param engine article", "kata-set-param nodes 100"];
        let replies = talk(&[settings[0], settings[1], "boardsize 5", &analyze]);
        assert!(replies[3].starts_with("=\ninfo move "), "{}", replies[3]);
        replies[3].clone()
    };
    let plain = report("");
    for word in [
        "pvEdgeVisits",
        "ownershipStdev",
        "movesOwnershipStdev",
        "noResultValue",
    ] {
        assert_eq!(report(&format!("{word} true")), plain, "{word}");
    }
}
