//! Matches that several processes share, and the joined report.

use crate::contest::{add_own, contest, journal, killed_after, tochki};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const GAMES: usize = 24;

/// A match of the engine against itself by nodes.
fn by_nodes(extra: &[&str], out: &Path) -> Command {
    let mut command = tochki();
    command.args(["match", "--size", "8x8", "--start", "random:6", "--games"]);
    command.args([&GAMES.to_string(), "--every", "1000"]);
    command.args(["--nodes", "20", "--nodes", "2:40"]);
    add_own(&mut command, 2);
    command.args(extra).arg("--out").arg(out);
    command
}

fn join(folders: &[PathBuf], extra: &[&str]) -> Output {
    let mut command = tochki();
    command.args(["match", "--join"]).args(folders).args(extra);
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Plays all shards of a match to their ends and returns their folders.
fn shards(directory: &Path, count: usize, extra: &[&str]) -> Vec<PathBuf> {
    let folder = |k| directory.join(format!("shard-{k}"));
    for k in 0..count {
        let shard = format!("{k}/{count}");
        let extra = [extra, &["--shard", &shard]].concat();
        let output = by_nodes(&extra, &folder(k)).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    (0..count).map(folder).collect()
}

/// The report of the match as one process prints it, as text and as JSON.
fn single(directory: &Path, extra: &[&str]) -> [Vec<u8>; 2] {
    let out = directory.join("single");
    let report = by_nodes(extra, &out).output().unwrap().stdout;
    [report, fs::read(out.join("result.json")).unwrap()]
}

#[test]
fn shards_that_were_killed_and_run_twice_join_to_the_report_of_one_machine() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("shard-1");
    let run = || by_nodes(&["--shard", "1/3"], &folder);
    let before = killed_after(2, GAMES / 3, run, &folder);

    // The first shards that are joined have some games only, and their last line is cut.
    let early = join(std::slice::from_ref(&folder), &[]);
    assert_eq!(early.status.code(), Some(1), "{early:?}");
    let state = format!("{} of {GAMES} games are played: ", before.len());
    assert!(text(&early.stderr).contains(&state), "{early:?}");
    let path = folder.join("journal.jsonl");
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"detail\":\"\xd0").unwrap();
    let cut = join(std::slice::from_ref(&folder), &[]);
    assert_eq!(cut, early);

    let mut folders = shards(directory.path(), 3, &[]);
    let counts = folders.iter().map(|folder| journal(folder).len());
    assert_eq!(counts.sum::<usize>(), GAMES);
    assert!(journal(&folders[1]).starts_with(&before));
    // Both games of a pair are in one shard.
    let games = journal(&folders[2]);
    assert!(games.iter().all(|game| game / 2 % 3 == 2), "{games:?}");
    let again = directory.path().join("again");
    let output = by_nodes(&["--shard", "0/3"], &again).output().unwrap();
    assert!(output.status.success());
    folders.insert(0, again);

    let [report, json] = single(directory.path(), &["--jobs", "2"]);
    let joined = join(&folders, &[]);
    assert_eq!(joined.status.code(), Some(0), "{joined:?}");
    assert_eq!(text(&joined.stdout), text(&report));
    let joined = join(&folders, &["--json"]);
    assert_eq!(text(&joined.stdout), text(&json));
}

#[test]
fn the_exit_code_of_a_join_that_nobody_reads_tells_that_the_shards_go_on() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("shard-1");
    assert!(
        by_nodes(&["--shard", "1/3"], &folder)
            .status()
            .unwrap()
            .success()
    );
    let code = |extra: &[&str]| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = tochki();
        command.args(["match", "--join"]).arg(&folder).args(extra);
        command.stdout(writer).status().unwrap().code()
    };
    assert_eq!([code(&[]), code(&["--json"])], [Some(1); 2]);
}

#[test]
fn the_joined_test_ends_with_the_game_that_ends_the_single_run() {
    let directory = tempfile::tempdir().unwrap();
    let extra = ["--sprt", "0,400,0.3,0.3"];
    let [report, json] = single(directory.path(), &extra);
    let played = journal(&directory.path().join("single")).len();
    assert!(played < GAMES, "the test is not decided early");
    let mut folders = shards(directory.path(), 3, &extra);
    let counts = folders.iter().map(|folder| journal(folder).len());
    assert_eq!(counts.sum::<usize>(), GAMES, "a shard stopped by itself");
    folders.reverse();
    let joined = join(&folders, &[]);
    assert_eq!(joined.status.code(), Some(0), "{joined:?}");
    assert_eq!(text(&joined.stdout), text(&report));
    assert!(text(&joined.stderr).contains("the test is decided: the shards can stop"));
    assert_eq!(text(&join(&folders, &["--json"]).stdout), text(&json));
    // The later games alone do not decide it.
    let late = join(&folders[..2], &[]);
    assert_eq!(late.status.code(), Some(1), "{late:?}");
    let waits = "after one that is missing: not counted yet";
    assert!(text(&late.stderr).contains(waits), "{late:?}");
}

/// With `--watch` the command stays for the pages.
#[cfg(feature = "serve")]
#[test]
fn an_interruption_after_the_decision_of_the_test_does_not_count() {
    use std::io::{BufRead, BufReader};
    let directory = tempfile::tempdir().unwrap();
    let extra = ["--sprt", "0,400,0.3,0.3"];
    single(directory.path(), &extra);
    let folder = directory.path().join("single");
    let played = journal(&folder);
    let mut decided = by_nodes(&extra, &folder);
    let decided = decided
        .args(["--watch", "0"])
        .stdout(std::process::Stdio::piped());
    let mut child = decided.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains(" accepted")));
    crate::contest::signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(journal(&folder), played, "it played on after the decision");
}

#[test]
fn mixtures_are_refused_with_what_differs() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let few = ["--shard", "0/12"];
    by_nodes(&few, &path("one")).output().unwrap();
    for (name, extra, words) in [
        ("seed", &["--seed", "7"][..], "seed is 1 there and 7 here"),
        ("komi", &["--komi", "1.5"], "komi is 0.0 there and 1.5 here"),
        (
            "sprt",
            &["--sprt", "0,50"],
            "sprt is none there and 0.0 50.0 0.05 0.05 here",
        ),
        (
            "name",
            &["--name", "a"],
            "engine 1 name is 1 tochki there and a here",
        ),
    ] {
        by_nodes(&[&few, extra].concat(), &path(name))
            .output()
            .unwrap();
        let mixed = join(&[path("one"), path(name)], &[]);
        assert_eq!(mixed.status.code(), Some(2), "{mixed:?}");
        let errors = text(&mixed.stderr);
        assert!(errors.contains(words) && errors.contains(name), "{errors}");
        assert!(!errors.contains(';') && mixed.stdout.is_empty(), "{errors}");
    }
    // A game may differ from the one in another journal: its engine may use several threads. The first one counts.
    let journal = fs::read_to_string(path("one").join("journal.jsonl")).unwrap();
    let other = path("other");
    fs::create_dir(&other).unwrap();
    let changed = journal.replace("\"moves\":", "\"moves\":1");
    fs::write(other.join("journal.jsonl"), &changed).unwrap();
    let alone = join(&[path("one")], &[]);
    let mixed = join(&[path("one"), other.clone()], &[]);
    assert_eq!(mixed.stdout, alone.stdout);
    assert!(
        text(&mixed.stderr).contains("2 games more than once"),
        "{mixed:?}"
    );
    // What is no journal of a shard, and what has no journal yet.
    fs::write(other.join("journal.jsonl"), "notes\n").unwrap();
    let refused = join(&[path("one"), other.clone()], &[]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let damaged = journal.replacen("\"first\":0", "\"first\":9", 1);
    fs::write(other.join("journal.jsonl"), &damaged).unwrap();
    let refused = join(&[path("one"), other.clone()], &[]);
    let told = "journal.jsonl: line 2 is no game of this match, or one of another version of tochki: \
                without it the shard plays that game again\n";
    assert!(text(&refused.stderr).ends_with(told), "{refused:?}");
    fs::remove_file(other.join("journal.jsonl")).unwrap();
    let waiting = join(&[path("one"), other.clone()], &[]);
    assert_eq!(waiting.stdout, alone.stdout);
    assert!(text(&waiting.stderr).contains("other has no games yet"));
    let early = join(&[other], &[]);
    assert_eq!(early.status.code(), Some(1), "{early:?}");
    assert!(text(&early.stderr).contains("no games yet: the shards go on"));
    assert!(early.stdout.is_empty());
    assert_eq!(join(&[path("none")], &[]).status.code(), Some(2));
}

/// A loop that asks until the code is another than 1 would never end.
#[test]
fn folders_that_are_none_of_a_shard_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    for folder in ["reports", "games/shard-0", "games/shard-1", "new"] {
        fs::create_dir_all(path(folder)).unwrap();
    }
    fs::write(path("reports/game.sgf.json"), "{}").unwrap();
    fs::write(path("new/.hidden"), "").unwrap();
    let found = |folder: &str| {
        let output = join(&[path(folder)], &[]);
        (output.status.code(), text(&output.stderr))
    };
    let refused = |folder: &str, words: &str| {
        let place = path(folder);
        let message = format!("{} is no folder of a shard: {words}", place.display());
        let (code, errors) = found(folder);
        assert_eq!(code, Some(2), "{errors}");
        assert!(errors.contains(&message), "{errors}");
    };
    refused("reports", "it has no journal.jsonl");
    refused("games", "it has no journal.jsonl");
    let shard = path("games/shard-0");
    fs::write(shard.join("journal.jsonl"), "").unwrap();
    refused("games", &format!("{} is one", shard.display()));
    fs::write(path("games/shard-1/journal.jsonl"), "").unwrap();
    refused("games", &format!("{} and 1 more are", shard.display()));
    for folder in ["new", "games/shard-1"] {
        assert_eq!(found(folder).0, Some(1), "{folder}");
    }
}

#[test]
fn a_journal_that_is_no_regular_file_is_not_read() {
    let directory = tempfile::tempdir().unwrap();
    let journal = directory.path().join("journal.jsonl");
    std::os::unix::fs::symlink("/dev/null", &journal).unwrap();
    let output = join(&[directory.path().to_owned()], &[]);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    let told = format!("{}: it is no regular file", journal.display());
    assert!(errors.contains(&told), "{errors}");
}

#[test]
fn a_second_shard_in_the_folder_of_the_first_keeps_its_moves() {
    let directory = tempfile::tempdir().unwrap();
    for shard in ["0/2", "1/2"] {
        let mut command = contest(["good"; 2], "shared", &["--games", "4", "--shard", shard]);
        let output = command.arg("--out").arg(directory.path()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    assert_eq!(journal(directory.path()), [0, 1, 2, 3]);
    let moves = fs::read_to_string(directory.path().join("moves.jsonl")).unwrap();
    assert_eq!(moves.matches(r#""event":"begin""#).count(), 4, "{moves}");
}

#[test]
fn a_shard_without_games_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let mut command = tochki();
    command.args("match --games 1 --shard 1/2 --nodes 1".split(' '));
    add_own(&mut command, 2);
    let output = command.arg("--out").arg(directory.path()).output().unwrap();
    assert_eq!(text(&output.stdout), "0 of 0 games were played\n");
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn a_join_takes_no_flags_of_start_positions() {
    for flags in [&["--plies", "3"][..], &["--shuffle"]] {
        let refused = join(&[PathBuf::from("shard")], flags);
        let errors = text(&refused.stderr);
        assert!(errors.contains("cannot be used with"), "{errors}");
    }
}

#[test]
fn a_test_counts_games_whose_numbers_have_gaps() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("shard");
    let mut command = tochki();
    let settings = "match --round-robin --nodes 20 --size 5x5 --games 3 --sprt 0,400 --shard 0/1";
    command.args(settings.split(' '));
    add_own(&mut command, 3);
    assert!(
        command
            .arg("--out")
            .arg(&folder)
            .status()
            .unwrap()
            .success()
    );
    let joined = join(&[folder], &[]);
    assert_eq!(joined.status.code(), Some(0), "{joined:?}");
}

#[test]
fn the_report_and_its_exit_code_need_no_stderr() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let folders = shards(directory.path(), 2, &[]);
    let whole = join(&folders, &[]);
    let mut command = tochki();
    command.args(["match", "--join"]).args(&folders);
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let found = command.stderr(full).output().unwrap();
    assert_eq!(found.status.code(), Some(0));
    assert_eq!(text(&found.stdout), text(&whole.stdout));
}
