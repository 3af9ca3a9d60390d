//! The script of the test: requests, each with the form of reply that the protocol demands.

use crate::geometry::{Player, parse_number};

const SCRIPT: &str = include_str!("script.txt");

/// The form that the reply to a request must have. `ID` is the number of the request and `COMMAND` its first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Want {
    /// `= ID COMMAND` and exactly this text.
    Good(&'static str),
    /// `= ID COMMAND` and any one word.
    Word,
    /// `= ID COMMAND` and a list that contains all commands of the protocol.
    Commands,
    /// `= ID COMMAND X Y COLOUR` with a playable cell and this player. The number is the time limit in milliseconds;
    /// `None` without a limit.
    Chosen(Player, Option<u64>),
    /// `= ID COMMAND` and what `LAST` stands for, as column, row and player.
    Last,
    /// A refusal: `? ID` and any reason.
    Bad,
    /// A refusal of a request that was sent without a number: `? 0` and any reason.
    Unnumbered,
}

/// One check: a request, and the form of its reply.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// What the protocol demands here, in a few words.
    pub title: &'static str,
    /// The request. The word `ID` in it stands for the number of the request; without this word the number comes first,
    /// except for [`Want::Unnumbered`]. The word `LAST` stands for the move that the engine has chosen last, or for a free
    /// cell if that choice has failed.
    pub request: String,
    pub want: Want,
}

/// All checks of the script in their order.
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
        ["unnumbered"] => Want::Unnumbered,
        _ => return None,
    };
    Some(Step {
        title,
        request: request.replace("\\r", "\r").replace("\\n", "\n"),
        want,
    })
}

fn player(colour: &str) -> Option<Player> {
    parse_number(colour).and_then(Player::from_index)
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
