//! Reads the start dots of a game.

use super::{Reader, SgfError};
use crate::board::Move;
use crate::geometry::{Player, Point, Size};
use crate::notation::sgf::properties::Properties;
use crate::notation::sgf::tree::Place;
use crate::notation::sgf::{Problem, point};
use std::collections::BTreeSet;

impl Reader {
    /// Puts the start dots of a node in the order of its properties. If the rules refuse a dot, it tries the reverse
    /// order. This matters if one player's dots close an empty base in which the other player has a dot.
    pub(super) fn read_setup(&mut self, node: &Properties) -> Result<(), SgfError> {
        let mut setups = Vec::new();
        let mut dots = 0;
        for property in &node.properties {
            let player = match property.name.as_str() {
                "AB" => Player::First,
                "AW" => Player::Second,
                _ => continue,
            };
            if !self.record.turns.is_empty() {
                return Err(property.place.found(Problem::LateSetup));
            }
            // A value that is repeated in a property counts once. Points that are named twice in another way are refused;
            // SGF forbids them.
            let values = BTreeSet::from_iter(&property.values);
            let mut points = setup_points(values, self.record.size)
                .map_err(|problem| property.place.found(problem))?;
            points.sort_unstable();
            dots += points.len();
            setups.push((property.place, player, points));
            if dots > self.record.size.area() as usize {
                // One cell is there twice, which is refused. More rectangles could fill the memory.
                break;
            }
        }
        let before = self.record.start.len();
        if let Err(error) = self.put_start(&setups) {
            for _ in self.record.start.drain(before..) {
                self.board.undo();
            }
            setups.reverse();
            return self.put_start(&setups).map_err(|_| error);
        }
        Ok(())
    }

    fn put_start(&mut self, setups: &[(Place, Player, Vec<Point>)]) -> Result<(), SgfError> {
        for (place, player, points) in setups {
            for &point in points {
                let player = *player;
                if let Err(reason) = self.board.try_play(point, player) {
                    return Err(place.found(Problem::IllegalStart(reason)));
                }
                self.record.start.push(Move { point, player });
            }
        }
        Ok(())
    }
}

/// The points that the values name. It stops once there are more than the board has cells: then one is there twice,
/// which the rules refuse, and many rectangles could fill the memory.
fn setup_points<'a>(
    values: impl IntoIterator<Item = &'a String>,
    size: Size,
) -> Result<Vec<Point>, Problem> {
    let mut points = Vec::new();
    for value in values {
        if points.len() > size.area() as usize {
            break;
        }
        points.extend(point::parse_setup(value, size)?);
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_points_are_kept_than_tell_that_one_is_there_twice() {
        let size = Size::new(52, 52).unwrap();
        let points = |count| {
            setup_points(&vec!["aa:ZZ".to_owned(); count], size)
                .unwrap()
                .len()
        };
        let area = size.area() as usize;
        assert_eq!(
            [points(1), points(2), points(1000)],
            [area, 2 * area, 2 * area]
        );
    }
}
