//! Collections of games that several processes analyze.

use crate::process;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

/// A game of six moves, of which `move_4` is the fourth.
fn game(move_4: &str) -> String {
    format!("(;GM[40]SZ[7]AB[dc][de][cd]AW[dd][fb];B[ff];W[bb];B[bf];W[{move_4}];B[ed];W[aa])\n")
}

/// A folder with five games in three files, and what is no game.
fn collection() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let games = directory.path().join("games");
    fs::create_dir_all(games.join("old")).unwrap();
    fs::write(games.join("b.sgf"), game("gg")).unwrap();
    fs::write(games.join("a.sgfs"), ["ga", "ge", "gb"].map(game).concat()).unwrap();
    fs::write(games.join("old/b.sgf"), game("gc")).unwrap();
    fs::write(games.join("notes.txt"), "no game\n").unwrap();
    std::os::unix::fs::symlink(&games, games.join("old/again")).unwrap();
    directory
}

fn command(directory: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tochki"));
    command.current_dir(directory).arg("analyze");
    command.args(arguments.split_whitespace());
    command
}

fn analyze(directory: &Path, arguments: &str) -> Output {
    command(directory, arguments).output().unwrap()
}

/// What the analysis printed, with its exit code.
fn printed(directory: &Path, arguments: &str, code: i32) -> [String; 2] {
    let output = analyze(directory, arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments}: {output:?}");
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
}

/// All files below a folder with their contents.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                // A file that is being renamed may be gone.
                files.extend(fs::read_to_string(path).ok().map(|text| (name, text)));
            }
        }
    }
    files
}

const REPORTS: [&str; 5] = [
    "games/a.sgfs#1",
    "games/a.sgfs#2",
    "games/a.sgfs#3",
    "games/b.sgf",
    "games/old/b.sgf",
];

#[test]
fn shards_that_were_killed_and_run_twice_write_the_reports_of_one_run() {
    let directory = collection();
    let path = directory.path();
    for format in ["text", "json", "sgf"] {
        let all = format!("games --format {format} --complexity 8 --out one-{format}");
        let [out, errors] = printed(path, &all, 0);
        assert_eq!(errors, "");
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 6, "{out}");
        assert!(
            lines[1].starts_with("games/a.sgfs#2: 6 moves, X lost "),
            "{out}"
        );
        assert_eq!(lines[5], "5 games: 5 analyzed");
        let one = files(&path.join(format!("one-{format}")));
        let extension = format.replace("text", "txt");
        let names = REPORTS.map(|name| format!("{name}.{extension}"));
        assert!(one.keys().eq(&names), "{:?}", one.keys());
        let folder = path.join(format!("shared-{format}"));
        let share = format!("games --format {format} --complexity 8 --out shared-{format} --shard");
        for shard in ["1/2", "0/2", "1/2"] {
            printed(path, &format!("{share} {shard}"), 0);
        }
        assert_eq!(files(&folder), one);
    }
}

/// Number of reports in a folder.
fn count(reports: &Path) -> usize {
    let found = files(reports);
    found.keys().filter(|name| name.ends_with(".txt")).count()
}

/// Waits for the first report in the folder.
fn wait_for_report(reports: &Path) {
    process::wait_until("there is a report", || count(reports) > 0);
}

/// Kills an analysis of `all` games when there is a report; the number of its reports.
fn killed_after_a_report(path: &Path, arguments: &str, reports: &Path, all: usize) -> usize {
    process::interrupted(
        "KILL",
        reports,
        || command(path, arguments),
        || count(reports) > 0,
        || count(reports) < all,
    );
    count(reports)
}

#[test]
fn a_killed_shard_goes_on_with_the_games_that_it_has_not_done() {
    let directory = collection();
    let path = directory.path();
    let shard = "games --complexity 45 --shard 0/2 --out reports";
    let reports = path.join("reports");
    let before = killed_after_a_report(path, shard, &reports, 3);
    // A report that is there is not made anew: a mark in it stays.
    let file = reports.join("games/a.sgfs#1.txt");
    let marked = fs::read_to_string(&file).unwrap() + "mark\n";
    fs::write(&file, &marked).unwrap();
    let [out, _] = printed(path, shard, 0);
    let left = 3 - before;
    let last = format!("3 games of 5 in shard 0/2: {left} analyzed, {before} analyzed before\n");
    assert!(out.ends_with(&last), "{out}");
    assert_eq!(fs::read_to_string(&file).unwrap(), marked);
    assert_eq!(files(&reports).len(), 3);
    printed(path, "games --complexity 45 --shard 1/2 --out reports", 0);
    printed(path, "games --complexity 45 --out whole", 0);
    let mut shared = files(&reports);
    let report = shared.get_mut("games/a.sgfs#1.txt").unwrap();
    *report = report.replace("mark\n", "");
    assert_eq!(shared, files(&path.join("whole")));
}

#[test]
fn a_signal_leaves_whole_reports_only() {
    let directory = collection();
    let path = directory.path();
    let arguments = "games --time 400 --out reports";
    let child = command(path, arguments)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let reports = path.join("reports");
    wait_for_report(&reports);
    assert!(process::signal("INT", child.id()));
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    // One, or up to four if the machine lets the test wait.
    let found = files(&reports);
    let (done, left) = (found.len(), 5 - found.len());
    let last = format!("5 games: {done} analyzed, {left} not analyzed yet\n");
    assert!(text.ends_with(&last), "{text}");
    for (name, report) in found {
        assert!(!report.contains("interrupted"), "{name}: {report}");
    }
}

#[test]
fn reports_of_other_settings_are_refused_with_what_differs() {
    let directory = collection();
    let path = directory.path();
    let games = "games --complexity 8 --out reports --format json";
    printed(path, &format!("{games} --shard 1/3"), 0);
    let before = files(&path.join("reports"));
    for (arguments, words) in [
        ("--option threads=2", "threads is 1 there and 2 here"),
        ("--option nodes=50", "nodes is 0 there and 50 here"),
        ("--errors 3", "errors is 5 there and 3 here"),
        ("--engine mcts", "engine is auto there and mcts here"),
    ] {
        // The shard has none of the reports that are there.
        let [out, errors] = printed(path, &format!("{games} --shard 2/3 {arguments}"), 2);
        let report = "reports/games/a.sgfs#2.json";
        let advice = "remove it, or give --out another folder";
        assert_eq!(
            errors,
            format!("tochki: {report}: it belongs to another analysis: {words}: {advice}\n")
        );
        assert_eq!(out, "");
    }
    let by_time = "games --time 5 --out reports --format json";
    let [_, errors] = printed(path, by_time, 2);
    let words = "time is none there and 5ms here; complexity is 8 there and none here";
    assert!(errors.contains(words), "{errors}");
    assert_eq!(files(&path.join("reports")), before);

    // A report of other contents of the file is not taken for one of these.
    fs::write(
        path.join("games/a.sgfs"),
        ["ga", "gf", "gb"].map(game).concat(),
    )
    .unwrap();
    let [out, errors] = printed(path, games, 2);
    assert!(
        errors.contains("reports/games/a.sgfs#2.json: it belongs to another analysis: game is "),
        "{errors}"
    );
    assert!(
        out.ends_with("5 games: 3 analyzed, 1 analyzed before, 1 refused\n"),
        "{out}"
    );

    // A file that does not tell its origin is not overwritten.
    let report = path.join("reports/games/b.sgf.json");
    fs::write(&report, "{}").unwrap();
    let [_, errors] = printed(path, games, 2);
    assert!(errors.contains("b.sgf.json is in the way"), "{errors}");
    assert_eq!(fs::read_to_string(&report).unwrap(), "{}");
}

#[test]
fn reports_with_chains_are_not_mixed_with_others() {
    let directory = collection();
    let games = "games --format sgf --complexity 0 --out reports";
    printed(directory.path(), games, 0);
    let [_, errors] = printed(directory.path(), &format!("{games} --chains"), 2);
    let words = "chains is none there and true here";
    assert!(errors.contains(words), "{errors}");
}

#[test]
fn what_cannot_be_read_is_told_and_the_others_go_on() {
    let directory = collection();
    let path = directory.path();
    let go = "(;GM[1]SZ[7];B[aa])";
    fs::write(path.join("games/a.sgfs"), game("ga") + go + &game("gb")).unwrap();
    fs::write(path.join("games/c.sgf"), "(;GM[40]SZ[7];B[aa]").unwrap();
    // There is a dot where the first move is.
    fs::write(path.join("games/d.sgf"), "(;GM[40]SZ[7]AB[aa];B[aa])").unwrap();
    let [out, errors] = printed(path, "games none.sgf --complexity 0 --out reports", 2);
    let errors: Vec<&str> = errors.lines().collect();
    for (error, words) in errors.iter().zip([
        "tochki: games/a.sgfs#2: line 2, column ",
        "tochki: games/c.sgf: line 1, column 1: the file ends before",
        "tochki: games/d.sgf: line 1, column ",
        "tochki: none.sgf: ",
    ]) {
        assert!(error.starts_with(words), "{error}");
    }
    assert_eq!(errors.len(), 4, "{errors:?}");
    assert!(out.ends_with("8 games: 4 analyzed, 4 refused\n"), "{out}");
    // Each is told by one of the shards.
    let refused = |shard: &str| {
        let arguments = format!("games none.sgf --complexity 0 --out reports --shard {shard}");
        let errors = analyze(path, &arguments).stderr;
        String::from_utf8(errors).unwrap().lines().count()
    };
    assert_eq!(["0/3", "1/3", "2/3"].map(refused).iter().sum::<usize>(), 4);
}

/// The report of a game has the name of its file and four characters more. Not tried on Windows: Wine says of a
/// name that is too long that no such file is found.
#[cfg(unix)]
#[test]
fn a_name_that_is_too_long_for_a_report_costs_no_other_game() {
    let directory = collection();
    let path = directory.path();
    let long = "a".repeat(250) + ".sgf";
    fs::write(path.join("games").join(&long), game("ga")).unwrap();
    for end in [
        "5 analyzed, 1 refused",
        "0 analyzed, 5 analyzed before, 1 refused",
    ] {
        let [out, errors] = printed(path, "games --complexity 0 --out reports", 2);
        let words = format!("tochki: reports/games/{long}.txt: ");
        assert!(errors.starts_with(&words), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert!(out.ends_with(&format!("6 games: {end}\n")), "{out}");
        assert_eq!(files(&path.join("reports")).len(), REPORTS.len());
    }
}

#[test]
fn a_game_without_moves_is_an_error_only_if_it_is_named_alone() {
    let directory = collection();
    let path = directory.path();
    fs::write(path.join("games/c.sgf"), "(;GM[40]SZ[7])").unwrap();
    let [out, errors] = printed(path, "games --complexity 0 --out reports", 0);
    assert!(out.contains("\ngames/c.sgf: no moves\n"), "{out}");
    let end = "\n6 games: 5 analyzed, 1 without moves\n";
    assert!(out.ends_with(end), "{out}");
    assert_eq!(errors, "");
    assert_eq!(files(&path.join("reports")).len(), REPORTS.len());
    let [out, errors] = printed(path, "games/c.sgf", 2);
    assert_eq!(out, "");
    let words = "tochki: games/c.sgf: there are no moves to look at\n";
    assert_eq!(errors, words);
}

#[test]
fn a_game_that_is_named_twice_is_analyzed_once() {
    let directory = collection();
    let path = directory.path();
    let quick = "--complexity 0 --out";
    let absolute = path.join("games/b.sgf");
    let twice = format!("./games games games/b.sgf games/a.sgfs#2 games/a.sgfs#2:3 {quick} one");
    let [out, _] = printed(path, &twice, 0);
    assert!(out.ends_with("6 games: 6 analyzed\n"), "{out}");
    let one = files(&path.join("one"));
    assert!(one.contains_key("games/a.sgfs#2:3.txt") && !one.contains_key("games/a.sgfs.txt"));
    // The order of the names does not matter.
    let other = format!("games/a.sgfs#2:3 games {quick} other");
    printed(path, &format!("{other} --shard 0/2"), 0);
    printed(
        path,
        &format!("{twice} --shard 1/2").replace(" one ", " other "),
        0,
    );
    assert_eq!(files(&path.join("other")), one);
    // One game goes to a folder that is there, and stays within.
    fs::create_dir(path.join("up")).unwrap();
    let single = format!(
        "../{}/games/b.sgf {quick} up",
        path.file_name().unwrap().display()
    );
    printed(path, &single, 0);
    let name = format!("{}/games/b.sgf.txt", path.file_name().unwrap().display());
    assert!(files(&path.join("up")).keys().eq([&name]));
    fs::create_dir_all(path.join("old/games")).unwrap();
    fs::write(path.join("old/games/b.sgf"), game("gd")).unwrap();
    let clash = format!("games/b.sgf {} {quick} clash", absolute.display());
    printed(path, &clash, 0);
    assert_eq!(files(&path.join("clash")).len(), 2);
    let clash = Command::new(env!("CARGO_BIN_EXE_tochki"))
        .current_dir(path.join("old"))
        .args(["analyze", "games/b.sgf", "../games/b.sgf", "--out", "clash"])
        .output()
        .unwrap();
    let errors = String::from_utf8(clash.stderr).unwrap();
    assert_eq!(
        errors,
        "tochki: games/b.sgf and ../games/b.sgf would have one report\n"
    );
}

#[test]
fn a_file_is_read_once_for_all_its_games() {
    let directory = tempfile::tempdir().unwrap();
    // A pipe is empty when it is read again.
    let mut command = command(directory.path(), "/dev/stdin#1 /dev/stdin#2");
    command.args(["--complexity", "0", "--out", "reports"]);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    let games = ["ga", "gb"].map(game).concat();
    let mut input = child.stdin.take().unwrap();
    input.write_all(games.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.ends_with("2 games: 2 analyzed\n"), "{output:?}");
}

#[test]
fn the_line_of_a_game_counts_its_notes() {
    let directory = tempfile::tempdir().unwrap();
    let cut = "(;GM[40]SZ[9];B[aa];W[bb];B[aa])";
    let text = format!("{cut}(;GM[40]SZ[9];B[aa];W[bb])");
    fs::write(directory.path().join("a.sgf"), text).unwrap();
    let [out, _] = printed(directory.path(), "a.sgf --complexity 0 --out reports", 0);
    let lines: Vec<&str> = out.lines().collect();
    assert!(
        lines[0].starts_with("a.sgf#1: 2 moves, ") && lines[0].ends_with("; 1 note"),
        "{out}"
    );
    assert!(
        lines[1].starts_with("a.sgf#2: 2 moves, ") && !lines[1].contains("note"),
        "{out}"
    );
}

#[test]
fn what_several_games_need_is_told() {
    let directory = collection();
    let path = directory.path();
    fs::create_dir(path.join("empty")).unwrap();
    fs::create_dir_all(path.join("old/games")).unwrap();
    fs::write(path.join("old/games/c.sgf"), game("gd")).unwrap();
    fs::write(path.join("many.sgf"), "(;)".repeat(1_000_001)).unwrap();
    for (arguments, words) in [
        (
            "games/a.sgfs",
            "3 games: give --out a folder for the reports, or choose one game, such as games/a.sgfs#1",
        ),
        ("games", "5 games: give --out a folder"),
        ("games --plot a.svg --out reports", "--plot is for one game"),
        (
            "games/b.sgf --plot a.svg --out empty",
            "one game, whose report does not go to a folder",
        ),
        ("games --shard 0/2", "--out"),
        ("empty --out reports", "empty: there are no games"),
        (
            "many.sgf --out reports",
            "many.sgf: 1000001 games; a file may have at most",
        ),
        (
            "games - --out reports",
            "standard input cannot be one of several games",
        ),
        ("- --out reports/", "give --out a file"),
        (
            "games --format sgf --out games/reports",
            "would be taken for games",
        ),
        ("games --format sgf --out .", "would be taken for games"),
        (
            "games old/games --format sgf --out old",
            "would be taken for games",
        ),
        (
            "games --out games/b.sgf",
            "games/b.sgf: the reports of several games need a folder",
        ),
        ("games --shard 2/2 --out reports", "--shard"),
    ] {
        let [out, errors] = printed(path, arguments, 2);
        assert!(errors.contains(words), "{arguments}: {errors}");
        assert_eq!(out, "", "{arguments}");
    }
    // One game of a file is one game, without a word of where it comes from.
    let [out, _] = printed(path, "games/a.sgfs#2 --complexity 0", 0);
    assert!(out.starts_with("move "), "{out}");
    let [out, _] = printed(path, "games/a.sgfs:3 --complexity 0", 0);
    assert!(out.starts_with("move "), "{out}");
}

#[cfg(target_os = "linux")]
#[test]
fn games_whose_names_are_not_utf_8_have_a_report_each() {
    use std::os::unix::ffi::OsStrExt;
    let directory = collection();
    let path = directory.path();
    let name = |bytes: &[u8]| path.join(std::ffi::OsStr::from_bytes(bytes));
    fs::write(name(b"games/\xfe.sgf"), game("ga")).unwrap();
    fs::write(name(b"games/\xff.sgf"), game("gb") + &game("gg")).unwrap();
    let [out, errors] = printed(path, "games --complexity 0 --out reports", 0);
    assert_eq!(errors, "");
    assert!(out.contains("\ngames/\u{fffd}.sgf#2: 6 moves, "), "{out}");
    assert!(out.ends_with("8 games: 8 analyzed\n"), "{out}");
    let reports: [&[u8]; 3] = [
        b"reports/games/\xfe.sgf.txt",
        b"reports/games/\xff.sgf#1.txt",
        b"reports/games/\xff.sgf#2.txt",
    ];
    for report in reports {
        assert!(name(report).exists(), "{report:?}");
    }
}

/// Nobody writes to the pipe that it reads, so that it does not see the stop flag.
#[test]
fn a_second_signal_ends_an_analysis_that_waits() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    fs::write(path.join("a.sgf"), "(;GM[40]SZ[7])").unwrap();
    let pipe = path.join("b.sgf");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let mut command = command(path, "a.sgf b.sgf --complexity 0 --out reports");
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    // This waits until the analysis opens the pipe, too. If that never happens, only the thread waits for ever.
    let (sender, opened) = mpsc::channel();
    let open = move || sender.send(fs::OpenOptions::new().write(true).open(pipe));
    thread::spawn(open);
    let opened = opened.recv_timeout(Duration::from_secs(60));
    if opened.is_err() {
        // It may have ended.
        process::signal("KILL", child.id());
    }
    let writer = opened.expect("the analysis reads the pipe").unwrap();
    let start = Instant::now();
    let code = loop {
        process::signal("INT", child.id());
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        assert!(start.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(20));
    };
    assert_eq!(code, Some(130));
    // Signals that follow at once are taken for the first one.
    assert!(start.elapsed() >= Duration::from_millis(300));
    drop(writer);
}
