//! Where games start. Both games of a pair start from the same position.

use super::journal::digest;
use crate::board::{Board, Move};
use crate::geometry::{Player, Size};
use crate::notation::diagram::{self, DiagramError};
use crate::notation::record::Action;
use crate::notation::sgf::{self, SgfError};
use crate::notation::start::{NoRoom, Start};

/// A start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The dots, in the order they are put.
    pub dots: Vec<Move>,
    /// Who moves first.
    pub to_move: Player,
}

/// Where the start positions come from.
#[derive(Clone, Debug)]
pub enum Openings {
    /// The same position again and again.
    Same(Opening),
    /// So many dots of both players in turn, put at random by the seed; nothing is captured.
    Random {
        /// How many dots.
        dots: u32,
        /// How the positions are chosen.
        seed: u64,
    },
    /// Positions one after the other.
    Listed(Vec<Opening>),
    /// The same positions shuffled by the seed, anew when all have been used.
    Shuffled(Vec<Opening>, u64),
}

/// Why a collection of positions cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningsError {
    /// It is no SGF.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// The game was not played by our rules, or is odd in another way.
    #[error("game {number}: {doubt}")]
    Doubtful {
        /// Number of the game, from 1.
        number: usize,
        /// What is odd.
        doubt: String,
    },
    /// It is no text.
    #[error(transparent)]
    Encoding(#[from] std::str::Utf8Error),
    /// It is no diagram.
    #[error("diagram {number}: {error}")]
    Diagram {
        /// Number of the diagram, from 1.
        number: usize,
        /// What is wrong.
        error: DiagramError,
    },
    /// A diagram of cells has captures, so that its moves are unknown.
    #[error("diagram {0} has captures: draw it with letters for the order of the moves")]
    Captures(usize),
    /// A position is on another board.
    #[error("position {number} is on a board of {found}, not {wanted}")]
    Size {
        /// Number of the position, from 1.
        number: usize,
        /// Its board.
        found: Size,
        /// The board of the match.
        wanted: Size,
    },
    /// There is none.
    #[error("there is no position")]
    Empty,
    /// The named position does not fit.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// More random dots than cells.
    #[error("{dots} random dots are too many for a board of {size}")]
    TooMany {
        /// How many dots.
        dots: u32,
        /// The board.
        size: Size,
    },
}

impl Openings {
    /// A position by its name.
    ///
    /// # Errors
    /// If the board is too small.
    pub fn named(start: Start, size: Size) -> Result<Openings, OpeningsError> {
        Ok(Openings::Same(Opening {
            dots: start.dots(size)?,
            to_move: Player::First,
        }))
    }

    /// Random positions.
    ///
    /// # Errors
    /// If they would fill more than half the board.
    pub fn random(dots: u32, seed: u64, size: Size) -> Result<Openings, OpeningsError> {
        if dots > size.area() / 2 {
            return Err(OpeningsError::TooMany { dots, size });
        }
        Ok(Openings::Random { dots, seed })
    }

    /// A hash of the positions of a collection; the others are what their names say.
    pub fn digest(&self) -> Option<u64> {
        let (Openings::Listed(list) | Openings::Shuffled(list, _)) = self else {
            return None;
        };
        let numbers = list.iter().flat_map(|opening| {
            let dots = opening.dots.iter();
            let dots = dots.map(|dot| (dot.point.index() << 1 | dot.player.index()) as u64);
            // No dot has such a number.
            dots.chain([u64::MAX - opening.to_move.index() as u64])
        });
        Some(digest(numbers))
    }

    /// The position of a pair of games.
    pub fn get(&self, pair: usize, size: Size) -> Opening {
        match self {
            Openings::Same(opening) => opening.clone(),
            Openings::Random { dots, seed } => {
                random_opening(*dots, seed.wrapping_add(pair as u64), size)
            }
            Openings::Listed(list) => list[pair % list.len()].clone(),
            Openings::Shuffled(list, seed) => {
                let round = (pair / list.len()) as u64;
                let mut order: Vec<usize> = (0..list.len()).collect();
                fastrand::Rng::with_seed(seed.wrapping_add(round)).shuffle(&mut order);
                list[order[pair % list.len()]].clone()
            }
        }
    }
}

/// Reads a collection: the games of an SGF file to their ends, or diagrams with blank lines
/// between them.
///
/// # Errors
/// If the text cannot be read, holds nothing, or a position is not on a board of this size.
pub fn parse(bytes: &[u8], size: Size) -> Result<Vec<Opening>, OpeningsError> {
    let found = if bytes.windows(2).any(|pair| pair == b"(;") {
        from_sgf(bytes)?
    } else {
        from_diagrams(std::str::from_utf8(bytes)?)?
    };
    if found.is_empty() {
        return Err(OpeningsError::Empty);
    }
    for (index, (found, _)) in found.iter().enumerate() {
        if *found != size {
            let number = index + 1;
            return Err(OpeningsError::Size {
                number,
                found: *found,
                wanted: size,
            });
        }
    }
    Ok(found.into_iter().map(|(_, opening)| opening).collect())
}

fn from_sgf(bytes: &[u8]) -> Result<Vec<(Size, Opening)>, OpeningsError> {
    let readings = sgf::parse(bytes)?;
    let opening = |(index, reading): (usize, sgf::Reading)| {
        if let Some(doubt) = reading.doubts.first() {
            return Err(OpeningsError::Doubtful {
                number: index + 1,
                doubt: doubt.to_string(),
            });
        }
        let record = reading.record;
        let moves = record.turns.iter().filter_map(|turn| match turn.action {
            Action::Put(point) => Some(Move {
                point,
                player: turn.player,
            }),
            Action::Ground => None,
        });
        let dots = record.start.iter().copied().chain(moves).collect();
        let to_move = record.to_move(record.turns.len());
        Ok((record.size, Opening { dots, to_move }))
    };
    readings.into_iter().enumerate().map(opening).collect()
}

fn from_diagrams(text: &str) -> Result<Vec<(Size, Opening)>, OpeningsError> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let diagrams = lines
        .split(|line| line.is_empty())
        .filter(|lines| !lines.is_empty());
    diagrams
        .enumerate()
        .map(|(index, lines)| {
            let number = index + 1;
            let board = diagram::parse(&lines.join("\n"))
                .map_err(|error| OpeningsError::Diagram { number, error })?;
            Ok((board.size(), from_board(&board, number)?))
        })
        .collect()
}

fn from_board(board: &Board, number: usize) -> Result<Opening, OpeningsError> {
    let mut dots: Vec<Move> = board.moves().collect();
    let last = dots.last().map(|dot| dot.player);
    if dots.is_empty() {
        if Player::ALL
            .into_iter()
            .any(|player| board.captured(player) > 0)
        {
            return Err(OpeningsError::Captures(number));
        }
        for player in Player::ALL {
            dots.extend(
                board
                    .live(player)
                    .iter()
                    .map(|point| Move { point, player }),
            );
        }
    }
    Ok(Opening {
        dots,
        to_move: last.map_or(Player::First, Player::opponent),
    })
}

/// Random dots in the inner part of the board, none of which captures or is captured.
fn random_opening(dots: u32, seed: u64, size: Size) -> Opening {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut board = Board::new(size);
    let mut put = Vec::new();
    let mut player = Player::First;
    while put.len() < dots as usize {
        let free: Vec<_> = board.free().iter().collect();
        let point = free[rng.usize(..free.len())];
        board.play(point, player);
        if Player::ALL
            .into_iter()
            .any(|player| board.captured(player) > 0)
        {
            board.undo();
            continue;
        }
        put.push(Move { point, player });
        player = player.opponent();
    }
    Opening {
        dots: put,
        to_move: player,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_follow_their_seed() {
        let size = Size::new(8, 7).unwrap();
        let openings = Openings::random(20, 5, size).unwrap();
        assert_eq!(openings.get(3, size), openings.get(3, size));
        assert_ne!(openings.get(3, size), openings.get(4, size));
        assert_eq!(openings.get(0, size).dots.len(), 20);
        assert!(Openings::random(29, 5, size).is_err());
    }

    #[test]
    fn collections_are_read_in_order_or_shuffled() {
        let text = "a..\n...\n\n\n.a.\n.B.\n\n0..\n..1\n";
        let size = Size::new(3, 2).unwrap();
        let list = parse(text.as_bytes(), size).unwrap();
        assert_eq!(
            list.iter()
                .map(|opening| opening.dots.len())
                .collect::<Vec<_>>(),
            [1, 2, 2]
        );
        let listed = Openings::Listed(list.clone());
        assert_eq!(listed.get(4, size), list[1]);
        let shuffled = Openings::Shuffled(list.clone(), 9);
        for opening in &list {
            assert_eq!(
                (3..6)
                    .filter(|&pair| shuffled.get(pair, size) == *opening)
                    .count(),
                1
            );
        }
        let turns: Vec<_> = list.iter().map(|opening| opening.to_move).collect();
        assert_eq!(turns, [Player::Second, Player::First, Player::First]);
        let foreign = "(;GM[40]SZ[3:2]RU[Punish=1];B[aa])";
        let refused = parse(foreign.as_bytes(), size);
        assert!(matches!(
            refused,
            Err(OpeningsError::Doubtful { number: 1, .. })
        ));
        let sgf = "(;GM[40]SZ[3:2]AB[aa];W[bb])(;GM[40]SZ[3:2])";
        assert_eq!(
            parse(sgf.as_bytes(), size).unwrap()[0].to_move,
            Player::First
        );
        assert!(matches!(
            parse(b"a", size),
            Err(OpeningsError::Size { number: 1, .. })
        ));
        assert_eq!(parse(b" \n", size), Err(OpeningsError::Empty));
    }
}
