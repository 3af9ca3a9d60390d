//! An SGF file, in any character set.

use tochki::notation::record::GameRecord;
use tochki::notation::sgf::{self, Collection, Reading, Style, Warning};
use tochki::tools::source::Source;

/// Most games of a file that are read.
const MOST_GAMES: usize = 8;

/// Most variations of a game whose turns are compared. Each is compared from the start of the game on.
const MOST_LINES: usize = 100;

/// A game that can be read can be replayed, written and read again.
pub fn check(data: &[u8]) {
    let lines = 1 + data.iter().filter(|&&byte| byte == b'\n').count();
    let collection = match Collection::new(data) {
        Ok(collection) => collection,
        Err(error) => {
            assert!((1..=lines).contains(&error.line), "{error}");
            return;
        }
    };
    assert!(!collection.is_empty());
    assert!(collection.game(0, &[]).is_err());
    assert!(collection.game(collection.len() + 1, &[]).is_err());
    check_whole(&collection);
    for number in 1..=collection.len().min(MOST_GAMES) {
        for branches in [&[][..], &[1], &[2], &[1, 2]] {
            match collection.game(number, branches) {
                Ok(reading) => {
                    check_reading(&reading);
                    check_cut(reading);
                }
                Err(error) => assert!((1..=lines).contains(&error.line), "{error}"),
            }
        }
    }
    if let Ok(reading) = collection.game(1, &[]) {
        let source = Source::of_reading(reading).expect("it ends before a refused move");
        source.board.validate().expect("the board is sound");
        assert_eq!(source.notes().len(), source.warnings().len());
        let record = source.record().expect("SGF has all moves");
        let again = record.final_board().expect("it was played");
        assert_eq!(again.hash(), source.board.hash());
    }
}

/// Variations change nothing of the games themselves, and can be written and read again.
fn check_whole(collection: &Collection) {
    let (Ok(whole), Ok(lines)) = (collection.whole_games(), collection.games()) else {
        assert!(collection.whole_games().is_err() && collection.games().is_err());
        return;
    };
    for (Reading { mut record, .. }, line) in whole.into_iter().zip(lines).take(MOST_GAMES) {
        let text = sgf::write(&record, Style::default()).expect("it was read from SGF");
        let written = Collection::new(text.as_bytes()).expect("we read what we write");
        let again = written.whole_games().expect("we read what we write");
        let again = &again[0].record;
        let count = record.variations.len();
        assert_eq!(again.variations.len(), count, "{text:?}");
        if count <= MOST_LINES {
            assert_eq!(turns_of_lines(again), turns_of_lines(&record), "{text:?}");
        }
        record.variations.clear();
        assert_eq!(record, line.record);
    }
}

/// All turns of the main line and of each variation, from the start of the game, in the order of their text.
fn turns_of_lines(record: &GameRecord) -> Vec<String> {
    let lines = (0..=record.variations.len()).map(|number| record.line(number));
    let mut texts: Vec<String> = lines
        .map(|line| {
            format!(
                "{:?}",
                line.expect("each variation leaves a line before it")
            )
        })
        .collect();
    texts.sort();
    texts
}

/// A game that is cut in the middle is one that can be read, too.
fn check_cut(mut reading: Reading) {
    let turns = reading.record.turns.len() / 2;
    reading.cut(turns);
    assert_eq!(reading.record.turns.len(), turns);
    check_reading(&reading);
}

fn check_reading(reading: &Reading) {
    let record = &reading.record;
    let board = record.final_board().expect("it ends before a refused move");
    board.validate().expect("the board is sound");
    for chains in [false, true] {
        let text = sgf::write(record, Style { chains }).expect("it was read from SGF");
        let games = sgf::parse(text.as_bytes()).expect("we read what we write");
        let [again] = &games[..] else {
            panic!("{} games in {text:?}", games.len());
        };
        let refused = again.warnings.iter().find(|warning| {
            matches!(
                warning.what,
                Warning::Cut { .. } | Warning::Chains { .. } | Warning::UnknownCharset(_)
            )
        });
        assert!(refused.is_none(), "{refused:?} in {text:?}");
        let found = again.record.final_board().expect("it was read");
        assert_eq!(found.to_string(), board.to_string(), "{text:?}");
        assert_eq!(found.hash(), board.hash(), "{text:?}");
        let mut read = again.record.clone();
        assert_eq!(read.start.len(), record.start.len(), "{text:?}");
        // The order of the start dots before the first capture is lost.
        read.start.clone_from(&record.start);
        assert_eq!(&read, record, "{text:?}");
        let twice = sgf::write(&again.record, Style { chains }).expect("it was read from SGF");
        assert_eq!(twice, text);
    }
}
