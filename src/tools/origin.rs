//! The origin of a file of results: the version, the options and the game from which it was made. Results of different
//! origins are not mixed.

use crate::arena::digest::{digest, number_of};
use crate::policy::LinearPolicy;
use crate::protocol::Effort;
use crate::search::options::Options;
use crate::tools::source::Source;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The settings by which results were made: names with their values. Both are words without white space.
///
/// The text is `NAME=VALUE ...`, in the order of the names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin(BTreeMap<String, String>);

/// A word that tells tables of weights apart: `shipped`, or a hash of a table that is not the one in the program.
pub fn policy_key(policy: &LinearPolicy) -> String {
    if *policy == **LinearPolicy::standard() {
        return "shipped".to_owned();
    }
    table_hash(policy)
}

/// A hash of a table of weights, in 16 hexadecimal digits.
pub fn table_hash(policy: &LinearPolicy) -> String {
    let bytes = policy.to_bytes().into_iter().map(u64::from);
    format!("{:016x}", digest(bytes))
}

/// The setting that stands for a game.
const GAME: &str = "game";

impl Origin {
    /// The settings of an analysis by this program: its version, the effort, and the options to which the engine
    /// listens. `errors` is the number of errors that a report lists.
    pub fn of_analysis(options: &Options, effort: Effort, errors: usize) -> Origin {
        let mut origin = Origin::default();
        origin.set("version", env!("CARGO_PKG_VERSION"));
        origin.set("errors", errors);
        match effort {
            Effort::Complexity(complexity) => origin.set("complexity", complexity),
            Effort::Level(level) => origin.set("level", level),
            Effort::Time(time) => origin.set("time", format_args!("{time:?}")),
            Effort::Options | Effort::Clock(_) => {}
        }
        for option in options.list() {
            // In an analysis no engine thinks ahead or is weakened.
            let counts = !matches!(option.name, "ponder" | "level");
            if counts && option.engines.contains(&options.engine) {
                origin.set(option.name, option.value);
            }
        }
        if !options.engine.goes_by_depth() {
            origin.set("policy", policy_key(options.policy_or_standard()));
        }
        origin
    }

    /// The same settings for reports in SGF whose captures name their chains.
    pub fn with_chains(mut self) -> Origin {
        self.set("chains", true);
        self
    }

    /// The same settings for one game. The game is told by a hash of its board, rules, komi, start position and moves.
    pub fn for_game(&self, game: &Source) -> Origin {
        let (board, mut origin) = (&game.board, self.clone());
        let (size, rules) = (board.size(), board.rules());
        let kind = [
            u64::from(size.width()),
            u64::from(size.height()),
            rules.suicide.into(),
            rules.captures_empty_bases.into(),
            game.start_dots as u64,
        ];
        let dots = board.moves().map(number_of);
        let komi = Some(game.komi()).filter(|&komi| komi != 0.0);
        let hash = digest(kind.into_iter().chain(dots).chain(komi.map(f64::to_bits)));
        origin.set(GAME, format_args!("{hash:016x}"));
        origin
    }

    /// The same settings for any game.
    pub fn for_any_game(mut self) -> Origin {
        self.0.remove(GAME);
        self
    }

    /// Reads settings from the text form. `None` if a word has no `=`.
    pub fn parse(text: &str) -> Option<Origin> {
        let pair = |word: &str| {
            let (name, value) = word.split_once('=')?;
            Some((name.to_owned(), value.to_owned()))
        };
        text.split_whitespace()
            .map(pair)
            .collect::<Option<_>>()
            .map(Origin)
    }

    fn set(&mut self, name: &str, value: impl ToString) {
        self.0.insert(name.to_owned(), value.to_string());
    }

    /// The settings that differ between `there` and this, as text for a person. `None` if none does.
    pub fn difference(&self, there: &Origin) -> Option<String> {
        let names = self
            .0
            .keys()
            .chain(there.0.keys().filter(|&name| !self.0.contains_key(name)));
        let value =
            |origin: &Origin, name| origin.0.get(name).map_or("none", String::as_str).to_owned();
        let differing = names.filter(|&name| self.0.get(name) != there.0.get(name));
        let differing: Vec<String> = differing
            .map(|name| {
                format!(
                    "{name} is {} there and {} here",
                    value(there, name),
                    value(self, name)
                )
            })
            .collect();
        (!differing.is_empty()).then(|| differing.join("; "))
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let pairs: Vec<String> = self
            .0
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        f.write_str(&pairs.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_of_an_analysis_is_carried() {
        let origin = |changes: &[(&str, &str)], complexity| {
            let mut options = Options::default();
            for (name, value) in changes {
                options.set(name, value).unwrap();
            }
            Origin::of_analysis(&options, Effort::Complexity(complexity), 5)
        };
        let plain = origin(&[], 40);
        assert_eq!(Origin::parse(&plain.to_string()).as_ref(), Some(&plain));
        assert!(plain.to_string().contains("complexity=40 engine=auto "));
        assert_eq!(plain.difference(&origin(&[], 40)), None);
        assert_eq!(plain.difference(&origin(&[("ponder", "true")], 40)), None);
        // The engine does not listen to it.
        assert_eq!(plain.difference(&origin(&[("depth", "3")], 40)), None);
        let other = origin(&[("threads", "2")], 30);
        assert_eq!(
            plain.difference(&other).unwrap(),
            "complexity is 30 there and 40 here; threads is 2 there and 1 here"
        );
        let tactical = plain.difference(&origin(&[("engine", "tactical")], 40));
        let tactical = tactical.unwrap();
        assert!(
            tactical.contains("policy is none there and shipped here"),
            "{tactical}"
        );
        assert!(
            tactical.contains("depth is 0 there and none here"),
            "{tactical}"
        );
        assert_eq!(Origin::parse("a=1 words"), None);
    }

    #[test]
    fn another_game_is_another_origin() {
        let origin = Origin::default();
        let game = |text: &str| origin.for_game(&Source::parse(text.as_bytes(), 1, &[]).unwrap());
        let one = game("(;GM[40]SZ[3];B[aa];W[bb])");
        assert_eq!(one, game("(;GM[40]SZ[3]PB[Ann];B[aa];W[bb]C[why?])"));
        for other in [
            "(;GM[40]SZ[3];B[aa];W[bc])",
            "(;GM[40]SZ[3];B[aa];B[bb])",
            "(;GM[40]SZ[3:4];B[aa];W[bb])",
            "(;GM[40]SZ[3]AB[aa];W[bb])",
            "(;GM[40]SZ[3]RU[Suicide=0];B[aa];W[bb])",
            "(;GM[40]SZ[3]KM[1];B[aa];W[bb])",
        ] {
            assert_ne!(one, game(other), "{other}");
        }
        assert_eq!(one.for_any_game(), origin);
    }
}
