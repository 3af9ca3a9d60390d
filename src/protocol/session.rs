//! The session that all dialects share: one game, its options and its engine.

use super::watch::Watch;
use super::{Effort, Interrupts};
use crate::board::{Action, Board, Ending, Game, IllegalAction, IllegalMove};
use crate::geometry::{Player, Point, Size};
use crate::search::options::{OptionError, Options};
use crate::search::{Engine, Limits, Outcome, Reporter, Silent};
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// One game, and the engine that plays it. A request that fails leaves the game as it was.
///
/// ```
/// use std::time::Duration;
/// use tochki::board::Action;
/// use tochki::protocol::{Effort, Session};
/// use tochki::search::options::Options;
/// use tochki::{Player, Size};
///
/// let mut session = Session::new(Options::default());
/// session.begin_on_empty_board(Size::new(8, 8)?, 1);
/// session.play(3, 3, Player::First)?;
/// assert!(session.play(3, 3, Player::Second).is_err());
///
/// let effort = Effort::Time(Duration::from_millis(20));
/// let point = session.choose(Player::Second, session.limits(effort)?)?;
/// session.act(Player::Second, Action::Put(point))?;
/// assert_eq!(session.game()?.to_move(), Player::First);
/// session.undo()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    options: Options,
    /// Dots added to the score of the second player. Negative if the first player has the komi.
    komi: f64,
    game: Option<Game>,
    /// The engine, if there is a game. It is built when a game starts or one of its options changes: building it takes
    /// no thinking time. It keeps its tables until the next game.
    engine: Option<Box<dyn Engine>>,
    /// The result of the last search for a move or analysis in this game. `None` if there was none.
    outcome: Option<Outcome>,
    /// The player to move in the last search for a move or analysis. `None` if there was none in this game, or if a level
    /// weakened it: the next search uses nothing of it then. No level weakens an analysis.
    searched_for: Option<Player>,
    interrupts: Interrupts,
    /// See [`asked`](Session::asked).
    pub(super) asked: Option<Instant>,
    /// Games of other players that the client may watch. `None` if there are none.
    watch: Option<Arc<dyn Watch>>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("options", &self.options)
            .field("komi", &self.komi)
            .field("game", &self.game)
            .finish_non_exhaustive()
    }
}

/// The largest [`komi`](Session::komi) for either player, in dots.
pub const MAX_KOMI: f64 = 150.0;

/// The reason why a session refuses a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    /// The rules forbid the move, or a player has ended the game.
    #[error(transparent)]
    IllegalAction(#[from] IllegalAction),
    /// There are fewer turns to take back.
    #[error("{}", nothing_to_undo(*.turns))]
    NothingToUndo {
        /// The number of turns that can be taken back.
        turns: usize,
    },
    /// The number is not allowed as komi. The field is the number as text.
    #[error("komi has to be a multiple of 0.5 and no more than {MAX_KOMI} dots, not {0}")]
    Komi(String),
    /// The rules or the limits of the search allow the player no cell, or no move was asked for.
    #[error("no cell can be played")]
    NoMove,
    /// There has been no search in this game.
    #[error("no move has been chosen yet")]
    NoSearch,
    /// An option does not exist or does not take the value.
    #[error(transparent)]
    Option(#[from] OptionError),
}

fn nothing_to_undo(turns: usize) -> String {
    match turns {
        0 => "there is nothing to undo".to_owned(),
        1 => "only 1 turn can be undone".to_owned(),
        _ => format!("only {turns} turns can be undone"),
    }
}

/// Checks a komi and returns it, with -0 replaced by 0.
///
/// # Errors
/// If it is not a multiple of 0.5, or is above [`MAX_KOMI`] or below `-MAX_KOMI`.
pub fn checked_komi(komi: f64) -> Result<f64, SessionError> {
    if !(-MAX_KOMI..=MAX_KOMI).contains(&komi) || (2.0 * komi).fract() != 0.0 {
        return Err(SessionError::Komi(komi.to_string()));
    }
    Ok(komi + 0.0)
}

impl From<IllegalMove> for SessionError {
    fn from(reason: IllegalMove) -> SessionError {
        SessionError::IllegalAction(reason.into())
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
            searched_for: None,
            interrupts: Interrupts::default(),
            asked: None,
            watch: None,
        }
    }

    /// When the client has asked for what is being answered: the time when its line was read, but not before the reply to
    /// the line before it. While the engine ponders, a line may wait a while. Without a client it is the present.
    pub(super) fn asked(&self) -> Instant {
        self.asked.unwrap_or_else(Instant::now)
    }

    /// The flags that end searches of this session. The thread that reads the input raises them.
    pub fn interrupts(&self) -> &Interrupts {
        &self.interrupts
    }

    /// The games of other players that the client may watch. `None` if there are none.
    pub fn watch(&self) -> Option<&dyn Watch> {
        self.watch.as_deref()
    }

    /// Sets the games of other players that the client may watch. `None` means that there are none.
    pub fn set_watch(&mut self, watch: Option<Arc<dyn Watch>>) {
        self.watch = watch;
    }

    /// Replaces the current game by one on an empty board under the default rules. `seed` becomes the option `seed`.
    /// The other options stay.
    pub fn begin_on_empty_board(&mut self, size: Size, seed: u64) {
        self.begin_with_seed(Game::new(Board::new(size)), seed);
    }

    /// Replaces the current game, and sets the option `seed` for the engine.
    pub fn begin_with_seed(&mut self, game: Game, seed: u64) {
        self.options.seed = seed;
        self.begin(game);
    }

    /// Replaces the current game. A new engine is built, which knows nothing of earlier games.
    pub fn begin(&mut self, game: Game) {
        self.game = Some(game);
        self.renew_engine();
        self.outcome = None;
        self.searched_for = None;
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

    /// Dots added to the score of the second player. Negative if the first player has the komi. It counts when a player
    /// may ground and win, in certain scores of the tree search, and in the leads that are reported.
    pub fn komi(&self) -> f64 {
        self.komi
    }

    /// Sets the komi: the dots added to the score of the second player.
    ///
    /// # Errors
    /// If it is not a multiple of 0.5, or is above [`MAX_KOMI`] or below `-MAX_KOMI`.
    pub fn set_komi(&mut self, komi: f64) -> Result<(), SessionError> {
        self.komi = checked_komi(komi)?;
        Ok(())
    }

    /// Puts a dot of `player` at column `x` and row `y`, both from 0 at the top left. Returns its point.
    ///
    /// # Errors
    /// If there is no game, no such cell, or the rules forbid it.
    pub fn play(&mut self, x: u32, y: u32, player: Player) -> Result<Point, SessionError> {
        let point = self.board()?.size().point(x, y);
        let point = point.ok_or(SessionError::NoCell { x, y })?;
        self.act(player, Action::Put(point))?;
        Ok(point)
    }

    /// Carries out the action of a player: puts a dot, grounds or resigns. On a full board he can still ground, which
    /// costs nothing.
    ///
    /// # Errors
    /// If there is no game, a player has ended it, the rules forbid the dot, or a player resigns on a full board.
    pub fn act(&mut self, player: Player, action: Action) -> Result<(), SessionError> {
        let game = self.game.as_mut().ok_or(SessionError::NoGame)?;
        if action == Action::Resign && game.is_over() {
            return Err(IllegalAction::GameOver.into());
        }
        Ok(game.act(player, action)?)
    }

    /// Ends a game that is not over: a player grounds or resigns.
    ///
    /// # Errors
    /// If there is no game, a player has ended it, or the board is full.
    pub fn end(&mut self, player: Player, ending: Ending) -> Result<(), SessionError> {
        match self.game()?.is_over() {
            true => Err(IllegalAction::GameOver.into()),
            false => self.act(player, ending.into()),
        }
    }

    /// Carries out all actions in order. If one is refused, those before it are taken back.
    ///
    /// # Errors
    /// If an action is refused. The error is its index, from 0, and the reason.
    pub fn act_all(&mut self, actions: &[(Player, Action)]) -> Result<(), (usize, SessionError)> {
        for (index, &(player, action)) in actions.iter().enumerate() {
            if let Err(reason) = self.act(player, action) {
                self.undo_last(index).map_err(|reason| (index, reason))?;
                return Err((index, reason));
            }
        }
        Ok(())
    }

    /// Takes back the last action: a dot, grounding or resignation.
    ///
    /// # Errors
    /// If there is no game, or no action since its start position.
    pub fn undo(&mut self) -> Result<(), SessionError> {
        self.undo_last(1)
    }

    /// Takes back the last `count` actions.
    ///
    /// # Errors
    /// If there is no game, or fewer actions since its start position. Nothing is taken back then.
    pub fn undo_last(&mut self, count: usize) -> Result<(), SessionError> {
        let game = self.game.as_mut().ok_or(SessionError::NoGame)?;
        let turns = game.turns();
        if count > turns {
            return Err(SessionError::NothingToUndo { turns });
        }
        for _ in 0..count {
            game.undo();
        }
        Ok(())
    }

    /// The limits of a search for the request that is being answered: those of `effort`, and the depth, nodes and level of
    /// the options. The smaller number of nodes and the lower level count. The stop flag is that of this session.
    ///
    /// # Errors
    /// If there is no game.
    pub fn limits(&self, effort: Effort) -> Result<Limits, SessionError> {
        Ok(Limits {
            stop: self.interrupts.stop.clone(),
            ..effort.limits_under(&self.options, self.asked(), self.board()?)
        })
    }

    /// The limits of a search that ends when a line of input arrives. If the options limit depth or nodes, a line of
    /// the same script does not end it. A script is input that arrived together. So a script with such options gives
    /// the same replies every time.
    pub fn limits_until_input(&self) -> Limits {
        let limits = self.options.apply_to(Limits::default());
        let is_limited = limits.plies.is_some() || limits.nodes.is_some();
        let Interrupts { input, news, .. } = &self.interrupts;
        Limits {
            stop: if is_limited { news } else { input }.clone(),
            ..limits
        }
    }

    /// Searches, and returns the best cell for `player`. The game does not change.
    ///
    /// # Errors
    /// If there is no game, a player has ended it, or the rules or the limits allow no cell.
    pub fn choose(&mut self, player: Player, limits: Limits) -> Result<Point, SessionError> {
        // An empty list makes `search` fail and keep no outcome.
        let found = self.search(player, limits, |engine, board, limits| {
            let found = engine.search(board, player, limits, &mut Silent);
            found.into_list()
        })?;
        found[0].best.ok_or(SessionError::NoMove)
    }

    /// Searches for one best cell for `player`, as [`choose`](Session::choose) does. Returns its result first, then
    /// those of all other moves that the engine has searched.
    ///
    /// # Errors
    /// If there is no game, a player has ended it, or the rules or the limits allow no cell.
    pub fn choose_with_others(
        &mut self,
        player: Player,
        limits: Limits,
    ) -> Result<Vec<Outcome>, SessionError> {
        self.search(player, limits, |engine, board, limits| {
            engine.search_all(board, player, limits, &mut Silent)
        })
    }

    /// Searches on the opponent's time, until there is input or a limit of the options is reached. The engine can use
    /// the positions it has searched in its next search.
    ///
    /// Returns `None` if there was no search: the option `ponder` is off, the engine keeps no memory, input is waiting, the
    /// game is over, the last search was for another player than the one who moved last, or a level weakens the last
    /// search or the next one.
    pub fn ponder(&mut self) -> Option<Outcome> {
        let stop = self.interrupts.input.clone();
        let is_on = self.options.ponder && self.options.engine.keeps_memory();
        if !is_on || stop.is_raised() {
            return None;
        }
        let last = self.board().ok()?.last_move()?;
        let opponent = self
            .searched_for
            .filter(|&player| player == last.player)?
            .opponent();
        let limits = self.options.apply_to(Limits::until_stopped(&stop));
        if self.options.weakens(&limits) {
            // The engine would drop what it has found, and its next search would use nothing of this one.
            return None;
        }
        let (mut board, limits) = self.prepare_search(opponent, limits).ok()?;
        let engine = self.engine.as_mut()?;
        let outcome = engine.search(&mut board, opponent, &limits, &mut Silent);
        log::debug!("pondered: {outcome:?}");
        Some(outcome)
    }

    /// Searches for the best `count` cells for `player`, and passes them to `reporter` during the search. Returns their
    /// results, the best first. Without a limit of depth, nodes or time it ends when the stop flag of the limits is
    /// raised.
    ///
    /// # Errors
    /// If `count` is 0, there is no game, a player has ended it, or the rules or the limits allow no cell.
    pub fn analyze(
        &mut self,
        player: Player,
        mut limits: Limits,
        count: usize,
        reporter: &mut dyn Reporter,
    ) -> Result<Vec<Outcome>, SessionError> {
        if limits.plies.is_none() && limits.nodes.is_none() && limits.deadline.is_none() {
            // Without any limit an engine would stop at its default depth.
            limits.deadline = Limits::until_stopped(&limits.stop).deadline;
        }
        // No level weakens an analysis.
        limits.level = None;
        self.search(player, limits, |engine, board, limits| {
            engine.search_lines(board, player, limits, count, reporter)
        })
    }

    /// Calls `run` with the engine, a copy of the board and the limits, and returns the results. The first one becomes
    /// [`outcome`](Session::outcome). Without a result it is an error.
    fn search(
        &mut self,
        player: Player,
        limits: Limits,
        run: impl FnOnce(&mut dyn Engine, &mut Board, &Limits) -> Vec<Outcome>,
    ) -> Result<Vec<Outcome>, SessionError> {
        let (mut board, limits) = self.prepare_search(player, limits)?;
        let engine = self.engine.as_mut().ok_or(SessionError::NoGame)?;
        let moves = run(engine.as_mut(), &mut board, &limits);
        let best = moves.first().ok_or(SessionError::NoMove)?;
        log::debug!("{best:?}");
        self.outcome = Some(best.clone());
        self.searched_for = (!self.options.weakens(&limits)).then_some(player);
        Ok(moves)
    }

    /// Chooses the action of `player`: that of [`advised_ending`](Session::advised_ending). Otherwise a search chooses a cell
    /// for a dot. The game does not change.
    ///
    /// # Errors
    /// If there is no game, a player has ended it, or the limits allow no cell.
    pub fn decide(&mut self, player: Player, limits: Limits) -> Result<Action, SessionError> {
        match self.advised_ending(player)? {
            Some(how) => Ok(how.into()),
            None => self.choose(player, limits).map(Action::Put),
        }
    }

    /// The way in which `player` should end the game, komi included. `None` if he should go on.
    ///
    /// He grounds if he wins by it, and resigns if the opponent would win by grounding. Neither is so before the first
    /// capture: komi alone ends no game. If no cell is playable, or any dot of his would be captured at once, he always
    /// grounds. That costs nothing, because none of his dots is loose then: beside a loose group that is not captured
    /// there is a free cell where a dot of his is not captured at once.
    ///
    /// # Errors
    /// If there is no game, or a player has ended it.
    pub fn advised_ending(&self, player: Player) -> Result<Option<Ending>, SessionError> {
        let game = self.game()?;
        if game.ending().is_some() {
            return Err(IllegalAction::GameOver.into());
        }
        let board = game.board();
        if board.has_only_suicides(player) {
            // To resign would bring nothing and lose the margin.
            return Ok(Some(Ending::Ground));
        }
        Ok(match board.decided(self.komi) {
            Some(winner) if winner == player => Some(Ending::Ground),
            Some(_) => Some(Ending::Resign),
            None => None,
        })
    }

    /// Checks that a search for `player` is possible.
    ///
    /// # Errors
    /// If there is no game, a player has ended it, or the rules allow no cell.
    pub fn check_can_choose(&self, player: Player) -> Result<(), SessionError> {
        self.prepare_search(player, Limits::default()).map(|_| ())
    }

    /// A copy of the board, and the limits with the komi of the session and the moves that the rules allow. It is an
    /// error if no search is possible.
    fn prepare_search(
        &self,
        player: Player,
        limits: Limits,
    ) -> Result<(Board, Limits), SessionError> {
        let game = self.game()?;
        if game.ending().is_some() {
            return Err(IllegalAction::GameOver.into());
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
    pub fn renew_engine(&mut self) {
        // The old one goes first: each may take as much memory as the option `hash` allows.
        self.engine = None;
        self.engine = self.game.as_ref().map(|_| self.options.build());
    }

    /// The result of the last search for a move, or of the last analysis, in this game.
    ///
    /// # Errors
    /// If there has been no such search.
    pub fn outcome(&self) -> Result<&Outcome, SessionError> {
        self.outcome.as_ref().ok_or(SessionError::NoSearch)
    }

    /// The options of the engine.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets an option and returns its new value in its standard form. If it was another one, a new engine is built,
    /// except for `nodes`, `level` and `ponder`, which hold from the next search on.
    ///
    /// # Errors
    /// If there is no such option, or it does not take the value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<String, SessionError> {
        let before = self.options.clone();
        self.options.set(name, value)?;
        // What an engine has found is worth keeping.
        if !self.options.builds_same_engine(&before) {
            self.renew_engine();
        }
        Ok(self.options.get(name)?)
    }
}
