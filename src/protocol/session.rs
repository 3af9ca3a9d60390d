//! What all dialects share: one game, its options and its engine.

use super::{Effort, Interrupts};
use crate::board::{Action, Board, Ending, Game, IllegalMove, Refused};
use crate::geometry::{Player, Point, Size};
use crate::search::options::{EngineKind, OptionError, Options};
use crate::search::{Engine, Limits, Outcome, Reporter, Silent};
use std::time::{Duration, Instant};

/// One game and the engine that plays it. A request that fails leaves the session as it was.
///
/// ```
/// use std::time::{Duration, Instant};
/// use tochki::board::Action;
/// use tochki::protocol::{Effort, Session};
/// use tochki::search::options::Options;
/// use tochki::{Player, Size};
///
/// let mut session = Session::new(Options::default());
/// session.start(Size::new(8, 8)?, 1);
/// session.play(3, 3, Player::First)?;
/// assert!(session.play(3, 3, Player::Second).is_err());
///
/// let effort = Effort::Time(Duration::from_millis(20));
/// let limits = session.limits(effort, Instant::now())?;
/// let point = session.choose(Player::Second, limits)?;
/// session.act(Player::Second, Action::Put(point))?;
/// assert_eq!(session.game()?.to_move(), Player::First);
/// session.undo()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    options: Options,
    /// Dots added to the score of the second player.
    komi: f64,
    game: Option<Game>,
    /// There is one whenever there is a game. It is built when a game starts or an option
    /// changes, so that no thinking time goes into it, and what it remembers lasts for a game.
    engine: Option<Box<dyn Engine>>,
    outcome: Option<Outcome>,
    /// The player of the last search.
    side: Option<Player>,
    interrupts: Interrupts,
}

/// A search without any limit ends after that.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// Most dots of [`komi`](Session::komi).
pub const MAX_KOMI: f64 = 150.0;

/// Why a session refuses what it is asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// There is no board yet.
    #[error("no game has been started")]
    NoGame,
    /// The point is not on the board.
    #[error("({x}, {y}) is not on the board")]
    NoCell {
        /// Column from 0 at the left.
        x: u32,
        /// Row from 0 at the top.
        y: u32,
    },
    /// No dot may be put there, or the game is over.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// There is no turn to take back.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// Not a komi.
    #[error("komi has to be a multiple of 0.5 and no more than {MAX_KOMI} dots, not {0}")]
    Komi(String),
    /// No cell can be played.
    #[error("no cell can be played")]
    NoMove,
    /// No move has been chosen in this game.
    #[error("no move has been chosen yet")]
    NoSearch,
    /// Shapes were given, and the other engines would not know them.
    #[error("only the engine article knows the shapes that were given")]
    Shapes,
    /// An option does not exist or does not take the value.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// The komi, if it is one.
///
/// # Errors
/// If it is no multiple of 0.5, or more than [`MAX_KOMI`] either way.
pub fn checked_komi(komi: f64) -> Result<f64, SessionError> {
    if !(-MAX_KOMI..=MAX_KOMI).contains(&komi) || (2.0 * komi).fract() != 0.0 {
        return Err(SessionError::Komi(komi.to_string()));
    }
    // No -0.
    Ok(komi + 0.0)
}

impl From<IllegalMove> for SessionError {
    fn from(reason: IllegalMove) -> SessionError {
        SessionError::Refused(reason.into())
    }
}

impl Session {
    /// A session without a game.
    pub fn new(options: Options) -> Session {
        Session {
            options,
            komi: 0.0,
            game: None,
            engine: None,
            outcome: None,
            side: None,
            interrupts: Interrupts::default(),
        }
    }

    /// The flags by which others end the searches of this session.
    pub fn interrupts(&self) -> &Interrupts {
        &self.interrupts
    }

    /// Starts a game on an empty board under the usual rules, in place of the last one. The seed
    /// becomes the option of that name; the other options stay.
    pub fn start(&mut self, size: Size, seed: u64) {
        self.begin_with_seed(Game::new(Board::new(size)), seed);
    }

    /// Goes on with this game, in place of the last one. The seed becomes the option of that name.
    pub fn begin_with_seed(&mut self, game: Game, seed: u64) {
        self.options.seed = seed;
        self.begin(game);
    }

    /// Goes on with this game, in place of the last one.
    pub fn begin(&mut self, game: Game) {
        self.game = Some(game);
        self.forget();
        self.outcome = None;
        self.side = None;
    }

    /// The game as it stands.
    ///
    /// # Errors
    /// If none has been started.
    pub fn game(&self) -> Result<&Game, SessionError> {
        self.game.as_ref().ok_or(SessionError::NoGame)
    }

    /// The position, before loose dots are given away.
    ///
    /// # Errors
    /// If no game has been started.
    pub fn board(&self) -> Result<&Board, SessionError> {
        Ok(self.game()?.board())
    }

    /// Dots added to the score of the second player. They count for who may stop and win, for the results that the
    /// tree search proves, and for the leads that are reported.
    pub fn komi(&self) -> f64 {
        self.komi
    }

    /// Sets [`komi`](Session::komi).
    ///
    /// # Errors
    /// If it is no multiple of 0.5, or more than [`MAX_KOMI`] either way.
    pub fn set_komi(&mut self, komi: f64) -> Result<(), SessionError> {
        self.komi = checked_komi(komi)?;
        Ok(())
    }

    /// Puts a dot of `player` at column `x` and row `y`, both from 0 at the top left.
    ///
    /// # Errors
    /// If there is no game, no such cell, or the rules forbid it.
    pub fn play(&mut self, x: u32, y: u32, player: Player) -> Result<Point, SessionError> {
        let point = self.board()?.size().point(x, y);
        let point = point.ok_or(SessionError::NoCell { x, y })?;
        self.act(player, Action::Put(point))?;
        Ok(point)
    }

    /// Carries out what a player does.
    ///
    /// # Errors
    /// If there is no game, it is over, or the rules forbid it.
    pub fn act(&mut self, player: Player, action: Action) -> Result<(), SessionError> {
        let game = self.game.as_mut().ok_or(SessionError::NoGame)?;
        Ok(game.act(player, action)?)
    }

    /// Carries out all of it or nothing.
    ///
    /// # Errors
    /// The index of the first action that is refused, and why.
    pub fn act_all(&mut self, actions: &[(Player, Action)]) -> Result<(), (usize, SessionError)> {
        for (index, &(player, action)) in actions.iter().enumerate() {
            if let Err(reason) = self.act(player, action) {
                self.undo_last(index).map_err(|reason| (index, reason))?;
                return Err((index, reason));
            }
        }
        Ok(())
    }

    /// Takes the last turn back, be it a dot or the end of the game.
    ///
    /// # Errors
    /// If there is no game or no turn.
    pub fn undo(&mut self) -> Result<(), SessionError> {
        self.undo_last(1)
    }

    /// Takes so many turns back, or none.
    ///
    /// # Errors
    /// If there is no game or there are fewer turns.
    pub fn undo_last(&mut self, count: usize) -> Result<(), SessionError> {
        let game = self.game.as_mut().ok_or(SessionError::NoGame)?;
        if count > game.turns() {
            return Err(SessionError::NothingToUndo);
        }
        for _ in 0..count {
            game.undo();
        }
        Ok(())
    }

    /// The limits of a search that is asked for now, at `start`.
    ///
    /// # Errors
    /// If there is no game.
    pub fn limits(&self, effort: Effort, start: Instant) -> Result<Limits, SessionError> {
        Ok(Limits {
            stop: self.interrupts.stop.clone(),
            ..effort.limits_under(&self.options, start, self.board()?)
        })
    }

    /// The limits of a search that goes on until there is input. Where the options limit it, only a stop
    /// and input that was not sent in one go with the request end it sooner: a script can be repeated.
    pub fn limits_until_input(&self) -> Limits {
        let limits = self.options.limit(Limits::default());
        let is_limited = limits.plies.is_some() || limits.nodes.is_some();
        let Interrupts { input, news, .. } = &self.interrupts;
        Limits {
            stop: if is_limited { news } else { input }.clone(),
            ..limits
        }
    }

    /// Chooses a cell for `player` without playing it.
    ///
    /// # Errors
    /// If there is no game, it is over, or no cell can be played.
    pub fn choose(&mut self, player: Player, limits: Limits) -> Result<Point, SessionError> {
        // Without a move nothing is kept: `search` refuses an empty list.
        let found = self.search(player, limits, |engine, board, limits| {
            let found = engine.search(board, player, limits, &mut Silent);
            Vec::from_iter(found.best.is_some().then_some(found))
        })?;
        found[0].best.ok_or(SessionError::NoMove)
    }

    /// Chooses a cell in the same way, and returns every move that the engine knows anything about. The
    /// chosen one comes first.
    ///
    /// # Errors
    /// As with [`choose`](Session::choose).
    pub fn choose_of_all(
        &mut self,
        player: Player,
        limits: Limits,
    ) -> Result<Vec<Outcome>, SessionError> {
        self.search(player, limits, |engine, board, limits| {
            engine.search_all(board, player, limits, &mut Silent)
        })
    }

    /// Thinks on the opponent's time, until there is input or the options allow no more: if the option
    /// `ponder` is on, and the side for which moves are looked for has moved last. What is found stays
    /// with the engine; it is returned, too.
    pub fn ponder(&mut self) -> Option<Outcome> {
        let waits = |side: Player| {
            let last = self.board().ok().and_then(Board::last_move);
            last.is_some_and(|last| last.player == side)
        };
        let side = self
            .side
            .filter(|&side| self.options.ponder && waits(side))?;
        let stop = self.interrupts.input.clone();
        if stop.is_raised() {
            return None;
        }
        let opponent = side.opponent();
        // Without a limit an engine would stop where it is used to.
        let wait = Limits::time(LONGEST_WAIT).with_stop(&stop);
        let limits = self.options.limit(wait);
        let (mut board, limits) = self.to_search(opponent, limits).ok()?;
        let engine = self.engine.as_mut()?;
        let outcome = engine.search(&mut board, opponent, &limits, &mut Silent);
        log::debug!("pondered: {outcome:?}");
        Some(outcome)
    }

    /// Searches for the best `count` cells and reports them. Without any limit it goes
    /// on until the stop flag of the limits is raised.
    ///
    /// # Errors
    /// If there is no game, it is over, or no cell can be played.
    pub fn analyze(
        &mut self,
        player: Player,
        limits: Limits,
        count: usize,
        reporter: &mut dyn Reporter,
    ) -> Result<Vec<Outcome>, SessionError> {
        let limited = limits.plies.is_some() || limits.nodes.is_some() || limits.deadline.is_some();
        let mut limits = limits;
        if !limited {
            // Without any limit an engine would stop where it is used to.
            limits.deadline = Instant::now().checked_add(LONGEST_WAIT);
        }
        self.search(player, limits, |engine, board, limits| {
            engine.search_lines(board, player, limits, count, reporter)
        })
    }

    /// Lets the engine search on a copy of the board, and remembers the best of the moves that it returns.
    fn search(
        &mut self,
        player: Player,
        limits: Limits,
        run: impl FnOnce(&mut dyn Engine, &mut Board, &Limits) -> Vec<Outcome>,
    ) -> Result<Vec<Outcome>, SessionError> {
        let (mut board, limits) = self.to_search(player, limits)?;
        let engine = self.engine.as_mut().ok_or(SessionError::NoGame)?;
        let moves = run(engine.as_mut(), &mut board, &limits);
        let best = moves.first().ok_or(SessionError::NoMove)?;
        log::debug!("{best:?}");
        self.outcome = Some(best.clone());
        self.side = Some(player);
        Ok(moves)
    }

    /// What `player` does when he plays on: he ends the game if that is sensible, or puts a dot.
    ///
    /// # Errors
    /// If there is no game, or it is over.
    pub fn decide(&mut self, player: Player, limits: Limits) -> Result<Action, SessionError> {
        if let Some(how) = self.ending(player)? {
            return Ok(how.into());
        }
        match self.choose(player, limits) {
            Ok(point) => Ok(Action::Put(point)),
            Err(SessionError::NoMove) => Ok(Action::Ground),
            Err(error) => Err(error),
        }
    }

    /// How `player` should end the game, if at all: he stops if he wins by it, and resigns if the
    /// opponent could.
    ///
    /// # Errors
    /// If there is no game, or it is over.
    pub fn ending(&self, player: Player) -> Result<Option<Ending>, SessionError> {
        let game = self.game()?;
        if game.ending().is_some() {
            return Err(Refused::GameOver.into());
        }
        let winner = game.board().winner_by_stopping(self.komi);
        Ok(winner.map(|winner| match winner == player {
            true => Ending::Ground,
            false => Ending::Resign,
        }))
    }

    /// Whether `player` has a cell to choose.
    ///
    /// # Errors
    /// If there is no game, it is over, or no cell can be played.
    pub fn can_choose(&self, player: Player) -> Result<(), SessionError> {
        self.to_search(player, Limits::default()).map(|_| ())
    }

    /// A board to search on, and the limits, with those moves only that the rules allow.
    fn to_search(&self, player: Player, limits: Limits) -> Result<(Board, Limits), SessionError> {
        let game = self.game()?;
        if game.ending().is_some() {
            return Err(Refused::GameOver.into());
        }
        let board = game.board();
        let komi = self.komi;
        let limits = Limits { komi, ..limits }.by_rules(board, player);
        if limits.moves.as_ref().unwrap_or(board.free()).is_empty() {
            return Err(SessionError::NoMove);
        }
        Ok((board.clone(), limits))
    }

    /// The engine forgets what it has found so far.
    pub fn forget(&mut self) {
        // Not both at once: each may take all of `hash`.
        self.engine = None;
        self.engine = self.game.as_ref().map(|_| self.options.build());
    }

    /// What the last search of this game has found.
    ///
    /// # Errors
    /// If there has been none.
    pub fn outcome(&self) -> Result<&Outcome, SessionError> {
        self.outcome.as_ref().ok_or(SessionError::NoSearch)
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes an option and returns its value as it is now. The next search goes by it.
    ///
    /// # Errors
    /// If there is no such option, it does not take the value, or the engine would drop shapes that were given.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<String, SessionError> {
        let mut options = self.options.clone();
        options.set(name, value)?;
        if !options.shapes.is_empty() && options.engine != EngineKind::Article {
            return Err(SessionError::Shapes);
        }
        self.options = options;
        self.forget();
        Ok(self.options.get(name)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::importance::shape;

    #[test]
    fn no_option_drops_shapes_that_were_given() {
        let shapes = shape::parse("name: a\nweight: 0.1\nXO*\n").unwrap();
        let options = Options {
            engine: EngineKind::Article,
            shapes,
            ..Options::default()
        };
        let mut session = Session::new(options.clone());
        let refused = session.set_option("engine", "mcts");
        assert_eq!(refused, Err(SessionError::Shapes));
        assert_eq!(session.options(), &options);
        assert!(session.set_option("seed", "7").is_ok());
        session.options.shapes.clear();
        assert!(session.set_option("engine", "mcts").is_ok());
    }
}
