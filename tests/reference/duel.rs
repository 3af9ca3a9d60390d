//! The board of the crate and the reference board, step by step and side by side.

use super::games::Terms;
use super::{Place, Reference};
use std::collections::BTreeMap;
use tochki::board::Status;
use tochki::{Board, Player, Point};

/// One thing done to both boards.
#[derive(Clone, Copy)]
pub enum Step {
    Play(Place, Player),
    Undo,
}

/// How often what has happened, in words.
pub type Tally = BTreeMap<&'static str, u64>;

/// Both boards, the steps so far and what is needed to go back.
pub struct Duel<'a> {
    pub board: Board,
    pub reference: Reference,
    /// The reference board and the hash before each move that is not taken back.
    pub earlier: Vec<(Reference, u64)>,
    pub tally: Tally,
    steps: &'a mut Vec<Step>,
}

/// A difference between the boards, as text.
pub type Check = Result<(), String>;

impl<'a> Duel<'a> {
    pub fn new(terms: Terms, steps: &'a mut Vec<Step>) -> Duel<'a> {
        Duel {
            board: terms.board(),
            reference: terms.reference(),
            earlier: Vec::new(),
            tally: Tally::new(),
            steps,
        }
    }

    /// Takes a step on both boards and compares what every step must keep.
    pub fn step(&mut self, step: Step) -> Check {
        self.steps.push(step);
        match step {
            Step::Play(place, player) => {
                self.earlier
                    .push((self.reference.clone(), self.board.hash()));
                let closed = self.reference.play(place, player);
                self.count_move(place, player, &closed);
                self.board
                    .try_play(point(place), player)
                    .map_err(|error| format!("a legal move is refused: {error}"))?;
                same(
                    "last_move",
                    self.board.last_move().map(|m| (m.point, m.player)),
                    Some((point(place), player)),
                )?;
            }
            Step::Undo => {
                let undone = self.board.undo().is_some();
                same("undo finds a move", undone, !self.earlier.is_empty())?;
                if let Some((reference, hash)) = self.earlier.pop() {
                    self.reference = reference;
                    same("hash after undo", self.board.hash(), hash)?;
                }
            }
        }
        same(
            "number of moves",
            self.board.moves().len(),
            self.earlier.len(),
        )?;
        self.compare_cells()
    }

    fn count(&mut self, what: &'static str, is_so: bool) {
        *self.tally.entry(what).or_default() += u64::from(is_so);
    }

    /// Counts what the last move has done on the reference board. `closed` are the interiors that it has made territory.
    fn count_move(&mut self, place: Place, player: Player, closed: &[Vec<Place>]) {
        let before = &self.earlier.last().expect("a move").0;
        let captured = |who| [before, &self.reference].map(|board| board.captured_by(who));
        let (own, other) = (captured(player), captured(player.opponent()));
        let is_suicide = !self.reference.is_live(place, player);
        let is_nested = |inner: &[Place], outer: &[Place]| {
            inner.len() < outer.len() && outer.contains(&inner[0])
        };
        let nested = closed
            .iter()
            .any(|inner| closed.iter().any(|outer| is_nested(inner, outer)));
        let enemy = player.opponent();
        let is_inside =
            |&(x, y): &Place| before.is_live((x, y), enemy) && before.owner[y][x] == Some(enemy);
        let mut inside = before.places().filter(is_inside);
        let in_own_territory = inside.any(|place| !self.reference.is_live(place, enemy));
        self.count("captures", own[1] > own[0]);
        self.count("captured in their own territory", in_own_territory);
        self.count("freed", other[1] < other[0]);
        self.count("suicides", is_suicide);
        self.count(
            "captures without dots",
            !closed.is_empty() && own[1] == own[0],
        );
        self.count("two enclosures by one dot", closed.len() > 1);
        self.count("one of them in the other", nested);
    }

    /// Legality, score and every cell.
    fn compare_cells(&self) -> Check {
        let captured = Player::ALL.map(|player| self.reference.captured_by(player));
        for player in Player::ALL {
            let (own, other) = (
                captured[player.index()],
                captured[player.opponent().index()],
            );
            same("captured", self.board.captured_by(player), own)?;
            same("score", self.board.score(player), own as i32 - other as i32)?;
        }
        for (place, cell) in self.reference.places().zip(self.reference.cells()) {
            let found = self.board.cell(point(place));
            if found != cell {
                return Err(format!("cell {place:?} is {found:?}, should be {cell:?}"));
            }
            let legal = self.reference.is_playable(place);
            if self.board.is_playable(point(place)) != legal {
                return Err(format!("legality of {place:?} should be {legal}"));
            }
        }
        Ok(())
    }

    /// Everything else that a board tells about a position. `validate` compares the sets of cells with the single cells,
    /// and the board with one that is made from its cells.
    pub fn compare_thoroughly(&self) -> Check {
        self.board.validate().map_err(|error| error.to_string())?;
        self.compare_territory()?;
        self.compare_suicides()?;
        for player in Player::ALL {
            let wanted = self.reference.grounding(player);
            let found = self.board.grounding(player);
            same("the cost of grounding", found.cost, wanted.cost)?;
            same("captives", found.captives, wanted.captives)?;
            let places: Vec<Point> = wanted.grounded.into_iter().map(point).collect();
            same("grounded dots", found.grounded.iter().collect(), places)?;
        }
        for komi in [-1.5, -0.5, 0.0, 0.5, 1.5] {
            let status = match self.reference.decided(komi) {
                _ if self.reference.is_full() => Status::Full,
                Some(player) => Status::Decided(player),
                None => Status::Playing,
            };
            let found = self.board.status(komi);
            same("status", (komi, found), (komi, status))?;
        }
        Ok(())
    }

    /// The territory of each player: what is inside his captures, without his own dots.
    fn compare_territory(&self) -> Check {
        Player::ALL.into_iter().try_for_each(|player| {
            let places = self.reference.territory(player).into_iter().map(point);
            let found = self.board.territory(player).iter();
            same("territory", found.collect(), places.collect::<Vec<_>>())
        })
    }

    /// Where a dot would be captured at once, and whether it may be put there.
    fn compare_suicides(&self) -> Check {
        for player in Player::ALL {
            let mut legal = Vec::new();
            for place in self.reference.places() {
                let suicide =
                    self.reference.is_playable(place) && self.reference.is_suicide(place, player);
                let found = self.board.is_suicide(point(place), player);
                same("suicide", (place, player, found), (place, player, suicide))?;
                if self.reference.is_legal_for(place, player) {
                    legal.push(point(place));
                }
            }
            same(
                "legal cells",
                self.board.legal_cells(player).iter().collect(),
                legal,
            )?;
        }
        Ok(())
    }

    /// An illegal move is refused for the right reason and changes nothing.
    pub fn try_illegal(&mut self, place: Place, player: Player) -> Check {
        let before = (self.board.hash(), self.board.moves().len());
        let reason = self.reference.refusal(place, player);
        let found = self.board.try_play(point(place), player).err();
        same("refusal", (place, found), (place, reason))?;
        same(
            "board after an illegal move",
            (self.board.hash(), self.board.moves().len()),
            before,
        )?;
        self.compare_cells()
    }
}

pub fn point((x, y): Place) -> Point {
    Point::new(x as u32, y as u32)
}

pub fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, wanted: T) -> Check {
    if found == wanted {
        Ok(())
    } else {
        Err(format!("{what}: {found:?}, should be {wanted:?}"))
    }
}
