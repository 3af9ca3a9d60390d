//! What `protocol.md` and the README show is what happens.
//!
//! Every block fenced as a dialect is a conversation of its own.

use crate::client::Stderr;
use crate::transcript::{Dialect, GTP, JSON, V6};
use tochki::protocol::Session;
use tochki::search::options::{EngineKind, Options};

const PROTOCOL: &str = include_str!("../../protocol.md");
const README: &str = include_str!("../../README.md");
const PACKAGES: &str = include_str!("../../docs/packages.md");

/// The blocks of a document that are fenced as this, each with the line it begins at.
fn blocks<'a>(kind: &str, document: &'a str) -> Vec<(usize, Vec<&'a str>)> {
    let fence = format!("```{kind}");
    let mut blocks = Vec::new();
    let mut lines = document.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line == fence {
            let block = lines.by_ref().map(|(_, line)| line);
            blocks.push((
                number + 1,
                block.take_while(|&line| line != "```").collect(),
            ));
        }
    }
    blocks
}

fn examples(dialect: Dialect, document: &str) -> Vec<(usize, Vec<&str>)> {
    blocks(dialect.name, document)
}

fn session() -> Session {
    Session::new(Options::default())
}

/// Replays every example of the dialect with a session, and with a process. The processes take turns in what becomes of
/// their stderr.
fn assert_examples_are_true(dialect: Dialect, documents: &[&str]) {
    let mut stderrs = Stderr::ALL.into_iter().cycle();
    for document in documents {
        let examples = examples(dialect, document);
        assert!(!examples.is_empty(), "{}", dialect.name);
        for ((number, lines), stderr) in examples.into_iter().zip(&mut stderrs) {
            let inside = dialect.replay(&mut session(), lines.iter().copied());
            let outside = |()| dialect.replay_outside(stderr, lines.iter().copied());
            if let Err(error) = inside.and_then(outside) {
                panic!("the example at line {number}: {error}");
            }
        }
    }
}

#[test]
fn every_example_of_v6_is_true() {
    assert_examples_are_true(V6, &[README, PROTOCOL]);
}

#[test]
fn every_example_of_gtp_is_true() {
    assert_examples_are_true(GTP, &[PROTOCOL]);
}

#[test]
fn every_example_of_json_lines_is_true() {
    assert_examples_are_true(JSON, &[PROTOCOL]);
}

/// Whether an example of the dialect has a reply that satisfies this.
fn is_shown(dialect: Dialect, satisfies: impl Fn(&str) -> bool) -> bool {
    let examples = examples(dialect, PROTOCOL);
    let mut lines = examples.iter().flat_map(|(_, lines)| lines);
    lines.any(|line| line.strip_prefix("< ").is_some_and(&satisfies))
}

#[test]
fn every_command_has_an_example() {
    let replies = V6.replies(&mut session(), "1 list_commands\n".to_owned());
    for command in replies.split_whitespace().skip(3) {
        let succeeds = |reply: &str| {
            let mut words = reply.split(' ');
            words.next() == Some("=") && words.nth(1) == Some(command)
        };
        assert!(is_shown(V6, succeeds), "{command}");
    }
    let replies = JSON.replies(&mut session(), "{\"command\":\"About\"}\n".to_owned());
    let about: serde_json::Value = serde_json::from_str(&replies).unwrap();
    for command in about["commands"].as_array().unwrap() {
        let field = format!("\"command\":{command}");
        let succeeds = |reply: &str| reply.contains(&field) && !reply.contains("\"error\":");
        assert!(is_shown(JSON, succeeds), "{command}");
    }
    // What it tells of itself is what it understands.
    let refused = JSON.replies(&mut session(), "{\"command\":\"Redo\"}\n".to_owned());
    let understood = refused.split('`').skip(3).step_by(2);
    let mut understood: Vec<&str> = understood.collect();
    let mut told: Vec<&str> = about["commands"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|command| command.as_str())
        .collect();
    understood.sort_unstable();
    told.sort_unstable();
    assert_eq!(understood, told);
}

#[test]
fn every_gtp_command_has_an_example() {
    let replies = GTP.replies(&mut session(), "list_commands\n".to_owned());
    for command in replies.trim_start_matches('=').split_whitespace() {
        let is_it = |request: &str| {
            let mut words = request.trim_start_matches("> ").split(' ');
            words.find(|word| word.parse::<u32>().is_err()) == Some(command)
        };
        let shown = examples(GTP, PROTOCOL).iter().any(|(_, lines)| {
            let mut pairs = lines.windows(2);
            pairs.any(|pair| is_it(pair[0]) && pair[1].starts_with("< ="))
        });
        assert!(shown, "{command}");
    }
}

#[test]
fn every_option_has_a_row() {
    for option in Options::default().list() {
        let kind = option.kind.to_string().replace('|', "\\|");
        let mut row = format!("\n| `{}` | {} | {} |", option.name, kind, option.default);
        // `article` alone listens to the options in its own table.
        if !option.name.starts_with("article.") {
            let names = option.engines.iter().map(|engine| engine.name());
            let names = match option.engines.len() == EngineKind::ALL.len() {
                true => "all".to_owned(),
                false => names.collect::<Vec<_>>().join(", "),
            };
            row += &format!(" {names} |");
        } else {
            assert_eq!(option.engines, [EngineKind::Article], "{row}");
        }
        assert!(PROTOCOL.contains(&row), "{row}");
    }
}

#[test]
fn the_packages_have_this_version() {
    // Between two releases the version ends in `-dev`, and the page tells of the next one.
    let version = env!("CARGO_PKG_VERSION").trim_end_matches("-dev");
    let names = ["tochki_", "tochki-"].map(|name| PACKAGES.match_indices(name));
    let versions = names.into_iter().flatten().filter_map(|(start, name)| {
        let rest = &PACKAGES[start + name.len()..];
        rest.starts_with(|c: char| c.is_ascii_digit())
            .then_some(rest)
    });
    let versions: Vec<&str> = versions.collect();
    assert!(versions.len() >= 7, "{versions:?}");
    for found in versions {
        assert!(found.starts_with(version), "{}", &found[..20]);
    }
}

/// What a command prints, run in this folder with `tochki` on the path, and with this input.
#[cfg(unix)]
fn run(line: &str, folder: &std::path::Path, input: String) -> String {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_tochki"));
    let words = shlex::split(line).expect("well quoted");
    let [name, arguments @ ..] = &words[..] else {
        panic!("no command");
    };
    assert_eq!(name, "tochki");
    let path = std::env::var("PATH").unwrap();
    let own = program.parent().unwrap().display();
    let output = assert_cmd::Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("PATH", format!("{own}:{path}"))
        .write_stdin(input)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    // 1 is the answer no, and no fault.
    let is_fine = matches!(output.status.code(), Some(0 | 1));
    assert!(is_fine, "{line}: {}\n{errors}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// A line without what depends on the machine: the columns of `solve` from the time on, the times of `bench`, and the
/// time of a move in `play`.
fn without_times(line: &str, time: Option<usize>) -> &str {
    if line.starts_with("  value ") {
        return line.rsplit_once(", ").map_or(line, |(line, _)| line);
    }
    let line = line.get(..time.unwrap_or(line.len())).unwrap_or(line);
    let line = line.split_once(" nodes  ").map_or(line, |(line, _)| line);
    let line = line.split_once(", median").map_or(line, |(line, _)| line);
    line.trim_end()
}

/// The lines [without times](without_times). Each table has its own column of times.
fn bare<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut time = None;
    let bare = |line: &'a str| {
        time = line.find(" time ms").or(time);
        without_times(line, time)
    };
    lines.map(bare).collect()
}

/// Whether these lines are those, where `...` stands for any number of lines.
fn is_shown_as(printed: &[&str], shown: &[&str]) -> bool {
    match (printed, shown) {
        ([], []) => true,
        (_, ["...", rest @ ..]) => (0..=printed.len()).any(|n| is_shown_as(&printed[n..], rest)),
        ([line, printed @ ..], [same, shown @ ..]) => line == same && is_shown_as(printed, shown),
        _ => false,
    }
}

/// Runs the commands of a page and compares what they print with what it shows.
#[cfg(unix)]
fn assert_commands_print_what_is_shown(page: &str) {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join(page)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root.join("fixtures"), folder.path().join("fixtures")).unwrap();
    let blocks = blocks("console", &text);
    assert!(!blocks.is_empty(), "{page}");
    for (number, lines) in blocks {
        let commands = lines.chunk_by(|_, next| !next.starts_with("$ "));
        for command in commands {
            let line = command[0].strip_prefix("$ ").expect("a command");
            let prompts = command.iter().filter_map(|line| line.split_once("move> "));
            let typed: Vec<&str> = prompts.map(|(_, typed)| typed).collect();
            let printed = run(line, folder.path(), typed.join("\n"));
            let printed = bare(printed.trim_end().lines());
            let shown = bare(command[1..].iter().copied());
            assert!(
                is_shown_as(&printed, &shown),
                "{page}, line {number}: {line}\nprinted:\n{}\nshown:\n{}",
                printed.join("\n"),
                shown.join("\n")
            );
        }
    }
}

/// The pages in the root and in `docs` that show commands with what they print.
fn pages_with_commands() -> Vec<String> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = Vec::new();
    for folder in ["", "docs/"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "md") {
                let text = std::fs::read_to_string(&path).unwrap();
                let name = path.file_name().unwrap().display();
                let page = format!("{folder}{name}");
                pages.extend((!blocks("console", &text).is_empty()).then_some(page));
            }
        }
    }
    pages.sort_unstable();
    pages
}

/// A test for each page that shows commands with what they print.
macro_rules! pages {
    ($($test:ident: $page:literal,)*) => {
        $(
            #[cfg(unix)]
            #[test]
            fn $test() {
                assert_commands_print_what_is_shown($page);
            }
        )*

        #[test]
        fn every_page_that_shows_commands_has_a_test() {
            assert_eq!(pages_with_commands(), [$($page),*]);
        }
    };
}

pages! {
    commands_of_the_readme_print_what_is_shown: "README.md",
    commands_of_analyze_print_what_is_shown: "docs/analyze.md",
    commands_of_bench_print_what_is_shown: "docs/bench.md",
    commands_of_classes_print_what_is_shown: "docs/classes.md",
    commands_of_comply_print_what_is_shown: "docs/comply.md",
    commands_of_growth_print_what_is_shown: "docs/growth.md",
    commands_of_importance_print_what_is_shown: "docs/importance.md",
    commands_of_learn_print_what_is_shown: "docs/learn.md",
    commands_of_match_print_what_is_shown: "docs/match.md",
    commands_of_mine_print_what_is_shown: "docs/mine.md",
    commands_of_plant_print_what_is_shown: "docs/plant.md",
    commands_of_show_print_what_is_shown: "docs/show.md",
    commands_of_solve_print_what_is_shown: "docs/solve.md",
    commands_of_trees_print_what_is_shown: "docs/trees.md",
}

/// Without python3 the client is left out with a word; where `CI` is set that is a fault.
#[test]
fn the_python_client_is_the_one_shown_and_plays() {
    let shown = blocks("python", PROTOCOL);
    let [(_, shown)] = &shown[..] else {
        panic!("one program is shown");
    };
    assert!(
        include_str!("../../examples/client.py")
            .lines()
            .eq(shown.iter().copied())
    );
    let run = |engine: &[&str]| {
        let mut python = std::process::Command::new("python3");
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/client.py");
        python.arg(path).args(engine).output()
    };
    let tochki = env!("CARGO_BIN_EXE_tochki");
    let Ok(output) = run(&[tochki]) else {
        let is_demanded = std::env::var("CI").is_ok_and(|value| value == "true");
        assert!(!is_demanded, "python3 is missing");
        eprintln!("LEFT OUT: python3 is not installed");
        return;
    };
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let (board, score) = printed.trim_end().rsplit_once('\n').unwrap();
    let dots = board.chars().filter(char::is_ascii_alphanumeric);
    assert_eq!((board.lines().count(), dots.count()), (8, 20), "{board}");
    assert!(score.starts_with("captured: "), "{score}");
    for (engine, told) in [
        (&[tochki, "gtp"][..], "init 8 8 1: ?1 unknown command"),
        (
            &["python3", "-c", "input()"],
            "init 8 8 1: the engine has ended",
        ),
        // The next request cannot be written.
        (
            &["sh", "-c", "read request; exec <&-; echo = 1 init"],
            "gen_move_with_time 0 50: the engine has ended",
        ),
    ] {
        let output = run(engine).unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.trim_end().ends_with(told), "{error}");
    }
}

#[test]
fn the_readme_is_short() {
    assert!(README.lines().count() <= 200);
}
