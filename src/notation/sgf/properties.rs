//! The properties of one node: their values as text, and their places in the file.

use super::point::LETTERS;
use super::tree::{Node, Place, Tree, Written, values};
use super::{Problem, SgfError};
use crate::geometry::Size;
use crate::notation::shortened;

/// The properties of one node in the order of the file, and the place of the node.
pub(super) struct Properties {
    node: Place,
    pub properties: Vec<Property>,
}

/// A property: its name in capital letters, its values without brackets, and its place in the file.
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

    /// The first value of a property. Empty if the node has no such property.
    pub fn value(&self, name: &str) -> &str {
        self.find(name).map_or("", Property::value)
    }

    /// The first value of a property, with line ends replaced by spaces. Empty if the node has no such property.
    pub fn line(&self, name: &str) -> String {
        one_line(self.value(name))
    }

    /// The error that this record is not a game of Points. Its place is that of `GM`, or else of the node.
    pub fn other_game(&self) -> SgfError {
        let place = self.find("GM").map_or(self.node, |property| property.place);
        place.found(Problem::OtherGame)
    }

    /// The size in `SZ[n]` or `SZ[w:h]`. It is an error if `SZ` is missing, or is not a size from 1x1 to 52x52.
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
        size.ok_or_else(|| property.place.found(Problem::BadSize(shortened(value))))
    }
}

impl Property {
    /// The first value. Empty if there is none.
    pub fn value(&self) -> &str {
        self.values.first().map_or("", String::as_str)
    }
}

/// The text with a space in place of each line end.
pub(super) fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\n', '\r'], " ")
}
