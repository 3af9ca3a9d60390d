//! The session that all dialects share: one game, its options and its engine.

use super::watch::Watch;
use super::{Effort, Interrupts};
use crate::board::{Action, Board, Ending, Game, IllegalMove, Refused};
use crate::geometry::{Player, Point, Size};
use crate::search::options::{OptionError, Options};
use crate::search::{Engine, Limits, Outcome, Reporter, Silent};
use std::sync::Arc;
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
    /// The engine, if there is a game. It is built when a game starts or an option changes: building it takes no
    /// thinking time. It keeps its tables until the next game.
    engine: Option<Box<dyn Engine>>,
    /// The result of the last search of this game.
    outcome: Option<Outcome>,
    /// The player of the last search.
    side: Option<Player>,
    interrupts: Interrupts,
    /// The games of others that the client may watch.
    watch: Option<Arc<dyn Watch>>,
}

/// The time limit of a search that has no other limit. An engine without any limit would use its default depth.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// The largest [`komi`](Session::komi) for either player, in dots.
pub const MAX_KOMI: f64 = 150.0;

/// Why a session refuses a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// No game has been started.
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
    /// The rules forbid the move, or the game is over.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// There is no turn to take back.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// The number is no komi; the text is the number.
    #[error("komi has to be a multiple of 0.5 and no more than {MAX_KOMI} dots, not {0}")]
    Komi(String),
    /// No cell can be played.
    #[error("no cell can be played")]
    NoMove,
    /// There has been no search in this game.
    #[error("no move has been chosen yet")]
    NoSearch,
    /// An option does not exist or does not take the value.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// Checks a komi and returns it, with -0 replaced by 0.
///
/// # Errors
/// If it is no multiple of 0.5, or its size exceeds [`MAX_KOMI`].
pub fn checked_komi(komi: f64) -> Result<f64, SessionError> {
    if !(-MAX_KOMI..=MAX_KOMI).contains(&komi) || (2.0 * komi).fract() != 0.0 {
        return Err(SessionError::Komi(komi.to_string()));
    }
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
            watch: None,
        }
    }

    /// The flags that end searches of this session. The thread that reads the input raises them.
    pub fn interrupts(&self) -> &Interrupts {
        &self.interrupts
    }

    /// The games of others that the client may watch, if there are any.
    pub fn watch(&self) -> Option<&dyn Watch> {
        self.watch.as_deref()
    }

    /// Lets the client watch these games.
    pub fn set_watch(&mut self, watch: Option<Arc<dyn Watch>>) {
        self.watch = watch;
    }

    /// Starts a game on an empty board under the default rules, in place of the current one. `seed` becomes the
    /// option `seed`; the other options stay.
    pub fn start(&mut self, size: Size, seed: u64) {
        self.begin_with_seed(Game::new(Board::new(size)), seed);
    }

    /// Replaces the current game and sets the option `seed`.
    pub fn begin_with_seed(&mut self, game: Game, seed: u64) {
        self.options.seed = seed;
        self.begin(game);
    }

    /// Replaces the current game. The engine starts without knowledge of earlier games.
    pub fn begin(&mut self, game: Game) {
        self.game = Some(game);
        self.forget();
        self.outcome = None;
        self.side = None;
    }

    /// The current game.
    ///
    /// # Errors
    /// If none has been started.
    pub fn game(&self) -> Result<&Game, SessionError> {
        self.game.as_ref().ok_or(SessionError::NoGame)
    }

    /// The current position. Grounding does not change it: the loose dots are still on the board.
    ///
    /// # Errors
    /// If no game has been started.
    pub fn board(&self) -> Result<&Board, SessionError> {
        Ok(self.game()?.board())
    }

    /// Dots added to the score of the second player. They count for who may ground and win, in the results that the
    /// tree search proves, and in the leads that are reported.
    pub fn komi(&self) -> f64 {
        self.komi
    }

    /// Sets [`komi`](Session::komi).
    ///
    /// # Errors
    /// If it is no multiple of 0.5, or its size exceeds [`MAX_KOMI`].
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

    /// Carries out the action of a player: puts a dot, grounds or resigns.
    ///
    /// # Errors
    /// If there is no game, it is over, or the rules forbid it.
    pub fn act(&mut self, player: Player, action: Action) -> Result<(), SessionError> {
        let game = self.game.as_mut().ok_or(SessionError::NoGame)?;
        Ok(game.act(player, action)?)
    }

    /// Carries out all actions. If one is refused, those before it are taken back.
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

    /// Takes back the last turn: a dot, grounding or resignation.
    ///
    /// # Errors
    /// If there is no game or no turn.
    pub fn undo(&mut self) -> Result<(), SessionError> {
        self.undo_last(1)
    }

    /// Takes back the last `count` turns.
    ///
    /// # Errors
    /// If there is no game or there are fewer turns. Nothing is taken back then.
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

    /// The limits of a search that was requested at `start`.
    ///
    /// # Errors
    /// If there is no game.
    pub fn limits(&self, effort: Effort, start: Instant) -> Result<Limits, SessionError> {
        Ok(Limits {
            stop: self.interrupts.stop.clone(),
            ..effort.limits_under(&self.options, start, self.board()?)
        })
    }

    /// The limits of a search that runs until there is input. If the options limit depth or nodes, input of the same
    /// script does not end the search, so that a script gives the same replies every time.
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
        // An empty list makes `search` fail and keep no outcome.
        let found = self.search(player, limits, |engine, board, limits| {
            let found = engine.search(board, player, limits, &mut Silent);
            Vec::from_iter(found.best.is_some().then_some(found))
        })?;
        found[0].best.ok_or(SessionError::NoMove)
    }

    /// Chooses a cell as [`choose`](Session::choose) does. Returns that move first, then all other moves that the
    /// engine has searched.
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

    /// Thinks on the opponent's time until there is input or the limits of the options are reached. The engine keeps
    /// the result for its next search.
    ///
    /// Returns `None` if there was no search: the option `ponder` is off, the player of the last search has not moved
    /// since, or input is waiting.
    pub fn ponder(&mut self) -> Option<Outcome> {
        let stop = self.interrupts.input.clone();
        if !self.options.ponder || stop.is_raised() {
            return None;
        }
        let last = self.board().ok()?.last_move()?;
        let opponent = self.side.filter(|&side| side == last.player)?.opponent();
        let wait = Limits::time(LONGEST_WAIT).with_stop(&stop);
        let limits = self.options.limit(wait);
        let (mut board, limits) = self.to_search(opponent, limits).ok()?;
        let engine = self.engine.as_mut()?;
        let outcome = engine.search(&mut board, opponent, &limits, &mut Silent);
        log::debug!("pondered: {outcome:?}");
        Some(outcome)
    }

    /// Searches for the best `count` cells and reports them during the search. Without any limit it runs until the
    /// stop flag of the limits is raised.
    ///
    /// # Errors
    /// If there is no game, it is over, or no cell can be played.
    pub fn analyze(
        &mut self,
        player: Player,
        mut limits: Limits,
        count: usize,
        reporter: &mut dyn Reporter,
    ) -> Result<Vec<Outcome>, SessionError> {
        if limits.plies.is_none() && limits.nodes.is_none() && limits.deadline.is_none() {
            limits.deadline = Instant::now().checked_add(LONGEST_WAIT);
        }
        self.search(player, limits, |engine, board, limits| {
            engine.search_lines(board, player, limits, count, reporter)
        })
    }

    /// Calls `run` with the engine, a copy of the board and the limits. Keeps the first of the returned moves as
    /// [`outcome`](Session::outcome).
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

    /// Chooses the action of `player`: to [end the game](Session::ending), or else to put a dot. Without a playable
    /// cell he grounds.
    ///
    /// # Errors
    /// If there is no game, or it is over.
    pub fn decide(&mut self, player: Player, limits: Limits) -> Result<Action, SessionError> {
        if let Some(how) = self.ending(player)? {
            return Ok(how.into());
        }
        self.put_or_ground(player, limits)
    }

    /// Chooses a dot for `player`, or grounding if no cell can be played.
    ///
    /// # Errors
    /// If there is no game, or it is over.
    pub fn put_or_ground(
        &mut self,
        player: Player,
        limits: Limits,
    ) -> Result<Action, SessionError> {
        match self.choose(player, limits) {
            Ok(point) => Ok(Action::Put(point)),
            Err(SessionError::NoMove) => Ok(Action::Ground),
            Err(error) => Err(error),
        }
    }

    /// How `player` should end the game: he grounds if he wins by it, and resigns if the opponent would win by
    /// grounding. `None` means to play on.
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

    /// Checks that a search for `player` is possible.
    ///
    /// # Errors
    /// If there is no game, it is over, or no cell can be played.
    pub fn can_choose(&self, player: Player) -> Result<(), SessionError> {
        self.to_search(player, Limits::default()).map(|_| ())
    }

    /// A copy of the board for a search, and the limits with the komi and the moves that the rules allow.
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

    /// Replaces the engine by a new one, which has empty tables.
    pub fn forget(&mut self) {
        // The old one goes first: each may take as much memory as the option `hash` allows.
        self.engine = None;
        self.engine = self.game.as_ref().map(|_| self.options.build());
    }

    /// The result of the last search of this game.
    ///
    /// # Errors
    /// If there has been no search.
    pub fn outcome(&self) -> Result<&Outcome, SessionError> {
        self.outcome.as_ref().ok_or(SessionError::NoSearch)
    }

    /// The options of the engine.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets an option and returns its new value in its standard form.
    ///
    /// # Errors
    /// If there is no such option, or it does not take the value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<String, SessionError> {
        self.options.set(name, value)?;
        self.forget();
        Ok(self.options.get(name)?)
    }
}
