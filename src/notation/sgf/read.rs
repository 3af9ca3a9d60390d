//! Builds the record of a game from the nodes of its tree.

mod result;
mod setup;
mod variations;

use super::chain;
use super::point::{self, MoveText};
use super::properties::{Properties, Property, one_line};
use super::rules::RuleSet;
use super::tree::{Place, Tree};
use super::write::{FACTS, GREATEST_KOMI};
use super::{Located, Problem, Reading, SgfError, Warning};
use crate::board::{Action, Board};
use crate::geometry::{Player, Point, Size};
use crate::notation::record::{ErrorClass, GameRecord, GameResult, Turn, WonBy};
use crate::notation::{coordinates, shortened};

/// The greatest number of warnings about one game. A hostile file could cause millions. A cut record and a wrong result
/// are reported even after that.
const MOST_WARNINGS: usize = 100;

/// The branches of a game that are read.
#[derive(Clone, Copy)]
pub(super) enum Branches<'a> {
    /// One branch at each fork: those with these numbers, from 1 and in the order of the forks, then the first ones.
    Named(&'a [usize]),
    /// The first branch at each fork, and the others as variations.
    All,
}

/// Reads the game `number` of the tree, from 1.
pub(super) fn read(
    text: &str,
    tree: &Tree,
    number: usize,
    branches: Branches,
) -> Result<Reading, SgfError> {
    let root = tree.games.get(number.wrapping_sub(1));
    let &root = root.ok_or_else(|| {
        Place::START.found(Problem::NoSuch {
            what: "game",
            wanted: number,
            count: tree.games.len(),
        })
    })?;
    let named = match branches {
        Branches::Named(numbers) => numbers,
        Branches::All => &[],
    };
    let is_main = named.iter().all(|&branch| branch == 1);
    let line = tree.line(root, named)?;
    let mut nodes = line
        .iter()
        .map(|&node| Properties::new(text, tree, &tree.nodes[node]));
    let head = Properties::new(text, tree, &tree.nodes[root]);
    let game = head.find("GM").map(|game| game.value().trim());
    let mut reader = match game {
        Some("40") => Reader::new(head.size()?, is_main).read(&head, &mut nodes)?,
        // A record without `GM` is read if it could be a game of Points.
        None => {
            let mut reader = Reader::new(head.size().map_err(|_| head.other_game())?, is_main);
            reader.warning(tree.nodes[root].place, Warning::NoGame);
            let reader = reader.read(&head, &mut nodes);
            let reader = reader.ok().filter(Reader::fits);
            reader.ok_or_else(|| head.other_game())?
        }
        Some(_) => return Err(head.other_game()),
    };
    if matches!(branches, Branches::All) {
        reader.read_variations(text, tree, &line);
    }
    Ok(Reading {
        record: reader.record,
        warnings: reader.warnings,
    })
}

/// The record so far, and the board after its turns. Nodes are added one by one.
struct Reader {
    record: GameRecord,
    board: Board,
    warnings: Vec<Located<Warning>>,
    /// Whether an empty move at the end is a pass, not grounding. It is in files of the program Kropki, and under rules
    /// with passes, of which two end a game. This program writes no passes, whatever rules a record names.
    may_pass: bool,
    /// Whether a move has named chains. Then every capture is expected to name some.
    has_chains: bool,
    /// The captures so far whose moves name no chains: the number of the turn, and the place of the move.
    captures_without_chains: Vec<(usize, Place)>,
    /// The place of the last turn, if it is an empty move. It counts as grounding unless another move follows.
    last_empty_move: Option<Place>,
    /// Whether an empty move stands before another move.
    has_pass: bool,
    /// Whether the rules have refused a move. The rest of the game is left out.
    is_cut: bool,
    /// Whether the first branch is read at each fork. `RE` is about that line alone.
    is_main: bool,
    /// Where `RE` stands.
    result_at: Place,
    /// Number of turns after each node of the main line, see [`Reader::length`]. It ends before a move that the rules
    /// refuse.
    lengths: Vec<usize>,
    /// Index of the last node of the main line with start dots. 0 if none has any.
    last_setup: usize,
}

impl Reader {
    fn new(size: Size, is_main: bool) -> Reader {
        Reader {
            record: GameRecord::new(size),
            board: Board::new(size),
            warnings: Vec::new(),
            may_pass: false,
            has_chains: false,
            captures_without_chains: Vec::new(),
            last_empty_move: None,
            has_pass: false,
            is_cut: false,
            is_main,
            result_at: Place::START,
            lengths: Vec::new(),
            last_setup: 0,
        }
    }

    /// Reads the nodes from the root to a leaf. `head` is the root.
    fn read(
        mut self,
        head: &Properties,
        nodes: &mut dyn Iterator<Item = Properties>,
    ) -> Result<Reader, SgfError> {
        self.read_head(head);
        for (index, node) in nodes.enumerate() {
            let start = self.record.start.len();
            self.read_node(&node)?;
            if self.record.start.len() > start {
                self.last_setup = index;
            }
            if !self.is_cut {
                self.lengths.push(self.length());
            }
        }
        self.finish();
        Ok(self)
    }

    /// Whether the record can be a game of Points: the board took all moves, and no empty move stands before another
    /// move. Games of Go end with two empty moves.
    fn fits(&self) -> bool {
        !self.is_cut && !self.has_pass
    }

    fn warning(&mut self, place: Place, warning: Warning) {
        self.warn(place.found(warning));
    }

    fn warn(&mut self, warning: Located<Warning>) {
        use Warning::{Cut, ManyVariations, Result};
        // A record has at most one of each of these warnings, and they come late.
        let is_single = matches!(warning.what, Cut { .. } | Result { .. } | ManyVariations);
        if is_single || self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(warning);
        }
    }

    /// Reads the facts about the whole game from the root.
    fn read_head(&mut self, head: &Properties) {
        self.record.players = ["PB", "PW"].map(|name| head.line(name));
        for name in FACTS {
            // `GC`, the comment on the game, is the only one that may have several lines.
            let value = match name {
                "GC" => head.value(name).to_owned(),
                _ => head.line(name),
            };
            if !value.is_empty() {
                self.record.facts.insert(name.to_owned(), value);
            }
        }
        if let Some(rules) = head.find("RU") {
            // Some programs separate the tags of `RU` by commas, others write one value for each tag.
            self.record.rules_text = one_line(&rules.values.join(","));
            match RuleSet::of(&self.record.rules_text) {
                RuleSet::Played(rules) => {
                    self.record.rules = rules;
                    self.board = Board::under(rules, self.record.size);
                }
                RuleSet::Other(how) => {
                    self.warning(rules.place, Warning::OtherRules(shortened(&how)));
                }
                RuleSet::Unknown(what) => {
                    self.warning(rules.place, Warning::UnknownRules(shortened(&what)));
                }
            }
        }
        let program = head.value("AP").split(':').next();
        self.may_pass = match program.unwrap_or_default().trim() {
            "Kropki" => true,
            "tochki" => false,
            _ => {
                let mut tags = self.record.rules_text.split(',').map(str::trim);
                tags.any(|tag| tag == "Pass=1")
            }
        };
        if let Some(komi) = head.find("KM") {
            let value = head.value("KM");
            match value.trim().parse() {
                // -0 becomes 0.
                Ok(dots) if f64::abs(dots) <= GREATEST_KOMI => self.record.komi = dots + 0.0,
                _ => self.meaningless(komi, value),
            }
        }
        if let Some(result) = head.find("RE").filter(|_| self.is_main) {
            let value = head.value("RE");
            self.result_at = result.place;
            self.record.result = value.parse().ok();
            if self.record.result.is_none() && !value.trim().is_empty() {
                self.meaningless(result, value);
            }
        }
    }

    fn meaningless(&mut self, property: &Property, value: &str) {
        let (property, place) = (shortened(&property.name), property.place);
        let value = shortened(value);
        self.warning(place, Warning::Value { property, value });
    }

    fn read_node(&mut self, node: &Properties) -> Result<(), SgfError> {
        if self.is_cut {
            return Ok(());
        }
        self.read_setup(node)?;
        let (dots, earlier) = (self.board.moves().len(), self.last_empty_move);
        for property in &node.properties {
            match property.name.as_str() {
                "AE" => return Err(property.place.found(Problem::Removed)),
                "B" => self.read_moves(property, Player::First)?,
                "W" => self.read_moves(property, Player::Second)?,
                "PL" if self.record.turns.is_empty() && !self.is_cut => self.read_first(property),
                // `lengths` has the nodes before.
                name if !self.lengths.is_empty() => self.check_place(property.place, name),
                _ => {}
            }
        }
        if self.is_cut {
            return Ok(());
        }
        let comments = node.properties.iter().filter(|found| found.name == "C");
        for comment in comments.flat_map(|comment| &comment.values) {
            self.add_comment(comment);
        }
        let has_new_empty_move = self.last_empty_move.is_some() && self.last_empty_move != earlier;
        if self.board.moves().len() > dots || has_new_empty_move {
            self.read_class(node);
        }
        Ok(())
    }

    /// Warns of a property behind the first node that is read there alone, and on which the course of the game depends.
    fn check_place(&mut self, place: Place, name: &str) {
        if let Some(property) = ["KM", "RE", "RU"].into_iter().find(|&own| own == name) {
            self.warning(place, Warning::Misplaced { property });
        }
    }

    /// Reads whose turn it is in the start position. The last `PL` before the first turn counts.
    fn read_first(&mut self, property: &Property) {
        let value = property.value();
        match value.trim().to_ascii_lowercase().as_str() {
            "b" | "black" => self.record.first = Player::First,
            "w" | "white" => self.record.first = Player::Second,
            _ => self.meaningless(property, value),
        }
    }

    fn read_moves(&mut self, property: &Property, player: Player) -> Result<(), SgfError> {
        for value in &property.values {
            if self.is_cut {
                return Ok(());
            }
            if let Some(by) = ending(value) {
                let winner = player.opponent();
                if let None | Some(GameResult::Void | GameResult::Unknown) = self.record.result {
                    self.record.result = Some(GameResult::Won { winner, by });
                }
                continue;
            }
            let made = point::parse_move(value, self.record.size)
                .map_err(|problem| property.place.found(problem))?;
            match made.point {
                Some(point) => self.read_move(property.place, player, point, &made),
                None if made.chains.is_empty() => self.read_empty_move(property.place, player),
                None => self.check_enclosure(property.place, &made),
            }
        }
        Ok(())
    }

    fn read_move(&mut self, place: Place, player: Player, point: Point, made: &MoveText) {
        self.skip_pass_before_move();
        let number = self.record.turns.len() + 1;
        if let Err(reason) = self.board.try_play(point, player) {
            let at = coordinates::print(point, self.record.size);
            self.warning(place, Warning::Cut { number, at, reason });
            self.is_cut = true;
            // If this is the first move, its player is to move, although the dot is not put.
            self.record.first = player;
            return;
        }
        if made.chains.is_empty() {
            if self.board.last_capture().is_some() {
                self.captures_without_chains.push((number, place));
            }
        } else {
            self.has_chains = true;
            if !chain::agree(&made.chains, &self.board) {
                self.warning(place, Warning::Chains { number });
            }
        }
        let action = Action::Put(point);
        self.record.turns.push(Turn::new(player, action));
    }

    fn read_empty_move(&mut self, place: Place, player: Player) {
        self.skip_pass_before_move();
        self.last_empty_move = Some(place);
        self.record.turns.push(Turn::new(player, Action::Ground));
    }

    /// Compares an enclosure without a dot, which is no turn, with the territory on the board. After a player has
    /// grounded, it may enclose the loose dots that he has given away.
    fn check_enclosure(&mut self, place: Place, made: &MoveText) {
        if self.last_empty_move.is_none() && !chain::are_round_territory(&made.chains, &self.board)
        {
            let after = self.record.turns.len();
            self.warning(place, Warning::ChainsAlone { after });
        }
    }

    /// Removes the last turn if it is an empty move: another move follows, so it was a pass.
    fn skip_pass_before_move(&mut self) {
        self.has_pass |= self.last_empty_move.is_some();
        self.skip_empty_move();
    }

    /// Removes an empty move that is the last turn, with a warning.
    fn skip_empty_move(&mut self) {
        if let Some(place) = self.take_back_empty_move() {
            let after = self.record.turns.len();
            self.warning(place, Warning::EmptyMove { after });
        }
    }

    /// Takes back an empty move that is the last turn, and returns its place. Its comment goes to the turn before it.
    fn take_back_empty_move(&mut self) -> Option<Place> {
        let place = self.last_empty_move.take()?;
        let turn = self.record.turns.pop();
        self.add_comment(&turn.map(|turn| turn.comment).unwrap_or_default());
        Some(place)
    }

    /// Number of turns that a further move follows. An empty move at the end does not count, because it is skipped then.
    fn length(&self) -> usize {
        self.record.turns.len() - usize::from(self.last_empty_move.is_some())
    }

    /// Adds a comment on a new line to the last turn. Before the first turn it goes to the game.
    fn add_comment(&mut self, comment: &str) {
        add_line(self.comment_after(self.record.turns.len()), comment);
    }

    /// The comment of the last of `turns` turns. For 0 turns it is that on the game.
    fn comment_after(&mut self, turns: usize) -> &mut String {
        match turns.checked_sub(1) {
            Some(last) => &mut self.record.turns[last].comment,
            None => &mut self.record.comment,
        }
    }

    /// Reads how bad the last turn is. `node` is that of the turn.
    fn read_class(&mut self, node: &Properties) {
        let has = |name| node.find(name).is_some();
        if let Some(turn) = self.record.turns.last_mut() {
            turn.class = if has("BM") {
                Some(ErrorClass::Mistake)
            } else {
                has("DO").then_some(ErrorClass::Inaccuracy)
            };
        }
    }

    /// Removes a last empty move that does not mean grounding.
    fn drop_last_pass(&mut self) {
        if self.may_pass {
            self.skip_empty_move();
        }
    }

    /// Removes grounding on a full board, where the game is over already.
    fn drop_grounding_on_a_full_board(&mut self) {
        if self.board.free().is_empty() {
            self.take_back_empty_move();
        }
    }

    fn finish(&mut self) {
        self.drop_last_pass();
        self.drop_grounding_on_a_full_board();
        if !self.record.turns.is_empty() {
            // The first turn tells whose turn it is, whatever `PL` says.
            self.record.first = Player::First;
            let is_about_it = |found: &Located<Warning>| matches!(&found.what, Warning::Value { property, .. } if property == "PL");
            self.warnings.retain(|found| !is_about_it(found));
        }
        if self.has_chains {
            for (number, place) in std::mem::take(&mut self.captures_without_chains) {
                self.warning(place, Warning::Chains { number });
            }
        }
        match self.is_cut {
            // The result belongs to the whole game, not to the part that was read.
            true => self.record.result = None,
            false => self.check_result(),
        }
    }
}

/// Adds a text on a new line.
fn add_line(text: &mut String, line: &str) {
    if !text.is_empty() && !line.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

/// How the opponent wins, if the value of a move is a word that ends the game, such as `resign`. `None` for other
/// values.
fn ending(value: &str) -> Option<WonBy> {
    Some(match value.trim() {
        "resign" | "Resign" => WonBy::Resignation,
        "time" | "Time" => WonBy::Time,
        "interrupt" | "Interrupt" | "unknown" | "Unknown" => WonBy::Unknown,
        _ => return None,
    })
}
