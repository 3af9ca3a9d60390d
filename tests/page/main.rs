//! The page: its server, and what people do with it in a browser.

#![cfg(feature = "serve")]

/// A server and a browser at it, or the end of the test where there is no browser, or where it cannot do what the test needs.
macro_rules! page {
    ($window:expr, $ability:expr) => {{
        if !crate::browser::can($ability) {
            return;
        }
        page!($window)
    }};
    ($window:expr) => {{
        let Some(page) = crate::browser::Browser::at_a_game($window) else {
            return;
        };
        page
    }};
}

mod access;
mod browser;
mod clocks;
mod files;
mod games;
mod habits;
mod hands;
mod keyboard;
mod links;
mod positions;
#[path = "../process/mod.rs"]
mod process;
mod puzzles;
mod reviews;
mod serve;
mod server;
mod settings;
mod studies;
mod watch;
mod words;
