//! What holds of the source itself: layers, short functions, documents that point to what is there, tests that are run.

mod documents;
mod functions;
mod layers;
mod modules;
mod source;
mod targets;
