//! Pictures as lines of characters, for a terminal or a file.
//!
//! | plain | coloured | meaning |
//! |---|---|---|
//! | `X` `O` | `●` blue, red | live dots of the first and of the second player |
//! | `x` `o` | `○` blue, red | captured dots |
//! | `.` | `·` | playable cells |
//! | blank | blank, shaded | unplayable cells |
//!
//! The last move is in round brackets. Overlays are shown on playable cells:
//!
//! | sign | meaning |
//! |---|---|
//! | `1` to `9` | rank of a best move, 1 for the best, or importance, 9 for the greatest |
//! | `-` | negative importance |
//! | `+` | cell of a trajectory |
//! | `A` to `Z` | cell of a class of trajectories, without `O` and `X`; from the 25th class on it is `+` |
//! | `=` | free cell in a gap of a ring or of a way to the edge |
//! | `*` | the cell that the owner of a ring has to take first |
//! | `:` | cell of the play range |
//!
//! If a cell has several signs, that of the last overlay in [`Picture::overlays`] is shown. `:` is shown only on cells
//! without another sign.

use super::{Overlay, Picture};
use crate::board::Cell;
use crate::geometry::{Player, Point};
use crate::search::connections::{Escape, Ring};
use anstyle::{AnsiColor, Color, RgbColor, Style};
use std::collections::HashMap;
use std::fmt::Write;

/// The characters with which a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// ASCII without colours.
    Plain,
    /// Unicode with ANSI colours.
    Coloured,
}

const FIRST: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::BrightBlue)));
const SECOND: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::BrightRed)));
const FAINT: Style = Style::new().dimmed();
const ADVICE: Style = Style::new()
    .fg_color(Some(Color::Ansi(AnsiColor::BrightGreen)))
    .bold();
const FIRST_TERRITORY: Color = Color::Rgb(RgbColor(24, 38, 74));
const SECOND_TERRITORY: Color = Color::Rgb(RgbColor(74, 28, 26));

/// The signs of classes of trajectories.
const CLASSES: &str = "ABCDEFGHIJKLMNPQRSTUVWYZ";

/// The colour of a player's dots in a terminal: blue or red.
pub(crate) const fn style(player: Player) -> Style {
    match player {
        Player::First => FIRST,
        Player::Second => SECOND,
    }
}

/// The name of a player in texts: `blue` and `red` with colours, `X` and `O` without.
pub const fn name(player: Player, charset: Charset) -> &'static str {
    match (charset, player) {
        (Charset::Coloured, Player::First) => "blue",
        (Charset::Coloured, Player::Second) => "red",
        (Charset::Plain, Player::First) => "X",
        (Charset::Plain, Player::Second) => "O",
    }
}

/// The picture as text, with one line for each row. If it has coordinates, a line with the numbers of columns follows.
pub fn draw(picture: &Picture, charset: Charset) -> String {
    let size = picture.board.size();
    let marked = picture.marked();
    let signs = overlay_signs(picture);
    let margin = size.height().to_string().len();
    let mut text = String::new();
    for y in 0..size.height() {
        let mut line = String::new();
        if picture.coordinates {
            let number = format!("{:>margin$}", size.height() - y);
            paint(&mut line, &number, FAINT, charset);
        }
        let mut bracket = false;
        for x in 0..size.width() {
            let point = Point::new(x, y);
            let is_marked = marked == Some(point);
            let separator = match (is_marked, bracket) {
                (true, _) => "(",
                (_, true) => ")",
                _ => " ",
            };
            let owner = picture.board.territory_owner(point);
            let has_same_owner = |other| picture.board.territory_owner(other) == owner;
            let shade = owner.filter(|_| x > 0 && has_same_owner(Point::new(x - 1, y)));
            paint(&mut line, separator, shaded(Style::new(), shade), charset);
            let (sign, sign_style) = sign(picture, point, &signs, charset);
            let sign_style = shaded(sign_style, owner);
            paint(&mut line, &sign.to_string(), sign_style, charset);
            bracket = is_marked;
        }
        if bracket {
            line.push(')');
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    if picture.coordinates {
        let footer = column_numbers(size.width(), margin);
        paint(&mut text, &footer, FAINT, charset);
        text.push('\n');
    }
    text
}

/// The line with the numbers of columns: all of them on boards of up to 9 columns, else 1, 5, 10, 15 and so on.
/// `margin` is the width of the row numbers in characters.
fn column_numbers(width: u32, margin: usize) -> String {
    let mut line = " ".repeat(margin);
    for x in (1..=width).filter(|&x| width < 10 || x == 1 || x % 5 == 0) {
        let end = margin + 2 * x as usize;
        let number = x.to_string();
        while line.len() + number.len() < end {
            line.push(' ');
        }
        line.push_str(&number);
    }
    line
}

fn shaded(style: Style, owner: Option<Player>) -> Style {
    match owner {
        Some(Player::First) => style.bg_color(Some(FIRST_TERRITORY)),
        Some(Player::Second) => style.bg_color(Some(SECOND_TERRITORY)),
        None => style,
    }
}

fn paint(line: &mut String, text: &str, style: Style, charset: Charset) {
    if charset == Charset::Plain || style == Style::new() {
        line.push_str(text);
    } else {
        write!(line, "{style}{text}{style:#}").expect("a string takes everything");
    }
}

/// The character of a cell and its style. `signs` has the characters that overlays put on playable cells.
fn sign(
    picture: &Picture,
    point: Point,
    signs: &HashMap<Point, (char, Style)>,
    charset: Charset,
) -> (char, Style) {
    let plain = charset == Charset::Plain;
    match picture.board.cell(point) {
        Cell::Live(player) => {
            let letter = ['X', 'O'][player.index()];
            (if plain { letter } else { '●' }, style(player))
        }
        Cell::Captured(player) => {
            let letter = ['x', 'o'][player.index()];
            (if plain { letter } else { '○' }, style(player))
        }
        Cell::Dead => (' ', Style::new()),
        Cell::Open | Cell::EmptyBase(_) => match signs.get(&point) {
            Some(&sign) => sign,
            None => (if plain { '.' } else { '·' }, FAINT),
        },
    }
}

/// The characters that the overlays put on cells, with their styles.
fn overlay_signs(picture: &Picture) -> HashMap<Point, (char, Style)> {
    let mut signs = HashMap::new();
    for overlay in &picture.overlays {
        match overlay {
            Overlay::Importance(cells) => {
                let cells = cells.iter().filter(|(_, strength)| *strength != 0.0);
                signs.extend(cells.map(|&(point, strength)| (point, importance_sign(strength))));
            }
            Overlay::Range(cells) => {
                for &point in cells {
                    signs.entry(point).or_insert((':', Style::new()));
                }
            }
            Overlay::Trajectories(trajectories) => {
                for trajectory in trajectories {
                    let plus = ('+', style(trajectory.player));
                    signs.extend(trajectory.points.iter().map(|&point| (point, plus)));
                }
            }
            Overlay::Classes(classes) => {
                let letters = CLASSES.chars().chain(std::iter::repeat('+'));
                for (cells, letter) in classes.iter().zip(letters) {
                    signs.extend(cells.iter().map(|&cell| (cell, (letter, ADVICE))));
                }
            }
            Overlay::Rings { rings, escapes } => add_rings(&mut signs, rings, escapes),
            Overlay::Best(_, points) => {
                let ranks = points.iter().zip('1'..='9');
                signs.extend(ranks.map(|(&point, rank)| (point, (rank, ADVICE))));
            }
        }
    }
    signs
}

/// Adds the signs of ways to the edge and of rings. Keys hide the other signs, and rings hide ways to the edge.
fn add_rings(signs: &mut HashMap<Point, (char, Style)>, rings: &[Ring], escapes: &[Escape]) {
    for escape in escapes {
        let style = style(escape.player);
        let cells = escape.connections.iter().flat_map(|own| &own.carrier);
        signs.extend(cells.map(|&cell| (cell, ('=', style))));
    }
    for ring in rings {
        let style = style(ring.player);
        signs.extend(ring.carrier.iter().map(|cell| (cell, ('=', style))));
    }
    for ring in rings {
        signs.extend(ring.keys().map(|key| (key, ('*', style(ring.player)))));
    }
}

/// The character and style of an importance in [-1, 1] that is not 0.
fn importance_sign(strength: f32) -> (char, Style) {
    if strength < 0.0 {
        return (
            '-',
            Style::new().fg_color(Some(Color::Ansi(AnsiColor::Cyan))),
        );
    }
    let digit = (strength.min(1.0) * 9.0).ceil() as u32;
    let warm = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Yellow)));
    (char::from_digit(digit, 10).unwrap_or('9'), warm)
}
