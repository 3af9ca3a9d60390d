//! Which engine, and how it is set: arguments of every command that lets one think.

use anyhow::{Context, anyhow, bail};
use std::path::{Path, PathBuf};
use tochki::importance::shape::{self, Shape};
use tochki::protocol::files;
use tochki::search::options::{EngineKind, Options};

/// The choice of an engine.
#[derive(clap::Args, Default)]
pub struct EngineArgs {
    /// Which engine.
    #[arg(long, value_name = "NAME", value_parser = EngineKind::NAMES)]
    engine: Option<String>,
    /// Another setting of the engine; `options` of the protocol lists them.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Shapes that the engine `article` knows besides its own, as `tochki learn shapes` writes them.
    #[arg(long, value_name = "FILE")]
    shapes: Option<PathBuf>,
}

impl EngineArgs {
    /// The settings.
    ///
    /// # Errors
    /// If there is no such engine or setting, it does not take the value, the file holds no
    /// shapes, or the engine knows none.
    pub fn options(&self) -> anyhow::Result<Options> {
        let options = self.options_and_shapes()?;
        if !options.shapes.is_empty() && options.engine != EngineKind::Article {
            let name = options.get("engine")?;
            bail!("--shapes is for the engine article; the engine {name} knows no shapes");
        }
        Ok(options)
    }

    /// The settings, for a caller that uses the shapes itself, whatever the engine is.
    ///
    /// # Errors
    /// As [`options`](EngineArgs::options), but the engine need not know shapes.
    pub fn options_and_shapes(&self) -> anyhow::Result<Options> {
        let mut options = Options::default();
        if let Some(engine) = &self.engine {
            options.set("engine", engine)?;
        }
        for setting in &self.settings {
            let (name, value) = self::setting(setting)?;
            options.set(&name, &value)?;
        }
        if let Some(path) = &self.shapes {
            options.shapes = shapes(path)?;
        }
        Ok(options)
    }
}

/// Reads a file of shapes.
///
/// # Errors
/// If it cannot be read, or holds something else.
pub fn shapes(path: &Path) -> anyhow::Result<Vec<Shape>> {
    let name = || path.display().to_string();
    let text = files::read_text(path).with_context(name)?;
    shape::parse(&text).with_context(name)
}

/// A setting as it is written: `NAME=VALUE`.
///
/// # Errors
/// If there is no equals sign.
pub fn setting(text: &str) -> anyhow::Result<(String, String)> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| anyhow!("expected NAME=VALUE"))
        .with_context(|| text.to_owned())?;
    Ok((name.to_owned(), value.to_owned()))
}
