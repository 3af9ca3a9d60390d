//! From the nodes of a game tree to a record.

use super::chain::{self, Before};
use super::layout::Layout;
use super::point::{self, MoveText};
use super::properties::{NodeAt, Properties, Property};
use super::rules::RuleSet;
use super::tree::{main_line, parse};
use super::{Doubt, Located, Problem, Reading, SgfError};
use crate::board::{Board, Move};
use crate::geometry::{Player, Point, Size};
use crate::notation::coordinates;
use crate::notation::record::{Action, GameRecord, GameResult, Margin, Turn};

/// Properties of the root that are kept as they are.
const FACTS: [&str; 18] = [
    "AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "HA", "ON", "OT", "PC", "RO", "SO", "TM", "US",
    "WR", "WT",
];

/// More doubts about single moves are not told: nobody reads them, and hostile files have millions.
const MOST_DOUBTS: usize = 100;

/// Komi beyond this is a mistake: no board has more dots.
const MAX_KOMI: f64 = 4000.0;

/// Reads the game with this number along the given branches; both count from 1.
pub(super) fn read(
    text: &str,
    layout: &Layout,
    number: usize,
    branches: &[usize],
) -> Result<Reading, SgfError> {
    let game = number
        .checked_sub(1)
        .and_then(|index| layout.games.get(index));
    let game = game.ok_or_else(|| {
        let count = layout.games.len();
        Located::at(
            text,
            0,
            Problem::NoSuch {
                what: "game",
                wanted: number,
                count,
            },
        )
    })?;
    let (root, is_assumed) = parse(text, layout, game)?;
    let path = main_line(text, layout, game.root, &root, branches)?;
    let head = Properties::new(text, layout, path[0]);
    if head.value("GM") != "40" {
        return Err(head.other_game());
    }
    let reader = match is_assumed {
        false => follow(Reader::new(text, layout, head.size()?), &path)?,
        true => assume(text, layout, &path).ok_or_else(|| head.other_game())?,
    };
    Ok(Reading {
        record: reader.record,
        doubts: reader.doubts,
    })
}

/// Reads a record that names no game, if it could be one of Points.
fn assume<'a>(text: &'a str, layout: &'a Layout, path: &[NodeAt]) -> Option<Reader<'a>> {
    let head = Properties::new(text, layout, path[0]);
    let mut reader = Reader::new(text, layout, head.size().ok()?);
    reader.doubt(layout.nodes[path[0].1].offset, Doubt::NoGame);
    let reader = follow(reader, path).ok()?;
    // Games of Go end with two empty moves.
    let is_pass = |doubt: &Located<Doubt>| matches!(doubt.what, Doubt::EmptyMove { .. });
    let fits = !reader.cut && !reader.doubts.iter().any(is_pass);
    fits.then_some(reader)
}

/// Reads these nodes, from the root to a leaf.
fn follow<'a>(mut reader: Reader<'a>, path: &[NodeAt]) -> Result<Reader<'a>, SgfError> {
    let (text, layout) = (reader.text, reader.layout);
    reader.read_head(&Properties::new(text, layout, path[0]));
    for &node in path {
        reader.read_node(&Properties::new(text, layout, node))?;
    }
    reader.finish();
    Ok(reader)
}

/// Builds the record node by node, playing along.
struct Reader<'a> {
    text: &'a str,
    layout: &'a Layout,
    record: GameRecord,
    board: Board,
    doubts: Vec<Located<Doubt>>,
    /// The program that wrote the file.
    program: String,
    /// Whether chains were met: then every capture should have one.
    chains: bool,
    /// Captures so far whose chains are not written, each with its number and place.
    bare: Vec<(usize, usize)>,
    /// Where an empty move stands. It is the last turn and ends the game unless a move follows.
    stopped: Option<usize>,
    /// Whether the rest of the game is left out.
    cut: bool,
    /// Where the result stands.
    result_at: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, layout: &'a Layout, size: Size) -> Reader<'a> {
        Reader {
            text,
            layout,
            record: GameRecord::new(size),
            board: Board::new(size),
            doubts: Vec::new(),
            program: String::new(),
            chains: false,
            bare: Vec::new(),
            stopped: None,
            cut: false,
            result_at: 0,
        }
    }

    fn error<T>(&self, offset: usize, problem: Problem) -> Result<T, SgfError> {
        Err(Located::at(self.text, offset, problem))
    }

    fn doubt(&mut self, offset: usize, doubt: Doubt) {
        // Of these there is one at most, and they come late.
        let is_single = matches!(doubt, Doubt::Cut { .. } | Doubt::Result { .. });
        if is_single || self.doubts.len() < MOST_DOUBTS {
            // There may be one in each of very many games.
            let doubt = Located::by_marks(self.text, &self.layout.marks, offset, doubt);
            self.doubts.push(doubt);
        }
    }

    /// What the root says about the game as a whole.
    fn read_head(&mut self, head: &Properties) {
        self.program = head.value("AP").trim().to_owned();
        self.record.players = ["PB", "PW"].map(|name| head.value(name).to_owned());
        for name in FACTS {
            let value = head.value(name);
            if !value.is_empty() {
                self.record.facts.insert(name.to_owned(), value.to_owned());
            }
        }
        if let Some(rules) = head.find("RU") {
            // Some programs separate tags by commas, some write a value for each.
            self.record.rules = rules.values.join(",");
            match RuleSet::of(&self.record.rules) {
                RuleSet::Played(rules) => {
                    self.record.variant = rules;
                    self.board = Board::under(rules, self.record.size);
                }
                RuleSet::Other(how) => self.doubt(rules.offset, Doubt::OtherRules(how)),
                RuleSet::Unknown(what) => self.doubt(rules.offset, Doubt::UnknownRules(what)),
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
            self.result_at = result.offset;
            self.record.result = value.parse().ok();
            if self.record.result.is_none() && !matches!(value.trim(), "" | "?" | "Void") {
                self.meaningless(result, value);
            }
        }
    }

    fn meaningless(&mut self, property: &Property, value: &str) {
        let (property, offset) = (property.name.clone(), property.offset);
        self.doubt(
            offset,
            Doubt::Value {
                property,
                value: value.to_owned(),
            },
        );
    }

    fn read_node(&mut self, node: &Properties) -> Result<(), SgfError> {
        if self.cut {
            return Ok(());
        }
        self.read_setup(node)?;
        for property in &node.properties {
            match property.name.as_str() {
                "AE" => return self.error(property.offset, Problem::LateSetup),
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
                return self.error(property.offset, Problem::LateSetup);
            }
            let mut points = setup_points(&property.values, self.record.size)
                .or_else(|problem| self.error(property.offset, problem))?;
            points.sort_unstable();
            setups.push((property.offset, player, points));
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

    fn put_start(&mut self, setups: &[(usize, Player, Vec<Point>)]) -> Result<(), SgfError> {
        for (offset, player, points) in setups {
            for &point in points {
                let player = *player;
                if let Err(reason) = self.board.try_play(point, player) {
                    return self.error(*offset, Problem::IllegalStart(reason));
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
                .or_else(|problem| self.error(property.offset, problem))?;
            match made.point {
                Some(point) => self.read_move(property.offset, player, point, &made),
                None => self.read_empty_move(property.offset, player),
            }
        }
        Ok(())
    }

    fn read_move(&mut self, offset: usize, player: Player, point: Point, made: &MoveText) {
        self.resume();
        let number = self.record.turns.len() + 1;
        let before = Before::new(&self.board);
        let captured = Player::ALL.map(|player| self.board.captured_by(player));
        if let Err(reason) = self.board.try_play(point, player) {
            let at = coordinates::print(point, self.record.size);
            self.doubt(offset, Doubt::Cut { number, at, reason });
            self.cut = true;
            return;
        }
        if made.chains.is_empty() {
            if Player::ALL.map(|player| self.board.captured_by(player)) != captured {
                self.bare.push((number, offset));
            }
        } else {
            self.chains = true;
            if !chain::agree(&made.chains, &before, &self.board) {
                self.doubt(offset, Doubt::Chains { number });
            }
        }
        let action = Action::Put(point);
        self.record.turns.push(Turn::new(player, action));
    }

    fn read_empty_move(&mut self, offset: usize, player: Player) {
        self.resume();
        self.stopped = Some(offset);
        self.record.turns.push(Turn::new(player, Action::Ground));
    }

    /// The empty move was no end of the game: takes it out of the record.
    fn resume(&mut self) {
        let Some(offset) = self.stopped.take() else {
            return;
        };
        let skipped = self.record.turns.pop();
        self.comment(&skipped.map(|turn| turn.comment).unwrap_or_default());
        let after = self.record.turns.len();
        self.doubt(offset, Doubt::EmptyMove { after });
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
            for (number, offset) in std::mem::take(&mut self.bare) {
                self.doubt(offset, Doubt::Chains { number });
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
        self.doubt(
            self.result_at,
            Doubt::Result {
                written,
                found: found.to_string(),
            },
        );
    }
}

/// The points that values name. Once one must be there twice, which no rules allow, it is enough of
/// them: together they may name more than there is room for.
fn setup_points(values: &[String], size: Size) -> Result<Vec<Point>, Problem> {
    let mut points = Vec::new();
    for value in values {
        if points.len() > size.area() as usize {
            break;
        }
        points.extend(point::parse_setup(value, size)?);
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
            setup_points(&vec!["aa:ZZ".to_owned(); count], size)
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
