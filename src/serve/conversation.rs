//! A conversation with a page: one WebSocket and one session with an engine.

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

/// The longest message of a page in bytes. It is the longest line that a session reads.
pub const MOST_MESSAGE_BYTES: usize = LineReader::<&[u8]>::LONGEST;

/// Time after which a conversation is closed and its search ended, if the page has sent nothing.
pub const IDLE: Duration = Duration::from_secs(15 * 60);

/// Time after which a page is taken for gone if it does not read a message.
const LONGEST_SEND: Duration = Duration::from_secs(30);

/// Most messages that wait in each direction, to the session and to the page.
const WAITING: usize = 64;

/// Codes with which a WebSocket is closed. Those below 4000 are standard; `IDLE` is our own.
mod code {
    pub const NORMAL: u16 = 1000;
    pub const UNSUPPORTED: u16 = 1003;
    pub const TRY_AGAIN_LATER: u16 = 1013;
    pub const IDLE: u16 = 4000;
}

/// Begins conversations and limits their number.
pub(super) struct Conversations {
    options: Options,
    watch: Option<Arc<dyn Watch>>,
    free: Arc<Semaphore>,
}

/// Why a conversation ends.
enum End {
    /// The page has ended the conversation or is gone, or the session has ended.
    Over,
    /// The server closes the conversation, with this code and reason.
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

    /// Holds a conversation until the page or the session ends it, or the page is silent for too long. If there are too
    /// many conversations, the page is told so and the socket is closed.
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
            // Sending fails if the page is gone, which does not matter.
            let _ = timeout(LONGEST_SEND, socket.send(Message::Close(Some(frame)))).await;
        }
    }
}

/// A session that runs on its own thread, and the channels to it.
struct Talk {
    requests: Sender<String>,
    replies: Receiver<String>,
    interrupts: Interrupts,
    session: JoinHandle<()>,
}

impl Talk {
    /// Starts the session on its thread. `permit` is given back when the session has ended.
    fn begin(mut session: Session, permit: OwnedSemaphorePermit) -> io::Result<Talk> {
        let (to_session, requests) = mpsc::channel(WAITING);
        let (to_page, replies) = mpsc::channel(WAITING);
        let interrupts = session.interrupts().clone();
        let talk = move || {
            let _permit = permit;
            let (input, output) = (Requests::new(requests), Replies::new(to_page));
            // The only failure is that the page is gone.
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

    /// Carries messages between page and session until one of them ends the conversation. Then it ends the session and
    /// its search.
    async fn hold(mut self, socket: &mut WebSocket) -> End {
        let end = self.carry(socket).await;
        drop((self.requests, self.replies));
        tokio::spawn(async move {
            // The session may lower the flags when it takes a request that still waits. So they are raised again and
            // again.
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
            // A message is read only if the session has room for it. Replies are sent meanwhile.
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
                        return End::Closed(code::NORMAL, "the session has ended");
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
