//! A conversation with a session on the thread of the caller.
//!
//! [`tochki::protocol::converse`] reads its input on a thread of its own, so the time of a line would decide what a search
//! does. Here the same input takes the same way every time.

use tochki::board::{Action, Ending, Move};
use tochki::notation::record::GameRecord;
use tochki::protocol::{Dialect, Line, Session};
use tochki::search::options::{EngineKind, Options};
use tochki::{Board, Player};

/// Most lines of a conversation. Further lines are not read.
const MOST_LINES: usize = 64;

/// A session and the dialect in which it is asked.
pub struct Talk<D> {
    pub dialect: D,
    pub session: Session,
}

/// All of a session that a request may change.
#[derive(Debug, PartialEq)]
pub struct State {
    options: Options,
    /// The bits of the komi, so that -0 differs from 0.
    komi: u64,
    game: Option<Position>,
}

/// The state of a game.
#[derive(Debug, PartialEq)]
struct Position {
    picture: String,
    hash: u64,
    moves: Vec<Move>,
    actions: Vec<(Player, Action)>,
    ending: Option<(Player, Ending)>,
}

impl<D: Dialect> Talk<D> {
    /// A session with the engine of this number, whose searches are short.
    pub fn new(dialect: D, engine: u8) -> Talk<D> {
        let engine = EngineKind::ALL[usize::from(engine) % EngineKind::ALL.len()];
        let mut session = Session::new(Options {
            engine,
            depth: Some(2),
            nodes: 20,
            hash: 1,
            ..Options::default()
        });
        dialect.prepare(&mut session);
        Talk { dialect, session }
    }

    /// The reply to a line.
    pub fn ask(&mut self, line: &[u8]) -> String {
        let line = Line::of(line);
        if let Line::Text(text) = line {
            // The thread that reads the lines asks this first.
            D::urgency(text);
        }
        let mut reply = Vec::new();
        let written = self.dialect.answer(&mut self.session, line, &mut reply);
        written.expect("memory can be written");
        let reply = String::from_utf8(reply).expect("a reply is UTF-8");
        assert!(reply.chars().all(is_plain), "{reply:?}");
        reply
    }

    /// Whether searches are still short and memory is small. A conversation that has changed this ends: it would test
    /// the patience of the fuzzer.
    pub fn is_tame(&self) -> bool {
        let options = self.session.options();
        (1..=50).contains(&options.nodes)
            && options.depth.is_some_and(|depth| depth <= 3)
            && options.threads <= 2
            && options.hash <= 2
    }

    /// The state of the session, without the words of a dialect.
    pub fn state(&self) -> State {
        State {
            options: self.session.options().clone(),
            komi: self.session.komi().to_bits(),
            game: self.session.game().ok().map(|game| Position {
                picture: game.board().to_string(),
                hash: game.board().hash(),
                moves: game.board().moves().collect(),
                actions: game.actions().collect(),
                ending: game.ending(),
            }),
        }
    }

    /// Checks that the position is sound.
    pub fn check_board(&self) {
        if let Ok(board) = self.session.board() {
            board.validate().expect("the board is sound");
        }
    }

    /// Takes back all turns and plays them again: the position before the first one is that of the start dots, and the
    /// last one is what it was.
    pub fn check_undo(mut self) {
        let Ok(game) = self.session.game() else {
            return;
        };
        let (rules, size) = (game.board().rules(), game.board().size());
        let actions: Vec<(Player, Action)> = game.actions().collect();
        let start: Vec<Move> = game.start().collect();
        // A game that was set up from a picture has no record. Its start dots are not all moves, so its start is not checked.
        let is_from_picture = GameRecord::of_board(game.board(), 0).is_err();
        let before = self.state();
        let undone = self.session.undo_last(actions.len());
        undone.expect("all turns can be taken back");
        self.check_board();
        let found = self.session.board().expect("there is a game");
        if !is_from_picture {
            let mut board = Board::under(rules, size);
            for dot in start {
                board.play(dot.point, dot.player);
            }
            assert_eq!(found.to_string(), board.to_string());
            assert_eq!(found.hash(), board.hash());
        }
        let again = self.session.act_all(&actions);
        again.expect("the same turns are allowed again");
        assert_eq!(self.state(), before);
    }
}

/// The lines of a conversation and the number of its engine, which is the first byte.
pub fn conversation(data: &[u8]) -> Option<(u8, impl Iterator<Item = &[u8]>)> {
    let (&engine, text) = data.split_first()?;
    let lines = text.split(|&byte| byte == b'\n');
    Some((engine, lines.take(MOST_LINES)))
}

/// Whether a reply may have this character. No client takes it for the end of a line unless it is one.
fn is_plain(character: char) -> bool {
    character.is_ascii_whitespace() || !(character.is_control() || character.is_whitespace())
}
