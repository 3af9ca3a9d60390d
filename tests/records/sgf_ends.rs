//! How the games of SGF files end: by words and empty moves, and with which results.

use tochki::board::{Action, Ending};
use tochki::notation::sgf::{self, Collection, Reading, Warning};
use tochki::{Player, notation::record::GameResult};

fn read(text: &str) -> Reading {
    sgf::parse(text.as_bytes()).unwrap().swap_remove(0)
}

#[test]
fn a_word_in_place_of_a_move_gives_the_result_unless_the_head_does() {
    for (head, word, result) in [
        ("", "resign", "B+R"),
        ("", " Time", "B+T"),
        ("", "interrupt", "B+"),
        ("", "Unknown", "B+"),
        ("RE[Void]", "resign", "B+R"),
        ("RE[B+F]", "resign", "B+F"),
    ] {
        let Reading { record, warnings } = read(&format!("(;GM[40]SZ[3]{head};B[aa];W[{word}])"));
        assert_eq!(record.result, result.parse::<GameResult>().ok(), "{word}");
        assert_eq!((record.turns.len(), warnings), (1, vec![]), "{word}");
    }
}

#[test]
fn the_result_of_a_game_is_that_of_its_first_branch() {
    for (head, is_right) in [("W+R", true), ("B+16", false)] {
        let text = format!("(;GM[40]SZ[5]RE[{head}];B[bb](;W[dd])(;W[cc])(;W[ee];B[resign]))");
        let games = Collection::new(text.as_bytes()).unwrap();
        let read = |branch| games.game(1, &[branch]).unwrap();
        let result = |branch| read(branch).record.result.map(|result| result.to_string());
        assert_eq!(result(1).as_deref(), Some(head));
        assert_eq!(read(1).warnings.is_empty(), is_right);
        // One can go on there.
        assert_eq!(result(2), None, "{head}");
        assert_eq!(read(2).record.game().unwrap().ending(), None);
        assert_eq!(result(3).as_deref(), Some("W+R"), "{head}");
        for branch in [2, 3] {
            assert_eq!(read(branch).warnings, [], "{head}");
        }
    }
}

#[test]
fn komi_rules_and_result_behind_the_first_node_are_told() {
    let reading = read("(;GM[40]SZ[3];KM[0.5]RU[Suicide=0]PB[Ann];B[aa]RE[B+R])");
    let told = |reading: &Reading| {
        let notes = reading.warnings.iter().map(|note| note.what.to_string());
        notes.collect::<Vec<String>>()
    };
    let note = |name| format!("{name} is not in the first node of the game: it is ignored");
    assert_eq!(told(&reading), ["KM", "RU", "RE"].map(note));
    assert_eq!((reading.record.komi, reading.record.result), (0.0, None));
    // A result does not matter for a position.
    let mut position = reading;
    position.cut(0);
    assert_eq!(told(&position), ["KM", "RU"].map(note));
}

#[test]
fn a_result_that_nobody_knows_is_no_fault() {
    for (value, result, warnings) in [
        ("", None, 0),
        ("?", Some("?"), 0),
        ("Void", Some("Void"), 0),
        ("W+", Some("W+"), 0),
        ("B+x", None, 1),
    ] {
        let Reading {
            record,
            warnings: told,
        } = read(&format!("(;GM[40]SZ[3]RE[{value}];B[aa])"));
        assert_eq!(
            record.result.map(|result| result.to_string()).as_deref(),
            result
        );
        assert_eq!(told.len(), warnings, "{value}");
        let text = sgf::write(&record, sgf::Style::default()).unwrap();
        assert_eq!(text.contains("RE["), result.is_some(), "{text}");
        assert_eq!(read(&text).record, record);
    }
}

#[test]
fn who_has_grounded_does_not_resign_too() {
    let record = read("(;GM[40]SZ[5]RE[B+R];B[bb];W[cc];B[dd];W[])").record;
    let ending = record.game().unwrap().ending();
    assert_eq!(ending, Some((Player::Second, Ending::Ground)));
}

#[test]
fn an_empty_move_on_a_full_board_is_left_out_and_its_comment_is_kept() {
    let Reading { record, warnings } = read("(;GM[40]SZ[2:1];B[aa];W[ba]C[last];B[]C[the end])");
    assert_eq!((record.turns.len(), warnings), (2, vec![]));
    assert_ne!(record.turns[1].action, Action::Ground);
    assert_eq!(record.turns[1].comment, "last\nthe end");
}

#[test]
fn a_result_may_be_the_score_now_or_after_one_player_or_both_have_grounded() {
    // The first player has captured a dot and has a loose one, the second has two loose ones.
    let game = "AW[bb];B[ba];B[ab];B[cb];B[bc];B[ee];W[eg];W[gg]";
    for (result, is_right) in [
        ("B+1", true),
        ("0", true),
        ("B+3", true),
        ("B+2", true),
        ("B+4", false),
        ("W+1", false),
    ] {
        let Reading { warnings, .. } = read(&format!("(;GM[40]SZ[9]RE[{result}]{game})"));
        assert_eq!(warnings.is_empty(), is_right, "{result}: {warnings:?}");
    }
    // Without a lead nobody wins by grounding.
    let Reading { warnings, .. } = read("(;GM[40]SZ[3]RE[B+G];B[aa])");
    assert!(matches!(&warnings[..], [one] if matches!(one.what, Warning::Result { .. })));
}
