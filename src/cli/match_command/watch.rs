//! Serves the page in the browser that shows a match while it is played.

use crate::cli::serve;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;
use std::sync::Arc;
use std::thread;
use tochki::arena::gallery::Gallery;
use tochki::search::options::Options;

/// Where the page is served: an address of this machine, and a port; `None` for the default port or a free one.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    ip: IpAddr,
    port: Option<u16>,
}

impl FromStr for Place {
    type Err = String;

    /// Parses an address with a port (`127.0.0.1:8000`), an address (`127.0.0.1`) or a port (`8000`). Without an
    /// address the page is for this machine only.
    fn from_str(text: &str) -> Result<Place, String> {
        let loopback = IpAddr::V4(Ipv4Addr::LOCALHOST);
        if let Ok(port) = text.parse() {
            let port = Some(port);
            return Ok(Place { ip: loopback, port });
        }
        if let Ok(ip) = text.parse() {
            return Ok(Place { ip, port: None });
        }
        let address = text.parse::<SocketAddr>();
        let address = address.map_err(|_| "expected an address, a port or ADDRESS:PORT")?;
        let port = Some(address.port());
        Ok(Place {
            ip: address.ip(),
            port,
        })
    }
}

impl Place {
    /// Serves the page on another thread and prints its address: on stdout, or on stderr if `is_for_programs`. Returns
    /// the gallery in which the page looks for the games.
    ///
    /// # Errors
    /// If the system does not let the program listen there, or the address cannot be printed.
    pub fn serve(self, is_for_programs: bool) -> anyhow::Result<Arc<Gallery>> {
        let gallery = Arc::new(Gallery::default());
        let secret = serve::Secret::open(false)?;
        let watch = Some(gallery.clone() as _);
        let server = serve::bind(self.ip, self.port, &secret, &Options::default(), watch)?;
        let line = format!("{}#watch", server.url());
        match is_for_programs {
            // Without stderr the match is played all the same.
            true => drop(writeln!(io::stderr(), "{line}")),
            // So it is if nobody reads stdout.
            false => drop(crate::cli::is_read(writeln!(io::stdout(), "{line}"))?),
        }
        thread::Builder::new()
            .name("page".to_owned())
            .spawn(move || server.run())?;
        Ok(gallery)
    }
}
