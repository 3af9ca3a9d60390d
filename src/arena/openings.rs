//! Start positions. Both games of a pair have the same one.

use super::digest::{digest, number_of};
use crate::board::{Board, IllegalMove, Move, Rules, Status};
use crate::geometry::{Player, Size, derive_seed, random_item, shuffle};
use crate::notation::diagram;
use crate::notation::sgf::{self, Collection, Problem};
use crate::notation::start::Start;
use crate::notation::without_mark;

/// A start position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The dots, in the order in which they are put on the board.
    pub dots: Vec<Move>,
    /// The player who makes the first move after the dots of the start position.
    pub to_move: Player,
}

/// The source of the start positions of a match, for boards of one size.
#[derive(Clone, Debug)]
pub struct Openings {
    kind: Kind,
    size: Size,
}

/// The kinds of start positions. Lists are not empty, and random dots have room.
#[derive(Clone, Debug)]
enum Kind {
    /// The same position for all games.
    Same(Opening),
    /// Random dots of both players in turn, without territory. Every pair of games has other dots.
    Random {
        /// Number of random dots in a position.
        dots: u32,
        /// Seed of the positions.
        seed: u64,
        /// The rules by which the dots are put.
        rules: Rules,
    },
    /// The positions of a collection in their order. After the last one comes the first one again.
    Listed(Vec<Opening>),
    /// The positions of a collection in random order, with the seed of that order. When all have been used, they are
    /// shuffled again.
    Shuffled(Vec<Opening>, u64),
}

/// Which positions of a collection are used. By default it is the last position of every game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Number of the only game or diagram that is used, from 1; `None` for all.
    pub game: Option<usize>,
    /// The branches to follow in a game in SGF: one number from 1 for each fork in order. More numbers than forks are an
    /// error, and so is any for a diagram.
    pub branches: Vec<usize>,
    /// Number of moves before the position; `None` for all moves of the game. A shorter game is an error.
    pub exact_moves: Option<usize>,
    /// Largest number of moves before the position; `None` for no limit. A shorter game is used with all its moves.
    pub most_moves: Option<usize>,
}

/// Why a collection of positions cannot be used, as a text for a person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OpeningsError(String);

fn refuse<T>(reason: impl ToString) -> Result<T, OpeningsError> {
    Err(OpeningsError(reason.to_string()))
}

impl Opening {
    /// The board with the dots. It is an error if the rules forbid one of them, which has this index in the list.
    fn board(&self, rules: Rules, size: Size) -> Result<Board, (usize, IllegalMove)> {
        let mut board = Board::under(rules, size);
        for (index, dot) in self.dots.iter().enumerate() {
            let put = board.try_play(dot.point, dot.player);
            put.map_err(|reason| (index, reason))?;
        }
        Ok(board)
    }

    /// Whether a game from this position would be over at once: the board is full, or a dot is captured and a player can
    /// win by grounding.
    fn is_over(&self, rules: Rules, size: Size, komi: f64) -> bool {
        self.board(rules, size)
            .is_ok_and(|board| board.status(komi) != Status::Playing)
    }
}

impl Openings {
    /// The start position that has a name, such as `cross`, for a board of this size.
    ///
    /// # Errors
    /// If the board is too small.
    pub fn named(start: Start, size: Size) -> Result<Openings, OpeningsError> {
        let dots = start.dots(size).or_else(refuse)?;
        let to_move = Player::First;
        let kind = Kind::Same(Opening { dots, to_move });
        Ok(Openings { kind, size })
    }

    /// Random positions with this number of dots, which depend on `seed`. By these rules they have no territory.
    ///
    /// # Errors
    /// If the dots fill more than half of the board.
    pub fn random(
        dots: u32,
        seed: u64,
        rules: Rules,
        size: Size,
    ) -> Result<Openings, OpeningsError> {
        if dots > size.area() / 2 {
            return refuse(format!(
                "{dots} random dots are too many for a board of {size}"
            ));
        }
        let kind = Kind::Random { dots, seed, rules };
        Ok(Openings { kind, size })
    }

    /// The positions of a collection, all for boards of this size, in their order or, with a seed, shuffled. When all
    /// have been used, they are used again, shuffled anew.
    ///
    /// # Errors
    /// If there are none.
    pub fn listed(
        list: Vec<Opening>,
        size: Size,
        seed: Option<u64>,
    ) -> Result<Openings, OpeningsError> {
        if list.is_empty() {
            return refuse("there is no position");
        }
        let kind = match seed {
            Some(seed) => Kind::Shuffled(list, seed),
            None => Kind::Listed(list),
        };
        Ok(Openings { kind, size })
    }

    /// The number, from 1, of the first position in which a game would be over at once: the board is full, or a dot is
    /// captured and a player can win by grounding. `None` if there is none.
    pub fn first_over(&self, rules: Rules, komi: f64) -> Option<usize> {
        let first = [self.get(0)];
        let list = match &self.kind {
            Kind::Listed(list) | Kind::Shuffled(list, _) => list,
            Kind::Same(_) | Kind::Random { .. } => &first[..],
        };
        let mut list = list.iter();
        let first = list.position(|opening| opening.is_over(rules, self.size, komi));
        first.map(|index| index + 1)
    }

    /// A hash of the positions of a collection. `None` for named and random positions, which their name and seed
    /// determine.
    pub fn digest(&self) -> Option<u64> {
        let (Kind::Listed(list) | Kind::Shuffled(list, _)) = &self.kind else {
            return None;
        };
        let numbers = list.iter().flat_map(|opening| {
            let dots = opening.dots.iter().copied().map(number_of);
            // The player to move becomes a number that is larger than the number of any dot.
            dots.chain([u64::MAX - opening.to_move.index() as u64])
        });
        Some(digest(numbers))
    }

    /// The start position of the pair of games with this number, which counts from 0.
    pub fn get(&self, pair: usize) -> Opening {
        match &self.kind {
            Kind::Same(opening) => opening.clone(),
            &Kind::Random { dots, seed, rules } => {
                random_opening(dots, derive_seed(seed, pair as u64), rules, self.size)
            }
            Kind::Listed(list) => list[pair % list.len()].clone(),
            Kind::Shuffled(list, seed) => {
                let round = pair / list.len();
                let mut order: Vec<usize> = (0..list.len()).collect();
                let mut rng = fastrand::Rng::with_seed(derive_seed(*seed, round as u64));
                shuffle(&mut rng, &mut order);
                list[order[pair % list.len()]].clone()
            }
        }
    }
}

/// Reads a collection of positions: the games of an SGF file, or diagrams with blank lines between them.
///
/// # Errors
/// If the text cannot be parsed, it does not have the selected game or branches, a position is not on a board of `size`,
/// a game names other rules than `rules`, or these forbid a dot of a position.
pub fn parse(
    bytes: &[u8],
    rules: Rules,
    size: Size,
    selection: &Selection,
) -> Result<Vec<Opening>, OpeningsError> {
    let found = if sgf::is_sgf(bytes) {
        from_sgf(bytes, rules, selection)?
    } else {
        let text = std::str::from_utf8(without_mark(bytes)).or_else(refuse)?;
        from_diagrams(text, rules, selection)?
    };
    if found.is_empty() {
        return refuse("there is no position");
    }
    if let Some(stray) = found.iter().find(|position| position.size != size) {
        let (number, found) = (stray.number, stray.size);
        return refuse(format!(
            "position {number} is on a board of {found}, not {size}"
        ));
    }
    for position in &found {
        let forbidden = |(index, reason): (usize, IllegalMove)| {
            let (number, dot) = (position.number, index + 1);
            refuse(format!(
                "position {number}: the rules {rules} forbid dot {dot}: {reason}"
            ))
        };
        position.opening.board(rules, size).or_else(forbidden)?;
    }
    Ok(found.into_iter().map(|position| position.opening).collect())
}

/// A position that was read from a collection.
struct ListedOpening {
    /// Number of the game or diagram, from 1.
    number: usize,
    size: Size,
    opening: Opening,
}

impl Selection {
    /// Number of moves before the selected position of the game with this number, which has `count` moves. It is an
    /// error if the selection asks for more.
    fn moves_before(&self, number: usize, count: usize) -> Result<usize, OpeningsError> {
        match self.exact_moves {
            Some(wanted) if wanted > count => refuse(format!(
                "position {number}: there is no move {wanted}: the game has {count}"
            )),
            moves => {
                let limit = self.most_moves.unwrap_or(usize::MAX);
                Ok(moves.unwrap_or(count).min(limit))
            }
        }
    }
}

/// The positions of the games of an SGF file. It is an error if a game names other rules than `rules`. A game that names
/// no rules is accepted.
fn from_sgf(
    bytes: &[u8],
    rules: Rules,
    selection: &Selection,
) -> Result<Vec<ListedOpening>, OpeningsError> {
    let collection = Collection::new(bytes).or_else(refuse)?;
    let numbers = match selection.game {
        Some(number) => number..=number,
        None => 1..=collection.len(),
    };
    let mut left = collection.most_start_dots();
    let position = |number| {
        let reading = collection.game(number, &selection.branches);
        let mut reading = reading.or_else(refuse)?;
        let dots = reading.record.start.len();
        left = left
            .checked_sub(dots)
            .map_or_else(|| refuse(Problem::ManyDots), Ok)?;
        let count = reading.record.moves().count();
        let wanted = selection
            .exact_moves
            .into_iter()
            .chain(selection.most_moves)
            .min();
        // The first move that is cut tells whose turn it is, so this comes before the cut.
        let to_move = reading.record.to_move(wanted.unwrap_or(count).min(count));
        // Moves after the position are removed first, because warnings about them do not matter.
        if let Some(wanted) = wanted {
            reading.cut(wanted);
        }
        let record = reading.record;
        let has_others = record.rules != rules && !record.rules_text.trim().is_empty();
        let other_rules = has_others.then(|| {
            let its = record.rules;
            format!("its rules are {its}, those of the match {rules}")
        });
        let warning = reading.warnings.first().map(ToString::to_string);
        if let Some(warning) = warning.or(other_rules) {
            return refuse(format!("game {number}: {warning}"));
        }
        let wanted = selection.moves_before(number, count)?;
        Ok(ListedOpening {
            number,
            size: record.size,
            opening: Opening {
                dots: record
                    .start
                    .iter()
                    .copied()
                    .chain(record.moves().take(wanted))
                    .collect(),
                to_move,
            },
        })
    };
    numbers.map(position).collect()
}

fn from_diagrams(
    text: &str,
    rules: Rules,
    selection: &Selection,
) -> Result<Vec<ListedOpening>, OpeningsError> {
    if !selection.branches.is_empty() {
        return refuse("only a game in SGF has branches");
    }
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines().map(str::trim)).collect();
    let diagrams = lines
        .split(|(_, line)| line.is_empty())
        .filter(|lines| !lines.is_empty());
    let mut diagrams: Vec<_> = (1..).zip(diagrams).collect();
    if let Some(wanted) = selection.game {
        let count = diagrams.len();
        diagrams.retain(|&(number, _)| number == wanted);
        if diagrams.is_empty() {
            return refuse(format!("there is no diagram {wanted}, only {count}"));
        }
    }
    let position = |(number, lines): (usize, &[(usize, &str)])| {
        let rows: Vec<&str> = lines.iter().map(|&(_, row)| row).collect();
        let board = diagram::parse(&rows.join("\n")).or_else(|error| {
            // An error without a line is reported at the first line of the diagram.
            let line = lines[0].0 + error.line().map_or(0, |line| line - 1);
            refuse(format!("line {line}, diagram {number}: {error}"))
        })?;
        Ok(ListedOpening {
            number,
            size: board.size(),
            opening: from_board(&board, rules, number, selection)?,
        })
    };
    diagrams.into_iter().map(position).collect()
}

fn from_board(
    board: &Board,
    rules: Rules,
    number: usize,
    selection: &Selection,
) -> Result<Opening, OpeningsError> {
    let mut dots: Vec<Move> = board.moves().collect();
    let wanted = selection.moves_before(number, dots.len())?;
    if dots.is_empty() {
        if board.has_captures() {
            return refuse(format!(
                "diagram {number} has captures: draw it with letters for the order of the moves"
            ));
        }
        for player in Player::ALL {
            let live = board.live(player).iter();
            dots.extend(live.map(|point| Move { point, player }));
        }
        let to_move = Player::First;
        let opening = Opening { dots, to_move };
        // A diagram of cells is read by the usual rules. By others, cells in enclosures may not be playable.
        let put = opening.board(rules, board.size());
        if put.is_ok_and(|put| put.free() != board.free()) {
            return refuse(format!(
                "diagram {number} has other playable cells than the rules {rules} leave"
            ));
        }
        return Ok(opening);
    }
    // The first move that is cut tells whose turn it is.
    let cut = dots.get(wanted).map(|next| next.player);
    let after = dots[..wanted].last().map(|last| last.player.opponent());
    let to_move = cut.or(after).unwrap_or(Player::First);
    dots.truncate(wanted);
    Ok(Opening { dots, to_move })
}

/// A position with this number of random dots, put by both players in turn, and no territory.
fn random_opening(dots: u32, seed: u64, rules: Rules, size: Size) -> Opening {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut board = Board::under(rules, size);
    let mut put = Vec::new();
    let mut player = Player::First;
    while put.len() < dots as usize {
        let point = random_item(&mut rng, board.free()).expect("a cell is free");
        board.play(point, player);
        let has_territory = |&owner: &Player| !board.territory(owner).is_empty();
        if Player::ALL.iter().any(has_territory) {
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
mod tests;
