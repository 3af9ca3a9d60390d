//! The three protocols, as clients meet them.

#[cfg(feature = "cli")]
#[path = "../client/mod.rs"]
mod client;
#[cfg(all(feature = "cli", target_os = "linux"))]
mod default_effort;
#[cfg(feature = "cli")]
mod document;
#[cfg(feature = "cli")]
mod ends;
#[cfg(feature = "cli")]
mod gtp;
#[cfg(feature = "cli")]
mod gtp_analyze;
mod gtp_arguments;
#[cfg(feature = "cli")]
mod json;
#[cfg(feature = "cli")]
mod json_replies;
#[cfg(feature = "cli")]
mod oppai;
#[cfg(all(feature = "cli", target_os = "linux"))]
mod ponder;
#[cfg(all(feature = "cli", unix))]
#[path = "../process/mod.rs"]
mod process;
#[cfg(all(feature = "cli", target_os = "linux"))]
#[path = "../random/mod.rs"]
mod random;
#[cfg(feature = "cli")]
mod sessions;
#[cfg(feature = "cli")]
#[path = "../stop/mod.rs"]
mod stop;
#[cfg(feature = "cli")]
mod transcript;
#[cfg(feature = "cli")]
mod v6;
#[cfg(feature = "cli")]
mod v6_games;
#[cfg(feature = "cli")]
mod v6_replies;
#[cfg(feature = "cli")]
#[path = "../walls/mod.rs"]
mod walls;
