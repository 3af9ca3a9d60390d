//! Reads the branches of a game that its main line does not follow.

use super::{Reader, SgfError, add_line};
use crate::notation::record::Variation;
use crate::notation::sgf::properties::Properties;
use crate::notation::sgf::tree::Tree;
use crate::notation::sgf::{Located, MOST_VARIATION_TURNS, Problem, Warning};

/// Properties that change the board without a move. A variation ends before them.
const SETUP: [&str; 3] = ["AB", "AW", "AE"];

/// A node with several children on a line that was read.
struct Fork {
    node: usize,
    /// Number of turns from the start of the game to the node.
    turns: usize,
    /// Index of the child that is read next. The first child is on the line itself.
    next: usize,
    /// Number of bytes of [`Line::comment`] that stand before the fork, and so belong to its next child. 0 behind a
    /// turn.
    kept: usize,
}

/// A line whose forks are not all read.
struct Line {
    /// The number of the line as in [`Variation::parent`].
    number: usize,
    /// Number of turns from the start of the game to the first turn of the line.
    before: usize,
    /// The forks, the first one on the line first.
    forks: Vec<Fork>,
    /// The comment for the first turn of the branch that is read next. It stands before the last fork, in branches that
    /// have no turn so far. Mostly empty.
    comment: String,
}

/// A branch to read.
struct Branch {
    /// The first node.
    node: usize,
    /// Number of turns from the start of the game to the first turn of the branch.
    before: usize,
    /// The number of the line that it leaves, and the number of turns of that line before.
    leaves: (usize, usize),
    /// A comment from before the branch that belongs to its first turn. Mostly empty.
    comment: String,
}

impl Reader {
    /// Reads the branches that leave the main line, the branches that leave these, and so on. `main` has the nodes of
    /// the main line.
    pub(super) fn read_variations(&mut self, text: &str, tree: &Tree, main: &[usize]) {
        let record = self.record.clone();
        self.leave_out_other_starts(tree, main);
        let forks = main.iter().zip(&self.lengths).skip(self.last_setup);
        let forks = forks.filter_map(|(&node, &turns)| Fork::at(tree, node, turns));
        let mut lines = vec![Line {
            number: 0,
            before: 0,
            forks: forks.collect(),
            comment: String::new(),
        }];
        let mut found: Vec<Variation> = Vec::new();
        let mut turns = 0;
        while let Some(mut branch) = next_branch(tree, &mut lines, &found)
            && let Some(line) = lines.last_mut()
        {
            let forks = self.read_branch(text, tree, &mut branch, line);
            let read = &self.record.turns[branch.before..];
            turns += read.len();
            if turns > MOST_VARIATION_TURNS {
                self.warning(tree.nodes[branch.node].place, Warning::ManyVariations);
                break;
            }
            if read.is_empty() {
                continue;
            }
            found.push(Variation {
                parent: branch.leaves.0,
                after: branch.leaves.1,
                turns: read.to_vec(),
            });
            lines.push(Line {
                number: found.len(),
                before: branch.before,
                forks,
                comment: String::new(),
            });
        }
        self.record = record;
        self.record.variations = found;
    }

    /// Warns of the branches that leave the main line before its last start dots. Their moves belong to another start
    /// position, so they are not read.
    fn leave_out_other_starts(&mut self, tree: &Tree, main: &[usize]) {
        for &node in &main[..self.last_setup] {
            for &branch in tree.children(node).iter().skip(1) {
                let reason = "it has other start dots than the game";
                let left_out = Warning::VariationLeftOut { reason };
                self.warning(tree.nodes[branch as usize].place, left_out);
            }
        }
    }

    /// Goes back to where a branch of the `line` begins, and reads its nodes to a leaf, the first child of each.
    /// Returns the forks on the way. Only a problem that ends the branch early becomes a warning. The comments before
    /// its first turn go to that turn. Without a turn, its forks and comments go to the line. A comment that no branch
    /// can take becomes a warning too.
    fn read_branch(
        &mut self,
        text: &str,
        tree: &Tree,
        branch: &mut Branch,
        line: &mut Line,
    ) -> Vec<Fork> {
        self.go_back_to(branch.before);
        let warnings = std::mem::take(&mut self.warnings);
        // The turn before belongs to another line. What is added to its comment belongs to the first turn of this one.
        *self.comment_after(branch.before) = std::mem::take(&mut branch.comment);
        let mut forks = Vec::new();
        let mut next = Some(branch.node);
        let mut wrong = None;
        while let Some(node) = next {
            let properties = Properties::new(text, tree, &tree.nodes[node]);
            if let Err(problem) = self.read_further(&properties) {
                // Something follows the last empty move, so it was a pass.
                self.skip_empty_move();
                wrong = Some(problem.map(|what| what.to_string()));
                break;
            }
            if self.is_cut {
                break;
            }
            if let Some(mut fork) = Fork::at(tree, node, self.length()) {
                if fork.turns == branch.before {
                    fork.kept = self.length_of_comment(branch.before);
                }
                forks.push(fork);
            }
            next = tree.children(node).first().map(|&node| node as usize);
        }
        self.drop_last_pass();
        self.drop_grounding_on_a_full_board();
        let mut lost = None;
        let mut comment = std::mem::take(self.comment_after(branch.before));
        if let Some(first) = self.record.turns.get_mut(branch.before) {
            add_line(&mut comment, &first.comment);
            first.comment = comment;
        } else {
            let first = |fork: &Fork| tree.children(fork.node)[0] as usize;
            let place = tree.nodes[forks.last().map_or(branch.node, first)].place;
            if line.add(tree, std::mem::take(&mut forks), comment) {
                let reason = "its comment belongs to no move";
                lost = Some(place.found(Warning::VariationLeftOut { reason }));
            }
        }
        let number = self.length() + 1;
        let odd = std::mem::replace(&mut self.warnings, warnings);
        let refused = odd.into_iter().find_map(refusal);
        let cut = wrong.or(refused);
        let cut = cut.map(|cut| cut.map(|reason| Warning::VariationCut { number, reason }));
        if let Some(warning) = cut.or(lost) {
            self.warn(warning);
        }
        forks
    }

    /// Number of bytes of the comment that the first turn of a branch would get if it followed now: the comment after
    /// the `before` turns, and that of an empty move behind them.
    fn length_of_comment(&mut self, before: usize) -> usize {
        let empty_move = self.record.turns.get(before);
        let skipped = empty_move.map_or(0, |turn| turn.comment.len());
        let length = self.comment_after(before).len();
        length + skipped + usize::from(length > 0 && skipped > 0)
    }

    /// Reads a node of a variation, in which no dots may be set up.
    fn read_further(&mut self, node: &Properties) -> Result<(), SgfError> {
        let mut setups = SETUP.iter().filter_map(|name| node.find(name));
        match setups.next() {
            Some(setup) if setup.name == "AE" => Err(setup.place.found(Problem::Removed)),
            Some(setup) => Err(setup.place.found(Problem::LateSetup)),
            None => self.read_node(node),
        }
    }

    /// Takes back all but the first `turns` turns. Each of these has put a dot, because empty moves that are followed by
    /// others are skipped.
    fn go_back_to(&mut self, turns: usize) {
        self.record.turns.truncate(turns);
        self.last_empty_move = None;
        self.is_cut = false;
        while self.board.moves().len() > self.record.start.len() + turns {
            self.board.undo();
        }
    }
}

impl Fork {
    /// The fork at a node after this number of turns. `None` if the node has one child or none.
    fn at(tree: &Tree, node: usize, turns: usize) -> Option<Fork> {
        let has_branches = tree.children(node).len() > 1;
        has_branches.then_some(Fork {
            node,
            turns,
            next: 1,
            kept: 0,
        })
    }
}

impl Line {
    /// Adds the forks of a branch without turns, and its comment for the first turn of the next branch. These forks
    /// have the same turns before them as the fork that it comes from. Returns whether a part of the comment is lost,
    /// because it does not stand before the next branch.
    fn add(&mut self, tree: &Tree, forks: Vec<Fork>, comment: String) -> bool {
        let length = comment.len();
        self.comment = comment;
        self.forks.extend(forks);
        while let Some(fork) = self.forks.last() {
            self.comment.truncate(fork.kept);
            if fork.next < tree.children(fork.node).len() {
                break;
            }
            self.forks.pop();
        }
        self.comment.len() < length
    }
}

/// The branch to read next. It leaves the innermost line at its last fork, so that the board goes back along each line
/// only once. `None` if all are read. `found` are the variations so far.
fn next_branch(tree: &Tree, lines: &mut Vec<Line>, found: &[Variation]) -> Option<Branch> {
    while let Some(line) = lines.last_mut() {
        let Some(fork) = line.forks.last_mut() else {
            lines.pop();
            continue;
        };
        let children = tree.children(fork.node);
        let Some(&node) = children.get(fork.next) else {
            line.forks.pop();
            continue;
        };
        fork.next += 1;
        // It is less than before if the turn of another branch has got the comment.
        fork.kept = line.comment.len();
        let own = line.number.checked_sub(1).map(|index| &found[index]);
        let leaves = match own {
            // It has no turn in common with the variation, so it leaves the same line as the variation does.
            Some(own) if fork.turns == line.before => (own.parent, own.after),
            _ => (line.number, fork.turns - line.before),
        };
        return Some(Branch {
            node: node as usize,
            before: fork.turns,
            leaves,
            comment: std::mem::take(&mut line.comment),
        });
    }
    None
}

/// Why the rules refuse a move, and its place, if the warning is about that.
fn refusal(warning: Located<Warning>) -> Option<Located<String>> {
    match warning.what {
        Warning::Cut { reason, .. } => Some(warning.map(|_| reason.to_string())),
        _ => None,
    }
}
