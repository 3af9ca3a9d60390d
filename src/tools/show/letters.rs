//! Words drawn as SVG paths, so that pictures need no font. Only the letters that the words of our pictures need are
//! there.

use super::digits::rounded;
use svg::node::element::{Definitions, Group, Path, Use};

/// The letters with their widths and strokes. The line that they stand on is at 14, and capitals reach up to 0.
const GLYPHS: [(char, f32, &str); 19] = [
    (
        'a',
        9.0,
        "M8.4 4.8V14M8.4 9.4C8.4 6.6 6.8 4.8 4.6 4.8S.7 6.6.7 9.4 2.4 14 4.6 14 8.4 12.2 8.4 9.4",
    ),
    (
        'c',
        8.2,
        "M7.9 6.4C7.2 5.4 6.1 4.8 4.8 4.8 2.4 4.8.7 6.6.7 9.4S2.4 14 4.8 14C6.1 14 7.2 13.4 7.9 12.4",
    ),
    (
        'd',
        9.0,
        "M8.4 0V14M8.4 9.4C8.4 6.6 6.8 4.8 4.6 4.8S.7 6.6.7 9.4 2.4 14 4.6 14 8.4 12.2 8.4 9.4",
    ),
    (
        'e',
        9.0,
        "M.7 9.2H8.5C8.5 6.5 6.9 4.8 4.7 4.8 2.4 4.8.7 6.6.7 9.4S2.4 14 4.8 14C6.2 14 7.3 13.4 8 12.4",
    ),
    (
        'g',
        9.0,
        "M8.4 4.8V14.4C8.4 17 6.9 18.4 4.6 18.4 3 18.4 1.8 17.8 1.1 16.8M8.4 9.4C8.4 6.6 6.8 4.8 4.6 4.8\
         S.7 6.6.7 9.4 2.4 14 4.6 14 8.4 12.2 8.4 9.4",
    ),
    (
        'h',
        9.0,
        "M1 0V14M1 8.6C1.4 6.2 2.8 4.8 4.8 4.8 7 4.8 8 6.2 8 8.4V14",
    ),
    ('i', 2.0, "M1 4.8V14M1 .8V1.4"),
    ('l', 2.0, "M1 0V14"),
    (
        'm',
        13.4,
        "M1 4.8V14M1 8.2C1.4 6 2.5 4.8 4.1 4.8 5.8 4.8 6.7 6 6.7 8V14M6.7 8.2C7.1 6 8.2 4.8 9.8 4.8 11.5 4.8 12.4 6 \
         12.4 8V14",
    ),
    (
        'n',
        9.0,
        "M1 4.8V14M1 8.6C1.4 6.2 2.8 4.8 4.8 4.8 7 4.8 8 6.2 8 8.4V14",
    ),
    (
        'o',
        9.2,
        "M4.6 4.8C2.4 4.8.7 6.6.7 9.4S2.4 14 4.6 14 8.5 12.2 8.5 9.4 6.8 4.8 4.6 4.8Z",
    ),
    (
        'p',
        9.2,
        "M.8 4.8V18.4M.8 9.4C.8 6.6 2.4 4.8 4.6 4.8S8.5 6.6 8.5 9.4 6.8 14 4.6 14 .8 12.2.8 9.4",
    ),
    ('r', 5.4, "M1 4.8V14M1 9C1.3 6.4 2.8 4.8 5.2 4.8"),
    (
        's',
        7.8,
        "M7 6.3C6.4 5.3 5.4 4.8 4 4.8 2.2 4.8 1 5.7 1 7.1 1 8.6 2.3 9 4 9.4 5.9 9.8 7.2 10.3 7.2 11.8 7.2 13.2 5.9 14 \
         4 14 2.4 14 1.3 13.4.6 12.3",
    ),
    ('t', 5.6, "M3 1.8V11.4C3 13.2 3.8 14 5.4 14M.4 4.8H5.4"),
    (
        'u',
        9.0,
        "M1 4.8V10.4C1 12.6 2 14 4.2 14 6.2 14 7.6 12.6 8 10.2M8 4.8V14",
    ),
    ('v', 8.8, "M.5 4.8 4.4 14 8.3 4.8"),
    ('x', 8.4, "M.6 4.8 7.8 14M7.8 4.8.6 14"),
    ('L', 8.4, "M1 0V14H8"),
];

/// Between two letters.
const GAP: f32 = 3.4;
/// Between two words, besides the gap.
const SPACE: f32 = 4.2;
const HEIGHT: f32 = 14.0;

/// The SVG definitions of all letters. A document that shows words contains them once.
pub(in crate::tools) fn definitions() -> Definitions {
    GLYPHS
        .iter()
        .fold(Definitions::new(), |definitions, &(letter, _, strokes)| {
            definitions.add(Path::new().set("id", id(letter)).set("d", strokes))
        })
}

/// Drawn words whose capitals have this height. They begin at `x`, and the middle of their capitals is at `y`, all in
/// SVG units. The group of the line style of [numbers](super::digits::group) is for words too.
///
/// # Panics
/// If the words have a letter that is not there.
pub(in crate::tools) fn words(text: &str, x: f32, y: f32, height: f32) -> Group {
    let place = format!(
        "translate({} {}) scale({})",
        rounded(x),
        rounded(y - height / 2.0),
        rounded(height / HEIGHT)
    );
    let mut at = 0.0;
    let mut group = Group::new().set("transform", place).set("data-text", text);
    for letter in text.chars() {
        if letter != ' ' {
            let href = format!("#{}", id(letter));
            group = group.add(Use::new().set("href", href).set("x", rounded(at)));
        }
        at += advance(letter);
    }
    group
}

/// The width of drawn words whose capitals have this height, in SVG units.
///
/// # Panics
/// If the words have a letter that is not there.
pub(in crate::tools) fn width(text: &str, height: f32) -> f32 {
    let advances: f32 = text.chars().map(advance).sum();
    (advances - GAP) * height / HEIGHT
}

/// Distance from the left side of one character to that of the next.
fn advance(character: char) -> f32 {
    if character == ' ' {
        return SPACE;
    }
    let glyph = GLYPHS.iter().find(|&&(letter, ..)| letter == character);
    glyph.expect("the letter is there").1 + GAP
}

fn id(letter: char) -> String {
    format!("letter-{letter}")
}
