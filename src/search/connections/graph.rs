//! Finds the virtual connections and semi-connections between the groups of dots of a player near a target.

use super::or::{CellMask, Part, unite};
use super::patterns::{Pattern, Patterns, REACH};
use super::winding::{Groups, Ray};
use super::{Connection, ConnectionKind};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// The most virtual connections kept between two groups.
const MOST_VIRTUALS: usize = 8;
/// The most semi-connections kept between two groups.
const MOST_SEMIS: usize = 16;
/// The most semi-connections between two groups that are tried for virtual connections, the best ones. Only long walls
/// side by side have more. The time grows with the square of this number, and with the cells of what is found.
/// Not measured: benches/ingredients.md.
const MOST_UNITED: usize = 128;
/// The most cells in the carrier of a virtual connection that is kept.
const MOST_CELLS: usize = 12;
/// How far dots may be from the target's group to be connected to others, in steps of a king. The group has the target
/// and all dots that are joined to it by sides. Dots up to twice as far are connected to the edge, and dots on the edge
/// wherever they are.
const NEAR: u32 = 12;

/// A virtual connection or semi-connection with the numbers of the two groups that it connects. They are equal if it
/// leads round the target to the same group.
#[derive(Clone, Debug)]
pub(super) struct Join {
    pub(super) groups: [usize; 2],
    /// Whether ways along the connection cross the ray from the target an odd number of times. The ways lead from the
    /// first dot of one group to the first dot of the other.
    pub(super) is_odd: bool,
    pub(super) connection: Connection,
}

impl Join {
    pub(super) fn is_semi(&self) -> bool {
        self.connection.key.is_some()
    }
}

/// The groups of dots of a player near a target, and the virtual connections and semi-connections between these groups.
#[derive(Debug)]
pub struct ConnectionGraph {
    pub(super) player: Player,
    pub(super) groups: Groups,
    pub(super) joins: Vec<Join>,
    /// For each group, the indices of its connections in `joins`. The last entry stands for the edge of the board. It
    /// is empty unless the connections are for escapes.
    pub(super) of_group: Vec<Vec<usize>>,
}

/// The numbers of two groups, the smaller first, and whether ways along the connection cross the ray from the target an
/// odd number of times.
type Ends = (usize, usize, bool);
/// The connections found so far, by the groups that they connect.
type Found = HashMap<Ends, Vec<Connection>, BuildHasherDefault<ahash::AHasher>>;

impl ConnectionGraph {
    /// Finds the virtual connections and semi-connections of `player` near a target. With [`ConnectionKind::Wall`], those
    /// that pass the target on different sides are kept apart.
    pub fn new(
        board: &Board,
        player: Player,
        kind: ConnectionKind,
        target: Point,
    ) -> ConnectionGraph {
        let ray = Ray::from(target);
        let groups = Groups::of(board, player, kind, ray);
        let mut builder = Builder {
            board,
            player,
            kind,
            ray,
            open: board.open_cells(),
            groups: &groups,
            found: HashMap::default(),
        };
        builder.connect_dots(target);
        if kind == ConnectionKind::Escape {
            builder.connect_edge(target);
        }
        let mut ends: Vec<(Ends, Vec<Connection>)> = builder.found.into_iter().collect();
        ends.sort_by_key(|&(ends, _)| ends);
        let mut graph = ConnectionGraph {
            player,
            joins: Vec::new(),
            of_group: vec![Vec::new(); groups.count + 1],
            groups,
        };
        for (ends, connections) in ends {
            graph.add(ends, connections);
        }
        graph
    }

    /// Adds the best connections between two groups, and the virtual connections that their semi-connections form by
    /// the OR rule.
    fn add(&mut self, (a, b, is_odd): Ends, connections: Vec<Connection>) {
        let (mut semis, mut virtuals): (Vec<Connection>, Vec<Connection>) = connections
            .into_iter()
            .partition(|connection| connection.key.is_some());
        sort_and_merge(&mut semis);
        virtuals.extend(united(&semis));
        virtuals.retain(|connection| connection.carrier.len() <= MOST_CELLS);
        sort_and_merge(&mut virtuals);
        virtuals.truncate(MOST_VIRTUALS);
        semis.truncate(MOST_SEMIS);
        for connection in virtuals.into_iter().chain(semis) {
            let number = self.joins.len();
            self.joins.push(Join {
                groups: [a, b],
                is_odd,
                connection,
            });
            self.of_group[a].push(number);
            if a != b {
                self.of_group[b].push(number);
            }
        }
    }

    /// The number that stands for the edge of the board in place of a group.
    pub(super) fn edge(&self) -> usize {
        self.groups.count
    }

    /// All virtual connections and semi-connections, those between the same groups one after another.
    pub fn connections(&self) -> impl Iterator<Item = &Connection> {
        self.joins.iter().map(|join| &join.connection)
    }
}

/// The virtual connections that semi-connections between the same two groups form by the OR rule: no cell is common to
/// all of their carriers. Only the first [`MOST_UNITED`] of them are tried.
fn united(semis: &[Connection]) -> Vec<Connection> {
    let semis = &semis[..semis.len().min(MOST_UNITED)];
    let mut cells: Vec<Point> = semis
        .iter()
        .flat_map(|connection| connection.carrier.clone())
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells.truncate(CellMask::BITS as usize);
    let part = |connection: &Connection| {
        let mut places = connection
            .carrier
            .iter()
            .map(|cell| cells.binary_search(cell).ok());
        let cells = places.try_fold(0, |all, place| Some(all | 1 << place?))?;
        Some(Part {
            cells,
            moves: connection.moves,
        })
    };
    let parts: Vec<Part> = semis.iter().filter_map(part).collect();
    let united = unite(&parts, MOST_CELLS as u32)
        .into_iter()
        .take(MOST_VIRTUALS);
    let connection = |all: Part| {
        let is_in = |cell: &Point| {
            cells
                .binary_search(cell)
                .is_ok_and(|place| all.cells >> place & 1 != 0)
        };
        let inside = semis
            .iter()
            .filter(|connection| connection.carrier.iter().all(is_in));
        let mut ends: Vec<[Point; 2]> = inside
            .flat_map(|connection| connection.ends.clone())
            .collect();
        ends.sort_unstable();
        ends.dedup();
        Connection {
            ends,
            key: None,
            carrier: cells.iter().copied().filter(is_in).collect(),
            moves: all.moves,
        }
    };
    united.map(connection).collect()
}

/// Sorts connections by the moves of the opponent, then by the size of the carrier. Connections with the same key,
/// carrier and number of moves become one with several pairs of ends. Long walls have many of them.
fn sort_and_merge(connections: &mut Vec<Connection>) {
    connections.sort_by_cached_key(order);
    connections.dedup_by(|later, first| {
        let is_same = order(later) == order(first);
        if is_same {
            first.ends.append(&mut later.ends);
            first.ends.sort_unstable();
            first.ends.dedup();
        }
        is_same
    });
}

/// The key by which connections are sorted: the moves of the opponent before it is complete, then the number of free
/// cells that it depends on. The rest makes the order unique.
fn order(connection: &Connection) -> (u32, usize, Option<Point>, Vec<Point>) {
    (
        connection.moves,
        connection.carrier.len(),
        connection.key,
        connection.carrier.clone(),
    )
}

/// The search for the connections of a [`ConnectionGraph`].
struct Builder<'a> {
    board: &'a Board,
    player: Player,
    kind: ConnectionKind,
    ray: Ray,
    /// The cells that carriers may contain: playable cells outside of empty bases.
    open: Bitboard,
    groups: &'a Groups,
    found: Found,
}

impl Builder<'_> {
    /// Adds the connections between pairs of dots near the target.
    fn connect_dots(&mut self, target: Point) {
        let patterns = Patterns::of(self.kind);
        let near = *self.board.live(self.player) & self.around(target, NEAR);
        for from in &near {
            for dy in 0..=REACH {
                for dx in -REACH..=REACH {
                    if dy == 0 && dx <= 0 {
                        continue;
                    }
                    if let Some(to) = self.cell(from, dx, dy)
                        && near.contains(to)
                    {
                        self.connect(from, to, patterns.between(dx, dy));
                    }
                }
            }
        }
    }

    /// The cells at most `steps` steps of a king away from the target, or from live dots that sides join to it.
    fn around(&self, target: Point, steps: u32) -> Bitboard {
        let target_owner = self.board.live_owner(target);
        let start = Bitboard::from_iter([target]);
        let group = target_owner.map_or(start, |owner| {
            Bitboard::flood(&start, self.board.live(owner))
        });
        group.grown_by(steps)
    }

    /// The cell at an offset in columns and rows from another. `None` if it is off the board.
    fn cell(&self, from: Point, dx: i32, dy: i32) -> Option<Point> {
        let x = from.x().checked_add_signed(dx)?;
        self.board.size().point(x, from.y().checked_add_signed(dy)?)
    }

    fn is_open(&self, from: Point, (dx, dy): (i32, i32)) -> bool {
        let (column, row) = (from.column() as i32 + dx, from.row() as i32 + dy);
        let rows = self.open.rows();
        (0..64).contains(&column)
            && rows
                .get(row as usize)
                .is_some_and(|cells| cells >> column & 1 != 0)
    }

    /// Adds those connections between two dots that the patterns give and whose carrier has only open cells.
    /// Connections without use for a ring or an escape are left out.
    fn connect(&mut self, from: Point, to: Point, patterns: &[Pattern]) {
        let (Some(a), Some(b)) = (self.groups.number(from), self.groups.number(to)) else {
            return;
        };
        if a == b && self.kind == ConnectionKind::Escape {
            return;
        }
        for pattern in patterns {
            if !pattern.cells.iter().all(|&cell| self.is_open(from, cell)) {
                continue;
            }
            let cells = pattern.cells.iter();
            let mut carrier: Vec<Point> = cells
                .filter_map(|&(dx, dy)| self.cell(from, dx, dy))
                .collect();
            carrier.sort_unstable();
            let is_odd = match self.kind {
                ConnectionKind::Escape => false,
                ConnectionKind::Wall => match self.ray.parity(from, to, &carrier) {
                    Some(odd) => odd ^ self.groups.parity(from) ^ self.groups.parity(to),
                    None => continue,
                },
            };
            if a == b && !is_odd || carrier.is_empty() {
                continue;
            }
            let key = pattern.key.and_then(|(dx, dy)| self.cell(from, dx, dy));
            let connection = Connection {
                ends: vec![[from, to]],
                key,
                carrier,
                moves: pattern.moves,
            };
            let ends = (a.min(b), a.max(b), is_odd);
            self.found.entry(ends).or_default().push(connection);
        }
    }

    /// Adds the connections to the edge from dots on the edge or one step away from it. Territory there touches no open
    /// cell.
    fn connect_edge(&mut self, target: Point) {
        let edge = self.board.size().edge();
        let near = self.around(target, 2 * NEAR) | edge;
        for dot in &(*self.board.live(self.player) & near) {
            let Some(group) = self.groups.number(dot) else {
                continue;
            };
            let ends = (group, self.groups.count, false);
            let connection = |key: Option<Point>, to: Point| Connection {
                ends: vec![[dot, to]],
                key,
                carrier: key.into_iter().collect(),
                moves: 0,
            };
            if edge.contains(dot) {
                self.found
                    .entry(ends)
                    .or_default()
                    .push(connection(None, dot));
                continue;
            }
            for cell in self.board.size().side_neighbours(dot) {
                if edge.contains(cell) && self.open.contains(cell) {
                    let connections = self.found.entry(ends).or_default();
                    connections.push(connection(Some(cell), cell));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Size, Symmetry};
    use std::collections::HashSet;

    #[test]
    fn only_the_best_semi_connections_form_virtual_connections() {
        let semi = |key: Point, other: Point| Connection {
            ends: Vec::new(),
            key: Some(key),
            carrier: vec![key, other],
            moves: 0,
        };
        // All but the last have a common cell, so that only the last one can complete a virtual connection.
        let common = Point::new(0, 1);
        let others = (0..MOST_UNITED as u32 / 2).map(|i| Point::new(i % 32, 2 + i / 32));
        let mut semis: Vec<Connection> = others
            .flat_map(|other| [semi(common, other), semi(other, common)])
            .collect();
        semis.push(semi(Point::new(0, 0), Point::new(1, 0)));
        assert_eq!(semis.len(), MOST_UNITED + 1);
        assert_eq!(united(&semis), []);
        assert!(!united(&semis[1..]).is_empty());
    }

    /// The fewest moves and cells of the virtual connections, and of the semi-connections. Which others are kept beside
    /// these depends on the order of their cells.
    fn best(graph: &ConnectionGraph) -> [Option<(u32, usize)>; 2] {
        [false, true].map(|is_semi| {
            let connections = graph.joins.iter().filter(|join| join.is_semi() == is_semi);
            let costs =
                connections.map(|join| (join.connection.moves, join.connection.carrier.len()));
            costs.min()
        })
    }

    #[test]
    fn two_dots_are_connected_alike_in_each_direction() {
        let size = Size::new(17, 17).expect("a board");
        let (target, from) = (Point::new(0, 0), Point::new(8, 8));
        for (kind, least) in [(ConnectionKind::Wall, 10), (ConnectionKind::Escape, 1)] {
            let mut connected = 0;
            for (dx, dy) in (1..=REACH).flat_map(|dx| (0..=dx).map(move |dy| (dx, dy))) {
                let to = Point::new(8 + dx as u32, 8 + dy as u32);
                let graphs = Symmetry::all().map(|symmetry| {
                    let mut board = Board::new(size);
                    for dot in [from, to] {
                        board.play(symmetry.point(dot, size), Player::First);
                    }
                    ConnectionGraph::new(&board, Player::First, kind, symmetry.point(target, size))
                });
                let all: Vec<_> = graphs.map(|graph| best(&graph)).collect();
                connected += u32::from(all[0][1].is_some());
                assert!(all.iter().all(|one| *one == all[0]), "{dx} {dy}: {all:?}");
            }
            assert!(connected >= least, "{kind:?}: {connected}");
        }
    }

    #[test]
    fn no_two_connections_have_the_same_key_and_cells() {
        let mut rng = fastrand::Rng::with_seed(54);
        for _ in 0..100 {
            let mut board = Board::new(Size::new(9, 9).expect("a small board"));
            board.put_at_random(&mut rng, 20);
            let Some(target) = board.live(Player::Second).first() else {
                continue;
            };
            let graph = ConnectionGraph::new(&board, Player::First, ConnectionKind::Wall, target);
            let mut seen = HashSet::new();
            for Join {
                groups,
                is_odd,
                connection,
            } in &graph.joins
            {
                let cells: Bitboard = connection.carrier.iter().copied().collect();
                let cells: Vec<Point> = cells.iter().collect();
                let Connection { key, moves, .. } = *connection;
                assert!(
                    seen.insert((*groups, *is_odd, key, cells, moves)),
                    "{connection:?}\n{board}"
                );
            }
        }
    }

    #[test]
    fn connections_of_a_group_with_itself_lead_round_the_target() {
        let mut rng = fastrand::Rng::with_seed(48);
        let mut round = 0;
        for _ in 0..200 {
            let mut board = Board::new(Size::new(9, 9).expect("a small board"));
            let dots = rng.u32(10..50);
            board.put_at_random(&mut rng, dots);
            let Some(target) = rng.choice(board.live(Player::Second).iter().collect::<Vec<_>>())
            else {
                continue;
            };
            for kind in [ConnectionKind::Wall, ConnectionKind::Escape] {
                let graph = ConnectionGraph::new(&board, Player::First, kind, target);
                for join in graph
                    .joins
                    .iter()
                    .filter(|join| join.groups[0] == join.groups[1])
                {
                    assert!(join.is_odd, "{kind:?} {join:?}\n{board}");
                    round += 1;
                }
            }
        }
        assert!(round > 5, "{round}");
    }
}
