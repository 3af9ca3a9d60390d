//! Learning a policy, and shapes: games of the engine against itself, training, and what came of it.
//!
//! * [`self_play`] plays games and notes how often the search went for each move;
//! * [`train`] fits the weights of a [linear policy](crate::policy::LinearPolicy) to these counts;
//! * [`evaluate`] tells how well a policy foresees the moves of any games;
//! * [`shapes`] draws pictures of what proved captures rest on;
//! * [`game`] is the text that the games are kept in.

pub mod evaluate;
pub mod game;
pub mod self_play;
pub mod shapes;
pub mod train;
