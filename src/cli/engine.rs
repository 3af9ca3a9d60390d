//! Which engine, and how it is set: arguments of every command that lets one think.

use anyhow::{Context, anyhow};
use tochki::search::options::Options;

/// The choice of an engine.
#[derive(clap::Args, Default)]
pub struct EngineArgs {
    /// Which engine.
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
    /// Another setting of the engine; `options` of the protocol lists them.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
}

impl EngineArgs {
    /// The settings.
    ///
    /// # Errors
    /// If there is no such engine or setting, or it does not take the value.
    pub fn options(&self) -> anyhow::Result<Options> {
        self.options_or(&Options::default().get("engine")?)
    }

    /// The settings, with this engine if none was chosen.
    ///
    /// # Errors
    /// As [`options`](EngineArgs::options).
    pub fn options_or(&self, engine: &str) -> anyhow::Result<Options> {
        let mut options = Options::default();
        options.set("engine", self.engine.as_deref().unwrap_or(engine))?;
        for setting in &self.settings {
            let (name, value) = self::setting(setting)?;
            options.set(&name, &value)?;
        }
        Ok(options)
    }
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
