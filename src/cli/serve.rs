//! The command `tochki serve`, which serves the page in the browser.

use super::engine::EngineArgs;
use anyhow::{Context, bail};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use tochki::arena::watched_folder::WatchedFolder;
use tochki::files;
use tochki::protocol::watch::Watch;
use tochki::search::options::Options;
use tochki::serve::{Server, Token};

const EXAMPLES: &str = "\
Examples:
  tochki serve --open
  tochki serve --port 8000 --option threads=2
  tochki serve --watch games                  # the running games of tochki match --out games";

/// Serve the page for the browser: play, analyse, review, train, watch; `--open` opens it.
///
/// It listens on this machine only, and prints the address of the page. A secret in the address keeps others out.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Open the page in the browser at once.
    #[arg(long)]
    open: bool,
    /// The port to listen on. Without it the port is 20017, or a free one if that is taken.
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Listen on another address of this machine, for a network that you trust: whoever reads its traffic can use the
    /// engine.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Make a new secret, so that old addresses of the page do not work any more.
    #[arg(long)]
    new_token: bool,
    /// Show the games of a match, also while they are played. The folder is the one that `match --out` has made.
    #[arg(long, value_name = "DIR")]
    watch: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
}

/// The default port. Browsers keep what they remember of a page by its port, so it should not change. The number is the
/// cell 20-17, the first dot of the start position `cross` on a board of 39x32.
const DEFAULT_PORT: u16 = 20017;

impl Args {
    /// Serves the page until the program is ended.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let options = self.engine.options()?;
        let watch = self.watched()?;
        let fragment = if watch.is_some() { "#watch" } else { "" };
        let secret = Secret::open(self.new_token)?;
        let server = bind(self.listen, self.port, &secret, &options, watch)?;
        let url = format!("{}{fragment}", server.url());
        if self.port.is_none() && !url.contains(&format!(":{DEFAULT_PORT}/")) {
            // Without stderr the page is served all the same. So is it below.
            let _ = writeln!(
                io::stderr(),
                "tochki: port {DEFAULT_PORT} is not free, perhaps because another tochki serve runs. Browsers keep \
                 games and progress by port: those of that port are not on this page."
            );
        }
        let printed = writeln!(io::stdout(), "{url}");
        let is_opened = self.open && opens(&url);
        // Who cannot read the address sees the page in the browser. The error is a text, because `main` takes a broken
        // pipe for success.
        if let (Err(error), false) = (printed, is_opened) {
            bail!("the address of the page cannot be printed: {error}");
        }
        server.run()?;
        Ok(ExitCode::SUCCESS)
    }

    fn watched(&self) -> anyhow::Result<Option<Arc<dyn Watch>>> {
        let Some(folder) = &self.watch else {
            return Ok(None);
        };
        let watched = WatchedFolder::open(folder);
        let watched = watched.with_context(|| folder.display().to_string())?;
        Ok(Some(Arc::new(watched)))
    }
}

/// Opens the page in the browser. Returns whether that worked, and tells on stderr if it did not.
fn opens(url: &str) -> bool {
    let opened = open::that_detached(url);
    if let Err(error) = &opened {
        let _ = writeln!(
            io::stderr(),
            "tochki: the browser cannot be opened: {error}"
        );
    }
    opened.is_ok()
}

/// Listens on an address of this machine. Without a `port` it takes the default one, or a free one if that is taken. It
/// prints a warning if other machines can reach the address. A new secret is kept only when the program listens:
/// otherwise the old address goes on working.
///
/// # Errors
/// If the system does not let the program listen there, or a new secret that was asked for cannot be kept.
pub fn bind(
    ip: IpAddr,
    port: Option<u16>,
    secret: &Secret,
    options: &Options,
    watch: Option<Arc<dyn Watch>>,
) -> anyhow::Result<Server> {
    let bind = |port| {
        let address = SocketAddr::new(ip, port);
        let bound = Server::bind(
            address,
            secret.token.clone(),
            options.clone(),
            watch.clone(),
        );
        bound.map_err(|error| (address, error))
    };
    let bound = match port {
        Some(port) => bind(port),
        None => match bind(DEFAULT_PORT) {
            // On Windows a port of a reserved range is denied.
            Err((_, error))
                if matches!(
                    error.kind(),
                    ErrorKind::AddrInUse | ErrorKind::PermissionDenied
                ) =>
            {
                bind(0)
            }
            bound => bound,
        },
    };
    let server =
        bound.map_err(|(address, error)| anyhow::Error::new(error).context(address.to_string()))?;
    if let Err(error) = secret.keep() {
        if secret.is_asked_for {
            return Err(error);
        }
        let _ = writeln!(
            io::stderr(),
            "tochki: warning: {error:#}: after a restart the page will have another address"
        );
    }
    if !ip.is_loopback() {
        let place = match ip.is_unspecified() {
            true => {
                "; in their browser the address has a number of this machine, such as 192.168.0.2"
            }
            false => "",
        };
        let _ = writeln!(
            io::stderr(),
            "tochki: warning: others on the network of {ip} can reach the engine{place}"
        );
    }
    Ok(server)
}

/// The secret in the address of the page. It is kept in a file, so that an open page finds its engine after a restart.
pub struct Secret {
    token: Token,
    /// The file that has to get the token. `None` if it has it, or the system has no folder for such files.
    file: Option<PathBuf>,
    /// Whether a new secret was asked for. Then the old one may not stay valid.
    is_asked_for: bool,
}

impl Secret {
    /// Reads the secret from its file. If there is none, or `is_new`, a new one is made. The file stays as it is.
    ///
    /// # Errors
    /// If a new secret cannot be made.
    pub fn open(is_new: bool) -> anyhow::Result<Secret> {
        let file = super::state_file("serve-token");
        let kept = file.as_ref().filter(|_| !is_new).and_then(|file| {
            let text = fs::read_to_string(file).ok()?;
            text.trim().parse().ok()
        });
        Ok(match kept {
            Some(token) => Secret {
                token,
                file: None,
                is_asked_for: false,
            },
            None => Secret {
                token: Token::random()?,
                file,
                is_asked_for: is_new,
            },
        })
    }

    /// Writes a new secret to its file.
    fn keep(&self) -> anyhow::Result<()> {
        match &self.file {
            Some(file) => keep(file, &self.token).with_context(|| file.display().to_string()),
            None => Ok(()),
        }
    }
}

/// Replaces the file by one with the secret that only its owner can read.
fn keep(file: &Path, token: &Token) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    files::replace_secret(file, format!("{token}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn a_port_that_is_taken_is_refused_only_if_it_is_asked_for() {
        let ip = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let secret = Secret {
            token: Token::random().unwrap(),
            file: None,
            is_asked_for: false,
        };
        let bind = |port| bind(ip, port, &secret, &Options::default(), None);
        let taken = TcpListener::bind((ip, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let error = bind(Some(port)).expect_err("it is taken");
        assert_eq!(error.to_string(), format!("127.0.0.1:{port}"));
        // Another program that has the default port may give it back at any time. Then nothing can be tested.
        let Ok(_default) = TcpListener::bind((ip, DEFAULT_PORT)) else {
            return;
        };
        let server = bind(None).unwrap();
        assert!(!server.url().contains(&format!(":{DEFAULT_PORT}/")));
    }
}
