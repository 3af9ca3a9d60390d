//! The variants of the rules.

use crate::geometry::rules_key;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

const USUAL: &str = "usual";
const NO_SUICIDE: &str = "no-suicide";
const CAPTURES_EMPTY_BASES: &str = "captures-empty-bases";

/// A variant of the rules. The default has suicide and empty bases, as in most games.
///
/// The text is `usual` for the default. Other variants are `no-suicide`, `captures-empty-bases`, or both with a comma
/// between them.
///
/// ```
/// use tochki::board::Rules;
///
/// let rules: Rules = "no-suicide".parse()?;
/// assert!(!rules.suicide && !rules.captures_empty_bases);
/// assert_eq!(Rules::default().to_string(), "usual");
/// # Ok::<(), tochki::board::UnknownRules>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(
    default,
    deny_unknown_fields,
    expecting = "rules with suicide and captures_empty_bases"
)]
pub struct Rules {
    /// Whether a player may put a dot into an enemy empty base where the dot captures nothing and is captured at once.
    pub suicide: bool,
    /// Whether an enclosure without an enemy dot is captured too. Then its cells become territory, and there are no
    /// empty bases and no suicide.
    pub captures_empty_bases: bool,
}

/// The text does not name a variant of the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no rules are called {0:?}: use {USUAL}, {NO_SUICIDE}, {CAPTURES_EMPTY_BASES} or \
     {NO_SUICIDE},{CAPTURES_EMPTY_BASES}"
)]
pub struct UnknownRules(String);

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

impl FromStr for Rules {
    type Err = UnknownRules;

    /// Reads the names of variants, the form that `Display` writes.
    fn from_str(text: &str) -> Result<Rules, UnknownRules> {
        let mut rules = Rules::default();
        if text == USUAL {
            return Ok(rules);
        }
        for name in text.split(',') {
            match name {
                NO_SUICIDE => rules.suicide = false,
                CAPTURES_EMPTY_BASES => rules.captures_empty_bases = true,
                _ => return Err(UnknownRules(text.to_owned())),
            }
        }
        Ok(rules)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.suicide, self.captures_empty_bases) {
            (true, false) => f.write_str(USUAL),
            (false, false) => f.write_str(NO_SUICIDE),
            (true, true) => f.write_str(CAPTURES_EMPTY_BASES),
            (false, true) => write!(f, "{NO_SUICIDE},{CAPTURES_EMPTY_BASES}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for suicide in [true, false] {
            for captures_empty_bases in [true, false] {
                let rules = Rules {
                    suicide,
                    captures_empty_bases,
                };
                assert_eq!(rules.to_string().parse(), Ok(rules));
            }
        }
        assert_eq!(Rules::default().to_string(), "usual");
        let both = "captures-empty-bases,no-suicide".parse::<Rules>();
        assert_eq!(both.unwrap().to_string(), "no-suicide,captures-empty-bases");
        for text in [
            "",
            "suicide",
            "no-suicide,",
            "usual,no-suicide",
            "No-suicide",
        ] {
            assert_eq!(text.parse::<Rules>(), Err(UnknownRules(text.to_owned())));
        }
    }
}
