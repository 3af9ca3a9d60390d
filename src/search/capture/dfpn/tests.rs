use super::*;
use crate::board::Rules;
use crate::notation::diagram;

/// The first player needs a dot above the target at (3, 4) and one below. The dot at (3, 2) also captures the empty
/// cell above it.
#[test]
fn where_empty_bases_are_territory_a_reply_may_be_in_one_that_the_threat_captures() {
    let picture = "
        . . . 0 . . .
        . . 0 . 0 . .
        . . . . . . .
        . . 0 . 0 . .
        . 0 . 1 . 0 .
        . . 0 . 0 . .
        . . . . . . .
    ";
    let dots = diagram::parse(picture).unwrap();
    let rules = Rules {
        captures_empty_bases: true,
        ..Rules::default()
    };
    let mut board = Board::under(rules, dots.size());
    for player in Player::ALL {
        for cell in dots.live(player).iter() {
            board.play(cell, player);
        }
    }
    let goal = Goal {
        kind: Kind::Capture,
        prover: Player::First,
        target: Point::new(3, 4),
    };
    let (mut table, limits) = (Table::new(), Limits::default());
    let mut search = Search::new(&mut board, &mut table, goal, &limits);
    let node = Node::root(false, 2);
    let proof = search.prove(node.with_lower_order()).unwrap();
    assert_eq!(proof.best, Some(Point::new(3, 2)));
    let mut entry = search.expand(node);
    search.look_at_threat(node, &mut entry);
    let replies: Bitboard = entry.children.iter().filter_map(|it| it.cell).collect();
    assert_eq!(replies, *search.board.free());
}
