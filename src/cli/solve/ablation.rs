//! `tochki solve --ablate`: the table of the article.

use super::{attempt_json, verdict};
use crate::cli::milliseconds;
use serde_json::json;
use std::io::{self, Write};
use tochki::notation::puzzle::{Depth, Puzzle};
use tochki::search::article::Survey;
use tochki::tools::solve::{Ablation, AblationRow, Attempt, Published};

/// Writes both tables for a puzzle, the searches and the pre-search by depth, and the share of the pre-search. The
/// figures of the article stand beside ours where there are any.
pub(super) fn write(out: &mut impl Write, puzzle: &Puzzle, found: &Ablation) -> io::Result<()> {
    let depth = Depth {
        plies: puzzle.plies,
    };
    writeln!(out, "{}: {depth} full moves\n", puzzle.title)?;
    let is_published = found.rows.iter().any(|row| row.published.is_some());
    write_searches(out, puzzle.plies, found, is_published)?;
    write_surveys(out, &found.surveys)?;
    if let Some(share) = found.pre_search_share() {
        let percent = 100.0 * share;
        write!(out, "\npre-search: {percent:.4} % of the useful moves")?;
        if is_published {
            let percent = 100.0 * Published::PRE_SEARCH_SHARE;
            write!(out, "; the article estimates {percent:.3} %")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes the cost of each search to a depth in plies, with columns for the article if it is published there.
fn write_searches(
    out: &mut impl Write,
    plies: u32,
    found: &Ablation,
    is_published: bool,
) -> io::Result<()> {
    let article = |text: Option<String>, width: usize| match is_published {
        true => format!(" {:>width$}", text.as_deref().unwrap_or("-")),
        false => String::new(),
    };
    let [nodes, seconds] = ["article", "article s"].map(|name| Some(name.to_owned()));
    writeln!(
        out,
        "{:33} {:>14}{} {:>9}{} {:>11} {:>6}  verdict",
        "search",
        "nodes",
        article(nodes, 14),
        "time ms",
        article(seconds, 9),
        "nodes/s",
        "price"
    )?;
    for row in &found.rows {
        let attempt = row.attempts.last();
        let time = attempt.map(|attempt| format!("{:.1}", milliseconds(attempt.elapsed)));
        let nodes = row.published.map(|published| published.nodes.to_string());
        let seconds = row.published.and_then(|published| published.seconds());
        let seconds = seconds.map(|seconds| format!("{seconds:.1}"));
        writeln!(
            out,
            "{:33} {:>14}{} {:>9}{} {}",
            row.name,
            row.nodes,
            article(nodes, 14),
            time.as_deref().unwrap_or("-"),
            article(seconds, 9),
            cost(found, row, plies)
        )?;
    }
    Ok(())
}

/// Nodes in a second, the price of a node, and the verdicts by depth. A last attempt that did not reach `plies` tells
/// its depth.
fn cost(found: &Ablation, row: &AblationRow, plies: u32) -> String {
    let Some(attempt) = row.attempts.last() else {
        return format!("{0:>11} {0:>6}  -", "-");
    };
    let rate = attempt.nodes as f64 / attempt.elapsed.as_secs_f64().max(1e-9);
    let depth = |attempt: &Attempt| {
        let plies = attempt.plies;
        Depth { plies }.to_string()
    };
    // If there are too many trajectories, several attempts may be of the same depth.
    let shallower = row.attempts.iter().rev().skip(1);
    let shallower = shallower.filter(|other| other.plies < attempt.plies);
    let wrong: Vec<String> = shallower.filter(|other| !other.right).map(depth).collect();
    let only = match attempt.plies < plies {
        true => format!(" at {} only", depth(attempt)),
        false => String::new(),
    };
    let but = match wrong.is_empty() {
        true => String::new(),
        false => format!(", wrong at {}", wrong.join(" and ")),
    };
    format!(
        "{rate:>11.0} {:>6.1}  {}{only}{but}",
        found.price(row).unwrap_or_default(),
        verdict(attempt.right)
    )
}

/// Writes what the pre-search finds at each depth, and what it costs.
fn write_surveys(out: &mut impl Write, surveys: &[Option<Survey>]) -> io::Result<()> {
    writeln!(
        out,
        "\n{:>5} {:>7} {:>8} {:>8} {:>14} {:>11} {:>9}",
        "depth", "range", "useful", "rule 2", "trajectories", "positions", "time ms"
    )?;
    for (survey, depth) in surveys.iter().zip(1..) {
        let Some(survey) = survey else {
            writeln!(
                out,
                "{depth:>5} {0:>7} {0:>8} {0:>8} {0:>14} {0:>11} {0:>9}",
                "-"
            )?;
            continue;
        };
        writeln!(
            out,
            "{depth:>5} {:>7} {:>8} {:>8} {:>14} {:>11} {:>9.1}",
            survey.range,
            survey.useful,
            survey.after_rule2,
            survey.trajectories,
            survey.positions,
            milliseconds(survey.elapsed)
        )?;
    }
    Ok(())
}

/// Both tables as JSON.
pub(super) fn to_json(puzzle: &Puzzle, found: &Ablation) -> serde_json::Value {
    let rows: Vec<_> = found.rows.iter().map(|row| row_json(found, row)).collect();
    let surveys = found.surveys.iter().zip(1..).filter_map(|(survey, depth)| {
        let survey = survey.as_ref()?;
        Some(json!({
            "depth": depth,
            "range": survey.range,
            "useful": survey.useful,
            "after_rule_2": survey.after_rule2,
            "trajectories": survey.trajectories,
            "positions": survey.positions,
            "milliseconds": milliseconds(survey.elapsed),
        }))
    });
    json!({
        "title": puzzle.title,
        "rows": rows,
        "pre_search": surveys.collect::<Vec<_>>(),
    })
}

fn row_json(found: &Ablation, row: &AblationRow) -> serde_json::Value {
    let attempts: Vec<_> = row.attempts.iter().map(attempt_json).collect();
    let published = row
        .published
        .map(|published| json!({ "nodes": published.nodes, "nodes_per_second": published.rate }));
    json!({
        "search": row.name,
        "nodes": row.nodes.to_string(),
        "computed": row.attempts.is_empty(),
        "attempt": attempts.last(),
        "attempts": attempts,
        "article": published,
        "price": found.price(row),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_search_that_did_not_reach_the_depth_of_the_puzzle_tells_its_own() {
        let cost = |depths: [u32; 3], plies| {
            let attempts = depths.map(|plies| Attempt {
                answer: None,
                right: plies == depths[2],
                plies,
                nodes: 1000,
                elapsed: Duration::from_secs(1),
            });
            let row = AblationRow {
                name: "useful moves",
                nodes: 1000,
                attempts: attempts.to_vec(),
                published: None,
            };
            let found = Ablation {
                rows: vec![row.clone()],
                surveys: Vec::new(),
            };
            cost(&found, &row, plies)
        };
        let cases = [
            ([4, 5, 6], "right, wrong at 2.5 and 2"),
            ([4, 3, 4], "right at 2 only, wrong at 1.5"),
        ];
        for (depths, verdict) in cases {
            assert_eq!(cost(depths, 6), format!("       1000    1.0  {verdict}"));
        }
    }
}
