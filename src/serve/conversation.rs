//! A conversation: one socket, one session.

use super::pipe::{Replies, Requests};
use crate::protocol::json::Json;
use crate::protocol::watch::Watch;
use crate::protocol::{Interrupts, LineReader, Session, serve};
use crate::search::options::Options;
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, sleep_until, timeout};

/// Most conversations at a time. Each has an engine of its own.
pub const MOST_CONVERSATIONS: usize = 50;

/// The longest message of a page, in bytes: one line of the dialect.
pub const MOST_MESSAGE_BYTES: usize = LineReader::<&[u8]>::LONGEST;

/// A page that has sent nothing for so long is taken for forgotten, and its search ends.
pub const IDLE: Duration = Duration::from_secs(15 * 60);

/// A page that does not read for so long is taken for gone.
const LONGEST_SEND: Duration = Duration::from_secs(30);

/// Messages that wait in either direction.
const WAITING: usize = 64;

/// Codes of the protocol of sockets and our own, with which a conversation is closed.
mod code {
    pub const UNSUPPORTED: u16 = 1003;
    pub const TRY_AGAIN_LATER: u16 = 1013;
    pub const IDLE: u16 = 4000;
}

/// The conversations that go on.
pub(super) struct Conversations {
    options: Options,
    watch: Option<Arc<dyn Watch>>,
    free: Arc<Semaphore>,
}

/// Why a conversation ends.
enum End {
    /// The page is gone, or the session.
    Over,
    /// We close it, with a code and a reason.
    Closed(u16, &'static str),
}

impl Conversations {
    pub fn new(options: Options, watch: Option<Arc<dyn Watch>>) -> Conversations {
        Conversations {
            options,
            watch,
            free: Arc::new(Semaphore::new(MOST_CONVERSATIONS)),
        }
    }

    fn session(&self) -> Session {
        let mut session = Session::new(self.options.clone());
        session.set_watch(self.watch.clone());
        session
    }

    /// Holds a conversation until the page or the session ends it, or nothing happens any more. One too many
    /// is told so.
    pub async fn hold(&self, mut socket: WebSocket) {
        let end = match self.free.clone().try_acquire_owned() {
            Err(_) => End::Closed(code::TRY_AGAIN_LATER, "too many conversations at a time"),
            Ok(permit) => match Talk::begin(self.session(), permit) {
                Ok(talk) => talk.hold(&mut socket).await,
                Err(_) => End::Closed(code::TRY_AGAIN_LATER, "no thread is left"),
            },
        };
        if let End::Closed(code, reason) = end {
            let frame = CloseFrame {
                code,
                reason: reason.into(),
            };
            // Who is gone need not be told.
            let _ = timeout(LONGEST_SEND, socket.send(Message::Close(Some(frame)))).await;
        }
    }
}

/// A session on a thread of its own.
struct Talk {
    requests: Sender<String>,
    replies: Receiver<String>,
    interrupts: Interrupts,
    session: JoinHandle<()>,
}

impl Talk {
    /// Starts the session. The permit is free again when it has ended.
    fn begin(mut session: Session, permit: OwnedSemaphorePermit) -> io::Result<Talk> {
        let (to_session, requests) = mpsc::channel(WAITING);
        let (to_page, replies) = mpsc::channel(WAITING);
        let interrupts = session.interrupts().clone();
        let talk = move || {
            let _permit = permit;
            let (input, output) = (Requests::new(requests), Replies::new(to_page));
            // The only failure is a page that is gone.
            let _ = serve(Json, &mut session, input, output);
        };
        let session = thread::Builder::new()
            .name("session".to_owned())
            .spawn(talk)?;
        Ok(Talk {
            requests: to_session,
            replies,
            interrupts,
            session,
        })
    }

    /// Carries messages to and fro, then ends the session and what it searches for.
    async fn hold(mut self, socket: &mut WebSocket) -> End {
        let end = self.carry(socket).await;
        drop((self.requests, self.replies));
        tokio::spawn(async move {
            // Whoever takes up a line that still waits may lower the flags.
            while !self.session.is_finished() {
                self.interrupts.stop.raise();
                self.interrupts.input.raise();
                sleep(Duration::from_millis(20)).await;
            }
        });
        end
    }

    async fn carry(&mut self, socket: &mut WebSocket) -> End {
        let mut idle = Instant::now() + IDLE;
        loop {
            let Talk {
                requests, replies, ..
            } = self;
            // Nothing is read that the session has no room for: replies must go out meanwhile.
            let request = async { (requests.reserve().await, socket.recv().await) };
            tokio::select! {
                (room, message) = request => {
                    let (Ok(room), Some(Ok(message))) = (room, message) else {
                        return End::Over;
                    };
                    match message {
                        Message::Text(text) => room.send(text.as_str().to_owned()),
                        Message::Binary(_) => {
                            return End::Closed(code::UNSUPPORTED, "a message is text");
                        }
                        Message::Close(_) => return End::Over,
                        Message::Ping(_) | Message::Pong(_) => continue,
                    }
                    idle = Instant::now() + IDLE;
                }
                reply = replies.recv() => {
                    let Some(reply) = reply else {
                        return End::Closed(1000, "the session has ended");
                    };
                    let sent = timeout(LONGEST_SEND, socket.send(Message::Text(reply.into()))).await;
                    if !matches!(sent, Ok(Ok(()))) {
                        return End::Over;
                    }
                }
                () = sleep_until(idle) => return End::Closed(code::IDLE, "nothing was asked for a long time"),
            }
        }
    }
}
