//! A person against the engine, by pipe.

#![cfg(feature = "cli")]

use assert_cmd::Command;
use std::time::Duration;
use tochki::board::Board;
use tochki::notation::start::Start;
use tochki::search::options::{EngineKind, Options};
use tochki::search::{Engine, Estimate, Limits, Outcome, Reporter};
use tochki::tools::play::{Autosave, Environment, PlayError, Settings, Waiting, open, play};
use tochki::tools::show::text::Charset;
use tochki::{Player, Size};

/// Plays on the first playable cell, row by row from the top left.
struct FirstCell;

impl Engine for FirstCell {
    fn search(
        &mut self,
        board: &mut Board,
        _: Player,
        _: &Limits,
        _: &mut dyn Reporter,
    ) -> Outcome {
        Outcome {
            best: board.free().first(),
            value: 1,
            ..Outcome::default()
        }
    }
}

fn settings(width: u32, height: u32) -> Settings {
    Settings {
        size: Size::new(width, height).unwrap(),
        start: Start::Empty,
        person: Player::First,
        level: 1,
        time: None,
        charset: Charset::Plain,
        echo: true,
    }
}

/// What is said when these lines are typed.
fn said(settings: Settings, lines: &str) -> String {
    with_environment(settings, lines, |_| {})
}

/// The same in an environment that `prepare` has changed.
fn with_environment(
    settings: Settings,
    lines: &str,
    prepare: impl FnOnce(&mut Environment),
) -> String {
    let mut out = Vec::new();
    let options = Options::default();
    let mut environment = Environment {
        options: &options,
        engine: &mut FirstCell,
        opened: None,
        autosave: None,
        waiting: &mut (),
    };
    prepare(&mut environment);
    play(lines.as_bytes(), &mut out, settings, environment).unwrap();
    String::from_utf8(out).unwrap()
}

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
    /// Expects its move to be answered by a pass, and the first player to be even.
    struct Thinker;
    impl Engine for Thinker {
        fn search(
            &mut self,
            board: &mut Board,
            _: Player,
            _: &Limits,
            _: &mut dyn Reporter,
        ) -> Outcome {
            let best = board.free().first();
            Outcome {
                best,
                value: -2,
                line: vec![best, None, best],
                estimate: Some(Estimate {
                    gain: 0.0,
                    unit: 4.0,
                }),
                elapsed: Duration::from_millis(1234),
                ..Outcome::default()
            }
        }
    }
    let mut engine = Thinker;
    let mut out = Vec::new();
    let environment = Environment {
        options: &Options::default(),
        engine: &mut engine,
        opened: None,
        autosave: None,
        waiting: &mut (),
    };
    play(&b"hint\nquit\n"[..], &mut out, settings(8, 8), environment).unwrap();
    let transcript = String::from_utf8(out).unwrap();
    let judgement = "I would play 1-8.\n  value -2, 50 % to win, expects 1-8 pass 1-8, 1.23 s\n";
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
    let mut out = Vec::new();
    let options = Options::default();
    let environment = Environment {
        options: &options,
        engine: &mut FirstCell,
        opened: None,
        autosave: None,
        waiting: &mut (),
    };
    let bytes = b"\xff\xfe\0\n1-1\x00\n999999999999999999999-1\n\xe2\x80\n".as_slice();
    play(bytes, &mut out, settings(3, 2), environment).unwrap();
    assert!(!String::from_utf8(out).unwrap().contains("I play"));
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
fn a_saved_game_can_be_read_again() {
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("a game.sgf");
    let cross = Settings {
        start: Start::Cross,
        ..settings(4, 4)
    };
    let lines = format!("3-4\n4-3\nsave {}\nsave {0}/x\n", file.display());
    let transcript = said(cross, &lines);
    assert!(transcript.contains(&format!("The game is in {}.", file.display())));
    assert!(transcript.contains(&format!("I cannot write {}/x: ", file.display())));
    let text = std::fs::read(&file).unwrap();
    let reading = &tochki::notation::sgf::parse(&text).unwrap()[0];
    assert_eq!(reading.warnings, []);
    assert_eq!(reading.record.start.len(), 4);
    assert_eq!(reading.record.turns.len(), 3);
    assert_eq!(reading.record.result.unwrap().to_string(), "B+1");
    assert_eq!(reading.record.players, ["Player", "tochki"]);
}

#[test]
fn a_file_is_written_over_only_when_asked_twice_in_a_row() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("game.sgf");
    std::fs::write(&file, "precious").unwrap();
    let save = format!("save {}\n", file.display());
    let content = || std::fs::read_to_string(&file).unwrap();

    let warned = said(settings(5, 5), &format!("2-2\n{save}hint\n{save}quit\n"));
    assert_eq!(
        warned.matches("exists. To write over it").count(),
        2,
        "{warned}"
    );
    assert_eq!(content(), "precious");

    let written = said(settings(5, 5), &format!("2-2\n{save}{save}quit\n"));
    assert!(written.contains("The game is in"), "{written}");
    assert!(content().starts_with("(;FF[4]"));
}

#[test]
fn a_stopped_game_is_saved_with_its_end() {
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("stopped.sgf");
    said(
        settings(3, 3),
        &format!("2-2\nstop\nsave {}\n", file.display()),
    );
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("RE[W+1]"), "{text}");
    assert!(text.contains(";B[bb];W[aa];B[]"), "{text}");
}

#[test]
fn the_command_plays_by_pipe_until_a_small_board_is_full() {
    let size = Size::new(5, 4).unwrap();
    // Every cell in turn; those that are taken are refused, and the game goes on.
    let lines: String = size
        .points()
        .map(|point| tochki::notation::coordinates::print(point, size) + "\n")
        .collect();
    let result = Command::cargo_bin("tochki")
        .unwrap()
        .args(["play", "--size", "5x4", "--level", "1"])
        .write_stdin(lines)
        .timeout(Duration::from_secs(60))
        .assert()
        .success()
        .stderr("");
    let transcript = String::from_utf8_lossy(&result.get_output().stdout).into_owned();
    assert!(!transcript.contains('\x1b'));
    assert!(transcript.contains("the game is over"), "{transcript}");
}

#[test]
fn bad_arguments_are_told() {
    for arguments in [
        ["--size", "0x5"],
        ["--size", "5"],
        ["--start", "circle"],
        ["--level", "11"],
        ["--size", "1x1"],
        ["--engine", "none"],
        ["--option", "depth"],
        ["--option", "depth=-1"],
        ["--time", "0"],
        ["--time", "soon"],
        ["--open", "no/such/file"],
    ] {
        Command::cargo_bin("tochki")
            .unwrap()
            .arg("play")
            .args(arguments)
            .assert()
            .code(2);
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
    let options = Options::default();
    let given = |time, lines: &str| {
        let mut engine = Hurried(None);
        let environment = Environment {
            options: &options,
            engine: &mut engine,
            opened: None,
            autosave: None,
            waiting: &mut (),
        };
        let settings = Settings {
            time,
            ..settings(3, 3)
        };
        play(lines.as_bytes(), Vec::new(), settings, environment).unwrap();
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
    assert!(is_minutes(given(minute, "time 120\n2-2\n"), 2));
    assert_eq!(given(minute, "level 3\n2-2\n"), None);
    assert!(said(settings(3, 3), "time 0\ntime\n").contains("the time is a number of seconds"));
}

#[test]
fn a_saved_game_is_gone_on_with() {
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("a game.sgf");
    let name = file.display().to_string();
    let second = Settings {
        person: Player::Second,
        ..settings(3, 3)
    };
    said(second, &format!("2-2\nsave {name}\n"));
    let position = "3 X(X).\n2 . O .\n1 . . .\n  1 2 3\n";
    // Whose side it was is in the file; it is his turn.
    let loaded = said(settings(5, 5), &format!("load {name}\n1-1\n"));
    assert!(loaded.contains("You are O, I am X."), "{loaded}");
    assert!(loaded.contains(position), "{position}\n{loaded}");
    assert!(loaded.contains("I play 3-3."), "{loaded}");
    let opened = with_environment(settings(5, 5), "", |environment| {
        environment.opened = Some(open(&name).unwrap())
    });
    assert!(opened.starts_with(position), "{opened}");
    // After one move it is the other's turn.
    let rewound = said(settings(5, 5), &format!("load {name}:1\n"));
    assert!(rewound.contains("2 . . .\n"), "{rewound}");
    let missing = said(settings(3, 3), "load\nload no/such/file\n2-2\n");
    assert!(missing.contains("load which file?"));
    assert!(missing.contains("I cannot open no/such/file: "));
    assert!(missing.contains("I play 1-3."), "the game goes on");
}

#[test]
fn the_komi_of_a_record_counts() {
    /// Tells the komi of its limits as the value of its move.
    struct Counter;
    impl Engine for Counter {
        fn search(
            &mut self,
            board: &mut Board,
            player: Player,
            limits: &Limits,
            reporter: &mut dyn Reporter,
        ) -> Outcome {
            Outcome {
                value: limits.komi as i32,
                estimate: Some(Estimate {
                    gain: 3.0,
                    unit: 4.0,
                }),
                ..FirstCell.search(board, player, limits, reporter)
            }
        }
    }
    let dir = tempfile::TempDir::new().unwrap();
    let name = dir.path().join("komi.sgf").display().to_string();
    let opened = |text: &str, lines: &str| {
        std::fs::write(&name, text).unwrap();
        with_environment(settings(5, 5), lines, |environment| {
            environment.opened = Some(open(&name).unwrap());
        })
    };
    let full = opened("(;GM[40]SZ[2]KM[2.5];B[aa];W[ba];B[ab];W[bb])", "");
    assert!(full.contains("Komi: 2.5 dots for O.\n"), "{full}");
    assert!(full.contains("The board is full. I win by 2.5."), "{full}");
    // A new game has no komi.
    let decided = opened("(;GM[40]SZ[5]KM[-2.5];B[bb];W[dd])", "new\n2-2\n");
    let reason = "You lead by more dots than you could still lose. You win by 2.5!";
    assert_eq!(decided.matches(reason).count(), 1, "{decided}");
    assert!(decided.ends_with("your move> \n"), "{decided}");
    let next = "(;GM[40]SZ[9]KM[3];B[ee];W[ff];B[ge];W[gf];B[ce];W[cf];B[ae];W[af])";
    std::fs::write(&name, next).unwrap();
    let mut out = Vec::new();
    let environment = Environment {
        options: &Options::default(),
        engine: &mut Counter,
        opened: Some(open(&name).unwrap()),
        autosave: None,
        waiting: &mut (),
    };
    play(&b"hint\n"[..], &mut out, settings(5, 5), environment).unwrap();
    let thought = String::from_utf8(out).unwrap();
    assert!(thought.contains("  value +3, 50 % to win"), "{thought}");
}

#[test]
fn the_engine_does_not_play_a_suicide_that_the_rules_forbid() {
    let dir = tempfile::TempDir::new().unwrap();
    let name = dir.path().join("house.sgf").display().to_string();
    // The only empty cell is in an empty base of the first player.
    let house = "W[aa];B[ba];W[ca];B[ab];W[ac];B[cb];W[cc];B[bc]";
    std::fs::write(&name, format!("(;GM[40]SZ[3]RU[Suicide=0];{house})")).unwrap();
    for kind in [EngineKind::Article, EngineKind::Tactical, EngineKind::Mcts] {
        let options = Options {
            engine: kind,
            hash: 1,
            ..Options::default()
        };
        let mut engine = options.build();
        let mut out = Vec::new();
        let environment = Environment {
            options: &options,
            engine: engine.as_mut(),
            opened: Some(open(&name).unwrap()),
            autosave: None,
            waiting: &mut (),
        };
        play(
            &b"hint\nswap\nhint\n"[..],
            &mut out,
            settings(5, 5),
            environment,
        )
        .unwrap();
        let said = String::from_utf8(out).unwrap();
        assert!(!said.contains("I cannot play"), "{kind:?}: {said}");
        assert!(said.contains("\nI have no move.\n"), "{kind:?}: {said}");
    }
}

#[test]
fn an_opened_record_keeps_its_facts() {
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("cup.sgf");
    let facts = "KM[0.5]PB[Ann]PW[Bob]EV[Cup]RE[W+T]C[all]";
    let turns = ";B[bb]C[one];W[ee]C[two];B[be]C[three];W[eb]C[four]";
    let text = format!("(;FF[4]GM[40]SZ[6]{facts}{turns})");
    std::fs::write(&file, &text).unwrap();
    let play = |lines: &str| {
        Command::cargo_bin("tochki")
            .unwrap()
            .args(["play", "--level", "1", "--open"])
            .arg(&file)
            .arg("--autosave")
            .arg(&file)
            .write_stdin(lines.to_owned())
            .assert()
            .success();
        let reading = tochki::notation::sgf::parse(&std::fs::read(&file).unwrap());
        reading.unwrap().swap_remove(0).record
    };
    let record = play("");
    assert_eq!(record.result.unwrap().to_string(), "W+T");
    assert_eq!(
        std::fs::read_to_string(dir.path().join("cup.old.sgf")).unwrap(),
        text
    );
    // The last two dots are taken back, and two others follow.
    let record = play("undo\n1-1\n");
    assert_eq!((record.komi, record.result), (0.5, None));
    assert_eq!(record.players, ["Ann", "Bob"]);
    assert_eq!(record.comment, "all");
    assert_eq!(record.facts["EV"], "Cup");
    let comments = record.turns.iter().map(|turn| &*turn.comment);
    assert_eq!(comments.collect::<Vec<_>>(), ["one", "two", "", ""]);
}

#[test]
fn a_record_with_a_refused_move_is_opened_up_to_it() {
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("cut.sgf");
    std::fs::write(&file, "(;FF[4]GM[40]SZ[3];B[aa];W[bb];B[bb];W[cc])").unwrap();
    let transcript = said(settings(5, 5), &format!("load {}\n3-1\n", file.display()));
    assert!(transcript.contains("Note: "), "{transcript}");
    assert!(transcript.contains("3 X . .\n2 .(O).\n"), "{transcript}");
    assert!(transcript.contains("I play 2-3."), "{transcript}");
    let puzzle = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/puzzles/captures.txt");
    let refused = said(settings(3, 3), &format!("load {puzzle}\n"));
    assert!(refused.contains("I cannot open"), "{refused}");
}

#[test]
fn every_move_is_saved_and_the_game_before_is_kept() {
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("state/tochki/play.sgf");
    let turns = |name: &str| {
        let opened = open(&file.with_file_name(name).display().to_string()).unwrap();
        opened.game.turns()
    };
    let begin = |lines: &str, continued| {
        with_environment(settings(4, 4), lines, |environment| {
            environment.autosave = Some(Autosave::new(file.clone(), continued));
        })
    };
    begin("help\n", false);
    assert!(!file.exists(), "there is nothing to save");
    begin("2-2\n", false);
    assert_eq!(turns("play.sgf"), 2);
    begin("2-2\n3-3\nundo\n3-3\n1-1\n", false);
    assert_eq!((turns("play.sgf"), turns("play.old.sgf")), (6, 2));
    begin("2-2\nnew\n3-3\n2-2\n", true);
    assert_eq!((turns("play.sgf"), turns("play.old.sgf")), (4, 2));
    let failed = with_environment(settings(4, 4), "2-2\n3-3\n", |environment| {
        environment.autosave = Some(Autosave::new(file.join("x.sgf"), false));
    });
    assert_eq!(
        failed.matches("I cannot save the game").count(),
        1,
        "{failed}"
    );
}

/// Waits for what the program says.
#[cfg(unix)]
fn wait_for(output: &mut impl std::io::Read, text: &str) {
    let mut said = Vec::new();
    while !String::from_utf8_lossy(&said).contains(text) {
        let mut byte = [0];
        output.read_exact(&mut byte).expect("it says more");
        said.push(byte[0]);
    }
}

#[test]
fn automatic_saves_leave_other_files_alone() {
    let dir = tempfile::TempDir::new().unwrap();
    let (file, other) = (dir.path().join("game.sgf"), dir.path().join("game.tmp"));
    std::fs::write(&other, "precious").unwrap();
    with_environment(settings(4, 4), "2-2\n", |environment| {
        environment.autosave = Some(Autosave::new(file.clone(), false));
    });
    assert_eq!(open(&file.display().to_string()).unwrap().game.turns(), 2);
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "precious");
}

#[cfg(unix)]
#[test]
fn two_programs_do_not_save_in_one_file() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("play.sgf");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
    command.args(["play", "--size", "6x6", "--level", "1", "--autosave"]);
    command
        .arg(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut first = command.spawn().unwrap();
    let mut input = first.stdin.take().unwrap();
    input.write_all(b"2-2\n").unwrap();
    wait_for(first.stdout.as_mut().unwrap(), "I play");
    wait_for(first.stdout.as_mut().unwrap(), "your move> ");
    let text = std::fs::read_to_string(&file).unwrap();
    let second = |lines: &str| {
        with_environment(settings(4, 4), lines, |environment| {
            environment.autosave = Some(Autosave::new(file.clone(), true));
        })
    };
    let said = second("2-2\n3-3\n");
    let refusal = "play.sgf: another `tochki play` saves there.";
    assert_eq!(said.matches(refusal).count(), 1, "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    drop(input);
    assert!(first.wait().unwrap().success());
    assert!(!second("2-2\n").contains(refusal));
    assert_ne!(std::fs::read_to_string(&file).unwrap(), text);
}

#[cfg(unix)]
#[test]
fn an_interrupted_game_is_saved_and_resumed() {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};
    let dir = tempfile::TempDir::new().unwrap();
    let play = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
        command.args(["play", "--level", "1"]).args(arguments);
        command
            .env("XDG_STATE_HOME", dir.path())
            .stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let file = dir.path().join("tochki/play.sgf").display().to_string();
    let mut game = play(&["--size", "6x6", "--autosave", &file]);
    let mut input = game.stdin.take().unwrap();
    input.write_all(b"2-2\n").unwrap();
    wait_for(game.stdout.as_mut().unwrap(), "I play");
    wait_for(game.stdout.as_mut().unwrap(), "your move> ");
    let kill = Command::new("kill")
        .args(["-INT", &game.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    assert_eq!(game.wait().unwrap().code(), Some(130));
    let mut told = String::new();
    game.stderr
        .take()
        .unwrap()
        .read_to_string(&mut told)
        .unwrap();
    assert!(told.contains(&format!("The game is in {file}")), "{told}");
    assert_eq!(open(&file).unwrap().game.turns(), 2);

    let mut resumed = play(&["--resume"]);
    resumed.stdin.take().unwrap().write_all(b"5-5\n").unwrap();
    let output = resumed.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    assert_eq!(open(&file).unwrap().game.turns(), 4);
}
