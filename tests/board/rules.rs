//! The rules of the game, case by case.

use crate::images::image_of_cells;
use std::collections::HashMap;
use tochki::board::{
    Action, Chain, Ending, Game, IllegalAction, IllegalMove, InvalidSetup, Rules, Status,
    chains_round,
};
use tochki::geometry::Symmetry;
use tochki::notation::diagram::{self, DiagramError};
use tochki::{Board, Cell, Move, Player, Point, Size};

/// Captures of both players after the moves of a game diagram.
fn captures(game: &str) -> (u32, u32) {
    let board = diagram::parse(game).expect("a diagram");
    board.validate().expect("a consistent board");
    (
        board.captured_by(Player::First),
        board.captured_by(Player::Second),
    )
}

#[test]
fn closing_a_ring_captures() {
    assert_eq!(captures(".a.\ncBa\n.a."), (1, 0));
}

#[test]
fn a_dot_in_an_empty_base_is_captured_at_once() {
    assert_eq!(captures(".a.\naBa\n.a."), (1, 0));
}

#[test]
fn a_capture_breaks_the_empty_base() {
    assert_eq!(captures(".aB.\naCaB\n.aB."), (0, 1));
}

#[test]
fn captured_dots_are_freed() {
    let game = "..c..\n.cBc.\ncBaBc\n.cBc.\n..d..";
    assert_eq!(captures(game), (4, 0));
    let mut board = diagram::parse(game).unwrap();
    // The freed dot is no wall between the cells round it.
    let capture = board.last_capture().unwrap();
    let chains = chains_round(&capture.territory, &capture.walls(&board), board.size());
    assert_eq!(chains.iter().map(Chain::len).collect::<Vec<_>>(), [8]);
    board.undo();
    assert_eq!(board.captured_by(Player::Second), 1);
    board.play(Point::new(2, 4), Player::First);
    assert_eq!(
        diagram::print(&board),
        "..0..\n.0b0.\n0b0b0\n.0b0.\n..0..\n"
    );
}

/// One dot closes two rings. Each row of arms adds two dots to the outer chain and four to the inner one, which has two
/// arms. With nine rows both chains have the same length.
#[test]
fn the_shorter_chain_captures_first_and_of_equal_ones_the_inner() {
    for (rows, between) in [
        (8, Cell::EmptyBase(Player::First)),
        (9, Cell::EmptyBase(Player::First)),
        (10, Cell::Dead),
    ] {
        let (above, below) = (
            ".0000.0000.\n0.........0\n0..00100..0\n0.0.....0.0\n0.0.000.0.0\n",
            "0..0...0..0\n0.........0\n.000000000.\n",
        );
        let arms = "0.0.0.0.0.0\n".repeat(rows);
        let plain = diagram::parse(&[above, &arms, below].concat()).unwrap();
        assert_closed(&plain, Point::new(5, 1), Point::new(1, 1), between);
    }
}

/// Two chains run round the captured dot. The shorter one also encloses a cell that side steps from the dot do not reach.
/// So the other one counts.
#[test]
fn the_chain_follows_the_cells_that_it_encloses() {
    let plain = ".......\n....00.\n...0..0\n..0.0.0\n.0.01.0\n.0...0.\n..00...\n";
    let plain = diagram::parse(plain).unwrap();
    let base = Cell::EmptyBase(Player::First);
    assert_closed(&plain, Point::new(4, 6), Point::new(3, 3), base);
}

/// Checks that the `last` dot of the first player captures one dot, and what the `cell` is then, under all symmetries.
/// `plain` has the dots before, none of which may capture.
fn assert_closed(plain: &Board, last: Point, cell: Point, expected: Cell) {
    for symmetry in Symmetry::all() {
        let turned = |point| symmetry.point(point, plain.size());
        let mut board = image_of_cells(plain, symmetry, false);
        board.play(turned(last), Player::First);
        board.validate().unwrap();
        assert_eq!(board.captured_by(Player::First), 1);
        assert_eq!(board.cell(turned(cell)), expected, "{board}");
    }
}

#[test]
fn different_positions_have_different_hashes() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut seen: HashMap<u64, String> = HashMap::new();
    for _ in 0..3000 {
        let rules = Rules {
            suicide: rng.bool(),
            captures_empty_bases: rng.bool(),
        };
        let size = Size::new(rng.u32(1..=4), rng.u32(1..=4)).unwrap();
        let mut board = Board::under(rules, size);
        loop {
            let position = format!("{rules} {size} {board}");
            let first = seen.entry(board.hash()).or_insert(position.clone());
            assert_eq!(*first, position);
            let cells: Vec<Point> = board.free().iter().collect();
            let Some(&cell) = rng.choice(&cells) else {
                break;
            };
            board.play(cell, Player::ALL[rng.usize(..2)]);
        }
    }
    // Equal dots in two orders: in each position another one is captured.
    let [one, other] =
        [".aB.\naCaB\n.aB.", ".aB.\naBcB\n.aB."].map(|game| diagram::parse(game).unwrap());
    assert_eq!([&one, &other].map(|b| b.score(Player::First)), [-1, 1]);
    assert_ne!(one.hash(), other.hash());
}

#[test]
fn cells_that_contradict_each_other_are_refused() {
    for (picture, fault) in [
        (".0.\n010\n.0.", "the dot should be captured"),
        // His own chain does not capture a dot.
        (".0.\n0a0\n.0.", "the cell is not enclosed"),
    ] {
        let refused = diagram::parse(picture).unwrap_err().to_string();
        assert_eq!(refused, format!("row 2, column 2 of the diagram: {fault}"));
    }
}

/// What is inside a smaller ring is inside the larger one too, whose capture closes it.
#[test]
fn no_cell_in_a_ring_inside_territory_is_playable() {
    let parse = |middle: &str| {
        let rows = [
            ".00000.", "0xxxxx0", "0bx0xx0", "0x0?0x0", "0xx0xx0", "0xxxxx0", ".00000.",
        ];
        diagram::parse(&rows.join("\n").replace('?', middle))
    };
    parse("x").unwrap().validate().unwrap();
    let refused = parse(".").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "row 4, column 4 of the diagram: the cell should be unplayable"
    );
    let playable = InvalidSetup::ShouldBeClosed(Point::new(3, 3));
    assert!(
        matches!(refused, DiagramError::Setup { place, error } if (place.line, error) == (4, playable))
    );
}

/// The game from a diagram, with all its dots there from the start.
fn game(diagram: &str) -> Game {
    Game::new(diagram::parse(diagram).expect("a diagram"))
}

/// The captures of both players after one of them has grounded.
fn captures_after_grounding(diagram: &str, player: Player) -> [u32; 2] {
    let mut game = game(diagram);
    let before = Player::ALL.map(|player| game.captured_by(player));
    let foreseen = Player::ALL.map(|of| game.board().score_after_grounding(of, player));
    game.act(player, Action::Ground).expect("the game goes on");
    assert_eq!(Player::ALL.map(|of| game.score(of)), foreseen);
    let after = Player::ALL.map(|player| game.captured_by(player));
    assert!(game.undo(), "grounding can be taken back");
    assert_eq!(Player::ALL.map(|player| game.captured_by(player)), before);
    after
}

#[test]
fn grounding_gives_loose_dots_away() {
    use Player::{First, Second};
    for (diagram, player, captures) in [
        (".....\n.aaA.\n.....", First, [0, 2]),
        (".....\n.aaA.\n.....", Second, [1, 0]),
        // Dots at the edge are safe.
        ("aA.", First, [0, 0]),
        ("aA.", Second, [0, 0]),
        // A cross: its dots touch at corners only.
        ("....\n.aA.\n.Aa.\n....", First, [0, 2]),
        ("....\n.aA.\n.Aa.\n....", Second, [2, 0]),
        // A loose ring sets free what it holds.
        ("......\n..aa..\n.aA.a.\n..aa..\n......", First, [0, 6]),
        ("......\n..aa..\n.aA.a.\n..aa..\n......", Second, [1, 0]),
        // Joined to the edge, it keeps it.
        ("......\n..aa..\naaA.a.\n..aa..\n......", First, [1, 0]),
    ] {
        assert_eq!(
            captures_after_grounding(diagram, player),
            captures,
            "{diagram}"
        );
    }
}

#[test]
fn komi_decides_only_after_a_capture() {
    use Player::{First, Second};
    for (picture, komi, decided, wins) in [
        (".0.\n0b0\n.0.", 0.5, Some(First), Some(First)),
        (".0.\n0b0\n.0.", 1.0, None, None),
        (".0.\n0b0\n.0.", 1.5, Some(Second), Some(Second)),
        (".0.\n0.0\n.0.", 0.5, None, Some(Second)),
        (".0.\n0.0\n.0.", -0.5, None, Some(First)),
        // The first player would lose a loose dot.
        ("....\n.0..\n....", -1.0, None, None),
        ("....\n.0..\n....", -1.5, None, Some(First)),
    ] {
        let board = diagram::parse(picture).expect("a diagram");
        let status = decided.map_or(Status::Playing, Status::Decided);
        assert_eq!(board.decided(komi), decided, "{picture} {komi}");
        assert_eq!(board.status(komi), status, "{picture} {komi}");
        assert_eq!(board.winner_by_grounding(komi), wins, "{picture} {komi}");
    }
}

#[test]
fn an_ended_game_goes_on_only_from_before_its_end() {
    let mut game = Game::new(Board::new(Size::new(3, 3).unwrap()));
    let (corner, middle) = (Point::new(0, 0), Point::new(1, 1));
    assert!(!game.undo());
    game.act(Player::First, Action::Put(middle)).unwrap();
    for how in [Ending::Ground, Ending::Resign] {
        game.act(Player::First, how.into()).unwrap();
        assert_eq!(game.ending(), Some((Player::First, how)));
        assert_eq!(game.turns(), 2);
        for action in [Action::Put(corner), how.into()] {
            let refused = game.act(Player::Second, action);
            assert_eq!(refused, Err(IllegalAction::GameOver));
        }
        let given = i32::from(how == Ending::Ground);
        assert_eq!(game.score(Player::Second), given);
        assert!(game.undo());
        assert_eq!((game.ending(), game.turns()), (None, 1));
    }
    let occupied = IllegalAction::IllegalMove(IllegalMove::Occupied);
    assert_eq!(game.act(Player::Second, Action::Put(middle)), Err(occupied));
    assert!(game.undo());
    assert_eq!(game.board().moves().len(), 0);
}

#[test]
fn a_full_board_refuses_dots_only() {
    let mut game = game("01");
    assert!(game.is_over());
    let put = game.act(Player::First, Action::Put(Point::new(0, 0)));
    let occupied = IllegalAction::IllegalMove(IllegalMove::Occupied);
    assert_eq!(put, Err(occupied));
    assert_eq!(game.act(Player::Second, Action::Ground), Ok(()));
}

#[test]
fn start_dots_are_no_turns() {
    let mut game = game("aA.");
    assert_eq!((game.turns(), game.start().len()), (0, 2));
    game.act(Player::First, Action::Put(Point::new(2, 0)))
        .unwrap();
    assert_eq!(game.moves().map(|m| m.point.x()).collect::<Vec<_>>(), [2]);
    assert!(game.undo());
    assert!(!game.undo());
    assert_eq!(game.board().moves().len(), 2);
}

#[test]
fn who_moves_first_moves_first_again_after_undo() {
    let board = diagram::parse("aA.").expect("a diagram");
    assert_eq!(Game::new(board.clone()).to_move(), Player::First);
    let mut game = Game::with_first(board, Player::Second);
    game.act(Player::Second, Action::Put(Point::new(2, 0)))
        .unwrap();
    assert_eq!(game.to_move(), Player::First);
    assert!(game.undo());
    assert_eq!(game.to_move(), Player::Second);
}

/// The board after the moves of a game diagram under these rules.
fn board_under(rules: Rules, game: &str) -> Board {
    let usual = diagram::parse(game).expect("a diagram");
    let mut board = Board::under(rules, usual.size());
    for Move { point, player } in usual.moves() {
        board.try_play(point, player).expect("a legal move");
    }
    board
}

#[test]
fn suicide_can_be_forbidden() {
    let rules = Rules {
        suicide: false,
        ..Rules::default()
    };
    let middle = Point::new(1, 1);
    let mut board = board_under(rules, ".a.\na.a\n.a.");
    assert_eq!(
        board.try_play(middle, Player::Second),
        Err(IllegalMove::Suicide)
    );
    assert!(board.is_legal_for(middle, Player::First));
    board.validate().unwrap();
    // A dot that captures is none.
    let mut board = board_under(rules, ".aB.\na.aB\n.aB.");
    assert!(!board.is_suicide(middle, Player::Second));
    assert_eq!(board.try_play(middle, Player::Second), Ok(()));
    assert_eq!(board.captured_by(Player::Second), 1);
}

#[test]
fn it_is_known_when_every_dot_would_be_captured_at_once() {
    for (picture, wanted) in [
        ("101\n0.0\n101", [false, true]),
        ("10.\n0.0\n101", [false, false]),
        ("101\n000\n101", [true, true]),
    ] {
        let board = diagram::parse(picture).unwrap();
        let found = Player::ALL.map(|player| board.has_only_suicides(player));
        assert_eq!(found, wanted, "{picture}");
    }
}

#[test]
fn empty_bases_can_be_captured() {
    let rules = Rules {
        captures_empty_bases: true,
        ..Rules::default()
    };
    let mut board = board_under(rules, ".a.\na.a\n.a.");
    assert_eq!(diagram::print(&board), ".0.\n0x0\n.0.\n");
    assert_eq!(board.score(Player::First), 0);
    assert_eq!(
        board.try_play(Point::new(1, 1), Player::First),
        Err(IllegalMove::InTerritory)
    );
    board.validate().unwrap();
    let usual = board_under(Rules::default(), ".a.\na.a\n.a.");
    assert_ne!(board.hash(), usual.hash());
    board.undo();
    assert_eq!(diagram::print(&board), ".0.\n0.0\n...\n");
    assert!(Board::from_cells_under(rules, usual.size(), |point| usual.cell(point)).is_err());
}
