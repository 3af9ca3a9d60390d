//! The parts of the search, each of which can be switched off to measure what it brings.
//!
//! Whatever is switched off, the values stay the same; only the work to find them grows.

use std::str::FromStr;

/// A part of the search that can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A side that is behind and cannot surround anything has failed.
    Bounds,
    /// What can be won is summed up over local fights; what is too little is not tried.
    Decomposition,
    /// A side that is behind by more than a single one of its sets captures has failed, as long as
    /// it takes all its dots to fill one.
    Prizes,
    /// With two dots left and no capture at once, only double threats are tried.
    DoubleThreats,
    /// After a pass was refuted, only moves that disturb the refutation or help to surround
    /// something are tried; otherwise all are.
    Zones,
    /// Only lone dots are targets of walls yet to be built: others share the fate of a neighbour.
    LoneTargets,
    /// After a dot that disturbs nothing and a pass, only moves that use the dot are tried.
    IdleDots,
    /// Surrounding sets are kept along the line of play; otherwise they are found anew.
    IncrementalSets,
    /// Sets round one cell are found as vertex cuts; otherwise as cycles.
    VertexCuts,
    /// Answers are remembered.
    Table,
    /// The most promising moves come first; otherwise they come from top to bottom.
    Order,
    /// Moves that were right elsewhere come earlier.
    History,
}

impl Part {
    /// Every part.
    pub const ALL: [Part; 12] = [
        Part::Bounds,
        Part::Decomposition,
        Part::Prizes,
        Part::DoubleThreats,
        Part::Zones,
        Part::LoneTargets,
        Part::IdleDots,
        Part::IncrementalSets,
        Part::VertexCuts,
        Part::Table,
        Part::Order,
        Part::History,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Part::Bounds => "bounds",
            Part::Decomposition => "decomposition",
            Part::Prizes => "prizes",
            Part::DoubleThreats => "double-threats",
            Part::Zones => "zones",
            Part::LoneTargets => "lone-targets",
            Part::IdleDots => "idle-dots",
            Part::IncrementalSets => "incremental-sets",
            Part::VertexCuts => "vertex-cuts",
            Part::Table => "table",
            Part::Order => "order",
            Part::History => "history",
        }
    }

    /// The parts that do nothing without this one.
    fn dependents(self) -> &'static [Part] {
        match self {
            Part::Bounds => &[Part::Decomposition, Part::Prizes],
            Part::Zones => &[Part::LoneTargets, Part::IdleDots],
            // Whether a set uses the last dot is known only of sets that are kept.
            Part::IncrementalSets => &[Part::IdleDots],
            Part::Order => &[Part::History],
            _ => &[],
        }
    }
}

/// There is no part of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such part: {}", Part::ALL.map(Part::name).join(", "))]
pub struct UnknownPart;

impl FromStr for Part {
    type Err = UnknownPart;

    fn from_str(name: &str) -> Result<Part, UnknownPart> {
        let mut parts = Part::ALL.into_iter();
        parts.find(|part| part.name() == name).ok_or(UnknownPart)
    }
}

/// The parts that are switched on; by default all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts(u16);

impl Parts {
    /// All parts.
    pub const ALL: Parts = Parts((1 << Part::ALL.len()) - 1);

    /// The same without one part and those that do nothing without it.
    #[must_use]
    pub fn without(self, part: Part) -> Parts {
        let parts = part.dependents().iter().chain([&part]);
        Parts(parts.fold(self.0, |left, &part| left & !(1 << part as u16)))
    }

    /// Whether a part is switched on.
    #[inline]
    pub fn contains(self, part: Part) -> bool {
        self.0 >> part as u16 & 1 != 0
    }
}

impl Default for Parts {
    fn default() -> Parts {
        Parts::ALL
    }
}
