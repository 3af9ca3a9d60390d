//! Looks for a puzzle as hard as the lost one of the article of 2002, by simulated annealing.
//!
//! The article gives three numbers of nodes for its puzzle, at a depth of 3 full moves with 80 free cells in the play
//! range. Its only solution needs 3 full moves. This program changes a random position dot by dot until its numbers
//! come near, and prints every position that is the best so far.
//!
//! ```text
//! cargo run --release --no-default-features --example article_puzzle -- SEED STEPS
//! ```

use std::error::Error;
use tochki::importance::play_range;
use tochki::notation::diagram;
use tochki::search::article::{Article, ArticleOptions, Bounds};
use tochki::search::tactical::Tactical;
use tochki::search::trajectory::{Trajectory, trajectories};
use tochki::search::{Engine, Limits, Outcome, Silent};
use tochki::{Bitboard, Board, Player, Point, Size};

/// The free cells of the play range in the article.
const CELLS: u32 = 80;
/// The useful cells that explain the article's number of nodes without rules.
const USEFUL: u32 = 17;
/// The nodes of the article without rules, with rule 1, and with both.
const NODES: [f64; 3] = [9_532_753.0, 102_475.0, 65_409.0];
/// Depth of the solution in plies.
const PLIES: u32 = 6;
/// A search with rules that takes more nodes is given up.
const MOST_NODES: u64 = 1_000_000;
/// Positions nearer than this are also searched without rules, which takes a hundred times as long.
const NEAR: f64 = 0.3;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| arguments.next().map_or(Ok(default), |text| text.parse());
    let (seed, steps): (u64, u64) = (number(1)?, number(1000)?);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = Position::random(&mut random)?;
    let mut energy = position.energy();
    let mut least = f64::INFINITY;
    for step in 0..steps {
        let heat = 1.5 * (1.0 - step as f64 / steps as f64) + 0.02;
        let changed = position.changed(&mut random);
        let other = changed.energy();
        if other <= energy || random.f64() < ((energy - other) / heat).exp() {
            (position, energy) = (changed, other);
        }
        if energy < least {
            least = energy;
            println!("seed {seed}, step {step}, energy {energy:.3}");
            if let Some(board) = position.board() {
                println!("{:?}\n{}", Figures::of(&board), diagram::print(&board));
            }
        }
    }
    Ok(())
}

/// Dots on a board, without captures. The first player is to move.
#[derive(Clone)]
struct Position {
    size: Size,
    dots: Vec<(Point, Player)>,
}

impl Position {
    /// A position with so many dots that 80 cells are left if they fill all rows and columns but the outermost.
    fn random(random: &mut fastrand::Rng) -> Result<Position, Box<dyn Error>> {
        let (width, height) =
            [(10, 10), (9, 11), (10, 11), (11, 11), (9, 10)][random.u64(..5) as usize];
        let mut position = Position {
            size: Size::new(width, height)?,
            dots: Vec::new(),
        };
        for i in 0..(width * height - CELLS) as usize {
            let point = position.empty_cell(random);
            position.dots.push((point, Player::ALL[i % 2]));
        }
        Ok(position)
    }

    /// A cell without a dot that is not in an outermost row or column.
    fn empty_cell(&self, random: &mut fastrand::Rng) -> Point {
        loop {
            let (x, y) = (1..self.size.width() - 1, 1..self.size.height() - 1);
            let point = Point::new(random.u32(x), random.u32(y));
            if self.dots.iter().all(|&(dot, _)| dot != point) {
                return point;
            }
        }
    }

    /// The position with one dot moved, or the colours of two dots exchanged.
    fn changed(&self, random: &mut fastrand::Rng) -> Position {
        let mut changed = self.clone();
        // `usize` has other results on machines of 32 bits.
        let mut index = || random.u64(..self.dots.len() as u64) as usize;
        let (i, j) = (index(), index());
        match random.u32(..3) {
            0 => (changed.dots[i].1, changed.dots[j].1) = (self.dots[j].1, self.dots[i].1),
            _ => changed.dots[i].0 = self.empty_cell(random),
        }
        changed
    }

    /// The board with all dots. `None` if a dot captures or is captured, or the play range has not 80 free cells.
    fn board(&self) -> Option<Board> {
        let mut board = Board::new(self.size);
        for &(point, player) in &self.dots {
            if !board.free().contains(point) {
                return None;
            }
            board.play(point, player);
        }
        let range = play_range(&board, 1) & *board.free();
        let captured = Player::ALL.map(|player| board.captured_by(player));
        (range.len() == CELLS && captured == [0, 0]).then_some(board)
    }

    /// How far the position is from what is looked for; 0 is all of it.
    fn energy(&self) -> f64 {
        let Some(board) = self.board() else {
            return f64::INFINITY;
        };
        let useful = f64::from(useful_cells(&board).abs_diff(USEFUL));
        if useful > 2.0 {
            return 20.0 + useful;
        }
        let figures = Figures::of(&board);
        let distance = |rules: usize, nodes: u64| (nodes as f64 / NODES[rules]).ln().abs();
        let faults = f64::from(3 * u32::from(!figures.is_unique) + figures.faults);
        let with_rules = distance(1, figures.nodes[0]) + distance(2, figures.nodes[1]) + faults;
        match with_rules < NEAR {
            true if !needs_full_depth(&board, figures.answer) => with_rules + 2.0,
            true => {
                let all = search(&board, [false, false], false, &Limits::plies(PLIES)).nodes;
                with_rules + distance(0, all)
            }
            false => with_rules + NEAR * (1.0 + useful),
        }
    }
}

/// What the searches say of a position.
#[derive(Debug)]
#[allow(dead_code, reason = "printed")]
struct Figures {
    useful_cells: u32,
    /// The nodes with rule 1, and with both rules.
    nodes: [u64; 2],
    answer: Option<Point>,
    /// Whether every other move has a smaller value.
    is_unique: bool,
    /// How many of nine searches, without rules, with rule 1 and with both, are right at 2 or 2.5 full moves or wrong
    /// at 3.
    faults: u32,
}

impl Figures {
    fn of(board: &Board) -> Figures {
        let full = Limits::plies(PLIES);
        let sound = search(board, [false, false], true, &full);
        let mut others = full.clone();
        others.moves = sound
            .best
            .map(|best| *board.free() - Bitboard::from_iter([best]));
        let is_unique = search(board, [false, false], true, &others).value < sound.value;
        let mut faults = 0;
        for rules in [[false, false], [true, false], [true, true]] {
            for plies in PLIES - 2..=PLIES {
                let found = search(board, rules, true, &Limits::plies(plies)).best;
                faults += u32::from((found == sound.best) != (plies == PLIES));
            }
        }
        let nodes = [[true, false], [true, true]].map(|rules| {
            let limits = Limits {
                nodes: Some(MOST_NODES),
                ..full.clone()
            };
            search(board, rules, false, &limits).nodes
        });
        Figures {
            useful_cells: useful_cells(board),
            nodes,
            answer: sound.best,
            is_unique,
            faults,
        }
    }
}

/// Whether the answer is better than every other move at the full depth, and not better than some move half a move
/// before, by the exact search over all cells.
fn needs_full_depth(board: &Board, answer: Option<Point>) -> bool {
    let is_only_answer = |plies| {
        let value = |moves: Bitboard| {
            let limits = Limits {
                moves: Some(moves),
                ..Limits::plies(plies)
            };
            let mut board = board.clone();
            let mut engine = Tactical::default();
            engine
                .search(&mut board, Player::First, &limits, &mut Silent)
                .value
        };
        let answer: Bitboard = answer.into_iter().collect();
        value(answer) > value(*board.free() - answer)
    };
    is_only_answer(PLIES) && !is_only_answer(PLIES - 1)
}

/// The number of cells on trajectories of either player.
fn useful_cells(board: &Board) -> u32 {
    let of = |player| trajectories(board, player, PLIES as usize / 2);
    let cells = Player::ALL.into_iter().flat_map(of);
    let cells: Vec<Trajectory> = cells.collect();
    cells
        .iter()
        .flat_map(Trajectory::cells)
        .collect::<Bitboard>()
        .len()
}

/// Searches with the method of the article. `rules` tells which of its two rules hold.
fn search(board: &Board, rules: [bool; 2], alpha_beta: bool, limits: &Limits) -> Outcome {
    let options = ArticleOptions {
        rule1: rules[0],
        rule2: rules[1],
        alpha_beta,
        bounds: Bounds::Off,
        deepening: false,
        ..ArticleOptions::default()
    };
    let mut board = board.clone();
    Article::new(options).search(&mut board, Player::First, limits, &mut Silent)
}
