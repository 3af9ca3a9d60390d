//! The positions of `tochki bench search` that come with the program.

use super::search::{Position, parse};

macro_rules! positions {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../fixtures/positions/", $name, ".txt")))),*]
    };
}

/// Names and texts.
const POSITIONS: [(&str, &str); 50] = positions![
    "00", "01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12", "13", "14", "15",
    "16", "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31",
    "32", "33", "34", "35", "36", "37", "38", "39", "40", "41", "42", "43", "44", "45", "46", "47",
    "48", "49"
];

/// All of them, by name.
pub fn all() -> Vec<Position> {
    let read = |(name, text)| parse(name, text).expect("the texts are well formed");
    POSITIONS.map(read).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::bench::search::read;
    use std::path::Path;

    #[test]
    fn every_file_of_the_repository_is_there() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/positions");
        let files = read(&directory).unwrap();
        let shown = |positions: &[Position]| format!("{positions:?}");
        assert_eq!(shown(&all()), shown(&files));
    }
}
