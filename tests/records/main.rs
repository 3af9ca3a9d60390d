//! Records of games, and pictures of them.

#[cfg(feature = "cli")]
mod animations;
mod first_move;
#[cfg(feature = "cli")]
mod pictures;
#[cfg(feature = "cli")]
mod records;
mod sgf;
mod sgf_ends;
mod sgf_random;
mod sgf_written;
#[cfg(feature = "cli")]
mod show;
mod variations;

use proptest::prelude::ProptestConfig;

/// The random cases of a test. Failing cases are not saved in a file: each becomes a test of its own.
fn random_cases() -> ProptestConfig {
    ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
