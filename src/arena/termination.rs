//! The ways in which games of a match end.

use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fmt;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// The board is full: no cell is playable.
    Full,
    /// A dot is captured, and one player leads by more than he would lose by grounding, komi included: he could ground
    /// and win.
    Decided,
    /// Both engines expected the same player to win by [enough dots, for enough moves](super::agreement::LeadRule).
    Lead,
    /// A player ended the game by grounding.
    #[serde(rename = "stopped")]
    Grounded,
    /// A player resigned.
    Resigned,
    /// The game reached its largest number of moves.
    MoveLimit,
    /// An engine found no move although cells are playable. All of them are in empty bases, where some engines never
    /// play, so this is no fault.
    NoMove,
    /// The engine did not start. It occurs only in journals of earlier builds: now a game counts only once both
    /// engines have begun it.
    NoStart,
    /// The process of the engine ended, or closed its pipes, during the game.
    Crash,
    /// The engine did not answer for so long that the referee gave up waiting.
    Hang,
    /// The engine chose a move or refused to, but later than its time limit and the time margin of the match allow.
    Overrun,
    /// The engine chose a cell that is off the board, not playable, or forbidden to its player by the rules.
    IllegalMove,
    /// The engine refused a request in time or wrote a line that is no valid reply to it.
    BadReply,
}

impl Termination {
    /// Whether the game ended by a fault of an engine, which loses it.
    pub fn is_fault(self) -> bool {
        matches!(
            self,
            Self::NoStart
                | Self::Crash
                | Self::Hang
                | Self::Overrun
                | Self::IllegalMove
                | Self::BadReply
        )
    }

    /// The name for programs, as it is in the journal of a match: `move-limit`.
    pub fn code(self) -> String {
        json!(self).as_str().unwrap_or_default().to_owned()
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Termination::Full => "board full",
            Termination::Decided => "decided by grounding",
            Termination::Lead => "agreed lead",
            Termination::Grounded => "grounded",
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
