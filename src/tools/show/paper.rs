//! The paper of SVG documents, and labels on it.

use svg::Document;
use svg::node::element::{Rectangle, Text};

/// The colour of the paper, in the notation of SVG.
pub(in crate::tools) const PAPER: &str = "#fbf7ea";
/// The colour of axes, coordinates and small marks.
pub(in crate::tools) const INK: &str = "#8b8573";
/// The colour of the lines of a chart.
pub(in crate::tools) const RULE: &str = "#e0d9c4";
/// The colour of labels.
const LABEL: &str = "#333333";

/// An empty document of this width and height, in SVG units.
pub(in crate::tools) fn blank(width: f32, height: f32) -> Document {
    Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
}

/// A sheet of paper of this width and height, in SVG units.
pub(in crate::tools) fn paper(width: f32, height: f32) -> Rectangle {
    Rectangle::new()
        .set("width", width)
        .set("height", height)
        .set("fill", PAPER)
}

/// A label in a font. It begins at `x` and is centred on `y`, in SVG units.
pub(in crate::tools) fn label(x: f32, y: f32, text: String) -> Text {
    Text::new(text)
        .set("x", x)
        .set("y", y + 4.0)
        .set("font-family", "sans-serif")
        .set("font-size", 12)
        .set("fill", LABEL)
}
