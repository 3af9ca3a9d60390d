//! Decomposition: the board as a sum of independent regions.
//!
//! A threat is a trajectory that captures enemy dots or frees own ones. Threats with a common cell belong to the same
//! *region*. A player divides his dots among the regions, and wins at most the sum of the gains of all regions. If he
//! has few dots and needs a large gain, most regions cannot help.
//!
//! CITE: M. Müller, "Decomposition search: a combinatorial games approach to game tree search"
//! (1999), for the sums. The sums here are upper bounds, so that the value stays exact.

use super::threats::{Threats, UNKNOWN};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::trajectory::LONGEST;

/// The greatest gain in dots, for each number of dots that the player puts. A gain is the number of dots captured and
/// freed.
type Gains = [i32; LONGEST + 1];

/// An upper bound of the gain of a player: of the dots that he captures and frees.
#[derive(Clone, Copy, Debug)]
pub(super) struct UpperBound {
    /// A number of dots. The player wins no more, even if the opponent always passes.
    pub(super) most: i32,
    /// The cells of the threats that can be part of a gain that is large enough.
    pub(super) useful: Bitboard,
}

/// Divides the board into regions, which have no cell of a threat in common. The memory is used again for the next
/// position.
pub(super) struct Decomposition {
    /// The number of dots in each group that the player can still win. A group is won as a whole.
    worth: Vec<i32>,
    /// The region of each cell, by its index: 0 for none. All are 0 between two calls.
    label: Vec<u16>,
    /// A union-find forest of regions: the parent of each region. The root of a tree is its own parent.
    parent: Vec<u16>,
    /// Triples of a region, a group, and the smallest number of dots that wins the group in that region.
    cheapest: Vec<(u16, u16, usize)>,
    /// For each region, the greatest gain in dots for each number of dots that the player puts.
    gains: Vec<Gains>,
    /// For each region, the greatest gains in all earlier regions together, for each number of dots that the player
    /// puts.
    before: Vec<Gains>,
    /// For each region, the greatest number of cells of its threats that can be part of a gain that is large enough. It
    /// is 0 if none can.
    largest: Vec<usize>,
}

impl Decomposition {
    pub(super) fn new() -> Decomposition {
        Decomposition {
            worth: Vec::new(),
            label: vec![0; Point::COUNT],
            parent: Vec::new(),
            cheapest: Vec::new(),
            gains: Vec::new(),
            before: Vec::new(),
            largest: Vec::new(),
        }
    }

    /// An upper bound of the gain of `player` with this number of dots, and the cells that can help him to gain at
    /// least `enough` dots.
    pub(super) fn upper_bound(
        &mut self,
        threats: &Threats,
        board: &Board,
        player: Player,
        dots: usize,
        enough: i32,
    ) -> UpperBound {
        threats.write_worth(board, player, &mut self.worth);
        let mut certain = std::mem::take(&mut self.worth[UNKNOWN as usize]);
        for filled in threats.list.iter().filter(|threat| threat.cells.is_empty()) {
            certain += std::mem::take(&mut self.worth[filled.group as usize]);
        }
        self.find_regions(threats);
        self.find_gains(threats, dots);
        let most = certain + self.add_up(dots, enough - certain);
        let mut useful = Bitboard::EMPTY;
        for threat in threats.list.iter() {
            if let Some(&cell) = threat.cells.first() {
                let region = self.label[cell.index()] as usize;
                if region != 0 && threat.cells.len() <= self.largest[self.root(region)] {
                    threat.cells.iter().for_each(|&cell| useful.insert(cell));
                }
            }
        }
        for cell in threats.list.iter().flat_map(|threat| threat.cells.iter()) {
            self.label[cell.index()] = 0;
        }
        UpperBound { most, useful }
    }

    /// The root of a region in the union-find forest: the number that all joined regions share.
    fn root(&self, mut region: usize) -> usize {
        while self.parent[region] as usize != region {
            region = self.parent[region] as usize;
        }
        region
    }

    /// Writes the region of each cell on a threat to `label`. Threats with a common cell get the same region. Threats
    /// to groups in which the player can win no more dots are left out.
    fn find_regions(&mut self, threats: &Threats) {
        self.parent.clear();
        self.parent.push(0);
        for threat in threats.list.iter() {
            if self.worth[threat.group as usize] == 0 {
                continue;
            }
            let mut own = 0;
            for cell in threat.cells.iter() {
                let known = self.label[cell.index()] as usize;
                if known != 0 {
                    let known = self.root(known);
                    if own == 0 {
                        own = known;
                    }
                    self.parent[known] = own as u16;
                }
            }
            if own == 0 {
                own = self.parent.len();
                self.parent.push(own as u16);
            }
            for cell in threat.cells.iter() {
                self.label[cell.index()] = own as u16;
            }
        }
    }

    /// Finds the greatest gain in each region, for each number of dots up to `dots`.
    fn find_gains(&mut self, threats: &Threats, dots: usize) {
        self.cheapest.clear();
        for threat in threats.list.iter() {
            let cells = &threat.cells;
            if self.worth[threat.group as usize] > 0 && !cells.is_empty() {
                let region = self.root(self.label[cells[0].index()] as usize);
                self.cheapest
                    .push((region as u16, threat.group, cells.len()));
            }
        }
        self.cheapest.sort_unstable();
        self.cheapest
            .dedup_by_key(|&mut (region, group, _)| (region, group));
        self.gains.clear();
        self.gains.resize(self.parent.len(), [0; LONGEST + 1]);
        for &(region, group, fewest) in &self.cheapest {
            let gains = &mut self.gains[region as usize];
            for gain in gains.iter_mut().take(dots + 1).skip(fewest) {
                *gain += self.worth[group as usize];
            }
        }
    }

    /// The greatest gain of all regions together with this number of dots. Also finds, for each region, how large a
    /// threat can be that is part of a gain of at least `enough` dots.
    fn add_up(&mut self, dots: usize, enough: i32) -> i32 {
        self.before.clear();
        let mut sum = [0; LONGEST + 1];
        for gains in &self.gains {
            self.before.push(sum);
            sum = combined(&sum, gains, dots);
        }
        self.largest.clear();
        self.largest.resize(self.gains.len(), 0);
        let mut after = [0; LONGEST + 1];
        for (region, gains) in self.gains.iter().enumerate().rev() {
            let others = combined(&self.before[region], &after, dots);
            let is_enough = |&own: &usize| gains[own] + others[dots - own] >= enough;
            self.largest[region] = (1..=dots).rev().find(is_enough).unwrap_or(0);
            after = combined(&after, gains, dots);
        }
        sum[dots]
    }
}

/// The greatest gains in two parts of the board together: for each number of dots up to `dots`, the gain of the best
/// split between the parts.
fn combined(one: &Gains, other: &Gains, dots: usize) -> Gains {
    let mut sum = [0; LONGEST + 1];
    for (all, sum) in sum.iter_mut().enumerate().take(dots + 1) {
        let splits = (0..=all).map(|part| one[part] + other[all - part]);
        *sum = splits.max().unwrap_or(0);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::notation::diagram;
    use crate::search::trajectory::Finder;
    use fastrand::Rng;

    /// The gain of `player` with each set of at most `dots` of the `cells`, while the opponent passes. A set is a mask of
    /// places in `cells`. The gain is 0 for a larger set, and if a dot of the set cannot be put.
    fn gains(board: &mut Board, player: Player, cells: &[Point], dots: usize) -> Vec<i32> {
        let before = board.score(player);
        let mut gains = vec![0; 1 << cells.len()];
        for (set, gain) in gains.iter_mut().enumerate() {
            if set.count_ones() as usize > dots {
                continue;
            }
            let places = (0..cells.len()).filter(|place| set >> place & 1 != 0);
            let played = places
                .take_while(|&place| board.try_play(cells[place], player).is_ok())
                .count();
            if played == set.count_ones() as usize {
                *gain = board.score(player) - before;
            }
            for _ in 0..played {
                board.undo();
            }
        }
        gains
    }

    /// A set of dots gains no more than the bound. If each of its dots is needed to gain enough, all of them are useful.
    #[test]
    fn the_bound_holds_for_all_sets_of_dots() {
        let mut rng = Rng::with_seed(4);
        let mut decomposition = Decomposition::new();
        let mut group_of = vec![UNKNOWN; Point::COUNT];
        let (mut useful, mut useless) = (0, 0);
        for _ in 0..200 {
            let size = Size::new(rng.u32(4..=8), rng.u32(4..=6)).unwrap();
            let mut board = Board::new(size);
            board.fill_at_random(&mut rng, 11);
            let (player, dots) = (Player::ALL[rng.usize(..2)], rng.usize(1..=4));
            let mut threats = Threats::default();
            threats.find(&mut Finder::new(), &board, player, dots, &mut group_of);
            let cells: Vec<Point> = board.free().iter().collect();
            let gains = gains(&mut board, player, &cells, dots);
            let most = gains.iter().copied().max().unwrap_or(0);
            for enough in 1..=most {
                let bound = decomposition.upper_bound(&threats, &board, player, dots, enough);
                assert!(most <= bound.most, "{player}\n{}", diagram::print(&board));
                useless += cells.len() - bound.useful.len() as usize;
                for (set, _) in gains
                    .iter()
                    .enumerate()
                    .filter(|&(_, &gain)| gain >= enough)
                {
                    let places = || (0..cells.len()).filter(|place| set >> place & 1 != 0);
                    if places().all(|place| gains[set & !(1 << place)] < enough) {
                        let needed: Bitboard = places().map(|place| cells[place]).collect();
                        useful += 1;
                        assert!(
                            needed.is_subset(&bound.useful),
                            "{player}, {enough} of {dots} dots: {needed:?}\n{}",
                            diagram::print(&board)
                        );
                    }
                }
            }
        }
        assert!(useful > 200 && useless > 1000, "{useful} {useless}");
    }

    /// The greatest gain in the regions together. `gain` tells what a number of dots wins in one of them.
    fn best(gain: &dyn Fn(&Bitboard, u32) -> i32, regions: &[Bitboard], dots: u32) -> i32 {
        let Some((region, others)) = regions.split_first() else {
            return 0;
        };
        let splits = (0..=dots).map(|own| gain(region, own) + best(gain, others, dots - own));
        splits.max().unwrap_or(0)
    }

    /// The bound as it is defined: regions are merged as long as two of them have a common cell, and dots are divided
    /// among them in every way.
    struct SlowBound {
        most: i32,
        useful: Bitboard,
        /// Whether each threat still wins something.
        is_complete: bool,
    }

    /// Adds a region, and joins it with those that have a cell of it.
    fn merge(regions: &mut Vec<Bitboard>, mut joined: Bitboard) {
        regions.retain(|region| {
            let is_apart = !region.intersects(&joined);
            if !is_apart {
                joined |= *region;
            }
            is_apart
        });
        regions.push(joined);
    }

    fn slow_bound(
        threats: &Threats,
        board: &Board,
        player: Player,
        dots: usize,
        enough: i32,
    ) -> SlowBound {
        let mut worth = Vec::new();
        threats.write_worth(board, player, &mut worth);
        let mut certain: Vec<usize> = vec![UNKNOWN as usize];
        let filled = threats.list.iter().filter(|threat| threat.cells.is_empty());
        certain.extend(filled.map(|threat| threat.group as usize));
        certain.sort_unstable();
        certain.dedup();
        let won: i32 = certain.iter().map(|&group| worth[group]).sum();
        certain.iter().for_each(|&group| worth[group] = 0);
        let (mut open, mut regions) = (Vec::new(), Vec::<Bitboard>::new());
        for threat in &threats.list {
            let cells: Bitboard = threat.cells.iter().copied().collect();
            if worth[threat.group as usize] == 0 || cells.is_empty() {
                continue;
            }
            open.push((threat.group as usize, cells));
            merge(&mut regions, cells);
        }
        let gain = |region: &Bitboard, dots: u32| -> i32 {
            let here = open
                .iter()
                .filter(|(_, cells)| cells.intersects(region) && cells.len() <= dots);
            let mut groups: Vec<usize> = here.map(|&(group, _)| group).collect();
            groups.sort_unstable();
            groups.dedup();
            groups.into_iter().map(|group| worth[group]).sum()
        };
        let dots = dots as u32;
        let mut useful = Bitboard::EMPTY;
        for (_, cells) in &open {
            let (here, others): (Vec<_>, Vec<_>) =
                regions.iter().partition(|region| region.intersects(cells));
            let can_help = (cells.len()..=dots)
                .any(|own| won + gain(&here[0], own) + best(&gain, &others, dots - own) >= enough);
            if can_help {
                useful |= *cells;
            }
        }
        SlowBound {
            most: won + best(&gain, &regions, dots),
            useful,
            is_complete: open.len()
                == threats
                    .list
                    .iter()
                    .filter(|own| !own.cells.is_empty())
                    .count(),
        }
    }

    #[test]
    fn the_bound_is_the_best_division_of_the_dots_among_the_regions() {
        let mut rng = Rng::with_seed(51);
        let mut decomposition = Decomposition::new();
        let mut group_of = vec![UNKNOWN; Point::COUNT];
        let (mut bounds, mut certain, mut complete) = (0, 0, 0);
        for _ in 0..400 {
            let size = Size::new(rng.u32(4..=12), rng.u32(4..=8)).unwrap();
            let mut board = Board::new(size);
            let dots = size.area() * rng.u32(5..9) / 10;
            board.put_at_random(&mut rng, dots);
            let (player, dots) = (Player::ALL[rng.usize(..2)], rng.usize(2..=3));
            let mut threats = Threats::default();
            threats.find(&mut Finder::new(), &board, player, dots, &mut group_of);
            if rng.u32(..4) == 0
                && let Some(dot) = board.live(player.opponent()).first()
            {
                threats.add(dot, 1, UNKNOWN);
            }
            let cells: Vec<Point> = threats
                .list
                .iter()
                .flat_map(|threat| threat.cells.iter().copied())
                .collect();
            let mut dots = dots;
            if rng.bool()
                && let Some(&cell) = rng.choice(&cells)
            {
                // The board stays as it was, so that what the dot captures is certain and not yet won.
                let before = threats.clone();
                dots -= 1;
                threats.after_own(&before, Some(cell), dots);
                certain += 1;
            }
            for enough in 1..=4 {
                let slow = slow_bound(&threats, &board, player, dots, enough);
                let bound = decomposition.upper_bound(&threats, &board, player, dots, enough);
                assert_eq!(bound.most, slow.most, "{player}\n{board}");
                assert!(
                    slow.useful.is_subset(&bound.useful),
                    "{player}, {enough}\n{board}"
                );
                bounds += u32::from(slow.most > 1);
                // A threat that wins nothing any more may count as useful if another one has its first cell.
                if slow.is_complete {
                    complete += 1;
                    assert_eq!(
                        bound.useful, slow.useful,
                        "{player}, {enough} with {dots}\n{board}"
                    );
                }
            }
        }
        assert!(
            bounds > 200 && certain > 50 && complete > 200,
            "{bounds} {certain} {complete}"
        );
    }
}
