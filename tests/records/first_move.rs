//! Who moves first: SGF tells it by `PL` where no move does.

use tochki::Player;
use tochki::notation::sgf::{self, Collection, Reading, Style};

fn read(text: &str) -> Reading {
    sgf::parse(text.as_bytes()).unwrap().swap_remove(0)
}

#[test]
fn a_record_without_moves_tells_who_moves_first() {
    let (first, second) = (Player::First, Player::Second);
    for (nodes, player) in [
        ("", first),
        ("PL[B]", first),
        ("PL[W]", second),
        ("PL[ white]", second),
        // Dots may be set up in several nodes.
        ("AB[aa];AW[bb]PL[W]", second),
        ("PL[W];PL[B]", first),
        // The first move tells it.
        ("PL[W];B[aa]", first),
        (";W[aa]PL[B]", second),
        (";W[aa];PL[B]", second),
        // A variation tells nothing of the main line.
        ("PL[W](;C[nothing])(;PL[B];B[aa])", second),
    ] {
        let text = format!("(;GM[40]SZ[3]{nodes})");
        let Reading { record, warnings } = read(&text);
        assert_eq!(warnings, [], "{text}");
        assert_eq!(record.to_move(0), player, "{text}");
        assert_eq!(record.game().unwrap().first(), player, "{text}");
        let written = sgf::write(&record, Style::default()).unwrap();
        assert_eq!(read(&written).record, record, "{text}");
        let games = Collection::from_text(&text).unwrap().whole_games();
        assert_eq!(games.unwrap()[0].record.to_move(0), player, "{text}");
    }
}

#[test]
fn a_first_move_that_is_refused_tells_it_too() {
    for (moves, player) in [
        (";W[bb];B[aa]", Player::Second),
        ("PL[B];W[bb]", Player::Second),
        (";W[bb]PL[B]", Player::Second),
        ("PL[W];B[bb]", Player::First),
    ] {
        let Reading { record, warnings } = read(&format!("(;GM[40]SZ[3]AB[bb]{moves})"));
        assert_eq!((record.turns.len(), warnings.len()), (0, 1), "{moves}");
        assert_eq!(record.to_move(0), player, "{moves}");
    }
}

#[test]
fn a_value_that_names_no_player_is_told_and_ignored() {
    for value in ["", "2", "BW", "red"] {
        let Reading { record, warnings } = read(&format!("(;GM[40]SZ[3]PL[{value}])"));
        assert_eq!(record.to_move(0), Player::First);
        let told: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        let reason = format!("line 1, column 14: the value {value:?} of PL has no meaning");
        assert_eq!(told, [reason]);
    }
    // It tells nothing in a record with moves.
    assert_eq!(read("(;GM[40]SZ[3]PL[2];B[aa])").warnings, []);
}

#[test]
fn the_start_of_a_game_is_written_with_the_player_to_move() {
    let mut record = read("(;GM[40]SZ[3]AB[bb];W[aa];B[cc])").record;
    // This means nothing, because there are moves.
    record.first = Player::Second;
    let written = sgf::write(&record, Style::default()).unwrap();
    assert!(!written.contains("PL["), "{written}");
    record.first = Player::First;
    record.cut(0);
    let written = sgf::write(&record, Style::default()).unwrap();
    assert!(written.contains("AB[bb]PL[W]"), "{written}");
    assert_eq!(read(&written).record, record);
}
