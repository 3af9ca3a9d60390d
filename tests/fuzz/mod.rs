//! What tests with hostile lines share.

use proptest::prelude::*;
use tochki::protocol::{Dialect, Session, serve};
use tochki::search::options::Options;

/// How many conversations to try: `TOCHKI_FUZZ_CASES`, or as usual.
pub fn config(usual: u32) -> ProptestConfig {
    let cases = std::env::var("TOCHKI_FUZZ_CASES");
    let cases = cases.map_or(usual, |cases| cases.parse().expect("a number of cases"));
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

/// A session whose searches are short, without a table: many small games are played.
pub fn session() -> Session {
    let mut options = Options::default();
    for (name, value) in [("engine", "article"), ("hash", "1"), ("depth", "2")] {
        options.set(name, value).expect("the option is there");
    }
    Session::new(options)
}

/// All that is answered to the lines.
pub fn ask(dialect: impl Dialect, session: &mut Session, lines: &[u8]) -> String {
    let mut replies = Vec::new();
    let input = std::io::Cursor::new([lines, b"\n"].concat());
    serve(dialect, session, input, &mut replies).expect("memory can be written");
    String::from_utf8(replies).expect("replies are UTF-8")
}
