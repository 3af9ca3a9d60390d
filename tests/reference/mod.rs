//! A slow board written for clarity: the rules of the game step by step, on plain grids.
//!
//! It shares no code and no idea of storage with the board of the crate. Only the dots and the
//! owner of each cell inside a capture are kept; all else is found anew by flood fills. The rules:
//!
//! 1. A dot may be put on any empty cell that is nobody's territory.
//! 2. A dot is live unless it lies in enemy territory.
//! 3. A face of a player is a 4-connected set of cells that are not live dots of his. It is
//!    enclosed if it does not reach the edge of the board.
//! 4. The chain of an enclosed face is its outer wall with every loop cut.
//! 5. The interior of a chain is all that steps from the face reach without crossing the chain.
//! 6. A new dot closes the enclosed faces beside it whose chains contain it, the shortest chain
//!    first, among equals the smaller interior first. An interior with a live enemy dot becomes
//!    territory; one without is an empty base, which is not stored.
//! 7. A dot that captured nothing and lies in an enclosed face of the enemy is captured at once.
//!
//! Two variants change rule 6, so that every interior becomes territory, and rule 1, so that no dot
//! may be put that rule 7 captures.

pub mod duel;
pub mod games;

use tochki::board::{IllegalMove, Rules};
use tochki::{Cell, Player};

/// Column and row from 0 at the top left.
pub type Place = (usize, usize);

/// A position. Clone it to be able to go back.
#[derive(Clone)]
pub struct Reference {
    rules: Rules,
    width: usize,
    height: usize,
    dot: Vec<Vec<Option<Player>>>,
    /// The player inside whose capture each cell is, own dots included.
    owner: Vec<Vec<Option<Player>>>,
}

/// What a flood fill has found.
struct Flood {
    cells: Vec<Place>,
    reaches_edge: bool,
}

/// A closed chain and all cells inside it.
struct Enclosure {
    chain: Vec<Place>,
    interior: Vec<Place>,
}

/// What grounding means for a player.
pub struct Grounding {
    /// His live dots that can never be captured.
    pub grounded: Vec<Place>,
    /// Number of dots that he loses.
    pub cost: u32,
    /// How many of these are enemy dots, which are freed.
    pub captives: u32,
}

impl Reference {
    /// An empty board.
    pub fn new(rules: Rules, width: usize, height: usize) -> Reference {
        Reference {
            rules,
            width,
            height,
            dot: vec![vec![None; width]; height],
            owner: vec![vec![None; width]; height],
        }
    }

    /// All cells, row by row.
    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    /// Rule 1.
    pub fn is_playable(&self, (x, y): Place) -> bool {
        self.dot[y][x].is_none() && self.owner[y][x].is_none()
    }

    /// Rule 1 with its variant.
    pub fn is_legal_for(&self, place: Place, player: Player) -> bool {
        self.is_playable(place) && (self.rules.suicide || !self.is_suicide(place, player))
    }

    /// Why a dot may not be put on a cell; `None` if it may.
    pub fn refusal(&self, place: Place, player: Player) -> Option<IllegalMove> {
        match (self.dot[place.1][place.0], self.owner[place.1][place.0]) {
            (Some(_), _) => Some(IllegalMove::Occupied),
            (None, Some(_)) => Some(IllegalMove::InTerritory),
            (None, None) => (!self.is_legal_for(place, player)).then_some(IllegalMove::Suicide),
        }
    }

    /// Whether rule 7 captures a dot on a legal cell.
    pub fn is_suicide(&self, place: Place, player: Player) -> bool {
        if self.face(place, player.opponent()).reaches_edge {
            return false;
        }
        let mut after = self.clone();
        after.play(place, player);
        !after.is_live(place, player)
    }

    /// Puts a dot on a legal cell and carries out what follows. Returns the interiors that rule 6 has made territory.
    pub fn play(&mut self, place: Place, player: Player) -> Vec<Vec<Place>> {
        assert!(self.is_playable(place));
        self.dot[place.1][place.0] = Some(player);
        let captured = self.close_enclosures(place, player);
        if captured.is_empty() {
            let enemy = player.opponent();
            if let Some(base) = self.enclosure_of(place, enemy) {
                self.capture(&base.interior, enemy);
            }
        }
        captured
    }

    /// Rule 6. Returns the interiors that have become territory.
    fn close_enclosures(&mut self, place: Place, player: Player) -> Vec<Vec<Place>> {
        let mut seen: Vec<Place> = Vec::new();
        let mut closed = Vec::new();
        for beside in self.sides(place).into_iter().flatten() {
            if self.is_live(beside, player) || seen.contains(&beside) {
                continue;
            }
            let face = self.face(beside, player);
            if !face.reaches_edge {
                let enclosure = self.enclosure_round(&face.cells);
                if enclosure.chain.contains(&place) {
                    closed.push(enclosure);
                }
                seen.extend(face.cells);
            }
        }
        closed.sort_by_key(|enclosure| (enclosure.chain.len(), enclosure.interior.len()));
        let mut captured = Vec::new();
        for enclosure in closed {
            let enemy = player.opponent();
            let mut interior = enclosure.interior.iter();
            if self.rules.captures_empty_bases || interior.any(|&cell| self.is_live(cell, enemy)) {
                self.capture(&enclosure.interior, player);
                captured.push(enclosure.interior);
            }
        }
        captured
    }

    fn capture(&mut self, interior: &[Place], player: Player) {
        for &(x, y) in interior {
            self.owner[y][x] = Some(player);
        }
    }

    /// The smallest enclosure of `player` round a cell that is not a live dot of his.
    fn enclosure_of(&self, place: Place, player: Player) -> Option<Enclosure> {
        let face = self.face(place, player);
        (!face.reaches_edge).then(|| self.enclosure_round(&face.cells))
    }

    /// Rule 2.
    pub fn is_live(&self, (x, y): Place, player: Player) -> bool {
        self.dot[y][x] == Some(player) && self.owner[y][x] != Some(player.opponent())
    }

    /// Rule 3. Once the edge is reached the cells do not matter any more and are incomplete.
    fn face(&self, start: Place, player: Player) -> Flood {
        self.flood(start, |cell| self.is_live(cell, player))
    }

    /// Rules 4 and 5 for an enclosed face.
    ///
    /// The wall may pass a dot several times. It falls apart into simple loops there, and the one
    /// that keeps the face from the edge is the chain.
    fn enclosure_round(&self, face: &[Place]) -> Enclosure {
        let mut chains = simple_loops(&self.wall(face))
            .into_iter()
            .filter_map(|chain| {
                let barrier = self.grid(&chain);
                let inside = self.flood(face[0], |(x, y)| barrier[y][x]);
                (!inside.reaches_edge).then_some(Enclosure {
                    chain,
                    interior: inside.cells,
                })
            })
            .collect::<Vec<_>>();
        assert_eq!(chains.len(), 1, "one loop of the wall is the chain");
        chains.remove(0)
    }

    /// The dots along the outer contour of an enclosed face, clockwise, as often as they are met.
    ///
    /// Follows the borderline between the face and its surroundings, side of cell by side of
    /// cell; every side has a cell of the face on one hand and a dot on the other.
    fn wall(&self, face: &[Place]) -> Vec<Place> {
        let inside = self.grid(face);
        let is_inside = |(x, y): Place| inside[y][x];
        let beside = |cell, side: usize| self.sides(cell)[side % 4].expect("far from the edge");
        // No cell of the face is above the topmost one.
        let topmost = *face.iter().min_by_key(|&&(_, y)| y).expect("a cell");
        let start = (topmost, 0);
        let mut wall = Vec::new();
        let (mut cell, mut side) = start;
        loop {
            let dot = beside(cell, side);
            if wall.last() != Some(&dot) {
                wall.push(dot);
            }
            let ahead = beside(cell, side + 1);
            (cell, side) = if !is_inside(ahead) {
                (cell, (side + 1) % 4)
            } else if is_inside(beside(ahead, side)) {
                (beside(ahead, side), (side + 3) % 4)
            } else {
                (ahead, side)
            };
            if (cell, side) == start {
                break;
            }
        }
        if wall.len() > 1 && wall.first() == wall.last() {
            wall.pop();
        }
        wall
    }

    /// All cells that 4-connected steps reach from `start` without entering a barrier; ends
    /// early at the edge of the board.
    fn flood(&self, start: Place, is_barrier: impl Fn(Place) -> bool) -> Flood {
        let mut seen = vec![vec![false; self.width]; self.height];
        seen[start.1][start.0] = true;
        let mut cells = vec![start];
        let mut next = 0;
        while next < cells.len() {
            for beside in self.sides(cells[next]) {
                let Some((x, y)) = beside else {
                    return Flood {
                        cells,
                        reaches_edge: true,
                    };
                };
                if !seen[y][x] && !is_barrier((x, y)) {
                    seen[y][x] = true;
                    cells.push((x, y));
                }
            }
            next += 1;
        }
        Flood {
            cells,
            reaches_edge: false,
        }
    }

    fn is_on_edge(&self, (x, y): Place) -> bool {
        x == 0 || y == 0 || x + 1 == self.width || y + 1 == self.height
    }

    /// The cells above, right, below and left; `None` off the board.
    fn sides(&self, (x, y): Place) -> [Option<Place>; 4] {
        [
            (y > 0).then(|| (x, y - 1)),
            (x + 1 < self.width).then(|| (x + 1, y)),
            (y + 1 < self.height).then(|| (x, y + 1)),
            (x > 0).then(|| (x - 1, y)),
        ]
    }

    fn grid(&self, cells: &[Place]) -> Vec<Vec<bool>> {
        let mut grid = vec![vec![false; self.width]; self.height];
        for &(x, y) in cells {
            grid[y][x] = true;
        }
        grid
    }

    /// Every cell that steps over `open` cells join to an open cell on the edge of the board.
    fn joined_to_edge(&self, open: impl Fn(Place) -> bool) -> Vec<Vec<bool>> {
        // One list with a closed cell round the board, so that the four steps need no checks.
        let width = self.width + 2;
        let at = |(x, y): Place| (y + 1) * width + x + 1;
        let mut waits = vec![false; width * (self.height + 2)];
        let mut cells = Vec::new();
        for cell in self.places().filter(|&cell| open(cell)) {
            if self.is_on_edge(cell) {
                cells.push(at(cell));
            } else {
                waits[at(cell)] = true;
            }
        }
        let mut joined = vec![false; waits.len()];
        while let Some(cell) = cells.pop() {
            joined[cell] = true;
            for beside in [cell - width, cell + 1, cell + width, cell - 1] {
                if std::mem::take(&mut waits[beside]) {
                    cells.push(beside);
                }
            }
        }
        let row = |y: usize| joined[at((0, y))..][..self.width].to_vec();
        (0..self.height).map(row).collect()
    }

    /// What the board of the crate should say about every cell, row by row.
    pub fn cells(&self) -> Vec<Cell> {
        let outside = Player::ALL.map(|p| self.joined_to_edge(|cell| !self.is_live(cell, p)));
        self.places()
            .map(|(x, y)| match (self.dot[y][x], self.owner[y][x]) {
                (Some(p), Some(owner)) if owner != p => Cell::Captured(p),
                (Some(p), _) => Cell::Live(p),
                (None, Some(_)) => Cell::Dead,
                (None, None) if !outside[0][y][x] => Cell::EmptyBase(Player::First),
                (None, None) if !outside[1][y][x] => Cell::EmptyBase(Player::Second),
                (None, None) => Cell::Open,
            })
            .collect()
    }

    /// The captured dots and the empty cells inside the captures of `player`, row by row.
    pub fn territory(&self, player: Player) -> Vec<Place> {
        let is_his =
            |&(x, y): &Place| self.owner[y][x] == Some(player) && self.dot[y][x] != Some(player);
        self.places().filter(is_his).collect()
    }

    /// Number of the opponent's dots in the territory of `player`.
    pub fn captured_by(&self, player: Player) -> u32 {
        self.places()
            .filter(|&(x, y)| {
                self.dot[y][x] == Some(player.opponent()) && self.owner[y][x] == Some(player)
            })
            .count() as u32
    }

    /// What grounding means for `player`.
    pub fn grounding(&self, player: Player) -> Grounding {
        let own = |(x, y): Place| self.is_live((x, y), player) || self.owner[y][x] == Some(player);
        let joined = self.joined_to_edge(own);
        let (mut grounded, loose): (Vec<Place>, Vec<Place>) = self
            .places()
            .filter(|&(x, y)| self.dot[y][x].is_some() && own((x, y)))
            .partition(|&(x, y)| joined[y][x]);
        grounded.retain(|&cell| self.is_live(cell, player));
        let captives = loose
            .iter()
            .filter(|&&(x, y)| self.dot[y][x] != Some(player));
        Grounding {
            grounded,
            captives: captives.count() as u32,
            cost: loose.len() as u32,
        }
    }

    /// Whether no cell can be played.
    pub fn is_full(&self) -> bool {
        !self.places().any(|cell| self.is_playable(cell))
    }

    /// Who may stop and win after a capture, if anybody. Komi is added to the dots of the second player.
    pub fn decided(&self, komi: f64) -> Option<Player> {
        let captured = Player::ALL.map(|player| self.captured_by(player));
        if captured == [0, 0] {
            return None;
        }
        let lead = f64::from(captured[0]) - f64::from(captured[1]) - komi;
        Player::ALL
            .into_iter()
            .zip([lead, -lead])
            .find(|&(player, lead)| lead > f64::from(self.grounding(player).cost))
            .map(|(player, _)| player)
    }
}

/// Cuts a closed walk where it meets a dot again: all simple loops it consists of.
fn simple_loops(walk: &[Place]) -> Vec<Vec<Place>> {
    let mut loops = Vec::new();
    let mut path: Vec<Place> = Vec::new();
    for &dot in walk {
        if let Some(met) = path.iter().position(|&earlier| earlier == dot) {
            loops.push(path[met..].to_vec());
            path.truncate(met);
        }
        path.push(dot);
    }
    loops.push(path);
    loops
}
