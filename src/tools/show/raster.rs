//! Renders SVG documents to pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

/// The largest width and height of a picture, in pixels.
pub const MAX_SIDE: f32 = 16_384.0;

/// Why a document cannot be rendered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RasterError {
    /// The text is no SVG document.
    #[error("the picture cannot be rendered: {0}")]
    Svg(#[from] usvg::Error),
    /// The picture would be empty or have a side of more than [`MAX_SIDE`] pixels.
    #[error("a picture of {width} by {height} pixels is too small or too large")]
    Size {
        /// Pixels from left to right.
        width: f32,
        /// Pixels from top to bottom.
        height: f32,
    },
}

/// Renders an SVG document to a new picture, with `scale` pixels per SVG unit.
///
/// # Errors
/// If the text is no SVG document, or the picture is too small or too large.
pub fn render(svg: &str, scale: f32) -> Result<Pixmap, RasterError> {
    let tree = parse(svg)?;
    let (width, height) = (
        (tree.size().width() * scale).round(),
        (tree.size().height() * scale).round(),
    );
    let unusable = || RasterError::Size { width, height };
    if !(1.0..=MAX_SIDE).contains(&width) || !(1.0..=MAX_SIDE).contains(&height) {
        return Err(unusable());
    }
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or_else(unusable)?;
    paint(&tree, scale, &mut pixels);
    Ok(pixels)
}

/// Renders an SVG document over the picture in `pixels`, with `scale` pixels per SVG unit.
///
/// # Errors
/// If the text is no SVG document.
pub(super) fn render_over(pixels: &mut Pixmap, svg: &str, scale: f32) -> Result<(), RasterError> {
    paint(&parse(svg)?, scale, pixels);
    Ok(())
}

fn parse(svg: &str) -> Result<usvg::Tree, RasterError> {
    Ok(usvg::Tree::from_str(svg, &usvg::Options::default())?)
}

fn paint(tree: &usvg::Tree, scale: f32, pixels: &mut Pixmap) {
    resvg::render(
        tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
}
