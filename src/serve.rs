//! The page in the browser: a small HTTP server that hands out the files of `page/` and lets them talk to engines.
//!
//! Every WebSocket is one conversation in JSON lines ([`protocol::json`](crate::protocol::json)), a message a
//! line, with a session and an engine of its own on threads of their own. The page holds no secret of the
//! machine; `guard` keeps other pages and other machines from the engine.

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
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use conversation::Conversations;
use guard::Guard;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

pub use conversation::{IDLE, MOST_CONVERSATIONS, MOST_MESSAGE_BYTES};
pub use token::{InvalidToken, Token};

/// A server that listens already.
pub struct Server {
    listener: TcpListener,
    desk: Arc<Desk>,
}

/// What every request needs.
struct Desk {
    guard: Guard,
    token: Token,
    conversations: Conversations,
}

impl Server {
    /// Listens on the address; with port 0 on a free one. Engines begin with these options.
    /// Pages may watch these games.
    ///
    /// # Errors
    /// If the system does not let us listen there.
    pub fn bind(
        address: SocketAddr,
        token: Token,
        options: Options,
        watch: Option<Arc<dyn Watch>>,
    ) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let desk = Desk {
            guard: Guard::new(address),
            token,
            conversations: Conversations::new(options, watch),
        };
        Ok(Server {
            listener,
            desk: Arc::new(desk),
        })
    }

    /// Where the page is: an address with the token in it.
    pub fn url(&self) -> String {
        format!("http://{}/{}/", self.desk.guard.host(), self.desk.token)
    }

    /// Answers requests until the process ends.
    ///
    /// # Errors
    /// If the system refuses what a server needs.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            match tokio::net::TcpListener::from_std(self.listener) {
                Ok(listener) => connections::serve(listener, router(self.desk)).await,
                Err(error) => Err(error),
            }
        })
    }
}

fn router(desk: Arc<Desk>) -> Router {
    Router::new()
        .route("/{token}/", get(page))
        .route("/{token}/socket", get(socket))
        .route("/{token}/puzzles.json", get(puzzles::answer))
        .route("/{token}/{*file}", get(file))
        .layer(middleware::from_fn_with_state(desk.clone(), check))
        .with_state(desk)
}

/// Refuses what the guard does not let through; what passes gets the headers of the guard.
async fn check(State(desk): State<Arc<Desk>>, request: Request, next: Next) -> Response {
    let is_allowed =
        desk.guard.allows(request.headers()) && desk.token.is_first_part_of(request.uri().path());
    let mut response = match is_allowed {
        true => next.run(request).await,
        false => StatusCode::FORBIDDEN.into_response(),
    };
    guard::add_headers(response.headers_mut());
    response
}

async fn page() -> Response {
    files::answer("index.html")
}

async fn file(Path((_, file)): Path<(String, String)>) -> Response {
    files::answer(&file)
}

/// Begins a conversation with a page of this server. Pages from elsewhere are refused.
async fn socket(
    State(desk): State<Arc<Desk>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    // Browsers always say where a page that opens a socket comes from.
    if !desk.guard.comes_from_here(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    upgrade
        .max_message_size(MOST_MESSAGE_BYTES)
        .max_frame_size(MOST_MESSAGE_BYTES)
        .on_upgrade(async move |socket| desk.conversations.hold(socket).await)
}
