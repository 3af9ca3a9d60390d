//! `tochki serve`: the page in the browser.

use super::engine::EngineArgs;
use anyhow::Context;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tochki::serve::{Server, Token};

const EXAMPLES: &str = "\
Examples:
  tochki serve --open
  tochki serve --port 8000 --option threads=2";

/// Open the page in the browser: play, analyse, review, train.
///
/// It listens on this machine only, and prints the address of the page. The secret in the address keeps
/// others out.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Open the browser, too.
    #[arg(long)]
    open: bool,
    /// Which port; without it 20017, or a free one if that is taken.
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Listen on another address of this machine, for a network that you trust: whoever reads what goes over
    /// it can use the engine.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Make a new secret, so that old addresses do not work any more.
    #[arg(long)]
    new_token: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Browsers keep what they remember by port. The first dot of the cross is at 20-17.
const USUAL_PORT: u16 = 20017;

impl Args {
    /// Serves until the program is ended.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let server = self.bind()?;
        if !self.listen.is_loopback() {
            writeln!(
                io::stderr(),
                "tochki: warning: others on the network of {} can reach the engine",
                self.listen
            )?;
        }
        let url = server.url();
        writeln!(io::stdout(), "{url}")?;
        if self.open
            && let Err(error) = open::that_detached(&url)
        {
            writeln!(
                io::stderr(),
                "tochki: the browser cannot be opened: {error}"
            )?;
        }
        server.run()?;
        Ok(ExitCode::SUCCESS)
    }

    fn bind(&self) -> anyhow::Result<Server> {
        let token = self.token()?;
        let options = self.engine.options()?;
        let bind = |port| {
            let address = SocketAddr::new(self.listen, port);
            let bound = Server::bind(address, token.clone(), options.clone());
            bound.map_err(|error| (address, error))
        };
        let bound = match self.port {
            Some(port) => bind(port),
            None => match bind(USUAL_PORT) {
                Err((_, error)) if error.kind() == ErrorKind::AddrInUse => bind(0),
                bound => bound,
            },
        };
        bound.map_err(|(address, error)| anyhow::Error::new(error).context(address.to_string()))
    }

    /// The secret that is kept for the next time, so that an open page finds its engine again. Without a
    /// folder for it, it is a new one every time.
    fn token(&self) -> anyhow::Result<Token> {
        let Some(file) = token_file() else {
            return Ok(Token::random()?);
        };
        let kept = fs::read_to_string(&file)
            .ok()
            .and_then(|text| text.trim().parse().ok());
        match kept {
            Some(token) if !self.new_token => Ok(token),
            _ => {
                let token = Token::random()?;
                keep(&file, &token).with_context(|| file.display().to_string())?;
                Ok(token)
            }
        }
    }
}

fn token_file() -> Option<PathBuf> {
    let folder = dirs::state_dir().or_else(dirs::data_local_dir)?;
    Some(folder.join("tochki").join("serve-token"))
}

/// Writes the secret into a file that only its owner can read.
fn keep(file: &Path, token: &Token) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let _ = fs::remove_file(file);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    writeln!(options.open(file)?, "{token}")
}
