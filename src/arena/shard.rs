//! A shard: every N-th part of numbered work, so that several processes can share it.

use crate::geometry::parse_number;
use std::fmt;
use std::str::FromStr;

/// One of `count` equal parts of numbered work: the numbers `index`, `index + count`, `index + 2 * count` ...
///
/// The text is `K/N`, with `K` from 0 to `N - 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Default for Shard {
    /// The only shard, which has all numbers.
    fn default() -> Shard {
        Shard { index: 0, count: 1 }
    }
}

/// The text is not `K/N` with `K` below `N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected K/N with K from 0 to N-1, such as 0/4")]
pub struct InvalidShard;

impl FromStr for Shard {
    type Err = InvalidShard;

    /// Reads `K/N`, the form that `Display` writes. `K` must be below `N`.
    fn from_str(text: &str) -> Result<Shard, InvalidShard> {
        let numbers = text
            .split_once('/')
            .and_then(|(index, count)| Some((parse_number(index)?, parse_number(count)?)));
        match numbers {
            Some((index, count)) if index < count => Ok(Shard { index, count }),
            _ => Err(InvalidShard),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl Shard {
    /// Whether the shard has this number.
    pub fn contains(self, number: u64) -> bool {
        number % self.count == self.index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_one_shard() {
        let shards = ["0/3", "1/3", "2/3"].map(|text| text.parse::<Shard>().unwrap());
        for number in 0..10 {
            let owners = shards.iter().filter(|shard| shard.contains(number));
            assert_eq!(owners.count(), 1);
            assert!(Shard::default().contains(number));
        }
        assert_eq!(shards[1].to_string(), "1/3");
        for text in ["", "1", "/", "3/3", "0/0", "-1/3", "1/3/5", "a/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
