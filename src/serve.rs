//! The server of the page in the browser: a small HTTP server that hands out the files of `page/` and connects them
//! with engines.
//!
//! Every WebSocket is one conversation in JSON lines ([`protocol::json`](crate::protocol::json)). A message is a line.
//! Each conversation has its own session and engine, on its own threads. No file of the machine is handed out.
//!
//! `guard` refuses requests of other pages (by `Origin`), and requests under a foreign name that leads to this machine (by
//! `Host`). `token` refuses whoever does not know the address of the page. Which machines can connect depends on the
//! address on which the server listens.

mod connections;
mod conversation;
mod files;
mod guard;
mod pipe;
mod puzzles;
mod token;

use crate::protocol::watch::Watch;
use crate::search::options::Options;
use axum::Router;
use axum::extract::{Path, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use conversation::Conversations;
use guard::Guard;
use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

pub use conversation::{IDLE, MOST_CONVERSATIONS, MOST_MESSAGE_BYTES};
pub use token::{InvalidToken, Token};

/// A server that listens on its port already. It answers once [`run`](Server::run) is called.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// What the handling of every request needs.
struct Shared {
    guard: Guard,
    token: Token,
    conversations: Conversations,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("listener", &self.listener)
            .finish_non_exhaustive()
    }
}

impl Server {
    /// Listens on the address, or on a free port if its port is 0. `options` are those with which each engine begins.
    /// `watch` is the match that pages may watch; `None` if there is none.
    ///
    /// # Errors
    /// If the system does not let the program listen there.
    pub fn bind(
        address: SocketAddr,
        token: Token,
        options: Options,
        watch: Option<Arc<dyn Watch>>,
    ) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let shared = Shared {
            guard: Guard::new(address),
            token,
            conversations: Conversations::new(options, watch),
        };
        Ok(Server {
            listener,
            shared: Arc::new(shared),
        })
    }

    /// The address of the page, with the token in it.
    pub fn url(&self) -> String {
        format!("http://{}/{}/", self.shared.guard.host(), self.shared.token)
    }

    /// Answers requests until the process ends.
    ///
    /// # Errors
    /// If the system refuses what a server needs, such as a file descriptor.
    pub fn run(self) -> io::Result<()> {
        connections::serve(connections::TIMEOUTS, self.listener, router(self.shared))
    }
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/{token}", get(without_slash))
        .route("/{token}/", get(page))
        .route("/{token}/socket", get(socket))
        .route("/{token}/puzzles.json", get(puzzles::answer))
        .route("/{token}/{*file}", get(file))
        .layer(middleware::from_fn_with_state(shared.clone(), check))
        .with_state(shared)
}

/// Refuses a request that the guard does not allow or whose path does not begin with the token. All responses get the
/// headers of the guard.
async fn check(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let is_allowed = shared.guard.allows(request.headers())
        && shared.token.is_first_part_of(request.uri().path());
    let mut response = match is_allowed {
        true => next.run(request).await,
        false => refusal(),
    };
    guard::add_headers(response.headers_mut());
    response
}

/// The answer to a request that is not allowed. It tells people what to do, and no secret.
fn refusal() -> Response {
    let text = "Open the address that tochki has printed, with its port and its secret. \
        The name of the machine has to be a number or localhost.\n";
    (StatusCode::FORBIDDEN, text).into_response()
}

/// Leads to the page from its address without the last slash, behind which the browser looks for its files.
async fn without_slash(Path(token): Path<String>) -> Redirect {
    Redirect::permanent(&format!("/{token}/"))
}

async fn page() -> Response {
    files::answer("index.html")
}

async fn file(Path((_, file)): Path<(String, String)>) -> Response {
    files::answer(&file)
}

/// Begins a conversation on a WebSocket with a page of this server. Pages from elsewhere are refused.
async fn socket(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    // When a page opens a WebSocket, browsers always send its origin.
    if !shared.guard.comes_from_here(&headers) {
        return refusal();
    }
    upgrade
        .max_message_size(conversation::MOST_READ_BYTES)
        .max_frame_size(conversation::MOST_READ_BYTES)
        .on_upgrade(async move |socket| shared.conversations.hold(socket).await)
}
