//! Games as animated GIFs.

use super::raster::{self, RasterError};
use super::{Picture, vector};
use crate::board::Board;
use crate::geometry::Player;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use resvg::tiny_skia::Pixmap;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::time::Duration;

/// The times for which a frame can be shown. A GIF has 16 bits for hundredths of a second, and programs that show it take
/// 0 for a time of their own.
pub const DELAYS: RangeInclusive<Duration> = Duration::from_millis(10)..=Duration::from_secs(655);

/// How long the last position is shown at least before the animation begins again.
const LAST_DELAY: Duration = Duration::from_secs(3);

/// Why an animation cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnimationError {
    /// A frame could not be drawn, or is too small or too large.
    #[error(transparent)]
    Raster(#[from] RasterError),
    /// The file could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The pictures cannot be encoded.
    #[error(transparent)]
    Encoding(EncodingError),
}

// An I/O error becomes `Io`. As `Encoding` it would be printed twice, because an encoding error also prints its cause.
impl From<EncodingError> for AnimationError {
    fn from(error: EncodingError) -> AnimationError {
        match error {
            EncodingError::Io(error) => AnimationError::Io(error),
            other => AnimationError::Encoding(other),
        }
    }
}

/// Writes the game that led to the picture as an animated GIF: a frame of the start position, and a frame after each
/// move. A frame is shown for `delay`, which is one of [`DELAYS`], rounded down to 10 ms; the last one for at least three
/// seconds. It has `scale` pixels per SVG unit. `on_frame` is called with the number of each written frame, from 1.
/// Returns the number of frames.
///
/// # Errors
/// If a frame is too small or too large, cannot be drawn, or `out` cannot be written to.
pub fn write(
    picture: &Picture,
    delay: Duration,
    scale: f32,
    out: impl Write,
    mut on_frame: impl FnMut(usize),
) -> Result<usize, AnimationError> {
    let moves: Vec<_> = picture.board.moves().collect();
    let start_dots = picture.start_dots.min(moves.len());
    let paper = vector::draw_paper(picture).to_string();
    let paper = raster::render(&paper, scale)?;
    let render = |board: &Board| {
        let frame = Picture {
            board,
            ..picture.clone()
        };
        let mut pixels = paper.clone();
        let pieces = vector::draw_pieces(&frame).to_string();
        raster::render_over(&mut pixels, &pieces, scale)?;
        Ok::<_, RasterError>(pixels)
    };
    let mut palette = Palette::of(&render(picture.board)?);
    let mut game = picture.board.clone();
    for _ in start_dots..moves.len() {
        game.undo();
    }
    let mut pixels = render(&game)?;
    let (width, height) = side_lengths(&pixels)?;
    let mut encoder = Encoder::new(out, width, height, &palette.colours)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut seen: Option<Vec<u8>> = None;
    let frames = moves.len() - start_dots + 1;
    for number in 1..=frames {
        let indices = palette.indices(&pixels);
        let mut frame = changed(seen.as_deref(), &indices, width, height);
        let last = number == frames;
        frame.delay = hundredths(if last { delay.max(LAST_DELAY) } else { delay });
        encoder.write_frame(&frame)?;
        on_frame(number);
        seen = Some(indices);
        if !last {
            let next = moves[start_dots + number - 1];
            game.play(next.point, next.player);
            pixels = render(&game)?;
        }
    }
    Ok(frames)
}

fn hundredths(time: Duration) -> u16 {
    u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX)
}

fn side_lengths(pixels: &Pixmap) -> Result<(u16, u16), RasterError> {
    match (
        u16::try_from(pixels.width()),
        u16::try_from(pixels.height()),
    ) {
        (Ok(width), Ok(height)) => Ok((width, height)),
        _ => Err(RasterError::Size {
            width: pixels.width() as f32,
            height: pixels.height() as f32,
        }),
    }
}

/// A frame with the smallest rectangle that holds all changed pixels. It has at least one pixel. `before` and `now` are
/// the colour indices of all pixels. All pixels count as changed if `before` is `None`.
fn changed<'a>(before: Option<&[u8]>, now: &[u8], width: u16, height: u16) -> Frame<'a> {
    let columns = width as usize;
    let (mut left, mut top, mut right, mut bottom) = (columns, height as usize, 0, 0);
    for (i, &index) in now.iter().enumerate() {
        if before.is_none_or(|before| before[i] != index) {
            let (x, y) = (i % columns, i / columns);
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
        }
    }
    if left > right {
        (left, top, right, bottom) = (0, 0, 0, 0);
    }
    let part = (top..=bottom).flat_map(|y| &now[y * columns + left..=y * columns + right]);
    Frame {
        left: left as u16,
        top: top as u16,
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        dispose: DisposalMethod::Keep,
        buffer: Cow::Owned(part.copied().collect()),
        ..Frame::default()
    }
}

/// The colours of all frames of an animation, at most 256.
struct Palette {
    /// Red, green and blue of the first colour, then of the next ones.
    colours: Vec<u8>,
    /// For each colour that was looked up, the index of the nearest colour of the palette.
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The palette of the most frequent colours of a picture and of the colours of live dots.
    fn of(pixels: &Pixmap) -> Palette {
        let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
        for pixel in pixels.pixels() {
            *counts
                .entry([pixel.red(), pixel.green(), pixel.blue()])
                .or_default() += 1;
        }
        // The last position may have captured dots of a player and no live ones.
        counts.extend(Player::ALL.map(|player| (rgb(vector::colour(player)), u32::MAX)));
        let mut commonest: Vec<_> = counts.into_iter().collect();
        commonest.sort_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        commonest.truncate(256);
        Palette {
            colours: commonest.iter().flat_map(|(colour, _)| *colour).collect(),
            nearest: HashMap::new(),
        }
    }

    /// For every pixel, the index of the nearest colour of the palette.
    fn indices(&mut self, pixels: &Pixmap) -> Vec<u8> {
        let colours = &self.colours;
        let distance = |a: &[u8], b: &[u8]| -> u32 {
            let squares = a
                .iter()
                .zip(b)
                .map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2));
            squares.sum()
        };
        let mut nearest = |colour: [u8; 3]| {
            *self.nearest.entry(colour).or_insert_with(|| {
                let index = (0..colours.len() / 3)
                    .min_by_key(|&i| distance(&colours[3 * i..3 * i + 3], &colour));
                index.unwrap_or(0) as u8
            })
        };
        pixels
            .pixels()
            .iter()
            .map(|pixel| nearest([pixel.red(), pixel.green(), pixel.blue()]))
            .collect()
    }
}

/// Red, green and blue of a colour that is written as in `#2257a5`.
fn rgb(colour: &str) -> [u8; 3] {
    let number = u32::from_str_radix(&colour[1..], 16).expect("the digits are hexadecimal");
    let [_, red, green, blue] = number.to_be_bytes();
    [red, green, blue]
}
