//! The techniques of the exact search. Each can be switched off to measure the nodes it saves. The values stay the
//! same.

/// A technique of the exact search. A side searches for a score that it must reach, its goal, and is *behind* while its
/// score is less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// A side that is behind and has no trajectory fails at once.
    Bounds,
    /// A side that is behind fails if all parts of the board together win too little, even if the opponent always
    /// passes. Moves in parts that cannot help to win enough are not tried.
    Decomposition,
    /// If a player who is behind has two dots left, and no capture at once can help him, only double threats are tried.
    DoubleThreats,
    /// After the opponent has refuted a pass, only moves on own trajectories are tried, and those on or round cells
    /// where the refutation plays.
    Zones,
    /// After a refuted pass, moves that surround cells of the refutation are tried. Cells beside a dot of the opponent
    /// are left out: he loses a dot there only together with that dot.
    LoneTargets,
    /// A dot is idle if it does not disturb the refutation of a pass by another pass. If the opponent passes after it,
    /// only moves on trajectories through it are tried.
    IdleDots,
    /// Answers to questions of earlier nodes are taken from the transposition table.
    Table,
    /// The most promising moves are tried first. Without this technique moves are tried row by row.
    Order,
    /// The history heuristic: moves that reached the goal in other positions are tried earlier.
    History,
}

const NUMBER: usize = 9;

impl Technique {
    /// Every technique.
    pub const ALL: [Technique; NUMBER] = [
        Technique::Bounds,
        Technique::Decomposition,
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
        "double-threats",
        "zones",
        "lone-targets",
        "idle-dots",
        "table",
        "order",
        "history",
    ];

    /// The name of the technique on the command line.
    pub fn name(self) -> &'static str {
        Technique::NAMES[self as usize]
    }

    /// The other techniques that work only together with this one.
    fn dependents(self) -> &'static [Technique] {
        match self {
            Technique::Bounds => &[Technique::Decomposition],
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
    /// All techniques switched on.
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
