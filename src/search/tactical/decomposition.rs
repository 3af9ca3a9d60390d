//! The board as a sum of local fights.
//!
//! OpenTrajectories of cells that have no cell in common, not even through others, belong to different *decomposition*.
//! Whatever a player puts, what he wins is at most the sum of what he could win in each of them
//! with the dots he puts there. So with few dots for much to win, most decomposition do not matter: even
//! all that could be won in them is too little.
//!
//! CITE: M. Müller, "Decomposition search: a combinatorial games approach to game tree search"
//! (1999), for the idea of local fights; the sums here are bounds, so that the value stays exact.

use super::threats::{OPEN, Threats};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::trajectory::LONGEST;

/// What could be won at most with each number of dots.
type Gains = [i32; LONGEST + 1];

/// What a player can hope for.
#[derive(Clone, Copy, Debug)]
pub(super) struct UpperBound {
    /// No more dots than that can be won if the opponent always passes.
    pub(super) most: i32,
    /// The cells whose dots could take technique in winning as much as was asked for.
    pub(super) useful: Bitboard,
}

/// Divides the board; its memory is used again for the next position.
pub(super) struct Decomposition {
    /// The number of dots that each group is worth.
    worth: Vec<i32>,
    /// A region for each point, 0 for none; zero in between.
    label: Vec<u16>,
    /// The region that a region has been joined to; itself if none.
    joined: Vec<u16>,
    /// Locale, group, least number of dots.
    least: Vec<(u16, u16, usize)>,
    gains: Vec<Gains>,
    /// The sums over the decomposition before each.
    before: Vec<Gains>,
    /// With the largest sets that could take technique in winning enough.
    reach: Vec<usize>,
}

impl Decomposition {
    pub(super) fn new() -> Decomposition {
        Decomposition {
            worth: Vec::new(),
            label: vec![0; Point::COUNT],
            joined: Vec::new(),
            least: Vec::new(),
            gains: Vec::new(),
            before: Vec::new(),
            reach: Vec::new(),
        }
    }

    /// What `player` can hope for with so many dots, when `enough` dots are wanted.
    pub(super) fn upper_bound(
        &mut self,
        threats: &Threats,
        board: &Board,
        player: Player,
        dots: usize,
        enough: i32,
    ) -> UpperBound {
        threats.worth(board, player, &mut self.worth);
        let mut certain = std::mem::take(&mut self.worth[OPEN as usize]);
        for threat in threats
            .threats()
            .iter()
            .filter(|threat| threat.cells().is_empty())
        {
            certain += std::mem::take(&mut self.worth[threat.group as usize]);
        }
        self.join(threats);
        self.add_gains(threats, dots);
        let most = certain + self.reaches(dots, enough - certain);
        let mut useful = Bitboard::EMPTY;
        for threat in threats.threats() {
            if let Some(&cell) = threat.cells().first() {
                let region = self.label[cell.index()] as usize;
                if region != 0 && threat.cells().len() <= self.reach[self.root(region)] {
                    threat.cells().iter().for_each(|&cell| useful.insert(cell));
                }
            }
        }
        for cell in threats.threats().iter().flat_map(|threat| threat.cells()) {
            self.label[cell.index()] = 0;
        }
        UpperBound { most, useful }
    }

    fn root(&self, mut region: usize) -> usize {
        while self.joined[region] as usize != region {
            region = self.joined[region] as usize;
        }
        region
    }

    /// Gives the cells of every set that is worth something the same region.
    fn join(&mut self, threats: &Threats) {
        self.joined.clear();
        self.joined.push(0);
        for threat in threats.threats() {
            if self.worth[threat.group as usize] == 0 {
                continue;
            }
            let mut own = 0;
            for cell in threat.cells() {
                let known = self.label[cell.index()] as usize;
                if known != 0 {
                    let known = self.root(known);
                    if own == 0 {
                        own = known;
                    }
                    self.joined[known] = own as u16;
                }
            }
            if own == 0 {
                own = self.joined.len();
                self.joined.push(own as u16);
            }
            for cell in threat.cells() {
                self.label[cell.index()] = own as u16;
            }
        }
    }

    /// Adds up what could be won in each region.
    fn add_gains(&mut self, threats: &Threats, dots: usize) {
        self.least.clear();
        for threat in threats.threats() {
            let cells = threat.cells();
            if self.worth[threat.group as usize] > 0 && !cells.is_empty() {
                let region = self.root(self.label[cells[0].index()] as usize);
                self.least.push((region as u16, threat.group, cells.len()));
            }
        }
        self.least.sort_unstable();
        self.least
            .dedup_by_key(|&mut (region, group, _)| (region, group));
        self.gains.clear();
        self.gains.resize(self.joined.len(), [0; LONGEST + 1]);
        for &(region, group, least) in &self.least {
            for gain in self.gains[region as usize]
                .iter_mut()
                .take(dots + 1)
                .skip(least)
            {
                *gain += self.worth[group as usize];
            }
        }
    }

    /// The most that all decomposition give together; notes the largest sets of each region that could
    /// take technique in winning `enough`.
    fn reaches(&mut self, dots: usize, enough: i32) -> i32 {
        self.before.clear();
        let mut sum = [0; LONGEST + 1];
        for gains in &self.gains {
            self.before.push(sum);
            sum = combined(&sum, gains, dots);
        }
        self.reach.clear();
        self.reach.resize(self.gains.len(), 0);
        let mut after = [0; LONGEST + 1];
        for (region, gains) in self.gains.iter().enumerate().rev() {
            let others = combined(&self.before[region], &after, dots);
            let enough = |&own: &usize| gains[own] + others[dots - own] >= enough;
            self.reach[region] = (1..=dots).rev().find(enough).unwrap_or(0);
            after = combined(&after, gains, dots);
        }
        sum[dots]
    }
}

/// What two techniques of the board give together with each number of dots.
fn combined(one: &Gains, other: &Gains, dots: usize) -> Gains {
    let mut sum = [0; LONGEST + 1];
    for (all, sum) in sum.iter_mut().enumerate().take(dots + 1) {
        let splits = (0..=all).map(|technique| one[technique] + other[all - technique]);
        *sum = splits.max().unwrap_or(0);
    }
    sum
}
