//! What holds of the source itself: layers, short functions, documents that point to what is there, tests that are run,
//! lock files that fit, names of files that every system takes.

mod documents;
mod draws;
mod functions;
mod layers;
mod locks;
mod modules;
mod names;
mod source;
mod targets;
