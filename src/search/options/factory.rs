//! The engines by name, and how they are made.

use super::Options;
use crate::policy::LinearPolicy;
use crate::search::Engine;
use crate::search::article::{Article, ArticleOptions};
use crate::search::mcts::{Mcts, MctsOptions};
use crate::search::tactical::{Tactical, TacticalOptions};

/// An engine.
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
    /// The method of the article of 2002.
    Article,
    /// The exact search of captures.
    Tactical,
    /// The tree search of the whole board.
    Mcts,
    /// The one that plays best: the tree search.
    #[default]
    Auto,
}

impl EngineKind {
    /// All engines, in the order of [`EngineKind::NAMES`].
    pub const ALL: [EngineKind; 4] = [
        EngineKind::Article,
        EngineKind::Tactical,
        EngineKind::Mcts,
        EngineKind::Auto,
    ];

    /// Their names.
    pub const NAMES: [&'static str; 4] = ["article", "tactical", "mcts", "auto"];

    /// Its name.
    pub fn name(self) -> &'static str {
        EngineKind::NAMES[self as usize]
    }

    /// Whether it searches to a depth.
    pub fn goes_by_depth(self) -> bool {
        matches!(self, EngineKind::Article | EngineKind::Tactical)
    }
}

impl Options {
    fn mcts(&self) -> Mcts {
        let options = MctsOptions {
            hash: self.hash,
            threads: self.threads,
            seed: self.seed,
        };
        let policy = self.policy.as_ref().unwrap_or(LinearPolicy::standard());
        Mcts::with_policy(options, policy.clone())
    }

    /// The engine with these settings.
    pub fn build(&self) -> Box<dyn Engine> {
        match self.engine {
            EngineKind::Article => {
                let options = ArticleOptions {
                    depth: self.depth.unwrap_or(self.article.depth),
                    ..self.article
                };
                Box::new(Article::with_shapes(options, &self.shapes))
            }
            EngineKind::Tactical => {
                let usual = TacticalOptions::default().depth;
                let options = TacticalOptions {
                    depth: self.depth.unwrap_or(usual),
                    hash: self.hash,
                    threads: self.threads,
                    ..TacticalOptions::default()
                };
                Box::new(Tactical::new(options))
            }
            EngineKind::Mcts | EngineKind::Auto => Box::new(self.mcts()),
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
                    let limits = Options::default().limits_for_complexity(24, &board);
                    let outcome = engine.search(&mut board, player, &limits, &mut Silent);
                    board.play(outcome.best.expect("a cell is free"), player);
                    player = player.opponent();
                }
            }
        }
    }
}
