//! The shapes of importance with all their images, as text and as SVG.

use super::paper::{INK, blank, label, paper};
use super::vector::colour;
use crate::geometry::Player;
use crate::importance::{ShapeImages, shape_images};
use std::fmt::Write;
use svg::Document;
use svg::node::element::{Circle, Group, Line};

/// Distance from one cell of an image to the next, in SVG units.
const CELL: f32 = 10.0;
/// Distance between images, and between shapes, in SVG units.
const GAP: f32 = 12.0;
/// Width of the column with numbers, names and weights, in SVG units.
const NAMES: f32 = 350.0;
/// The most images that a shape can have.
const MOST_IMAGES: f32 = 16.0;
/// Width of an image at most, in cells.
const WIDEST: f32 = 7.0;

/// All shapes as text, each with its number, name, weight, number of images, and its picture as the file has it.
pub fn print() -> String {
    let mut text = String::new();
    for (shape, number) in shape_images().iter().zip(1..) {
        let weight = f64::from(shape.weight) / 1000.0;
        let images = shape.images.len();
        let _ = writeln!(
            text,
            "{number}. {}: {weight:+.2}, {images} images",
            shape.name
        );
        for row in shape.images.iter().take(1).flat_map(|image| image.lines()) {
            let _ = writeln!(text, "    {row}");
        }
    }
    text
}

/// All shapes as SVG: a row for each shape, with its number, name and weight, and all its images.
pub fn draw() -> Document {
    let shapes = shape_images();
    let mut rows = Group::new();
    let mut top = GAP;
    for (shape, number) in shapes.iter().zip(1..) {
        let height = tallest(shape) * CELL;
        rows = rows.add(row(shape, number, height).set("transform", format!("translate(0 {top})")));
        top += height + GAP;
    }
    let width = NAMES + MOST_IMAGES * (WIDEST * CELL + GAP);
    blank(width, top).add(paper(width, top)).add(rows)
}

/// The rows of the tallest image of a shape.
fn tallest(shape: &ShapeImages) -> f32 {
    let heights = shape.images.iter().map(|image| image.lines().count());
    heights.max().unwrap_or(0) as f32
}

/// A shape: its number, name and weight, and its images from left to right. `height` is that of the row, in SVG units.
fn row(shape: &ShapeImages, number: usize, height: f32) -> Group {
    let text = |x: f32, text: String| label(x, height / 2.0, text);
    let weight = f64::from(shape.weight) / 1000.0;
    let mut row = Group::new()
        .add(text(30.0, format!("{number}")).set("text-anchor", "end"))
        .add(text(80.0, format!("{weight:+.2}")).set("text-anchor", "end"))
        .add(text(95.0, shape.name.to_owned()));
    let mut left = NAMES;
    for drawn in &shape.images {
        row = row.add(image(drawn).set("transform", format!("translate({left} 0)")));
        left += WIDEST * CELL + GAP;
    }
    row
}

/// An image. A dot has the colour of its player, a pale dot may be missing, a small point must be empty, and the cross is
/// the cell itself. Where nothing is drawn, anything may be.
fn image(drawn: &str) -> Group {
    let mut group = Group::new();
    for (y, line) in drawn.lines().enumerate() {
        for (x, symbol) in line.chars().enumerate() {
            let at = ((x as f32 + 0.5) * CELL, (y as f32 + 0.5) * CELL);
            group = match symbol {
                'X' => group.add(dot(at, 4.0, colour(Player::First))),
                'O' => group.add(dot(at, 4.0, colour(Player::Second))),
                'x' => group.add(dot(at, 4.0, colour(Player::First)).set("opacity", 0.35)),
                'o' => group.add(dot(at, 4.0, colour(Player::Second)).set("opacity", 0.35)),
                '.' => group.add(dot(at, 1.2, INK)),
                '*' => group.add(stroke(at, 1.0)).add(stroke(at, -1.0)),
                _ => group,
            };
        }
    }
    group
}

fn dot(at: (f32, f32), radius: f32, colour: &str) -> Circle {
    Circle::new()
        .set("cx", at.0)
        .set("cy", at.1)
        .set("r", radius)
        .set("fill", colour)
}

/// One of the two strokes of the cross; `slope` is 1 or -1.
fn stroke(at: (f32, f32), slope: f32) -> Line {
    const HALF: f32 = 3.0;
    Line::new()
        .set("x1", at.0 - HALF)
        .set("y1", at.1 - HALF * slope)
        .set("x2", at.0 + HALF)
        .set("y2", at.1 + HALF * slope)
        .set("stroke", "#111111")
        .set("stroke-width", 1.4)
}
