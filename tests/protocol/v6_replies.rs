//! Replies of version 6 about the game and the searches, without a process.

use crate::transcript::V6;

/// The number after this name in a reply.
fn number(reply: &str, name: &str) -> i32 {
    let (_, rest) = reply.split_once(&format!(" {name} ")).expect("it is told");
    let number = rest.split(' ').next().and_then(|word| word.parse().ok());
    number.unwrap_or_else(|| panic!("{reply}"))
}

#[test]
fn a_decided_game_has_the_lead_that_grounding_leaves() {
    // The first player captures two dots by his last one, and has a loose dot at the right.
    let dots = "1 0 0 1 1 1 2 0 0 2 1 1 0 1 0 3 1 0 1 2 0 5 3 0 2 2 0";
    let dots: Vec<&str> = dots.split(' ').collect();
    let mut requests = "1 init 7 5 1\n".to_owned();
    for dot in dots.chunks(3) {
        requests += &format!("2 play {}\n", dot.join(" "));
    }
    let replies = V6.talk(&(requests + "3 score\n4 status\n5 ground 0\n6 status\n"));
    let end = [
        "= 3 score 2 0",
        "= 4 status decided 0 1",
        "= 5 ground 0",
        "= 6 status grounded 0 1",
    ];
    assert_eq!(replies[replies.len() - 4..], end);
}

#[test]
fn the_bounds_of_the_article_stand_round_the_value_until_another_game_begins() {
    let replies = V6.talk(
        "1 set_option engine article\n2 init 5 5 1\n3 stats\n4 play 2 2 1\n5 play 1 2 0\n6 play 2 1 0\n\
         7 play 3 2 0\n8 gen_move_with_complexity 1 50\n9 stats\n10 init 5 5 1\n11 stats\n",
    );
    let [least, value, greatest] = ["fmin", "value", "fmax"].map(|name| number(&replies[8], name));
    assert!(least < greatest, "{}", replies[8]);
    assert!((least..=greatest).contains(&value), "{}", replies[8]);
    // Another game has no result of the one before.
    for at in [2, 10] {
        assert!(
            replies[at].ends_with(" stats no move has been chosen yet"),
            "{}",
            replies[at]
        );
    }
}

#[test]
fn an_analysis_reports_a_line_at_least() {
    let replies = V6.talk("1 init 3 3 1\n2 analyze 0 10 0\n3 analyze 0 10 1 1\n");
    assert_eq!(
        replies[1],
        "? 2 analyze at least one line has to be reported"
    );
    assert_eq!(replies[2], "? 3 analyze expected COLOUR [MS] [LINES]");
}

#[test]
fn an_id_has_no_plus() {
    let replies = V6.talk("+1 name\n");
    assert!(replies[0].starts_with("? 0 input_error "), "{}", replies[0]);
}

#[test]
fn no_move_takes_more_than_what_remains_on_the_clock() {
    let replies = V6.talk(
        "1 set_option engine mcts\n2 set_option hash 1\n3 set_option nodes 20000\n4 init 20 20 1\n\
         5 gen_move_with_full_time 0 20 3600000\n6 stats\n",
    );
    let is_answered = replies[4].starts_with("= 5 gen_move_with_full_time ");
    assert!(is_answered, "{}", replies[4]);
    // With a share of an hour it would use up the nodes.
    let nodes = number(&replies[5], "nodes");
    assert!(nodes < 15_000, "{}", replies[5]);
}
