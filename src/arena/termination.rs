//! How a game of a match ended.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How a game ended. Everything from [`NoStart`](Termination::NoStart) on loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// No cell is playable.
    Full,
    /// The leader can stop and win.
    Decided,
    /// Both engines have seen one side ahead by enough dots for long enough.
    Lead,
    /// A player stopped and gave his loose dots away.
    Stopped,
    /// A player gave up.
    Resigned,
    /// The limit of moves is reached.
    MoveLimit,
    /// A player knew no move, and there were none but in empty bases.
    NoMove,
    /// The engine did not start, or ended before the first move.
    NoStart,
    /// The engine ended during the game.
    Crash,
    /// The engine did not answer at all.
    Hang,
    /// The engine answered too late.
    Overrun,
    /// The engine played where no dot can be put.
    IllegalMove,
    /// The engine wrote something that is no answer.
    BadReply,
}

impl Termination {
    /// Whether the game was lost by a fault and not on the board.
    pub fn is_fault(self) -> bool {
        self >= Termination::NoStart
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Termination::Full => "board full",
            Termination::Decided => "decided by grounding",
            Termination::Lead => "agreed lead",
            Termination::Stopped => "stopped",
            Termination::Resigned => "resigned",
            Termination::MoveLimit => "move limit",
            Termination::NoMove => "no move but in empty bases",
            Termination::NoStart => "did not start",
            Termination::Crash => "crashed",
            Termination::Hang => "hung",
            Termination::Overrun => "overran its time",
            Termination::IllegalMove => "illegal move",
            Termination::BadReply => "bad reply",
        })
    }
}
