//! Which engine, and its options: arguments of every command that runs one.

use super::policy;
use anyhow::{Context, anyhow, bail};
use std::path::{Path, PathBuf};
use tochki::importance::shape::{self, Shape};
use tochki::protocol::files;
use tochki::search::options::{EngineKind, Options};

/// The choice of an engine.
#[derive(clap::Args, Default)]
pub struct EngineArgs {
    /// Which engine; `auto` is the strongest.
    #[arg(long, value_name = "NAME", value_parser = EngineKind::NAMES)]
    engine: Option<String>,
    /// An option of the engine, such as threads=2; protocol.md lists them.
    #[arg(long = "option", alias = "set", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Table of weights of the engine `mcts`: `shipped`, or a file of `tochki learn train`.
    #[arg(long, alias = "weights", value_name = "shipped|FILE")]
    policy: Option<PathBuf>,
    /// Shapes that the engine `article` knows besides its own: a file of `tochki learn shapes`.
    #[arg(long, value_name = "FILE")]
    shapes: Option<PathBuf>,
}

impl EngineArgs {
    /// The options.
    ///
    /// # Errors
    /// If there is no such engine or option, it does not take the value, a file cannot be read, or
    /// the engine takes no shapes.
    pub fn options(&self) -> anyhow::Result<Options> {
        let options = self.options_and_shapes()?;
        if !options.shapes.is_empty() && options.engine != EngineKind::Article {
            let name = options.get("engine")?;
            bail!("--shapes is for the engine article; the engine {name} knows no shapes");
        }
        Ok(options)
    }

    /// The options, with shapes for any engine: for a caller that uses the shapes itself.
    ///
    /// # Errors
    /// As [`options`](EngineArgs::options), but every engine may have shapes.
    pub fn options_and_shapes(&self) -> anyhow::Result<Options> {
        let mut options = Options::default();
        if let Some(engine) = &self.engine {
            options.set("engine", engine)?;
        }
        for text in &self.options {
            let (name, value) = option(text)?;
            options.set(&name, &value)?;
        }
        if let Some(path) = &self.shapes {
            options.shapes = shapes(path)?;
        }
        options.policy = self.policy.as_deref().map(policy::read).transpose()?;
        Ok(options)
    }
}

/// Reads a file of shapes.
///
/// # Errors
/// If it cannot be read, or is no file of shapes.
pub fn shapes(path: &Path) -> anyhow::Result<Vec<Shape>> {
    let place = || path.display().to_string();
    let text = files::read_text(path).with_context(place)?;
    shape::parse(&text).with_context(place)
}

/// The name and the value of `NAME=VALUE`.
///
/// # Errors
/// If there is no equals sign.
pub fn option(text: &str) -> anyhow::Result<(String, String)> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| anyhow!("expected NAME=VALUE"))
        .with_context(|| text.to_owned())?;
    Ok((name.to_owned(), value.to_owned()))
}
