//! From the text of a game to its nodes.

use super::layout::{GamePlace, Layout};
use super::properties::NodeAt;
use super::{Located, Problem, SgfError};
use sgf_parse::unknown_game::Prop;
use sgf_parse::{GameTree, SgfNode};
use std::borrow::Cow;

/// The nodes of a game of Points, and whether `GM` was missing and had to be added. For the parser, as in the
/// standard, a record without it is a game of Go.
pub(super) fn parse(
    text: &str,
    layout: &Layout,
    game: &GamePlace,
) -> Result<(SgfNode<Prop>, bool), SgfError> {
    let at_game = |problem| Located::at(text, game.text.start, problem);
    let of = |text: &str| {
        let trees = sgf_parse::parse(&joined(text));
        let trees = trees.map_err(|error| at_game(Problem::Syntax(error.to_string())))?;
        Ok(trees.into_iter().next())
    };
    match of(&text[game.text.clone()])? {
        Some(GameTree::Unknown(root)) => Ok((root, false)),
        Some(GameTree::GoGame(root)) if root.get_property("GM").is_none() => {
            let (head, rest) = (game.text.start, layout.nodes[game.root].end);
            let named = [&text[head..rest], "GM[40]", &text[rest..game.text.end]].concat();
            match of(&named)? {
                Some(GameTree::Unknown(root)) => Ok((root, true)),
                _ => Err(at_game(Problem::OtherGame)),
            }
        }
        _ => Err(at_game(Problem::OtherGame)),
    }
}

/// The text without its soft line breaks: a backslash before the end of a line joins it to the next.
/// The parser would take the backslash away and leave the line break.
fn joined(text: &str) -> Cow<'_, str> {
    const ENDS: [&str; 4] = ["\r\n", "\n\r", "\n", "\r"];
    let mut joined = Cow::Borrowed("");
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let after = &rest[at + 1..];
        let next_line = ENDS.iter().find_map(|end| after.strip_prefix(end));
        let kept = match next_line {
            Some(_) => at,
            None => at + 1 + after.chars().next().map_or(0, char::len_utf8),
        };
        joined += &rest[..kept];
        rest = next_line.unwrap_or(&rest[kept..]);
    }
    joined + rest
}

/// The nodes from the root to a leaf, along the branches that are asked for.
pub(super) fn main_line<'a>(
    text: &str,
    layout: &Layout,
    root: usize,
    tree: &'a SgfNode<Prop>,
    branches: &[usize],
) -> Result<Vec<NodeAt<'a>>, SgfError> {
    let mut path = vec![(tree, root)];
    let (mut node, mut index) = path[0];
    let mut branches = branches.iter();
    loop {
        let places = &layout.nodes[index].children;
        let wanted = match places.len() {
            0 => return Ok(path),
            1 => 1,
            _ => branches.next().copied().unwrap_or(1),
        };
        let child = wanted
            .checked_sub(1)
            .and_then(|at| node.children.get(at).zip(places.get(at)));
        let Some((next, &place)) = child else {
            let what = Problem::NoSuch {
                what: "branch",
                wanted,
                count: places.len(),
            };
            return Err(Located::at(text, layout.nodes[index].offset, what));
        };
        (node, index) = (next, place);
        path.push((node, index));
    }
}
