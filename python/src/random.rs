//! Random moves and random games.

use fastrand::Rng;
use tochki::board::Game;
use tochki::{Board, Player, Point};

/// Chooses random legal moves of one game after the other. Every legal move is equally likely.
pub struct RandomMoves {
    rng: Rng,
    /// Cells that may be playable. All playable cells are among them.
    cells: Vec<Point>,
}

impl RandomMoves {
    /// Moves for the game on this board, from a seed.
    pub fn new(board: &Board, seed: u64) -> RandomMoves {
        RandomMoves {
            rng: Rng::with_seed(seed),
            cells: board.free().iter().collect(),
        }
    }

    /// Begins a game on another board.
    pub fn restart(&mut self, board: &Board) {
        self.cells.clear();
        self.cells.extend(board.free());
    }

    /// A move of a player. `None` if he has no legal move.
    pub fn choose(&mut self, board: &Board, player: Player) -> Option<Point> {
        while !self.cells.is_empty() {
            let index = self.index(self.cells.len());
            let point = self.cells[index];
            if !board.is_playable(point) {
                // A cell that is not playable will not be so again.
                self.cells.swap_remove(index);
            } else if board.is_legal_for(point, player) {
                return Some(point);
            } else {
                let legal: Vec<Point> = board.legal_cells(player).iter().collect();
                return (!legal.is_empty()).then(|| legal[self.index(legal.len())]);
            }
        }
        None
    }

    /// A random index below `len`. `Rng::usize` has other results on machines of 32 bits.
    fn index(&mut self, len: usize) -> usize {
        self.rng.u64(..len as u64) as usize
    }
}

/// Plays whole random games from one position, on a copy of it.
pub struct Playouts {
    start: Board,
    /// The player to move at the start.
    first: Player,
    random: RandomMoves,
    /// The game that is played, or the last one.
    board: Board,
}

impl Playouts {
    /// Games from the position of this game, from a seed.
    pub fn new(game: &Game, seed: u64) -> Playouts {
        let start = game.board().clone();
        Playouts {
            first: game.to_move(),
            random: RandomMoves::new(&start, seed),
            board: start.clone(),
            start,
        }
    }

    /// Plays a game until the player to move has no legal move. Returns the score of the first player.
    pub fn play(&mut self) -> i32 {
        self.board.copy_position(&self.start);
        self.random.restart(&self.start);
        let mut player = self.first;
        while let Some(point) = self.random.choose(&self.board, player) {
            self.board.play(point, player);
            player = player.opponent();
        }
        self.board.score(Player::First)
    }
}
