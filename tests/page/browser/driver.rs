//! The driver of a browser: it starts the browser and speaks WebDriver with the tests.

use super::kind::Kind;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

/// A driver listens within this time, or never.
const PATIENCE: Duration = Duration::from_secs(60);

/// A driver with a port of its own: most drivers have one browser. It ends when the pipe is closed, that is when it is
/// dropped or this process ends.
pub struct Driver {
    /// Where it speaks WebDriver.
    pub address: String,
    /// The script that runs it, with the pipe.
    _script: Child,
}

impl Driver {
    pub fn start(kind: Kind) -> Driver {
        let port = free_port();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page/browser");
        let script = Command::new("bash")
            .arg(folder.join("driver.sh"))
            .args(kind.driver(port))
            // Browsers save files in one of both.
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .env("HOME", env!("CARGO_TARGET_TMPDIR"))
            .env("LANGUAGE", "en")
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("bash starts");
        let start = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            assert!(start.elapsed() < PATIENCE, "the driver does not listen");
            std::thread::sleep(Duration::from_millis(2));
        }
        Driver {
            address: format!("http://127.0.0.1:{port}"),
            _script: script,
        }
    }
}

/// A port for a driver: not every driver tells which one it has taken. Those that systems hand out are higher.
fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    // Other processes with the same tests begin elsewhere.
    let begin = (std::process::id() % 400) as u16 * 25;
    let mut ports = std::iter::repeat_with(|| NEXT.fetch_add(1, Ordering::Relaxed));
    let free = ports.find_map(|step| {
        let port = 21_000 + begin + step;
        TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .ok()
            .map(|_| port)
    });
    free.expect("a port is free")
}
