//! A collection of start positions. Width and height of the board, the number of a game, a branch, and the number of
//! moves are the first five bytes. The first one stands for a variant of the rules too.

use tochki::arena::openings::{Opening, Openings, OpeningsError, Selection, parse};
use tochki::board::Rules;
use tochki::{Board, Size};

/// The rules and the board for which positions are read.
#[derive(Clone, Copy)]
struct Terms {
    rules: Rules,
    size: Size,
}

impl Terms {
    fn parse(self, text: &[u8], selection: &Selection) -> Result<Vec<Opening>, OpeningsError> {
        parse(text, self.rules, self.size, selection)
    }
}

/// Positions that can be read can be put on the board, in order and shuffled, and a selection of one game is that game.
pub fn check(data: &[u8]) {
    let Some((&[width, height, game, branch, moves], text)) = data.split_first_chunk() else {
        return;
    };
    let side = |byte: u8| 1 + u32::from(byte) % Size::MAX_SIDE;
    let variant = u32::from(width) / Size::MAX_SIDE;
    let terms = Terms {
        rules: Rules {
            suicide: variant.is_multiple_of(2),
            captures_empty_bases: variant / 2 == 1,
        },
        size: Size::new(side(width), side(height)).expect("a size"),
    };
    let selection = Selection {
        game: (game % 4 > 0).then_some(usize::from(game / 4)),
        branches: Vec::from_iter((branch % 4 > 0).then_some(usize::from(branch / 4))),
        exact_moves: (moves % 4 == 1).then_some(usize::from(moves / 4)),
        most_moves: (moves % 4 == 2).then_some(usize::from(moves / 4)),
    };
    let list = match terms.parse(text, &selection) {
        Ok(list) => list,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert!(!list.is_empty());
    for opening in &list {
        check_opening(opening, terms);
    }
    check_limit(text, terms, &selection, &list);
    if selection.game.is_none() {
        check_numbers(text, terms, &selection, &list);
    }
    check_order(list, terms);
}

/// The dots are legal one after the other.
fn check_opening(opening: &Opening, terms: Terms) {
    let mut board = Board::under(terms.rules, terms.size);
    for dot in &opening.dots {
        board
            .try_play(dot.point, dot.player)
            .expect("a dot of a start position is legal");
    }
    board.validate().expect("the board is sound");
}

/// The positions have no more moves than the limit allows. Without a limit they have the same dots, and perhaps more.
fn check_limit(text: &[u8], terms: Terms, selection: &Selection, list: &[Opening]) {
    let bare = Selection {
        exact_moves: Some(0),
        most_moves: None,
        ..selection.clone()
    };
    let bare = terms.parse(text, &bare).expect("moves can be left out");
    assert_eq!(bare.len(), list.len());
    for (cut, bare) in list.iter().zip(&bare) {
        assert!(cut.dots.starts_with(&bare.dots));
        let moves = cut.dots.len() - bare.dots.len();
        assert!(selection.most_moves.is_none_or(|most| moves <= most));
        assert!(selection.exact_moves.is_none_or(|exact| moves == exact));
    }
    let whole = Selection {
        exact_moves: None,
        most_moves: None,
        ..selection.clone()
    };
    // A warning about a later move may refuse the whole game.
    if let Ok(whole) = terms.parse(text, &whole) {
        assert_eq!(whole.len(), list.len());
        for (cut, whole) in list.iter().zip(&whole) {
            assert!(whole.dots.starts_with(&cut.dots));
        }
    }
}

/// Each position is found by its number, and there is none after the last.
fn check_numbers(text: &[u8], terms: Terms, selection: &Selection, list: &[Opening]) {
    let numbered = |number| {
        let one = Selection {
            game: Some(number),
            ..selection.clone()
        };
        terms.parse(text, &one)
    };
    for (number, opening) in (1..).zip(list).take(4) {
        assert_eq!(
            numbered(number).as_deref(),
            Ok(std::slice::from_ref(opening))
        );
    }
    assert!(numbered(0).is_err());
    assert!(numbered(list.len() + 1).is_err());
}

fn check_order(list: Vec<Opening>, terms: Terms) {
    let Terms { rules, size } = terms;
    let listed = Openings::listed(list.clone(), size, None).expect("it is not empty");
    let seed = Some(list.len() as u64);
    let shuffled = Openings::listed(list.clone(), size, seed).expect("it is not empty");
    assert_eq!(listed.digest(), shuffled.digest());
    assert_eq!(
        listed.first_over(rules, 0.5),
        shuffled.first_over(rules, 0.5)
    );
    if list.len() > 16 {
        return;
    }
    let mut found: Vec<Opening> = (0..list.len()).map(|pair| shuffled.get(pair)).collect();
    for (pair, opening) in list.iter().enumerate() {
        assert_eq!(&listed.get(pair + list.len()), opening);
        let place = found.iter().position(|found| found == opening);
        found.swap_remove(place.expect("every position is used once"));
    }
}
