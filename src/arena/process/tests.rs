use super::*;

const PATIENCE: Duration = Duration::from_secs(20);

/// Whether a process with this id runs. An ended process may still be listed, with the state Z (zombie) or X (dead).
fn runs(number: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{number}/stat"));
    let state = stat.as_deref().ok().and_then(|stat| stat.rsplit_once(") "));
    state.is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

fn assert_ends(number: &str) {
    let start = Instant::now();
    while runs(number) {
        assert!(start.elapsed() < PATIENCE, "{number} is left behind");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Starts a shell as the engine. It starts a child process, prints the id of the child, and then runs the shell command
/// `then`. Returns the engine and that id.
fn engine_with_child(then: &str) -> (EngineProcess, String) {
    let command = format!("sh -c 'sleep 1000 & echo $!; {then}'");
    let mut engine = EngineProcess::start(&command, Stderr::Read).unwrap();
    let child = engine.receive(PATIENCE, &StopFlag::default()).unwrap();
    assert!(runs(&child));
    (engine, child)
}

#[test]
fn a_group_ends_before_its_number_can_be_given_to_another() {
    let (mut engine, child) = engine_with_child("exit 3");
    let status = engine.wait(PATIENCE).expect("it has ended");
    assert_eq!(status.code(), Some(3));
    // The child is killed here already, and not when the engine is dropped.
    assert_ends(&child);
    assert_eq!(engine.life, Life::Over(Some(status)));
    assert_eq!(engine.wait(PATIENCE), Some(status));
    engine.terminate();
}

#[test]
fn a_group_that_runs_ends_with_the_engine_that_is_dropped() {
    let (mut engine, child) = engine_with_child("sleep 1000");
    assert_eq!(engine.wait(Duration::ZERO), None);
    assert_eq!(engine.life, Life::Ours);
    drop(engine);
    assert_ends(&child);
}

#[test]
fn an_engine_that_somebody_else_has_waited_for_is_not_signalled() {
    let (mut engine, child) = engine_with_child("exit 3");
    // The exit status is taken here, without the knowledge of `engine`. Its id may then be given to another process.
    let process = pid(&engine.child);
    let end = rustix::process::waitpid(process, rustix::process::WaitOptions::empty());
    assert!(end.is_ok_and(|end| end.is_some()));
    assert_eq!(engine.wait(PATIENCE), None);
    assert_eq!(engine.life, Life::Over(None));
    drop(engine);
    assert!(runs(&child), "it was killed by a number that is not ours");
    let child = rustix::process::Pid::from_raw(child.parse().unwrap()).unwrap();
    rustix::process::kill_process(child, rustix::process::Signal::KILL).unwrap();
}

#[test]
fn the_last_words_are_read_without_colours_and_in_any_encoding() {
    let words = r"\033[1;31mno weights\033[0m\nin \317\360\377, said\t\n\n";
    let command = format!("sh -c 'printf \"{words}\" >&2; exit 3'");
    let mut engine = EngineProcess::start(&command, Stderr::Read).unwrap();
    let error = engine.receive(PATIENCE, &StopFlag::default());
    let told = "exit status: 3, last lines of standard error: no weights / in \u{fffd}\u{fffd}\u{fffd}, said";
    assert_eq!(error, Err(ProcessError::Gone(told.to_owned())));
}

#[test]
fn long_last_words_are_cut() {
    let zeros = "0".repeat(LONGEST_ERROR);
    assert_eq!(printable(&format!(" {zeros}0")), zeros);
    assert_eq!(printable("\u{1b}[31"), "");
}
