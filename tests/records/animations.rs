//! Games as animated pictures: their frames, and how long each is shown.

use crate::pictures::game;
use std::time::Duration;
use tochki::notation::diagram;
use tochki::tools::show::{Picture, animation, raster, vector};

const DELAY: Duration = Duration::from_millis(200);

#[test]
fn an_animation_has_a_frame_for_the_start_and_one_for_every_move() {
    let board = game();
    for (start_dots, frames) in [(0, 10), (4, 6), (99, 1)] {
        let picture = Picture {
            start_dots,
            ..Picture::new(&board)
        };
        let mut gif_file = Vec::new();
        let mut heard = 0;
        let written = animation::write(&picture, DELAY, 1.0, &mut gif_file, |n| heard = n).unwrap();
        assert_eq!((written, heard), (frames, frames));
        let mut decoder = gif::DecodeOptions::new().read_info(&gif_file[..]).unwrap();
        assert_eq!((decoder.width(), decoder.height()), (172, 132));
        let (mut delays, mut widths) = (Vec::new(), Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            delays.push(frame.delay);
            widths.push(frame.width);
        }
        assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
        // A frame has only what has changed since the one before.
        assert!(widths[0] == 172 && widths[1..].iter().all(|&width| width < 172));
        assert_eq!(delays.len(), frames);
        assert_eq!(delays.last(), Some(&300));
    }
}

#[test]
fn the_last_position_is_shown_no_shorter_than_the_others() {
    let (board, mut gif_file) = (game(), Vec::new());
    let (picture, delay) = (Picture::new(&board), Duration::from_secs(10));
    animation::write(&picture, delay, 1.0, &mut gif_file, |_| ()).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(&gif_file[..]).unwrap();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!(frame.delay, 1000);
    }
}

#[test]
fn the_last_frame_is_the_picture_of_the_last_position() {
    [true, false].into_iter().for_each(assert_last_frame);
}

/// What an animation shows from frame to frame: red, green, blue and opacity of all pixels, row by row.
fn frames(file: &[u8]) -> Vec<Vec<u8>> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(file).unwrap();
    let width = usize::from(decoder.width());
    let mut canvas = vec![0; 4 * width * usize::from(decoder.height())];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let row = 4 * usize::from(frame.width);
        for (y, pixels) in frame.buffer.chunks(row).enumerate() {
            let start = 4 * ((usize::from(frame.top) + y) * width + usize::from(frame.left));
            canvas[start..start + row].copy_from_slice(pixels);
        }
        frames.push(canvas.clone());
    }
    frames
}

fn assert_last_frame(coordinates: bool) {
    let board = game();
    let mut file = Vec::new();
    let picture = Picture {
        coordinates,
        ..Picture::new(&board)
    };
    animation::write(&picture, DELAY, 1.0, &mut file, |_| {}).unwrap();
    let canvas = frames(&file).pop().unwrap();
    let expected = raster::render(&vector::draw(&picture).to_string(), 1.0).unwrap();
    assert_eq!(expected.data().len(), canvas.len());
    let pairs = canvas.iter().zip(expected.data());
    let worst = pairs.map(|(a, b)| a.abs_diff(*b)).max();
    assert!(worst < Some(40), "colours differ by up to {worst:?}");
}

/// At the end the only dot of the second player is captured, and so paler.
#[test]
fn a_dot_has_its_own_colour_until_it_is_captured() {
    let board = diagram::parse(". a .\nc B a\n. a .").unwrap();
    let picture = Picture {
        coordinates: false,
        ..Picture::new(&board)
    };
    let mut file = Vec::new();
    animation::write(&picture, DELAY, 1.0, &mut file, |_| {}).unwrap();
    let svg = vector::draw(&picture).to_string();
    let width = raster::render(&svg, 1.0).unwrap().width() as usize;
    // The dot is in the second row and column. The margin is as wide as a cell.
    let cell = vector::CELL as usize;
    let middle = 4 * (2 * cell * width + 2 * cell);
    let frames = frames(&file);
    let colours: Vec<&[u8]> = frames.iter().map(|frame| &frame[middle..][..3]).collect();
    let red = [0xc4, 0x3a, 0x2d];
    assert_eq!(colours.len(), 6);
    assert_eq!(colours[4], red);
    assert_ne!(colours[5], red);
}
