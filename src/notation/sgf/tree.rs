//! The games of a file as trees of nodes, with the place of every node and property in the file.
//!
//! The file is scanned once, in time and memory linear in its size. The values of properties are read later, and only
//! for the nodes of the game that is asked for. The scanner is our own: errors need lines and columns, and hostile
//! files are nested deeper than recursive parsers can follow.

use super::{Located, MAX_DEPTH, Problem, SgfError};
use crate::notation::shortened;
use std::ops::Range;

/// What stands for the parent of a root. No file has as many nodes.
const NO_PARENT: u32 = u32::MAX;

/// The nodes of all games of a file.
#[derive(Debug)]
pub(super) struct Tree {
    /// The index in `nodes` of the root of each game.
    pub games: Vec<usize>,
    pub nodes: Vec<Node>,
    /// The properties of all nodes in the order of the file. One list for each node would take much more memory.
    properties: Vec<Written>,
    /// The indices of the children of all nodes: those of the first node, then those of the second one ...
    children: Vec<u32>,
}

/// A line and a column of the file, both counted from 1. Columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    line: u32,
    column: u32,
}

/// A node: the place of its `;`, and the ranges of its properties and children in the lists of the tree.
#[derive(Debug)]
pub(super) struct Node {
    pub place: Place,
    properties: Range<u32>,
    /// Empty until the whole file is scanned.
    children: Range<u32>,
}

/// A property in the text: its place, and the bytes of its name and of its values with their brackets.
#[derive(Debug)]
pub(super) struct Written {
    pub place: Place,
    name: Range<u32>,
    values: Range<u32>,
}

impl Written {
    pub fn name<'a>(&self, text: &'a str) -> &'a str {
        &text[large(&self.name)]
    }

    pub fn values<'a>(&self, text: &'a str) -> &'a str {
        &text[large(&self.values)]
    }
}

/// Narrows a range of bytes, nodes or properties to 32 bits. It always fits: a decoded file has at most four times
/// [`MAX_BYTES`](super::MAX_BYTES) bytes.
fn small(range: Range<usize>) -> Range<u32> {
    range.start as u32..range.end as u32
}

fn large(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

impl Place {
    pub const START: Place = Place { line: 1, column: 1 };

    /// `what` with this line and column.
    pub fn found<T>(self, what: T) -> Located<T> {
        Located {
            line: self.line as usize,
            column: self.column as usize,
            what,
        }
    }
}

/// The offset in bytes of the first `(` that is followed by `;`, with only white space between. `None` if there is
/// none.
pub(super) fn first_game(bytes: &[u8]) -> Option<usize> {
    let begins = |at: &usize| {
        let mut rest = bytes[*at + 1..].iter();
        bytes[*at] == b'(' && rest.find(|b| !b.is_ascii_whitespace()) == Some(&b';')
    };
    (0..bytes.len()).find(begins)
}

impl Tree {
    /// Scans the text for games. Text before, between and behind them is skipped. It is an error if there is no game,
    /// or brackets or properties are malformed.
    pub fn new(text: &str) -> Result<Tree, SgfError> {
        let start = first_game(text.as_bytes());
        let start = start.ok_or(Place::START.found(Problem::NoGame))?;
        let mut scan = Scan {
            text,
            at: 0,
            place: Place::START,
            open: Vec::new(),
            parents: Vec::new(),
            tree: Tree {
                games: Vec::new(),
                nodes: Vec::new(),
                properties: Vec::new(),
                children: Vec::new(),
            },
        };
        scan.step(start);
        while let Some(byte) = scan.next_byte() {
            match byte {
                b'(' => scan.open()?,
                b')' => scan.close()?,
                b';' => scan.node()?,
                _ => scan.property()?,
            }
        }
        match scan.open.first() {
            Some(game) => Err(game.place.found(Problem::Unclosed)),
            None => {
                scan.tree.set_children(&scan.parents);
                Ok(scan.tree)
            }
        }
    }

    /// Lists the children of every node in the order of the file. `parents` has the index of the parent of each node,
    /// or [`NO_PARENT`].
    fn set_children(&mut self, parents: &[u32]) {
        let parent_of = |child: usize| Some(parents[child]).filter(|&parent| parent != NO_PARENT);
        for parent in (0..parents.len()).filter_map(parent_of) {
            self.nodes[parent as usize].children.end += 1;
        }
        let mut total = 0;
        for node in &mut self.nodes {
            let count = node.children.end;
            node.children = total..total;
            total += count;
        }
        self.children = vec![0; total as usize];
        for child in 0..parents.len() {
            if let Some(parent) = parent_of(child) {
                let place = &mut self.nodes[parent as usize].children.end;
                self.children[*place as usize] = child as u32;
                *place += 1;
            }
        }
    }

    /// The indices of the nodes from `root` to a leaf. `branches` has one number for each fork on the way, from 1 for
    /// its first branch. At forks beyond these numbers the first branch is taken. It is an error if a fork has no such
    /// branch, or there are fewer forks than numbers.
    pub fn line(&self, root: usize, branches: &[usize]) -> Result<Vec<usize>, SgfError> {
        let mut line = vec![root];
        let wanted = branches.len();
        let mut branches = branches.iter();
        let mut node = root;
        while let children @ [_, ..] = self.children(node) {
            let branch = match children.len() {
                1 => 1,
                _ => branches.next().copied().unwrap_or(1),
            };
            let child = children.get(branch.wrapping_sub(1));
            let &child = child.ok_or_else(|| {
                self.nodes[node].place.found(Problem::NoSuch {
                    what: "branch",
                    wanted: branch,
                    count: children.len(),
                })
            })?;
            node = child as usize;
            line.push(node);
        }
        match branches.len() {
            0 => Ok(line),
            left => Err(self.nodes[node].place.found(Problem::ManyBranches {
                wanted,
                forks: wanted - left,
            })),
        }
    }

    /// The properties of a node in the order of the file.
    pub fn properties(&self, node: &Node) -> &[Written] {
        &self.properties[large(&node.properties)]
    }

    /// The indices of the children of the node with this index, in the order of the file.
    pub fn children(&self, node: usize) -> &[u32] {
        &self.children[large(&self.nodes[node].children)]
    }
}

/// The scan of the text. It looks at bytes, because in UTF-8 a bracket is never part of a longer character.
struct Scan<'a> {
    text: &'a str,
    at: usize,
    /// The line and column of the byte `at`.
    place: Place,
    open: Vec<OpenBranch>,
    /// The index of the parent of each node so far, or [`NO_PARENT`].
    parents: Vec<u32>,
    tree: Tree,
}

/// A bracket `(` that is not closed yet.
struct OpenBranch {
    place: Place,
    /// Index of the last node before the place of the scan, which is the parent of the next node. `None` before the
    /// root.
    last: Option<usize>,
    /// Number of nodes from the root to `last`, both included.
    depth: usize,
}

impl Scan<'_> {
    fn error<T>(&self, problem: Problem) -> Result<T, SgfError> {
        Err(self.place.found(problem))
    }

    /// Moves forward by this number of bytes, and counts lines and columns.
    fn step(&mut self, bytes: usize) {
        for byte in &self.text.as_bytes()[self.at..self.at + bytes] {
            match byte {
                b'\n' => {
                    self.place.line += 1;
                    self.place.column = 1;
                }
                // The first byte of a UTF-8 character.
                byte if byte & 0xc0 != 0x80 => self.place.column += 1,
                _ => {}
            }
        }
        self.at += bytes;
    }

    /// The bytes from the place of the scan to the end.
    fn rest(&self) -> &[u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// Skips white space and returns the byte after it, which is not passed. `None` at the end of the text.
    fn next_byte(&mut self) -> Option<u8> {
        let is_space = |byte: &&u8| byte.is_ascii_whitespace();
        self.step(self.rest().iter().take_while(is_space).count());
        self.rest().first().copied()
    }

    fn unexpected<T>(&self) -> Result<T, SgfError> {
        let found = self.text[self.at..].chars().next();
        self.error(found.map_or(Problem::Unclosed, Problem::Unexpected))
    }

    fn open(&mut self) -> Result<(), SgfError> {
        let parent = self.open.last();
        let branch = OpenBranch {
            place: self.place,
            last: parent.and_then(|parent| parent.last),
            depth: parent.map_or(0, |parent| parent.depth),
        };
        if self.open.is_empty() {
            self.tree.games.push(self.tree.nodes.len());
        }
        self.open.push(branch);
        self.step(1);
        // A branch must begin with a node.
        match self.next_byte() {
            Some(b';') => Ok(()),
            None => Err(self.open[0].place.found(Problem::Unclosed)),
            Some(_) => self.unexpected(),
        }
    }

    fn close(&mut self) -> Result<(), SgfError> {
        if self.open.pop().is_none() {
            return self.unexpected();
        }
        self.step(1);
        if self.open.is_empty() {
            self.skip_text();
        }
        Ok(())
    }

    /// Skips the text behind a game, up to the next game or the end. A `)` or `;` right behind the game is no such
    /// text: the game was closed too early.
    fn skip_text(&mut self) {
        if !matches!(self.next_byte(), Some(b')' | b';')) {
            let rest = self.rest();
            let text = first_game(rest).unwrap_or(rest.len());
            self.step(text);
        }
    }

    fn node(&mut self) -> Result<(), SgfError> {
        let index = self.tree.nodes.len();
        let Some(branch) = self.open.last_mut() else {
            return self.unexpected();
        };
        branch.depth += 1;
        if branch.depth > MAX_DEPTH {
            return self.error(Problem::TooDeep);
        }
        let parent = branch.last.replace(index);
        self.parents
            .push(parent.map_or(NO_PARENT, |parent| parent as u32));
        let properties = self.tree.properties.len();
        self.tree.nodes.push(Node {
            place: self.place,
            properties: small(properties..properties),
            children: 0..0,
        });
        self.step(1);
        Ok(())
    }

    /// Reads the name of a property and its values. It is an error if it has no value.
    fn property(&mut self) -> Result<(), SgfError> {
        let (place, start) = (self.place, self.at);
        // Behind a closed branch the last node is not of this bracket, and no property may stand there.
        let last = self.tree.nodes.len().checked_sub(1);
        let is_in_node = self.open.last().is_some_and(|branch| branch.last == last);
        if !is_in_node || !self.rest()[0].is_ascii_alphabetic() {
            return self.unexpected();
        }
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric();
        self.step(self.rest().iter().take_while(is_name).count());
        let name = start..self.at;
        if self.next_byte() != Some(b'[') {
            let name = shortened(&self.text[name]);
            return Err(place.found(Problem::NoValue(name)));
        }
        let values = self.at;
        let mut end = values;
        while self.next_byte() == Some(b'[') {
            let Some(length) = value_length(self.rest()) else {
                return self.error(Problem::UnclosedValue);
            };
            self.step(length);
            end = self.at;
        }
        if let Some(node) = self.tree.nodes.last_mut() {
            node.properties.end += 1;
            self.tree.properties.push(Written {
                place,
                name: small(name),
                values: small(values..end),
            });
        }
        Ok(())
    }
}

/// Number of bytes of the value that begins with the first byte, a bracket. Both brackets count. `None` if it is not
/// closed.
pub(super) fn value_length(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes.iter().enumerate();
    while let Some((before, byte)) = rest.next() {
        match byte {
            b'\\' => {
                rest.next();
            }
            b']' => return Some(before + 1),
            _ => {}
        }
    }
    None
}

/// The texts of values that are written as `[a][b]`. A backslash keeps the next character as it is, and before a line
/// end removes the line end.
pub(super) fn values(written: &str) -> Vec<String> {
    let mut values = Vec::new();
    let mut open: Option<String> = None;
    let mut characters = written.chars().peekable();
    while let Some(character) = characters.next() {
        match (&mut open, character) {
            (None, '[') => open = Some(String::new()),
            (None, _) => {}
            (Some(_), ']') => values.extend(open.take()),
            (Some(value), '\\') => match characters.next() {
                Some(end @ ('\r' | '\n')) => {
                    let pair = if end == '\r' { '\n' } else { '\r' };
                    characters.next_if_eq(&pair);
                }
                kept => value.extend(kept),
            },
            (Some(value), character) => value.push(character),
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_know_their_children() {
        let tree = Tree::new("mail header (;A[1](;B[\\]][2];C[3])(;D[4]))\n(;E[5])").unwrap();
        let children: Vec<_> = (0..5).map(|node| tree.children(node)).collect();
        assert_eq!(children, [&[1, 3][..], &[2], &[], &[], &[]]);
        assert_eq!(tree.games, [0, 4]);
    }

    /// A file of 16 MiB can have nearly as many nodes.
    #[test]
    fn a_node_takes_little_memory() {
        assert!(size_of::<Node>() <= 24);
    }

    #[test]
    fn text_outside_of_games_is_skipped() {
        for text in [
            "(;A[1])\nFrom: (me); C[x]\n(;B[2])",
            "(;A[1])(no game)( ;B[2]) :-) bye",
        ] {
            let tree = Tree::new(text).unwrap();
            assert_eq!((tree.games.len(), tree.nodes.len()), (2, 2), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (text, line, column, problem) in [
            ("", 1, 1, Problem::NoGame),
            ("(", 1, 1, Problem::NoGame),
            ("(;\nFF[4]", 1, 1, Problem::Unclosed),
            ("(;C[ж]\n C[x\\])", 2, 3, Problem::UnclosedValue),
            ("(;)\n)", 2, 1, Problem::Unexpected(')')),
            ("(;)ж\n(;);C[ж]", 2, 4, Problem::Unexpected(';')),
            ("(;(FF[4]))", 1, 4, Problem::Unexpected('F')),
            ("(;A[1](;B[2])C[3])", 1, 14, Problem::Unexpected('C')),
            ("(;C[ж]B;W[aa])", 1, 7, Problem::NoValue("B".to_owned())),
        ] {
            let what = Located {
                line,
                column,
                what: problem,
            };
            assert_eq!(Tree::new(text).unwrap_err(), what, "{text}");
        }
    }

    #[test]
    fn a_backslash_keeps_a_character_and_joins_lines() {
        let written = "[a\\]b\\\\] \n[][c\\\nd\\\r\ne\nf\\g]";
        assert_eq!(values(written), ["a]b\\", "", "cde\nfg"]);
    }
}
