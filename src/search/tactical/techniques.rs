//! The techniques of the exact search. Each can be switched off to measure the nodes it saves. The values stay the same.

/// A technique that the search can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// A side that has less than its goal and no trajectory fails at once.
    Bounds,
    /// A side that is behind fails if all regions together win too little. Moves in regions that cannot help to win enough
    /// are not tried.
    Decomposition,
    /// A side that is behind fails if it can fill only one trajectory and none captures enough.
    BestTrajectory,
    /// With two dots left and no capture at once, only double threats are tried.
    DoubleThreats,
    /// After a refuted pass, only moves in the relevance zone of the refutation and on own
    /// trajectories are tried.
    Zones,
    /// After a refuted pass, walls are looked for only round dots without an own neighbour by side. Other dots are captured
    /// together with that neighbour.
    LoneTargets,
    /// After an idle dot and a pass, only moves on trajectories through that dot are tried.
    IdleDots,
    /// The transposition table is used.
    Table,
    /// The most promising moves are tried first. Without it moves are tried row by row.
    Order,
    /// The history heuristic: moves that refuted other positions are tried earlier.
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

    /// The techniques that work only together with this one.
    fn dependents(self) -> &'static [Technique] {
        match self {
            Technique::Bounds => &[Technique::Decomposition, Technique::BestTrajectory],
            Technique::Zones => &[Technique::LoneTargets, Technique::IdleDots],
            Technique::Order => &[Technique::History],
            _ => &[],
        }
    }
}

/// The set of techniques that are switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques(u16);

impl Techniques {
    /// All techniques.
    pub const ALL: Techniques = Techniques((1 << NUMBER) - 1);

    /// The set without a technique and without those that work only together with it.
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
