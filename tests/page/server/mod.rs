//! A `tochki serve` of its own for a test, and sockets to it.

use crate::process;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::HandshakeError;
use tungstenite::http::{HeaderValue, Request, header::HeaderName};
use tungstenite::{Error, Message, WebSocket};

/// A server that ends with the test.
pub struct Served {
    process: Child,
    url: String,
    state: TempDir,
}

/// A reply comes within this time, or never.
const PATIENCE: Duration = Duration::from_secs(120);

impl Served {
    /// Starts one on a free port.
    pub fn start() -> Served {
        Served::run(&["serve", "--port", "0"])
    }

    /// Starts one that watches the folder of a match.
    pub fn watching(folder: &Path) -> Served {
        let folder = folder.to_str().expect("it is text");
        Served::run(&["serve", "--port", "0", "--watch", folder])
    }

    /// Starts the program with these arguments. It prints the address of the page first.
    pub fn run(args: &[&str]) -> Served {
        let state = TempDir::new().expect("there is room for a folder");
        let (process, url) = spawn(&state, args);
        Served {
            process,
            url,
            state,
        }
    }

    /// Kills the server and starts another one at the same address.
    pub fn restart(&mut self) {
        let url = self.url.clone();
        self.restart_with(&[]);
        assert_eq!(self.url, url);
    }

    /// Kills the server and starts another one with these flags on the same port.
    pub fn restart_with(&mut self, flags: &[&str]) {
        self.kill();
        let port = self.port();
        let args = [&["serve", "--port", &port], flags].concat();
        (self.process, self.url) = spawn(&self.state, &args);
    }

    /// Kills the server.
    pub fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Sends a signal, such as `STOP`, to the server.
    pub fn signal(&self, name: &str) {
        assert!(process::signal(name, self.process.id()));
    }

    /// The address of the page.
    pub fn url(&self) -> &str {
        &self.url
    }

    fn host(&self) -> &str {
        self.url.split('/').nth(2).expect("it is an address")
    }

    pub fn origin(&self) -> String {
        format!("http://{}", self.host())
    }

    pub fn port(&self) -> String {
        self.host()
            .rsplit(':')
            .next()
            .expect("there is a port")
            .to_owned()
    }

    pub fn token(&self) -> &str {
        self.url.split('/').nth(3).expect("there is a token")
    }

    /// Number of threads of the process.
    pub fn threads(&self) -> usize {
        let folder = format!("/proc/{}/task", self.process.id());
        std::fs::read_dir(folder).map_or(0, Iterator::count)
    }

    /// A connection on which nothing has been sent.
    pub fn connect(&self) -> TcpStream {
        TcpStream::connect(self.host()).expect("it listens")
    }

    /// The whole answer to a GET. A header `Host` takes the place of the right one.
    pub fn get(&self, path: &str, headers: &[(&str, &str)]) -> String {
        let mut stream = self.connect();
        stream
            .set_read_timeout(Some(PATIENCE))
            .expect("it can be set");
        let own = [("Host", self.host())];
        let has_host = headers.iter().any(|(name, _)| *name == "Host");
        let mut request = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers.iter().chain(own.iter().filter(|_| !has_host)) {
            request += &format!("{name}: {value}\r\n");
        }
        request += "\r\n";
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).expect("it answers");
        String::from_utf8_lossy(&reply).into_owned()
    }

    /// Opens a socket with these headers, or tells the status of the refusal.
    pub fn open(&self, headers: &[(&str, &str)]) -> Result<Socket, u16> {
        let stream = self.connect();
        stream
            .set_read_timeout(Some(PATIENCE))
            .expect("it can be set");
        stream
            .set_write_timeout(Some(PATIENCE))
            .expect("it can be set");
        let address = format!("ws://{}/{}/socket", self.host(), self.token());
        let mut request: Request<()> = address.into_client_request().expect("it is an address");
        for (name, value) in headers {
            let name: HeaderName = name.parse().expect("it is a header");
            let value = HeaderValue::from_str(value).expect("it is a value");
            request.headers_mut().insert(name, value);
        }
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(HandshakeError::Failure(Error::Http(refusal))) => Err(refusal.status().as_u16()),
            Err(other) => panic!("{other}"),
        }
    }

    /// A socket as the page opens it.
    pub fn socket(&self) -> Socket {
        self.open(&[("Origin", &self.origin())])
            .expect("it is the own page")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(state: &TempDir, args: &[&str]) -> (Child, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_tochki"))
        .args(args)
        .env("XDG_STATE_HOME", state.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdout = process.stdout.take().expect("it is a pipe");
    let url = process::read_to(&mut stdout, "\n");
    (process, url.trim().to_owned())
}

/// A conversation.
pub struct Socket(WebSocket<TcpStream>);

impl Socket {
    pub fn send(&mut self, text: &str) {
        self.try_send(Message::Text(text.into()))
            .expect("it is open");
    }

    pub fn try_send(&mut self, message: Message) -> Result<(), Error> {
        self.0.send(message)
    }

    /// The next message that is neither a ping nor the heartbeat that goes with it.
    pub fn read(&mut self) -> Message {
        loop {
            match self.0.read().expect("there is a message") {
                Message::Ping(_) | Message::Pong(_) => {}
                Message::Text(text) if text == "{}" => {}
                message => return message,
            }
        }
    }

    /// The next message, which is a text.
    pub fn text(&mut self) -> String {
        match self.read() {
            Message::Text(text) => text.to_string(),
            other => panic!("no text: {other:?}"),
        }
    }
}
