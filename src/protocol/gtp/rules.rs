//! The commands for the rules of the game, by the names of KataGoDots.

use super::Request;
use super::game::game_from;
use crate::board::{Board, Game, Move, Rules};
use crate::geometry::{Size, derive_seed};
use crate::notation::start::Start;
use crate::protocol::{Refusal, SessionError, fields_of, refuse, word_of};

/// The start position that new games get.
#[derive(Clone, Copy, Debug)]
pub(super) struct StartRule {
    start: Start,
    /// Whether the dots of the start position are put in random places.
    is_random: bool,
    /// Number of random starts so far. It makes each game get other places.
    drawn: u64,
}

impl Default for StartRule {
    fn default() -> StartRule {
        // By default a game starts without dots: clients that want some put them themselves.
        StartRule {
            start: Start::Empty,
            is_random: false,
            drawn: 0,
        }
    }
}

impl StartRule {
    /// The start dots of the next game. Random places depend on `seed`, and on the number of random starts so far. It
    /// is refused if the board is too small.
    pub(super) fn dots(&mut self, size: Size, seed: u64) -> Result<Vec<Move>, Refusal> {
        // Without dots there are no places to choose.
        Ok(match self.is_random && self.start != Start::Empty {
            true => {
                self.drawn += 1;
                self.start
                    .random_dots(size, derive_seed(seed, self.drawn))?
            }
            false => self.start.dots(size)?,
        })
    }
}

/// The name of a start position in KataGoDots.
fn name_of(start: Start) -> &'static str {
    match start {
        Start::Empty => "EMPTY",
        Start::Single => "SINGLE",
        Start::Cross => "CROSS",
        Start::TwoCrosses => "CROSS_2",
        Start::FourCrosses => "CROSS_4",
    }
}

/// Sets of rules by name: the name, the start position, and whether its dots stand at random places. All other rules
/// have their default values.
const PRESETS: [(&str, Start, bool); 2] = [
    ("bbs", Start::Cross, false),
    ("notago", Start::FourCrosses, true),
];

/// All rules that a client can set: the variant of the rules and the start position.
#[derive(Clone, Copy)]
struct ClientRules {
    rules: Rules,
    start: StartRule,
}

impl ClientRules {
    fn of(request: &Request) -> Result<ClientRules, SessionError> {
        Ok(ClientRules {
            rules: request.session.board()?.rules(),
            start: request.gtp.start,
        })
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        let wrong = || refuse(format!("Could not parse the value of {key}: '{value}'"));
        let switch = || match value.to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(wrong()),
        };
        match key {
            "dots" if switch()? => {}
            "dots" => return Err(refuse("only the game of dots is played")),
            "suicide" => self.rules.suicide = switch()?,
            "dotsCaptureEmptyBase" => self.rules.captures_empty_bases = switch()?,
            "startPosIsRandom" => self.start.is_random = switch()?,
            "startPos" => {
                let is_named = |start: &Start| name_of(*start).eq_ignore_ascii_case(value);
                let found = Start::ALL.into_iter().find(is_named);
                self.start.start = found.ok_or_else(wrong)?;
            }
            _ => return Err(refuse(format!("Unknown rules option: {key}"))),
        }
        Ok(())
    }

    /// Puts these rules into force. A game without turns gets the new start position, if it is another one. In other
    /// cases the game so far is replayed under the new rules, and the request is refused if that is impossible.
    fn apply(self, request: &mut Request) -> Result<String, Refusal> {
        let mut start = self.start;
        let next = self.next_game(request, &mut start)?;
        request.gtp.start = start;
        if let Some(next) = next {
            request.session.begin(next);
        }
        Ok(String::new())
    }

    /// The game that replaces the current one under these rules. `None` if it stays. Random places of start dots are drawn
    /// from `start`, and count there only if the game begins with them.
    fn next_game(&self, request: &Request, start: &mut StartRule) -> Result<Option<Game>, Refusal> {
        let game = request.session.game()?;
        let old = request.gtp.start;
        // Without dots it does not matter whether their places are random.
        let is_other_start = old.start != start.start
            || old.is_random != start.is_random && start.start != Start::Empty;
        if is_other_start {
            // The start must be possible even if only later games begin with it.
            let size = game.board().size();
            let mut drawn = *start;
            let dots = drawn.dots(size, request.session.options().seed)?;
            let fresh = game_from(Board::under(self.rules, size), &dots)?;
            if game.turns() == 0 {
                *start = drawn;
                return Ok(Some(fresh));
            }
        }
        if game.board().rules() == self.rules {
            return Ok(None);
        }
        let replayed = replayed(game, self.rules).map_err(|reason| {
            refuse(format!(
                "the game so far cannot be played by these rules: {reason}"
            ))
        })?;
        Ok(Some(replayed))
    }
}

/// The same start dots and actions under other rules. It is an error if these forbid one of them.
fn replayed(game: &Game, rules: Rules) -> Result<Game, SessionError> {
    let mut board = Board::under(rules, game.board().size());
    for dot in game.start() {
        board.try_play(dot.point, dot.player)?;
    }
    let mut again = Game::with_first(board, game.first());
    for (player, action) in game.actions() {
        again.act(player, action)?;
    }
    Ok(again)
}

/// The rules as a JSON object on one line, with sorted keys.
pub(super) fn get_rules(request: &mut Request) -> Result<String, Refusal> {
    let all = ClientRules::of(request)?;
    let json = serde_json::json!({
        "dots": true,
        "dotsCaptureEmptyBase": all.rules.captures_empty_bases,
        "startPos": name_of(all.start.start),
        "startPosIsRandom": all.start.is_random,
        "suicide": all.rules.suicide,
    });
    Ok(json.to_string())
}

pub(super) fn set_rule(request: &mut Request) -> Result<String, Refusal> {
    let [key, value] = request.arguments else {
        return Err(refuse("Expected exactly two arguments for kata-set-rule"));
    };
    let mut all = ClientRules::of(request)?;
    all.set(key, value)?;
    all.apply(request)
}

/// Sets the rules of a named set, or those of a JSON object. Rules that the object does not name stay.
pub(super) fn set_rules(request: &mut Request) -> Result<String, Refusal> {
    let text = request.arguments.join(" ");
    let mut all = ClientRules::of(request)?;
    if let Some((_, start, is_random)) = PRESETS.iter().find(|(name, ..)| *name == text) {
        all.rules = Rules::default();
        all.start.start = *start;
        all.start.is_random = *is_random;
        return all.apply(request);
    }
    if !text.starts_with('{') {
        let names = PRESETS.map(|(name, ..)| name).join(" or ");
        let reason = format!("Expected a JSON object, {names}, not '{text}'");
        return Err(refuse(reason));
    }
    let rules =
        fields_of(&text).map_err(|error| refuse(format!("Could not parse rules: {error}")))?;
    for (key, value) in &rules {
        all.set(key, &word_of(value))?;
    }
    all.apply(request)
}
