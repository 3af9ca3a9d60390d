//! The flags that choose an engine of this program and set its options. All commands that run one engine share them.
//! `match` starts engines by command lines and has flags of its own.

use super::policy;
use anyhow::{Context, bail};
use std::path::PathBuf;
use tochki::search::options::{EngineKind, Options};

/// The flags that choose an engine and set its options.
#[derive(clap::Args, Default)]
pub struct EngineArgs {
    /// Which engine; `auto` is the strongest.
    #[arg(long, value_name = "NAME", value_parser = EngineKind::NAMES)]
    engine: Option<String>,
    /// An option of the engine, such as hash=256; protocol.md lists them.
    #[arg(long = "option", alias = "set", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Table of weights for the engine `mcts`: `shipped`, the default, for that of the program, or a file of `tochki
    /// learn train`.
    #[arg(long, alias = "weights", value_name = "shipped|FILE")]
    policy: Option<PathBuf>,
}

impl EngineArgs {
    /// The options of the engine as the flags set them. Options without a flag have their defaults.
    ///
    /// # Errors
    /// If an option or its value is unknown, two flags choose different engines, or the table of weights cannot be read.
    pub fn options(&self) -> anyhow::Result<Options> {
        let mut options = options(&self.options)?;
        if let Some(engine) = &self.engine {
            let other = options.engine.name();
            if self.sets("engine") && other != engine {
                bail!("--engine {engine} and --option engine={other} choose different engines");
            }
            options.set("engine", engine)?;
        }
        options.policy = self.policy.as_deref().map(policy::read).transpose()?;
        Ok(options)
    }

    /// Whether `--option` sets the option with this name.
    pub fn sets(&self, name: &str) -> bool {
        let mut names = self.options.iter().filter_map(|text| text.split_once('='));
        names.any(|(other, _)| other == name)
    }
}

/// The default options, changed by texts of the form `NAME=VALUE`.
///
/// # Errors
/// If an option or its value is unknown.
pub fn options(changes: &[String]) -> anyhow::Result<Options> {
    let mut options = Options::default();
    for text in changes {
        let (name, value) = option(text)?;
        options.set(&name, &value)?;
    }
    Ok(options)
}

/// Splits `NAME=VALUE` into name and value at the first equals sign.
///
/// # Errors
/// If there is no equals sign.
pub fn option(text: &str) -> anyhow::Result<(String, String)> {
    let parts = text.split_once('=');
    let (name, value) = parts.with_context(|| format!("{text}: expected NAME=VALUE"))?;
    Ok((name.to_owned(), value.to_owned()))
}
