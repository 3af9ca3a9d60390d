//! Random games on the board of the crate and on a slow reference board, compared after every
//! move.
//!
//! | variable | meaning | default |
//! |---|---|---|
//! | `TOCHKI_GAMES` | number of games | 2000 |
//! | `TOCHKI_SEED` | seed of the first game; game `n` has this seed plus `n` | 1 |
//! | `TOCHKI_TERMS` | `WxH`, or `WxH+` and rules joined by commas, such as `8x8+no-suicide,captures-empty-bases`: all games on this size, by these rules | mixed, 1x1 to 39x32 |
//! | `TOCHKI_THREADS` | how many play at once | 2 |
//! | `TOCHKI_REPLAY` | a printed game: plays and checks it alone, everything after every move | |
//!
//! With `TOCHKI_GAMES` set, a progress line goes to stderr. A difference prints the game as text
//! for `TOCHKI_REPLAY` and both boards.

use crate::reference::Place;
use crate::reference::duel::{Check, Duel, Step, Tally, point, same};
use crate::reference::games::{Style, Terms};
use std::fmt::Write as _;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use tochki::board::IllegalMove;
use tochki::notation::diagram;
use tochki::{Player, Point};

/// Plays one random game on both boards to its end, and counts what happens.
fn play_game(
    terms: Terms,
    rng: &mut fastrand::Rng,
    steps: &mut Vec<Step>,
) -> Result<Tally, String> {
    let mut style = Style::random(terms.size, rng);
    let mut duel = Duel::new(terms, steps);
    duel.compare_thoroughly()?;
    while let Some((place, player)) = style.next_move(&duel.reference, rng) {
        duel.step(Step::Play(place, player))?;
        if rng.u32(..100) < style.undo {
            undo_burst(&mut duel, rng)?;
        }
        if rng.u32(..16) == 0 {
            duel.compare_thoroughly()?;
            try_illegal_moves(&mut duel, player)?;
        }
    }
    duel.compare_thoroughly()?;
    if style.undo > 0 {
        while !duel.earlier.is_empty() {
            duel.step(Step::Undo)?;
        }
        duel.compare_thoroughly()?;
    }
    Ok(duel.tally)
}

/// Tries a cell where a dot may not be put, for each reason there is.
fn try_illegal_moves(duel: &mut Duel, player: Player) -> Check {
    for (reason, name) in [
        (IllegalMove::Occupied, "on a dot"),
        (IllegalMove::InTerritory, "in territory"),
        (IllegalMove::Suicide, "forbidden suicides"),
    ] {
        let mut places = duel.reference.places();
        let refused = |&place: &Place| duel.reference.refusal(place, player) == Some(reason);
        if let Some(place) = places.find(refused) {
            duel.try_illegal(place, player)?;
            *duel.tally.entry(name).or_default() += 1;
        }
    }
    Ok(())
}

/// Takes a few moves back and sometimes plays them again.
fn undo_burst(duel: &mut Duel, rng: &mut fastrand::Rng) -> Check {
    let undone: Vec<(Point, Player)> = duel
        .board
        .moves()
        .map(|m| (m.point, m.player))
        .rev()
        .take(rng.usize(1..8))
        .collect();
    let hash = duel.board.hash();
    for _ in &undone {
        duel.step(Step::Undo)?;
    }
    if rng.bool() {
        for &(point, player) in undone.iter().rev() {
            duel.step(Step::Play((point.x() as usize, point.y() as usize), player))?;
        }
        same("hash after a replay", duel.board.hash(), hash)?;
    }
    Ok(())
}

/// Replays steps with every check after each of them.
fn replay(terms: Terms, steps: &[Step]) -> Check {
    let mut done = Vec::new();
    let mut duel = Duel::new(terms, &mut done);
    for (number, &step) in steps.iter().enumerate() {
        duel.step(step)
            .and_then(|()| duel.compare_thoroughly())
            .map_err(|error| format!("step {}: {error}", number + 1))?;
    }
    Ok(())
}

/// `TERMS x,y,c x,y,c undo ...`
fn print_game(terms: Terms, steps: &[Step]) -> String {
    let mut text = terms.to_string();
    for step in steps {
        let _ = match step {
            Step::Play((x, y), player) => write!(text, " {x},{y},{player}"),
            Step::Undo => write!(text, " undo"),
        };
    }
    text
}

fn parse_game(text: &str) -> Option<(Terms, Vec<Step>)> {
    let mut words = text.split_whitespace();
    let terms = words.next()?.parse().ok()?;
    let step = |word: &str| {
        if word == "undo" {
            return Some(Step::Undo);
        }
        let numbers: Vec<usize> = word
            .split(',')
            .map(|n| n.parse().ok())
            .collect::<Option<_>>()?;
        let &[x, y, player] = numbers.as_slice() else {
            return None;
        };
        Some(Step::Play((x, y), Player::from_index(player)?))
    };
    Some((terms, words.map(step).collect::<Option<_>>()?))
}

/// Both boards after the steps, side by side under a title, and the position before the last one.
fn pictures(terms: Terms, steps: &[Step]) -> String {
    let mut reference = vec![terms.reference()];
    let mut board = terms.board();
    let mut before = String::new();
    for step in steps {
        before = diagram::print(&board);
        match *step {
            Step::Play(place, player) => {
                let mut next = reference.last().expect("the empty board").clone();
                next.play(place, player);
                reference.push(next);
                board.play(point(place), player);
            }
            Step::Undo => {
                reference.pop();
                board.undo();
            }
        }
    }
    let cells = reference.last().expect("the empty board").cells();
    let rows = cells.chunks(terms.size.width() as usize);
    let wanted: String = rows
        .map(|row| {
            row.iter()
                .copied()
                .map(diagram::cell_char)
                .chain(['\n'])
                .collect::<String>()
        })
        .collect();
    format!(
        "before:\n{before}\nreference:\n{wanted}\nboard:\n{}",
        diagram::print(&board)
    )
}

/// The text of a panic.
fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("?")
        .to_owned()
}

fn describe(terms: Terms, steps: &[Step], error: &str) -> String {
    let pictures = catch_unwind(|| pictures(terms, steps))
        .unwrap_or_else(|_| "no picture: the board panics".to_owned());
    format!(
        "{error}\nTOCHKI_REPLAY='{}'\n{pictures}",
        print_game(terms, steps)
    )
}

/// Plays the game of a seed. Returns the number of steps and what has happened; the error describes everything.
fn check_game(seed: u64, terms: Option<Terms>) -> Result<(usize, Tally), String> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mixed = Terms::random(&mut rng);
    let terms = terms.unwrap_or(mixed);
    let mut steps = Vec::new();
    let played = catch_unwind(AssertUnwindSafe(|| play_game(terms, &mut rng, &mut steps)));
    let result = played.unwrap_or_else(|panic| Err(format!("panic: {}", panic_text(&*panic))));
    let tally = result.map_err(|error| {
        let error = format!("{error}\nTOCHKI_SEED={seed} {terms}, step {}", steps.len());
        describe(terms, &steps, &error)
    })?;
    Ok((steps.len(), tally))
}

fn variable<T: FromStr>(name: &str) -> Option<T> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name}={text} makes no sense")),
    )
}

/// Plays the games in parallel, and counts what happens in them; the first failure ends all.
fn check_games(games: u64, terms: Option<Terms>) -> Tally {
    let first: u64 = variable("TOCHKI_SEED").unwrap_or(1);
    let threads: u64 = variable("TOCHKI_THREADS").unwrap_or(2);
    let show = std::env::var_os("TOCHKI_GAMES").is_some();
    let (started, next, done, steps) = (
        std::time::Instant::now(),
        AtomicU64::new(0),
        AtomicU64::new(0),
        AtomicU64::new(0),
    );
    let tally = Mutex::new(Tally::new());
    let report = |done: u64| {
        let _ = write!(
            std::io::stderr(),
            "\r{done} of {games} games, {} steps, {:.0} s ",
            steps.load(Ordering::Relaxed),
            started.elapsed().as_secs_f64()
        );
    };
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games {
                return Ok(());
            }
            match check_game(first.wrapping_add(number), terms) {
                Ok((count, happened)) => {
                    steps.fetch_add(count as u64, Ordering::Relaxed);
                    let mut tally = tally.lock().expect("panics are caught");
                    for (what, count) in happened {
                        *tally.entry(what).or_default() += count;
                    }
                }
                Err(error) => {
                    next.store(games, Ordering::Relaxed);
                    return Err(error);
                }
            }
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if show && (done % 500 == 0 || done == games) {
                report(done);
            }
        }
    };
    let failures: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let results = workers
            .into_iter()
            .map(|worker| worker.join().expect("panics are caught"));
        results.filter_map(Result::err).collect()
    });
    if show {
        let _ = writeln!(std::io::stderr());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    // Without a thread there is no failure.
    assert_eq!(done.into_inner(), games, "all games are played");
    tally.into_inner().expect("panics are caught")
}

#[test]
fn random_games_agree_with_the_reference() {
    if let Ok(text) = std::env::var("TOCHKI_REPLAY") {
        let (terms, steps) = parse_game(&text).expect("TERMS x,y,c ...");
        if let Err(error) = replay(terms, &steps) {
            panic!("{}", describe(terms, &steps, &error));
        }
        return;
    }
    let games = variable("TOCHKI_GAMES").unwrap_or(2000);
    let terms = variable("TOCHKI_TERMS");
    let tally = check_games(games, terms);
    // Not everything happens in few games, on each board, or with each seed.
    if games < 2000 || terms.is_some() || std::env::var_os("TOCHKI_SEED").is_some() {
        return;
    }
    for (what, least) in [
        ("captures", 1000),
        ("captures without dots", 300),
        ("suicides", 200),
        ("freed", 60),
        ("captured in their own territory", 8),
        ("two enclosures by one dot", 50),
        ("one of them in the other", 3),
        ("on a dot", 1000),
        ("in territory", 500),
        ("forbidden suicides", 50),
    ] {
        let count = tally.get(what).copied().unwrap_or_default();
        assert!(count >= least, "{what}: {tally:?}");
    }
}

/// The last column and the last row of the largest boards, in strips of them.
#[test]
fn games_on_the_longest_boards_agree_with_the_reference() {
    for terms in ["62x3", "3x62", "62x8", "8x62+captures-empty-bases"] {
        for seed in 0..6 {
            let checked = check_game(seed, Some(terms.parse().expect("terms")));
            assert!(checked.is_ok(), "{}", checked.unwrap_err());
        }
    }
}

#[test]
fn a_printed_game_can_be_replayed() {
    let game = "3x3+no-suicide 1,0,0 1,1,1 0,1,0 2,1,0 1,2,0 undo undo 0,0,1";
    let (terms, steps) = parse_game(game).expect("a game");
    assert_eq!(print_game(terms, &steps), game);
    assert_eq!(replay(terms, &steps), Ok(()));
}
