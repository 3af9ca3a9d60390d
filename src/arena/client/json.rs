//! The client side of the JSON lines of oppai. By the usual rules it sends only the requests of oppai and none of our
//! extensions, so that every engine that understands oppai's protocol can play.
//!
//! oppai has no words for other rules. A match by them needs two extensions: `rules` of `Init` tells the engine, and
//! `Position` tells whether it plays by them.
//!
//! The protocol has neither seed nor komi. The reply to a request for a move is a list of moves with weights. The
//! client takes the one with the greatest weight.

use super::connection::{Connection, no_reply_to, remark};
use super::{Client, ClientError, EngineSetup, Evaluation, MoveReply};
use crate::arena::clock::TimeControl;
use crate::board::{Move, Rules};
use crate::geometry::{Player, Size};
use crate::protocol::dot::{Colour, Coords};
use crate::protocol::fields_of;
use crate::protocol::json::requests::Constraint;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

#[derive(Debug)]
pub(super) struct JsonClient {
    connection: Connection,
    /// The rules that the engine has to be told; `None` for the usual ones.
    rules: Option<Rules>,
    size: Size,
    /// The evaluation that came with the engine's last choice; empty before the first one.
    evaluation: Evaluation,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "command")]
enum Request {
    Init {
        width: u32,
        height: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        rules: Option<Rules>,
    },
    Position {},
    PutPoint {
        coords: Coords,
        player: Colour,
    },
    Analyze {
        player: Colour,
        constraint: Constraint,
    },
}

/// A reply. Fields that are not here are ignored.
#[derive(Debug, Deserialize)]
#[serde(tag = "command")]
enum Reply {
    Init { error: Option<String> },
    Position { rules: Rules },
    PutPoint { put: bool, error: Option<String> },
    Analyze { moves: Vec<Weighed> },
}

/// A move that the engine may choose, with its weight. The greatest weight is the best move.
#[derive(Debug, Deserialize)]
struct Weighed {
    coords: Cell,
    weight: f64,
    /// The change of score, in dots, that the engine expects for the player of this move. It is an extension of ours;
    /// `None` if the engine does not send it.
    gain: Option<f64>,
}

/// A cell in a reply, as column and row from 0. Unlike [`Coords`] it may have further fields.
#[derive(Debug, Deserialize)]
struct Cell {
    x: u32,
    y: u32,
}

impl JsonClient {
    pub fn start(
        connection: Connection,
        setup: &EngineSetup,
        rules: Rules,
        size: Size,
    ) -> Result<JsonClient, ClientError> {
        if let Some((name, _)) = setup.options.first() {
            return Err(ClientError::Unsupported(format!(
                "json engines take no setting such as {name}: set them on their command line"
            )));
        }
        // Every request for a move fails without a constraint. The error should come before the first game.
        constraint(setup.control).ok_or_else(|| setup.unsupported_control())?;
        let mut client = JsonClient {
            connection,
            rules: (rules != Rules::default()).then_some(rules),
            size,
            evaluation: Evaluation::default(),
        };
        let begun = client.begin(size, 0.0, 0);
        begun.map_err(|error| error.of_first_request(setup.dialect))?;
        client.check_rules()?;
        Ok(client)
    }

    /// Checks that the engine plays by the rules that it was told, because engines may skip a field that they do not
    /// know.
    fn check_rules(&mut self) -> Result<(), ClientError> {
        let Some(rules) = self.rules else {
            return Ok(());
        };
        match self.ask(Request::Position {}, self.connection.patience) {
            Ok((_, _, Reply::Position { rules: found })) if found == rules => Ok(()),
            Err(error) if error.is_called_off() => Err(error),
            _ => Err(ClientError::Unsupported(format!(
                "the engine does not confirm the rules {rules} in its reply to Position"
            ))),
        }
    }

    /// Sends a request. Returns the line that was sent, the line of the reply, and the parsed reply.
    fn ask(
        &mut self,
        request: Request,
        wait: Duration,
    ) -> Result<(String, String, Reply), ClientError> {
        let request = line(request);
        self.connection.send(&request)?;
        let said = self.connection.receive(wait)?;
        match parse(&said) {
            Some(reply) => Ok((request, said, reply)),
            None => Err(no_reply_to(&request, &said)),
        }
    }
}

impl Client for JsonClient {
    fn begin(&mut self, size: Size, _: f64, _: u64) -> Result<(), ClientError> {
        self.size = size;
        self.evaluation = Evaluation::default();
        let init = Request::Init {
            width: size.width(),
            height: size.height(),
            rules: self.rules,
        };
        match self.ask(init, self.connection.patience)? {
            // oppai gives the same reply if it refuses the board. It refuses the first dot then.
            (_, _, Reply::Init { error: None }) => Ok(()),
            (
                request,
                _,
                Reply::Init {
                    error: Some(reason),
                },
            ) => Err(self.connection.refused(&request, &reason)),
            (request, said, _) => Err(no_reply_to(&request, &said)),
        }
    }

    fn play(&mut self, made: Move) -> Result<(), ClientError> {
        let coords = made.point.into();
        let player = made.player.into();
        let patience = self.connection.patience;
        match self.ask(Request::PutPoint { coords, player }, patience)? {
            (_, _, Reply::PutPoint { put: true, .. }) => Ok(()),
            (request, _, Reply::PutPoint { put: false, error }) => {
                let reason = error.unwrap_or_default();
                Err(self.connection.refused(&request, &reason))
            }
            (request, said, _) => Err(no_reply_to(&request, &said)),
        }
    }

    fn choose(
        &mut self,
        player: Player,
        time: TimeControl,
        wait: Duration,
    ) -> Result<MoveReply, ClientError> {
        let control = constraint(time);
        let request = Request::Analyze {
            player: player.into(),
            constraint: control.ok_or_else(|| ClientError::Unsupported(time.to_string()))?,
        };
        let (request, said, reply) = self.ask(request, wait)?;
        let took = self.connection.took();
        let Reply::Analyze { moves } = reply else {
            return Err(no_reply_to(&request, &said));
        };
        let Some(best) = best(&moves) else {
            self.evaluation = Evaluation::default();
            return Ok(MoveReply::new(None, &said, took));
        };
        let Cell { x, y } = best.coords;
        self.evaluation = best.evaluation();
        let said = format!("{x} {y}");
        MoveReply::dot(self.size.point(x, y), &said, took)
    }

    fn evaluation(&mut self) -> Result<Evaluation, ClientError> {
        Ok(self.evaluation.clone())
    }
}

impl Weighed {
    /// What the engine expects if it plays this move.
    fn evaluation(&self) -> Evaluation {
        Evaluation {
            remark: remark(&format!("weight {}", self.weight)),
            gain: self.gain,
            win: (0.0..=1.0).contains(&self.weight).then_some(self.weight),
        }
    }
}

/// Parses a reply, by the same rules as the requests of a client: `1.0` is the integer 1. `None` if it has another form.
fn parse(said: &str) -> Option<Reply> {
    let fields = fields_of(said).ok()?;
    Reply::deserialize(Value::Object(fields)).ok()
}

/// The move with the greatest weight. Of several it is the first one. `None` if the list is empty.
fn best(moves: &[Weighed]) -> Option<&Weighed> {
    let heavier = |a: &&Weighed, b: &&Weighed| a.weight.total_cmp(&b.weight);
    moves.iter().rev().max_by(heavier)
}

/// The limit that stands for this time control in the protocol; `None` if the protocol cannot express it.
fn constraint(control: TimeControl) -> Option<Constraint> {
    match control {
        TimeControl::PerMove(time) => Some(Constraint::Time(
            u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        )),
        TimeControl::Complexity(effort) => Some(Constraint::Complexity(f64::from(effort) / 100.0)),
        TimeControl::Own | TimeControl::Game { .. } | TimeControl::Nodes(_) => None,
    }
}

fn line(request: Request) -> String {
    serde_json::to_string(&request).unwrap_or_default()
}

impl Drop for JsonClient {
    /// Closes the input instead of sending `Quit`, which is an extension that other engines may not know.
    fn drop(&mut self) {
        self.connection.close_input();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    #[test]
    fn requests_are_those_of_the_clients_of_oppai() {
        let point = Point::new(1, 2);
        let coords = point.into();
        let init = |rules| {
            line(Request::Init {
                width: 39,
                height: 32,
                rules,
            })
        };
        let analyze = |player: Player, control| {
            line(Request::Analyze {
                player: player.into(),
                constraint: constraint(control).unwrap(),
            })
        };
        let second = Duration::from_secs(7);
        for (made, wanted) in [
            (init(None), r#"{"command":"Init","width":39,"height":32}"#),
            (
                init(Some(Rules::default())),
                r#"{"command":"Init","width":39,"height":32,"rules":{"suicide":true,"captures_empty_bases":false}}"#,
            ),
            (line(Request::Position {}), r#"{"command":"Position"}"#),
            (
                line(Request::PutPoint {
                    coords,
                    player: Colour::Red,
                }),
                r#"{"command":"PutPoint","coords":{"x":1,"y":2},"player":"Red"}"#,
            ),
            (
                analyze(Player::First, TimeControl::PerMove(second)),
                r#"{"command":"Analyze","player":"Red","constraint":{"type":"Time","value":7000}}"#,
            ),
            (
                analyze(Player::Second, TimeControl::Complexity(100)),
                r#"{"command":"Analyze","player":"Black","constraint":{"type":"Complexity","value":1.0}}"#,
            ),
        ] {
            assert_eq!(made, wanted);
        }
        for control in [
            TimeControl::Own,
            TimeControl::Nodes(7),
            TimeControl::parse_clock("60+1").unwrap(),
        ] {
            assert!(constraint(control).is_none());
        }
    }

    #[test]
    fn a_gain_may_be_null() {
        for (gain, wanted) in [("-9.5", Some(-9.5)), ("-9.0", Some(-9.0)), ("null", None)] {
            let evaluation = evaluation(&format!(r#""weight":1.0,"gain":{gain}"#));
            assert_eq!(evaluation.gain, wanted, "{gain}");
        }
    }

    #[test]
    fn a_weight_of_many_digits_is_cut() {
        let evaluation = evaluation(r#""weight":1e300"#);
        assert!(evaluation.remark.starts_with("weight 1000"));
        assert_eq!(evaluation.remark.len(), 250);
    }

    /// The evaluation of a move with these fields.
    fn evaluation(fields: &str) -> Evaluation {
        let text =
            format!(r#"{{"command":"Analyze","moves":[{{"coords":{{"x":3.0,"y":0}},{fields}}}]}}"#);
        let Some(Reply::Analyze { moves }) = parse(&text) else {
            panic!("no list of moves: {text}");
        };
        moves[0].evaluation()
    }

    #[test]
    fn the_first_of_the_heaviest_moves_is_the_best() {
        let text = r#"{"command":"Analyze","moves":[{"coords":{"x":3,"y":0},"weight":0.1},
            {"coords":{"x":1,"y":0},"weight":0.5,"other":[]},{"coords":{"x":2,"y":0,"z":1},"weight":0.5}]}"#;
        let Some(Reply::Analyze { moves }) = parse(text) else {
            panic!("no list of moves");
        };
        assert_eq!(best(&moves).map(|found| found.coords.x), Some(1));
        assert!(best(&[]).is_none());
    }
}
