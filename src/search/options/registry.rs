//! The options by name: listing, reading and changing them.
//!
//! To add an option:
//!
//! 1. Add a field with its default to `Options`, or to `ArticleOptions` for an option of `article`.
//! 2. Add an entry to `TABLE`, with the engines that use the option, and change the length of the table.
//! 3. If it is no option of `article`, hand it to an engine in `Options::build`, or to the limits in `Options::apply_to`. If no
//!    engine is built from it, copy it in `Options::builds_same_engine`, and name it in the docs of this function and of
//!    `Session::set_option`, and in `set_option` of `protocol.md`.
//! 4. Add a row to the table in `protocol.md` and its words to the reply to `options` there, and the words to
//!    `fuzz/dictionaries`: `v6.dict`, `gtp.dict` and `json.dict`. Tests check this.
//! 5. Add an option of `article` to `docs/method.md`, and one of importance to `OF_IMPORTANCE` in `src/cli/learn.rs`.
//!
//! The protocols, Python and `--option` take options from the table.

use super::{EngineKind, Options};
use crate::geometry::parse_number;
use crate::search::article::{Bounds, Classes};
use crate::search::limits::{FULL_LEVEL, MOST_PLIES};
use std::fmt;

/// The values that an option can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`. As input, `on`, `off`, `1` and `0` are understood too.
    Switch,
    /// A whole number within bounds, both included.
    Integer {
        /// The least value.
        min: u64,
        /// The greatest value.
        max: u64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
}

impl fmt::Display for OptionKind {
    /// One word: `true|false`, `1..64` or `a|b|c`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Switch => f.write_str("true|false"),
            OptionKind::Integer { min, max } => write!(f, "{min}..{max}"),
            OptionKind::Choice(words) => f.write_str(&words.join("|")),
        }
    }
}

impl OptionKind {
    /// Reads a value as a number: 0 or 1 for a switch, the index of the word for a choice. `None` if the option cannot
    /// have this value.
    fn parse(&self, text: &str) -> Option<u64> {
        match *self {
            OptionKind::Switch => match text {
                "true" | "on" | "1" => Some(1),
                "false" | "off" | "0" => Some(0),
                _ => None,
            },
            OptionKind::Integer { min, max } => {
                parse_number(text).filter(|number| (min..=max).contains(number))
            }
            OptionKind::Choice(words) => {
                let index = words.iter().position(|&word| word == text)?;
                Some(index as u64)
            }
        }
    }

    /// The text of a value, given as the number that [`parse`](OptionKind::parse) returns for it.
    fn print(&self, value: u64) -> String {
        match self {
            OptionKind::Switch => (value == 1).to_string(),
            OptionKind::Integer { .. } => value.to_string(),
            OptionKind::Choice(words) => words[value as usize].to_owned(),
        }
    }
}

/// An option: its name, its values, and the engines that use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name: one word.
    pub name: &'static str,
    /// The values that the option can take.
    pub kind: OptionKind,
    /// The default value, one word in the form that [`Options::set`] reads.
    pub default: String,
    /// The current value, one word in the form that [`Options::set`] reads.
    pub value: String,
    /// The engines that use the option. Other engines ignore it.
    pub engines: &'static [EngineKind],
}

/// Why an option cannot be read or changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no option of this name. The text is the name.
    #[error("there is no option {0:?}")]
    Unknown(String),
    /// The option cannot have this value. The text is the whole message to show.
    #[error("{0}")]
    Invalid(String),
}

impl Options {
    /// All options with their values, in a fixed order.
    pub fn list(&self) -> Vec<OptionInfo> {
        let defaults = Options::default();
        let info = |entry: &Entry| OptionInfo {
            name: entry.name,
            kind: entry.kind,
            default: entry.kind.print((entry.read)(&defaults)),
            value: entry.kind.print((entry.read)(self)),
            engines: entry.engines,
        };
        TABLE.iter().map(info).collect()
    }

    /// The value of the option `name`, in the form that [`set`](Options::set) reads.
    ///
    /// # Errors
    /// If there is no option of this name.
    pub fn get(&self, name: &str) -> Result<String, OptionError> {
        let entry = find(name)?;
        Ok(entry.kind.print((entry.read)(self)))
    }

    /// Changes the option `name`. `value` is a text that its [`OptionKind`] allows.
    ///
    /// # Errors
    /// If there is no option of this name, or it cannot have the value. Nothing changes then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let Entry { kind, write, .. } = find(name)?;
        let Some(value) = kind.parse(value) else {
            let message = format!("the option {name} takes {kind}, not {value:?}");
            return Err(OptionError::Invalid(message));
        };
        write(self, value);
        Ok(())
    }
}

/// The table entry of the option `name`.
fn find(name: &str) -> Result<&'static Entry, OptionError> {
    let entry = TABLE.iter().find(|entry| entry.name == name);
    entry.ok_or_else(|| OptionError::Unknown(name.to_owned()))
}

/// An option, with how it is read and written in [`Options`].
struct Entry {
    name: &'static str,
    engines: &'static [EngineKind],
    kind: OptionKind,
    /// Reads the option as a number, as [`OptionKind::parse`] makes it.
    read: fn(&Options) -> u64,
    write: fn(&mut Options, u64),
}

const ALL: &[EngineKind] = &EngineKind::ALL;
const ARTICLE: &[EngineKind] = &[EngineKind::Article];
/// Engines that search to a depth in plies.
const BY_DEPTH: &[EngineKind] = &[EngineKind::Article, EngineKind::Tactical];
/// Engines with a table or tree: several threads share it, and the next search uses it again.
const WITH_MEMORY: &[EngineKind] = &[EngineKind::Tactical, EngineKind::Mcts, EngineKind::Auto];
/// Engines that search a tree by playouts. They use random numbers, and play at levels.
const TREE_SEARCH: &[EngineKind] = &[EngineKind::Mcts, EngineKind::Auto];

/// Makes the entry of an option that is a number in a field of [`Options`].
macro_rules! integer {
    ($name:literal, $engines:expr, $min:expr, $max:expr, $($field:ident).+) => {
        Entry {
            name: $name,
            engines: $engines,
            kind: OptionKind::Integer { min: $min, max: $max as u64 },
            read: |options| options.$($field).+ as u64,
            write: |options, value| options.$($field).+ = value as _,
        }
    };
}

/// Makes the entry of an option that is a `bool` in a field of [`Options`].
macro_rules! switch {
    ($name:literal, $engines:expr, $($field:ident).+) => {
        Entry {
            name: $name,
            engines: $engines,
            kind: OptionKind::Switch,
            read: |options| options.$($field).+.into(),
            write: |options, value| options.$($field).+ = value == 1,
        }
    };
}

/// All options, in the order in which they are listed.
static TABLE: [Entry; 25] = [
    Entry {
        name: "engine",
        engines: ALL,
        kind: OptionKind::Choice(&EngineKind::NAMES),
        read: |options| options.engine as u64,
        write: |options, value| options.engine = EngineKind::ALL[value as usize],
    },
    // 0 stands for `None`.
    Entry {
        name: "depth",
        engines: BY_DEPTH,
        kind: OptionKind::Integer {
            min: 0,
            max: MOST_PLIES as u64,
        },
        read: |options| options.depth.unwrap_or(0).into(),
        write: |options, value| options.depth = (value > 0).then_some(value as u32),
    },
    integer!("nodes", ALL, 0, u32::MAX, nodes),
    integer!("threads", WITH_MEMORY, 1, 64, threads),
    integer!("hash", WITH_MEMORY, 1, 4096, hash),
    integer!("seed", TREE_SEARCH, 0, u64::MAX, seed),
    integer!("level", TREE_SEARCH, 1, FULL_LEVEL, level),
    switch!("ponder", WITH_MEMORY, ponder),
    integer!("article.margin", ARTICLE, 1, 2, article.margin),
    switch!("article.useless_cut", ARTICLE, article.useless_cut),
    switch!("article.rule1", ARTICLE, article.rule1),
    switch!("article.rule2", ARTICLE, article.rule2),
    Entry {
        name: "article.bounds",
        engines: ARTICLE,
        kind: OptionKind::Choice(&Bounds::NAMES),
        read: |options| options.article.bounds as u64,
        write: |options, value| options.article.bounds = Bounds::ALL[value as usize],
    },
    Entry {
        name: "article.classes",
        engines: ARTICLE,
        kind: OptionKind::Choice(&Classes::NAMES),
        read: |options| options.article.classes as u64,
        write: |options, value| options.article.classes = Classes::ALL[value as usize],
    },
    switch!("article.order", ARTICLE, article.order),
    switch!("article.alpha_beta", ARTICLE, article.alpha_beta),
    switch!("article.sooner", ARTICLE, article.sooner),
    integer!("article.quiescence", ARTICLE, 0, 60, article.quiescence),
    integer!("article.likelihood", ARTICLE, 0, 60, article.likelihood),
    switch!("article.importance", ARTICLE, article.importance),
    switch!("article.nearness", ARTICLE, article.nearness),
    switch!("article.shapes", ARTICLE, article.shapes),
    switch!("article.angles", ARTICLE, article.angles),
    switch!("article.sum", ARTICLE, article.sum),
    switch!("article.deepening", ARTICLE, article.deepening),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Player;
    use crate::notation::diagram;
    use crate::search::{Limits, Silent};

    #[test]
    fn every_listed_value_can_be_set() {
        let mut options = Options::default();
        for info in Options::default().list() {
            let values = match info.kind {
                OptionKind::Switch => vec!["true".to_owned(), "false".to_owned()],
                OptionKind::Integer { min, max } => vec![min.to_string(), max.to_string()],
                OptionKind::Choice(words) => words.iter().map(|&word| word.to_owned()).collect(),
            };
            for value in values {
                options.set(info.name, &value).unwrap();
                assert_eq!(options.get(info.name).as_ref(), Ok(&value));
            }
            options.set(info.name, &info.default).unwrap();
            assert!(!info.value.contains(' ') && !info.kind.to_string().contains(' '));
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn engines_that_keep_memory_are_listed() {
        let all = EngineKind::ALL.into_iter();
        let keep: Vec<EngineKind> = all.filter(|kind| kind.keeps_memory()).collect();
        assert_eq!(keep, WITH_MEMORY);
    }

    #[test]
    fn other_values_are_refused() {
        let mut options = Options::default();
        for (name, value) in [
            ("depth", "61"),
            ("depth", "six"),
            ("depth", "-1"),
            ("depth", "+6"),
            ("depth", "99999999999999999999"),
            ("article.margin", "3"),
            ("seed", "-1"),
            ("seed", "+1"),
            ("article.rule1", "yes"),
            ("engine", "Article"),
            ("engine", ""),
        ] {
            let refused = options.set(name, value);
            assert!(
                matches!(refused, Err(OptionError::Invalid(_))),
                "{name} {value}"
            );
        }
        let unknown = OptionError::Unknown("speed".to_owned());
        assert_eq!(options.set("speed", "1"), Err(unknown.clone()));
        assert_eq!(options.get("speed"), Err(unknown));
        assert_eq!(options, Options::default());
    }

    #[test]
    fn other_engines_do_not_listen() {
        let board = diagram::parse("......\n..00..\n.0110.\n..0...\n......\n").unwrap();
        let limits = Limits::default();
        let found = |options: &Options| {
            let limits = options.apply_to(limits.clone());
            let mut board = board.clone();
            let player = Player::First;
            let found = options
                .build()
                .search(&mut board, player, &limits, &mut Silent);
            (found.best, found.value, found.nodes)
        };
        for engine in EngineKind::ALL {
            let plain = Options {
                engine,
                nodes: 200,
                ..Options::default()
            };
            assert_eq!(BY_DEPTH.contains(&engine), engine.goes_by_depth());
            let expected = found(&plain);
            for info in plain.list() {
                if info.engines.contains(&engine) {
                    continue;
                }
                let mut options = plain.clone();
                let other = match info.kind {
                    OptionKind::Switch => (info.value != "true").to_string(),
                    OptionKind::Integer { min, .. } if info.value != min.to_string() => {
                        min.to_string()
                    }
                    OptionKind::Integer { min, .. } => (min + 1).to_string(),
                    OptionKind::Choice(words) => {
                        let other = words.iter().find(|&&word| word != info.value);
                        other.unwrap().to_string()
                    }
                };
                options.set(info.name, &other).unwrap();
                assert_eq!(found(&options), expected, "{engine:?} {}", info.name);
            }
        }
    }
}
