//! Pictures as SVG: squared paper with dots on the crossings of its lines, and lines round territory.

use super::digits::{self, Anchor, rounded};
use super::paper::{INK, PAPER, blank, paper};
use super::{DrawnTrajectory, Overlay, Picture};
use crate::board::{Board, Cell, Chain};
use crate::geometry::{Player, Point, Size};
use crate::notation::coordinates;
use crate::search::connections::{Connection, Escape, Ring};
use std::collections::BTreeSet;
use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Line, Path, Rectangle};

/// Distance from one crossing of the grid to the next, in SVG units. At scale 1 a unit is a pixel.
pub const CELL: f32 = 20.0;

/// Distance from the outermost crossings to the edge of the paper, in SVG units.
const MARGIN: f32 = CELL;
/// Additional width of the left and the bottom margin if they hold coordinates, in SVG units.
const COORDINATES: f32 = 12.0;

const GRID: &str = "#cbd5dc";
const ADVICE: &str = "#1f8a4c";
const HEAT: &str = "#e8930c";
const COLD: &str = "#5b4fa0";
const RANGE: &str = "#6f8f3a";
/// The colours of classes of trajectories.
const CLASSES: [&str; 6] = [
    "#e8930c", "#5b4fa0", "#1f8a4c", "#c2a800", "#2a9db5", "#b0418a",
];

const DOT: f32 = 6.2;
const NUMBERED_DOT: f32 = 8.4;

/// The colour of a player's dots, in the notation of SVG.
pub(in crate::tools) const fn colour(player: Player) -> &'static str {
    match player {
        Player::First => "#2257a5",
        Player::Second => "#c43a2d",
    }
}

/// Draws the picture as SVG, with [`CELL`] units for each cell and a margin round the board.
pub fn draw(picture: &Picture) -> Document {
    let sheet = Sheet::new(picture);
    sheet.pieces(sheet.paper())
}

/// Draws only the paper with its grid and coordinates. All frames of an animation share it.
pub(super) fn draw_paper(picture: &Picture) -> Document {
    Sheet::new(picture).paper()
}

/// Draws everything except paper, grid and coordinates.
pub(super) fn draw_pieces(picture: &Picture) -> Document {
    let sheet = Sheet::new(picture);
    sheet.pieces(sheet.blank())
}

/// A picture, and the place of its cells on the paper.
struct Sheet<'a> {
    picture: &'a Picture<'a>,
    board: &'a Board,
    size: Size,
    left: f32,
}

impl<'a> Sheet<'a> {
    fn new(picture: &'a Picture<'a>) -> Sheet<'a> {
        let coordinates = if picture.coordinates {
            COORDINATES
        } else {
            0.0
        };
        Sheet {
            picture,
            board: picture.board,
            size: picture.board.size(),
            left: MARGIN + coordinates,
        }
    }

    /// The SVG coordinates of a cell, which is a crossing of the grid.
    fn at(&self, point: Point) -> (f32, f32) {
        (
            self.left + point.x() as f32 * CELL,
            MARGIN + point.y() as f32 * CELL,
        )
    }

    /// Width and height of the paper, in SVG units.
    fn extent(&self) -> (f32, f32) {
        let (right, bottom) = self.far();
        (right + MARGIN, bottom + self.left)
    }

    /// The SVG coordinates of the crossing at the bottom right.
    fn far(&self) -> (f32, f32) {
        self.at(Point::new(self.size.width() - 1, self.size.height() - 1))
    }

    /// An empty document of the size of the paper, with the shapes of the digits.
    fn blank(&self) -> Document {
        let (width, height) = self.extent();
        blank(width, height).add(digits::definitions())
    }

    fn paper(&self) -> Document {
        let (width, height) = self.extent();
        let document = self.blank().add(paper(width, height)).add(self.grid());
        if self.picture.coordinates {
            document.add(self.coordinates())
        } else {
            document
        }
    }

    fn pieces(&self, document: Document) -> Document {
        let is_advice = |overlay: &&Overlay| matches!(overlay, Overlay::Best(..));
        let (advice, below): (Vec<_>, Vec<_>) = self.picture.overlays.iter().partition(is_advice);
        let below = below.into_iter().map(|overlay| self.overlay(overlay));
        let enclosures = Player::ALL
            .into_iter()
            .map(|player| self.enclosures(player));
        let dots = Player::ALL.into_iter().map(|player| self.dots(player));
        let advice = advice.into_iter().map(|overlay| self.overlay(overlay));
        below
            .chain(enclosures)
            .chain(dots)
            .chain([self.marks()])
            .chain(advice)
            .fold(document, Document::add)
    }

    /// The lines of the grid. They reach half a cell beyond the outermost crossings.
    fn grid(&self) -> Path {
        let (right, bottom) = self.far();
        let over = CELL / 2.0;
        let mut data = Data::new();
        for x in 0..self.size.width() {
            let (x, top) = self.at(Point::new(x, 0));
            data = data
                .move_to((x, top - over))
                .vertical_line_to(bottom + over);
        }
        for y in 0..self.size.height() {
            let (left, y) = self.at(Point::new(0, y));
            data = data
                .move_to((left - over, y))
                .horizontal_line_to(right + over);
        }
        Path::new()
            .set("class", "grid")
            .set("stroke", GRID)
            .set("stroke-width", 0.8)
            .set("d", data)
    }

    fn coordinates(&self) -> Group {
        let (_, bottom) = self.far();
        let mut numbers = digits::group(INK).set("class", "coordinates");
        for x in 0..self.size.width() {
            let (at, _) = self.at(Point::new(x, 0));
            let text = (x + 1).to_string();
            let y = bottom + CELL;
            numbers = numbers.add(digits::number(&text, at, y, 7.0, Anchor::Middle));
        }
        for y in 0..self.size.height() {
            let (left, at) = self.at(Point::new(0, y));
            let text = (self.size.height() - y).to_string();
            let x = left - 0.7 * CELL;
            numbers = numbers.add(digits::number(&text, x, at, 7.0, Anchor::End));
        }
        numbers
    }

    /// The areas of a player's territory and empty bases, with the chains round them. Chains round empty bases are
    /// dashed.
    fn enclosures(&self, player: Player) -> Group {
        let group = Group::new()
            .set("class", format!("enclosures {}", name(player)))
            .set("fill", colour(player))
            .set("stroke", colour(player))
            .set("stroke-linejoin", "round")
            .set("stroke-linecap", "round");
        let bases = self.board.empty_base_chains(player);
        let territories = self.board.territory_chains(player);
        let group = if bases.is_empty() {
            group
        } else {
            let lines = self
                .links(&bases)
                .set("stroke-opacity", 0.5)
                .set("stroke-dasharray", "2 3")
                .set("stroke-width", 1);
            group
                .add(
                    self.areas(&bases)
                        .set("class", "base")
                        .set("fill-opacity", 0.05),
                )
                .add(lines)
        };
        if territories.is_empty() {
            return group;
        }
        let areas = self.areas(&territories).set("class", "territory");
        group
            .add(areas.set("fill-opacity", 0.2))
            .add(self.links(&territories).set("stroke-width", 2.6))
    }

    /// The areas inside chains, as one path. All chains go round in the same direction, so that an overlap is filled
    /// once.
    fn areas(&self, chains: &[Chain]) -> Path {
        let data = chains.iter().fold(Data::new(), |data, chain| {
            let (start, rest) = chain.split_first().expect("a chain has dots");
            rest.iter()
                .fold(data.move_to(self.at(*start)), |data, &dot| {
                    data.line_to(self.at(dot))
                })
                .close()
        });
        Path::new().set("stroke", "none").set("d", data)
    }

    /// The lines between neighbouring dots of chains, as one path. A line that two chains share is drawn once.
    fn links(&self, chains: &[Chain]) -> Path {
        let mut links = BTreeSet::new();
        for chain in chains {
            let next = chain.iter().cycle().skip(1);
            links.extend(chain.iter().zip(next).map(|(&a, &b)| (a.min(b), a.max(b))));
        }
        let data = links.into_iter().fold(Data::new(), |data, (a, b)| {
            data.move_to(self.at(a)).line_to(self.at(b))
        });
        Path::new().set("fill", "none").set("d", data)
    }

    fn dots(&self, player: Player) -> Group {
        let numbered = self.picture.numbered();
        let mut group = Group::new()
            .set("class", format!("dots {}", name(player)))
            .set("fill", colour(player));
        for point in self.size.points() {
            let is_numbered = numbered.iter().any(|&(dot, _)| dot == point);
            let radius = if is_numbered { NUMBERED_DOT } else { DOT };
            let dot = match self.board.cell(point) {
                Cell::Live(owner) if owner == player => self.circle(point, radius),
                Cell::Captured(owner) if owner == player => self
                    .circle(point, if is_numbered { radius } else { 4.2 })
                    .set("class", "captured")
                    .set("fill-opacity", 0.55),
                _ => continue,
            };
            group = group.add(dot.set("data-at", coordinates::print(point, self.size)));
        }
        group
    }

    fn circle(&self, point: Point, radius: f32) -> Circle {
        let (x, y) = self.at(point);
        Circle::new().set("cx", x).set("cy", y).set("r", radius)
    }

    /// The numbers on dots, and the mark of the last move.
    fn marks(&self) -> Group {
        let numbered = self.picture.numbered();
        let mut group = digits::group("#fff").set("class", "numbers");
        for &(point, number) in &numbered {
            let (x, y) = self.at(point);
            let text = number.to_string();
            let height = [8.2, 7.4, 6.0, 4.6][(text.len() - 1).min(3)];
            group = group.add(digits::number(&text, x, y, height, Anchor::Middle));
        }
        if let Some(point) = self.picture.marked() {
            let is_numbered = numbered.iter().any(|&(dot, _)| dot == point);
            let ring = if is_numbered {
                self.circle(point, NUMBERED_DOT + 0.8).set("stroke", "#222")
            } else {
                self.circle(point, 2.6).set("stroke", "#fff")
            };
            group = group.add(
                ring.set("class", "last")
                    .set("data-at", coordinates::print(point, self.size)),
            );
        }
        group
    }

    fn overlay(&self, overlay: &Overlay) -> Group {
        match overlay {
            Overlay::Importance(cells) => self.importance(cells),
            Overlay::Range(cells) => {
                let group = Group::new().set("class", "range").set("fill", RANGE);
                cells
                    .iter()
                    .fold(group.set("fill-opacity", 0.16), |group, &point| {
                        group.add(self.square(point))
                    })
            }
            Overlay::Trajectories(trajectories) => {
                let group = Group::new().set("class", "trajectories");
                let drawn = trajectories.iter().map(|one| self.trajectory(one));
                drawn.fold(group, Group::add)
            }
            Overlay::Classes(classes) => self.classes(classes),
            Overlay::Rings { rings, escapes } => self.rings(rings, escapes),
            Overlay::Best(player, points) => self.best(*player, points),
        }
    }

    fn square(&self, point: Point) -> Rectangle {
        let (x, y) = self.at(point);
        Rectangle::new()
            .set("x", x - CELL / 2.0)
            .set("y", y - CELL / 2.0)
            .set("width", CELL)
            .set("height", CELL)
    }

    /// A square on each cell with its importance in [-1, 1]. It is more opaque if the importance is further from 0.
    /// Negative importance has another colour. Cells of importance 0 have no square.
    fn importance(&self, cells: &[(Point, f32)]) -> Group {
        let group = Group::new().set("class", "importance").set("fill", HEAT);
        let cells = cells.iter().filter(|(_, strength)| *strength != 0.0);
        cells.fold(group, |group, &(point, strength)| {
            let opacity = rounded(0.06 + 0.66 * strength.abs().min(1.0));
            let square = self.square(point).set("fill-opacity", opacity);
            group.add(match strength < 0.0 {
                true => square.set("class", "negative").set("fill", COLD),
                false => square,
            })
        })
    }

    /// The cells of a trajectory as circles, with thin lines to their neighbours on the chain.
    fn trajectory(&self, trajectory: &DrawnTrajectory) -> Group {
        let joins = |dot: Point| trajectory.chain.contains(dot) || trajectory.points.contains(&dot);
        let mut group = Group::new()
            .set("stroke", colour(trajectory.player))
            .set("stroke-width", 1.3)
            .set("stroke-opacity", 0.7)
            .set("fill", PAPER);
        for &point in &trajectory.points {
            let (x, y) = self.at(point);
            for dot in point.neighbours().filter(|&dot| joins(dot)) {
                let (to_x, to_y) = self.at(dot);
                let line = Line::new().set("x1", x).set("y1", y);
                group = group.add(line.set("x2", to_x).set("y2", to_y));
            }
        }
        trajectory.points.iter().fold(group, |group, &point| {
            let at = coordinates::print(point, self.size);
            group.add(self.circle(point, 3.4).set("data-at", at))
        })
    }

    /// A square on each cell of a class, in the colour of the class. Colours repeat if there are many classes.
    fn classes(&self, classes: &[Vec<Point>]) -> Group {
        let group = Group::new()
            .set("class", "classes")
            .set("fill-opacity", 0.45);
        let coloured = classes.iter().zip(CLASSES.into_iter().cycle());
        coloured.fold(group, |group, (cells, colour)| {
            let part = Group::new().set("fill", colour);
            group.add(cells.iter().fold(part, |part, &cell| {
                let at = coordinates::print(cell, self.size);
                part.add(self.square(cell).set("data-at", at))
            }))
        })
    }

    /// The gaps of ways to the edge and of rings. A ring that is not proved is pale.
    fn rings(&self, rings: &[Ring], escapes: &[Escape]) -> Group {
        let mut group = Group::new().set("class", "nets");
        for escape in escapes {
            group = group.add(self.gaps(escape.player, &escape.connections));
        }
        for ring in rings {
            let gaps = self.gaps(ring.player, &ring.connections);
            group = group.add(match ring.is_proved {
                true => gaps,
                false => gaps.set("class", "unproved").set("opacity", 0.4),
            });
        }
        group
    }

    /// The gaps of a ring or of a way to the edge: dashed lines between dots, and circles on the free cells. A cell that
    /// the owner has to take first has a filled circle.
    fn gaps(&self, player: Player, connections: &[Connection]) -> Group {
        let mut group = Group::new()
            .set("stroke", colour(player))
            .set("stroke-width", 1.3)
            .set("fill", PAPER);
        for [from, to] in connections.iter().flat_map(|own| own.ends.iter()) {
            let ((x, y), (to_x, to_y)) = (self.at(*from), self.at(*to));
            let line = Line::new().set("x1", x).set("y1", y);
            let line = line.set("x2", to_x).set("y2", to_y);
            group = group.add(line.set("stroke-dasharray", "2 3"));
        }
        for own in connections {
            for &cell in &own.carrier {
                let at = coordinates::print(cell, self.size);
                let mut circle = self.circle(cell, 3.4).set("data-at", at);
                if own.key == Some(cell) {
                    circle = circle.set("fill", colour(player)).set("class", "key");
                }
                group = group.add(circle);
            }
        }
        group
    }

    fn best(&self, player: Player, points: &[Point]) -> Group {
        let mut group = digits::group(ADVICE).set("class", "best");
        for (i, &point) in points.iter().enumerate() {
            let (x, y) = self.at(point);
            group = group
                .add(
                    self.circle(point, 8.2)
                        .set("fill", PAPER)
                        .set("stroke", colour(player))
                        .set("data-at", coordinates::print(point, self.size)),
                )
                .add(digits::number(
                    &(i + 1).to_string(),
                    x,
                    y,
                    8.0,
                    Anchor::Middle,
                ));
        }
        group
    }
}

fn name(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}
