//! The result of a game, and its text in SGF.

use crate::board::{Ending, Game};
use crate::geometry::{Player, parse_number};
use std::fmt;
use std::str::FromStr;

/// The result of a game. It is printed as in SGF: `0` for a draw, `B+16` if the first player won by 16 dots, `W+R` if
/// the second won by resignation, `B+` if it is not known how the first won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GameResult {
    /// A draw.
    Draw,
    /// One player won.
    Won {
        /// The player who won.
        winner: Player,
        /// How the winner has won.
        by: WonBy,
    },
    /// The game was annulled or broken off: `Void` in SGF. A finished [`Game`] has another result.
    Void,
    /// The record says that the result is unknown: `?` in SGF. A finished [`Game`] has another result.
    Unknown,
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WonBy {
    /// By a lead of this number of dots, komi included. From the winner's side, so never negative.
    Dots(f64),
    /// By a lead that the loser could no longer reach: the winner could have grounded and won. SGF writes it as `G`.
    /// Some programs also write it if the winner has really grounded. This one writes [`Dots`](WonBy::Dots) then.
    Grounding,
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser broke the rules or did not turn up.
    Forfeit,
    /// The record does not say how.
    Unknown,
}

impl Game {
    /// The result of the game, with komi added to the score of the second player. `None` if the game is not over. After
    /// a resignation the opponent has won. After grounding, or on a full board, the score decides.
    pub fn result(&self, komi: f64) -> Option<GameResult> {
        if let Some((player, Ending::Resign)) = self.ending() {
            return Some(GameResult::Won {
                winner: player.opponent(),
                by: WonBy::Resignation,
            });
        }
        self.is_over()
            .then(|| GameResult::by_dots(f64::from(self.score(Player::First)) - komi))
    }
}

impl GameResult {
    /// The winner. `None` after a draw, and if there is none or he is unknown.
    pub fn winner(self) -> Option<Player> {
        match self {
            GameResult::Won { winner, .. } => Some(winner),
            GameResult::Draw | GameResult::Void | GameResult::Unknown => None,
        }
    }

    /// The result by the score. `lead` is the score of the first player minus komi. It is finite, and is rounded to six
    /// decimals. He wins if it is positive, and it is a draw at 0.
    pub fn by_dots(lead: f64) -> GameResult {
        // Otherwise 1 - 0.9 would be 0.09999999999999998.
        let rounded = (lead * 1e6).round() / 1e6;
        // A very large lead has no decimals.
        let lead = if rounded.is_finite() { rounded } else { lead };
        let winner = match lead {
            lead if lead > 0.0 => Player::First,
            lead if lead < 0.0 => Player::Second,
            _ => return GameResult::Draw,
        };
        let by = WonBy::Dots(lead.abs());
        GameResult::Won { winner, by }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, by) = match self {
            GameResult::Draw => return f.write_str("0"),
            GameResult::Void => return f.write_str("Void"),
            GameResult::Unknown => return f.write_str("?"),
            GameResult::Won { winner, by } => (winner, by),
        };
        f.write_str(match winner {
            Player::First => "B+",
            Player::Second => "W+",
        })?;
        match by {
            WonBy::Dots(dots) => write!(f, "{dots}"),
            WonBy::Grounding => f.write_str("G"),
            WonBy::Resignation => f.write_str("R"),
            WonBy::Time => f.write_str("T"),
            WonBy::Forfeit => f.write_str("F"),
            WonBy::Unknown => Ok(()),
        }
    }
}

/// The text is not the result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the result of a game")]
pub struct UnknownResult;

impl FromStr for GameResult {
    type Err = UnknownResult;

    /// Reads `0` or `Draw`; `Void`; `?`; `B+` or `W+` with a number of dots, `G`, `R`, `Resign`, `T`, `Time`, `F`,
    /// `Forfeit`, `?` or nothing. Negative or infinite numbers of dots are refused.
    fn from_str(text: &str) -> Result<GameResult, UnknownResult> {
        let text = text.trim();
        match text {
            "0" | "Draw" | "draw" => return Ok(GameResult::Draw),
            "Void" => return Ok(GameResult::Void),
            "?" => return Ok(GameResult::Unknown),
            _ => {}
        }
        let (winner, by) = text.split_once('+').ok_or(UnknownResult)?;
        let winner = match winner {
            "B" => Player::First,
            "W" => Player::Second,
            _ => return Err(UnknownResult),
        };
        let by = match by {
            "G" => WonBy::Grounding,
            "R" | "Resign" => WonBy::Resignation,
            "T" | "Time" => WonBy::Time,
            "F" | "Forfeit" => WonBy::Forfeit,
            "?" | "" => WonBy::Unknown,
            dots => match parse_number(dots) {
                Some(dots) if f64::is_finite(dots) && f64::is_sign_positive(dots) => {
                    WonBy::Dots(dots)
                }
                _ => return Err(UnknownResult),
            },
        };
        Ok(GameResult::Won { winner, by })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_back() {
        for text in [
            "0", "B+16", "W+0.5", "B+G", "W+R", "B+T", "W+F", "B+", "Void", "?",
        ] {
            assert_eq!(text.parse::<GameResult>().unwrap().to_string(), text);
        }
        // Earlier versions wrote this.
        assert_eq!("W+?".parse::<GameResult>().unwrap().to_string(), "W+");
        for text in [
            "", "void", "B", "X+1", "B+-1", "B+-0", "B+inf", "B+NaN", "B+x", "B++1",
        ] {
            assert_eq!(text.parse::<GameResult>(), Err(UnknownResult));
        }
    }

    #[test]
    fn a_lead_is_rounded() {
        for (lead, result) in [
            (1.0 - 0.9, "B+0.1"),
            (-2.5, "W+2.5"),
            (0.3 - 0.1 - 0.2, "0"),
        ] {
            assert_eq!(GameResult::by_dots(lead).to_string(), result);
        }
        let great = GameResult::by_dots(-1e303);
        assert_eq!(great.to_string().parse(), Ok(great));
    }
}
