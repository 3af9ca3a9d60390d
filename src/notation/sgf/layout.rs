//! Where the games, nodes and properties of a file are.
//!
//! The parser of general SGF, which reads the values, tells neither lines nor columns and may
//! overflow the stack. This pass over the brackets, in time and memory linear in the size of the
//! file, finds what is wrong first and remembers the places.

use super::{Located, MAX_DEPTH, Problem, SgfError};
use std::ops::Range;

/// The places of everything in a file, as byte offsets.
#[derive(Debug)]
pub(super) struct Layout {
    pub games: Vec<GamePlace>,
    pub nodes: Vec<NodePlace>,
    /// Places whose lines and columns are known, in their order.
    pub marks: Vec<Mark>,
}

/// A byte with its line and column, both from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub offset: usize,
    pub line: usize,
    pub column: usize,
}

/// A game: its text from `(` to `)` and the index of its root.
#[derive(Debug)]
pub(super) struct GamePlace {
    pub text: Range<usize>,
    pub root: usize,
}

/// A node: its `;`, where its last property ends, its properties in order and the indices of its children.
#[derive(Debug)]
pub(super) struct NodePlace {
    pub offset: usize,
    pub end: usize,
    pub properties: Vec<usize>,
    pub children: Vec<usize>,
}

/// Where the first game begins.
pub(super) fn first_game(bytes: &[u8]) -> Option<usize> {
    let begins = |at: &usize| {
        let mut rest = bytes[*at + 1..].iter();
        bytes[*at] == b'(' && rest.find(|b| !b.is_ascii_whitespace()) == Some(&b';')
    };
    (0..bytes.len()).find(begins)
}

impl Layout {
    /// Finds all places, or what is wrong with the brackets. Text before the first game is
    /// skipped.
    pub fn new(text: &str) -> Result<Layout, SgfError> {
        let mut scan = Scan {
            text,
            at: 0,
            open: Vec::new(),
            layout: Layout {
                games: Vec::new(),
                nodes: Vec::new(),
                marks: marks(text),
            },
        };
        scan.skip_to_first_game()?;
        while let Some(byte) = scan.next_byte() {
            match byte {
                b'(' => scan.open()?,
                b')' => scan.close()?,
                b';' => scan.node()?,
                _ => scan.property()?,
            }
        }
        match scan.open.first() {
            Some(game) => Err(Located::at(text, game.offset, Problem::Unclosed)),
            None => Ok(scan.layout),
        }
    }
}

/// In a long line a byte that is farther from the last mark than this gets another one.
const APART: usize = 4096;

/// The beginnings of all lines, and more in long ones: some files are one line.
fn marks(text: &str) -> Vec<Mark> {
    let (mut line, mut column, mut last) = (1, 1, 0);
    let mut marks = vec![Mark {
        offset: 0,
        line,
        column,
    }];
    for (index, character) in text.char_indices() {
        let offset = index + character.len_utf8();
        (line, column) = match character {
            '\n' => (line + 1, 1),
            _ => (line, column + 1),
        };
        if character == '\n' || offset - last > APART {
            marks.push(Mark {
                offset,
                line,
                column,
            });
            last = offset;
        }
    }
    marks
}

/// The pass over the text. Bytes are enough: brackets never are part of a longer character.
struct Scan<'a> {
    text: &'a str,
    at: usize,
    open: Vec<Branch>,
    layout: Layout,
}

/// A bracket that is open.
struct Branch {
    offset: usize,
    /// The node that the next one will be a child of, and how many lead to it.
    last: Option<usize>,
    depth: usize,
}

impl Scan<'_> {
    fn error<T>(&self, offset: usize, problem: Problem) -> Result<T, SgfError> {
        Err(Located::at(self.text, offset, problem))
    }

    /// The byte at the cursor after white space.
    fn next_byte(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    fn unexpected<T>(&self) -> Result<T, SgfError> {
        match self.text[self.at..].chars().next() {
            Some(found) => self.error(self.at, Problem::Unexpected(found)),
            None => self.error(self.at, Problem::Unclosed),
        }
    }

    fn skip_to_first_game(&mut self) -> Result<(), SgfError> {
        match first_game(self.text.as_bytes()) {
            Some(at) => self.at = at,
            None => return self.error(0, Problem::NoGame),
        }
        Ok(())
    }

    fn open(&mut self) -> Result<(), SgfError> {
        let parent = self.open.last();
        let branch = Branch {
            offset: self.at,
            last: parent.and_then(|parent| parent.last),
            depth: parent.map_or(0, |parent| parent.depth),
        };
        if self.open.len() == MAX_DEPTH {
            return self.error(self.at, Problem::TooDeep);
        }
        if self.open.is_empty() {
            let root = self.layout.nodes.len();
            self.layout.games.push(GamePlace {
                text: self.at..self.at,
                root,
            });
        }
        self.open.push(branch);
        self.at += 1;
        // A branch has at least one node.
        match self.next_byte() {
            Some(b';') => Ok(()),
            None => self.error(self.open[0].offset, Problem::Unclosed),
            Some(_) => self.unexpected(),
        }
    }

    fn close(&mut self) -> Result<(), SgfError> {
        if self.open.pop().is_none() {
            return self.unexpected();
        }
        self.at += 1;
        if let Some(game) = self
            .layout
            .games
            .last_mut()
            .filter(|_| self.open.is_empty())
        {
            game.text.end = self.at;
        }
        Ok(())
    }

    fn node(&mut self) -> Result<(), SgfError> {
        let index = self.layout.nodes.len();
        let Some(branch) = self.open.last_mut() else {
            return self.unexpected();
        };
        branch.depth += 1;
        let too_deep = branch.depth > MAX_DEPTH;
        if let Some(parent) = branch.last.replace(index) {
            self.layout.nodes[parent].children.push(index);
        }
        if too_deep {
            return self.error(self.at, Problem::TooDeep);
        }
        self.layout.nodes.push(NodePlace {
            offset: self.at,
            end: self.at + 1,
            properties: Vec::new(),
            children: Vec::new(),
        });
        self.at += 1;
        Ok(())
    }

    /// An identifier and its values.
    fn property(&mut self) -> Result<(), SgfError> {
        let start = self.at;
        if self.open.is_empty() || !self.text.as_bytes()[start].is_ascii_alphabetic() {
            return self.unexpected();
        }
        let name = self.text[start..]
            .bytes()
            .take_while(u8::is_ascii_alphanumeric)
            .count();
        self.at += name;
        if self.next_byte() != Some(b'[') {
            let name = self.text[start..start + name].to_owned();
            return self.error(start, Problem::NoValue(name));
        }
        while self.next_byte() == Some(b'[') {
            self.value()?;
        }
        if let Some(node) = self.layout.nodes.last_mut() {
            node.properties.push(start);
            node.end = self.at;
        }
        Ok(())
    }

    fn value(&mut self) -> Result<(), SgfError> {
        let start = self.at;
        let mut rest = self.text.as_bytes()[start..].iter().enumerate();
        while let Some((length, byte)) = rest.next() {
            match byte {
                b'\\' => {
                    rest.next();
                }
                b']' => {
                    self.at = start + length + 1;
                    return Ok(());
                }
                _ => {}
            }
        }
        self.error(start, Problem::UnclosedValue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_know_their_children() {
        let layout = Layout::new("mail header (;A[1](;B[\\]][2];C[3])(;D[4]))\n(;E[5])").unwrap();
        let children: Vec<_> = layout
            .nodes
            .iter()
            .map(|node| node.children.clone())
            .collect();
        assert_eq!(children, [vec![1, 3], vec![2], vec![], vec![], vec![]]);
        let roots: Vec<_> = layout.games.iter().map(|game| game.root).collect();
        assert_eq!(roots, [0, 4]);
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (text, line, column, problem) in [
            ("", 1, 1, Problem::NoGame),
            ("(", 1, 1, Problem::NoGame),
            ("(;\nFF[4]", 1, 1, Problem::Unclosed),
            ("(;C[ж]\n C[x\\])", 2, 3, Problem::UnclosedValue),
            ("(;)\n)", 2, 1, Problem::Unexpected(')')),
            ("(;)ж", 1, 4, Problem::Unexpected('ж')),
            ("(;(FF[4]))", 1, 4, Problem::Unexpected('F')),
            ("(;C[ж]B;W[aa])", 1, 7, Problem::NoValue("B".to_owned())),
        ] {
            let what = Located {
                line,
                column,
                what: problem,
            };
            assert_eq!(Layout::new(text).unwrap_err(), what, "{text}");
        }
    }

    #[test]
    fn marks_tell_the_same_places_as_counting_from_the_beginning() {
        let text = ["(;C[жa]\n", &"ж".repeat(3 * APART), "\nend\n\n"].concat();
        let marks = marks(&text);
        assert!(marks.len() > 8);
        for (offset, _) in text.char_indices().step_by(7) {
            let found = Located::by_marks(&text, &marks, offset, ());
            assert_eq!(found, Located::at(&text, offset, ()), "{offset}");
        }
    }
}
