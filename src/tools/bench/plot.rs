//! The leaves of the searches of game trees by depth, as an SVG chart.
//!
//! The x axis is the depth in plies. The y axis is the number of leaves, each line of the grid ten times the one below.

use super::trees::{Method, SearchAids, SearchedCells, TestTree};
use crate::board::Board;
use crate::geometry::Player;
use crate::tools::show::paper::{RULE, blank, label, paper};
use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Group, Line, Path};

const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 420.0;
const LEFT: f32 = 60.0;
/// The space on the right, for the names of the curves.
const RIGHT: f32 = 190.0;
const TOP: f32 = 20.0;
const BOTTOM: f32 = 40.0;

/// A curve: its name, its colour, and the number of leaves at each depth from one ply on. It ends where the search was
/// given up.
struct Curve {
    name: &'static str,
    colour: &'static str,
    leaves: Vec<f64>,
}

/// Searches the moves of the play range, best first, to each depth up to `plies`, and draws how many leaves each method
/// visits. `player` is to move. A search that visits more than `most` leaves is given up.
pub fn draw(board: &Board, player: Player, plies: u32, most: u64) -> Document {
    let curves = curves(board, player, plies, most);
    let all = curves.iter().flat_map(|curve| &curve.leaves);
    let decades = all
        .fold(10.0, |most: f64, &leaves| most.max(leaves))
        .log10()
        .ceil() as u32;
    let chart = Chart { plies, decades };
    let document = blank(WIDTH, HEIGHT)
        .add(paper(WIDTH, HEIGHT))
        .add(chart.grid());
    let mut lowest = 0.0;
    let curves = curves.iter().map(|curve| chart.curve(curve, &mut lowest));
    curves.fold(document, Document::add)
}

/// The curves, the highest first.
fn curves(board: &Board, player: Player, plies: u32, most: u64) -> Vec<Curve> {
    let aids = SearchAids {
        best_first: true,
        deepening: false,
    };
    let searched = [
        ("minimax", "#444444", Method::Negamax),
        ("one bound (F1)", "#b8741a", Method::OneBound),
        ("alpha-beta (F2)", "#c43a2d", Method::AlphaBeta),
        ("with a table", "#2257a5", Method::Table),
    ];
    let subjects: Vec<_> = (1..=plies)
        .map(|plies| TestTree::new(board, player, SearchedCells::Range, plies))
        .collect();
    let curve = |(name, colour, method)| {
        let rows = subjects
            .iter()
            .map(|subject| subject.search(method, aids, most));
        let rows = rows.take_while(|row| row.value.is_some());
        let leaves = rows.map(|row| row.leaves as f64).collect();
        Curve {
            name,
            colour,
            leaves,
        }
    };
    let mut curves: Vec<Curve> = searched.into_iter().map(curve).collect();
    curves.push(Curve {
        name: "the least with any order",
        colour: "#1f8a4c",
        leaves: subjects
            .iter()
            .map(|subject| subject.leaves_in_theory().1)
            .collect(),
    });
    let last = |curve: &Curve| curve.leaves.last().copied().unwrap_or(0.0);
    curves.sort_by(|a, b| last(b).total_cmp(&last(a)));
    curves
}

/// The ranges of the axes.
struct Chart {
    /// The greatest depth in plies.
    plies: u32,
    /// The decimal logarithm of the greatest number of leaves.
    decades: u32,
}

impl Chart {
    /// The x coordinate of a depth in plies, in SVG units.
    fn x(&self, plies: u32) -> f32 {
        let share = (plies - 1) as f32 / (self.plies.max(2) - 1) as f32;
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }

    /// The y coordinate of a number of leaves, in SVG units.
    fn y(&self, leaves: f64) -> f32 {
        let share = leaves.max(1.0).log10() as f32 / self.decades as f32;
        HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
    }

    /// A line for each power of ten, and the numbers at the axes.
    fn grid(&self) -> Group {
        let mut grid = Group::new();
        for decade in 0..=self.decades {
            let y = self.y(10f64.powi(decade as i32));
            let line = Line::new()
                .set("x1", LEFT)
                .set("x2", WIDTH - RIGHT)
                .set("y1", y)
                .set("y2", y)
                .set("stroke", RULE);
            let number = label(LEFT - 8.0, y, format!("10^{decade}")).set("text-anchor", "end");
            grid = grid.add(line).add(number);
        }
        for plies in 1..=self.plies {
            let number = label(self.x(plies), HEIGHT - 16.0, format!("{plies}"));
            grid = grid.add(number.set("text-anchor", "middle"));
        }
        grid.add(label(
            WIDTH - RIGHT + 14.0,
            HEIGHT - 16.0,
            "plies".to_owned(),
        ))
    }

    /// A curve with its name at the end. `lowest` is the y coordinate of the last name; names do not overlap.
    fn curve(&self, curve: &Curve, lowest: &mut f32) -> Group {
        let points = curve.leaves.iter().zip(1..);
        let mut points = points.map(|(&leaves, plies)| (self.x(plies), self.y(leaves)));
        let Some(first) = points.next() else {
            return Group::new();
        };
        let mut end = first;
        let data = points.fold(Data::new().move_to(first), |data, point| {
            end = point;
            data.line_to(point)
        });
        let path = Path::new()
            .set("d", data)
            .set("fill", "none")
            .set("stroke", curve.colour)
            .set("stroke-width", 2);
        *lowest = end.1.max(*lowest + 16.0);
        let name = label(WIDTH - RIGHT + 14.0, *lowest, curve.name.to_owned());
        Group::new().add(path).add(name.set("fill", curve.colour))
    }
}
