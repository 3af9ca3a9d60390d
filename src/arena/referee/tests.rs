use super::*;
use crate::arena::client::Evaluation;
use crate::geometry::Point;
use crate::notation::diagram;

/// An engine that is no process. It takes the first free cell, or refuses where only empty bases are left. Each reply
/// takes the same time.
#[derive(Debug)]
struct Punctual {
    board: Board,
    took: Duration,
    /// The cell of the dot at which the engine fails.
    feared: Option<Point>,
    /// What it says of each move.
    evaluation: Evaluation,
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
        if has_empty_bases_only(&self.board) {
            return Err(ClientError::Refused {
                request: String::new(),
                reason: String::new(),
                took: self.took,
            });
        }
        Ok(MoveReply {
            action: self.board.free().first().map(Action::Put),
            said: String::new(),
            took: self.took,
        })
    }

    fn evaluation(&mut self) -> Result<Evaluation, ClientError> {
        Ok(self.evaluation.clone())
    }
}

/// A board of 2x2 and a time margin of 100 ms.
fn terms() -> Terms {
    Terms {
        rules: Rules::default(),
        size: Size::new(2, 2).unwrap(),
        komi: 0.0,
        time_margin: Duration::from_millis(100),
        patience: Duration::from_secs(1),
        max_moves: None,
        lead_rule: None,
    }
}

/// A lead or gain in dots, and a chance to win.
type Expected = (Option<f64>, Option<f64>);

/// A game from an empty board between engines that tell this gain and chance to win with each move. Also the lead and
/// the chance of the first player that the referee tells of each move.
fn game_told(evaluations: [Expected; 2], terms: &Terms) -> (Finished, Vec<Expected>) {
    let [mut first, mut second] = evaluations.map(|(gain, win)| Punctual {
        evaluation: Evaluation {
            gain,
            win,
            ..Evaluation::default()
        },
        ..punctual(Duration::ZERO, None)
    });
    let clients: [&mut dyn Client; 2] = [&mut first, &mut second];
    let opening = Opening {
        dots: Vec::new(),
        to_move: Player::First,
    };
    let mut told = Vec::new();
    let mut tell = |made: EngineMove| told.push((made.lead, made.win));
    let controls = [TimeControl::Own; 2];
    let finished = play(clients, &opening, terms, controls, &mut tell).unwrap();
    (finished, told)
}

/// A game between these engines by the usual terms, on a board of the size of theirs.
fn game_of(engines: [Punctual; 2], dots: Vec<Move>, control: TimeControl) -> Finished {
    let [mut first, mut second] = engines;
    let terms = Terms {
        size: first.board.size(),
        ..terms()
    };
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
        evaluation: Evaluation::default(),
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
fn a_refusal_where_only_empty_bases_are_left_has_to_be_in_time() {
    let ms = Duration::from_millis;
    let base = diagram::parse("101\n0.0\n101").unwrap();
    let of = |player| {
        base.live(player)
            .iter()
            .map(move |point| Move { point, player })
    };
    let dots: Vec<Move> = Player::ALL.into_iter().flat_map(of).collect();
    for (took, ending, winner) in [
        (ms(150), Termination::NoMove, None),
        (ms(151), Termination::Overrun, Some(Player::Second)),
    ] {
        let engine = || Punctual {
            board: Board::new(base.size()),
            ..punctual(took, None)
        };
        let control = TimeControl::PerMove(ms(50));
        let played = game_of([engine(), engine()], dots.clone(), control);
        assert_eq!((played.ending, played.winner), (ending, winner));
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

#[test]
fn spectators_hear_what_the_engines_expect_and_an_agreed_lead_is_recorded_as_a_resignation() {
    let lead_rule = Some(LeadRule {
        dots: 3.5,
        moves: 2,
    });
    let terms = Terms {
        komi: 0.5,
        lead_rule,
        ..terms()
    };
    // Each engine tells the change of its own score and its own chance to win.
    let (finished, told) = game_told([(Some(4.0), Some(0.75)), (Some(-4.0), Some(0.25))], &terms);
    assert_eq!(told, [(Some(3.5), Some(0.75)); 3]);
    assert_eq!(finished.ending, Termination::Lead);
    assert_eq!(finished.margin, Some(3.5));
    let resigned = GameResult::Won {
        winner: Player::First,
        by: WonBy::Resignation,
    };
    assert_eq!(finished.record.result, Some(resigned));
}

#[test]
fn an_engine_expects_no_more_dots_than_the_board_has_cells() {
    let terms = Terms {
        komi: 0.5,
        ..terms()
    };
    // The first player leads by minus the komi before he gains anything.
    for (gain, told) in [
        (4.0, Some(3.5)),
        (-4.0, Some(-4.5)),
        (4.5, None),
        (-4.5, None),
    ] {
        let (_, heard) = game_told([gain, -gain].map(|gain| (Some(gain), None)), &terms);
        assert_eq!(heard, [(told, None); 4], "{gain}");
    }
}

#[test]
fn faults_are_recorded_as_losses_on_time_or_by_forfeit() {
    use Termination::{BadReply, Crash, Hang, IllegalMove, Overrun};
    for (ending, by) in [
        (Overrun, WonBy::Time),
        (Hang, WonBy::Time),
        (Crash, WonBy::Forfeit),
        (IllegalMove, WonBy::Forfeit),
        (BadReply, WonBy::Forfeit),
    ] {
        let Stop::Over(end) = fault(Player::Second, ending, "") else {
            panic!("the game has a result");
        };
        let winner = Player::First;
        assert_eq!(end.result, GameResult::Won { winner, by }, "{ending}");
    }
}

#[test]
fn an_empty_base_beside_other_cells_is_not_all_that_is_left() {
    for (picture, only) in [("101\n0.0\n101", true), (".0..\n0.0.\n.0..", false)] {
        let board = diagram::parse(picture).unwrap();
        assert_eq!(has_empty_bases_only(&board), only, "{picture}");
    }
}
