//! What a shell gets of the command line: completions and manual pages.

use crate::cli::tochki;
use assert_cmd::Command;
use std::fs;

/// What these arguments print.
fn printed(arguments: &str) -> String {
    let run = tochki().args(arguments.split_whitespace()).assert().code(0);
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

/// What bash offers for the last word of a line in the root of the repository, with the script of completions loaded.
/// `compopt` works only on a command line that a person types.
fn offered(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let last = words.len() - 1;
    let complete = format!(
        "compopt() {{ :; }}\nCOMP_WORDS=({line} {}); COMP_CWORD={last}\n_tochki tochki '{}' '{}'\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"",
        if words[last].is_empty() { "''" } else { "" },
        words[last],
        words[last - 1]
    );
    let script = printed("completions bash") + "\n" + &complete;
    let run = Command::new("bash")
        .arg("--norc")
        // Of a language that is not installed bash complains.
        .env("LC_ALL", "C")
        .write_stdin(script)
        .assert();
    let output = run.code(0).stderr("").get_output().stdout.clone();
    let output = String::from_utf8(output).unwrap();
    output.lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_commands_flags_and_values() {
    for (line, words) in [
        ("tochki ma", &["match", "man"][..]),
        ("tochki match --ga", &["--games"]),
        ("tochki learn tr", &["train"]),
        (
            "tochki solve --engine ",
            &["article", "tactical", "mcts", "auto"],
        ),
        (
            "tochki completions ",
            &["bash", "elvish", "fish", "powershell", "zsh"],
        ),
        ("tochki analyze game.sgf --plot READ", &["README.md"]),
        ("tochki match --games ", &[""]),
    ] {
        let offered = offered(line);
        for word in words {
            assert!(offered.iter().any(|o| o == word), "{line}: {offered:?}");
        }
        assert!(offered.len() < words.len() + 3, "{line}: {offered:?}");
    }
}

#[test]
fn every_shell_has_a_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&format!("completions {shell}"));
        for word in ["tochki", "deadlines", "games"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    tochki().args(["completions", "csh"]).assert().code(2);
}

/// The commands and their subcommands, as the help lists them: `tochki`, `tochki match`, `tochki learn play`.
fn commands(command: &str) -> Vec<String> {
    let help = printed(&format!("{} --help", command.trim_start_matches("tochki")));
    let list = help.split("Commands:\n").nth(1).unwrap_or_default();
    let list = list.split("\n\n").next().unwrap_or_default();
    let names = list.lines().filter_map(|line| {
        let name = line.strip_prefix("  ")?.split(' ').next()?;
        (!name.is_empty() && name != "help").then_some(name)
    });
    let within = names.flat_map(|name| commands(&format!("{command} {name}")));
    [command.to_owned()].into_iter().chain(within).collect()
}

#[test]
#[cfg(feature = "serve")]
fn the_help_has_the_commands_in_the_order_of_the_readme() {
    let readme = include_str!("../../README.md");
    let table = readme.split("## All commands").nth(1).unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
    let cells = rows.filter_map(|row| row.split(" |").next());
    let quoted = cells.flat_map(|cell| cell.split('`').step_by(2));
    let wanted = quoted.filter_map(|words| words.split_whitespace().next());
    let wanted: Vec<String> = wanted.map(|name| format!("tochki {name}")).collect();
    let mut commands = commands("tochki");
    commands.retain(|command| command.split(' ').count() == 2);
    assert_eq!(commands, wanted);
}

#[test]
fn every_command_has_a_manual_page_with_its_flags() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("share/man/man1");
    let run = tochki().args(["man", "--out"]).arg(&folder).assert();
    run.code(0).stdout("").stderr("");
    let commands = commands("tochki");
    assert!(commands.len() > 20, "{commands:?}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), commands.len());
    for command in commands {
        let file = folder.join(command.replace(' ', "-") + ".1");
        let page = fs::read_to_string(&file).unwrap();
        let arguments = command.trim_start_matches("tochki");
        assert_eq!(printed(&format!("man {arguments}")), page);
        let name = command.replace(' ', "-");
        let version = env!("CARGO_PKG_VERSION");
        let title = format!(".TH {name} 1 \" \" \"tochki {version}\" \"User Commands\"\n");
        assert!(page.contains(&title), "{page}");
        for section in ["NAME", "SYNOPSIS", "OPTIONS", "EXIT STATUS", "EXAMPLES"] {
            let headings = [format!(".SH {section}\n"), format!(".SH \"{section}\"\n")];
            let there = headings.iter().any(|heading| page.contains(heading));
            assert!(there, "{name}: {section}");
        }
        let page = page.replace('\\', "");
        let help = printed(&format!("{arguments} --help"));
        let usage = help.lines().find_map(|line| line.strip_prefix("Usage: "));
        let usage = usage.unwrap().strip_prefix(&command).unwrap();
        let synopsis = format!(".SH SYNOPSIS\nfB{command}fR{usage}\n");
        assert!(page.contains(&synopsis), "{synopsis}{page}");
        let flags = help
            .split_whitespace()
            .filter(|word| word.starts_with("--"));
        for flag in flags.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())) {
            // The bare name of a flag is often a word of the text.
            assert!(page.contains(&format!("--{flag}")), "{name}: {flag}");
        }
    }
}

#[test]
fn a_page_that_cannot_be_is_told() {
    let unknown = tochki().args(["man", "learn", "dance"]).assert().code(2);
    unknown
        .stdout("")
        .stderr("tochki: no command `learn dance`\n");
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let run = tochki().args(["man", "--out"]).arg(&file).assert().code(2);
    let error = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(error.contains(&file.display().to_string()), "{error}");
}
