//! The puzzles of `fixtures/puzzles` as the page reads them.

use crate::geometry::Point;
use crate::notation::diagram;
use crate::notation::puzzle::{self, Puzzle};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use serde::Serialize;
use std::sync::OnceLock;

/// The texts of the puzzles.
#[derive(RustEmbed)]
#[folder = "fixtures/puzzles"]
struct Texts;

/// A puzzle as an object.
#[derive(Serialize)]
struct Told {
    /// The file and the number of the puzzle in it: `captures#3`.
    id: String,
    title: String,
    theme: String,
    /// Whose turn it is: 0 or 1.
    player: usize,
    plies: u32,
    /// The dot that is to be captured.
    goal: Option<[u32; 2]>,
    /// Column, row and worth of moves.
    answers: Vec<(u32, u32, i32)>,
    /// The cell diagram, rows joined by `/`.
    board: String,
}

impl Told {
    fn new(id: String, puzzle: &Puzzle) -> Told {
        let place = |point: Point| [point.x(), point.y()];
        let answers = puzzle.answers.iter();
        Told {
            id,
            title: puzzle.title.clone(),
            theme: puzzle.theme.clone(),
            player: puzzle.player.index(),
            plies: puzzle.plies,
            goal: puzzle.goal.map(place),
            answers: answers
                .map(|answer| (answer.point.x(), answer.point.y(), answer.score))
                .collect(),
            board: diagram::print_line(&puzzle.board),
        }
    }
}

/// All puzzles as a list in JSON.
pub(super) async fn answer() -> Response {
    static LIST: OnceLock<Option<String>> = OnceLock::new();
    match LIST.get_or_init(list) {
        Some(list) => {
            let headers = [
                (CONTENT_TYPE, "application/json"),
                (CACHE_CONTROL, "no-cache"),
            ];
            (headers, list.as_str()).into_response()
        }
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// `None` if a text holds no puzzles, which a test rules out.
fn list() -> Option<String> {
    let mut names: Vec<_> = Texts::iter()
        .filter(|name| name.ends_with(".txt"))
        .collect();
    names.sort();
    let mut told = Vec::new();
    for name in names {
        let file = Texts::get(&name)?;
        let puzzles = puzzle::parse(std::str::from_utf8(&file.data).ok()?).ok()?;
        let stem = name.trim_end_matches(".txt");
        let numbered = puzzles.iter().zip(1..);
        told.extend(numbered.map(|(puzzle, number)| Told::new(format!("{stem}#{number}"), puzzle)));
    }
    serde_json::to_string(&told).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn all_puzzles_are_told() {
        let list = list().expect("the texts are puzzles");
        assert!(list.len() < 250_000, "{}", list.len());
        let list: Vec<Value> = serde_json::from_str(&list).unwrap();
        assert!(list.len() > 350, "{}", list.len());
        let first = list
            .iter()
            .find(|puzzle| puzzle["id"] == "captures#1")
            .unwrap();
        assert!(first["board"].as_str().unwrap().contains('/'));
        assert!(!first["answers"].as_array().unwrap().is_empty());
        assert!(list.iter().any(|puzzle| !puzzle["goal"].is_null()));
    }
}
