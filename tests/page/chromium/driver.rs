//! The chromedriver, which starts the browsers and speaks with them.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;

/// The driver of all browsers of this process.
pub static DRIVER: LazyLock<Driver> = LazyLock::new(Driver::start);

/// A chromedriver. It ends when the pipe is closed, that is with this process.
pub struct Driver {
    /// Where it speaks WebDriver.
    pub address: String,
    /// The script that runs it, with the pipe.
    _script: Child,
}

impl Driver {
    fn start() -> Driver {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page/chromium");
        let mut script = Command::new("bash")
            .arg(folder.join("driver.sh"))
            // What pages save goes there.
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("bash starts");
        let stdout = script.stdout.take().expect("it is a pipe");
        let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let port = line.split("started successfully on port ").nth(1)?;
            Some(port.trim_end_matches('.').to_owned())
        });
        let port = port.expect("chromedriver names its port");
        // It may not be blocked by what it goes on to say.
        std::thread::spawn(move || lines.for_each(drop));
        let pipe = script.stdin.as_mut().expect("it is a pipe");
        writeln!(pipe, "{port}").expect("the script reads");
        Driver {
            address: format!("http://127.0.0.1:{port}"),
            _script: script,
        }
    }
}
