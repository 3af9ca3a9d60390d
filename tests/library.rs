//! What a program relies on that uses the library.

use tochki::protocol::Session;
use tochki::search::options::Options;
use tochki::search::{Engine, Limits, StopFlag};
use tochki::{Board, Size};

fn is_send<T: Send>() {}

#[test]
fn engines_and_sessions_move_to_other_threads() {
    is_send::<Box<dyn Engine>>();
    is_send::<Session>();
    is_send::<Board>();
    is_send::<Options>();
    is_send::<Limits>();
    is_send::<StopFlag>();
}

#[test]
fn a_search_on_another_thread_ends_when_it_is_told() {
    let stop = StopFlag::default();
    let limits = Limits::default().with_stop(&stop);
    let mut engine = Options::default().build();
    let search = std::thread::spawn(move || {
        let mut board = Board::new(Size::default());
        let first = tochki::Player::First;
        let found = engine.search(&mut board, first, &limits, &mut tochki::search::Silent);
        (engine, found)
    });
    std::thread::sleep(std::time::Duration::from_millis(20));
    stop.raise();
    let (_, found) = search.join().unwrap();
    assert!(found.best.is_some());
}
