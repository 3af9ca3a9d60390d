//! `tochki learn`: games that are resumed and shared out, a table made of them, and bad input.

#[cfg(unix)]
use crate::process;
use assert_cmd::Command;
use std::fs;
use std::path::Path;
use tochki::policy::LinearPolicy;

fn learn(directory: &Path, arguments: &str) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("tochki").unwrap();
    command.current_dir(directory).arg("learn");
    command.args(arguments.split_whitespace()).assert()
}

/// The lines of a file, sorted.
fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

const QUICK: &str = "--size 8x8 --nodes 40 --quick-nodes 10 --every 2";

#[test]
fn games_are_resumed_and_shared_out() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let play = |arguments: &str| {
        learn(directory.path(), &format!("play {QUICK} {arguments}")).success();
    };
    play("--out whole --games 5");
    play("--out part --games 2");
    play("--out part --games 5 --threads 2");
    play("--out shares --games 5 --shard 1/2");
    play("--out shares --games 5 --shard 0/2");
    assert_eq!(lines(&path("whole")).len(), 1 + 5);
    assert_eq!(lines(&path("part")), lines(&path("whole")));
    assert_eq!(lines(&path("shares")), lines(&path("whole")));
    let again = format!("play {QUICK} --out whole --games 5");
    let done = learn(directory.path(), &again).success();
    let text = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
    assert_eq!(text, "whole: nothing to play\n");
    let none = format!("play {QUICK} --out none --games 1 --shard 1/2");
    let none = learn(directory.path(), &none).success();
    none.stdout("none: nothing to play\n");
    let refused = learn(directory.path(), &format!("{again} --seed 9")).code(2);
    let text = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(
        text.contains("--seed 1 ") && text.contains("--seed 9 "),
        "{text}"
    );
    assert_eq!(lines(&path("part")), lines(&path("whole")));
}

#[cfg(unix)]
#[test]
fn games_that_were_interrupted_go_on() {
    let directory = tempfile::tempdir().unwrap();
    let play = |out: &str| format!("play {QUICK} --out {out} --games 12");
    learn(directory.path(), &play("whole")).success();
    let whole = lines(&directory.path().join("whole"));
    let part = directory.path().join("part");
    let text = || fs::read_to_string(&part).unwrap_or_default();
    let command = || {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tochki"));
        command.current_dir(directory.path()).arg("learn");
        command.args(play("part").split(' '));
        command.stderr(std::process::Stdio::null());
        command
    };
    let is_begun = || !text().is_empty();
    let leaves_games = || text().lines().count() < whole.len();
    let status = process::interrupted("INT", &part, command, is_begun, leaves_games);
    assert_eq!(status.code(), Some(1));
    assert!(text().ends_with('\n'));
    learn(directory.path(), &play("part")).success();
    assert_eq!(lines(&part), whole);
}

#[test]
fn half_a_line_is_dropped_and_played_again() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games");
    let arguments = format!("play {QUICK} --out games --games 3");
    learn(directory.path(), &arguments).success();
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 5]).unwrap();
    learn(directory.path(), &arguments).success();
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
}

#[test]
fn a_comment_is_no_heading() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games");
    let play = |games: u32| {
        let arguments = format!("play {QUICK} --out games --games {games}");
        learn(directory.path(), &arguments)
    };
    play(1).success();
    let comment = "# first evening\n";
    let whole = fs::read_to_string(&path).unwrap() + comment;
    fs::write(&path, &whole).unwrap();
    play(2).success();
    assert!(fs::read_to_string(&path).unwrap().starts_with(&whole));
    let (_, headless) = whole.split_once('\n').unwrap();
    fs::write(&path, headless).unwrap();
    let refused = play(2).code(2);
    refused.stderr("tochki: games holds no games of known settings\n");
}

#[test]
fn a_file_belongs_to_nothing_before_its_first_game() {
    let directory = tempfile::tempdir().unwrap();
    // What a process leaves that is interrupted in its first game.
    fs::write(directory.path().join("games"), "").unwrap();
    let play = format!("play {QUICK} --out games --games 1 --seed 9");
    learn(directory.path(), &play).success();
    assert_eq!(lines(&directory.path().join("games")).len(), 2);
}

#[test]
fn two_processes_do_not_add_to_one_file() {
    let directory = tempfile::tempdir().unwrap();
    let file = fs::File::create(directory.path().join("games")).unwrap();
    file.lock().unwrap();
    let refused = learn(directory.path(), &format!("play {QUICK} --out games")).code(2);
    let text = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(text.contains("another process"), "{text}");
}

#[test]
fn a_game_that_is_there_twice_is_learned_once() {
    let directory = tempfile::tempdir().unwrap();
    let play = format!("play --out games --games 12 {QUICK}");
    learn(directory.path(), &play).success();
    let train = |games: &str, table: &str| {
        let output = learn(directory.path(), &format!("train {games} --out {table}")).success();
        (
            output.get_output().stdout.clone(),
            fs::read(directory.path().join(table)).unwrap(),
        )
    };
    assert_eq!(train("games", "once"), train("games games", "twice"));
}

#[test]
fn games_whose_searches_are_not_recorded_teach_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let play = "play --out games --games 3 --size 6x6 --nodes 9 --quick-nodes 9 --every 1000000";
    learn(directory.path(), play).success();
    let games = lines(&directory.path().join("games"));
    assert!(games.len() == 1 + 3 && games.iter().all(|line| !line.contains('=')));
    let refused = learn(directory.path(), "train games --out table --rarest 1").code(2);
    refused.stderr("tochki: games: no moves to learn from\n");
    let refused = learn(directory.path(), "train games games games --out table").code(2);
    refused.stderr("tochki: games and 2 more: no moves to learn from\n");
}

#[test]
fn a_file_without_moves_is_named_and_one_move_is_one() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("empty.sgf"), "").unwrap();
    let refused = learn(directory.path(), "test empty.sgf").code(2);
    refused.stderr("tochki: empty.sgf: no moves to predict\n");
    fs::write(directory.path().join("one.sgf"), "(;GM[40]SZ[3];B[bb])").unwrap();
    let run = learn(directory.path(), "test one.sgf").success();
    let told = String::from_utf8_lossy(&run.get_output().stdout);
    assert!(told.starts_with("1 game: 1 move, top-1 "), "{told}");
}

#[test]
fn a_table_is_made_and_used() {
    let directory = tempfile::tempdir().unwrap();
    learn(
        directory.path(),
        &format!("play --out games --games 12 {QUICK}"),
    )
    .success();
    learn(directory.path(), "train games --out table --rarest 3").success();
    let output = learn(directory.path(), "test games --policy table").success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(
        text.starts_with("12 games: ") && text.contains("top-20"),
        "{text}"
    );
    // Without a choice it is the policy that the engine plays with.
    let tested = |arguments: &str| {
        let output = learn(directory.path(), &format!("test games{arguments}")).success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    assert_eq!(tested(""), tested(" --policy shipped"));
    assert_ne!(tested(""), tested(" --policy hand"));
    let importance = tested(" --policy importance");
    assert!(importance.starts_with("12 games: "), "{importance}");
    assert_ne!(
        importance,
        tested(" --policy importance --option article.shapes=false")
    );
    for (arguments, words) in [
        ("--option article.sum=true", "--policy importance"),
        (
            "--policy importance --option threads=4",
            "threads is no option of importance",
        ),
        (
            "--policy importance --option article.rule1=false",
            "article.rule1 is no option",
        ),
    ] {
        let refused = learn(directory.path(), &format!("test games {arguments}")).code(2);
        let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
        assert!(error.contains(words), "{error}");
    }
    learn(
        directory.path(),
        &format!("play --out more --games 1 --policy table {QUICK}"),
    )
    .success();
    // The same name is another table.
    learn(directory.path(), "train games --out table --rarest 1").success();
    let play = format!("play --out more --games 2 --policy table {QUICK}");
    let refused = learn(directory.path(), &play).code(2);
    let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(error.contains("\ntable is "), "{error}");
    let mut engine = Command::cargo_bin("tochki").unwrap();
    let requests = "1 init 8 8 1\n2 set_option engine mcts\n3 set_option nodes 50\n4 gen_move 0\n";
    let engine = engine
        .current_dir(directory.path())
        .args(["v6", "--weights", "table"]);
    let output = engine.write_stdin(requests).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.contains("= 4 gen_move"), "{text}");
}

#[test]
fn what_is_no_game_or_table_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(
        directory.path().join("games"),
        "g0 9x9 0 0 0:4,4\ng1 9x9 0 0 0:9,4\n",
    )
    .unwrap();
    fs::write(directory.path().join("heading"), "# no games yet\n").unwrap();
    fs::write(directory.path().join("line"), "a line without an end").unwrap();
    fs::write(directory.path().join("good"), "g0 9x9 0 0 0:4,4\n").unwrap();
    fs::write(directory.path().join("table"), "too short").unwrap();
    fs::write(directory.path().join("twice"), "g0 9x9 0 0 0:4,4 1:4,4\n").unwrap();
    let weights = LinearPolicy::standard().to_bytes();
    fs::write(directory.path().join("weights"), weights).unwrap();
    let swapped =
        "weights is a table of weights and no file of games: `learn test --policy` takes it";
    for (arguments, complaint) in [
        ("test weights", swapped),
        ("train weights --out out", swapped),
        ("test games", "games:2"),
        ("play --games 0 --out out", "--games"),
        ("train games --out out", "games:2"),
        ("test twice", "twice:1: dot 2 cannot be put: "),
        ("play --out more --seed 4294967296", "--seed"),
        (
            "train good --out good",
            "good is among the files to learn from",
        ),
        ("train good --out nowhere/out", "nowhere"),
        ("train heading --out out", "no moves"),
        ("test heading", "no moves"),
        ("train good --out out --epochs 0", "--epochs"),
        ("play --out more --nodes 0", "--nodes"),
        ("test nothing", "nothing"),
        ("test good --policy table", "table"),
        ("play --out good", "good holds no games of known settings"),
        ("play --out more --policy table", "table"),
        ("play --out line", "line holds no games"),
        ("play --out more --shard 2/2", "--shard"),
    ] {
        let output = learn(directory.path(), arguments).code(2);
        let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(text.contains(complaint), "{arguments}: {text}");
    }
    assert!(!directory.path().join("out").exists() && !directory.path().join("more").exists());
    assert_eq!(lines(&directory.path().join("good")), ["g0 9x9 0 0 0:4,4"]);
    assert_eq!(
        lines(&directory.path().join("line")),
        ["a line without an end"]
    );
}

/// What the command prints, as lines on stdout and text on stderr.
fn printed(directory: &Path, arguments: &str, code: i32) -> [String; 2] {
    let output = learn(directory, arguments).code(code);
    let output = output.get_output();
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8(bytes.clone()).unwrap())
}

#[test]
fn a_folder_of_shards_is_one_work() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    fs::create_dir_all(path("games/more")).unwrap();
    for out in [
        "whole",
        "games/shard-0 --shard 0/3",
        "games/shard-1 --shard 1/3",
        "games/more/shard-2 --shard 2/3",
    ] {
        learn(
            directory.path(),
            &format!("play {QUICK} --games 7 --out {out}"),
        )
        .success();
    }
    let train = |games: &str| {
        let table = path("table");
        let printed = printed(
            directory.path(),
            &format!("train {games} --rarest 3 --out table"),
            0,
        );
        (printed, fs::read(table).unwrap())
    };
    let test = |games: &str| printed(directory.path(), &format!("test {games}"), 0);
    let [whole, tested] = [train("whole").1, test("whole")[0].clone().into_bytes()];
    assert!(tested.starts_with(b"7 games: "));
    // What the scripts of docs/cluster.md leave in the folder.
    for name in ["shard-0.lock", "shard-1.lock"] {
        fs::write(path("games").join(name), "").unwrap();
    }
    let ([out, errors], table) = train("games");
    assert_eq!((errors.as_str(), table == whole), ("", true), "{out}");
    let files = "games/more games/shard-1 games/shard-0";
    assert!(train(files).1 == whole, "the order of files matters");
    let text = fs::read_to_string(path("games/shard-1")).unwrap();
    fs::write(path("games/shard-1"), format!("# first evening\n{text}")).unwrap();
    // The same shard once more, and one that was played up to another game.
    fs::copy(path("games/shard-1"), path("games/copy")).unwrap();
    let text = fs::read_to_string(path("games/shard-0")).unwrap();
    fs::write(path("games/part"), &text[..text.len() - 9]).unwrap();
    fs::write(path("games/jobs.log"), "Seq Host\n").unwrap();
    // A shard that has no game yet.
    fs::write(path("games/shard-3"), "").unwrap();
    // The bytes of a file that is no game may look like SGF.
    fs::write(path("games/table"), b"(;\0").unwrap();
    let ([_, errors], table) = train("games");
    assert!(table == whole, "a shard counts twice");
    let errors: Vec<&str> = errors.lines().collect();
    assert_eq!(
        errors,
        [
            "tochki: games/jobs.log: it holds no games and is left out",
            "tochki: games/part: its last line is incomplete and is left out",
            "tochki: games/shard-3: it holds no games and is left out",
            "tochki: games/table: it holds no games and is left out",
        ]
    );
    assert_eq!(test("games")[0].as_bytes(), tested);
    // A table may be written to the folder of the games, but only over a table.
    fs::copy(path("table"), path("games/table")).unwrap();
    learn(directory.path(), "train games --out games/table").success();
    for other in ["copy", "jobs.log"] {
        let step = format!("train games --out games/{other}");
        let [_, error] = printed(directory.path(), &step, 2);
        let wanted = format!(
            "games/{other} is among the files to learn from and is no table: it would be lost"
        );
        assert!(error.contains(&wanted), "{error}");
    }
    // It may have the size of a table.
    let note = vec![b'x'; LinearPolicy::BYTES];
    fs::write(path("games/jobs.log"), &note).unwrap();
    printed(directory.path(), "train games --out games/jobs.log", 2);
    assert!(fs::read(path("games/jobs.log")).unwrap() == note);
    // Other files of games are no place for a table either.
    let step = "train games/shard-0 --rarest 1 --out games/shard-1";
    let [_, error] = printed(directory.path(), step, 2);
    let lost = "tochki: games/shard-1 has games of `learn play`: they would be lost\n";
    assert_eq!(error, lost);
    fs::create_dir(path("empty")).unwrap();
    let [_, error] = printed(directory.path(), "test empty", 2);
    assert_eq!(error, "tochki: there are no games\n");
}

#[test]
fn files_with_a_byte_order_mark_or_without_a_heading_are_not_overwritten() {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("games")).unwrap();
    let path = directory.path().join("games/a");
    let play = |games: u32| {
        let play = format!("play {QUICK} --out games/a --games {games}");
        printed(directory.path(), &play, 0)
    };
    play(2);
    let plain = fs::read_to_string(&path).unwrap();
    let headless = plain.split_once('\n').unwrap().1;
    let marked = format!("\u{feff}{plain}");
    let other = directory.path().join("games/b");
    fs::copy(&path, &other).unwrap();
    for text in [&marked, headless] {
        fs::write(&path, text).unwrap();
        learn(directory.path(), "train games/a --rarest 1 --out table").success();
        let [_, error] = printed(directory.path(), "train games --mix --out games/a", 2);
        assert!(
            error.contains("games/a is among the files to learn from"),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    fs::remove_file(other).unwrap();
    // With the mark it is a file of `learn play` all the same: its last line may be cut, and the work goes on.
    fs::write(&path, &marked[..marked.len() - 5]).unwrap();
    let [out, error] = printed(directory.path(), "test games", 0);
    let told = "tochki: games/a: its last line is incomplete and is left out\n";
    assert!(out.starts_with("1 game: ") && error == told, "{out}{error}");
    play(2);
    assert_eq!(fs::read_to_string(&path).unwrap(), marked);
    assert_eq!(play(2)[0], "games/a: nothing to play\n");
}

#[test]
fn a_damaged_game_is_named_and_not_counted_as_played() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games");
    let play = format!("play {QUICK} --out games --games 3");
    learn(directory.path(), &play).success();
    let whole = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = whole.lines().collect();
    let damaged = lines[2].replacen(" 1:", " 7:", 1);
    lines[2] = &damaged;
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    let [_, error] = printed(directory.path(), &play, 2);
    assert!(error.starts_with("tochki: games:3: \"7:"), "{error}");
    let told =
        " is no move on this board: without this line the same command plays its game again\n";
    assert!(error.ends_with(told), "{error}");
    lines.remove(2);
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    learn(directory.path(), &play).success();
    let mut games: Vec<String> = whole.lines().map(str::to_owned).collect();
    games.sort();
    assert_eq!(self::lines(&path), games);
}

#[test]
fn of_equal_games_the_one_with_searches_is_learned() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(
        directory.path().join("people.sgf"),
        "(;GM[40]SZ[9];B[ee];W[fe];B[dd])",
    )
    .unwrap();
    let game = "g 9x9 0 0 0:4,4 1:5,4=5,4*2;3,4*1 0:3,3\n";
    fs::write(directory.path().join("games"), game).unwrap();
    let train = |files: &str| {
        let train = format!("train {files} --rarest 1 --epochs 1 --out table");
        printed(directory.path(), &train, 0)[0].clone()
    };
    assert!(train("games people.sgf").starts_with("epoch 1: 1 position, "));
    assert_eq!(train("people.sgf games"), train("games people.sgf"));
    // A game of `learn play` counts even if none of its searches was recorded.
    let heading = "# --size 9x9 --nodes 9\n";
    let game = format!("{heading}g0 9x9 0 0 0:4,4 1:5,4 0:3,3\n");
    fs::write(directory.path().join("unsearched"), game).unwrap();
    for files in ["unsearched people.sgf", "people.sgf unsearched"] {
        let step = format!("train {files} --rarest 1 --epochs 1 --out table");
        let [_, error] = printed(directory.path(), &step, 2);
        assert!(error.ends_with("no moves to learn from\n"), "{error}");
    }
}

#[test]
fn mixtures_are_refused_with_what_differs_and_taken_on_demand() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    fs::create_dir(path("games")).unwrap();
    let play = |out: &str| {
        learn(
            directory.path(),
            &format!("play {QUICK} --games 2 --out {out}"),
        )
        .success();
    };
    play("games/a");
    let heading = lines(&path("games/a"))[0].clone();
    let table = heading.split(" --table ").nth(1).unwrap();
    let (table, _) = table.split_once(' ').unwrap();
    let by_hand = format!(
        "policy is \"hand\" there and \"shipped\" here; table is none there and {table} here"
    );
    for (extra, words) in [
        ("--seed 9", "seed is 9 there and 1 here"),
        ("--size 9x9", "size is 9x9 there and 8x8 here"),
        ("--quick-nodes 11", "quick-nodes is 11 there and 10 here"),
        ("--policy hand", by_hand.as_str()),
    ] {
        play_other(directory.path(), extra);
        for step in ["train games --out table", "test games"] {
            let [_, error] = printed(directory.path(), step, 2);
            let wanted = format!(
                "tochki: games/b has other games than games/a: {words}; --mix takes both\n"
            );
            assert_eq!(error, wanted);
        }
        let [out, _] = printed(directory.path(), "test games --mix", 0);
        assert!(out.starts_with("4 games: "), "{out}");
    }
    // Games of another version of the program, and two works in one file.
    let text = fs::read_to_string(path("games/a")).unwrap();
    let other = text.replace(env!("CARGO_PKG_VERSION"), "0.0.9");
    fs::write(path("games/b"), other.clone() + &text).unwrap();
    let [_, error] = printed(directory.path(), "test games", 2);
    assert!(error.contains("version is 0.0.9 there and "), "{error}");
    let [_, error] = printed(directory.path(), "test games/b", 2);
    assert!(
        error.contains("games/b has other games than games/b: version is "),
        "{error}"
    );
    // One heading and one name, but another game.
    let games = lines(&path("games/a"));
    let (shorter, _) = games[1].rsplit_once(' ').unwrap();
    fs::write(path("games/b"), format!("{heading}\n{shorter}\n")).unwrap();
    let [_, error] = printed(directory.path(), "test games", 2);
    assert!(error.contains("games/b: game g0 differs from"), "{error}");
    // Older names of settings are the same settings. Games of people go with any games.
    fs::write(
        path("games/b"),
        text.replace("--nodes", "--rounds")
            .replace("--quick-nodes", "--quick-rounds"),
    )
    .unwrap();
    fs::write(path("games/people.sgf"), "(;GM[40]SZ[8];B[dd];W[ee])").unwrap();
    let [out, error] = printed(directory.path(), "test games", 0);
    assert!(
        out.starts_with("3 games: ") && error.is_empty(),
        "{out}{error}"
    );
    assert!(
        heading.ends_with(concat!(" --version ", env!("CARGO_PKG_VERSION"))),
        "{heading}"
    );
}

#[test]
fn a_table_is_known_by_its_contents_and_not_by_its_path() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let run = |arguments: &str| learn(directory.path(), arguments);
    run(&format!("play {QUICK} --games 6 --out games")).success();
    run("train games --rarest 1 --out table").success();
    run("train games --rarest 1 --epochs 1 --out other").success();
    fs::create_dir(path("copy")).unwrap();
    fs::copy(path("table"), path("copy/table")).unwrap();
    let play = |arguments: &str| run(&format!("play {QUICK} --policy {arguments}"));
    play("table --games 2 --out a").success();
    play("copy/table --games 3 --out b").success();
    let [out, _] = printed(directory.path(), "test a b", 0);
    assert!(out.starts_with("3 games: "), "{out}");
    play("copy/table --games 3 --out a").success();
    assert_eq!(lines(&path("a")).len(), 1 + 3);
    let refused = play("other --games 4 --out a").code(2);
    let error = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(error.contains("\ntable is "), "{error}");
}

/// Plays two games of other settings into `games/b`.
fn play_other(directory: &Path, extra: &str) {
    let file = directory.join("games/b");
    let _ = fs::remove_file(file);
    let settings = extra.split_once(' ').unwrap().0;
    let usual: Vec<&str> = QUICK.split(" --").collect();
    let usual = usual
        .iter()
        .map(|setting| format!("--{}", setting.trim_start_matches("--")));
    let usual: Vec<String> = usual
        .filter(|setting| !setting.starts_with(&format!("{settings} ")))
        .collect();
    let play = format!("play {} {extra} --games 2 --out games/b", usual.join(" "));
    learn(directory, &play).success();
}
