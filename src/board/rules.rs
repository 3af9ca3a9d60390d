//! The variants of the rules.

use crate::geometry::rules_key;

/// Which variant of the rules a game is played by. The default is what the living programs play
/// unless told otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Whether a dot may be put into an empty base of the enemy where it captures nothing, so that
    /// it is captured at once.
    pub suicide: bool,
    /// Whether every enclosure is territory from the start, even without an enemy dot in it: its
    /// cells cannot be played any more. There are no empty bases then, and no suicide.
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
    /// The hash of an empty board under these rules: what is worth knowing of a position under some
    /// rules may be wrong under others.
    pub(super) fn key(self) -> u64 {
        if self == Rules::default() {
            return 0;
        }
        rules_key(usize::from(self.suicide) << 1 | usize::from(self.captures_empty_bases))
    }
}
