//! Random games in which everything happens: how their moves are chosen.

use super::{Place, Reference};
use std::fmt;
use std::str::FromStr;
use tochki::board::{Rules, UnknownRules};
use tochki::geometry::ParseSizeError;
use tochki::{Board, Player, Size};

/// What is settled before a game. As text: `WxH`, then `+` and the rules if they are not the usual
/// ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    pub size: Size,
    pub rules: Rules,
}

impl Terms {
    /// A size up to 39x32, and in half of all cases a variant of the rules.
    pub fn random(rng: &mut fastrand::Rng) -> Terms {
        Terms {
            size: random_size(rng),
            rules: random_rules(rng),
        }
    }

    pub fn board(self) -> Board {
        Board::under(self.rules, self.size)
    }

    pub fn reference(self) -> Reference {
        let (width, height) = (self.size.width() as usize, self.size.height() as usize);
        Reference::new(self.rules, width, height)
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rules == Rules::default() {
            true => write!(f, "{}", self.size),
            false => write!(f, "{}+{}", self.size, self.rules),
        }
    }
}

impl FromStr for Terms {
    type Err = String;

    fn from_str(text: &str) -> Result<Terms, String> {
        let (size, rules) = text.split_once('+').unwrap_or((text, "usual"));
        let size: Size = size
            .parse()
            .map_err(|error: ParseSizeError| error.to_string())?;
        let rules = rules
            .parse()
            .map_err(|error: UnknownRules| error.to_string())?;
        Ok(Terms { size, rules })
    }
}

/// How the moves of one random game are chosen.
pub struct Style {
    /// Out of 100: some moves are taken back after a move.
    pub undo: u32,
    /// Out of 100: the next dot is near the last one.
    local: u32,
    /// Out of 100: the next dot touches an own one, so that chains grow.
    chain: u32,
    /// Out of 100: the same player goes on.
    again: u32,
    /// Out of 100: the next dot is of the second player whoever's turn it is.
    second: Option<u32>,
    /// Out of 100: the next dot comes from the plan, while there is one.
    planned: u32,
    /// Cells that each player wants, in random order: rings that touch, overlap and lie inside
    /// one another. Plain random games hardly ever close two nested rings with one dot.
    plan: [Vec<Place>; 2],
    last: Place,
    player: Player,
}

impl Style {
    /// A style for a game on a board of this size.
    pub fn random(size: Size, rng: &mut fastrand::Rng) -> Style {
        let mut pick = |choices: &[u32]| choices[rng.usize(..choices.len())];
        let mut style = Style {
            undo: pick(&[0, 0, 2, 10]),
            local: pick(&[0, 0, 50, 90]),
            chain: pick(&[0, 0, 50, 90]),
            again: pick(&[0, 0, 0, 20, 50, 80]),
            second: [None, Some(5), Some(15), Some(90)][pick(&[0, 0, 1, 2, 3]) as usize],
            planned: pick(&[0, 0, 80, 100]),
            plan: plan(size, rng),
            last: (0, 0),
            player: Player::First,
        };
        if rng.u32(..4) == 0
            && let Some(plan) = rings_by_turns(size, rng)
        {
            (style.plan, style.planned, style.second) = (plan, 100, None);
        }
        style
    }

    /// The next move; `None` if the player whose turn it is has none.
    pub fn next_move(
        &mut self,
        board: &Reference,
        rng: &mut fastrand::Rng,
    ) -> Option<(Place, Player)> {
        let player = self.player;
        let place = self
            .planned_place(board, rng)
            .or_else(|| self.free_place(board, rng))
            .or_else(|| random_legal(board, player, rng))?;
        self.last = place;
        self.player = self.next_player(rng);
        Some((place, player))
    }

    fn next_player(&self, rng: &mut fastrand::Rng) -> Player {
        let dice = rng.u32(..100);
        match self.second {
            Some(share) if dice < share => Player::Second,
            Some(_) => Player::First,
            None if dice < self.again => self.player,
            None => self.player.opponent(),
        }
    }

    fn planned_place(&mut self, board: &Reference, rng: &mut fastrand::Rng) -> Option<Place> {
        if rng.u32(..100) >= self.planned {
            return None;
        }
        let plan = &mut self.plan[self.player.index()];
        std::iter::from_fn(|| plan.pop()).find(|&place| board.is_legal_for(place, self.player))
    }

    /// A few tries to find a legal cell that is near the last move or touches an own dot.
    fn free_place(&self, board: &Reference, rng: &mut fastrand::Rng) -> Option<Place> {
        let local = rng.u32(..100) < self.local;
        let chain = rng.u32(..100) < self.chain;
        (0..20)
            .map(|_| {
                let mut coordinate = |last: usize, side: usize| {
                    let (low, high) = (last.saturating_sub(2), (last + 2).min(side - 1));
                    if local {
                        rng.usize(low..=high)
                    } else {
                        rng.usize(..side)
                    }
                };
                (
                    coordinate(self.last.0, board.width),
                    coordinate(self.last.1, board.height),
                )
            })
            .find(|&place| {
                board.is_legal_for(place, self.player) && (!chain || self.touches_own(board, place))
            })
    }

    fn touches_own(&self, board: &Reference, (x, y): Place) -> bool {
        let around = |at: usize, side: usize| at.saturating_sub(1)..=(at + 1).min(side - 1);
        around(y, board.height)
            .any(|y| around(x, board.width).any(|x| board.is_live((x, y), self.player)))
    }
}

fn random_legal(board: &Reference, player: Player, rng: &mut fastrand::Rng) -> Option<Place> {
    let free = board.places().filter(|&place| board.is_playable(place));
    let mut free: Vec<Place> = free.collect();
    while !free.is_empty() {
        let place = free.swap_remove(rng.usize(..free.len()));
        if board.is_legal_for(place, player) {
            return Some(place);
        }
    }
    None
}

/// What the players want to build.
fn plan(size: Size, rng: &mut fastrand::Rng) -> [Vec<Place>; 2] {
    let mut plan = match nested_rings(size, rng) {
        Some(nested) if rng.bool() => nested,
        _ => [rings(size, rng), rings(size, rng)],
    };
    if rng.bool() {
        plan.swap(0, 1);
    }
    plan
}

/// A ring inside another that share one dot, mostly the last to be put, and what the enemy
/// wants to have inside. The shared dot is a dent in the outer ring:
///
/// ```text
/// . o o . o o .
/// o . . d . . o
/// o . o e o . o
/// o . . o . . o
/// o . . . . . o
/// . o o o o o .
/// ```
///
/// `None` if the board is too small.
fn nested_rings(size: Size, rng: &mut fastrand::Rng) -> Option<[Vec<Place>; 2]> {
    let transpose = rng.bool();
    let (width, height) = match (size.width() as usize, size.height() as usize) {
        (width, height) if transpose => (height, width),
        sides => sides,
    };
    if width < 7 || height < 6 {
        return None;
    }
    let (left, top) = (rng.usize(..=width - 7), rng.usize(..=height - 6));
    let right = rng.usize(left + 6..width.min(left + 10));
    let bottom = rng.usize(top + 5..height.min(top + 9));
    let dent = (rng.usize(left + 3..=right - 3), top + 1);
    let mut cells = outline((left, right), (top, bottom));
    cells.retain(|&cell| cell != (dent.0, top));
    cells.extend(outline((dent.0 - 1, dent.0 + 1), (dent.1, dent.1 + 2)));
    rng.shuffle(&mut cells);
    if let Some(at) = cells
        .iter()
        .position(|&cell| cell == dent)
        .filter(|_| rng.u8(..4) > 0)
    {
        // Cells are taken from the end.
        cells.swap(0, at);
    }
    let mut enemy = vec![(rng.usize(left + 1..right), rng.usize(top + 2..bottom))];
    enemy.push((dent.0, dent.1 + 1));
    let mirror = (rng.bool(), rng.bool());
    let turned = |(x, y): Place| {
        let x = if mirror.0 { width - 1 - x } else { x };
        let y = if mirror.1 { height - 1 - y } else { y };
        if transpose { (y, x) } else { (x, y) }
    };
    Some([cells, enemy].map(|cells| cells.into_iter().map(turned).collect()))
}

/// Rings inside one another, of the two players by turns, round a dot of the second one. The first ring captures it, the
/// next one frees it, and a further one captures it again. Each player builds his inner rings first.
///
/// ```text
/// . . e e e . .
/// . e . o . e .
/// . e o e o e .
/// . e . o . e .
/// . . e e e . .
/// ```
///
/// `None` if the board is too small for two rings.
fn rings_by_turns(size: Size, rng: &mut fastrand::Rng) -> Option<[Vec<Place>; 2]> {
    let (width, height) = (size.width() as usize, size.height() as usize);
    if width < 5 || height < 5 {
        return None;
    }
    let (x, y) = (rng.usize(2..width - 2), rng.usize(2..height - 2));
    let room = x.min(y).min(width - 1 - x).min(height - 1 - y);
    let mut plan = [Vec::new(), vec![(x, y)]];
    for distance in 1..=room.min(rng.usize(2..=4)) {
        let mut ring = outline((x - distance, x + distance), (y - distance, y + distance));
        rng.shuffle(&mut ring);
        plan[(distance + 1) % 2].extend(ring);
    }
    // Cells are taken from the end.
    plan.iter_mut().for_each(|cells| cells.reverse());
    Some(plan)
}

/// The border of a rectangle without its corners: a closed chain.
fn outline((left, right): (usize, usize), (top, bottom): (usize, usize)) -> Vec<Place> {
    let rows = (left + 1..right).flat_map(|x| [(x, top), (x, bottom)]);
    let columns = (top + 1..bottom).flat_map(|y| [(left, y), (right, y)]);
    rows.chain(columns).collect()
}

/// The cells of one to four random rings without their corners, shuffled.
fn rings(size: Size, rng: &mut fastrand::Rng) -> Vec<Place> {
    let (width, height) = (size.width() as usize, size.height() as usize);
    let mut cells = Vec::new();
    if width < 3 || height < 3 {
        return cells;
    }
    for _ in 0..rng.usize(1..=4) {
        let mut span = |side: usize| {
            let low = rng.usize(..=side - 3);
            (low, rng.usize(low + 2..side.min(low + 9)))
        };
        cells.extend(outline(span(width), span(height)));
    }
    cells.sort_unstable();
    cells.dedup();
    rng.shuffle(&mut cells);
    cells
}

/// The usual rules in half of the games, else each of the variants.
fn random_rules(rng: &mut fastrand::Rng) -> Rules {
    match rng.u8(..6) {
        0 | 1 => Rules {
            suicide: false,
            ..Rules::default()
        },
        2 => Rules {
            captures_empty_bases: true,
            suicide: rng.bool(),
        },
        _ => Rules::default(),
    }
}

/// Mostly small boards, where everything happens; strips; and some of every size up to 39x32.
fn random_size(rng: &mut fastrand::Rng) -> Size {
    let mut sides = |longest: u32| (rng.u32(1..=longest), rng.u32(1..=longest));
    let (long, short) = (sides(24).0, sides(3).0);
    let (width, height) = match sides(1000).0 {
        1..=350 => sides(7),
        351..=600 => sides(10),
        601..=660 => (short, long),
        661..=720 => (long, short),
        721..=930 => sides(15),
        931..=980 => sides(24),
        981..=995 => (sides(39).0, sides(32).0),
        _ => (39, 32),
    };
    Size::new(width, height).expect("within 39x32")
}
