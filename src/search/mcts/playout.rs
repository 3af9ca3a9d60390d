//! Playouts: random games on cells near the dots.
//!
//! A playout tells which dots of the position will be captured. The dots that it puts itself do not count: a player
//! would not have put them where they are lost. It stops half-way, because captures in the second half of a random game
//! foretell hardly anything more: benches/ingredients.md.

use super::danger::{is_in_danger, threats};
use super::local;
use super::order::Order;
use super::priors::PriorMove;
use super::replies::reply;
use crate::board::{Around, Board};
use crate::geometry::{Bitboard, Player, Point, Rng};
use crate::policy::RingWeights;

/// Plays random games.
pub(super) struct Playouts<'a> {
    rings: Option<&'a RingWeights>,
    rng: Rng,
    order: Order,
}

impl<'a> Playouts<'a> {
    /// A source of random games with this seed. With `rings`, the weights of 3x3 patterns, many dots are put next to
    /// the last one. With `None` all cells come from the random order.
    pub(super) fn new(rings: Option<&'a RingWeights>, seed: u64) -> Playouts<'a> {
        Playouts {
            rings,
            rng: Rng::new(seed),
            order: Order::default(),
        }
    }

    /// Plays a random game from the position, `player` first, and returns which dots of the position are captured at
    /// its end. `moves` are the moves of `player` with their priors. They may be empty.
    ///
    /// The players put dots in a random order (`order`) on half of the cells near dots (`cells`), and often next to the
    /// last dot (`local`). They put none into empty bases. They answer cuts (`replies`) and threats to capture
    /// (`danger`), and put no dot next to which the opponent could capture at once.
    pub(super) fn play(
        &mut self,
        board: &mut Board,
        player: Player,
        moves: &[PriorMove],
    ) -> CapturedAtEnd {
        let dots = board.size().cells() - *board.free();
        let cells = cells(board, self.reach(board));
        let order = self.order.draw(&mut self.rng, cells, moves);
        let last = board.moves().next_back();
        let mut turn = Turn {
            player,
            around: last.map(|last| Around::of(board, last.point)),
        };
        if let (Some(last), Some(around)) = (last, turn.around)
            && last.player != player
        {
            turn = answer(board, around, player);
        }
        for (number, &cell) in order.iter().enumerate().take(order.len().div_ceil(2)) {
            if !board.is_open(cell) {
                continue;
            }
            turn = put(board, cell, turn);
            if let Some(rings) = self.rings {
                let left = order.len() - number;
                turn = go_on(board, rings, left, turn, &mut self.rng);
            }
        }
        CapturedAtEnd(Player::ALL.map(|player| *board.lost_dots(player) & dots))
    }

    /// Draws the distance from a dot, in steps of a king, within which this playout plays: 1 or [`WIDE`]. The wide one
    /// is more likely with more free cells.
    fn reach(&mut self, board: &Board) -> u32 {
        let [narrow, wide] = OPENING;
        let free = 100 * board.free().len() / board.size().area();
        match self.rng.below(wide - narrow) < free.saturating_sub(narrow) {
            true => WIDE,
            false => 1,
        }
    }
}

/// The dots of a position that are captured at the end of a playout, for each player his own. Dots that were captured
/// before the playout are among them, dots that the playout has put are not.
pub(super) struct CapturedAtEnd(pub(super) [Bitboard; 2]);

impl CapturedAtEnd {
    /// Adds dots of each player that count as captured, whatever the playout has made of them.
    pub(super) fn add(&mut self, dead: &[Bitboard; 2]) {
        for (captured, dead) in self.0.iter_mut().zip(dead) {
            *captured |= *dead;
        }
    }

    /// The score of the first player, in dots.
    pub(super) fn score(&self) -> i32 {
        let [lost, won] = self.0.map(|dots| dots.len() as i32);
        won - lost
    }
}

/// The greatest number of dots in a row that are put next to the last one, before the next cell of the random order:
/// benches/ingredients.md.
const MOST_NEAR: usize = 3;

/// The state of a playout between two dots.
#[derive(Clone, Copy)]
struct Turn {
    /// The player to move.
    player: Player,
    /// What is round the last dot. `None` if there is no last dot.
    around: Option<Around>,
}

/// Tries to put up to [`MOST_NEAR`] dots, each next to the last one. For each dot `local` draws a cell next to the last one.
/// It ends early if a cell of the random order is drawn instead. `left` is the number of cells left in that order, the
/// current one included.
fn go_on(
    board: &mut Board,
    rings: &RingWeights,
    left: usize,
    mut turn: Turn,
    rng: &mut Rng,
) -> Turn {
    for _ in 0..MOST_NEAR {
        let draw = |around| local::draw(around, rings, turn.player, left, rng);
        let Some(cell) = turn.around.as_ref().and_then(draw) else {
            break;
        };
        turn = put(board, cell, turn);
    }
    turn
}

/// Puts a dot of the player to move on a cell, unless the opponent could then capture something next to it. If so, tries
/// a dot of the opponent there on the same condition. Then plays the answers to the dot. If neither has put a dot, the
/// turn is as before.
fn put(board: &mut Board, cell: Point, turn: Turn) -> Turn {
    for owner in [turn.player, turn.player.opponent()] {
        board.play(cell, owner);
        let around = Around::of(board, cell);
        if !is_in_danger(board, &around, owner) {
            return answer(board, around, owner.opponent());
        }
        board.undo();
    }
    turn
}

/// Two percentages of free cells on the board. Above the second all playouts are wide, below the first none is. In
/// between the probability is linear: benches/ingredients.md.
const OPENING: [u32; 2] = [35, 65];
/// The distance from a dot, in steps of a king, within which wide playouts play. Others play within one step.
pub(in crate::search) const WIDE: u32 = 3;

/// The playable cells that are at most `reach` steps of a king from a live dot: benches/ingredients.md.
fn cells(board: &Board, reach: u32) -> Bitboard {
    let [first, second] = Player::ALL.map(|player| *board.live(player));
    let near = (first | second).grown_by(reach);
    near & *board.free()
}

/// Plays answers to the last dot, then answers to these, while the last dot threatens a capture or cuts a connection.
/// `around` is what is round the last dot, and `player` is to answer. If it threatens two captures, one is answered and
/// the other is made.
fn answer(board: &mut Board, mut around: Around, player: Player) -> Turn {
    let mut turn = player;
    loop {
        let attacker = turn.opponent();
        let [threat, other] = threats(board, &around, attacker);
        let rejoin = || reply(board, &around, turn);
        let is_open = |cell: &Point| board.is_open(*cell);
        let Some(cell) = threat.filter(is_open).or_else(|| rejoin().filter(is_open)) else {
            return Turn {
                player: turn,
                around: Some(around),
            };
        };
        board.play(cell, turn);
        (around, turn) = (Around::of(board, cell), attacker);
        let other = other.filter(|&other| board.is_open(other));
        if let Some(other) = other.filter(|&other| board.captures_at_playable(other, attacker) > 0)
        {
            // Only one of two threats can be answered. The opponent carries out the other one.
            board.play(other, attacker);
            (around, turn) = (Around::of(board, other), attacker.opponent());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use crate::geometry::Size;
    use crate::notation::diagram;
    use crate::policy::{LinearPolicy, Policy};

    /// Two sources of random games: one without weights for dots next to the last one, and one with them.
    fn playouts(seed: u64) -> [Playouts<'static>; 2] {
        [None, LinearPolicy::standard().rings()].map(|rings| Playouts::new(rings, seed))
    }

    #[test]
    fn only_dots_of_the_position_count() {
        let mut rng = fastrand::Rng::with_seed(6);
        let mut others = 0;
        for mut playouts in (0..40).flat_map(playouts) {
            let mut board = Board::new(Size::new(12, 11).unwrap());
            board.put_at_random(&mut rng, 50);
            let before = board.clone();
            let captured = playouts.play(&mut board, Player::First, &[]);
            let mut score = 0;
            for (player, captured) in Player::ALL.into_iter().zip(&captured.0) {
                for cell in before.size().points() {
                    let is_lost = board.lost_dots(player).contains(cell);
                    let is_old = !before.free().contains(cell);
                    assert_eq!(captured.contains(cell), is_lost && is_old);
                    others += usize::from(is_lost && !is_old);
                }
                score = captured.len() as i32 - score;
            }
            assert_eq!(captured.score(), score);
        }
        assert!(others > 0);
    }

    #[test]
    fn empty_bases_stay_empty() {
        let picture = ". . . . .\n. . 0 . .\n. 0 . 0 .\n. . 0 . .\n. . . . .\n";
        for mut playouts in (0..50).flat_map(playouts) {
            let mut board = diagram::parse(picture).unwrap();
            playouts.play(&mut board, Player::Second, &[]);
            let base = Point::new(2, 2);
            assert!(board.is_playable(base) || board.territory(Player::Second).contains(base));
        }
    }

    /// The number of playouts, out of 400, at whose end a dot of the second player at (2, 2) is captured. The first
    /// number is for playouts without weights for dots next to the last one, the second with them.
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
        // The two open cells are far from one another here.
        let picture = ". . . . . .\n. . 0 0 . .\n. . 1 1 . .\n. . 0 0 . .\n. . . . . .\n";
        assert!(
            captures(picture, Player::First)
                .iter()
                .all(|&count| count < 80)
        );
        // With one open cell left it is too late to answer.
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
