//! Positions that are hard to search, as the rows of a diagram: very many trajectories, or a very long way.

// Every test file uses the part it needs.
#![allow(dead_code)]

/// One wall of the first player that winds over the whole board, with enemy dots between its turns. Most pairs of cells
/// between the turns capture: on 62x62 there are more than a million.
pub fn winding_wall(side: usize) -> Vec<String> {
    let cell = |x: usize, y: usize| {
        let is_post = x == 1 || x == side - 2;
        let is_rail = match y % 4 {
            1 => (2..side - 4).contains(&x),
            3 => (4..side - 2).contains(&x),
            _ => false,
        };
        let is_enemy = x == side / 2 && y.is_multiple_of(2) && y + 2 < side;
        match y == 0 || y + 1 >= side {
            false if is_post || is_rail => '0',
            false if is_enemy => '1',
            _ => '.',
        }
    };
    let row = |y| (0..side).map(|x| cell(x, y)).collect();
    (0..side).map(row).collect()
}

/// A wall of the first player that leads in a spiral from the edge to the middle, with two free cells between its turns
/// and an enemy dot in the middle. It takes long to find that few sets of cells capture.
pub fn spiral(side: usize) -> Vec<String> {
    let mut rows = vec![vec!['.'; side]; side];
    let (mut start, mut low, mut high) = (1, 1, side - 2);
    while low + 3 < high {
        rows[low][start..=high].fill('0');
        rows[low..=high].iter_mut().for_each(|row| row[high] = '0');
        rows[high][low..=high].fill('0');
        rows[low + 3..=high]
            .iter_mut()
            .for_each(|row| row[low] = '0');
        (start, low, high) = (low, low + 3, high - 3);
    }
    rows[side / 2][side / 2] = '1';
    rows.into_iter().map(String::from_iter).collect()
}

/// A line of dots of the first player that fills the board three cells away from its edge. It goes up and down in long
/// diagonals, which touch by corners only. Single dots lie between its rows. A search for ways to the edge follows the
/// whole line, and each single dot may join it.
pub fn snake(side: usize) -> Vec<String> {
    const WAVE: usize = 10;
    const ROW: usize = 6;
    let (low, high) = (3, side - 4);
    let last_row = (high - low - WAVE) / ROW;
    let cell = |x: usize, y: usize| {
        let place = x % (2 * WAVE + 2);
        let Some(height) = y.checked_sub(low + place.min(2 * WAVE + 1 - place)) else {
            return '.';
        };
        let (row, below) = (height / ROW, height % ROW);
        let is_joint = x == if row.is_multiple_of(2) { high } else { low };
        match (low..=high).contains(&x) {
            true if row <= last_row && below == 0 => '0',
            true if row < last_row && (is_joint || below == ROW / 2 && x.is_multiple_of(3)) => '0',
            _ => '.',
        }
    };
    let row = |y| (0..side).map(|x| cell(x, y)).collect();
    (0..side).map(row).collect()
}
