//! A client that sets no time gets its move while a person is still willing to wait.

use crate::client::{Engine, Stderr};
use crate::random;
use fastrand::Rng;
use tochki::{Board, Size};

/// Processor time in hundredths of a second. A search takes up to 140 of an optimized engine.
const MOST_TICKS: u64 = 900;

fn assert_moves_come_soon(engine: &str) {
    for (dots, request) in [
        (0, "gen_move 0"),
        (100, "gen_move_with_complexity 0 100"),
        (900, "gen_move 0"),
    ] {
        let mut process = Engine::start_with(&["v6", "--engine", engine], Stderr::Open);
        process.tell("1 init 39 32 1");
        for made in random_board(dots).moves() {
            let (x, y) = (made.point.x(), made.point.y());
            process.tell(&format!("2 play {x} {y} {}", made.player));
        }
        let before = process.ticks();
        let (reply, _) = process.ask(&format!("3 {request}"));
        assert!(reply.starts_with("= 3 gen_move"), "{reply}");
        let took = process.ticks() - before;
        assert!(took < MOST_TICKS, "{engine} {dots} {request}: {took} ticks");
    }
}

#[test]
fn a_move_of_auto_without_a_time_comes_soon_on_a_large_board() {
    assert_moves_come_soon("auto");
}

#[test]
fn a_move_of_tactical_without_a_time_comes_soon_on_a_large_board() {
    assert_moves_come_soon("tactical");
}

#[test]
fn a_move_of_article_without_a_time_comes_soon_on_a_large_board() {
    assert_moves_come_soon("article");
}

fn random_board(dots: u32) -> Board {
    let mut board = Board::new(Size::OFFICIAL);
    let mut rng = Rng::with_seed(7);
    random::put(&mut board, &mut rng, dots);
    board
}
