//! Finds the cells where pictures hold. Their symmetric images are not tried.

use super::matcher::{Planes, Variant};
use super::shape::Picture;
use crate::board::Board;
use crate::geometry::Bitboard;

/// Pictures prepared for matching.
pub struct Pictures(Vec<Variant>);

impl Pictures {
    /// Prepares pictures.
    pub fn new<'a>(pictures: impl IntoIterator<Item = &'a Picture>) -> Pictures {
        Pictures(pictures.into_iter().map(Variant::alone).collect())
    }

    /// For each picture, the playable cells at which it holds.
    pub fn places(&self, board: &Board) -> Vec<Bitboard> {
        let planes = Planes::new(board);
        let places = |variant| planes.places(variant, board.free());
        self.0.iter().map(places).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;
    use crate::importance::shape;
    use crate::notation::diagram;

    #[test]
    fn a_picture_is_found_where_it_holds_cell_by_cell() {
        let text = "0...1..\n.1.....\n.......\n.01....\n..0.1..\n.......\n1..0..1";
        let board = diagram::parse(text).unwrap();
        let shapes = shape::standard();
        let images = shapes.iter().flat_map(|shape| shape.picture.variants());
        let pictures: Vec<Picture> = images.collect();
        let found = Pictures::new(&pictures).places(&board);
        let mut count = 0;
        for (picture, found) in pictures.iter().zip(&found) {
            let slowly = |point: &Point| board.is_legal(*point) && picture.holds(&board, *point);
            let expected: Bitboard = board.size().points().filter(slowly).collect();
            assert_eq!(*found, expected, "{picture}");
            count += found.len();
        }
        assert!(count > 0);
    }
}
