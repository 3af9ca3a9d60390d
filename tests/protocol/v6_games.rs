//! Full games between two engine processes through the protocol: no illegal move, no crash, no
//! missed deadline.
//!
//! | variable | what | by default |
//! |---|---|---|
//! | `TOCHKI_GAMES` | number of games | 2 |
//! | `TOCHKI_CONCURRENCY` | games at a time; of each, one engine thinks at a time | 2 |
//! | `TOCHKI_MOVE_MS` | time for a move | 20 |
//! | `TOCHKI_TOLERANCE_MS` | how late a reply may be on a busy machine | 2000 |
//!
//! `TOCHKI_GAMES=200 TOCHKI_CONCURRENCY=1 TOCHKI_TOLERANCE_MS=0 cargo test --release --test protocol v6_games -- --nocapture`

use crate::client::{Engine, Stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tochki::{Board, Player, Point, Size};

const SIDE: u32 = 20;
/// Dots put at random before the engines take over, so that no two games are the same.
const OPENING: usize = 8;

#[derive(Clone, Copy)]
struct Settings {
    games: u64,
    per_move: Duration,
    tolerance: Duration,
}

/// What came of all games.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    moves: u64,
    /// Replies after the time was over, within the tolerance or not.
    late: u64,
    slowest: Duration,
}

fn variable(name: &str, default: u64) -> u64 {
    let value = std::env::var(name);
    value.map_or(default, |value| value.parse().expect("a number"))
}

/// One game: two engines, and the position as the referee sees it.
struct Game {
    engines: [Engine; 2],
    board: Board,
}

impl Game {
    /// Starts the engines and plays some dots at random in the middle of the board.
    fn start(seed: u64) -> Game {
        let size = Size::new(SIDE, SIDE).expect("a size");
        let mut game = Game {
            engines: [(); 2].map(|()| Engine::start(Stderr::Closed)),
            board: Board::new(size),
        };
        for engine in &mut game.engines {
            let (reply, _) = engine.ask(&format!("0 init {SIDE} {SIDE} {seed}"));
            assert_eq!(reply, "= 0 init");
        }
        let mut random = fastrand::Rng::with_seed(seed);
        while game.board.moves().len() < OPENING {
            let middle = SIDE / 4..SIDE * 3 / 4;
            let point = Point::new(random.u32(middle.clone()), random.u32(middle));
            if game.board.is_playable(point) {
                let player = Player::ALL[game.board.moves().len() % 2];
                game.play(point, player);
            }
        }
        game
    }

    /// Puts a dot on all three boards.
    fn play(&mut self, point: Point, player: Player) {
        self.board.play(point, player);
        let request = format!("0 play {} {} {player}", point.x(), point.y());
        for engine in &mut self.engines {
            let (reply, _) = engine.ask(&request);
            assert_eq!(reply, format!("= {request}"));
        }
    }

    /// Lets the player's engine choose a legal move.
    fn choose(&mut self, player: Player, settings: Settings) -> (Point, Duration) {
        let time = settings.per_move.as_millis();
        let (reply, took) =
            self.engines[player.index()].ask(&format!("0 gen_move_with_time {player} {time}"));
        let words: Vec<&str> = reply.split(' ').collect();
        let ["=", "0", "gen_move_with_time", x, y, colour] = words[..] else {
            panic!("{reply:?} is no move");
        };
        let point = Point::new(x.parse().expect("a column"), y.parse().expect("a row"));
        assert_eq!(colour, player.to_string());
        assert!(self.board.is_playable(point), "{reply:?} is illegal");
        (point, took)
    }

    /// Plays until the board is full and compares all three boards.
    fn finish(mut self, settings: Settings, tally: &mut Tally) {
        let mut player = Player::ALL[self.board.moves().len() % 2];
        while !self.board.free().is_empty() {
            let (point, took) = self.choose(player, settings);
            tally.moves += 1;
            tally.late += u64::from(took > settings.per_move);
            tally.slowest = tally.slowest.max(took);
            let allowed = settings.per_move + settings.tolerance;
            assert!(took <= allowed, "a move took {took:?}");
            self.play(point, player);
            player = player.opponent();
        }
        let score = Player::ALL.map(|player| self.board.captured_by(player).to_string());
        let lead = self.board.score(Player::First);
        let winner = match lead.signum() {
            1 => "0",
            -1 => "1",
            _ => "-",
        };
        let status = format!("= 0 status full {winner} {}", lead.abs());
        for mut engine in self.engines {
            let (reply, _) = engine.ask("0 score");
            assert_eq!(reply, format!("= 0 score {}", score.join(" ")));
            assert_eq!(engine.ask("0 status").0, status);
            assert_eq!(engine.ask("0 quit").0, "= 0 quit");
            assert_eq!(engine.end().code(), Some(0));
        }
        tally.games += 1;
    }
}

#[test]
fn full_games_are_played_in_time() {
    let settings = Settings {
        games: variable("TOCHKI_GAMES", 2),
        per_move: Duration::from_millis(variable("TOCHKI_MOVE_MS", 20)),
        tolerance: Duration::from_millis(variable("TOCHKI_TOLERANCE_MS", 2000)),
    };
    let (next, total) = (AtomicU64::new(0), Mutex::new(Tally::default()));
    std::thread::scope(|scope| {
        for _ in 0..variable("TOCHKI_CONCURRENCY", 2) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= settings.games {
                        return;
                    }
                    let mut tally = Tally::default();
                    Game::start(seed).finish(settings, &mut tally);
                    let mut total = total.lock().expect("no game has failed");
                    total.games += tally.games;
                    total.moves += tally.moves;
                    total.late += tally.late;
                    total.slowest = total.slowest.max(tally.slowest);
                    println!("{total:?}");
                }
            });
        }
    });
    assert_eq!(
        total.into_inner().expect("no game has failed").games,
        settings.games
    );
}
