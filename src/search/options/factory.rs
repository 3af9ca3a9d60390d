//! The names of the engines, and how options make an engine.

use super::Options;
use crate::policy::LinearPolicy;
use crate::search::Engine;
use crate::search::article::{Article, ArticleOptions};
use crate::search::mcts::{Mcts, MctsOptions};
use crate::search::tactical::{Tactical, TacticalOptions};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The choice of an engine, by its name in protocols and on the command line.
///
/// ```
/// use tochki::search::options::{EngineKind, Options};
///
/// let options = Options { engine: EngineKind::Tactical, ..Options::default() };
/// assert_eq!(options.get("engine").as_deref(), Ok(EngineKind::Tactical.name()));
/// let engine = options.build();
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineKind {
    /// The engine after the article of 2002: minimax over the cells of trajectories.
    Article,
    /// The exact search of captures.
    Tactical,
    /// Monte Carlo tree search of the whole board.
    Mcts,
    /// The engine that plays best, which is [`Mcts`](EngineKind::Mcts).
    #[default]
    Auto,
}

impl EngineKind {
    /// All kinds of engines, in the order of [`EngineKind::NAMES`].
    pub const ALL: [EngineKind; 4] = [
        EngineKind::Article,
        EngineKind::Tactical,
        EngineKind::Mcts,
        EngineKind::Auto,
    ];

    /// The names of all kinds of engines, in the order of [`EngineKind::ALL`].
    pub const NAMES: [&'static str; 4] = [
        EngineKind::Article.name(),
        EngineKind::Tactical.name(),
        EngineKind::Mcts.name(),
        EngineKind::Auto.name(),
    ];

    /// The name in protocols and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            EngineKind::Article => "article",
            EngineKind::Tactical => "tactical",
            EngineKind::Mcts => "mcts",
            EngineKind::Auto => "auto",
        }
    }

    /// Whether the engine searches to a depth in plies. False for the tree search, for which a depth is only
    /// that of its exact search.
    pub fn goes_by_depth(self) -> bool {
        matches!(self, EngineKind::Article | EngineKind::Tactical)
    }

    /// Whether the engine uses in its next search what it has found. `article` keeps nothing.
    pub fn keeps_memory(self) -> bool {
        self != EngineKind::Article
    }
}

/// The text is not the name of an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no engine is called {0:?}: there are {names}", names = EngineKind::NAMES.join(", "))]
pub struct UnknownEngine(String);

impl FromStr for EngineKind {
    type Err = UnknownEngine;

    /// Reads the [name](EngineKind::name).
    fn from_str(text: &str) -> Result<EngineKind, UnknownEngine> {
        let mut kinds = EngineKind::ALL.into_iter();
        let found = kinds.find(|kind| kind.name() == text);
        found.ok_or_else(|| UnknownEngine(text.to_owned()))
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Options {
    /// Makes the chosen engine with these settings.
    pub fn build(&self) -> Box<dyn Engine> {
        match self.engine {
            EngineKind::Article => {
                let options = ArticleOptions {
                    depth: self.depth.unwrap_or(self.article.depth),
                    ..self.article
                };
                Box::new(Article::new(options))
            }
            EngineKind::Tactical => {
                let defaults = TacticalOptions::default();
                Box::new(Tactical::new(TacticalOptions {
                    depth: self.depth.unwrap_or(defaults.depth),
                    hash: self.hash,
                    threads: self.threads,
                    ..defaults
                }))
            }
            EngineKind::Mcts | EngineKind::Auto => {
                let options = MctsOptions {
                    hash: self.hash,
                    threads: self.threads,
                    seed: self.seed,
                };
                Box::new(Mcts::with_policy(
                    options,
                    self.policy_or_standard().clone(),
                ))
            }
        }
    }

    /// Whether both settings build the same engine. The options `nodes`, `level` and `ponder` may differ: no engine is
    /// built from them.
    pub(crate) fn builds_same_engine(&self, other: &Options) -> bool {
        let other = Options {
            nodes: self.nodes,
            level: self.level,
            ponder: self.ponder,
            ..other.clone()
        };
        *self == other
    }

    /// The policy of these settings, or the standard one, which takes milliseconds to decode for the first time.
    pub fn policy_or_standard(&self) -> &Arc<LinearPolicy> {
        match &self.policy {
            Some(own) => own,
            None => LinearPolicy::standard(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::geometry::{Player, Size};
    use crate::search::Silent;

    #[test]
    fn names_are_read_back() {
        for (index, kind) in EngineKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, index);
            assert_eq!(EngineKind::NAMES[index], kind.name());
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        let unknown = "Mcts".parse::<EngineKind>();
        assert_eq!(unknown, Err(UnknownEngine("Mcts".to_owned())));
    }

    #[test]
    fn every_engine_plays_on_narrow_boards() {
        for kind in EngineKind::ALL {
            let options = Options {
                engine: kind,
                hash: 1,
                ..Options::default()
            };
            for sides in (1..8).flat_map(|side| [(1, side), (side, 1), (2, side), (side, 2)]) {
                let mut engine = options.build();
                let mut board = Board::new(Size::new(sides.0, sides.1).unwrap());
                let mut player = Player::First;
                while !board.free().is_empty() {
                    let limits = options.limits_for_complexity(24, &board);
                    let outcome = engine.search(&mut board, player, &limits, &mut Silent);
                    board.play(outcome.best.expect("a cell is free"), player);
                    player = player.opponent();
                }
            }
        }
    }
}
