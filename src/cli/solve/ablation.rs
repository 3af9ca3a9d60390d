//! `tochki solve --ablate`: the table of the article.

use super::{attempt_json, milliseconds, verdict};
use serde_json::json;
use std::io::{self, Write};
use tochki::notation::puzzle::{FullMoves, Puzzle};
use tochki::search::article::Survey;
use tochki::tools::solve::{Ablation, AblationRow};

/// Writes both tables for a puzzle: the searches, and the pre-search by depth.
pub(super) fn write(out: &mut impl Write, puzzle: &Puzzle, found: &Ablation) -> io::Result<()> {
    let depth = FullMoves(puzzle.plies);
    writeln!(out, "{}: {depth} full moves\n", puzzle.title)?;
    let is_published = found.rows.iter().any(|row| row.published.is_some());
    write!(out, "{:33} {:>14}", "search", "nodes")?;
    if is_published {
        write!(out, " {:>14}", "article")?;
    }
    writeln!(
        out,
        " {:>9} {:>11} {:>6}  verdict",
        "time ms", "nodes/s", "price"
    )?;
    for row in &found.rows {
        write!(out, "{:33} {:>14}", row.name, row.nodes)?;
        if is_published {
            let nodes = row.published.map(|published| published.nodes.to_string());
            write!(out, " {:>14}", nodes.as_deref().unwrap_or("-"))?;
        }
        writeln!(out, "{}", cost(found, row))?;
    }
    write_surveys(out, &found.surveys)
}

/// Time, nodes in a second, the price of a node, and the verdicts by depth.
fn cost(found: &Ablation, row: &AblationRow) -> String {
    let Some(attempt) = row.attempts.last() else {
        return format!(" {0:>9} {0:>11} {0:>6}  -", "-");
    };
    let rate = attempt.nodes as f64 / attempt.elapsed.as_secs_f64().max(1e-9);
    let shallower = row.attempts.iter().rev().skip(1);
    let wrong: Vec<String> = shallower
        .filter(|attempt| !attempt.right)
        .map(|attempt| FullMoves(attempt.plies).to_string())
        .collect();
    let but = match wrong.is_empty() {
        true => String::new(),
        false => format!(", wrong at {}", wrong.join(" and ")),
    };
    format!(
        " {:>9.1} {rate:>11.0} {:>6.1}  {}{but}",
        milliseconds(attempt.elapsed),
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
