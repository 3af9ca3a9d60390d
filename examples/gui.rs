//! How a window stays alive while the engine thinks: `cargo run --release --example gui`.
//!
//! The engine runs on a thread of its own. Positions go there through one channel, progress and the move
//! come back through another, and a [`StopFlag`] ends a search within a few milliseconds. Here the window
//! is the terminal, and "stop" is pressed after a quarter of a second.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};
use tochki::notation::{coordinates, start::Start};
use tochki::search::options::Options;
use tochki::search::{Limits, Outcome, Reporter, StopFlag};
use tochki::{Board, Player, Size};

/// What the window asks for.
struct Task {
    board: Board,
    player: Player,
    /// A komi and forbidden suicides belong here too, as in `annotate.rs`.
    limits: Limits,
}

/// What the engine answers.
enum News {
    /// The best move so far.
    Progress(Outcome),
    /// The move. Every task ends with one, also after a stop. A window whose game has changed meanwhile ignores the news
    /// up to this one.
    Done(Outcome),
}

/// Sends the progress to the window. The search calls it and waits for it, so it has to be quick.
struct ToWindow<'a>(&'a Sender<News>);

impl Reporter for ToWindow<'_> {
    fn progress(&mut self, outcome: &Outcome) {
        // If the window has been closed, nobody listens any more.
        let _ = self.0.send(News::Progress(outcome.clone()));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (tasks, inbox) = mpsc::channel::<Task>();
    let (sender, news) = mpsc::channel();
    // One engine for the whole game: it goes on with what it found for the moves before.
    let mut engine = Options::default().build();
    let worker = thread::spawn(move || {
        // The loop ends when the window drops its end of the channel.
        for mut task in inbox {
            let mut window = ToWindow(&sender);
            let found = engine.search(&mut task.board, task.player, &task.limits, &mut window);
            if sender.send(News::Done(found)).is_err() {
                return;
            }
        }
    });

    let size = Size::new(20, 20)?;
    let player = Player::First;
    let mut board = Start::Cross.board(size)?;
    let lead = board.score(player).into();
    let stop = StopFlag::default();
    // A raised flag stays raised. The next search needs a flag of its own.
    let limits = Limits::until_stopped(&stop);
    tasks.send(Task {
        board: board.clone(),
        player,
        limits,
    })?;

    // The event loop of the window. It never waits for longer than a frame.
    let start = Instant::now();
    let found = loop {
        match news.recv_timeout(Duration::from_millis(16)) {
            Ok(News::Progress(outcome)) => println!("{}", line(&outcome, size, lead)),
            Ok(News::Done(outcome)) => break outcome,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err("the engine is gone".into()),
        }
        if start.elapsed() > Duration::from_millis(250) && !stop.is_raised() {
            println!("stop is pressed");
            stop.raise();
        }
    };
    println!("the move: {}", line(&found, size, lead));
    board.try_play(found.best.ok_or("no cell is free")?, player)?;
    if let Some(capture) = board.last_capture() {
        println!("it captures {} dots", capture.captured.len());
    }
    print!("{board}");

    // If the engine is still thinking when the window closes, raise the flag first. Else this waits for the search.
    drop(tasks);
    worker.join().map_err(|_| "the engine has panicked")?;
    Ok(())
}

/// One line of an analysis: the best move, its winning chance, the work done.
fn line(outcome: &Outcome, size: Size, lead: f64) -> String {
    let best = outcome.best.map(|best| coordinates::print(best, size));
    format!(
        "{:>6}  wins {:.0} %  {} nodes",
        best.as_deref().unwrap_or("none"),
        100.0 * outcome.rate(lead),
        outcome.nodes
    )
}
