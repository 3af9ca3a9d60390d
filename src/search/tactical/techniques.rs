//! The techniques of the search, each of which can be switched off to measure what it brings.
//!
//! Whatever is switched off, the values stay the same; only the work to find them grows.

use std::str::FromStr;

/// A technique of the search that can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// A side that is behind and cannot surround anything has failed.
    Bounds,
    /// What can be won is summed up over local fights; what is too little is not tried.
    Decomposition,
    /// A side that is behind by more than a single one of its sets captures has failed, as long as
    /// it takes all its dots to fill one.
    BestTrajectory,
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
    IncrementalTrajectories,
    /// OpenTrajectories round one cell are found as vertex cuts; otherwise as cycles.
    VertexCuts,
    /// Answers are remembered.
    Table,
    /// The most promising moves come first; otherwise they come from top to bottom.
    Order,
    /// Moves that were right elsewhere come earlier.
    History,
}

impl Technique {
    /// Every technique.
    pub const ALL: [Technique; 12] = [
        Technique::Bounds,
        Technique::Decomposition,
        Technique::BestTrajectory,
        Technique::DoubleThreats,
        Technique::Zones,
        Technique::LoneTargets,
        Technique::IdleDots,
        Technique::IncrementalTrajectories,
        Technique::VertexCuts,
        Technique::Table,
        Technique::Order,
        Technique::History,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Technique::Bounds => "bounds",
            Technique::Decomposition => "decomposition",
            Technique::BestTrajectory => "best-trajectory",
            Technique::DoubleThreats => "double-threats",
            Technique::Zones => "zones",
            Technique::LoneTargets => "lone-targets",
            Technique::IdleDots => "idle-dots",
            Technique::IncrementalTrajectories => "incremental-trajectories",
            Technique::VertexCuts => "vertex-cuts",
            Technique::Table => "table",
            Technique::Order => "order",
            Technique::History => "history",
        }
    }

    /// The techniques that do nothing without this one.
    fn dependents(self) -> &'static [Technique] {
        match self {
            Technique::Bounds => &[Technique::Decomposition, Technique::BestTrajectory],
            Technique::Zones => &[Technique::LoneTargets, Technique::IdleDots],
            // Whether a set uses the last dot is known only of sets that are kept.
            Technique::IncrementalTrajectories => &[Technique::IdleDots],
            Technique::Order => &[Technique::History],
            _ => &[],
        }
    }
}

/// There is no technique of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such technique: {}", Technique::ALL.map(Technique::name).join(", "))]
pub struct UnknownTechnique;

impl FromStr for Technique {
    type Err = UnknownTechnique;

    fn from_str(name: &str) -> Result<Technique, UnknownTechnique> {
        let mut techniques = Technique::ALL.into_iter();
        techniques
            .find(|technique| technique.name() == name)
            .ok_or(UnknownTechnique)
    }
}

/// The techniques that are switched on; by default all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques(u16);

impl Techniques {
    /// All techniques.
    pub const ALL: Techniques = Techniques((1 << Technique::ALL.len()) - 1);

    /// The same without one technique and those that do nothing without it.
    #[must_use]
    pub fn without(self, technique: Technique) -> Techniques {
        let techniques = technique.dependents().iter().chain([&technique]);
        Techniques(techniques.fold(self.0, |left, &technique| left & !(1 << technique as u16)))
    }

    /// Whether a technique is switched on.
    #[inline]
    pub fn contains(self, technique: Technique) -> bool {
        self.0 >> technique as u16 & 1 != 0
    }
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::ALL
    }
}
