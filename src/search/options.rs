//! The settings of all engines.
//!
//! Protocols and command lines list, read and change the options [by name](Options::set), and [build](Options::build)
//! an engine from them.
//!
//! ```
//! use tochki::search::options::{EngineKind, Kind, OptionError, Options};
//!
//! let mut options = Options::default();
//! options.set("depth", "4")?;
//! assert_eq!(options.get("depth")?, "4");
//! assert!(matches!(options.set("depth", "-1"), Err(OptionError::Invalid(_))));
//! for info in options.list() {
//!     if let Kind::Integer { min, max } = info.kind {
//!         assert!(min <= max, "{}", info.name);
//!     }
//!     if info.name.starts_with("article.") {
//!         assert_eq!(info.listeners, [EngineKind::Article]);
//!     }
//! }
//! let engine = options.build();
//! # Ok::<(), OptionError>(())
//! ```

mod factory;
mod registry;

pub use factory::EngineKind;
pub use registry::{Kind, OptionError, OptionInfo};

use super::Limits;
use super::article::ArticleOptions;
use crate::policy::LinearPolicy;
use std::sync::Arc;

/// The settings of all engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The engine that is used.
    pub engine: EngineKind,
    /// Depth in plies. With `None` the limits of the search set it, or else the engine.
    pub depth: Option<u32>,
    /// The greatest number of nodes of a search; 0 for no limit.
    pub nodes: u32,
    /// Number of threads, for engines that use several.
    pub threads: u32,
    /// Size of the transposition table or the tree in megabytes, for engines that keep one.
    pub hash: u32,
    /// Seed of the random numbers of an engine.
    pub seed: u64,
    /// Whether to ponder: to think on the opponent's time.
    pub ponder: bool,
    /// The policy of the engine `mcts`. `None` for [`LinearPolicy::standard`].
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
            ponder: false,
            policy: None,
            article: ArticleOptions::default(),
        }
    }
}

impl Options {
    /// Applies the options `depth` and `nodes` to the limits of a search. The depth replaces that of the limits, if the
    /// engine searches to a depth. The smaller number of nodes holds.
    pub fn limit(&self, limits: Limits) -> Limits {
        let depth = self.depth.filter(|_| self.engine.goes_by_depth());
        let nodes = (self.nodes > 0).then_some(u64::from(self.nodes));
        Limits {
            plies: depth.or(limits.plies),
            nodes: limits.nodes.into_iter().chain(nodes).min(),
            ..limits
        }
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
            let limits = options.limit(limits);
            (limits.plies, limits.nodes)
        };
        assert_eq!(found(&options, given()), (Some(3), Some(100)));
        assert_eq!(found(&options, Limits::default()), (None, None));
        // What an engine does by itself is a limit once it is asked for.
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
        // The tree search would take it for a limit that ends it.
        options.set("engine", "mcts").unwrap();
        assert_eq!(found(&options, Limits::default()).0, None);
    }
}
