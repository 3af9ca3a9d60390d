//! The score over the moves of a game, as an SVG chart.
//!
//! The x axis is the number of the move. Above the zero line the first player leads, below it the second. The filled
//! steps show the lead in captured dots. The curve is the lead that the engine expects. Circles mark the moves
//! that lost most dots, in the colour of the player who made them. A title, the names of the axes and a legend stand
//! round it.

use super::{Analysis, Opinion};
use crate::geometry::Player;
use crate::tools::show::digits::{self, Anchor};
use crate::tools::show::letters;
use crate::tools::show::paper::{INK, PAPER, RULE, blank, paper};
use crate::tools::show::vector::colour;
use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Line, Path};

const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 348.0;
const LEFT: f32 = 46.0;
const RIGHT: f32 = 18.0;
const TOP: f32 = 56.0;
const BOTTOM: f32 = 44.0;
/// The middle of the line that has the name of the y axis and the legend.
const LEGEND: f32 = 38.0;
/// Height of the capitals of the title, and of other words.
const TITLE: f32 = 11.0;
const WORDS: f32 = 8.0;
/// The width of a sample in the legend.
const SAMPLE: f32 = 24.0;
const EXPECTATION: &str = "#3c4a3e";

/// Draws the chart of an analysis. At most `most_errors` of the moves that lost most are marked.
pub fn draw(analysis: &Analysis, most_errors: usize) -> Document {
    Chart::new(analysis).draw(most_errors)
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
            let both = analysis
                .opinions
                .iter()
                .map(|o| [o.lead(), o.expected_lead]);
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

    fn draw(&self, most_errors: usize) -> Document {
        let document = blank(WIDTH, HEIGHT)
            .add(digits::definitions())
            .add(letters::definitions())
            .add(paper(WIDTH, HEIGHT))
            .add(names())
            .add(legend())
            .add(self.axes());
        Player::ALL
            .into_iter()
            .fold(document, |document, player| {
                document.add(self.steps(player))
            })
            .add(self.expectation())
            .add(self.errors(most_errors))
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
        area(player, data.vertical_line_to(self.y(0.0)).close()).set("class", "lead")
    }

    /// The expected lead as a curve. Each point is a mean over two successive moves, because a search favours one side.
    fn expectation(&self) -> Path {
        let mut data = Data::new().move_to((self.x(0), self.y(0.0)));
        for opinion in &self.analysis.opinions {
            let lead = self.mean_expected_lead(opinion);
            data = data.line_to((self.x(opinion.number - 1), self.y(lead)));
        }
        curve(data).set("class", "expectation")
    }

    /// The mean of the leads that are expected before this move and before the next one. The last move has no
    /// next one and counts alone.
    fn mean_expected_lead(&self, opinion: &Opinion) -> f32 {
        let next = self.analysis.opinions.get(opinion.number);
        (opinion.expected_lead + next.unwrap_or(opinion).expected_lead) as f32 / 2.0
    }

    fn errors(&self, count: usize) -> Group {
        let errors = self.analysis.largest_errors(count).into_iter();
        errors.fold(Group::new().set("class", "errors"), |group, opinion| {
            let (x, y) = (
                self.x(opinion.number - 1),
                self.y(self.mean_expected_lead(opinion)),
            );
            group.add(circle(opinion.player, x, y).set("data-move", opinion.number))
        })
    }
}

/// The title, and the names of the axes.
fn names() -> Group {
    let name = "move";
    let x = WIDTH - RIGHT - letters::width(name, WORDS);
    digits::group(EXPECTATION)
        .set("class", "names")
        .add(letters::words("Lead over the game", LEFT, 17.0, TITLE))
        .add(letters::words("lead in dots", 12.0, LEGEND, WORDS))
        .add(letters::words(name, x, HEIGHT - 11.0, WORDS))
}

/// Draws a sample for the legend that begins at this x coordinate.
type Sample = fn(f32) -> Group;

/// What the areas, the curve and the circles are, on a line that ends at the right.
fn legend() -> Group {
    let samples: [(&str, Sample); 3] = [
        ("largest errors", errors_sample),
        ("expected", expectation_sample),
        ("captured", steps_sample),
    ];
    let mut group = Group::new().set("class", "legend");
    let mut right = WIDTH - RIGHT;
    for (name, sample) in samples {
        let words = right - letters::width(name, WORDS);
        let left = words - 8.0 - SAMPLE;
        let words = letters::words(name, words, LEGEND, WORDS);
        group = group
            .add(sample(left))
            .add(digits::group(EXPECTATION).add(words));
        right = left - 18.0;
    }
    group
}

/// A sample of the areas of both players for the legend. It begins at this x coordinate.
fn steps_sample(left: f32) -> Group {
    let half = SAMPLE / 2.0;
    let mut group = Group::new();
    for (player, x) in Player::ALL.into_iter().zip([left, left + half]) {
        let square = Data::new()
            .move_to((x, LEGEND - half / 2.0))
            .horizontal_line_to(x + half)
            .vertical_line_to(LEGEND + half / 2.0)
            .horizontal_line_to(x)
            .close();
        group = group.add(area(player, square));
    }
    group
}

fn expectation_sample(left: f32) -> Group {
    let line = Data::new().move_to((left, LEGEND));
    Group::new().add(curve(line.horizontal_line_to(left + SAMPLE)))
}

fn errors_sample(left: f32) -> Group {
    let places = [0.25, 0.75].map(|share| left + share * SAMPLE);
    let players = Player::ALL.into_iter().zip(places);
    players.fold(Group::new(), |group, (player, x)| {
        group.add(circle(player, x, LEGEND))
    })
}

/// An area of leads of a player in captured dots.
fn area(player: Player, data: Data) -> Path {
    Path::new()
        .set("fill", colour(player))
        .set("fill-opacity", 0.35)
        .set("d", data)
}

/// A curve of expected leads.
fn curve(data: Data) -> Path {
    Path::new()
        .set("fill", "none")
        .set("stroke", EXPECTATION)
        .set("stroke-width", 1.4)
        .set("stroke-linejoin", "round")
        .set("d", data)
}

/// The mark of an error of a player.
fn circle(player: Player, x: f32, y: f32) -> Circle {
    Circle::new()
        .set("cx", x)
        .set("cy", y)
        .set("r", 4.5)
        .set("fill", colour(player))
        .set("stroke", PAPER)
        .set("stroke-width", 1.5)
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
