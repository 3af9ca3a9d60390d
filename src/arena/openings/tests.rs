use super::*;

const USUAL: Rules = Rules {
    suicide: true,
    captures_empty_bases: false,
};

/// Reads a collection by the usual rules.
fn parse(bytes: &[u8], size: Size, selection: &Selection) -> Result<Vec<Opening>, OpeningsError> {
    super::parse(bytes, USUAL, size, selection)
}

#[test]
fn random_openings_follow_their_seed() {
    let size = Size::new(8, 7).unwrap();
    let openings = Openings::random(20, 5, USUAL, size).unwrap();
    assert_eq!(openings.get(3), openings.get(3));
    assert_ne!(openings.get(3), openings.get(4));
    let next = Openings::random(20, 6, USUAL, size).unwrap();
    for pair in 1..9 {
        assert_ne!(openings.get(pair), next.get(pair - 1));
    }
    assert_eq!(openings.get(0).dots.len(), 20);
    assert!(Openings::random(29, 5, USUAL, size).is_err());
}

#[test]
fn komi_alone_decides_no_position() {
    // The second player has no loose dot, so with komi he could ground and win. In the second diagram he has captured
    // a dot, and in the third one the board is full.
    let size = Size::new(3, 3).unwrap();
    let text = "...\n...\n...\n\n.B.\nCaD\n.E.\n\nabc\ndef\nghi\n";
    let list = parse(text.as_bytes(), size, &Selection::default()).unwrap();
    let over = |komi| {
        let over = list
            .iter()
            .map(|opening| opening.is_over(USUAL, size, komi));
        over.collect::<Vec<_>>()
    };
    assert_eq!(over(0.5), [false, true, true]);
    // Then the first player has no loose dot and more than the dot that he has lost.
    assert_eq!(over(-1.5), [false, true, true]);
    assert_eq!(over(-1.0), [false, false, true]);
}

#[test]
fn collections_are_read_in_order_or_shuffled() {
    let text = "a..\n...\n\n\n.a.\n.B.\n\n0..\n..1\n";
    let size = Size::new(3, 2).unwrap();
    let all = Selection::default();
    let list = parse(text.as_bytes(), size, &all).unwrap();
    assert_eq!(
        list.iter()
            .map(|opening| opening.dots.len())
            .collect::<Vec<_>>(),
        [1, 2, 2]
    );
    let listed = Openings::listed(list.clone(), size, None).unwrap();
    assert_eq!(listed.get(4), list[1]);
    let shuffled = Openings::listed(list.clone(), size, Some(9)).unwrap();
    for opening in &list {
        assert_eq!(
            (3..6)
                .filter(|&pair| shuffled.get(pair) == *opening)
                .count(),
            1
        );
    }
    let round = |round: usize| [0, 1, 2].map(|pair| shuffled.get(3 * round + pair));
    assert!((1..20).any(|later| round(later) != round(0)));
    let mut other = list.clone();
    other[0].to_move = other[0].to_move.opponent();
    let other = Openings::listed(other, size, None).unwrap();
    assert_ne!(other.digest(), listed.digest());
    let turns: Vec<_> = list.iter().map(|opening| opening.to_move).collect();
    assert_eq!(turns, [Player::Second, Player::First, Player::First]);
    let foreign = "(;GM[40]SZ[3:2]RU[Punish=1];B[aa])";
    let refused = |bytes: &[u8]| parse(bytes, size, &all).unwrap_err().to_string();
    assert!(refused(foreign.as_bytes()).starts_with("game 1: line 1, column 16: the rules"));
    let other = b"(;GM[40]SZ[3:2]RU[Suicide=0];W[bb])";
    assert!(refused(other).starts_with("game 1: its rules are no-suicide, those"));
    let sgf = "(;GM[40]SZ[3:2]AB[aa];W[bb])(;GM[40]SZ[3:2])";
    assert_eq!(
        parse(sgf.as_bytes(), size, &all).unwrap()[0].to_move,
        Player::First
    );
    let sgf = "(;GM[40]SZ[3:2]AB[aa]PL[W])";
    assert_eq!(
        parse(sgf.as_bytes(), size, &all).unwrap()[0].to_move,
        Player::Second
    );
    assert_eq!(refused(b"a"), "position 1 is on a board of 1x1, not 3x2");
    assert_eq!(refused(b" \n"), "there is no position");
}

#[test]
fn a_small_file_has_no_more_start_dots_than_fit_into_the_memory() {
    let full = "(;GM[40]SZ[52]AB[aa:ZZ])";
    let parse = |games| {
        let size = Size::new(52, 52).unwrap();
        parse(full.repeat(games).as_bytes(), size, &Selection::default())
    };
    assert_eq!(parse(36).unwrap().len(), 36);
    assert_eq!(parse(37), refuse(Problem::ManyDots));
}

#[test]
fn games_of_a_collection_are_chosen_and_cut() {
    let size = Size::new(4, 4).unwrap();
    let sgf = b"(;GM[40]SZ[4]AB[aa];W[bb];B[cc];W[dd])(;GM[40]SZ[4];B[aa];W[bb])";
    let of = |selection: Selection| {
        let list = parse(sgf, size, &selection)?;
        let openings = list.iter();
        Ok(openings
            .map(|opening| (opening.dots.len(), opening.to_move))
            .collect::<Vec<_>>())
    };
    let (first, second) = (Player::First, Player::Second);
    let all = Selection::default;
    assert_eq!(of(all()), Ok(vec![(4, first), (2, first)]));
    let moves = |moves| Selection {
        exact_moves: Some(moves),
        ..all()
    };
    assert_eq!(of(moves(1)), Ok(vec![(2, first), (1, second)]));
    let too_long = "position 2: there is no move 3: the game has 2";
    assert_eq!(of(moves(3)), refuse(too_long));
    let plies = Selection {
        most_moves: Some(2),
        ..all()
    };
    assert_eq!(of(plies), Ok(vec![(3, second), (2, first)]));
    let one = |game| Selection {
        game: Some(game),
        ..all()
    };
    assert_eq!(of(one(2)), Ok(vec![(2, first)]));
    assert_eq!(
        of(one(3)),
        refuse("line 1, column 1: there is no game 3, only 2")
    );
}

#[test]
fn the_player_to_move_after_a_cut_is_that_of_the_record() {
    let sgf = "(;GM[40]SZ[4]AB[aa][dd];W[bb];B[cc];B[ca])";
    let diagram = ".b..\ndAc.\n....\n....\n";
    let (first, second) = (Player::First, Player::Second);
    for (text, moves, player) in [
        (sgf, 0, second),
        (sgf, 1, first),
        (sgf, 2, first),
        (sgf, 3, second),
        (diagram, 0, second),
        (diagram, 1, first),
        (diagram, 2, first),
        (diagram, 4, second),
    ] {
        let named = Selection {
            exact_moves: Some(moves),
            ..Selection::default()
        };
        let cut = Selection {
            most_moves: Some(moves),
            ..Selection::default()
        };
        for selection in [named, cut] {
            let list = parse(text.as_bytes(), Size::new(4, 4).unwrap(), &selection).unwrap();
            assert_eq!(list[0].to_move, player, "{text} {moves}");
        }
    }
}

#[test]
fn diagrams_are_chosen_and_their_lines_are_named() {
    let size = Size::new(2, 2).unwrap();
    let one = |game| Selection {
        game: Some(game),
        exact_moves: Some(1),
        ..Selection::default()
    };
    let text = b"\nab\n..\n\n\n.a\nb.";
    let second = parse(text, size, &one(2)).unwrap();
    assert_eq!(second[0].dots.len(), 1);
    let none = "there is no diagram 3, only 2";
    assert_eq!(parse(text, size, &one(3)), refuse(none));
    let branch = Selection {
        branches: vec![1],
        ..one(2)
    };
    let none = "only a game in SGF has branches";
    assert_eq!(parse(text, size, &branch), refuse(none));
    let broken = parse(b"\nab\n..\n\n\n.a\nb?", size, &Selection::default());
    assert!(broken.unwrap_err().to_string().starts_with("line 7, "));
    let ragged = parse(b"..\n..\n\n.\n..", size, &Selection::default());
    assert!(ragged.unwrap_err().to_string().starts_with("line 5, "));
}

#[test]
fn positions_are_those_of_the_rules_of_the_match() {
    let size = Size::new(4, 4).unwrap();
    let no_suicide = Rules {
        suicide: false,
        ..USUAL
    };
    let captures_empty_bases = Rules {
        captures_empty_bases: true,
        ..USUAL
    };
    let dots = |text: &str, rules| {
        let list = super::parse(text.as_bytes(), rules, size, &Selection::default());
        list.map(|list| list[0].dots.len())
            .map_err(|error| error.to_string())
    };
    // A game that names no rules is accepted if the rules of the match allow its dots.
    let ring = "AB[ba][ab][cb][bc]";
    let inside = |rules: &str| format!("(;GM[40]SZ[4]{rules}{ring};W[bb];B[dd])");
    assert_eq!(dots(&inside(""), USUAL), Ok(6));
    let forbidden = |reason: &str| Err(format!("position 1: the rules {reason}"));
    assert_eq!(
        dots(&inside(""), no_suicide),
        forbidden("no-suicide forbid dot 5: the dot would be captured at once")
    );
    let closed = "captures-empty-bases forbid dot 5: the cell is inside captured territory";
    let base = ".a..\naBa.\n.a..\n....\n";
    assert_eq!(dots(base, captures_empty_bases), forbidden(closed));
    let capture = ".a..\naBc.\n.a..\n....\n";
    assert_eq!(dots(capture, captures_empty_bases), Ok(5));
    let outside = format!("(;GM[40]SZ[4]RU[Suicide=0]{ring};W[dd])");
    assert_eq!(dots(&outside, no_suicide), Ok(5));
    let others = "game 1: its rules are no-suicide, those of the match usual";
    assert_eq!(dots(&outside, USUAL), Err(others.to_owned()));
    let others = "game 1: its rules are usual, those of the match no-suicide";
    assert_eq!(
        dots(&inside("RU[russian]"), no_suicide),
        Err(others.to_owned())
    );
    let refused = "diagram 1 has other playable cells than the rules";
    for (picture, rules) in [
        (".0..\n0.0.\n.0..\n....", captures_empty_bases),
        (".0..\n0x0.\n.0..\n....", USUAL),
    ] {
        assert!(dots(picture, rules).unwrap_err().starts_with(refused));
    }
    assert_eq!(dots(".0..\n0x0.\n.0..\n....", captures_empty_bases), Ok(4));
}

#[test]
fn random_dots_close_nothing_by_rules_that_capture_empty_bases() {
    let rules = Rules {
        captures_empty_bases: true,
        ..USUAL
    };
    let size = Size::new(8, 8).unwrap();
    let closed = |by| {
        let openings = Openings::random(32, 4, by, size).unwrap();
        let boards = (0..200).map(|pair| openings.get(pair).board(rules, size));
        let free = boards.map(|board| board.map(|board| board.free().len()));
        free.filter(|&free| free != Ok(32)).count()
    };
    assert_eq!(closed(rules), 0);
    assert!(closed(USUAL) > 0);
}
