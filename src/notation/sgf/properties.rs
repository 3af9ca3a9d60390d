//! The properties of a node: their values as text, and where they stand.

use super::point::LETTERS;
use super::tree::{Node, Place, Tree, Written, values};
use super::{Problem, SgfError};
use crate::geometry::Size;

/// The properties of a node with their places.
pub(super) struct Properties {
    node: Place,
    pub properties: Vec<Property>,
}

/// A property, its values as text and its place.
pub(super) struct Property {
    pub name: String,
    pub values: Vec<String>,
    pub place: Place,
}

impl Properties {
    pub fn new(text: &str, tree: &Tree, node: &Node) -> Properties {
        let property = |written: &Written| Property {
            // Old files have small letters in names, which mean nothing.
            name: written
                .name(text)
                .chars()
                .filter(char::is_ascii_uppercase)
                .collect(),
            values: values(written.values(text)),
            place: written.place,
        };
        Properties {
            node: node.place,
            properties: tree.properties(node).iter().map(property).collect(),
        }
    }

    pub fn find(&self, name: &str) -> Option<&Property> {
        self.properties
            .iter()
            .find(|property| property.name == name)
    }

    /// The first value of a property, empty if there is none.
    pub fn value(&self, name: &str) -> &str {
        self.find(name).map_or("", Property::value)
    }

    /// The first value of a property on one line.
    pub fn line(&self, name: &str) -> String {
        one_line(self.value(name))
    }

    /// That this is a record of another game.
    pub fn other_game(&self) -> SgfError {
        let place = self.find("GM").map_or(self.node, |property| property.place);
        place.found(Problem::OtherGame)
    }

    /// `SZ[n]` or `SZ[w:h]`.
    pub fn size(&self) -> Result<Size, SgfError> {
        let property = self
            .find("SZ")
            .ok_or_else(|| self.node.found(Problem::NoSize))?;
        let value = property.value();
        let (width, height) = value.split_once(':').unwrap_or((value, value));
        let side = |text: &str| text.trim().parse().ok().filter(|&side| side <= LETTERS);
        let size = side(width)
            .zip(side(height))
            .and_then(|(w, h)| Size::new(w, h).ok());
        size.ok_or_else(|| property.place.found(Problem::BadSize(value.to_owned())))
    }
}

impl Property {
    /// The first value.
    pub fn value(&self) -> &str {
        self.values.first().map_or("", String::as_str)
    }
}

/// The text with spaces in place of line ends.
pub(super) fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\n', '\r'], " ")
}
