//! Writes the turns of a record and of its variations: a game is a tree of moves, with its branches in brackets.

use super::{Style, Unwritable, colour, property};
use crate::board::{Action, Board, IllegalMove, Move};
use crate::notation::record::{ErrorClass, GameRecord, Turn};
use crate::notation::sgf::{MAX_DEPTH, MOST_VARIATION_TURNS, chain, point};
use std::collections::HashMap;
use std::fmt::Write;

/// Number of moves on a line of the file. A move with a comment has its own line.
pub(super) const MOVES_A_LINE: usize = 12;

/// The writer of the branches of one game.
pub(super) struct BranchWriter<'a> {
    record: &'a GameRecord,
    style: Style,
    text: String,
    /// The position before the next turn.
    board: Board,
    /// Number of moves on the last line of the text.
    on_line: usize,
    /// Number of nodes from the root of the game to the last one that is written.
    depth: usize,
    /// The variations that are not written yet, by the line that they leave and the number of its turns before. They are
    /// counted from 0.
    variations: HashMap<(usize, usize), Vec<usize>>,
}

/// What is to be written.
enum Step {
    /// The turns of a line from one on, with all variations that leave it from there.
    Turns { line: usize, from: usize },
    /// The variation with this index, after this number of dots on the board and of nodes from the root.
    Variation {
        index: usize,
        dots: usize,
        depth: usize,
    },
    /// The bracket behind a branch.
    Close,
}

impl<'a> BranchWriter<'a> {
    /// A writer that goes on with a text of `depth` nodes. `board` is the position before the first move.
    pub(super) fn new(
        record: &'a GameRecord,
        board: Board,
        style: Style,
        text: String,
        depth: usize,
    ) -> Result<BranchWriter<'a>, Unwritable> {
        let own = record.variations.iter().map(|own| own.turns.len());
        if own.sum::<usize>() > MOST_VARIATION_TURNS {
            return Err(Unwritable::ManyVariations);
        }
        let mut variations: HashMap<_, Vec<_>> = HashMap::new();
        for (index, variation) in record.variations.iter().enumerate() {
            if !record.has_place(index) {
                return Err(Unwritable::Variation { number: index + 1 });
            }
            let place = (variation.parent, variation.after);
            variations.entry(place).or_default().push(index);
        }
        Ok(BranchWriter {
            record,
            style,
            text,
            board,
            on_line: 0,
            depth,
            variations,
        })
    }

    /// Writes the turns with the variations.
    pub(super) fn write(&mut self) -> Result<(), Unwritable> {
        let mut steps = vec![Step::Turns { line: 0, from: 0 }];
        while let Some(step) = steps.pop() {
            match step {
                Step::Turns { line, from } => self.write_turns(line, from, &mut steps)?,
                Step::Variation { index, dots, depth } => {
                    self.depth = depth;
                    while self.board.moves().len() > dots {
                        self.board.undo();
                    }
                    let line = index + 1;
                    self.open(line, 0, &mut steps);
                }
                Step::Close => self.text.push(')'),
            }
        }
        Ok(())
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Writes turns of a line up to its end, or up to the next turn that has variations.
    fn write_turns(
        &mut self,
        line: usize,
        from: usize,
        steps: &mut Vec<Step>,
    ) -> Result<(), Unwritable> {
        let turns = turns_of(self.record, line);
        for index in from..=turns.len() {
            if let Some(others) = self.variations.remove(&(line, index)) {
                let (dots, depth) = (self.board.moves().len(), self.depth);
                let others = others.into_iter().rev();
                steps.extend(others.map(|index| Step::Variation { index, dots, depth }));
                match index == turns.len() {
                    // The line ends here, in an empty node: a reader takes the first branch for it. The others are as
                    // deep.
                    true => self.text.push_str("\n(;)"),
                    false => self.open(line, index, steps),
                }
                return Ok(());
            }
            if let Some(turn) = turns.get(index) {
                self.write_turn(turn)?;
            }
        }
        Ok(())
    }

    /// Opens the bracket of a branch: the turns of a line from one on.
    fn open(&mut self, line: usize, from: usize, steps: &mut Vec<Step>) {
        self.text.push_str("\n(");
        self.on_line = 1;
        steps.push(Step::Close);
        steps.push(Step::Turns { line, from });
    }

    /// Counts a node that is written. It is an error if readers would refuse it.
    fn add_node(&mut self) -> Result<(), Unwritable> {
        self.depth += 1;
        match self.depth > MAX_DEPTH {
            true => Err(Unwritable::TooDeep),
            false => Ok(()),
        }
    }

    fn write_turn(&mut self, turn: &Turn) -> Result<(), Unwritable> {
        self.add_node()?;
        let value = match turn.action {
            Action::Put(point) => {
                let index = self.board.moves().len() - self.record.start.len();
                let made = Move {
                    point,
                    player: turn.player,
                };
                let value = self.move_value(made);
                value.map_err(|reason| self.record.refused(index, point, reason))?
            }
            Action::Ground => String::new(),
            Action::Resign => "resign".to_owned(),
        };
        if self.on_line.is_multiple_of(MOVES_A_LINE) || !turn.comment.is_empty() {
            self.text.push('\n');
            self.on_line = 0;
        }
        self.on_line += 1;
        let _ = write!(self.text, ";{}[{value}]", colour(turn.player));
        self.text.push_str(match turn.class {
            Some(ErrorClass::Inaccuracy) => "DO[]",
            Some(ErrorClass::Mistake) => "BM[1]",
            None => "",
        });
        if !turn.comment.is_empty() {
            property(&mut self.text, "C", &turn.comment);
            self.on_line = 0;
        }
        Ok(())
    }

    /// Plays a move and returns its value in SGF: the point, and with [`Style::chains`] the chains of its captures.
    fn move_value(&mut self, made: Move) -> Result<String, IllegalMove> {
        self.board.try_play(made.point, made.player)?;
        let mut value = point::print(made.point);
        if self.style.chains {
            for chain in chain::captured_with(&self.board) {
                value.push('.');
                let closed = chain.iter().chain(chain.first());
                value.extend(closed.map(|&dot| point::print(dot)));
            }
        }
        Ok(value)
    }
}

/// The turns of a line: 0 is that of the record, others are variations by their numbers.
fn turns_of(record: &GameRecord, line: usize) -> &[Turn] {
    match line.checked_sub(1) {
        None => &record.turns,
        Some(index) => &record.variations[index].turns,
    }
}
