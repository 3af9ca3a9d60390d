//! Numbers drawn as SVG paths, so that pictures need no font.

use svg::node::element::{Definitions, Group, Path, Use};

/// The strokes of `0` to `9`, `-` and `+`, each in a box 10 wide and 14 high.
const GLYPHS: [(char, &str); 12] = [
    ('0', "M5 0C2 0 .7 3 .7 7S2 14 5 14 9.3 11 9.3 7 8 0 5 0Z"),
    ('1', "M1.8 3.2 5.6 0V14"),
    (
        '2',
        "M1 3.6C1 1.4 2.8 0 5 0S9 1.5 9 3.7C9 6.6 4.4 9.4 1 14H9.4",
    ),
    (
        '3',
        "M1.1 2.6C1.7 1 3.1 0 5 0 7.3 0 8.8 1.4 8.8 3.4S7 6.6 4.6 6.6C7.5 6.6 9.3 8 9.3 10.2S7.4 14 5 14C2.7 14 1.2 12.9.7 11",
    ),
    ('4', "M7 14V0L.6 9.8H9.6"),
    (
        '5',
        "M8.6 0H2.2L1.5 6.3C2.4 5.5 3.6 5.1 5 5.1 7.6 5.1 9.4 6.9 9.4 9.5S7.5 14 4.9 14C2.7 14 1.2 13 .6 11.4",
    ),
    (
        '6',
        "M8.5 2C7.8.7 6.7 0 5.2 0 2 0 .6 3.3.6 7.8.6 11.8 2.2 14 5.1 14 7.6 14 9.4 12.2 9.4 9.6S7.7 5.4 5.3 5.4C3 5.4 1.2 6.9.7 9",
    ),
    ('7', "M.6 0H9.4C6.5 4 4.4 8.8 3.8 14"),
    (
        '8',
        "M5 6.5C2.8 6.5 1.2 5.2 1.2 3.3S2.8 0 5 0 8.8 1.4 8.8 3.3 7.2 6.5 5 6.5C2.3 6.5.5 8 .5 10.2S2.3 14 5 14 9.5 12.5 9.5 10.2 7.7 6.5 5 6.5Z",
    ),
    (
        '9',
        "M1.5 12C2.2 13.3 3.3 14 4.8 14 8 14 9.4 10.7 9.4 6.2 9.4 2.2 7.8 0 4.9 0 2.4 0 .6 1.8.6 4.4S2.3 8.6 4.7 8.6C7 8.6 8.8 7.1 9.3 5",
    ),
    ('-', "M1.5 7H8.5"),
    ('+', "M1.5 7H8.5M5 3.5V10.5"),
];

/// Distance from the left side of one character to that of the next. The boxes of the characters are 10 wide.
const ADVANCE: f32 = 13.0;
const WIDTH: f32 = 10.0;
const HEIGHT: f32 = 14.0;

/// How a number is aligned horizontally with the point where it is drawn. Vertically its middle is at the point.
#[derive(Clone, Copy, Debug)]
pub(in crate::tools) enum Anchor {
    /// The middle of the number is at the point.
    Middle,
    /// The right end of the number is at the point.
    End,
}

/// The SVG definitions of all characters. A document that shows numbers contains them once.
pub(in crate::tools) fn definitions() -> Definitions {
    GLYPHS
        .iter()
        .fold(Definitions::new(), |definitions, &(character, strokes)| {
            definitions.add(Path::new().set("id", id(character)).set("d", strokes))
        })
}

/// An empty SVG group with the line style of numbers in this colour, to which numbers are added.
pub(in crate::tools) fn group(colour: &str) -> Group {
    Group::new()
        .set("fill", "none")
        .set("stroke", colour)
        .set("stroke-width", 1.7)
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round")
}

/// A drawn number of this height at the point `(x, y)`, all in SVG units. Characters other than digits, `-` and `+` are
/// left out.
pub(in crate::tools) fn number(text: &str, x: f32, y: f32, height: f32, anchor: Anchor) -> Group {
    let scale = height / HEIGHT;
    let width = (ADVANCE * (text.len() as f32 - 1.0) + WIDTH) * scale;
    let left = match anchor {
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    let place = format!(
        "translate({} {}) scale({})",
        rounded(left),
        rounded(y - height / 2.0),
        rounded(scale)
    );
    text.chars()
        .filter(|&character| GLYPHS.iter().any(|&(known, _)| known == character))
        .enumerate()
        .fold(
            Group::new()
                .set("transform", place)
                .set("data-number", text),
            |group, (i, character)| {
                let glyph = Use::new().set("href", format!("#{}", id(character)));
                group.add(match i {
                    0 => glyph,
                    _ => glyph.set("x", i as f32 * ADVANCE),
                })
            },
        )
}

/// The value rounded to hundredths, so that documents are short.
pub(in crate::tools) fn rounded(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

fn id(character: char) -> String {
    match character {
        '-' => "minus".to_owned(),
        '+' => "plus".to_owned(),
        digit => format!("d{digit}"),
    }
}
