//! The variants of the rules.

use crate::geometry::rules_key;
use serde::{Deserialize, Serialize};

/// A variant of the rules. The default is the most common one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// Whether a dot may be put into an enemy empty base where it captures nothing. It is captured at once.
    pub suicide: bool,
    /// Whether every enclosure becomes territory at once, even without an enemy dot in it. Then there are no
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
    /// The part of the hash that stands for the rules. 0 for the usual ones.
    pub(super) fn key(self) -> u64 {
        if self == Rules::default() {
            return 0;
        }
        rules_key(usize::from(self.suicide) << 1 | usize::from(self.captures_empty_bases))
    }
}
