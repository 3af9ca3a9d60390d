//! A person against the engine, by pipe.

use crate::person::{FirstCell, said, said_by, settings};
use assert_cmd::Command;
use std::time::Duration;
use tochki::board::Board;
use tochki::notation::start::Start;
use tochki::search::options::Options;
use tochki::search::{Engine, Estimate, Limits, Outcome, Reporter};
use tochki::tools::play::{Environment, PlayError, Settings, Waiting, open, play};
use tochki::tools::show::text::Charset;
use tochki::{Player, Point, Size};

/// A transcript without what the engine thinks of its moves.
fn without_judgements(transcript: &str) -> String {
    let bare = |line: &str| match line.starts_with("  value ") {
        true => "  value\n".to_owned(),
        false => format!("{line}\n"),
    };
    transcript.lines().map(bare).collect()
}

#[test]
fn the_engine_says_what_it_thinks_of_its_move() {
    /// Expects the next cell as the answer to its move, and the first player to be even.
    struct Thinker;
    impl Engine for Thinker {
        fn search(
            &mut self,
            board: &mut Board,
            _: Player,
            _: &Limits,
            _: &mut dyn Reporter,
        ) -> Outcome {
            let line: Vec<_> = board.free().iter().take(2).collect();
            Outcome {
                best: line.first().copied(),
                value: -2,
                line,
                estimate: Some(Estimate {
                    gain: 0.0,
                    unit: 4.0,
                }),
                elapsed: Duration::from_millis(1234),
                ..Outcome::default()
            }
        }
    }
    let transcript = said_by(&mut Thinker, settings(8, 8), b"hint\nquit\n", |_| {});
    let judgement = "I would play 1-8.\n  value -2, 50 % to win, expects 1-8 2-8, 1.23 s\n";
    assert!(transcript.contains(judgement), "{transcript}");
}

#[test]
fn a_game_is_played_to_the_end_of_the_board() {
    let transcript = said(settings(3, 2), "2-2\n3-1\n1-1\nquit\n");
    let expected = "\
2 . . .
1 . . .
  1 2 3
You are X, I am O. Type a cell, such as 4-3, or `help`.
X 0:0 O, your move> 2-2
2(O)X .
1 . . .
  1 2 3
I play 1-2.
  value
X 0:0 O, your move> 3-1
2 O X(O)
1 . . X
  1 2 3
I play 3-2.
  value
X 0:0 O, your move> 1-1
2 O X O
1 X(O)X
  1 2 3
I play 2-1.
  value
The board is full. It is a draw.
You can still `undo`, `save FILE`, play a `new` game or `quit`.
X 0:0 O, the game is over> quit
";
    assert_eq!(without_judgements(&transcript), expected);
}

#[test]
fn a_capture_decides_the_game_when_the_leader_is_safe() {
    let cross = Settings {
        start: Start::Cross,
        ..settings(4, 4)
    };
    let transcript = said(cross, "hint\n3-4\n4-3\nundo\n");
    assert!(transcript.contains("4 1 . . .\n"), "the hint is drawn");
    assert!(transcript.contains("I would play 1-4.\n  value +1, "));
    let end = "\
4 O . X .
3 . X o(X)
2 . O X .
1 . . . .
  1 2 3 4
You lead by more dots than you could still lose. You win by 1!
You can still `undo`, `save FILE`, play a `new` game or `quit`.
X 1:0 O, the game is over> undo
4(O). X .
";
    assert!(transcript.contains(end), "{transcript}");
    assert!(transcript.ends_with("X 0:0 O, your move> \n"));
}

#[test]
fn undo_takes_back_the_answer_too() {
    let transcript = said(settings(3, 2), "2-2\nundo\nundo\n");
    let empty = "2 . . .\n1 . . .\n  1 2 3\n";
    assert_eq!(transcript.matches(empty).count(), 2);
    assert!(transcript.contains("There is no dot of yours to take back."));
}

#[test]
fn stopping_gives_loose_dots_away_and_can_be_taken_back() {
    let transcript = said(settings(3, 3), "2-2\nstop\n1-1\nundo\n1-1\n");
    assert!(transcript.contains("You stop; your loose dots are mine. I win by 1."));
    assert!(transcript.contains("X 0:1 O, the game is over> "));
    assert!(transcript.contains("The game is over: `undo`, `save FILE`, `new` or `quit`?"));
    assert!(transcript.contains("The game goes on."));
    let transcript = without_judgements(&transcript);
    assert!(transcript.ends_with("I play 2-3.\n  value\nX 0:0 O, your move> \n"));
}

#[test]
fn giving_up_loses() {
    let transcript = said(settings(3, 3), "resign\n");
    assert!(transcript.contains("You give up. I win."));
    // The sides stay as they were in a game that is over.
    let swapped = said(settings(3, 3), "resign\nswap\n");
    assert!(swapped.contains("The game is over: `undo`"), "{swapped}");
    assert!(!swapped.contains("You are O"), "{swapped}");
}

#[test]
fn a_hint_is_drawn_until_the_next_command() {
    let hint = "3 1 . .\n";
    for (lines, count) in [
        ("hint\n", 1),
        ("hint\nboard\nboard\n", 3),
        ("hint\nhelp\nboard\n", 1),
    ] {
        let transcript = said(settings(3, 3), lines);
        assert_eq!(transcript.matches(hint).count(), count, "{transcript}");
    }
}

#[test]
fn the_engine_begins_when_the_person_is_second() {
    let second = Settings {
        person: Player::Second,
        ..settings(3, 2)
    };
    let transcript = said(second, "");
    assert!(transcript.contains("You are O, I am X."));
    assert!(transcript.contains("I play 1-2."));
    let swapped = said(settings(3, 2), "swap\n");
    assert!(swapped.contains("You are O, I am X."));
    assert!(swapped.contains("I play 1-2."));
}

#[test]
fn mistakes_are_explained_and_change_nothing() {
    let transcript = said(
        settings(3, 2),
        "nonsense\n9-9\n\n2-\n2-2\n2-2\nlevel 11\nsave\nnew 0x5\nnew 1x1 cross\n",
    );
    for reason in [
        "I know no \"nonsense\"; try `help`",
        "9-9 is not on a board of 3x2",
        "expected x-y, such as 3-5, instead of \"2-\"",
        "You cannot play there: there is a dot on the cell.",
        "the level is a number from 1 to 10",
        "save it under which name?",
        "a board has sides from 1 to 62",
        "a board of 1x1 has no room for the start position cross",
    ] {
        assert!(transcript.contains(reason), "{reason}\n{transcript}");
    }
    assert_eq!(transcript.matches("I play").count(), 1);
}

#[test]
fn any_bytes_are_survived() {
    let bytes = b"\xff\xfe\0\n1-1\x00\n999999999999999999999-1\n\xe2\x80\n1-1\n";
    let transcript = said_by(&mut FirstCell, settings(3, 2), bytes, |_| {});
    assert_eq!(transcript.matches("I play").count(), 1, "{transcript}");
}

#[test]
fn a_start_position_without_room_is_refused() {
    let cross = Settings {
        start: Start::Cross,
        ..settings(1, 1)
    };
    let options = Options::default();
    let environment = Environment {
        options: &options,
        engine: &mut FirstCell,
        opened: None,
        autosave: None,
        waiting: &mut (),
    };
    let result = play(&b""[..], Vec::new(), cross, environment);
    assert!(matches!(result, Err(PlayError::NoRoom(_))));
}

#[test]
fn another_game_can_follow() {
    let transcript = said(settings(3, 2), "resign\nnew 4x4 cross\nlevel 2\n");
    assert!(transcript.contains("4 . . . .\n3 . X O .\n2 . O X .\n1 . . . .\n  1 2 3 4\n"));
    assert!(transcript.contains("I play at level 2 now."));
    assert!(transcript.ends_with("X 0:0 O, your move> \n"));
    // A further one is like it.
    let transcript = said(settings(3, 2), "new 4x4 cross\nnew\n");
    assert_eq!(transcript.matches("3 . X O .\n").count(), 2, "{transcript}");
}

#[test]
fn colours_redraw_the_screen() {
    let coloured = Settings {
        charset: Charset::Coloured,
        ..settings(3, 2)
    };
    let transcript = said(coloured, "2-2\n");
    assert_eq!(transcript.matches("\x1b[2J").count(), 2);
    assert!(transcript.contains("You are blue, I am red."));
}

#[test]
fn the_command_plays_by_pipe_until_a_small_board_is_full() {
    // No dot can be captured on two rows.
    let size = Size::new(10, 2).unwrap();
    // Every cell in turn; those that are taken are refused, and the game goes on.
    let lines: String = size
        .points()
        .map(|point| tochki::notation::coordinates::print(point, size) + "\n")
        .collect();
    let result = Command::cargo_bin("tochki")
        .unwrap()
        .args(["play", "--size", "10x2", "--start", "empty", "--level", "1"])
        .write_stdin(lines)
        .timeout(Duration::from_secs(60))
        .assert()
        .success()
        .stderr("");
    let transcript = String::from_utf8_lossy(&result.get_output().stdout).into_owned();
    assert!(!transcript.contains('\x1b'));
    assert!(transcript.contains("The board is full."), "{transcript}");
}

#[test]
fn bad_arguments_are_told() {
    for (flag, value, words) in [
        ("--size", "0x5", "'0x5' for '--size"),
        ("--size", "5", "'5' for '--size"),
        ("--start", "circle", "'circle' for '--start"),
        ("--level", "11", "'11' for '--level"),
        ("--size", "1x1", "no room for the start position cross"),
        ("--engine", "none", "'none' for '--engine"),
        ("--option", "depth", "expected NAME=VALUE"),
        ("--option", "depth=-1", "the option depth takes 0..60"),
        ("--time", "0", "'0' for '--time"),
        ("--time", "soon", "'soon' for '--time"),
        ("--open", "no/such/file", "tochki: no/such/file: "),
    ] {
        let refused = Command::cargo_bin("tochki")
            .unwrap()
            .args(["play", flag, value])
            .assert()
            .code(2);
        let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(told.contains(words), "{told}");
    }
}

/// Counts how often the engine began and ended to think.
#[derive(Default)]
struct Counted {
    begun: u32,
    ended: u32,
}

impl Waiting for Counted {
    fn begin(&mut self) {
        self.begun += 1;
    }

    fn end(&mut self) {
        self.ended += 1;
    }
}

#[test]
fn it_is_shown_that_the_engine_thinks() {
    let (mut counted, options) = (Counted::default(), Options::default());
    let environment = Environment {
        options: &options,
        engine: &mut FirstCell,
        opened: None,
        autosave: None,
        waiting: &mut counted,
    };
    play(&b"2-2\nhint\n"[..], Vec::new(), settings(3, 3), environment).unwrap();
    assert_eq!((counted.begun, counted.ended), (2, 2));
}

/// Remembers how long it was given.
struct Hurried(Option<Duration>);

impl Engine for Hurried {
    fn search(
        &mut self,
        board: &mut Board,
        player: Player,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        self.0 = limits.time_left();
        FirstCell.search(board, player, limits, reporter)
    }
}

#[test]
fn a_time_takes_the_place_of_the_level() {
    let given = |time, lines: &str| {
        let mut engine = Hurried(None);
        let settings = Settings {
            time,
            ..settings(3, 3)
        };
        said_by(&mut engine, settings, lines.as_bytes(), |_| {});
        engine.0
    };
    let is_minutes = |time: Option<Duration>, minutes: u64| {
        let (least, most) = (
            Duration::from_secs(60 * minutes - 30),
            Duration::from_secs(60 * minutes),
        );
        time.is_some_and(|time| (least..=most).contains(&time))
    };
    assert_eq!(given(None, "2-2\n"), None);
    let minute = Some(Duration::from_secs(60));
    assert!(is_minutes(given(minute, "2-2\n"), 1));
    assert!(is_minutes(given(minute, "hint\n"), 1));
    assert!(is_minutes(given(minute, "time 120\n2-2\n"), 2));
    assert_eq!(given(minute, "level 3\n2-2\n"), None);
    assert!(
        said(settings(3, 3), "time 0\ntime\n").contains("the time is from 0.01 to 3600 seconds")
    );
}

#[test]
fn the_engine_is_told_which_moves_the_rules_forbid() {
    /// Remembers whether it may put a dot in the middle.
    struct Asked(Vec<bool>);
    impl Engine for Asked {
        fn search(
            &mut self,
            board: &mut Board,
            player: Player,
            limits: &Limits,
            reporter: &mut dyn Reporter,
        ) -> Outcome {
            self.0.push(limits.allows(Point::new(2, 2)));
            FirstCell.search(board, player, limits, reporter)
        }
    }
    let dir = tempfile::TempDir::new().unwrap();
    let name = dir.path().join("base.sgf");
    let base = "W[cb];B[aa];W[bc];B[ea];W[dc];B[ae];W[cd]";
    for (rules, is_allowed) in [("", true), ("RU[Suicide=0]", false)] {
        std::fs::write(&name, format!("(;GM[40]SZ[5]{rules};{base})")).unwrap();
        let mut asked = Asked(Vec::new());
        said_by(&mut asked, settings(5, 5), b"hint\n", |environment| {
            environment.opened = Some(open(&name).unwrap());
        });
        assert_eq!(asked.0, [is_allowed]);
    }
}
