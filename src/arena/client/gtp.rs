//! The client side of the Go Text Protocol, as KataGoDots speaks it.
//!
//! Cells are written `x-y`, counted from 1 at the bottom left. The players are `P1` and `P2`. `genmove` also plays its
//! move. Its reply is a move, in any spelling that tochki takes itself. A reply ends with an empty line.

use super::connection::{Connection, no_reply_to};
use super::{Client, ClientError, EngineSetup, Evaluation, MoveReply};
use crate::arena::clock::TimeControl;
use crate::arena::process::ProcessError;
use crate::board::{Action, Move, Rules};
use crate::geometry::{Player, Size};
use crate::notation::coordinates::{self, CoordinatesError};
use crate::protocol::gtp::{parse_action, print_player};
use std::time::Duration;

/// Largest number of lines of a reply. A longer reply is an error.
const MOST_LINES: usize = 1000;

#[derive(Debug)]
pub(super) struct GtpClient {
    connection: Connection,
    size: Size,
    /// The dot that the engine has chosen last. The engine has put it on its own board already. `None` once the referee
    /// has confirmed the move, or if there is no such dot.
    chosen: Option<Move>,
    /// Whether the engine has been told the time control of this game.
    knows_clock: bool,
}

impl GtpClient {
    pub fn start(
        connection: Connection,
        setup: &EngineSetup,
        rules: Rules,
    ) -> Result<GtpClient, ClientError> {
        let mut client = GtpClient {
            connection,
            size: Size::default(),
            chosen: None,
            knows_clock: false,
        };
        let version = client.ask_first("protocol_version");
        version.map_err(|error| error.of_first_request(setup.dialect))?;
        let (bases, suicide) = (rules.captures_empty_bases, rules.suicide);
        client.ask(&format!("kata-set-rule dotsCaptureEmptyBase {bases}"))?;
        client.ask(&format!("kata-set-rule suicide {suicide}"))?;
        for (name, value) in &setup.options {
            client.ask(&format!("kata-set-param {name} {value}"))?;
        }
        if matches!(setup.control, TimeControl::Complexity(_)) {
            return Err(setup.unsupported_control());
        }
        if let Some((name, value)) = setup.control_option() {
            client.ask(&format!("kata-set-param {name} {value}"))?;
        }
        // A refusal should come before the first game. `choose` tells the clock again in every game.
        client.tell_clock(Player::First, setup.control)?;
        Ok(client)
    }

    /// Sends a request and returns the first line of its reply without the `=`. A reply that begins with `?` is an
    /// error.
    fn ask(&mut self, request: &str) -> Result<String, ClientError> {
        self.ask_within(request, self.connection.patience)
    }

    /// Like [`ask`](GtpClient::ask). A reply without its end is none: replies of version 6 begin alike and have one line.
    fn ask_first(&mut self, request: &str) -> Result<String, ClientError> {
        let wait = self.connection.patience;
        let first = self.first_line(request, wait)?;
        match self.rest(request, first.clone(), wait) {
            Err(ClientError::Process(ProcessError::Silent(_))) => Err(no_reply_to(request, &first)),
            reply => reply,
        }
    }

    fn ask_within(&mut self, request: &str, wait: Duration) -> Result<String, ClientError> {
        let first = self.first_line(request, wait)?;
        self.rest(request, first, wait)
    }

    /// Sends a request and returns the first line of its reply.
    fn first_line(&mut self, request: &str, wait: Duration) -> Result<String, ClientError> {
        self.connection.send(request)?;
        let first = self.connection.receive(wait)?;
        match first.starts_with(['=', '?']) {
            true => Ok(first),
            false => Err(no_reply_to(request, &first)),
        }
    }

    /// Receives the other lines of the reply to a request, which must be there when the time `wait` has passed since
    /// the request. Returns what [`ask`](GtpClient::ask) returns.
    fn rest(
        &mut self,
        request: &str,
        first: String,
        wait: Duration,
    ) -> Result<String, ClientError> {
        let mut lines = 1;
        while !self.connection.receive_rest(wait)?.is_empty() {
            lines += 1;
            if lines > MOST_LINES {
                // `no_reply_to` cuts the end, so the number comes first.
                let reply = format!("more than {MOST_LINES} lines, first {first}");
                return Err(no_reply_to(request, &reply));
            }
        }
        match first.strip_prefix('=') {
            Some(text) => Ok(text.trim().to_owned()),
            None => {
                let reason = first.trim_start_matches('?').trim();
                Err(self.connection.refused(request, reason))
            }
        }
    }

    /// Tells the engine the time that is left on the clock of a player. Does nothing for other time controls.
    fn tell_clock(&mut self, player: Player, time: TimeControl) -> Result<(), ClientError> {
        let TimeControl::Game { base, increment } = time else {
            return Ok(());
        };
        let (left, increment) = (base.as_secs_f64(), increment.as_secs_f64());
        if !self.knows_clock {
            self.ask(&format!("kata-time_settings fischer {left} {increment}"))?;
            self.knows_clock = true;
        }
        self.ask(&format!("time_left {} {left} 0", print_player(player)))?;
        Ok(())
    }
}

impl Client for GtpClient {
    /// Ignores the seed, which the protocol does not have.
    fn begin(&mut self, size: Size, komi: f64, _: u64) -> Result<(), ClientError> {
        self.size = size;
        self.chosen = None;
        self.knows_clock = false;
        self.ask(&format!("boardsize {}:{}", size.width(), size.height()))?;
        // A new board may have dots of a start position. This command without arguments removes them.
        self.ask("set_position")?;
        self.ask(&format!("komi {komi:?}"))?;
        Ok(())
    }

    fn play(&mut self, made: Move) -> Result<(), ClientError> {
        if self.chosen.take() == Some(made) {
            return Ok(());
        }
        let at = coordinates::print(made.point, self.size);
        self.ask(&format!("play {} {at}", print_player(made.player)))?;
        Ok(())
    }

    fn choose(
        &mut self,
        player: Player,
        time: TimeControl,
        wait: Duration,
    ) -> Result<MoveReply, ClientError> {
        // Such a refusal does not say that the engine finds no move.
        let told = self.tell_clock(player, time);
        told.map_err(|error| match error {
            ClientError::Refused {
                request, reason, ..
            } => no_reply_to(&request, format!("? {reason}").trim_end()),
            error => error,
        })?;
        let request = format!("genmove {}", print_player(player));
        let said = self.ask_within(&request, wait)?;
        let took = self.connection.took();
        let action = match chosen(&said, self.size) {
            Ok(action) => action,
            Err(CoordinatesError::OffBoard { .. }) => {
                return Err(ClientError::off_board(&said, took));
            }
            Err(CoordinatesError::Malformed(_)) => return Err(no_reply_to(&request, &said)),
        };
        self.chosen = match action {
            Action::Put(point) => Some(Move { point, player }),
            Action::Ground | Action::Resign => None,
        };
        Ok(MoveReply::new(Some(action), &said, took))
    }

    /// Returns an empty evaluation. After `genmove` the engine has played its move, so it can no longer be asked
    /// about the position before the move.
    fn evaluation(&mut self) -> Result<Evaluation, ClientError> {
        Ok(Evaluation::default())
    }
}

/// Parses the reply to `genmove`. The error tells a cell `x-y` off the board from any other text.
fn chosen(said: &str, size: Size) -> Result<Action, CoordinatesError> {
    match parse_action(said, size) {
        Some(action) => Ok(action),
        None => coordinates::parse(said, size).map(Action::Put),
    }
}

impl Drop for GtpClient {
    fn drop(&mut self) {
        self.connection.close("quit");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    #[test]
    fn replies_to_genmove_are_told_apart() {
        let size = Size::new(7, 4).unwrap();
        for cell in ["1-4", "A4", "(0,0)"] {
            assert_eq!(chosen(cell, size), Ok(Action::Put(Point::new(0, 0))));
        }
        let off_board = chosen("8-1", size);
        assert!(matches!(off_board, Err(CoordinatesError::OffBoard { .. })));
        for ground in ["ground", "pass", "PASS"] {
            assert_eq!(chosen(ground, size), Ok(Action::Ground));
        }
        assert_eq!(chosen("resign", size), Ok(Action::Resign));
        for said in ["", "passes", "1 4", "P1 1-4"] {
            let malformed = chosen(said, size);
            assert!(matches!(malformed, Err(CoordinatesError::Malformed(_))));
        }
    }
}
