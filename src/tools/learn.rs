//! Learning from games of the engine against itself.
//!
//! * [`self_play`] plays games and records how often the search visited each move;
//! * [`train`] fits the weights of a [linear policy](crate::policy::LinearPolicy) to the visits;
//! * [`evaluate`] measures how well a policy predicts the moves of games;
//! * [`game`] is the text format of the games.

pub mod evaluate;
pub mod game;
pub mod self_play;
pub mod train;
