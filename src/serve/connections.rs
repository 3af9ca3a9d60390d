//! Accepts connections and answers their requests. The number of connections is limited, and one that is silent for too
//! long, or does not read the answers, is closed.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// Most connections at a time that wait for a request or for its answer. Further ones wait until one of them ends. A
/// WebSocket does not count once it is open: conversations have a limit of their own.
const MOST_CONNECTIONS: usize = 128;

/// Time after which a connection is closed if it has not sent a whole request head.
const LONGEST_SILENCE: Duration = Duration::from_secs(10);

/// Time after which a connection is closed that is no WebSocket by then. A client that does not read the answers would
/// keep it for ever. A page needs seconds for all its files.
const LONGEST_CONNECTION: Duration = Duration::from_secs(60);

/// Pause after the system could not hand over a connection, for example because no file descriptor was free.
const PAUSE: Duration = Duration::from_millis(100);

/// Accepts connections and answers their requests, without end.
pub(super) async fn serve(listener: TcpListener, router: Router) -> ! {
    let free = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let service = TowerToHyperService::new(router);
    loop {
        let permit = free.clone().acquire_owned().await;
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(LONGEST_SILENCE);
        let connection = http.serve_connection(TokioIo::new(stream), service.clone());
        let connection = connection.with_upgrades();
        tokio::spawn(async move {
            // An error means that the connection has ended or lasted too long, which does not matter.
            let _ = timeout(LONGEST_CONNECTION, connection).await;
            drop(permit);
        });
    }
}
