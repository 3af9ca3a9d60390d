//! Settings of the engines by name: what a protocol or a command line can list, read and change
//! without knowing any engine, and the engine that they make.
//!
//! ```
//! use tochki::search::options::{Kind, OptionError, Options};
//!
//! let mut options = Options::default();
//! options.set("depth", "4")?;
//! assert_eq!(options.get("depth")?, "4");
//! assert!(matches!(options.set("depth", "-1"), Err(OptionError::Invalid { .. })));
//! for info in options.list() {
//!     if let Kind::Integer { min, max } = info.kind {
//!         assert!(min <= max, "{}", info.name);
//!     }
//! }
//! let engine = options.build();
//! # Ok::<(), OptionError>(())
//! ```

use super::article::{Article, ArticleOptions};
use super::mcts::{Mcts, MctsOptions};
use super::tactical::{Tactical, TacticalOptions};
use super::{Engine, Limits};
use crate::geometry::parse_number;
use crate::importance::Shape;
use crate::policy::LinearPolicy;
use std::fmt;
use std::sync::Arc;

/// Which engine chooses the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineKind {
    /// The method of the article of 2002.
    Article,
    /// The exact search of captures.
    Tactical,
    /// The tree search of the whole board.
    Mcts,
    /// The one that plays best: the tree search.
    #[default]
    Auto,
}

impl EngineKind {
    /// All engines, in the order of [`EngineKind::NAMES`].
    pub const ALL: [EngineKind; 4] = [
        EngineKind::Article,
        EngineKind::Tactical,
        EngineKind::Mcts,
        EngineKind::Auto,
    ];

    /// Their names.
    pub const NAMES: [&'static str; 4] = ["article", "tactical", "mcts", "auto"];

    /// Whether a depth bounds its searches.
    pub fn goes_by_depth(self) -> bool {
        matches!(self, EngineKind::Article | EngineKind::Tactical)
    }
}

/// The settings of all engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The engine that is used.
    pub engine: EngineKind,
    /// The depth of searches in plies; `None` leaves it to the engine and to other limits.
    pub depth: Option<u32>,
    /// No search visits more positions than this; 0 sets no such limit.
    pub nodes: u32,
    /// Number of threads, for engines that use several.
    pub threads: u32,
    /// Size of the transposition table or the tree in megabytes, for engines that keep one.
    pub hash: u32,
    /// Seed of engines that draw lots.
    pub seed: u64,
    /// Whether to think on the opponent's time.
    pub ponder: bool,
    /// The policy of the engine `mcts`; `None` for its own.
    pub policy: Option<Arc<LinearPolicy>>,
    /// Shapes that the engine `article` knows besides its own.
    pub shapes: Vec<Shape>,
    /// The engine of the article.
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
            shapes: Vec::new(),
            article: ArticleOptions::default(),
        }
    }
}

/// What values an option takes.
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

/// An option with what it takes and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name: one word.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// What it was in the beginning, as [`Options::set`] reads it: one word.
    pub default: String,
    /// What it is now.
    pub value: String,
}

/// Why an option cannot be read or set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no option of this name.
    #[error("there is no option {0:?}")]
    Unknown(String),
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

    /// These limits under the options: a depth that has been set takes the place of theirs, for engines
    /// that search to a depth, and the number of nodes is the smaller one.
    pub fn limit(&self, limits: Limits) -> Limits {
        let depth = self.depth.filter(|_| self.engine.goes_by_depth());
        let nodes = (self.nodes > 0).then_some(u64::from(self.nodes));
        Limits {
            plies: depth.or(limits.plies),
            nodes: limits.nodes.into_iter().chain(nodes).min(),
            ..limits
        }
    }

    fn mcts(&self) -> Mcts {
        let options = MctsOptions {
            hash: self.hash,
            threads: self.threads,
            seed: self.seed,
        };
        let policy = self.policy.as_ref().unwrap_or(LinearPolicy::standard());
        Mcts::with_policy(options, policy.clone())
    }

    /// The engine with these settings.
    pub fn build(&self) -> Box<dyn Engine> {
        match self.engine {
            EngineKind::Article => {
                let options = ArticleOptions {
                    depth: self.depth.unwrap_or(self.article.depth),
                    ..self.article
                };
                Box::new(Article::with_shapes(options, &self.shapes))
            }
            EngineKind::Tactical => {
                let usual = TacticalOptions::default().depth;
                let options = TacticalOptions {
                    depth: self.depth.unwrap_or(usual),
                    hash: self.hash,
                    threads: self.threads,
                    ..TacticalOptions::default()
                };
                Box::new(Tactical::new(options))
            }
            EngineKind::Mcts | EngineKind::Auto => Box::new(self.mcts()),
        }
    }
}

fn find(name: &str) -> Result<&'static Entry, OptionError> {
    let entry = TABLE.iter().find(|entry| entry.name == name);
    entry.ok_or_else(|| OptionError::Unknown(name.to_owned()))
}

/// An option: its name, and the field behind it.
struct Entry {
    name: &'static str,
    field: Field,
}

/// How a field of [`Options`] is reached.
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

/// The options, in the order they are listed.
static TABLE: [Entry; 17] = [
    entry("engine", Field::Engine),
    entry("depth", Field::Depth),
    integer("nodes", 0, u32::MAX, |options| &mut options.nodes),
    integer("threads", 1, 64, |options| &mut options.threads),
    integer("hash", 1, 4096, |options| &mut options.hash),
    entry("seed", Field::Seed),
    switch("ponder", |options| &mut options.ponder),
    integer("margin", 1, 2, |options| &mut options.article.margin),
    switch("useless_cut", |options| &mut options.article.useless_cut),
    switch("rule1", |options| &mut options.article.rule1),
    switch("rule2", |options| &mut options.article.rule2),
    switch("bounds", |options| &mut options.article.bounds),
    switch("order", |options| &mut options.article.order),
    switch("alpha_beta", |options| &mut options.article.alpha_beta),
    switch("importance", |options| &mut options.article.importance),
    switch("nearness", |options| &mut options.article.nearness),
    switch("deepening", |options| &mut options.article.deepening),
];

const fn entry(name: &'static str, field: Field) -> Entry {
    Entry { name, field }
}

const fn switch(name: &'static str, field: fn(&mut Options) -> &mut bool) -> Entry {
    entry(name, Field::Switch(field))
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
            Field::Engine => EngineKind::NAMES[options.engine as usize].to_owned(),
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
    use crate::board::Board;
    use crate::geometry::{Player, Size};
    use crate::search::Silent;

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
            ("margin", "3"),
            ("seed", "-1"),
            ("seed", "+1"),
            ("rule1", "yes"),
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
    fn every_engine_plays_on_narrow_boards() {
        for kind in EngineKind::ALL {
            let options = Options {
                engine: kind,
                hash: 1,
                ..Options::default()
            };
            for sides in (1..8).flat_map(|side| [(1, side), (side, 1), (2, side), (side, 2)]) {
                let mut engine = options.build();
                let mut board = Board::new(Size::new(sides.0, sides.1).unwrap());
                let mut player = Player::First;
                while !board.free().is_empty() {
                    let limits = Options::default().limits_for_complexity(24, &board);
                    let outcome = engine.search(&mut board, player, &limits, &mut Silent);
                    board.play(outcome.best.expect("a cell is free"), player);
                    player = player.opponent();
                }
            }
        }
    }

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
