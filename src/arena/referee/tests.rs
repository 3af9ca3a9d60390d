use super::*;
use crate::arena::client::Evaluation;
use crate::geometry::Point;

/// An engine that is no process. It takes the first free cell, and says that each move took the same time.
#[derive(Debug)]
struct Punctual {
    board: Board,
    took: Duration,
    /// The cell of the dot at which the engine fails.
    feared: Option<Point>,
}

impl Client for Punctual {
    fn begin(&mut self, _: Size, _: f64, _: u64) -> Result<(), ClientError> {
        Ok(())
    }

    fn play(&mut self, made: Move) -> Result<(), ClientError> {
        if self.feared == Some(made.point) {
            return Err(ProcessError::Silent(Duration::ZERO).into());
        }
        self.board.play(made.point, made.player);
        Ok(())
    }

    fn choose(&mut self, _: Player, _: TimeControl, _: Duration) -> Result<MoveReply, ClientError> {
        Ok(MoveReply {
            action: self.board.free().first().map(Action::Put),
            said: String::new(),
            took: self.took,
        })
    }

    fn evaluation(&mut self) -> Result<Evaluation, ClientError> {
        Ok(Evaluation::default())
    }
}

/// A game on 2x2 between these engines. The time margin is 100 ms.
fn game_of(engines: [Punctual; 2], dots: Vec<Move>, control: TimeControl) -> Finished {
    let terms = Terms {
        rules: Rules::default(),
        size: Size::new(2, 2).unwrap(),
        komi: 0.0,
        time_margin: Duration::from_millis(100),
        patience: Duration::from_secs(1),
        max_moves: None,
        lead: None,
    };
    let [mut first, mut second] = engines;
    let opening = Opening {
        dots,
        to_move: Player::First,
    };
    let clients: [&mut dyn Client; 2] = [&mut first, &mut second];
    let finished = play(clients, &opening, &terms, [control; 2], &mut |_| {});
    finished.expect("the game has a result")
}

fn punctual(took: Duration, feared: Option<Point>) -> Punctual {
    Punctual {
        board: Board::new(Size::new(2, 2).unwrap()),
        took,
        feared,
    }
}

/// A game in which each player makes two moves. Those of the first player take the time `took`, the others none.
fn game(control: TimeControl, took: Duration) -> Finished {
    let engines = [took, Duration::ZERO].map(|took| punctual(took, None));
    game_of(engines, Vec::new(), control)
}

#[test]
fn a_move_that_uses_the_whole_margin_is_in_time_and_a_later_one_is_not() {
    let ms = Duration::from_millis;
    let clock = TimeControl::Game {
        base: ms(500),
        increment: Duration::ZERO,
    };
    // On the clock two moves of 300 ms use the 500 ms and the margin.
    for (control, latest) in [(TimeControl::PerMove(ms(50)), ms(150)), (clock, ms(300))] {
        assert_eq!(game(control, latest).ending, Termination::Full);
        let late = game(control, latest + Duration::from_nanos(1));
        assert_eq!(late.ending, Termination::Overrun, "{control}");
        assert_eq!(late.winner, Some(Player::Second));
    }
}

#[test]
fn the_record_has_the_dot_at_which_the_other_engine_fails() {
    let feared = Point::new(1, 0);
    let engines = || [None, Some(feared)].map(|feared| punctual(Duration::ZERO, feared));
    let start = |x| Move {
        point: Point::new(x, 0),
        player: Player::Second,
    };
    let played = game_of(engines(), vec![start(0)], TimeControl::Own);
    assert_eq!(played.ending, Termination::Hang);
    assert_eq!(played.winner, Some(Player::First));
    let last = played.record.turns.last().map(|turn| turn.action);
    assert_eq!(last, Some(Action::Put(feared)));
    assert_eq!(played.moves, 1);
    let begun = game_of(engines(), vec![start(0), start(1)], TimeControl::Own);
    assert_eq!(begun.ending, Termination::Hang);
    assert_eq!(begun.record.start, [start(0), start(1)]);
}
