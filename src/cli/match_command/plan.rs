//! What the flags say a match is: its engines, its terms and its start positions.

use super::Args;
use super::numbered::{self, Numbered};
use crate::cli::source::read_bytes;
use anyhow::{Context, anyhow, bail};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use tochki::arena::client::EngineSetup;
use tochki::arena::clock::TimeControl;
use tochki::arena::openings::{self, Opening, Openings, Selection};
use tochki::arena::process::words;
use tochki::arena::referee::Terms;
use tochki::arena::report;
use tochki::arena::tournament::{Entrant, Plan};
use tochki::geometry::parse_number;
use tochki::notation::sgf::Style;
use tochki::notation::start::UnknownStart;
use tochki::tools::source::address;

/// The time control if none is given. Without a limit a match would take hours, and engines that think longer than
/// `--patience` would lose.
pub const DEFAULT_CONTROL: TimeControl = TimeControl::PerMove(Duration::from_millis(100));

impl Args {
    /// The match that the flags describe.
    ///
    /// # Errors
    /// If a flag is missing, two of them do not fit together, or a start position cannot be had.
    pub fn plan(&self) -> anyhow::Result<Plan> {
        match self.engines.len() {
            0 | 1 => bail!("a match needs two engines"),
            2 => {}
            _ if self.round_robin => {}
            count => bail!("{count} engines need --round-robin"),
        }
        let (openings, openings_name) = self.openings()?;
        if let Some(number) = openings.first_over(self.rules, self.komi) {
            bail!(
                "a game from position {number} of {openings_name} would be over before its first move"
            );
        }
        Ok(Plan {
            entrants: self.entrants()?,
            games: self.games,
            terms: Terms {
                rules: self.rules,
                size: self.size,
                komi: self.komi,
                time_margin: self.margin,
                patience: self.patience,
                max_moves: self.max_moves,
                lead_rule: self.lead,
            },
            openings,
            openings_name,
            seed: self.seed,
            concurrency: self.jobs,
            sprt: self.sprt,
            directory: self.out.clone(),
            style: Style {
                chains: self.chains,
            },
            shard: self.shard,
        })
    }

    fn entrants(&self) -> anyhow::Result<Vec<Entrant>> {
        if self.names.len() > self.engines.len() {
            bail!("there are more names than engines");
        }
        let controls = self.controls();
        let count = self.engines.len();
        numbered::check(&self.dialects, count)?;
        numbered::check(&self.options, count)?;
        numbered::check(&controls, count)?;
        let mut entrants = Vec::new();
        for (index, command) in self.engines.iter().enumerate() {
            let number = index + 1;
            let dialect = numbered::only(self.dialects.iter(), number, "dialect")?;
            let control = numbered::only(controls.iter(), number, "time control")?;
            let name = self.names.get(index).cloned();
            let setup = EngineSetup {
                command: command.clone(),
                dialect: dialect.copied().unwrap_or_default(),
                options: numbered::settings(&self.options, number).cloned().collect(),
                control: control.copied().unwrap_or(DEFAULT_CONTROL),
            };
            check_control(&setup, control.is_some(), number)?;
            entrants.push(Entrant {
                name: name.unwrap_or_else(|| {
                    let name = format!("{number} {}", short_name(command));
                    name.trim_end().to_owned()
                }),
                setup,
            });
        }
        check_names(&entrants)?;
        Ok(entrants)
    }

    /// The time controls that were given, each for one engine or for all.
    pub fn controls(&self) -> Vec<Numbered<TimeControl>> {
        let all = [&self.time, &self.tc, &self.complexity, &self.nodes];
        all.into_iter().flatten().cloned().collect()
    }

    fn openings(&self) -> anyhow::Result<(Openings, String)> {
        if let Some(name) = &self.openings {
            let place = || name.display().to_string();
            let list = self.collection(name).with_context(place)?;
            return Ok(match self.shuffle {
                true => {
                    let shuffled = Openings::listed(list, self.size, Some(self.seed))?;
                    (shuffled, format!("{} shuffled", place()))
                }
                false => (Openings::listed(list, self.size, None)?, place()),
            });
        }
        let openings = match self.start.strip_prefix("random:") {
            Some(dots) => {
                let number = parse_number(dots);
                let number = number.with_context(|| format!("`{dots}` is no number of dots"))?;
                Openings::random(number, self.seed, self.rules, self.size)?
            }
            None => {
                let start = self.start.parse();
                let start = start.map_err(|error: UnknownStart| anyhow!("{error}, or random:DOTS"));
                Openings::named(start?, self.size)?
            }
        };
        Ok((openings, self.start.clone()))
    }

    fn collection(&self, name: &Path) -> anyhow::Result<Vec<Opening>> {
        let address = address(name)?;
        let bytes = read_bytes(&address.path)?;
        let selection = Selection {
            game: address.game,
            branches: address.branches,
            exact_moves: address.moves,
            most_moves: self.plies,
        };
        Ok(openings::parse(&bytes, self.rules, self.size, &selection)?)
    }
}

/// Checks that every engine has a name, and that they differ as reports show them. A name that was given may be the
/// default name of another engine.
fn check_names(entrants: &[Entrant]) -> anyhow::Result<()> {
    let mut numbers = BTreeMap::new();
    for (number, entrant) in (1..).zip(entrants) {
        let name = report::name(entrant).trim().to_owned();
        if name.is_empty() {
            bail!("engine {number}: the name is empty");
        }
        if let Some(earlier) = numbers.insert(name.clone(), number) {
            bail!("engines {earlier} and {number} have one name, {name:?}: see --name");
        }
    }
    Ok(())
}

/// Checks that no option of the engine with this number contradicts its time control. The engine would get both.
/// `is_given` tells whether the control comes from a flag.
fn check_control(setup: &EngineSetup, is_given: bool, number: usize) -> anyhow::Result<()> {
    let Some((name, value)) = setup.control_option() else {
        return Ok(());
    };
    // The last one holds.
    let mut options = setup.options.iter().rev();
    let found = options.find(|(option, _)| option == name);
    let Some((_, other)) = found.filter(|(_, other)| !is_same(other, &value)) else {
        return Ok(());
    };
    let control = setup.control;
    let problem = format!("engine {number}: the option {name}={other} contradicts the");
    match is_given {
        true => bail!("{problem} time control, {control}"),
        false => bail!(
            "{problem} default time control, {control}: with --time {number}:own the option holds"
        ),
    }
}

/// Whether two values of an option are one text or one number, such as 1.50 and 1.5.
fn is_same(one: &str, other: &str) -> bool {
    let numbers = parse_number::<f64>(one).zip(parse_number::<f64>(other));
    one == other || numbers.is_some_and(|(one, other)| one == other)
}

/// The file name of the program in a command line, without its folder; empty if the command line cannot be split.
fn short_name(command: &str) -> String {
    let words = words(command).unwrap_or_default();
    let program = words.into_iter().next().unwrap_or_default();
    let name = Path::new(&program).file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tochki::arena::client::DialectKind;

    #[test]
    fn an_option_contradicts_the_time_control_if_it_is_another_number() {
        let check = |value: &str| {
            let setup = EngineSetup {
                command: String::new(),
                dialect: DialectKind::Gtp,
                options: vec![("maxTime".to_owned(), value.to_owned())],
                control: TimeControl::PerMove(Duration::from_millis(1500)),
            };
            check_control(&setup, true, 1).is_ok()
        };
        assert!(["1.5", "1.50"].into_iter().all(check));
        assert!(!["1.51", "15", "x", ""].into_iter().any(check));
    }
}
