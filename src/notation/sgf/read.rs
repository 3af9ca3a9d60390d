//! From the nodes of a game tree to a record.

use super::chain;
use super::point::{self, MoveText};
use super::properties::{Properties, Property, one_line};
use super::rules::RuleSet;
use super::tree::{Place, Tree};
use super::{Located, Problem, Reading, SgfError, Warning};
use crate::board::{Action, Board, Move};
use crate::geometry::{Player, Point, Size};
use crate::notation::coordinates;
use crate::notation::record::{GameRecord, GameResult, Margin, Turn};
use std::collections::BTreeSet;

/// Properties of the root that are kept as they are.
const FACTS: [&str; 18] = [
    "AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "HA", "ON", "OT", "PC", "RO", "SO", "TM", "US",
    "WR", "WT",
];

/// The most warnings about single moves of a game. Hostile files could have millions.
const MOST_WARNINGS: usize = 100;

/// Komi beyond this is a mistake: no board has more dots.
const MAX_KOMI: f64 = 4000.0;

/// Reads the game with this number along the given branches; both count from 1.
pub(super) fn read(
    text: &str,
    tree: &Tree,
    number: usize,
    branches: &[usize],
) -> Result<Reading, SgfError> {
    let root = tree.games.get(number.wrapping_sub(1));
    let &root = root.ok_or_else(|| {
        Place::START.found(Problem::NoSuch {
            what: "game",
            wanted: number,
            count: tree.games.len(),
        })
    })?;
    let line = tree.line(root, branches)?.into_iter();
    let mut nodes = line.map(|node| Properties::new(text, tree, &tree.nodes[node]));
    let head = Properties::new(text, tree, &tree.nodes[root]);
    let game = head.find("GM").map(|game| game.value().trim());
    let reader = match game {
        Some("40") => Reader::new(head.size()?).read(&head, &mut nodes)?,
        // A record that does not name its game is read if it could be one of Points.
        None => {
            let mut reader = Reader::new(head.size().map_err(|_| head.other_game())?);
            reader.warning(tree.nodes[root].place, Warning::NoGame);
            let reader = reader.read(&head, &mut nodes);
            let reader = reader.ok().filter(Reader::fits);
            reader.ok_or_else(|| head.other_game())?
        }
        Some(_) => return Err(head.other_game()),
    };
    Ok(Reading {
        record: reader.record,
        warnings: reader.warnings,
    })
}

/// Builds the record node by node, playing along.
struct Reader {
    record: GameRecord,
    board: Board,
    warnings: Vec<Located<Warning>>,
    /// The program that wrote the file.
    program: String,
    /// Whether chains were met: then every capture should have one.
    chains: bool,
    /// Captures so far whose chains are not written, each with its number and place.
    bare: Vec<(usize, Place)>,
    /// Where an empty move stands. It is the last turn and ends the game unless a move follows.
    stopped: Option<Place>,
    /// Whether the rest of the game is left out.
    cut: bool,
    /// Where the result stands.
    result_at: Place,
}

impl Reader {
    fn new(size: Size) -> Reader {
        Reader {
            record: GameRecord::new(size),
            board: Board::new(size),
            warnings: Vec::new(),
            program: String::new(),
            chains: false,
            bare: Vec::new(),
            stopped: None,
            cut: false,
            result_at: Place::START,
        }
    }

    /// Reads these nodes, from the root to a leaf.
    fn read(
        mut self,
        head: &Properties,
        nodes: &mut dyn Iterator<Item = Properties>,
    ) -> Result<Reader, SgfError> {
        self.read_head(head);
        for node in nodes {
            self.read_node(&node)?;
        }
        self.finish();
        Ok(self)
    }

    /// Whether this can be a game of Points: the board takes all moves, and no player passes. Games of Go end
    /// with two empty moves.
    fn fits(&self) -> bool {
        let is_pass =
            |warning: &Located<Warning>| matches!(warning.what, Warning::EmptyMove { .. });
        !self.cut && !self.warnings.iter().any(is_pass)
    }

    fn warning(&mut self, place: Place, warning: Warning) {
        // Of these there is one at most, and they come late.
        let is_single = matches!(warning, Warning::Cut { .. } | Warning::Result { .. });
        if is_single || self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(place.found(warning));
        }
    }

    /// What the root says about the game as a whole.
    fn read_head(&mut self, head: &Properties) {
        self.program = head
            .value("AP")
            .split(':')
            .next()
            .unwrap_or_default()
            .trim()
            .to_owned();
        self.record.players = ["PB", "PW"].map(|name| head.line(name));
        for name in FACTS {
            // The comment on the game is the only one that may have several lines.
            let value = match name {
                "GC" => head.value(name).to_owned(),
                _ => head.line(name),
            };
            if !value.is_empty() {
                self.record.facts.insert(name.to_owned(), value);
            }
        }
        if let Some(rules) = head.find("RU") {
            // Some programs separate tags by commas, some write a value for each.
            self.record.rules = one_line(&rules.values.join(","));
            match RuleSet::of(&self.record.rules) {
                RuleSet::Played(rules) => {
                    self.record.variant = rules;
                    self.board = Board::under(rules, self.record.size);
                }
                RuleSet::Other(how) => self.warning(rules.place, Warning::OtherRules(how)),
                RuleSet::Unknown(what) => self.warning(rules.place, Warning::UnknownRules(what)),
            }
        }
        if let Some(komi) = head.find("KM") {
            let value = head.value("KM");
            match value.trim().parse() {
                Ok(dots) if f64::abs(dots) <= MAX_KOMI => self.record.komi = dots,
                _ => self.meaningless(komi, value),
            }
        }
        if let Some(result) = head.find("RE") {
            let value = head.value("RE");
            self.result_at = result.place;
            self.record.result = value.parse().ok();
            if self.record.result.is_none() && !matches!(value.trim(), "" | "?" | "Void") {
                self.meaningless(result, value);
            }
        }
    }

    fn meaningless(&mut self, property: &Property, value: &str) {
        let (property, place) = (property.name.clone(), property.place);
        let value = value.to_owned();
        self.warning(place, Warning::Value { property, value });
    }

    fn read_node(&mut self, node: &Properties) -> Result<(), SgfError> {
        if self.cut {
            return Ok(());
        }
        self.read_setup(node)?;
        for property in &node.properties {
            match property.name.as_str() {
                "AE" => return Err(property.place.found(Problem::LateSetup)),
                "B" => self.read_moves(property, Player::First)?,
                "W" => self.read_moves(property, Player::Second)?,
                _ => {}
            }
        }
        if !self.cut {
            self.comment(node.value("C"));
        }
        Ok(())
    }

    /// Puts the start dots of a node. Its properties have no order: where those of the player who is named
    /// first close an empty base in which the other has a dot, the other's come first.
    fn read_setup(&mut self, node: &Properties) -> Result<(), SgfError> {
        let mut setups = Vec::new();
        for property in &node.properties {
            let player = match property.name.as_str() {
                "AB" => Player::First,
                "AW" => Player::Second,
                _ => continue,
            };
            if !self.record.turns.is_empty() {
                return Err(property.place.found(Problem::LateSetup));
            }
            // A list of points is a set: a value that is there twice counts once.
            let values = BTreeSet::from_iter(property.values.iter().cloned());
            let mut points = setup_points(values, self.record.size)
                .map_err(|problem| property.place.found(problem))?;
            points.sort_unstable();
            setups.push((property.place, player, points));
        }
        let before = self.record.start.len();
        if let Err(error) = self.put_start(&setups) {
            for _ in self.record.start.drain(before..) {
                self.board.undo();
            }
            setups.reverse();
            return self.put_start(&setups).map_err(|_| error);
        }
        Ok(())
    }

    fn put_start(&mut self, setups: &[(Place, Player, Vec<Point>)]) -> Result<(), SgfError> {
        for (place, player, points) in setups {
            for &point in points {
                let player = *player;
                if let Err(reason) = self.board.try_play(point, player) {
                    return Err(place.found(Problem::IllegalStart(reason)));
                }
                self.record.start.push(Move { point, player });
            }
        }
        Ok(())
    }

    fn read_moves(&mut self, property: &Property, player: Player) -> Result<(), SgfError> {
        for value in &property.values {
            if self.cut {
                return Ok(());
            }
            if let Some(by) = ending(value) {
                let winner = player.opponent();
                self.record
                    .result
                    .get_or_insert(GameResult::Won { winner, by });
                continue;
            }
            let made = point::parse_move(value, self.record.size)
                .map_err(|problem| property.place.found(problem))?;
            match made.point {
                Some(point) => self.read_move(property.place, player, point, &made),
                None => self.read_empty_move(property.place, player),
            }
        }
        Ok(())
    }

    fn read_move(&mut self, place: Place, player: Player, point: Point, made: &MoveText) {
        self.resume();
        let number = self.record.turns.len() + 1;
        if let Err(reason) = self.board.try_play(point, player) {
            let at = coordinates::print(point, self.record.size);
            self.warning(place, Warning::Cut { number, at, reason });
            self.cut = true;
            return;
        }
        if made.chains.is_empty() {
            if self.board.last_capture().is_some() {
                self.bare.push((number, place));
            }
        } else {
            self.chains = true;
            if !chain::agree(&made.chains, &self.board) {
                self.warning(place, Warning::Chains { number });
            }
        }
        let action = Action::Put(point);
        self.record.turns.push(Turn::new(player, action));
    }

    fn read_empty_move(&mut self, place: Place, player: Player) {
        self.resume();
        self.stopped = Some(place);
        self.record.turns.push(Turn::new(player, Action::Ground));
    }

    /// The empty move was no end of the game: takes it out of the record.
    fn resume(&mut self) {
        let Some(place) = self.stopped.take() else {
            return;
        };
        let skipped = self.record.turns.pop();
        self.comment(&skipped.map(|turn| turn.comment).unwrap_or_default());
        let after = self.record.turns.len();
        self.warning(place, Warning::EmptyMove { after });
    }

    /// Adds a comment to the last turn, or to the game before the first one.
    fn comment(&mut self, comment: &str) {
        let place = match self.record.turns.last_mut() {
            Some(turn) => &mut turn.comment,
            None => &mut self.record.comment,
        };
        if !place.is_empty() && !comment.is_empty() {
            place.push('\n');
        }
        place.push_str(comment);
    }

    fn finish(&mut self) {
        // This program writes empty moves that mean nothing.
        if self.program == "Kropki" {
            self.resume();
        }
        if self.chains {
            for (number, place) in std::mem::take(&mut self.bare) {
                self.warning(place, Warning::Chains { number });
            }
        }
        match self.cut {
            // It is that of the whole game.
            true => self.record.result = None,
            false => self.check_result(),
        }
    }

    /// Compares a result in dots with the score of the board, now or after either player stops.
    fn check_result(&mut self) {
        let written = match self.record.result {
            Some(GameResult::Won {
                winner: Player::First,
                by: Margin::Dots(dots),
            }) => dots,
            Some(GameResult::Won {
                winner: Player::Second,
                by: Margin::Dots(dots),
            }) => -dots,
            Some(GameResult::Draw) => 0.0,
            _ => return,
        };
        let [first, second] = Player::ALL.map(|player| self.board.grounding(player).loose as i32);
        let score = self.board.score(Player::First);
        let with_komi = |score: i32| f64::from(score) - self.record.komi;
        let possible = [score, score - first, score + second, score - first + second];
        let agreed_draw =
            written == 0.0 && self.board.status(self.record.komi) == crate::board::Status::Playing;
        if agreed_draw || possible.iter().any(|&score| with_komi(score) == written) {
            return;
        }
        let found = GameResult::by_dots(with_komi(score));
        let written = self
            .record
            .result
            .map(|result| result.to_string())
            .unwrap_or_default();
        self.warning(
            self.result_at,
            Warning::Result {
                written,
                found: found.to_string(),
            },
        );
    }
}

/// The points that values name. Once one must be there twice, which no rules allow, it is enough of
/// them: together they may name more than there is room for.
fn setup_points(
    values: impl IntoIterator<Item = String>,
    size: Size,
) -> Result<Vec<Point>, Problem> {
    let mut points = Vec::new();
    for value in values {
        if points.len() > size.area() as usize {
            break;
        }
        points.extend(point::parse_setup(&value, size)?);
    }
    Ok(points)
}

/// Moves that are words and end the game.
fn ending(value: &str) -> Option<Margin> {
    Some(match value.trim() {
        "resign" | "Resign" => Margin::Resignation,
        "time" | "Time" => Margin::Time,
        "interrupt" | "Interrupt" | "unknown" | "Unknown" => Margin::Unknown,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_points_are_kept_than_tell_that_one_is_there_twice() {
        let size = Size::new(52, 52).unwrap();
        let points = |count| {
            setup_points(vec!["aa:ZZ".to_owned(); count], size)
                .unwrap()
                .len()
        };
        let area = size.area() as usize;
        assert_eq!(
            [points(1), points(2), points(1000)],
            [area, 2 * area, 2 * area]
        );
    }
}
