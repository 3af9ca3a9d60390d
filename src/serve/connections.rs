//! Accepts connections and answers their requests. The number of connections is limited, and one that is silent for too
//! long, or does not read the answers, is closed.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// Most connections at a time that wait for a request or for its answer. Further ones wait until one of them ends. A
/// WebSocket does not count once it is open: conversations have a limit of their own.
const MOST_CONNECTIONS: usize = 128;

/// How long a connection may last.
#[derive(Clone, Copy)]
pub(super) struct ConnectionTimeouts {
    /// Time after which it is closed if it has not sent a whole request head.
    silence: Duration,
    /// Time after which it is closed if it is no WebSocket by then. A client that does not read the answers would keep it
    /// for ever. A page needs seconds for all its files.
    connection: Duration,
}

/// The timeouts of the server.
pub(super) const TIMEOUTS: ConnectionTimeouts = ConnectionTimeouts {
    silence: Duration::from_secs(10),
    connection: Duration::from_secs(60),
};

/// Pause after the system could not hand over a connection, for example because no file descriptor was free.
const PAUSE: Duration = Duration::from_millis(100);

/// Accepts connections and answers their requests until the process ends.
///
/// # Errors
/// If the system refuses what a server needs, such as a file descriptor.
pub(super) fn serve(
    timeouts: ConnectionTimeouts,
    listener: std::net::TcpListener,
    router: Router,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(accept(timeouts, listener, router))
}

/// Serves as [`serve`] does, on the runtime that runs it.
async fn accept(
    timeouts: ConnectionTimeouts,
    listener: std::net::TcpListener,
    router: Router,
) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    let free = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let service = TowerToHyperService::new(router);
    loop {
        let permit = free.clone().acquire_owned().await;
        let stream = next(&listener).await;
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(timeouts.silence);
        let connection = http.serve_connection(TokioIo::new(stream), service.clone());
        let connection = connection.with_upgrades();
        tokio::spawn(async move {
            // An error means that the connection has ended or lasted too long, which does not matter.
            let _ = timeout(timeouts.connection, connection).await;
            drop(permit);
        });
    }
}

/// The next connection. It sends small messages at once. Otherwise a message waits until the page has confirmed the one
/// before, which takes up to 40 ms.
async fn next(listener: &TcpListener) -> TcpStream {
    loop {
        if let Ok((stream, _)) = listener.accept().await {
            // Without the option the connection is slower, but works.
            let _ = stream.set_nodelay(true);
            return stream;
        }
        sleep(PAUSE).await;
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::io::{ErrorKind, Read, Write};
    use std::net::{SocketAddr, TcpStream};
    use std::thread;

    const SECOND: Duration = Duration::from_secs(1);
    const MINUTE: Duration = Duration::from_secs(60);
    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n";

    /// Starts a server on a thread of its own, and returns its address.
    pub fn start(timeouts: ConnectionTimeouts, router: Router) -> SocketAddr {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || serve(timeouts, listener, router));
        address
    }

    fn connect(address: SocketAddr) -> TcpStream {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(MINUTE / 2)).unwrap();
        stream.set_write_timeout(Some(MINUTE / 2)).unwrap();
        stream
    }

    #[tokio::test]
    async fn small_messages_are_sent_at_once() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let _page = connect(listener.local_addr().unwrap());
        assert!(next(&listener).await.nodelay().unwrap());
    }

    #[test]
    fn silent_connections_are_closed_and_keep_nobody_out() {
        let timeouts = ConnectionTimeouts {
            silence: SECOND,
            connection: MINUTE,
        };
        let address = start(timeouts, Router::new());
        let mut silent: Vec<TcpStream> = (0..200).map(|_| connect(address)).collect();
        // Half a request is none.
        silent[0].write_all(&REQUEST[..20]).unwrap();
        let mut last = connect(address);
        last.write_all(REQUEST).unwrap();
        let mut reply = [0; 12];
        last.read_exact(&mut reply).unwrap();
        assert_eq!(&reply, b"HTTP/1.1 404");
        // It ends. A reset is an end, too.
        let ended = silent[0]
            .read_to_end(&mut Vec::new())
            .map_err(|error| error.kind());
        assert!(matches!(ended, Ok(_) | Err(ErrorKind::ConnectionReset)));
    }

    #[test]
    fn one_connection_too_many_waits_until_another_one_ends() {
        let timeouts = ConnectionTimeouts {
            silence: MINUTE,
            connection: MINUTE,
        };
        let address = start(timeouts, Router::new());
        let mut others: Vec<TcpStream> = (0..MOST_CONNECTIONS).map(|_| connect(address)).collect();
        // All of them are accepted once the last one is answered.
        let mut reply = [0; 12];
        let asking = others.last_mut().unwrap();
        asking.write_all(REQUEST).unwrap();
        asking.read_exact(&mut reply).unwrap();
        let mut surplus = connect(address);
        surplus.write_all(REQUEST).unwrap();
        surplus.set_read_timeout(Some(SECOND / 5)).unwrap();
        let waits = surplus.read_exact(&mut reply).unwrap_err().kind();
        assert!(
            matches!(waits, ErrorKind::WouldBlock | ErrorKind::TimedOut),
            "{waits:?}"
        );
        others.pop();
        surplus.set_read_timeout(Some(MINUTE / 2)).unwrap();
        surplus.read_exact(&mut reply).unwrap();
        assert_eq!(&reply, b"HTTP/1.1 404");
    }

    #[test]
    fn a_connection_that_reads_no_answers_is_closed() {
        let timeouts = ConnectionTimeouts {
            silence: MINUTE,
            connection: SECOND,
        };
        let address = start(timeouts, Router::new());
        let mut deaf = connect(address);
        // It asks and asks, until the answers and requests that nobody reads fill all buffers.
        let ended = loop {
            if let Err(error) = deaf.write_all(REQUEST) {
                break error.kind();
            }
        };
        let is_closed = matches!(ended, ErrorKind::ConnectionReset | ErrorKind::BrokenPipe);
        assert!(is_closed, "{ended:?}");
    }
}
