//! The board as a sum of local fights.
//!
//! Sets of cells that have no cell in common, not even through others, belong to different *locales*.
//! Whatever a player puts, what he wins is at most the sum of what he could win in each of them
//! with the dots he puts there. So with few dots for much to win, most locales do not matter: even
//! all that could be won in them is too little.
//!
//! CITE: M. Müller, "Decomposition search: a combinatorial games approach to game tree search"
//! (1999), for the idea of local fights; the sums here are bounds, so that the value stays exact.

use super::stakes::{OPEN, Stakes};
use crate::board::Board;
use crate::geometry::{Bitboard, Player, Point};
use crate::search::surround::LONGEST;

/// What could be won at most with each number of dots.
type Gains = [i32; LONGEST + 1];

/// What a player can hope for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// No more dots than that can be won if the opponent always passes.
    pub(super) most: i32,
    /// The cells whose dots could take part in winning as much as was asked for.
    pub(super) useful: Bitboard,
}

/// Divides the board; its memory is used again for the next position.
pub(super) struct Locales {
    /// The number of dots that each group is worth.
    worth: Vec<i32>,
    /// A locale for each point, 0 for none; zero in between.
    label: Vec<u16>,
    /// The locale that a locale has been joined to; itself if none.
    joined: Vec<u16>,
    /// Locale, group, least number of dots.
    least: Vec<(u16, u16, usize)>,
    gains: Vec<Gains>,
    /// The sums over the locales before each.
    before: Vec<Gains>,
    /// With the largest sets that could take part in winning enough.
    reach: Vec<usize>,
}

impl Locales {
    pub(super) fn new() -> Locales {
        Locales {
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
    pub(super) fn outlook(
        &mut self,
        stakes: &Stakes,
        board: &Board,
        player: Player,
        dots: usize,
        enough: i32,
    ) -> Outlook {
        stakes.worth(board, player, &mut self.worth);
        let mut certain = std::mem::take(&mut self.worth[OPEN as usize]);
        for claim in stakes
            .claims()
            .iter()
            .filter(|claim| claim.cells().is_empty())
        {
            certain += std::mem::take(&mut self.worth[claim.group as usize]);
        }
        self.join(stakes);
        self.add_gains(stakes, dots);
        let most = certain + self.reaches(dots, enough - certain);
        let mut useful = Bitboard::EMPTY;
        for claim in stakes.claims() {
            if let Some(&cell) = claim.cells().first() {
                let locale = self.label[cell.index()] as usize;
                if locale != 0 && claim.cells().len() <= self.reach[self.root(locale)] {
                    claim.cells().iter().for_each(|&cell| useful.insert(cell));
                }
            }
        }
        for cell in stakes.claims().iter().flat_map(|claim| claim.cells()) {
            self.label[cell.index()] = 0;
        }
        Outlook { most, useful }
    }

    fn root(&self, mut locale: usize) -> usize {
        while self.joined[locale] as usize != locale {
            locale = self.joined[locale] as usize;
        }
        locale
    }

    /// Gives the cells of every set that is worth something the same locale.
    fn join(&mut self, stakes: &Stakes) {
        self.joined.clear();
        self.joined.push(0);
        for claim in stakes.claims() {
            if self.worth[claim.group as usize] == 0 {
                continue;
            }
            let mut own = 0;
            for cell in claim.cells() {
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
            for cell in claim.cells() {
                self.label[cell.index()] = own as u16;
            }
        }
    }

    /// Adds up what could be won in each locale.
    fn add_gains(&mut self, stakes: &Stakes, dots: usize) {
        self.least.clear();
        for claim in stakes.claims() {
            let cells = claim.cells();
            if self.worth[claim.group as usize] > 0 && !cells.is_empty() {
                let locale = self.root(self.label[cells[0].index()] as usize);
                self.least.push((locale as u16, claim.group, cells.len()));
            }
        }
        self.least.sort_unstable();
        self.least
            .dedup_by_key(|&mut (locale, group, _)| (locale, group));
        self.gains.clear();
        self.gains.resize(self.joined.len(), [0; LONGEST + 1]);
        for &(locale, group, least) in &self.least {
            for gain in self.gains[locale as usize]
                .iter_mut()
                .take(dots + 1)
                .skip(least)
            {
                *gain += self.worth[group as usize];
            }
        }
    }

    /// The most that all locales give together; notes the largest sets of each locale that could
    /// take part in winning `enough`.
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
        for (locale, gains) in self.gains.iter().enumerate().rev() {
            let others = combined(&self.before[locale], &after, dots);
            let enough = |&own: &usize| gains[own] + others[dots - own] >= enough;
            self.reach[locale] = (1..=dots).rev().find(enough).unwrap_or(0);
            after = combined(&after, gains, dots);
        }
        sum[dots]
    }
}

/// What two parts of the board give together with each number of dots.
fn combined(one: &Gains, other: &Gains, dots: usize) -> Gains {
    let mut sum = [0; LONGEST + 1];
    for (all, sum) in sum.iter_mut().enumerate().take(dots + 1) {
        let splits = (0..=all).map(|part| one[part] + other[all - part]);
        *sum = splits.max().unwrap_or(0);
    }
    sum
}
