//! The options by name: listing, reading and changing them.

use super::{EngineKind, Options};
use crate::geometry::parse_number;
use std::fmt;

/// The values that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`; `on`, `off`, `1` and `0` are understood too.
    Switch,
    /// A whole number within bounds.
    Integer {
        /// The least value.
        min: u64,
        /// The greatest value.
        max: u64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
}

impl fmt::Display for Kind {
    /// One word: `true|false`, `1..64` or `a|b|c`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Switch => f.write_str("true|false"),
            Kind::Integer { min, max } => write!(f, "{min}..{max}"),
            Kind::Choice(words) => f.write_str(&words.join("|")),
        }
    }
}

/// An option: its name, its values, and the engines that listen to it.
///
/// ```
/// use tochki::search::options::{EngineKind, Kind, Options};
///
/// let list = Options::default().list();
/// let depth = list.iter().find(|info| info.name == "depth").expect("it is listed");
/// assert_eq!(depth.kind, Kind::Integer { min: 0, max: 60 });
/// assert_eq!((depth.value.as_str(), depth.kind.to_string()), ("0", "0..60".to_owned()));
/// assert!(!depth.listeners.contains(&EngineKind::Mcts));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name: one word.
    pub name: &'static str,
    /// The values it takes.
    pub kind: Kind,
    /// The default value, as [`Options::set`] reads it: one word.
    pub default: String,
    /// The current value.
    pub value: String,
    /// The engines that listen to it. Others ignore it.
    pub listeners: &'static [EngineKind],
}

/// Why an option cannot be read or set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no option of this name.
    #[error("there is no option {0:?}")]
    Unknown(String),
    /// The option has another name now.
    #[error("the option {old} is called {new} now")]
    Renamed {
        /// The old name.
        old: String,
        /// The new name.
        new: &'static str,
    },
    /// The option was removed.
    #[error("there is no option {name} any more: {reason}")]
    Gone {
        /// The old name.
        name: &'static str,
        /// Why it was removed.
        reason: &'static str,
    },
    /// The option does not take this value.
    #[error("the option {name} takes {kind}, not {value:?}")]
    Invalid {
        /// The option.
        name: &'static str,
        /// What it takes.
        kind: Kind,
        /// What was given.
        value: String,
    },
}

impl Options {
    /// All options, in a fixed order.
    pub fn list(&self) -> Vec<OptionInfo> {
        let beginning = Options::default();
        let info = |entry: &Entry| OptionInfo {
            name: entry.name,
            kind: entry.kind(),
            default: entry.read(&beginning),
            value: entry.read(self),
            listeners: entry.listeners,
        };
        TABLE.iter().map(info).collect()
    }

    /// The value of an option.
    ///
    /// # Errors
    /// If there is no such option.
    pub fn get(&self, name: &str) -> Result<String, OptionError> {
        Ok(find(name)?.read(self))
    }

    /// Changes an option.
    ///
    /// # Errors
    /// If there is no such option, or it does not take the value; nothing has changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let entry = find(name)?;
        entry
            .write(self, value)
            .ok_or_else(|| OptionError::Invalid {
                name: entry.name,
                kind: entry.kind(),
                value: value.to_owned(),
            })
    }
}

/// Removed options, with the reason.
static GONE: [(&str, &str); 3] = [
    ("pacing", "difficult moves always get more of a clock"),
    ("selective", "it brought no gain"),
    (
        "learned",
        "the engine tactical always goes by the learned policy",
    ),
];

fn find(name: &str) -> Result<&'static Entry, OptionError> {
    TABLE
        .iter()
        .find(|entry| entry.name == name)
        .ok_or_else(|| not_found(name))
}

/// The error for a name that is not in the table.
fn not_found(name: &str) -> OptionError {
    if let Some(&(name, reason)) = GONE.iter().find(|&&(gone, _)| gone == name) {
        return OptionError::Gone { name, reason };
    }
    let is_new_name = |entry: &&Entry| entry.name.strip_prefix("article.") == Some(name);
    match TABLE.iter().find(is_new_name) {
        Some(entry) => OptionError::Renamed {
            old: name.to_owned(),
            new: entry.name,
        },
        None => OptionError::Unknown(name.to_owned()),
    }
}

/// An option: its name and its field of [`Options`].
struct Entry {
    name: &'static str,
    listeners: &'static [EngineKind],
    field: Field,
}

/// A field of [`Options`].
enum Field {
    Switch(fn(&mut Options) -> &mut bool),
    Integer {
        min: u32,
        max: u32,
        field: fn(&mut Options) -> &mut u32,
    },
    /// 0 for `None`.
    Depth,
    Seed,
    Engine,
}

/// The greatest depth in plies that can be set.
const DEEPEST: u32 = 60;

/// The article's own engine.
const ARTICLE: &[EngineKind] = &[EngineKind::Article];
/// Engines that search to a depth.
const BY_DEPTH: &[EngineKind] = &[EngineKind::Article, EngineKind::Tactical];
/// Engines with a memory that threads share.
const WITH_MEMORY: &[EngineKind] = &[EngineKind::Tactical, EngineKind::Mcts, EngineKind::Auto];
/// Engines that play at random in part.
const BY_LOT: &[EngineKind] = &[EngineKind::Mcts, EngineKind::Auto];

/// The options, in the order they are listed.
static TABLE: [Entry; 17] = [
    entry("engine", Field::Engine),
    entry("depth", Field::Depth).heard_by(BY_DEPTH),
    integer("nodes", 0, u32::MAX, |options| &mut options.nodes),
    integer("threads", 1, 64, |options| &mut options.threads).heard_by(WITH_MEMORY),
    integer("hash", 1, 4096, |options| &mut options.hash).heard_by(WITH_MEMORY),
    entry("seed", Field::Seed).heard_by(BY_LOT),
    switch("ponder", |options| &mut options.ponder),
    integer("article.margin", 1, 2, |options| {
        &mut options.article.margin
    })
    .heard_by(ARTICLE),
    article_switch("article.useless_cut", |options| {
        &mut options.article.useless_cut
    }),
    article_switch("article.rule1", |options| &mut options.article.rule1),
    article_switch("article.rule2", |options| &mut options.article.rule2),
    article_switch("article.bounds", |options| &mut options.article.bounds),
    article_switch("article.order", |options| &mut options.article.order),
    article_switch("article.alpha_beta", |options| {
        &mut options.article.alpha_beta
    }),
    article_switch("article.importance", |options| {
        &mut options.article.importance
    }),
    article_switch("article.nearness", |options| &mut options.article.nearness),
    article_switch("article.deepening", |options| {
        &mut options.article.deepening
    }),
];

const fn entry(name: &'static str, field: Field) -> Entry {
    Entry {
        name,
        listeners: &EngineKind::ALL,
        field,
    }
}

const fn switch(name: &'static str, field: fn(&mut Options) -> &mut bool) -> Entry {
    entry(name, Field::Switch(field))
}

const fn article_switch(name: &'static str, field: fn(&mut Options) -> &mut bool) -> Entry {
    switch(name, field).heard_by(ARTICLE)
}

const fn integer(
    name: &'static str,
    min: u32,
    max: u32,
    field: fn(&mut Options) -> &mut u32,
) -> Entry {
    entry(name, Field::Integer { min, max, field })
}

impl Entry {
    const fn heard_by(mut self, listeners: &'static [EngineKind]) -> Entry {
        self.listeners = listeners;
        self
    }

    fn kind(&self) -> Kind {
        match self.field {
            Field::Switch(_) => Kind::Switch,
            Field::Integer { min, max, .. } => Kind::Integer {
                min: min.into(),
                max: max.into(),
            },
            Field::Depth => Kind::Integer {
                min: 0,
                max: DEEPEST.into(),
            },
            Field::Seed => Kind::Integer {
                min: 0,
                max: u64::MAX,
            },
            Field::Engine => Kind::Choice(&EngineKind::NAMES),
        }
    }

    fn read(&self, options: &Options) -> String {
        // The fields are reached for writing; a copy makes that do for reading.
        let mut options = options.clone();
        match self.field {
            Field::Switch(field) => field(&mut options).to_string(),
            Field::Integer { field, .. } => field(&mut options).to_string(),
            Field::Depth => options.depth.unwrap_or(0).to_string(),
            Field::Seed => options.seed.to_string(),
            Field::Engine => options.engine.name().to_owned(),
        }
    }

    /// `None` if the option does not take the value.
    fn write(&self, options: &mut Options, value: &str) -> Option<()> {
        match self.field {
            Field::Switch(field) => *field(options) = parse_switch(value)?,
            Field::Integer { min, max, field } => {
                let number = parse_number(value)?;
                *field(options) = (min..=max).contains(&number).then_some(number)?;
            }
            Field::Depth => {
                let depth = Some(parse_number(value)?).filter(|&depth| depth > 0);
                options.depth = depth
                    .is_none_or(|depth| depth <= DEEPEST)
                    .then_some(depth)?;
            }
            Field::Seed => options.seed = parse_number(value)?,
            Field::Engine => {
                let index = EngineKind::NAMES.iter().position(|&name| name == value)?;
                options.engine = EngineKind::ALL[index];
            }
        }
        Some(())
    }
}

fn parse_switch(value: &str) -> Option<bool> {
    match value {
        "true" | "on" | "1" => Some(true),
        "false" | "off" | "0" => Some(false),
        _ => None,
    }
}

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
                Kind::Switch => vec!["true".to_owned(), "false".to_owned()],
                Kind::Integer { min, max } => vec![min.to_string(), max.to_string()],
                Kind::Choice(words) => words.iter().map(|&word| word.to_owned()).collect(),
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
                matches!(refused, Err(OptionError::Invalid { .. })),
                "{name} {value}"
            );
        }
        let unknown = OptionError::Unknown("speed".to_owned());
        assert_eq!(options.set("speed", "1"), Err(unknown.clone()));
        assert_eq!(options.get("speed"), Err(unknown));
        assert_eq!(options, Options::default());
    }

    #[test]
    fn old_names_are_refused_with_what_became_of_them() {
        let mut options = Options::default();
        let mut told = |name: &str| {
            let refused = options.set(name, "true").unwrap_err();
            assert_eq!(options.get(name), Err(refused.clone()));
            assert_eq!(options, Options::default());
            refused.to_string()
        };
        assert_eq!(
            told("rule1"),
            "the option rule1 is called article.rule1 now"
        );
        assert_eq!(
            told("selective"),
            "there is no option selective any more: it brought no gain"
        );
        for name in ["margin", "useless_cut", "rule2", "bounds", "order"] {
            assert!(told(name).ends_with(&format!("article.{name} now")));
        }
        for name in ["pacing", "learned"] {
            assert!(told(name).contains("any more: "));
        }
    }

    #[test]
    fn other_engines_do_not_listen() {
        let board = diagram::parse("......\n..00..\n.0110.\n..0...\n......\n").unwrap();
        let limits = Limits::default();
        let found = |options: &Options| {
            let limits = options.limit(limits.clone());
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
                if info.listeners.contains(&engine) {
                    continue;
                }
                let mut options = plain.clone();
                let other = match info.kind {
                    Kind::Switch => (info.value != "true").to_string(),
                    Kind::Integer { min, .. } if info.value != min.to_string() => min.to_string(),
                    Kind::Integer { min, .. } => (min + 1).to_string(),
                    Kind::Choice(_) => unreachable!("every engine hears its name"),
                };
                options.set(info.name, &other).unwrap();
                assert_eq!(found(&options), expected, "{engine:?} {}", info.name);
            }
        }
    }
}
