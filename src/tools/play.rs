//! A game of a person against the engine.
//!
//! [`play`] reads commands line by line and writes boards and remarks. Input and output may be a terminal or a pipe.

mod command;
mod engine;
mod files;

use super::show::text::{self, Charset};
use super::show::{Overlay, Picture};
use crate::board::{Action, Ending, Game, Status};
use crate::geometry::{Player, Point, Size};
use crate::notation::coordinates;
use crate::notation::record::{GameRecord, GameResult, WonBy};
use crate::notation::start::{NoRoom, Start};
use crate::protocol::{Line, LineReader};
use crate::search::Engine;
use crate::search::options::Options;
use command::{Command, HELP};
use std::fmt;
use std::io::{self, BufRead, Write};
use std::time::Duration;

pub use command::seconds;
pub use files::{Autosave, OpenError, Opened, open};

/// The settings of a game against the engine.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The size of the board.
    pub size: Size,
    /// The start position.
    pub start: Start,
    /// The player whose dots the person puts.
    pub person: Player,
    /// The level at which the engine plays, from 1 to 10.
    pub level: u32,
    /// The time of the engine for a move, in place of the level; `None` if the level decides.
    pub time: Option<Duration>,
    /// The characters of the boards. With colours, the terminal is cleared before each board.
    pub charset: Charset,
    /// Whether the output repeats the lines of the input. A terminal does so itself.
    pub echo: bool,
}

/// The engine and the files that a game uses.
pub struct Environment<'a> {
    /// The options of the engine. Their limits hold for every search.
    pub options: &'a Options,
    /// The engine that the person plays against.
    pub engine: &'a mut dyn Engine,
    /// A game from a file, which is continued; `None` for a new game.
    pub opened: Option<Opened>,
    /// The file to which the game is written after every move; `None` if it is not saved by itself.
    pub autosave: Option<Autosave>,
    /// Is called when the engine starts and when it ends a search.
    pub waiting: &'a mut dyn Waiting,
}

impl fmt::Debug for Environment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment")
            .field("options", &self.options)
            .field("opened", &self.opened)
            .field("autosave", &self.autosave)
            .finish_non_exhaustive()
    }
}

/// Shows the person that the engine is thinking.
pub trait Waiting {
    /// Called when the engine starts to think.
    fn begin(&mut self);
    /// Called when the engine has stopped thinking, even if it found no move.
    fn end(&mut self);
}

/// Shows nothing.
impl Waiting for () {
    fn begin(&mut self) {}
    fn end(&mut self) {}
}

/// Why [`play`] ended before `quit` or the end of the input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The board is too small for the start position.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Plays games until the command `quit` or the end of the input. `input` has the commands, one on a line.
///
/// # Errors
/// If the start position does not fit on the board, or reading or writing fails.
pub fn play(
    input: impl BufRead,
    out: impl Write,
    settings: Settings,
    environment: Environment,
) -> Result<(), PlayError> {
    let mut dialogue = Dialogue::new(out, settings, environment)?;
    let mut lines = LineReader::of_client(input);
    dialogue.greet();
    loop {
        dialogue.answer();
        dialogue.ask()?;
        let line = match lines.next_line()? {
            None => return Ok(writeln!(dialogue.out)?),
            Some(Line::Text(line)) => line,
            Some(Line::Unreadable) => {
                dialogue.say("That is no text that I can read.");
                continue;
            }
        };
        if settings.echo {
            writeln!(dialogue.out, "{}", line.trim())?;
        }
        match Command::parse(line, dialogue.game.board().size()) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Ok(()),
            Ok(Some(command)) => dialogue.carry_out(command),
            Err(error) => dialogue.say(error),
        }
    }
}

/// How a game between a person and the engine ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The board is full: no cell is playable.
    Full,
    /// This player leads by more than his loose dots, so that he could ground and win.
    Decided(Player),
    /// This player grounded or resigned.
    Left(Player, Ending),
}

/// A game in progress between a person and the engine.
struct Dialogue<'a, W> {
    out: W,
    environment: Environment<'a>,
    settings: Settings,
    game: Game,
    /// The record with which the game began: that of the file, or for a new game one without turns and names. Its komi
    /// and its facts are those of the game.
    begun: GameRecord,
    /// The number of turns of the game when it was opened, and the player to move then. For a new game it is 0 and the
    /// first player. `None` once one of these turns was taken back, since the opened position cannot come back then.
    opened: Option<(usize, Player)>,
    /// The SGF text of the last automatic save; empty if that text could not be made. `None` if the current game has
    /// not been saved.
    saved: Option<String>,
    /// How the game ended, once that has been announced; `None` as long as it goes on.
    end: Option<End>,
    hint: Option<Point>,
    /// The name of an existing file that the last command, `save`, did not overwrite. The same command given again
    /// overwrites it. `None` after any other command.
    warned: Option<String>,
    /// Whether the board must be drawn before the next prompt, because it has changed.
    redraw: bool,
    /// The lines that are printed before the next prompt.
    remarks: String,
}

impl<'a, W: Write> Dialogue<'a, W> {
    fn new(
        out: W,
        settings: Settings,
        mut environment: Environment<'a>,
    ) -> Result<Dialogue<'a, W>, NoRoom> {
        let game = Game::new(settings.start.board(settings.size)?);
        let opened = environment.opened.take();
        let mut dialogue = Dialogue {
            out,
            environment,
            settings,
            begun: files::new_record(&game),
            game,
            opened: Some((0, Player::First)),
            saved: None,
            end: None,
            hint: None,
            warned: None,
            redraw: true,
            remarks: String::new(),
        };
        if let Some(opened) = opened {
            dialogue.take_over(opened);
        }
        Ok(dialogue)
    }

    fn person(&self) -> Player {
        self.settings.person
    }

    /// Dots added to the score of the second player.
    fn komi(&self) -> f64 {
        self.begun.komi
    }

    /// The result of the game; `None` if it goes on.
    fn result(&self) -> Option<GameResult> {
        let decided = match self.end {
            Some(End::Decided(player)) => {
                // The game is decided because he can ground. What that costs counts, as in a match.
                let score = self
                    .game
                    .board()
                    .score_after_grounding(Player::First, player);
                Some(GameResult::by_dots(f64::from(score) - self.komi()))
            }
            _ => None,
        };
        self.game.result(self.komi()).or(decided)
    }

    /// The player to move. An opened game may have another one than [`Game::to_move`] tells until its first new move.
    fn turn(&self) -> Player {
        match self.opened {
            Some((turns, player)) if turns == self.game.turns() => player,
            _ => self.game.to_move(),
        }
    }

    fn name(&self, player: Player) -> &'static str {
        super::show::text::name(player, self.settings.charset)
    }

    fn say(&mut self, remark: impl ToString) {
        self.remarks.push_str(remark.to_string().trim_end());
        self.remarks.push('\n');
    }

    fn greet(&mut self) {
        let person = self.name(self.person());
        let engine = self.name(self.person().opponent());
        self.say(format!(
            "You are {person}, I am {engine}. Type a cell, such as 4-3, or `help`."
        ));
    }

    fn cell(&self, point: Point) -> String {
        coordinates::print(point, self.game.board().size())
    }

    /// Announces the end of the game, if the game has ended and that was not announced.
    fn look_for_end(&mut self) {
        let board = self.game.board();
        let end = match (self.game.ending(), board.status(self.komi())) {
            (Some((player, how)), _) => End::Left(player, how),
            (None, Status::Full) => End::Full,
            (None, Status::Decided(player)) => End::Decided(player),
            (None, Status::Playing) => return,
        };
        if self.end.is_none() {
            self.finish(end);
        }
    }

    fn finish(&mut self, end: End) {
        self.end = Some(end);
        self.redraw = true;
        let reason = match end {
            End::Full => "The board is full.",
            End::Decided(player) if player == self.person() => {
                "You lead by more dots than you could still lose."
            }
            End::Decided(_) => "I lead by more dots than I could still lose.",
            End::Left(player, Ending::Ground) if player == self.person() => {
                "You stop; your loose dots are mine."
            }
            End::Left(_, Ending::Ground) => "I stop; my loose dots are yours.",
            End::Left(player, Ending::Resign) if player == self.person() => "You give up.",
            End::Left(_, Ending::Resign) => "I give up.",
        };
        let result = match self.result() {
            Some(GameResult::Won { winner, by }) => match (winner == self.person(), by) {
                (true, WonBy::Dots(lead)) => format!("You win by {lead}!"),
                (true, _) => "You win!".to_owned(),
                (false, WonBy::Dots(lead)) => format!("I win by {lead}."),
                (false, _) => "I win.".to_owned(),
            },
            // A game on the board is never void, nor its result unknown.
            None | Some(GameResult::Draw | GameResult::Void | GameResult::Unknown) => {
                "It is a draw.".to_owned()
            }
        };
        self.say(format!("{reason} {result}"));
        self.say("You can still `undo`, `save FILE`, play a `new` game or `quit`.");
    }

    /// Saves the game, draws the board if it has changed, and prints the remarks and the prompt.
    fn ask(&mut self) -> io::Result<()> {
        self.autosave();
        if std::mem::take(&mut self.redraw) {
            let board = self.drawing();
            if self.settings.charset == Charset::Coloured {
                // These codes move the cursor to the top left and clear the screen.
                write!(self.out, "\x1b[H\x1b[2J")?;
            }
            write!(self.out, "{board}")?;
        }
        self.out
            .write_all(std::mem::take(&mut self.remarks).as_bytes())?;
        let prompt = if self.end.is_some() {
            "the game is over"
        } else {
            "your move"
        };
        write!(
            self.out,
            "{} {}:{} {}, {prompt}> ",
            self.name(Player::First),
            self.game.captured_by(Player::First),
            self.game.captured_by(Player::Second),
            self.name(Player::Second)
        )?;
        self.out.flush()
    }

    fn drawing(&self) -> String {
        let hint = self.hint.iter();
        let picture = Picture {
            start_dots: self.game.start().len(),
            overlays: hint
                .map(|&point| Overlay::Best(self.person(), vec![point]))
                .collect(),
            ..Picture::new(self.game.board())
        };
        text::draw(&picture, self.settings.charset)
    }

    fn carry_out(&mut self, command: Command) {
        let hint = self.hint.take();
        let warned = self.warned.take();
        match command {
            Command::Put(_) | Command::Hint | Command::Stop | Command::Resign | Command::Swap
                if self.end.is_some() =>
            {
                self.say("The game is over: `undo`, `save FILE`, `new` or `quit`?");
            }
            Command::Put(point) => self.put(point),
            Command::Undo => self.undo(),
            Command::Hint => self.show_hint(),
            Command::Board => {
                self.hint = hint;
                self.redraw = true;
            }
            Command::Level(level) => {
                self.settings.level = level;
                self.settings.time = None;
                self.say(format!("I play at level {level} now."));
            }
            Command::Time(time) => {
                self.settings.time = Some(time);
                self.say(format!("I think for {} s a move now.", time.as_secs_f64()));
            }
            Command::Stop => self.leave(self.person(), Ending::Ground),
            Command::Resign => self.leave(self.person(), Ending::Resign),
            Command::Save(name) => self.save(&name, warned.as_ref() == Some(&name)),
            Command::Load(name) => self.load(&name),
            Command::New(size, start) => self.begin(size, start),
            Command::Swap => {
                self.settings.person = self.person().opponent();
                self.redraw = true;
                self.greet();
            }
            Command::Help => self.say(HELP),
            Command::Quit => {}
        }
    }

    fn put(&mut self, point: Point) {
        match self.game.act(self.person(), Action::Put(point)) {
            Ok(()) => self.redraw = true,
            Err(error) => self.say(format!("You cannot play there: {error}.")),
        }
    }

    /// Grounds or resigns for a player.
    fn leave(&mut self, player: Player, how: Ending) {
        match self.game.act(player, how.into()) {
            Ok(()) => self.look_for_end(),
            Err(error) => self.say(format!("That is impossible: {error}.")),
        }
    }

    /// Takes back the person's last dot and all dots after it. If somebody has grounded or resigned, only that is taken
    /// back, unless the engine would stop again.
    fn undo(&mut self) {
        if self.game.ending().is_some() {
            self.take_back();
            self.end = None;
            if !self.engine_stops() {
                self.say("The game goes on.");
                return;
            }
        }
        let person = self.person();
        let players: Vec<Player> = self.game.moves().map(|m| m.player).collect();
        let Some(last) = players.iter().rposition(|&player| player == person) else {
            self.say("There is no dot of yours to take back.");
            return;
        };
        for _ in last..players.len() {
            self.take_back();
        }
        self.end = None;
        self.redraw = true;
    }

    /// Takes the last turn back. Other turns in the place of opened ones do not lead back to the opened position.
    fn take_back(&mut self) {
        self.game.undo();
        let turns = self.game.turns();
        self.opened = self.opened.filter(|&(opened, _)| turns >= opened);
    }

    fn begin(&mut self, size: Option<Size>, start: Option<Start>) {
        let size = size.unwrap_or(self.settings.size);
        let start = start.unwrap_or(self.settings.start);
        match start.board(size) {
            Ok(board) => {
                self.keep_old();
                self.settings.size = size;
                self.settings.start = start;
                self.game = Game::new(board);
                self.begun = files::new_record(&self.game);
                self.opened = Some((0, Player::First));
                self.end = None;
                self.redraw = true;
                self.greet();
            }
            Err(error) => self.say(error),
        }
    }
}
