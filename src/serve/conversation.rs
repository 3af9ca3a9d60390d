//! A conversation with a page: one WebSocket and one session with an engine.

use super::pipe::{Replies, Requests};
use crate::protocol::json::Json;
use crate::protocol::watch::Watch;
use crate::protocol::{Interrupts, LineReader, Session, converse};
use crate::search::options::Options;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use tokio::sync::mpsc::{self, Permit, Receiver, Sender};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};

/// Most conversations at a time. Each has an engine of its own.
pub const MOST_CONVERSATIONS: usize = 50;

/// The longest message of a page in bytes. It is the longest line that a session reads.
pub const MOST_MESSAGE_BYTES: usize = LineReader::<&[u8]>::LONGEST;

/// The longest message that is read to its end, in bytes. It is more than [`MOST_MESSAGE_BYTES`], so that the sender of a
/// message that is too long can be told: a connection that is closed with unread bytes is reset.
pub(super) const MOST_READ_BYTES: usize = 4 * MOST_MESSAGE_BYTES;

/// Time after which a conversation is closed and its search ended, if the page has asked nothing.
pub const IDLE: Duration = Duration::from_secs(15 * 60);

/// Time after which a page is taken for gone if it does not read a message.
const LONGEST_SEND: Duration = Duration::from_secs(30);

/// How long a page may be silent.
#[derive(Clone, Copy)]
struct PageTimeouts {
    /// Time after which a conversation is closed if the page has asked nothing.
    idle: Duration,
    /// Time between two pings. Browsers answer them by themselves, also for a page in the background.
    ping: Duration,
    /// Time after which a page is taken for gone if nothing has come from it, not even the answer to a ping. A machine
    /// that loses its network cannot say that it is gone.
    silence: Duration,
}

/// The timeouts of the server.
const TIMEOUTS: PageTimeouts = PageTimeouts {
    idle: IDLE,
    ping: Duration::from_secs(30),
    silence: Duration::from_secs(2 * 60),
};

/// Time for a page to close its side after the server has closed the conversation.
const LONGEST_FAREWELL: Duration = Duration::from_secs(2);

/// A message that goes out with every ping and answers nothing. A page takes the server for gone if none comes for about
/// two minutes. Browsers do not show it the pings.
const HEARTBEAT: &str = "{}";

/// Most messages that wait in each direction, to the session and to the page.
const WAITING: usize = 64;

/// Codes with which a WebSocket is closed. Those below 4000 are standard; `NOTHING_ASKED` is our own.
mod code {
    pub const NORMAL: u16 = 1000;
    pub const UNREADABLE: u16 = 1002;
    pub const UNSUPPORTED: u16 = 1003;
    pub const TOO_LONG: u16 = 1009;
    pub const FAILED: u16 = 1011;
    pub const TRY_AGAIN_LATER: u16 = 1013;
    pub const NOTHING_ASKED: u16 = 4000;
}

/// Begins conversations and limits their number.
pub(super) struct Conversations {
    options: Options,
    watch: Option<Arc<dyn Watch>>,
    free: Arc<Semaphore>,
    timeouts: PageTimeouts,
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
            timeouts: TIMEOUTS,
        }
    }

    fn session(&self) -> Session {
        let mut session = Session::new(self.options.clone());
        session.set_watch(self.watch.clone());
        session
    }

    /// Holds a conversation until the page or the session ends it, or the page is gone or asks nothing for too long. If
    /// there are too many conversations, the page is told so and the socket is closed.
    pub async fn hold(&self, mut socket: WebSocket) {
        let end = match self.free.clone().try_acquire_owned() {
            Err(_) => End::Closed(code::TRY_AGAIN_LATER, "too many conversations at a time"),
            Ok(permit) => match Conversation::begin(self.session(), permit) {
                Ok(conversation) => conversation.hold(&mut socket, self.timeouts).await,
                Err(_) => End::Closed(code::TRY_AGAIN_LATER, "no thread is left"),
            },
        };
        if let End::Closed(code, reason) = end {
            let frame = CloseFrame {
                code,
                reason: reason.into(),
            };
            // Sending fails if the page is gone, which does not matter.
            send(&mut socket, Message::Close(Some(frame))).await;
        }
        // The library answers the Close of a page when more is read. If the connection were closed with messages that
        // nobody has read, the page might never get that answer, or the reason.
        let rest = async { while let Some(Ok(_)) = socket.recv().await {} };
        let _ = timeout(LONGEST_FAREWELL, rest).await;
    }
}

/// A session that runs on its own thread, and the channels to it.
struct Conversation {
    requests: Sender<String>,
    replies: Receiver<String>,
    interrupts: Interrupts,
    session: JoinHandle<()>,
    /// Whether the session has ended without an error, as after `Quit`.
    has_quit: Arc<AtomicBool>,
}

impl Conversation {
    /// Starts the session on its thread. `permit` is given back when the session has ended.
    fn begin(session: Session, permit: OwnedSemaphorePermit) -> io::Result<Conversation> {
        let (to_session, requests) = mpsc::channel(WAITING);
        let (to_page, replies) = mpsc::channel(WAITING);
        let interrupts = session.interrupts().clone();
        let has_quit = Arc::new(AtomicBool::new(false));
        let quits = has_quit.clone();
        let run_session = move || {
            // Locals are dropped in reverse order: first the session, which has the memory, then the permit.
            let _permit = permit;
            let mut session = session;
            let (input, mut output) = (Requests::new(requests), Replies::new(to_page));
            // The flag is set before the output is dropped, which tells the page's side that the session has ended.
            match converse(Json, &mut session, input, &mut output) {
                Ok(()) => quits.store(true, Ordering::Release),
                Err(error) => log::debug!("a conversation has ended: {error}"),
            }
        };
        let session = thread::Builder::new()
            .name("session".to_owned())
            .spawn(run_session)?;
        Ok(Conversation {
            requests: to_session,
            replies,
            interrupts,
            session,
            has_quit,
        })
    }

    /// Carries messages between page and session until one of them ends the conversation. Then it ends the session and
    /// its search.
    async fn hold(mut self, socket: &mut WebSocket, timeouts: PageTimeouts) -> End {
        let end = self.carry(socket, timeouts).await;
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

    async fn carry(&mut self, socket: &mut WebSocket, timeouts: PageTimeouts) -> End {
        let start = Instant::now();
        let mut idle = start + timeouts.idle;
        let mut ping = start + timeouts.ping;
        let mut silence = start + timeouts.silence;
        loop {
            let Conversation {
                requests,
                replies,
                has_quit,
                ..
            } = self;
            // A message is read only if the session has room for it. Replies are sent meanwhile. Until then the answers
            // to pings wait, too, and tell nothing of the page.
            let request = async {
                let room = requests.reserve().await;
                (room, timeout_at(silence, socket.recv()).await)
            };
            let message = tokio::select! {
                (room, message) = request => {
                    let message = match message {
                        Ok(Some(Ok(message))) => message,
                        Ok(Some(Err(_))) => {
                            return End::Closed(code::UNREADABLE, "the message cannot be read");
                        }
                        Ok(None) | Err(_) => return End::Over,
                    };
                    silence = Instant::now() + timeouts.silence;
                    match pass_on(message, room.ok()) {
                        Ok(true) => idle = Instant::now() + timeouts.idle,
                        Ok(false) => {}
                        Err(end) => return end,
                    }
                    continue;
                }
                reply = replies.recv() => match reply {
                    Some(reply) => Message::Text(reply.into()),
                    None => return end_of_session(has_quit),
                },
                () = sleep_until(ping) => {
                    ping = Instant::now() + timeouts.ping;
                    if !send(socket, Message::Ping(Bytes::new())).await {
                        return End::Over;
                    }
                    Message::Text(HEARTBEAT.into())
                }
                () = sleep_until(idle) => return End::Closed(code::NOTHING_ASKED, "nothing was asked for a long time"),
            };
            if !send(socket, message).await {
                return End::Over;
            }
        }
    }
}

/// How a conversation ends when its session has ended.
fn end_of_session(has_quit: &AtomicBool) -> End {
    match has_quit.load(Ordering::Acquire) {
        true => End::Closed(code::NORMAL, "the session has ended"),
        false => End::Closed(code::FAILED, "the session has failed"),
    }
}

/// Passes a message of the page on to the session. Without `room` the session reads nothing more, as after `Quit`; its last
/// replies still go out. Returns whether the message was a request, or why it ends the conversation.
fn pass_on(message: Message, room: Option<Permit<'_, String>>) -> Result<bool, End> {
    match message {
        Message::Text(text) if text.len() > MOST_MESSAGE_BYTES => {
            Err(End::Closed(code::TOO_LONG, "a message has at most 1 MiB"))
        }
        Message::Text(text) => {
            if let Some(room) = room {
                room.send(text.as_str().to_owned());
            }
            Ok(true)
        }
        Message::Binary(_) => Err(End::Closed(code::UNSUPPORTED, "a message is text")),
        Message::Close(_) => Err(End::Over),
        Message::Ping(_) | Message::Pong(_) => Ok(false),
    }
}

/// Sends a message. Returns `false` if the page is gone.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    let sent = timeout(LONGEST_SEND, socket.send(message)).await;
    matches!(sent, Ok(Ok(())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::watch::{GameView, Overview};
    use crate::serve::connections;
    use axum::Router;
    use axum::extract::WebSocketUpgrade;
    use axum::routing::get;
    use std::io::{ErrorKind, Read};
    use std::net::TcpStream;
    use tungstenite::protocol::frame::Frame;
    use tungstenite::protocol::frame::coding::{Data, OpCode};

    const QUICK: PageTimeouts = PageTimeouts {
        idle: Duration::from_secs(60),
        ping: Duration::from_millis(200),
        silence: Duration::from_secs(2),
    };

    /// A page, which answers pings as long as it reads.
    struct Page(tungstenite::WebSocket<TcpStream>);

    impl Page {
        /// Starts a server that has short timeouts and no pages, and begins a conversation.
        fn open() -> Page {
            Page::open_with(QUICK)
        }

        fn open_with(timeouts: PageTimeouts) -> Page {
            let address = connections::tests::start(connections::TIMEOUTS, router(timeouts));
            let stream = TcpStream::connect(address).unwrap();
            stream
                .set_read_timeout(Some(Duration::from_secs(30)))
                .unwrap();
            let (socket, _) = tungstenite::client("ws://here/", stream).unwrap();
            Page(socket)
        }

        fn send(&mut self, text: &str) {
            self.0.send(text.into()).unwrap();
        }

        /// The next message, or `None` if it is a ping.
        fn read(&mut self) -> Option<String> {
            match self.0.read().unwrap() {
                tungstenite::Message::Ping(_) => None,
                message => Some(message.into_text().unwrap().to_string()),
            }
        }

        /// The next message that is neither a ping nor a heartbeat.
        fn text(&mut self) -> String {
            loop {
                if let Some(text) = self.read().filter(|text| text != HEARTBEAT) {
                    return text;
                }
            }
        }

        /// The code with which the server closes the conversation.
        fn close_code(&mut self) -> u16 {
            loop {
                if let tungstenite::Message::Close(told) = self.0.read().unwrap() {
                    break told.unwrap().code.into();
                }
            }
        }
    }

    /// A match with a fault: who asks for it ends his session.
    struct Faulty;

    impl Watch for Faulty {
        fn overview(&self) -> Overview {
            panic!("a fault of the test");
        }

        fn game(&self, _: usize, _: usize) -> Option<GameView> {
            None
        }
    }

    fn router(timeouts: PageTimeouts) -> Router {
        let conversations = Arc::new(Conversations {
            timeouts,
            ..Conversations::new(Options::default(), Some(Arc::new(Faulty)))
        });
        let socket = move |upgrade: WebSocketUpgrade| {
            let conversations = conversations.clone();
            async move { upgrade.on_upgrade(async move |socket| conversations.hold(socket).await) }
        };
        Router::new().route("/", get(socket))
    }

    #[test]
    fn a_page_that_answers_no_ping_is_gone() {
        let mut page = Page::open();
        // The bytes are read here, not the pings among them.
        let ended = page.0.get_mut().read_to_end(&mut Vec::new());
        let ended = ended.map_err(|error| error.kind());
        assert!(
            matches!(ended, Ok(_) | Err(ErrorKind::ConnectionReset)),
            "{ended:?}"
        );
    }

    #[test]
    fn a_page_that_answers_pings_stays_and_gets_heartbeats() {
        let mut page = Page::open();
        let start = Instant::now();
        while start.elapsed() < 2 * QUICK.silence {
            assert_eq!(
                [page.read(), page.read()],
                [None, Some(HEARTBEAT.to_owned())]
            );
        }
        page.send(r#"{"command":"About"}"#);
        assert!(page.text().contains("tochki"));
    }

    #[test]
    fn a_page_that_asks_nothing_is_told_so_though_it_answers_pings() {
        let mut page = Page::open_with(PageTimeouts {
            idle: Duration::from_secs(1),
            ..QUICK
        });
        page.send(r#"{"command":"Init","width":20,"height":20}"#);
        page.send(r#"{"command":"Analyze","player":"Red","live":true}"#);
        assert_eq!(page.close_code(), code::NOTHING_ASKED);
    }

    #[test]
    fn a_page_that_goes_on_sending_is_told_why_the_conversation_ends() {
        let mut page = Page::open();
        page.0.send(tungstenite::Message::binary(vec![1])).unwrap();
        // A closed connection would refuse the second of two messages.
        for _ in 0..3 {
            thread::sleep(Duration::from_millis(100));
            page.send(r#"{"command":"About"}"#);
        }
        assert_eq!(page.close_code(), code::UNSUPPORTED);
    }

    #[test]
    fn a_page_that_sends_what_cannot_be_taken_is_told_why_the_conversation_ends() {
        let no_text = Frame::message(vec![0xff], OpCode::Data(Data::Text), true);
        for (message, code) in [
            (
                tungstenite::Message::text(" ".repeat(MOST_MESSAGE_BYTES + 1)),
                code::TOO_LONG,
            ),
            (tungstenite::Message::Frame(no_text), code::UNREADABLE),
        ] {
            let mut page = Page::open();
            page.0.send(message).unwrap();
            assert_eq!(page.close_code(), code);
        }
    }

    #[test]
    fn a_message_of_the_greatest_length_is_passed_on() {
        let (requests, mut received) = mpsc::channel(1);
        let longest = "x".repeat(MOST_MESSAGE_BYTES);
        let room = requests.try_reserve().ok();
        let taken = pass_on(Message::Text(longest.as_str().into()), room);
        assert!(matches!(taken, Ok(true)));
        assert!(received.try_recv() == Ok(longest));
    }

    #[test]
    fn a_session_begins_with_the_options_of_the_server() {
        let mut options = Options::default();
        options.set("threads", "3").unwrap();
        let conversations = Conversations::new(options, None);
        assert_eq!(conversations.session().options().threads, 3);
    }

    #[test]
    fn a_page_that_closes_the_conversation_is_answered() {
        let mut page = Page::open();
        page.0.close(None).unwrap();
        let end = loop {
            if let Err(end) = page.0.read() {
                break end;
            }
        };
        assert!(
            matches!(end, tungstenite::Error::ConnectionClosed),
            "{end:?}"
        );
    }

    #[test]
    fn replies_still_come_after_quit() {
        let mut page = Page::open();
        page.send(r#"{"command":"Init","width":20,"height":20,"start":"cross"}"#);
        // Pings are answered meanwhile.
        page.send(
            r#"{"command":"Analyze","player":"Red","constraint":{"type":"Time","value":1000}}"#,
        );
        page.send(r#"{"command":"Quit"}"#);
        assert_eq!(page.text(), r#"{"command":"Init"}"#);
        assert!(page.text().contains(r#""moves""#));
        assert_eq!(page.close_code(), code::NORMAL);
    }

    #[test]
    fn a_page_is_told_that_its_session_has_failed() {
        let mut page = Page::open();
        page.send(r#"{"command":"Watch"}"#);
        assert_eq!(page.close_code(), code::FAILED);
    }

    #[test]
    fn a_page_whose_messages_wait_is_not_gone() {
        let mut page = Page::open();
        page.send(r#"{"command":"Init","width":20,"height":20,"start":"cross"}"#);
        let start = Instant::now();
        page.send(
            r#"{"command":"Analyze","player":"Red","constraint":{"type":"Time","value":5000}}"#,
        );
        // More messages than the session has room for while it searches.
        let count = 10 * WAITING;
        for _ in 0..count {
            page.send(r#"{"command":"Undo","count":0}"#);
        }
        assert_eq!(page.text(), r#"{"command":"Init"}"#);
        assert!(page.text().contains(r#""moves""#));
        assert!(start.elapsed() > 2 * QUICK.silence);
        for _ in 0..count {
            assert_eq!(page.text(), r#"{"command":"Undo","undone":true}"#);
        }
    }
}
