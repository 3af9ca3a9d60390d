//! The page: its server, and what people do with it in a browser.

#![cfg(feature = "serve")]

mod chromium;
mod games;
mod hands;
mod serve;
mod server;
