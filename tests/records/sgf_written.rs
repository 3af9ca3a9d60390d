//! Records that are written as SGF and read again.

use proptest::prelude::*;
use tochki::board::{Action, Rules};
use tochki::notation::record::{ErrorClass, GameRecord, GameResult, Turn};
use tochki::notation::sgf::{self, Collection, RuleSet, Style, Unwritable};
use tochki::{Board, Move, Player, Point, Size};

#[test]
fn a_komi_that_would_not_be_read_back_is_refused() {
    let mut record = GameRecord::new(Size::new(3, 3).unwrap());
    for komi in [4000.5, -5000.0, f64::INFINITY, f64::NAN] {
        record.komi = komi;
        assert_eq!(sgf::write(&record, Style::default()), Err(Unwritable::Komi));
        let text = format!("(;GM[40]SZ[3]KM[{komi}])");
        let reading = &sgf::parse(text.as_bytes()).unwrap()[0];
        let warnings = reading.warnings.len();
        assert_eq!((reading.record.komi, warnings), (0.0, 1), "{text}");
    }
    record.komi = -sgf::GREATEST_KOMI;
    let written = sgf::write(&record, Style::default()).unwrap();
    assert_eq!(sgf::parse(written.as_bytes()).unwrap()[0].record, record);
}

#[test]
fn a_text_that_would_not_be_read_back_is_refused() {
    let mut record = GameRecord::new(Size::new(3, 3).unwrap());
    record.comment = "a\0b".to_owned();
    let written = sgf::write(&record, Style::default()).unwrap();
    assert_eq!(
        sgf::parse(written.as_bytes()).unwrap()[0].record.comment,
        "ab"
    );
    record.comment = "x".to_owned();
    let rest = sgf::write(&record, Style::default()).unwrap().len() - 1;
    record.comment = "x".repeat(sgf::MAX_BYTES - rest);
    let written = sgf::write(&record, Style::default()).unwrap();
    assert!(sgf::parse(written.as_bytes()).unwrap()[0].record == record);
    record.comment.push('x');
    assert!(sgf::write(&record, Style::default()) == Err(Unwritable::TooLong));
}

#[test]
fn the_chain_of_a_capture_begins_and_ends_with_the_dot_that_closes_it() {
    let text = b"(;GM[40]SZ[5];W[cc];B[cb];B[bc];B[dc];B[cd])";
    let record = &sgf::parse(text).unwrap()[0].record;
    let written = sgf::write(record, Style { chains: true }).unwrap();
    let (_, value) = written.split_once("B[cd.").unwrap();
    assert!(
        value.starts_with("cd") && value.ends_with("cd])\n"),
        "{written}"
    );
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
    // What is said of no turn has no meaning.
    let found = classes(&record.turns);
    assert_eq!(found, [bad, doubtful, bad, None, doubtful]);
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
    record.rules.suicide = false;
    for rules in ["", sgf::RUSSIAN_RULES, "2", "MustSurr=0"] {
        record.rules_text = rules.to_owned();
        let written = sgf::write(&record, Style::default()).unwrap();
        let read = &sgf::parse(written.as_bytes()).unwrap()[0].record;
        assert_eq!(read.rules, record.rules, "{written}");
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

/// A random game on a board of this size, with comments and a head.
fn random_record(seed: u64, width: u32, height: u32, text: String) -> GameRecord {
    let mut rng = fastrand::Rng::with_seed(seed);
    let size = Size::new(width, height).expect("a good size");
    let mut record = GameRecord::new(size);
    record.rules = Rules {
        suicide: rng.bool(),
        captures_empty_bases: rng.u8(..3) == 0,
    };
    record.rules_text = RuleSet::text(record.rules);
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
        Board::under(record.rules, size)
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
    // On a full board it is not read.
    if rng.bool() && !board.free().is_empty() {
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

proptest! {
    #![proptest_config(crate::random_cases())]

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
