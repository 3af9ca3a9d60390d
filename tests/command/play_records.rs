//! Games of a person that are written, opened and gone on with.

use crate::person::{FirstCell, said, said_by, said_with, settings};
use assert_cmd::Command;
use tochki::Player;
use tochki::board::Board;
use tochki::notation::record::ErrorClass;
use tochki::notation::start::Start;
use tochki::search::{Engine, Estimate, Limits, Outcome, Reporter};
use tochki::tools::play::{Settings, open};

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

/// A pipe would make the person wait for another program.
#[cfg(unix)]
#[test]
fn only_regular_files_are_saved_and_loaded() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let pipe = pipe.display();
    let lines = format!("2-2\nsave {pipe}\nsave {pipe}\nload {pipe}\nload {pipe}#2:3\n");
    let transcript = said(settings(4, 4), &lines);
    let refused = |what: &str| transcript.matches(what).count();
    let reason = "it is no regular file.";
    let write = format!("I cannot write {pipe}: {reason}");
    assert_eq!(refused(&write), 2, "{transcript}");
    for name in [format!("{pipe}"), format!("{pipe}#2:3")] {
        let open = format!("I cannot open {name}: {reason}");
        assert_eq!(refused(&open), 1, "{transcript}");
    }
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

    // A warning about another file does not count.
    std::fs::write(&file, "precious").unwrap();
    let other = directory.path().join("other.sgf");
    std::fs::write(&other, "also precious").unwrap();
    said(
        settings(5, 5),
        &format!("save {}\n{save}quit\n", other.display()),
    );
    assert_eq!(content(), "precious");
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
fn a_decided_game_has_the_result_after_grounding() {
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("decided.sgf");
    let name = file.display().to_string();
    // Blue captures two dots by the next one, and has a loose dot at the right.
    let moves = "B[ba];W[bb];B[ca];W[cb];B[ab];W[ga];B[db];W[ge];B[bc];W[ea];B[fd];W[ae]";
    std::fs::write(&file, format!("(;GM[40]SZ[7:5];{moves})")).unwrap();
    let lines = format!("load {name}\n3-3\nsave {name}\nsave {name}\n");
    let transcript = said(settings(5, 5), &lines);
    let end = "You lead by more dots than you could still lose. You win by 1!";
    assert!(transcript.contains(end), "{transcript}");
    assert!(
        transcript.contains("X 2:0 O, the game is over> "),
        "{transcript}"
    );
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("RE[B+1]"), "{text}");
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
    let opened = said_with(settings(5, 5), "", |environment| {
        environment.opened = Some(open(name.as_ref()).unwrap())
    });
    assert!(opened.starts_with(position), "{opened}");
    // A new game has the size of the file.
    let new = said(settings(5, 5), &format!("load {name}\nswap\nnew\n"));
    let empty = "3 . . .\n2 . . .\n1 . . .\n  1 2 3\nYou are X, I am O.";
    assert!(new.contains(empty), "{new}");
    // After one move it is the other's turn.
    let rewound = said(settings(5, 5), &format!("load {name}:1\n"));
    assert!(rewound.contains("2 . . .\n"), "{rewound}");
    let missing = said(settings(3, 3), "load\nload no/such/file\n2-2\n");
    assert!(missing.contains("load which file?"));
    assert!(missing.contains("I cannot open no/such/file: "));
    assert!(missing.contains("I play 1-3."), "the game goes on");
}

#[test]
fn names_change_sides_with_the_players() {
    let dir = tempfile::TempDir::new().unwrap();
    let [before, after] = ["before.sgf", "after.sgf"].map(|name| dir.path().join(name));
    let lines = format!(
        "save {}\nswap\nsave {}\n",
        before.display(),
        after.display()
    );
    said(settings(3, 3), &lines);
    let names = |file: &std::path::Path| open(file).unwrap().record.players;
    assert_eq!(names(&before), ["Player", "tochki"]);
    assert_eq!(names(&after), ["tochki", "Player"]);
    // The engine's name in a file is no name of the person.
    let again = dir.path().join("again.sgf");
    let lines = format!(
        "load {}\nswap\nsave {}\n",
        before.display(),
        again.display()
    );
    said(settings(3, 3), &lines);
    assert_eq!(names(&again), ["tochki", "Player"]);
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
        said_with(settings(5, 5), lines, |environment| {
            environment.opened = Some(open(name.as_ref()).unwrap());
        })
    };
    let full = opened("(;GM[40]SZ[2]KM[2.5];B[aa];W[ba];B[ab];W[bb])", "");
    assert!(full.contains("Komi: 2.5 dots for O.\n"), "{full}");
    assert!(full.contains("The board is full. I win by 2.5."), "{full}");
    // Before the first capture, komi alone ends no game.
    let undecided = opened("(;GM[40]SZ[5]KM[-2.5];B[bb];W[dd])", "3-3\n");
    assert!(undecided.contains("I play 1-5."), "{undecided}");
    assert!(undecided.ends_with("your move> \n"), "{undecided}");
    // A new game has no komi.
    let capture = "B[ab];W[bb];B[ba];W[ee];B[cb];W[de];B[bc];W[ce]";
    let text = format!("(;GM[40]SZ[5]KM[-2.5];{capture})");
    let saved = dir.path().join("saved.sgf");
    let decided = opened(&text, &format!("new\n2-2\nsave {}\n", saved.display()));
    assert_eq!(open(&saved).unwrap().record.komi, 0.0);
    let reason = "You lead by more dots than you could still lose. You win by 3.5!";
    assert_eq!(decided.matches(reason).count(), 1, "{decided}");
    assert!(decided.ends_with("your move> \n"), "{decided}");
    let behind = opened(&text.replace("-2.5", "1.5"), "");
    let reason = "I lead by more dots than I could still lose. I win by 0.5.";
    assert!(behind.contains(reason), "{behind}");
    let next = "(;GM[40]SZ[9]KM[3];B[ee];W[ff];B[ge];W[gf];B[ce];W[cf];B[ae];W[af])";
    std::fs::write(&name, next).unwrap();
    let thought = said_by(&mut Counter, settings(5, 5), b"hint\n", |environment| {
        environment.opened = Some(open(name.as_ref()).unwrap());
    });
    assert!(thought.contains("  value +3, 50 % to win"), "{thought}");
}

#[test]
fn where_any_dot_would_be_captured_the_engine_stops() {
    let dir = tempfile::TempDir::new().unwrap();
    let name = dir.path().join("house.sgf").display().to_string();
    let opened = |text: String, lines: &str| {
        std::fs::write(&name, text).unwrap();
        said_with(settings(5, 5), lines, |environment| {
            environment.opened = Some(open(name.as_ref()).unwrap());
        })
    };
    // The only empty cell is in an empty base of the player who has moved last.
    let house = "W[aa];B[ba];W[ca];B[ab];W[ac];B[cb];W[cc];B[bc]";
    let draw = "I stop; my loose dots are yours. It is a draw.";
    for rules in ["", "RU[Suicide=0]"] {
        let text = format!("(;GM[40]SZ[3]{rules};{house})");
        // The person takes back his own dot, too: otherwise the engine would stop at once.
        let said = opened(text, "undo\n2-1\n");
        assert_eq!(said.matches(draw).count(), 2, "{said}");
        assert!(said.contains("X 0:0 O, your move> 2-1\n"), "{said}");
        assert!(!said.contains("I play"), "{said}");
    }
    // As long as it is not the engine's turn, the game goes on.
    let turned = house.replace("W[cc];B[bc]", "B[bc];W[cc]");
    let said = opened(format!("(;GM[40]SZ[3];{turned})"), "stop\nundo\n");
    assert!(said.contains("The game goes on."), "{said}");
    let mirrored = house.replace('W', "w").replace('B', "W").replace('w', "B");
    let said = opened(format!("(;GM[40]SZ[3];{mirrored})"), "hint\nstop\n");
    assert!(said.contains("\nI would stop.\n"), "{said}");
    assert!(
        said.contains("You stop; your loose dots are mine. It is a draw."),
        "{said}"
    );
}

#[test]
fn an_opened_record_keeps_its_facts() {
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("cup.sgf");
    let facts = "KM[0.5]PB[Ann]PW[Bob]EV[Cup]RE[W+T]C[all]";
    let turns = ";B[bb]C[one];W[ee]C[two]BM[1];B[be]C[three];W[eb]C[four]";
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
    let old = || std::fs::read_to_string(dir.path().join("cup.old.sgf")).unwrap();
    assert_eq!(old(), text);
    // The last two dots are taken back, and two others follow.
    let record = play("undo\n1-1\n");
    // The file was one of ours then, so it does not take the place of the original.
    assert_eq!(old(), text);
    assert_eq!((record.komi, record.result), (0.5, None));
    assert_eq!(record.players, ["Ann", "Bob"]);
    assert_eq!(record.comment, "all");
    assert_eq!(record.facts["EV"], "Cup");
    let comments = record.turns.iter().map(|turn| &*turn.comment);
    assert_eq!(comments.collect::<Vec<_>>(), ["one", "two", "", ""]);
    assert_eq!(record.turns[1].class, Some(ErrorClass::Mistake));
    // Without its last turns the game has no result any more.
    std::fs::write(&file, &text).unwrap();
    let record = play("undo\n");
    assert_eq!((record.turns.len(), record.result), (2, None));
}

#[test]
fn an_undone_end_of_a_record_gives_the_turn_to_the_player_before_it() {
    let dir = tempfile::TempDir::new().unwrap();
    let name = dir.path().join("resigned.sgf").display().to_string();
    std::fs::write(&name, "(;GM[40]SZ[5]RE[W+R];B[bb];W[dd])").unwrap();
    let transcript = said(settings(5, 5), &format!("load {name}\nundo\n1-1\n"));
    assert!(transcript.contains("The game goes on."), "{transcript}");
    assert!(transcript.contains("I play 1-5."), "{transcript}");
    // A game that is over gives way to one that goes on.
    let transcript = said(settings(5, 5), &format!("resign\nload {name}:1\n1-1\n"));
    assert!(transcript.contains("I play 1-5."), "{transcript}");
}

#[test]
fn an_undone_dot_of_a_record_leaves_one_turn_to_each() {
    let dir = tempfile::TempDir::new().unwrap();
    let name = dir.path().join("twice.sgf").display().to_string();
    // The first player has put the last two dots.
    let record = "(;GM[40]SZ[8]PB[Player]PW[tochki];B[dd];W[ee];B[de];B[fe])";
    std::fs::write(&name, record).unwrap();
    let transcript = said(settings(8, 8), &format!("load {name}\nundo\nhelp\nboard\n"));
    // Once after the record, once in place of its last dot.
    assert_eq!(transcript.matches("\nI play ").count(), 2, "{transcript}");
}

#[test]
fn the_first_turn_of_a_record_is_given_back_to_its_player() {
    let dir = tempfile::TempDir::new().unwrap();
    let name = dir.path().join("handicap.sgf").display().to_string();
    let record = "(;GM[40]SZ[8]PB[tochki]PW[Player]AB[cc][ff];W[dd])";
    std::fs::write(&name, record).unwrap();
    let transcript = said(settings(8, 8), &format!("load {name}\nundo\nboard\n"));
    // Only before `undo`.
    assert_eq!(transcript.matches("\nI play ").count(), 1, "{transcript}");
}

#[test]
fn a_position_is_opened_and_saved_with_its_player_to_move() {
    let dir = tempfile::TempDir::new().unwrap();
    let name = dir.path().join("handicap.sgf").display().to_string();
    let head = "(;GM[40]SZ[8]PB[tochki]PW[Player]AB[cc][ff]";
    let cases = [
        ("PL[W]", "", 0, true),
        ("PL[B]", "", 1, false),
        (";W[dd]", "undo\n", 1, true),
    ];
    for (index, (rest, lines, replies, is_told)) in cases.into_iter().enumerate() {
        std::fs::write(&name, format!("{head}{rest})")).unwrap();
        let saved = dir.path().join(format!("{index}.sgf"));
        let lines = format!("load {name}\n{lines}save {}\n", saved.display());
        let transcript = said(settings(8, 8), &lines);
        assert_eq!(
            transcript.matches("\nI play ").count(),
            replies,
            "{transcript}"
        );
        let text = std::fs::read_to_string(saved).unwrap();
        assert_eq!(text.contains("AB[cc][ff]PL[W]"), is_told, "{text}");
    }
    // In a new game the first player moves first.
    std::fs::write(&name, "(;GM[40]SZ[8]PL[W])").unwrap();
    let transcript = said(settings(8, 8), &format!("load {name}\nnew\n"));
    assert_eq!(transcript.matches("\nI play ").count(), 1, "{transcript}");
}

#[test]
fn a_file_is_kept_of_which_a_part_is_continued() {
    let dir = tempfile::TempDir::new().unwrap();
    let [file, old] = ["play.sgf", "play.old.sgf"].map(|name| dir.path().join(name));
    let play = |arguments: &[&str], lines: &str| {
        let mut command = Command::cargo_bin("tochki").unwrap();
        command
            .args(["play", "--level", "1", "--autosave"])
            .arg(&file);
        command
            .args(arguments)
            .write_stdin(lines.to_owned())
            .assert()
    };
    let two = "(;GM[40]SZ[5];B[bb];W[dd];B[bd])(;GM[40]SZ[5];B[cc])";
    // The first of two games is resumed: the other one is not lost.
    std::fs::write(&file, two).unwrap();
    play(&["--resume"], "quit\n").success();
    assert_eq!(std::fs::read_to_string(&old).unwrap(), two);
    // One of several games, the first branch of a game, and a game up to a move that the rules refuse.
    let one = |rest: &str| format!("(;GM[40]SZ[5];B[bb]{rest})");
    let [branches, refused] = ["(;W[dd];B[bd])(;W[cc])", ";W[dd];B[bd];W[bb]"].map(one);
    let name = old.to_str().unwrap();
    for more in [two, branches.as_str(), refused.as_str()] {
        std::fs::write(&old, more).unwrap();
        play(&["--open", name], "quit\n").success();
        play(&[], &format!("load {name}\nquit\n")).success();
        assert_eq!(std::fs::read_to_string(&old).unwrap(), more);
    }
    // Saving would take the old file's name for the new one.
    let whole = one(";W[dd];B[bd]");
    std::fs::write(&old, &whole).unwrap();
    let part = format!("{name}:1");
    let refused = play(&["--open", &part], "quit\n").code(2);
    let text = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(text.contains("would be lost"), "{text}");
    let load = |name: &str| {
        let done = play(&[], &format!("load {name}\nquit\n")).success();
        String::from_utf8_lossy(&done.get_output().stdout).into_owned()
    };
    let text = load(&part);
    assert!(text.contains("Copy that file first."), "{text}");
    assert_eq!(std::fs::read_to_string(&old).unwrap(), whole);
    let text = load(name);
    assert!(text.contains("This is "), "{text}");
}

#[test]
fn a_game_of_two_named_people_is_resumed_with_a_side() {
    let dir = tempfile::TempDir::new().unwrap();
    let [record, save] = ["record.sgf", "play.sgf"].map(|name| dir.path().join(name));
    std::fs::write(&record, "(;GM[40]SZ[6]PB[Ann]PW[Bob];B[bb];W[ee];B[be])").unwrap();
    let play = |arguments: &[&str], lines: &str| {
        let mut command = Command::cargo_bin("tochki").unwrap();
        command.args(["play", "--level", "1", "--autosave"]);
        command.arg(&save).args(arguments);
        command.write_stdin(lines.to_owned()).assert()
    };
    let open = ["--side", "second", "--open", record.to_str().unwrap()];
    // After the undo it is the person's turn again.
    play(&open, "1-1\nundo\nquit\n").success();
    let text = std::fs::read_to_string(&save).unwrap();
    let refused = play(&["--resume"], "quit\n").code(2);
    let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(
        told.contains("do not tell your side: give --side"),
        "{told}"
    );
    let resumed = play(&["--resume", "--side", "second"], "quit\n").success();
    let said = String::from_utf8_lossy(&resumed.get_output().stdout).into_owned();
    assert!(!said.contains("I play"), "{said}");
    assert_eq!(std::fs::read_to_string(&save).unwrap(), text);
}

#[cfg(target_os = "linux")]
#[test]
fn the_usual_file_is_kept_if_a_part_of_it_is_resumed() {
    let dir = tempfile::TempDir::new().unwrap();
    let folder = dir.path().join("tochki");
    let [file, old] = ["play.sgf", "play.old.sgf"].map(|name| folder.join(name));
    std::fs::create_dir(&folder).unwrap();
    let resume = || {
        let mut command = Command::cargo_bin("tochki").unwrap();
        command.args(["play", "--level", "1", "--resume"]);
        command.env("XDG_STATE_HOME", dir.path());
        command.write_stdin("quit\n").assert().success();
    };
    let branches = "(;GM[40]SZ[5];B[bb](;W[dd];B[bd])(;W[cc]))";
    std::fs::write(&file, branches).unwrap();
    resume();
    assert_eq!(std::fs::read_to_string(&old).unwrap(), branches);
    // Now the file has one game.
    resume();
    assert_eq!(std::fs::read_to_string(&old).unwrap(), branches);
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
