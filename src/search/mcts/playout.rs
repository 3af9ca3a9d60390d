//! Playing on at random until nothing is left to play near the dots.

use super::danger::{is_in_danger, joins, threats};
use super::local;
use super::open;
use super::order::Order;
use super::replies::reply;
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point, Rng};
use crate::policy::{Candidate, RingWeights};

/// A source of random games.
pub(super) struct Playouts<'a> {
    rings: Option<&'a RingWeights>,
    shuffle: Rng,
    order: Order,
}

impl<'a> Playouts<'a> {
    /// Random games in which dots are put near the last ones by these weights, if there are any.
    pub(super) fn new(rings: Option<&'a RingWeights>, seed: u64) -> Playouts<'a> {
        Playouts {
            rings,
            shuffle: Rng::new(seed),
            order: Order::default(),
        }
    }

    /// Plays the position to its end, `player` first, and returns by how many dots the first player wins. `moves` are the
    /// moves of `player` with their priors, if they are known.
    ///
    /// The players take turns in random order (`order`) on cells near dots (`cells`), and often next to the last dot
    /// (`local`). Nobody plays into an empty base (`open`). Cuts are answered (`replies`), and threats to capture, too
    /// (`danger`). No dot is put that can be captured at once.
    pub(super) fn play(&mut self, board: &mut Board, player: Player, moves: &[Candidate]) -> i32 {
        let cells = cells(board, self.reach(board));
        let order = self.order.draw(&mut self.shuffle, cells, moves);
        let last = board.moves().next_back();
        // Whether the last dot of the tree has joined clusters is not known any more.
        let mut turn = match last.filter(|last| last.player != player) {
            Some(last) => answer(board, last.point, true, player),
            None => player,
        };
        for (number, &cell) in order.iter().enumerate() {
            if !open::is_open(board, cell) {
                continue;
            }
            turn = put(board, cell, turn);
            if let Some(rings) = self.rings {
                let left = order.len() - number;
                turn = go_on(board, rings, left, turn, &mut self.shuffle);
            }
        }
        board.score(Player::First)
    }

    /// How far from a dot the others of a playout are put.
    fn reach(&mut self, board: &Board) -> u32 {
        let [narrow, wide] = OPENING;
        let free = 100 * board.free().len() / board.size().area();
        match self.shuffle.below(wide - narrow) < free.saturating_sub(narrow) {
            true => WIDE,
            false => 1,
        }
    }
}

/// The greatest number of dots in a row next to the last one.
/// Not measured: benches/ingredients.md.
const MOST_NEAR: usize = 3;

/// Puts dots next to the last one as long as the game does not go on elsewhere, where so many cells of the
/// order are `left`, the one put last among them. Returns whose turn it is then.
fn go_on(
    board: &mut Board,
    rings: &RingWeights,
    left: usize,
    player: Player,
    shuffle: &mut Rng,
) -> Player {
    let mut turn = player;
    for _ in 0..MOST_NEAR {
        let Some(cell) = local::draw(board, rings, turn, left, shuffle) else {
            break;
        };
        turn = put(board, cell, turn);
    }
    turn
}

/// Puts a dot of the player whose turn it is or, where that could be taken at once, one of the
/// opponent; none where that could be taken, too. Returns whose turn it is after the answers.
fn put(board: &mut Board, cell: Point, player: Player) -> Player {
    for owner in [player, player.opponent()] {
        let has_joined = joins(board, cell, owner);
        board.play(cell, owner);
        if !is_in_danger(board, cell, owner) {
            return answer(board, cell, has_joined, owner.opponent());
        }
        board.undo();
    }
    player
}

/// The shares of free cells, in percent, between which the opening fades out. With more free cells than the second
/// playouts are wide, with fewer than the first they are not: benches/ingredients.md.
const OPENING: [u32; 2] = [35, 65];
/// How far from a dot others are put in the opening, in steps of a king; later it is one step.
const WIDE: u32 = 3;

/// The cells where dots are put: at most `reach` steps from other dots: benches/ingredients.md.
fn cells(board: &Board, reach: u32) -> Bitboard {
    let [first, second] = Player::ALL.map(|player| *board.live(player));
    let near = (first | second).grown_by(reach);
    near & *board.free()
}

/// Answers the opponent's last dot, which may have joined clusters, and the answers to that, as long as
/// dots or connections are in danger. Returns whose turn it is then.
fn answer(board: &mut Board, last: Point, has_joined: bool, player: Player) -> Player {
    let (mut last, mut has_joined, mut turn) = (last, has_joined, player);
    loop {
        let attacker = turn.opponent();
        let [threat, other] = threats(board, last, has_joined, attacker);
        let link = || reply(board, last, turn);
        let is_open = |cell: &Point| open::is_open(board, *cell);
        let Some(cell) = threat.filter(is_open).or_else(|| link().filter(is_open)) else {
            return turn;
        };
        has_joined = joins(board, cell, turn);
        board.play(cell, turn);
        (last, turn) = (cell, attacker);
        let other = other.filter(|&other| open::is_open(board, other));
        if let Some(other) = other.filter(|&other| board.captures_at(other, attacker) > 0) {
            // Only one of two threats can be answered.
            has_joined = joins(board, other, attacker);
            board.play(other, attacker);
            (last, turn) = (other, attacker.opponent());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use crate::notation::diagram;
    use crate::policy::{LinearPolicy, Policy};

    /// Random games with dots next to the last one, as they are in a search, and without.
    fn playouts(seed: u64) -> [Playouts<'static>; 2] {
        [None, LinearPolicy::standard().rings()].map(|rings| Playouts::new(rings, seed))
    }

    #[test]
    fn houses_stay_empty() {
        let picture = ". . . . .\n. . 0 . .\n. 0 . 0 .\n. . 0 . .\n. . . . .\n";
        for mut playouts in (0..50).flat_map(playouts) {
            let mut board = diagram::parse(picture).unwrap();
            playouts.play(&mut board, Player::Second, &[]);
            let house = Point::new(2, 2);
            assert!(board.is_legal(house) || board.territory(Player::Second).contains(house));
        }
    }

    /// In how many of 400 random games the cell in the third column and row holds a captured dot of the
    /// second player: with dots next to the last one and without.
    fn captures(picture: &str, player: Player) -> [usize; 2] {
        let board = diagram::parse(picture).unwrap();
        playouts(3).map(|mut playouts| {
            let is_captured = |_: &u32| {
                let mut board = board.clone();
                playouts.play(&mut board, player, &[]);
                board.cell(Point::new(2, 2)) == Cell::Captured(Player::Second)
            };
            (0..400).filter(is_captured).count()
        })
    }

    #[test]
    fn threats_are_answered() {
        // Two open sides: whoever comes first, the other one takes the last. Without answers more
        // than 140 dots are captured.
        let picture = ". . . . .\n. . 0 . .\n. 0 1 . .\n. . . . .\n. . . . .\n";
        assert!(
            captures(picture, Player::First)
                .iter()
                .all(|&count| count < 80)
        );
        // The same far from one another.
        let picture = ". . . . . .\n. . 0 0 . .\n. . 1 1 . .\n. . 0 0 . .\n. . . . . .\n";
        assert!(
            captures(picture, Player::First)
                .iter()
                .all(|&count| count < 80)
        );
        // One is too late.
        let picture = ". . . . .\n. . 0 . .\n. 0 1 0 .\n. . . . .\n. . . . .\n";
        assert!(
            captures(picture, Player::First)
                .iter()
                .all(|&count| count > 30)
        );
    }

    #[test]
    fn nobody_puts_a_dot_that_can_be_taken_at_once() {
        let picture = ". . . . .\n. . 0 . .\n. 0 . . .\n. . 0 . .\n. . . . .\n";
        assert!(
            captures(picture, Player::Second)
                .iter()
                .all(|&count| count < 20)
        );
    }
}
