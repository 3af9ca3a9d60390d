//! A game of dots and taking back, on the board of the crate and on the slow reference board.

use super::reference::Place;
use super::reference::duel::{Check, Duel, Step, point, same};
use super::reference::games::Terms;
use arbitrary::Unstructured;
use tochki::board::{EnclosingMove, Rules};
use tochki::{Board, Player, Point, Size};

/// Largest product of cells and steps of a game. Every step compares all cells.
const MOST_CELLS: u32 = 60_000;

/// Most steps of a game.
const MOST_STEPS: u32 = 200;

/// Boards with more cells are not compared in full: that takes the reference board too long.
const SMALL: u32 = 200;

/// Every step gives both boards the same position, an illegal dot changes nothing, and at last all is taken back.
pub fn check(data: &[u8]) {
    let mut input = Unstructured::new(data);
    let Ok(terms) = terms(&mut input) else { return };
    let mut steps = Vec::new();
    if let Err(error) = play(terms, &mut input, &mut steps) {
        panic!("{error}\n{terms} after {} steps", steps.len());
    }
}

fn terms(input: &mut Unstructured) -> arbitrary::Result<Terms> {
    let longest = if input.ratio(1, 8)? {
        Size::MAX_SIDE
    } else {
        12
    };
    let mut side = || input.int_in_range(1..=longest);
    let size = Size::new(side()?, side()?).expect("a size");
    let rules = Rules {
        suicide: !input.ratio(1, 4)?,
        captures_empty_bases: input.ratio(1, 4)?,
    };
    Ok(Terms { size, rules })
}

fn play(terms: Terms, input: &mut Unstructured, steps: &mut Vec<Step>) -> Check {
    let mut duel = Duel::new(terms, steps);
    let mut last: Place = (
        terms.size.width() as usize / 2,
        terms.size.height() as usize / 2,
    );
    let mut player = Player::First;
    for _ in 0..MOST_STEPS.min(MOST_CELLS / terms.size.area()) {
        let Ok(act) = input.arbitrary::<u8>() else {
            break;
        };
        if let Some(place) = place(act, input, last, terms.size) {
            put(&mut duel, place, player)?;
            last = place;
        } else {
            other(act, &mut duel, terms.size)?;
        }
        // The player to move is the other one, unless the byte asks to go on.
        if !(100..200).contains(&act) {
            player = player.opponent();
        }
        if input.is_empty() {
            break;
        }
    }
    look(&mut duel, terms.size)?;
    take_all_back(terms, &mut duel)
}

/// The cell that a byte means: one near the last dot, or one anywhere, which the next two bytes name. Bytes from 220 on
/// mean no cell.
fn place(act: u8, input: &mut Unstructured, last: Place, size: Size) -> Option<Place> {
    let [x, y] = match act {
        // A cell of the square with sides of 5 cells round the last dot. From 100 on the player does not change.
        0..200 => {
            let offset = [act % 5, act / 5 % 5];
            offset.map(|by| i32::from(by) - 2)
        }
        200..220 => {
            let mut byte = || input.arbitrary().map_or(0, |byte: u8| i32::from(byte));
            [byte() - last.0 as i32, byte() - last.1 as i32]
        }
        220.. => return None,
    };
    let moved = |at: usize, by: i32, side: u32| (at as i32 + by).rem_euclid(side as i32) as usize;
    Some((
        moved(last.0, x, size.width()),
        moved(last.1, y, size.height()),
    ))
}

/// What the bytes mean that name no cell: moves are taken back, or all that a board tells is compared.
fn other(act: u8, duel: &mut Duel, size: Size) -> Check {
    match act {
        220..250 => (0..act - 219).try_for_each(|_| duel.step(Step::Undo)),
        _ => look(duel, size),
    }
}

/// Compares all that both boards tell, and what the board foresees of the next dot.
fn look(duel: &mut Duel, size: Size) -> Check {
    match size.area() <= SMALL {
        true => duel.compare_thoroughly()?,
        false => duel.board.validate().map_err(|error| error.to_string())?,
    }
    Player::ALL
        .into_iter()
        .try_for_each(|player| foresee(&mut duel.board, player))
}

/// What the board foresees of each dot of a player is what the dot does when it is put.
fn foresee(board: &mut Board, player: Player) -> Check {
    let captures = board.captures(player);
    let enclosing = board.enclosing_moves(player);
    let legal = board.legal_cells(player);
    for point in board.size().points() {
        let is_legal = board.is_legal_for(point, player);
        same("legal cells", legal.contains(point), is_legal)?;
        if !board.free().contains(point) {
            continue;
        }
        let foreseen = board.captures_at(point, player);
        let may_enclose = board.may_enclose(point, player);
        let done = put_and_take_back(board, point, player)?;
        let what = |what: &str| format!("{what} of {player} at {point}");
        let captured = done.map_or(0, |done| done.captured);
        same(&what("captures"), foreseen, captured)?;
        let captures = captures.contains(point);
        same(&what("capturing cell"), captures, captured > 0)?;
        let listed = enclosing.iter().find(|found| found.point == point);
        same(&what("enclosing move"), listed.copied(), done)?;
        if done.is_some() {
            same(&what("may enclose"), may_enclose, true)?;
        }
    }
    Ok(())
}

/// What a dot captures and frees. `None` if it captures nothing and closes no empty base. The board is unchanged
/// afterwards.
fn put_and_take_back(
    board: &mut Board,
    point: Point,
    player: Player,
) -> Result<Option<EnclosingMove>, String> {
    let count = |board: &Board| [player, player.opponent()].map(|who| board.captured_by(who));
    let (before, base) = (count(board), *board.empty_base(player));
    board.play(point, player);
    let after = count(board);
    let captured = after[0].saturating_sub(before[0]);
    let last = board.last_capture().filter(|last| last.by == player);
    let told = last.map_or(0, |last| last.captured.len());
    let closes = !(*board.empty_base(player) - base).is_empty();
    board.undo();
    same("captures of the last move", told, captured)?;
    let freed = before[1].saturating_sub(after[1]);
    Ok((captured > 0 || closes).then_some(EnclosingMove {
        point,
        captured,
        freed,
    }))
}

/// Puts a dot, or checks that it is refused.
fn put(duel: &mut Duel, place: Place, player: Player) -> Check {
    match duel.reference.is_legal_for(place, player) {
        true => duel.step(Step::Play(place, player)),
        false => {
            same(
                "legality",
                duel.board.is_legal_for(point(place), player),
                false,
            )?;
            duel.try_illegal(place, player)
        }
    }
}

/// Takes all moves back one by one, until the board is as it was at first.
fn take_all_back(terms: Terms, duel: &mut Duel) -> Check {
    while !duel.earlier.is_empty() {
        duel.step(Step::Undo)?;
    }
    duel.step(Step::Undo)?;
    let empty = Board::under(terms.rules, terms.size);
    same("hash", duel.board.hash(), empty.hash())?;
    same("board", duel.board.to_string(), empty.to_string())?;
    duel.board.validate().map_err(|error| error.to_string())
}
