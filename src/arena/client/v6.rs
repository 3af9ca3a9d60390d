//! The client side of the Points AI Protocol, version 6.

use super::connection::{Connection, no_reply_to, remark};
use super::{Client, ClientError, EngineSetup, Evaluation, MoveReply};
use crate::arena::clock::TimeControl;
use crate::board::Move;
use crate::geometry::{Player, Size, parse_number};
use std::time::Duration;

#[derive(Debug)]
pub(super) struct V6Client {
    connection: Connection,
    size: Size,
    /// Whether the engine has the command `stats`, an extension that tells the evaluation of its last move.
    has_stats: bool,
    next_id: u64,
}

impl V6Client {
    pub fn start(connection: Connection, setup: &EngineSetup) -> Result<V6Client, ClientError> {
        let mut client = V6Client {
            connection,
            size: Size::default(),
            has_stats: false,
            next_id: 1,
        };
        let commands = client.ask("list_commands");
        let commands = commands.map_err(|error| error.of_first_request(setup.dialect))?;
        client.has_stats = commands.split(' ').any(|command| command == "stats");
        for (name, value) in &setup.options {
            client.ask(&format!("set_option {name} {value}"))?;
        }
        if let Some((name, value)) = setup.control_option() {
            client.ask(&format!("set_option {name} {value}"))?;
        }
        Ok(client)
    }

    /// Sends a request and returns the words of the reply after `= ID COMMAND`. A reply that begins with `?` is an
    /// error.
    fn ask(&mut self, request: &str) -> Result<String, ClientError> {
        self.ask_within(request, self.connection.patience)
    }

    fn ask_within(&mut self, request: &str, wait: Duration) -> Result<String, ClientError> {
        let id = self.next_id.to_string();
        self.next_id += 1;
        self.connection.send(&format!("{id} {request}"))?;
        let reply = self.connection.receive(wait)?;
        let command = request.split(' ').next().unwrap_or_default();
        let mut words = reply.splitn(4, ' ');
        let head = [words.next(), words.next(), words.next()];
        if head == [Some("="), Some(id.as_str()), Some(command)] {
            Ok(words.next().unwrap_or_default().to_owned())
        } else if head[..2] == [Some("?"), Some(id.as_str())] {
            let reason = reason(&reply, command);
            Err(self.connection.refused(request, reason))
        } else {
            Err(no_reply_to(request, &reply))
        }
    }
}

impl Client for V6Client {
    /// Ignores the komi, which the protocol does not have.
    fn begin(&mut self, size: Size, _: f64, seed: u64) -> Result<(), ClientError> {
        self.size = size;
        // Some engines parse the seed as a signed number of 64 bits.
        let seed = seed & i64::MAX as u64;
        self.ask(&format!("init {} {} {seed}", size.width(), size.height()))?;
        Ok(())
    }

    fn play(&mut self, made: Move) -> Result<(), ClientError> {
        let arguments = format!("{} {} {}", made.point.x(), made.point.y(), made.player);
        let request = format!("play {arguments}");
        let reply = self.ask(&request)?;
        match reply == arguments {
            true => Ok(()),
            false => Err(no_reply_to(&request, &reply)),
        }
    }

    fn choose(
        &mut self,
        player: Player,
        time: TimeControl,
        wait: Duration,
    ) -> Result<MoveReply, ClientError> {
        let request = request(player, time);
        let said = self.ask_within(&request, wait)?;
        let took = self.connection.took();
        let place = chosen_place(&said, player);
        let (x, y) = place.ok_or_else(|| no_reply_to(&request, &said))?;
        MoveReply::dot(self.size.point(x, y), &said, took)
    }

    fn evaluation(&mut self) -> Result<Evaluation, ClientError> {
        if !self.has_stats {
            return Ok(Evaluation::default());
        }
        let stats = self.ask("stats")?;
        Ok(Evaluation {
            remark: remark(&stats),
            gain: gain(&stats),
            win: None,
        })
    }
}

/// Column and row of a move `X Y COLOUR` that an engine has chosen for `player`; `None` if it has another form.
pub fn chosen_place(said: &str, player: Player) -> Option<(u32, u32)> {
    match said.split(' ').collect::<Vec<_>>()[..] {
        [x, y, colour] if colour == player.to_string() => parse_number(x).zip(parse_number(y)),
        _ => None,
    }
}

/// The reason in a reply `? ID COMMAND REASON`. Some engines leave the command out.
fn reason<'a>(reply: &'a str, command: &str) -> &'a str {
    let rest = reply.splitn(3, ' ').nth(2).unwrap_or_default();
    match rest.strip_prefix(command) {
        Some("") => "",
        Some(reason) if reason.starts_with(' ') => &reason[1..],
        _ => rest,
    }
}

/// The request for a move, without the number that stands before every request.
fn request(player: Player, time: TimeControl) -> String {
    match time {
        TimeControl::Own | TimeControl::Nodes(_) => format!("gen_move {player}"),
        TimeControl::PerMove(time) => format!("gen_move_with_time {player} {}", time.as_millis()),
        TimeControl::Game { base, increment } => {
            let (left, increment) = (base.as_millis(), increment.as_millis());
            format!("gen_move_with_full_time {player} {left} {increment}")
        }
        TimeControl::Complexity(effort) => format!("gen_move_with_complexity {player} {effort}"),
    }
}

/// The expected change of score in dots: the number after the word `value` in the reply to `stats`. `None` if the reply
/// has no such number or it is infinite.
fn gain(stats: &str) -> Option<f64> {
    let mut words = stats.split(' ');
    words.find(|&word| word == "value")?;
    parse_number(words.next()?).filter(|gain: &f64| gain.is_finite())
}

impl Drop for V6Client {
    fn drop(&mut self) {
        self.connection.close(&format!("{} quit", self.next_id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_control_has_its_request() {
        let ms = Duration::from_millis;
        for (time, wanted) in [
            (TimeControl::Own, "gen_move 1"),
            (TimeControl::Nodes(7), "gen_move 1"),
            (TimeControl::PerMove(ms(20)), "gen_move_with_time 1 20"),
            (
                TimeControl::Game {
                    base: ms(1000),
                    increment: ms(250),
                },
                "gen_move_with_full_time 1 1000 250",
            ),
            (TimeControl::Complexity(30), "gen_move_with_complexity 1 30"),
        ] {
            assert_eq!(request(Player::Second, time), wanted);
        }
    }

    #[test]
    fn the_reason_of_a_refusal_is_whole_without_the_command() {
        for (reply, wanted) in [
            ("? 7 set_option bad value", "bad value"),
            ("? 7 set_option", ""),
            ("? 7 bad value", "bad value"),
            ("? 7 refused", "refused"),
            ("? 7 set_options are few", "set_options are few"),
            ("? 7", ""),
        ] {
            assert_eq!(reason(reply, "set_option"), wanted, "{reply}");
        }
    }

    #[test]
    fn the_value_is_found_among_the_stats() {
        assert_eq!(
            gain("nodes 1 depth 2 ms 0 fmin - fmax - trajectories - value -3"),
            Some(-3.0)
        );
        for stats in ["", "value", "value x", "value inf", "value nan", "nodes 1"] {
            assert_eq!(gain(stats), None, "{stats}");
        }
    }
}
