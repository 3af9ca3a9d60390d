//! Hostile lines: good ones, nearly good ones, damaged ones and noise.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// How many conversations to try: `TOCHKI_FUZZ_CASES`, or as usual.
pub fn config(usual: u32) -> ProptestConfig {
    let cases = std::env::var("TOCHKI_FUZZ_CASES");
    let cases = cases.map_or(usual, |cases| cases.parse().expect("a number of cases"));
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

/// Lines that are mostly good, and otherwise nearly good, damaged, or anything at all. Spaces may
/// stand at the end, but no line feed stands anywhere.
pub fn lines(
    good: impl Strategy<Value = String> + 'static,
    nearly: impl Strategy<Value = String> + 'static,
) -> impl Strategy<Value = Vec<u8>> {
    let good = good.boxed();
    let damage = (good.clone(), any::<Index>(), any::<u8>());
    let damaged = damage.prop_map(|(line, index, byte)| {
        let mut bytes = line.into_bytes();
        let index = index.index(bytes.len());
        bytes[index] = byte;
        bytes
    });
    let any_line = prop_oneof![
        6 => good.prop_map(String::into_bytes),
        3 => nearly.prop_map(String::into_bytes),
        1 => damaged,
        1 => vec(any::<u8>(), 0..60),
    ];
    any_line.prop_filter("one line", |line| !line.contains(&b'\n'))
}

/// A command between an id and its arguments, with spaces of any kind.
pub fn request(
    id: impl Strategy<Value = String>,
    command: impl Strategy<Value = String>,
    argument: impl Strategy<Value = String>,
) -> impl Strategy<Value = String> {
    let parts = (id, command, vec(argument, 0..6), "[ \t\r]{1,3}");
    parts.prop_map(|(id, command, arguments, space)| {
        [vec![id, command], arguments].concat().join(&space)
    })
}

/// A conversation as a fuzz target takes it: a byte for the engine, then the lines.
pub fn conversation(engine: u8, lines: &[Vec<u8>]) -> Vec<u8> {
    [vec![engine], lines.join(&b'\n')].concat()
}
