//! An engine for the game of Points (Dots, Kropki, Точки): rules, notation, three engines, three protocols.
//!
//! ```
//! use tochki::search::{Limits, Silent, options::Options};
//! use tochki::{Player, notation::diagram};
//!
//! let mut board = diagram::parse("
//!     . . . . .
//!     . . 0 . .
//!     . 0 1 . .
//!     . . 0 . .
//!     . . . . .
//! ")?;
//! let mut engine = Options::default().build();
//! let found = engine.search(&mut board, Player::First, &Limits::nodes(100), &mut Silent);
//! board.try_play(found.best.expect("cells are free"), Player::First)?;
//! assert_eq!(board.captured_by(Player::First), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/` has a bot, a GUI that searches on a thread of its own, and a program that annotates games. They use
//! [`search::Engine`], which only searches. [`protocol::Session`] is a game with its options and its engine. It tells each search
//! the komi and which moves the rules allow, turns clocks, efforts and levels into limits, searches on the opponent's time, and
//! tells when the engine should ground or resign.
//!
//! A program that needs only the library switches the default features off. It then has every module except [`arena`], [`tools`]
//! and [`serve`], and few dependencies:
//!
//! ```toml
//! [dependencies]
//! tochki = { path = "tochki", default-features = false }
//! ```
//!
//! # Layers
//!
//! Layers, lowest first. A file imports only from its own layer or lower ones.
//!
//! | layer | what is there |
//! |---|---|
//! | [`geometry`] | points, players, directions, sets of cells, symmetries |
//! | [`board`] | the rules: put, capture, empty bases, grounding, undo |
//! | [`notation`] | positions and moves as text |
//! | [`importance`] | how important a cell looks: shapes, angles, the play range |
//! | [`policy`] | how likely each move is, before any search |
//! | [`search`] | the engines: choosing a move |
//! | [`files`] | reading and replacing files that users name |
//! | [`protocol`] | talking to clients: one session, several dialects |
//! | [`arena`] | games between engine processes: referee, match, statistics |
//! | [`tools`] | puzzles, pictures, a game in the terminal, analysis, learning |
//! | [`serve`] | the page in the browser and its server |
//!
//! The command is the layer above them, in `src/cli`: one file for each subcommand.
//!
//! # Where to find things
//!
//! | what | where |
//! |---|---|
//! | a captured dot is freed | `src/board/play.rs`: `take_over_row` |
//! | of several enclosures the one with the shortest chain captures first | `src/board/enclosure.rs`: `enclosures_closed_by` sorts them, `close_shortest_first` closes them |
//! | an empty base is closed | `src/board/empty_base.rs`: `close_base`, `close_base_row` |
//! | all other rules | `src/board.rs`: the table at its head |
//! | a picture becomes a position | `src/notation/diagram.rs`: `parse` |
//! | the line number of an SGF error | `src/notation/sgf/tree.rs`: `step` counts lines, `found` adds them to the error; `src/notation/sgf.rs`: `Located` |
//! | rule 1 of the article | `src/search/article/rule1.rs`: `advance`, `drop_captured` |
//! | rule 2 of the article | `src/search/article/rule2.rs`: `rule2` |
//! | useful cells, order of moves, deepening of the article | `src/search/article/root.rs`: `useful_cells`, `root_moves`, `deepening` |
//! | importance and play range | `src/importance.rs`; `src/importance/range.rs`: `play_range` |
//! | the bounds of the article's pre-search | `src/search/article/pre_search.rs`: `run`, `greatest_score` |
//! | minimax, alpha-beta and their variants, on any tree | `src/search/game_tree.rs` |
//! | the trajectories of a position | `src/search/trajectory.rs`: `trajectories` |
//! | the exact search, one node of it | `src/search/tactical/goal_search.rs`: `ask` |
//! | ladders and nets | `src/search/capture_search.rs` |
//! | everything in the tree search: the next move to try, priors, playouts | `src/search/mcts.rs`: its head; `docs/mcts.md` |
//! | a clock becomes a deadline | `src/protocol/clock.rs`: `share`; `src/protocol/effort.rs`: `limits_under` |
//! | a deadline is kept | `src/search/limits.rs`: `is_over`; asked in `src/search/mcts/worker.rs`: `run`, `src/search/tactical/goal_search.rs`: `count_node`, `src/search/article/limit_watch.rs` |
//! | when the engine grounds or resigns | `src/protocol/session.rs`: `advised_ending` |
//! | an option is added | `src/search/options/registry.rs`: its head |
//! | a shape of importance is added | `src/importance/shapes.txt`: its head |
//! | a command is added to a protocol | `src/protocol/dialect.rs`: its head |
//! | a dialect is added | `src/protocol/dialect.rs`: `Dialect`; then a command as `src/cli/v6.rs` |
//! | an overlay is added | `src/tools/show.rs`: its head |
//! | SPRT decides | `src/arena/sprt.rs`: `verdict`, `llr` |
//!
//! # Glossary
//!
//! This list has only the words of this project. All others have their usual meaning in game search.
//!
//! The game:
//!
//! * **dot**: the mark that a player puts on a cell, one in a move. It is never removed. It is *live* or *captured*.
//! * **chain**: a closed sequence of live dots of one player. Each is a neighbour of the next by side or corner, and
//!   no dot occurs twice.
//! * **arc**: a row of dots of one player that follow one another round a cell, on the eight cells next to it. Between two
//!   arcs there is a side neighbour without such a dot. A dot next to fewer than two arcs closes no loop.
//! * **enclosure**: a chain with its *interior*, the cells that steps by side cannot leave without
//!   crossing the chain. The edge of the board encloses nothing.
//! * **captured**: said of live enemy dots when an enclosure is closed round them. The score is the difference of
//!   captured dots.
//! * **freed**: said of own captured dots in the interior of a capture. They are live again.
//! * **territory**: the captured dots and the empty cells in the interior of a capture. No dot can be put on these empty
//!   cells.
//! * **empty base**: an enclosure without a live enemy dot. Both may play in it; an enemy
//!   dot there is captured at once, unless it makes a capture itself.
//! * **grounded**: joined to the edge of the board by steps by side over own live dots and own territory. Grounded dots
//!   are never captured. The other live dots are **loose**.
//! * **ground** (or *stop*): to end the game and give one's own loose dots to the opponent. The enemy dots captured inside
//!   them are freed. A game is *decided* if a dot is captured and a player leads by more than grounding costs him: he may
//!   ground and win.
//! * **playable**, **free**: said of an empty cell outside of territory, on which a dot can be put. It is **open** if it is
//!   in no empty base.
//! * **group**: loose dots of one player joined by steps by side. In the threats of `tactical`: all dots that are won only
//!   together. **Cluster**: dots of one player joined by steps by side or corner.
//! * **start dots**: dots that are on the board before the first move. They belong to no move.
//! * **turn**: what a player does when he is to move: he puts a dot, grounds, or resigns.
//! * **komi**: dots added to the score of the second player. **Lead**: the score of a player; komi is included unless the
//!   text says otherwise.
//! * **margin**: the score of a player at the end of a game or a playout.
//! * **ply**: one move of one side. **Full move**: two plies, one by each side.
//!
//! The engines:
//!
//! * **article**: P. Torgashov, "Methods and algorithms of AI in Points" (2002).
//! * **trajectory**: a set of free cells that captures something if one player takes all of them, and of which no cell
//!   can be left out.
//! * **link**: two free cells that are neighbours or touch the same cluster of a player. Trajectories are found in the graph
//!   of links. In the reply to `Nets` a link is a virtual connection or semi-connection.
//! * **useful cell**: a cell on a trajectory. The **useless cut**, an option of the engine `article`, drops the others.
//! * **pre-search**: each side in turn plays alone, while the other passes. It gives the trajectories, and bounds of
//!   the score.
//! * **rule 1**: a trajectory that can no longer be completed is no reason to play on its cells.
//! * **rule 2**: a trajectory is dropped if the opponent seems able to answer it: no trajectory of his shares a cell with
//!   it, and at least two of its cells are on no other trajectory of its owner. The answers can make new trajectories, so
//!   the rule is not sound.
//! * **importance**: how much a cell matters, judged by the dots round it. It does not depend on the player to move.
//! * **play range**: the smallest rectangle round all dots, widened on each side by a few rows and columns, the
//!   **virtual margin**. Importance is computed only there. Without the useless cut `article` plays only there.
//!   Trajectories of three cells or more may reach beyond.
//! * **policy**: how likely each move is to be played by a good player, before any search.
//! * **exact search**: the search of the engine `tactical`. It finds the greatest change of the score within a number of plies.
//!   Each player may pass.
//! * **capture search**: the search of `search::capture_search`. It proves that a dot is captured, or that it is saved because it
//!   is connected to the edge.
//! * **goal**: in the exact search a score that a player tries to reach; in the capture search to capture a dot or to save
//!   it; in a puzzle to capture it. **Zone**: the cells of a proof; a dot elsewhere does not refute it.
//! * **dead group**: one that the capture search has proved to be captured even if its owner moves next. A *dead cell* is
//!   an empty cell of territory.
//! * **threat**: a move after which its player can capture with his next dot; of order 2, after which he has a ladder. In
//!   `tactical` it is a trajectory that captures enemy dots or frees own ones.
//! * **wall**: the dots that enclose a target, or are to enclose it. In `board` and in the search for trajectories: every live
//!   dot of the player.
//! * **target**: the dot that a search asks about: an enemy dot to capture, or an own dot to save or to free. In the search
//!   for trajectories also a cell to surround.
//! * **ladder**: a capture in which every move threatens to capture at once.
//! * **net**: a capture in which every move threatens to capture at once or by a ladder. Puzzles and `plant` use the word so.
//!   The overlay `nets` of `show` and the page, the request `Nets`, `analyze` and `nets` of Python mean a *ring* by it.
//! * **ring**: dots of one player with gaps, round enemy dots. Whichever gap the opponent enters, the owner joins it another
//!   way. He may need one move first. The ring can fail if its dots are captured before it is closed. It is **proved** where
//!   that is excluded.
//! * **escape**, or **way to the edge**: a way of loose dots to the edge that the opponent cannot cut. Whichever gap of it he
//!   enters, the owner joins it another way. The overlay `nets` of `show` and the page, and the request `Nets`, show escapes,
//!   too.
//! * **ring weights**: weights of the policy that judge a cell only by the dots on the eight cells round it. The policy calls
//!   these cells its ring, which is also called its 3x3 pattern. It is not a ring of the entry above.
//! * **virtual connection**: a way to join two groups that the opponent cannot prevent even if he moves first.
//!   **Semi-connection**: the owner can join them if he moves first; that move is its **key**. The **carrier** of either is the
//!   set of free cells that it needs.
//!
//! Matches:
//!
//! * **fault**: an engine crashes, hangs, is late, plays a move that is not allowed, or breaks the protocol. It
//!   loses the game.
//! * **pair**: two games from one start position with swapped colours.
//! * **heavy loss**: 15 or more dots captured by one move.

// The map links to modules that are not there without the command or the page.
#![cfg_attr(not(feature = "serve"), allow(rustdoc::broken_intra_doc_links))]

#[cfg(feature = "cli")]
pub mod arena;
pub mod board;
pub mod files;
pub mod geometry;
pub mod importance;
pub mod notation;
pub mod policy;
pub mod protocol;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
#[cfg(feature = "cli")]
pub mod tools;

pub use board::{Board, Cell, Move};
pub use geometry::{Bitboard, Player, Point, Size};
