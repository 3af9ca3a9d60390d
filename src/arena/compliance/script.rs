//! What engines are asked, and what they have to reply.

use crate::geometry::{Player, parse_number};

const SCRIPT: &str = include_str!("script.txt");

/// What a reply has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Want {
    /// `= ID COMMAND` and these arguments.
    Good(&'static str),
    /// `= ID COMMAND` and one word.
    Word,
    /// `= ID COMMAND` and at least the commands of the protocol.
    Commands,
    /// `= ID COMMAND X Y COLOUR`, a playable cell, within so many milliseconds.
    Chosen(Player, Option<u64>),
    /// `= ID COMMAND` and the move that was chosen last.
    Last,
    /// `? ID` and anything.
    Bad,
    /// `? 0` and anything: the line has no number.
    Nameless,
}

/// A request, the reply to it and the point that they make. The request gets a number in front,
/// or in place of `ID`; `LAST` stands for the move that was chosen last.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub title: &'static str,
    pub request: String,
    pub want: Want,
}

/// All steps in their order.
pub(super) fn steps() -> impl Iterator<Item = Step> {
    rows().filter_map(step)
}

fn rows() -> impl Iterator<Item = &'static str> {
    let is_row = |line: &&str| !line.is_empty() && !line.starts_with('#');
    SCRIPT.lines().filter(is_row)
}

fn step(row: &'static str) -> Option<Step> {
    let mut columns = row.splitn(3, " | ");
    let (title, request) = (columns.next()?, columns.next()?);
    let words = columns.next()?;
    let want = match words.split(' ').collect::<Vec<_>>()[..] {
        ["good", ..] => Want::Good(words["good".len()..].trim_start()),
        ["word"] => Want::Word,
        ["commands"] => Want::Commands,
        ["chosen", colour] => Want::Chosen(player(colour)?, None),
        ["chosen", colour, ms] => Want::Chosen(player(colour)?, Some(parse_number(ms)?)),
        ["last"] => Want::Last,
        ["bad"] => Want::Bad,
        ["nameless"] => Want::Nameless,
        _ => return None,
    };
    Some(Step {
        title,
        request: request.replace("\\r", "\r").replace("\\n", "\n"),
        want,
    })
}

fn player(colour: &str) -> Option<Player> {
    let is_colour = |player: &Player| player.to_string() == colour;
    Player::ALL.into_iter().find(is_colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_a_step() {
        for row in rows() {
            assert!(step(row).is_some(), "{row}");
        }
    }

    #[test]
    fn requests_keep_their_spaces_and_line_ends() {
        let request = |title: &str| {
            let step = steps().find(|step| step.title == title);
            step.unwrap().request
        };
        assert_eq!(
            request("words may have more spaces around"),
            "  ID   name  "
        );
        assert_eq!(request("blank lines are passed over"), "\n\r\nID name");
    }
}
