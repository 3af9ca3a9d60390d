//! The settings of all engines.
//!
//! Protocols and command lines list, read and change the options [by name](Options::set), and [build](Options::build)
//! an engine from them.
//!
//! ```
//! use tochki::search::options::{EngineKind, OptionError, OptionKind, Options};
//!
//! let mut options = Options::default();
//! options.set("depth", "4")?;
//! assert_eq!(options.get("depth")?, "4");
//! assert!(matches!(options.set("depth", "-1"), Err(OptionError::Invalid(_))));
//! for info in options.list() {
//!     if let OptionKind::Integer { min, max } = info.kind {
//!         assert!(min <= max, "{}", info.name);
//!     }
//!     if info.name.starts_with("article.") {
//!         assert_eq!(info.engines, [EngineKind::Article]);
//!     }
//! }
//! let engine = options.build();
//! # Ok::<(), OptionError>(())
//! ```

mod factory;
mod registry;

pub use factory::{EngineKind, UnknownEngine};
pub use registry::{OptionError, OptionInfo, OptionKind};

use super::Limits;
use super::article::ArticleOptions;
use super::limits::FULL_LEVEL;
use crate::policy::LinearPolicy;
use std::sync::Arc;

/// The settings of all engines, and the choice of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The engine that is used.
    pub engine: EngineKind,
    /// Depth of a search in plies, for engines that search to a depth. It replaces the depth of the [`Limits`]. With
    /// `None` theirs holds, or else the default of the engine.
    pub depth: Option<u32>,
    /// The greatest number of nodes of a search; 0 for no limit. A smaller number in the [`Limits`] holds instead.
    pub nodes: u32,
    /// Number of threads that search, at least 1. Engines that search with one thread ignore it.
    pub threads: u32,
    /// Size of the transposition table or of the search tree in megabytes. Engines without either ignore it. On a machine
    /// of 32 bits more than 1024 count as 1024.
    pub hash: u32,
    /// Seed of the random numbers of an engine. Engines without random numbers ignore it.
    pub seed: u64,
    /// How well the engine `mcts` plays, from 1 to [`FULL_LEVEL`]. A lower level in the [`Limits`] holds instead.
    pub level: u32,
    /// Whether the engine also thinks while the opponent is to move.
    pub ponder: bool,
    /// The policy of the engine `mcts`: how likely each move is. `None` for [`LinearPolicy::standard`].
    pub policy: Option<Arc<LinearPolicy>>,
    /// The options of the engine `article`.
    pub article: ArticleOptions,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            engine: EngineKind::default(),
            depth: None,
            nodes: 0,
            threads: 1,
            hash: 64,
            seed: 0,
            level: FULL_LEVEL,
            ponder: false,
            policy: None,
            article: ArticleOptions::default(),
        }
    }
}

impl Options {
    /// Applies the options `depth`, `nodes` and `level` to the limits of a search. If the engine searches to a depth and
    /// `depth` is set, it replaces the depth of the limits. Of two numbers of nodes the smaller holds, and of two levels
    /// the lower. All other limits stay as they are.
    pub fn apply_to(&self, limits: Limits) -> Limits {
        let depth = self.depth.filter(|_| self.engine.goes_by_depth());
        let nodes = (self.nodes > 0).then_some(u64::from(self.nodes));
        Limits {
            plies: depth.or(limits.plies),
            nodes: limits.nodes.into_iter().chain(nodes).min(),
            level: limits.level.into_iter().chain([self.level]).min(),
            ..limits
        }
    }

    /// Whether the engine plays below its strength with these limits. Then it chooses its move in a search of its own
    /// kind, and uses nothing of earlier searches.
    pub fn weakens(&self, limits: &Limits) -> bool {
        let is_below = limits.level.is_some_and(|level| level < FULL_LEVEL);
        is_below && !self.engine.goes_by_depth()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_limits_a_search() {
        let mut options = Options::default();
        options.set("engine", "tactical").unwrap();
        let given = || Limits {
            plies: Some(3),
            nodes: Some(100),
            ..Limits::default()
        };
        let found = |options: &Options, limits| {
            let limits = options.apply_to(limits);
            (limits.plies, limits.nodes)
        };
        assert_eq!(found(&options, given()), (Some(3), Some(100)));
        assert_eq!(found(&options, Limits::default()), (None, None));
        // A depth in the options replaces that of the limits.
        options.set("depth", "6").unwrap();
        assert_eq!(found(&options, given()), (Some(6), Some(100)));
        options.set("depth", "0").unwrap();
        assert_eq!(found(&options, given()), (Some(3), Some(100)));
        options.set("depth", "9").unwrap();
        options.set("nodes", "50").unwrap();
        assert_eq!(found(&options, given()), (Some(9), Some(50)));
        options.set("nodes", "4000000000").unwrap();
        assert_eq!(found(&options, given()), (Some(9), Some(100)));
        let unlimited = found(&options, Limits::default());
        assert_eq!(unlimited, (Some(9), Some(4_000_000_000)));
        // The option is for engines that search to a depth.
        options.set("engine", "mcts").unwrap();
        assert_eq!(found(&options, Limits::default()).0, None);
    }
}
