//! Hands the puzzles of `fixtures/puzzles` to the page as JSON.

use crate::geometry::Point;
use crate::notation::diagram;
use crate::notation::puzzle::{self, Puzzle};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use serde::Serialize;
use std::sync::OnceLock;

/// The files of puzzles, which are part of the program.
#[derive(RustEmbed)]
#[folder = "fixtures/puzzles"]
struct Texts;

/// A puzzle as a JSON object. Columns and rows count from 0 at the top left.
#[derive(Serialize)]
struct PuzzleView {
    /// The name of the file without its extension, and the number of the puzzle in it, from 1: `captures#3`.
    id: String,
    title: String,
    theme: String,
    /// The player to move: 0 for the first, 1 for the second.
    player: usize,
    plies: u32,
    /// Column and row of the dot that has to be captured; `None` if the puzzle asks for the best score.
    goal: Option<[u32; 2]>,
    /// Column, row and score of each stated move. If a dot has to be captured, the score is 1 for a right answer.
    answers: Vec<(u32, u32, i32)>,
    /// The position as a diagram, its rows joined by `/`.
    board: String,
}

impl PuzzleView {
    fn new(id: String, puzzle: &Puzzle) -> PuzzleView {
        let place = |point: Point| [point.x(), point.y()];
        let answers = puzzle.answers.iter();
        PuzzleView {
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

/// The response with all puzzles as a list in JSON.
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

/// The list of all puzzles as JSON text. `None` if a file has no readable puzzles, which a test rules out.
fn list() -> Option<String> {
    let mut names: Vec<_> = Texts::iter()
        .filter(|name| name.ends_with(".txt"))
        .collect();
    names.sort();
    let mut views = Vec::new();
    for name in names {
        let file = Texts::get(&name)?;
        let puzzles = puzzle::parse(std::str::from_utf8(&file.data).ok()?).ok()?;
        let stem = name.trim_end_matches(".txt");
        let numbered = puzzles.iter().zip(1..);
        views.extend(
            numbered.map(|(puzzle, number)| PuzzleView::new(format!("{stem}#{number}"), puzzle)),
        );
    }
    serde_json::to_string(&views).ok()
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
        let file = |puzzle: &Value| {
            let id = puzzle["id"].as_str().unwrap();
            id.split('#').next().unwrap().to_owned() + ".txt"
        };
        assert!(list.iter().map(file).is_sorted());
        let first = list
            .iter()
            .find(|puzzle| puzzle["id"] == "captures#1")
            .unwrap();
        assert!(first["board"].as_str().unwrap().contains('/'));
        assert!(!first["answers"].as_array().unwrap().is_empty());
        assert!(list.iter().any(|puzzle| !puzzle["goal"].is_null()));
    }

    #[test]
    fn a_puzzle_is_told_as_it_is() {
        let text = "title: T\ntheme: t\nto move: 1\ndepth: 1.5\ngoal: capture 1 0\nanswer: 2 1 1\nanswer: 0 1 0\n\
            source: s\n\n. 0 .\n. . .\n";
        let puzzle = &puzzle::parse(text).unwrap()[0];
        let view = serde_json::to_value(PuzzleView::new("t#1".to_owned(), puzzle)).unwrap();
        let expected = serde_json::json!({
            "id": "t#1", "title": "T", "theme": "t", "player": 1, "plies": 3, "goal": [1, 0],
            "answers": [[2, 1, 1], [0, 1, 0]], "board": ".0./...",
        });
        assert_eq!(view, expected);
    }
}
