//! The properties of a node: their values as text, and where they stand.

use super::layout::Layout;
use super::point::LETTERS;
use super::{Located, Problem, SgfError};
use crate::geometry::Size;
use sgf_parse::unknown_game::Prop;
use sgf_parse::{SgfNode, SgfProp};

/// A node of the parser and its index in the layout.
pub(super) type NodeAt<'a> = (&'a SgfNode<Prop>, usize);

/// The properties of a node with their places.
pub(super) struct Properties<'a> {
    text: &'a str,
    node: usize,
    pub properties: Vec<Property>,
}

/// A property, its values as text and its place.
pub(super) struct Property {
    pub name: String,
    pub values: Vec<String>,
    pub offset: usize,
}

impl<'a> Properties<'a> {
    pub fn new(text: &'a str, layout: &Layout, (node, index): NodeAt) -> Properties<'a> {
        let place = &layout.nodes[index];
        let offsets = place
            .properties
            .iter()
            .copied()
            .chain(std::iter::repeat(place.offset));
        let properties = node
            .properties()
            .zip(offsets)
            .map(|(property, offset)| Property {
                name: property.identifier(),
                values: values(property),
                offset,
            });
        Properties {
            text,
            node: place.offset,
            properties: properties.collect(),
        }
    }

    pub fn find(&self, name: &str) -> Option<&Property> {
        self.properties
            .iter()
            .find(|property| property.name == name)
    }

    /// The first value of a property, empty if there is none.
    pub fn value(&self, name: &str) -> &str {
        self.find(name)
            .and_then(|property| property.values.first())
            .map_or("", String::as_str)
    }

    /// That this is a record of another game.
    pub fn other_game(&self) -> SgfError {
        let offset = self
            .find("GM")
            .map_or(self.node, |property| property.offset);
        Located::at(self.text, offset, Problem::OtherGame)
    }

    /// `SZ[n]` or `SZ[w:h]`.
    pub fn size(&self) -> Result<Size, SgfError> {
        let missing = || Located::at(self.text, self.node, Problem::NoSize);
        let property = self.find("SZ").ok_or_else(missing)?;
        let value = property.values.first().map_or("", String::as_str);
        let (width, height) = value.split_once(':').unwrap_or((value, value));
        let side = |text: &str| text.trim().parse().ok().filter(|&side| side <= LETTERS);
        let size = side(width)
            .zip(side(height))
            .and_then(|(w, h)| Size::new(w, h).ok());
        size.ok_or_else(|| {
            Located::at(
                self.text,
                property.offset,
                Problem::BadSize(value.to_owned()),
            )
        })
    }
}

/// The values of a property as text.
fn values(property: &Prop) -> Vec<String> {
    let set = |points: &std::collections::HashSet<String>| {
        let mut points: Vec<String> = points.iter().cloned().collect();
        points.sort_unstable();
        points
    };
    match property {
        Prop::Unknown(_, values) | Prop::Invalid(_, values) => values.clone(),
        Prop::B(value) | Prop::W(value) => vec![value.clone()],
        Prop::AB(points) | Prop::AW(points) | Prop::AE(points) => set(points),
        Prop::C(text) | Prop::GC(text) => vec![text.text.clone()],
        Prop::GM(number) => vec![number.to_string()],
        Prop::TM(number) => vec![number.to_string()],
        Prop::SZ((width, height)) if width == height => vec![width.to_string()],
        Prop::SZ((width, height)) => vec![format!("{width}:{height}")],
        Prop::AP((name, _)) => vec![name.text.clone()],
        Prop::AN(text)
        | Prop::BR(text)
        | Prop::BT(text)
        | Prop::CP(text)
        | Prop::DT(text)
        | Prop::EV(text)
        | Prop::GN(text)
        | Prop::ON(text)
        | Prop::OT(text)
        | Prop::PB(text)
        | Prop::PC(text)
        | Prop::PW(text)
        | Prop::RE(text)
        | Prop::RO(text)
        | Prop::RU(text)
        | Prop::SO(text)
        | Prop::US(text)
        | Prop::WR(text)
        // Text of a single line.
        | Prop::WT(text) => vec![text.text.replace("\r\n", " ").replace(['\n', '\r'], " ")],
        _ => Vec::new(),
    }
}
