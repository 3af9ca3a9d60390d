//! The shapes found in games, with all that a picture does not ask for filled by other games.
//!
//! `TOCHKI_POSITIONS` sets how many boards there are for each shape (150 by default):
//! `TOCHKI_POSITIONS=5000 cargo test --release --test shapes -- --nocapture`.

#![cfg(feature = "cli")]

use fastrand::Rng;
use std::fs;
use tochki::board::{Cell, Move};
use tochki::geometry::{Bitboard, Symmetry};
use tochki::importance::shape::{self, Picture, REACH, Symbol};
use tochki::search::StopFlag;
use tochki::tools::learn::game::Game;
use tochki::tools::learn::self_play::Settings;
use tochki::tools::learn::shapes::{Prover, Ruling, Subject, Win, find, tally};
use tochki::tools::source::Source;
use tochki::{Board, Player, Point, Size};

const FOUND: &str = "fixtures/shapes/found.txt";

/// The share of boards on which a win may fail, in percent, where the opponent can capture no dot of
/// the picture at once. Of 50,000 boards it was 0.2.
const MAY_FAIL: u32 = 1;

/// How many boards to try for each shape: `TOCHKI_POSITIONS`, or as usual.
fn boards() -> u32 {
    let asked = std::env::var("TOCHKI_POSITIONS").ok();
    asked.map_or(150, |number| {
        number.parse().expect("TOCHKI_POSITIONS is a number")
    })
}

fn wins(prover: &mut Prover) -> Vec<Win> {
    let text = fs::read_to_string(FOUND).unwrap();
    let shapes = shape::parse(&text).unwrap();
    let mut win = |shape: shape::Shape| prover.win_of(&shape.picture).expect("a win");
    shapes.into_iter().map(&mut win).collect()
}

/// A long game, and some of the engine against itself.
fn games() -> Vec<(Size, Vec<Move>)> {
    let bytes = fs::read("fixtures/pictures/game.sgf").unwrap();
    let source = Source::parse(&bytes, 1, &[]).unwrap();
    let mut games = vec![(source.record().size, source.moves().collect())];
    let settings = Settings {
        size: Size::new(20, 20).unwrap(),
        nodes: 10,
        quick_nodes: 10,
        every: 1,
        seed: 5,
        policy: None,
    };
    for number in 0..3 {
        let game = settings.play(number, &StopFlag::default());
        let game = game.expect("nothing stops it");
        games.push((
            game.size,
            game.moves.iter().map(|turn| turn.played).collect(),
        ));
    }
    games
}

/// A net that is closed, and two moves elsewhere.
const NET: &str = "net 16x18 0 0 0:6,5s 0:5,6s 0:5,7s 0:7,8s 1:6,6s 0:7,6 1:15,15 0:15,0";

/// The game turned, and with the colours exchanged.
fn images(game: &Game) -> impl Iterator<Item = Game> + '_ {
    let colours = [false, true].into_iter();
    colours.flat_map(move |exchange| {
        Symmetry::all().map(move |symmetry| {
            let mut image = game.clone();
            image.size = symmetry.size(game.size);
            for Move { point, player } in image.moves.iter_mut().map(|turn| &mut turn.played) {
                *point = symmetry.point(*point, game.size);
                *player = if exchange { player.opponent() } else { *player };
            }
            image
        })
    })
}

#[test]
fn a_net_is_found_and_met_however_it_is_turned() {
    let game: Game = NET.parse().unwrap();
    let stop = StopFlag::default();
    let expected = find(&game, 1, &stop);
    let [win] = &expected.wins[..] else {
        panic!("{expected:?}");
    };
    assert_eq!((expected.proved, win.dots()), (1, 1));
    assert!(win.picture.cells().len() < 16, "{}", win.picture);
    let subjects = [Subject::Win(win.clone())];
    for image in images(&game) {
        assert_eq!(find(&image, 1, &stop), expected);
        let counted = tally(&image, &subjects, 1, &stop);
        assert_eq!((counted.counts[0].won, counted.counts[0].played), (1, 1));
        assert_eq!(counted.positions, 3);
    }
}

#[test]
fn a_group_counts_all_its_dots_however_it_is_turned() {
    let mut prover = Prover::default();
    let text = "name: three\nweight: 1\n?XX?\nXOOX\n?*OX\n??X?";
    let picture = shape::parse(text).unwrap()[0].picture.clone();
    let win = prover.win_of(&picture).unwrap();
    for symmetry in Symmetry::all() {
        let image = win.turned(symmetry);
        assert_eq!(image.canonical(), win.canonical());
        assert_eq!(image.dots(), 3);
    }
    let text = text.replace("\n??X?", "");
    let picture = shape::parse(&text).unwrap()[0].picture.clone();
    assert_eq!(prover.win_of(&picture), None);
}

#[test]
fn a_win_does_not_depend_on_the_cells_that_may_be_anything() {
    let mut prover = Prover::default();
    let wins = wins(&mut prover);
    assert_eq!(wins.len(), 10);
    let games = games();
    let mut rng = Rng::with_seed(7);
    let mut all = [0; 3];
    for win in &wins {
        let mut counts = [0; 3];
        let boards = boards();
        while counts.iter().sum::<u32>() < boards {
            let (size, moves) = rng.choice(&games).unwrap();
            let moves = &moves[..rng.usize(..=moves.len())];
            let symmetry = Symmetry::all().nth(rng.usize(..8)).unwrap();
            let win = win.turned(symmetry);
            let Some((mut board, centre)) = stamp(&win.picture, *size, moves, &mut rng) else {
                continue;
            };
            counts[prover.rule_at(&mut board, centre, &win) as usize] += 1;
        }
        let [won, not_proved, disturbed] = counts;
        println!(
            "won {won}, not proved {not_proved}, disturbed {disturbed}\n{}",
            win.picture
        );
        assert!(won > boards / 2, "{}", win.picture);
        all = std::array::from_fn(|i| all[i] + counts[i]);
    }
    let [won, not_proved, disturbed] = all;
    println!("all: won {won}, not proved {not_proved}, disturbed {disturbed}");
    assert!(not_proved * 100 <= (won + not_proved) * MAY_FAIL);
}

/// Nothing can be left out of a picture: for each cell there is something that breaks the win when
/// no more is asked of it.
#[test]
fn every_cell_that_is_asked_for_matters() {
    let mut prover = Prover::default();
    for win in wins(&mut prover) {
        for cell in win.picture.cells() {
            if (cell.dx, cell.dy) == win.target {
                continue;
            }
            let breaks = (0..2_000).any(|seed| breaks(&mut prover, &win, (cell.dx, cell.dy), seed));
            assert!(breaks, "{cell:?} of\n{}", win.picture);
        }
    }
}

/// Whether the win is not proved on a board that differs from its picture in one cell, with some
/// random dots round it.
fn breaks(prover: &mut Prover, win: &Win, cell: (i32, i32), seed: u64) -> bool {
    let mut rng = Rng::with_seed(seed);
    let mut board = Board::new(Size::new(13, 13).unwrap());
    let at = |(dx, dy): (i32, i32)| Point::new((6 + dx) as u32, (6 + dy) as u32);
    let states = [None, Some(Player::First), Some(Player::Second)];
    let mut dots = vec![(at(cell), states[rng.usize(..3)])];
    for asked in win.picture.cells() {
        let player = match asked.symbol {
            Symbol::Dot(player) => Some(player),
            Symbol::DotOrEmpty(player) => rng.bool().then_some(player),
            Symbol::Empty => None,
        };
        if (asked.dx, asked.dy) != cell {
            dots.push((at((asked.dx, asked.dy)), player));
        }
    }
    let density = rng.f32() / 2.0;
    for point in board.size().points() {
        if point != at((0, 0)) && dots.iter().all(|&(known, _)| known != point) {
            let player = (rng.f32() < density).then(|| states[rng.usize(1..3)]);
            dots.push((point, player.flatten()));
        }
    }
    for &(point, player) in &dots {
        if let Some(player) = player
            && board.try_play(point, player).is_err()
        {
            return false;
        }
    }
    let is_there =
        board.live(Player::Second).contains(at(win.target)) && board.is_legal(at((0, 0)));
    is_there && prover.rule_at(&mut board, at((0, 0)), win) == Ruling::NotProved
}

/// A board with a picture at a random cell and the moves of a game round it, and the centre of the
/// picture; `X` is the first player. `None` if the picture does not fit, or does not hold in the end.
fn stamp(picture: &Picture, size: Size, moves: &[Move], rng: &mut Rng) -> Option<(Board, Point)> {
    let reach = REACH as u32;
    let place = |side: u32, rng: &mut Rng| (side > 2 * reach).then(|| rng.u32(reach..side - reach));
    let centre = Point::new(place(size.width(), rng)?, place(size.height(), rng)?);
    let mut board = Board::new(size);
    let mut taken: Bitboard = [centre].into_iter().collect();
    for cell in picture.cells() {
        let (x, y) = (centre.x() as i32 + cell.dx, centre.y() as i32 + cell.dy);
        let point = Point::new(x as u32, y as u32);
        taken.insert(point);
        if let Symbol::Dot(player) = cell.symbol {
            board.try_play(point, player).ok()?;
        }
    }
    for played in moves {
        let is_outside = !taken.contains(played.point);
        if is_outside && board.cell(played.point) == Cell::Free {
            board.play(played.point, played.player);
        }
    }
    let holds = board.is_legal(centre) && picture.holds(&board, centre);
    holds.then_some((board, centre))
}
