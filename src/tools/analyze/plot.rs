//! The score over the moves of a game, as an SVG chart.
//!
//! The x axis is the number of the move. Above the zero line the first player leads, below it the second. The filled
//! steps show the lead in captured dots. The curve is the lead that the engine expects. Circles mark the moves
//! that lost most dots, in the colour of the player who made them.

use super::{Analysis, Opinion};
use crate::geometry::Player;
use crate::tools::show::digits::{self, Anchor};
use crate::tools::show::vector::{INK, PAPER, colour};
use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Line, Path, Rectangle};

const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 300.0;
const LEFT: f32 = 46.0;
const RIGHT: f32 = 18.0;
const TOP: f32 = 18.0;
const BOTTOM: f32 = 34.0;
const EXPECTATION: &str = "#3c4a3e";
const RULE: &str = "#e0d9c4";

/// Draws the chart of an analysis. At most `errors` of the moves that lost most are marked.
pub fn draw(analysis: &Analysis, errors: usize) -> Document {
    Chart::new(analysis).draw(errors)
}

/// An analysis, and the number of moves and the range of leads in dots that its chart shows.
struct Chart<'a> {
    analysis: &'a Analysis,
    moves: usize,
    least: i32,
    greatest: i32,
}

impl<'a> Chart<'a> {
    fn new(analysis: &'a Analysis) -> Chart<'a> {
        let leads = || {
            let both = analysis.opinions.iter().map(|o| [o.lead(), o.expected]);
            both.flatten()
        };
        Chart {
            analysis,
            moves: analysis.opinions.len(),
            least: leads().min().unwrap_or(0).min(-2),
            greatest: leads().max().unwrap_or(0).max(2),
        }
    }

    /// The x coordinate of the position after this number of moves, in SVG units.
    fn x(&self, number: usize) -> f32 {
        let share = number as f32 / self.moves.max(1) as f32;
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }

    /// The y coordinate of a lead of the first player in dots, in SVG units.
    fn y(&self, lead: f32) -> f32 {
        let share = (self.greatest as f32 - lead) / (self.greatest - self.least) as f32;
        TOP + share * (HEIGHT - TOP - BOTTOM)
    }

    fn draw(&self, errors: usize) -> Document {
        let paper = Rectangle::new()
            .set("width", WIDTH)
            .set("height", HEIGHT)
            .set("fill", PAPER);
        let document = Document::new()
            .set("viewBox", (0, 0, WIDTH, HEIGHT))
            .set("width", WIDTH)
            .set("height", HEIGHT)
            .add(digits::definitions())
            .add(paper)
            .add(self.axes());
        Player::ALL
            .into_iter()
            .fold(document, |document, player| {
                document.add(self.steps(player))
            })
            .add(self.expectation())
            .add(self.errors(errors))
    }

    /// The horizontal lines, with leads in dots at the left and numbers of moves at the bottom. The number of a lead
    /// has the colour of the player who leads, and no sign.
    fn axes(&self) -> Group {
        let mut group = Group::new().set("class", "axes");
        let step = round_step((self.greatest - self.least) as usize, 6) as i32;
        let first = self.least.div_euclid(step);
        for lead in (first..=self.greatest / step).map(|i| i * step) {
            if lead < self.least {
                continue;
            }
            let y = self.y(lead as f32);
            let rule = Line::new().set("x1", LEFT).set("x2", WIDTH - RIGHT);
            let ink = match lead.signum() {
                1 => colour(Player::First),
                -1 => colour(Player::Second),
                _ => INK,
            };
            let text = lead.abs().to_string();
            let number = digits::number(&text, LEFT - 12.0, y, 8.5, Anchor::End);
            group = group
                .add(
                    rule.set("y1", y)
                        .set("y2", y)
                        .set("stroke", if lead == 0 { INK } else { RULE }),
                )
                .add(digits::group(ink).add(number));
        }
        let mut numbers = digits::group(INK);
        let step = round_step(self.moves, 12);
        for number in (0..=self.moves).step_by(step).skip(1) {
            let y = HEIGHT - BOTTOM + 16.0;
            let text = number.to_string();
            numbers = numbers.add(digits::number(
                &text,
                self.x(number),
                y,
                8.5,
                Anchor::Middle,
            ));
        }
        group.add(numbers)
    }

    /// The leads of one player in captured dots, as filled steps from the zero line. Where he does not lead the steps
    /// are flat.
    fn steps(&self, player: Player) -> Path {
        let mut data = Data::new().move_to((self.x(0), self.y(0.0)));
        for opinion in &self.analysis.opinions {
            let lead = match player {
                Player::First => opinion.lead().max(0),
                Player::Second => opinion.lead().min(0),
            };
            data = data
                .vertical_line_to(self.y(lead as f32))
                .horizontal_line_to(self.x(opinion.number));
        }
        Path::new()
            .set("class", "lead")
            .set("fill", colour(player))
            .set("fill-opacity", 0.35)
            .set("d", data.vertical_line_to(self.y(0.0)).close())
    }

    /// The expected lead as a curve. Each point is a mean over two successive moves, because a search favours one side.
    fn expectation(&self) -> Path {
        let mut data = Data::new().move_to((self.x(0), self.y(0.0)));
        for opinion in &self.analysis.opinions {
            let lead = self.expected(opinion);
            data = data.line_to((self.x(opinion.number - 1), self.y(lead)));
        }
        Path::new()
            .set("class", "expectation")
            .set("fill", "none")
            .set("stroke", EXPECTATION)
            .set("stroke-width", 1.4)
            .set("stroke-linejoin", "round")
            .set("d", data)
    }

    /// The mean of the leads that are expected before this move and before the next one. The last move has no
    /// next one and counts alone.
    fn expected(&self, opinion: &Opinion) -> f32 {
        let next = self.analysis.opinions.get(opinion.number);
        (opinion.expected + next.unwrap_or(opinion).expected) as f32 / 2.0
    }

    fn errors(&self, count: usize) -> Group {
        let errors = self.analysis.largest_errors(count).into_iter();
        errors.fold(Group::new().set("class", "errors"), |group, opinion| {
            group.add(
                Circle::new()
                    .set("cx", self.x(opinion.number - 1))
                    .set("cy", self.y(self.expected(opinion)))
                    .set("r", 4.5)
                    .set("fill", colour(opinion.player))
                    .set("stroke", PAPER)
                    .set("stroke-width", 1.5)
                    .set("data-move", opinion.number),
            )
        })
    }
}

/// The distance between two marks on an axis: the least of 1, 2, 5, 10, 20, 50 ... with which `range` has at most
/// `most` of them.
fn round_step(range: usize, most: usize) -> usize {
    let powers = (0..).map(|power| 10_usize.pow(power));
    powers
        .flat_map(|power| [1, 2, 5].map(|digit| digit * power))
        .find(|step| range / step <= most)
        .expect("steps grow without end")
}
