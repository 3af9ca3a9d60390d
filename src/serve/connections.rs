//! The connections of the server: so many at a time, and none that is silent for long.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// Most connections at a time that wait for a request or are answered one. Others wait until one is free.
/// Conversations do not count: they have a limit of their own.
const MOST_CONNECTIONS: usize = 128;

/// A connection is closed if it has sent no whole request head for so long.
const LONGEST_SILENCE: Duration = Duration::from_secs(10);

/// Pause after a connection that the system could not hand over, as when no file descriptor is left.
const PAUSE: Duration = Duration::from_millis(100);

/// Answers requests for ever.
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
            // Whoever breaks the connection off need not be told.
            let _ = connection.await;
            drop(permit);
        });
    }
}
