//! The scripts of `examples/cluster`, with programs of this folder in the place of GNU parallel and Slurm.

use crate::process;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

/// A work whose games take a fraction of a second.
const PLAY: &str = "tochki learn play --size 8x8 --nodes 40 --quick-nodes 10 --every 2";

/// A script with these arguments, run in a folder, that plays so many games.
fn script(name: &str, folder: &Path, arguments: &[&str], games: &str) -> Command {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = root.join("tests/command/cluster");
    let built = Path::new(env!("CARGO_BIN_EXE_tochki")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{}:{path}", own.display(), built.display());
    let mut command = Command::new("bash");
    command.arg(root.join("examples/cluster").join(name));
    command.args(arguments).args(PLAY.split(' '));
    command.args(["--games", games]);
    command.current_dir(folder).env("PATH", path);
    command
}

/// The task of a job array of Slurm that plays a shard.
fn task(shard: &str, folder: &Path, arguments: &[&str], games: &str) -> Command {
    let mut command = script("shards.sbatch", folder, arguments, games);
    command.env("SLURM_ARRAY_JOB_ID", "7");
    command.env("SLURM_ARRAY_TASK_ID", shard);
    command
}

fn assert_succeeds(mut command: Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn parallel_and_slurm_play_the_same_shards_and_none_twice() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let read = |file: &str| fs::read_to_string(path.join(file)).unwrap();
    // The second time nothing is left to be played.
    for _ in 0..2 {
        let hosts = ["hosts", "2", "by parallel"];
        assert_succeeds(script("parallel.sh", path, &hosts, "2"));
        for shard in ["0", "1"] {
            assert_succeeds(task(shard, path, &["2", "by Slurm"], "2"));
            let games = read(&format!("by parallel/shard-{shard}"));
            // The heading and a game.
            assert_eq!(games.lines().count(), 2, "{games}");
            assert!(games.contains(&format!("\ng{shard} ")), "{games}");
            assert_eq!(read(&format!("by Slurm/shard-{shard}")), games);
        }
    }
}

#[test]
fn parallel_refuses_a_number_of_shards_that_is_none() {
    let directory = tempfile::tempdir().unwrap();
    for shards in ["games", "0", "-1", "2x"] {
        let hosts = ["hosts", shards, "games"];
        let output = script("parallel.sh", directory.path(), &hosts, "2")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(&format!("not {shards}")), "{told}");
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

/// Sends a signal to a task of Slurm that plays in a folder, and waits until the task has ended.
fn play_until(name: &str, path: &Path) {
    let mut task = task("0", path, &["1", "games"], "5000");
    let mut child = task.stdout(Stdio::null()).spawn().unwrap();
    let games = path.join("games/shard-0");
    let size = || fs::metadata(&games).map_or(0, |found| found.len());
    process::wait_until("there is a game", || size() > 0);
    assert!(process::signal(name, child.id()));
    child.wait().unwrap();
    let played = fs::read_to_string(&games).unwrap().lines().count();
    assert!(played < 5000, "it played on");
    // The games have ended before: the lock is free for the next task.
    let lock = File::open(path.join("games/shard-0.lock")).unwrap();
    assert!(lock.try_lock().is_ok());
}

#[test]
fn a_task_of_slurm_that_meets_its_time_limit_goes_back_to_the_queue() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    play_until("USR1", path);
    let asked = fs::read_to_string(path.join("asked")).unwrap();
    assert_eq!(asked, "requeue 7_0\n");
}

#[test]
fn a_task_of_slurm_that_is_ended_ends_its_games_first() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    play_until("TERM", path);
    assert!(!path.join("asked").exists());
}
