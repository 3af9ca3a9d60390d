//! The eight symmetries of the square: rotations and reflections.

use super::{Point, Size};

/// A symmetry of the square: it may first mirror left and right, then makes up to three quarter turns clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    mirror: bool,
    quarter_turns: u8,
}

impl Symmetry {
    /// All eight symmetries. The identity comes first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        [false, true].into_iter().flat_map(|mirror| {
            (0..4).map(move |quarter_turns| Symmetry {
                mirror,
                quarter_turns,
            })
        })
    }

    /// The size of the board after the symmetry. An odd number of quarter turns exchanges width and height.
    pub fn size(self, size: Size) -> Size {
        if self.quarter_turns % 2 == 1 {
            Size::new(size.height(), size.width()).expect("both sides were valid")
        } else {
            size
        }
    }

    /// The point to which the symmetry moves a cell of a board of `size`.
    ///
    /// # Panics
    /// If the point is off the board, it may panic.
    pub fn point(self, point: Point, size: Size) -> Point {
        let (right, bottom) = (size.width() as i32 - 1, size.height() as i32 - 1);
        // Distances from the centre are doubled, so that they are whole numbers.
        let (x, y) = self.vector(2 * point.x() as i32 - right, 2 * point.y() as i32 - bottom);
        let turned = self.size(size);
        Point::new(
            ((x + turned.width() as i32 - 1) / 2) as u32,
            ((y + turned.height() as i32 - 1) / 2) as u32,
        )
    }

    /// The step to which the symmetry turns a step of `dx` columns to the right and `dy` rows down.
    pub const fn vector(self, dx: i32, dy: i32) -> (i32, i32) {
        let dx = if self.mirror { -dx } else { dx };
        match self.quarter_turns {
            0 => (dx, dy),
            1 => (-dy, dx),
            2 => (-dx, -dy),
            _ => (dy, -dx),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn turns_are_clockwise_and_a_mirror_comes_first() {
        let size = Size::new(3, 2).unwrap();
        let corner = |symmetry: Symmetry| symmetry.point(Point::new(0, 0), size);
        let corners = Symmetry::all().map(corner).map(|p| (p.x(), p.y()));
        let (plain, mirrored) = (
            [(0, 0), (1, 0), (2, 1), (0, 2)],
            [(2, 0), (1, 2), (0, 1), (0, 0)],
        );
        assert!(corners.eq([plain, mirrored].concat()));
    }

    #[test]
    fn eight_distinct_bijections() {
        let size = Size::new(3, 2).unwrap();
        let mut images = HashSet::new();
        for symmetry in Symmetry::all() {
            let turned = symmetry.size(size);
            let image: Vec<Point> = size.points().map(|p| symmetry.point(p, size)).collect();
            assert!(image.iter().all(|&p| turned.contains(p)));
            assert_eq!(image.iter().collect::<HashSet<_>>().len(), 6);
            images.insert((turned, image));
        }
        assert_eq!(images.len(), 8);
    }
}
