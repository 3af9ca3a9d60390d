//! The techniques of the search. Each can be switched off to measure what it saves.
//!
//! The values stay the same without a technique. Only the search takes longer.

use std::str::FromStr;

/// A technique that the search can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// A side that is behind and has no trajectory fails at once.
    Bounds,
    /// A side that is behind fails if the sum over all regions is too little. Moves in regions that
    /// cannot take part in winning enough are not tried.
    Decomposition,
    /// A side that is behind fails if it can fill only one trajectory and none captures enough.
    BestTrajectory,
    /// With two dots left and no capture at once, only double threats are tried.
    DoubleThreats,
    /// After a refuted pass, only moves in the relevance zone of the refutation and on own
    /// trajectories are tried.
    Zones,
    /// New walls are looked for only round dots on their own. Others share the fate of a neighbour.
    LoneTargets,
    /// After an idle dot and a pass, only moves that use the dot are tried.
    IdleDots,
    /// Answers are kept in the transposition table.
    Table,
    /// The most promising moves are tried first, otherwise row by row.
    Order,
    /// The history heuristic: moves that were right elsewhere are tried earlier.
    History,
}

const NUMBER: usize = 10;

impl Technique {
    /// Every technique.
    pub const ALL: [Technique; NUMBER] = [
        Technique::Bounds,
        Technique::Decomposition,
        Technique::BestTrajectory,
        Technique::DoubleThreats,
        Technique::Zones,
        Technique::LoneTargets,
        Technique::IdleDots,
        Technique::Table,
        Technique::Order,
        Technique::History,
    ];

    const NAMES: [&str; NUMBER] = [
        "bounds",
        "decomposition",
        "best-trajectory",
        "double-threats",
        "zones",
        "lone-targets",
        "idle-dots",
        "table",
        "order",
        "history",
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        Technique::NAMES[self as usize]
    }

    /// The techniques that do nothing without this one.
    fn dependents(self) -> &'static [Technique] {
        match self {
            Technique::Bounds => &[Technique::Decomposition, Technique::BestTrajectory],
            Technique::Zones => &[Technique::LoneTargets, Technique::IdleDots],
            Technique::Order => &[Technique::History],
            _ => &[],
        }
    }
}

/// There is no technique of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such technique: {}", Technique::NAMES.join(", "))]
pub struct UnknownTechnique;

impl FromStr for Technique {
    type Err = UnknownTechnique;

    fn from_str(name: &str) -> Result<Technique, UnknownTechnique> {
        let mut all = Technique::ALL.into_iter();
        all.find(|technique| technique.name() == name)
            .ok_or(UnknownTechnique)
    }
}

/// The set of techniques that are switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques(u16);

impl Techniques {
    /// All techniques.
    pub const ALL: Techniques = Techniques((1 << NUMBER) - 1);

    /// The set without one technique and without those that do nothing without it.
    #[must_use]
    pub fn without(self, technique: Technique) -> Techniques {
        let off = technique.dependents().iter().chain([&technique]);
        Techniques(off.fold(self.0, |on, &technique| on & !(1 << technique as u16)))
    }

    /// Whether a technique is switched on.
    #[inline]
    pub fn contains(self, technique: Technique) -> bool {
        self.0 >> technique as u16 & 1 != 0
    }
}
