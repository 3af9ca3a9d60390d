//! The variants of the rules.

use crate::geometry::rules_key;
use serde::{Deserialize, Serialize};

/// A variant of the rules. The default has suicide and empty bases, as in most games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Whether a player may put a dot into an enemy empty base where the dot captures nothing and is captured at once.
    pub suicide: bool,
    /// Whether an enclosure without an enemy dot is captured too. Then its cells become territory, and there are no
    /// empty bases and no suicide.
    pub captures_empty_bases: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            suicide: true,
            captures_empty_bases: false,
        }
    }
}

impl Rules {
    /// The part of the hash of a position that stands for its rules. 0 for the default rules.
    pub(super) fn key(self) -> u64 {
        if self == Rules::default() {
            return 0;
        }
        rules_key(usize::from(self.suicide) << 1 | usize::from(self.captures_empty_bases))
    }
}
