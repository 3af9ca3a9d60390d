//! The graph of free cells that neighbourhood and groups of dots link.

use crate::board::Board;
use crate::geometry::{Bitboard, Direction, Player, Point};

/// The graph for one player.
///
/// Every link has a *value*: the signed number of enemy dots that lie to the right of the steps
/// it takes, each step up counting minus and each step down plus. Round a closed curve that does
/// not cross itself the values add up to the number of enemy dots inside, with the sign of its
/// direction; as no board holds 2^15 dots, sums may wrap.
pub(super) struct Links {
    /// The nodes: free cells, row by row.
    pub(super) cells: Vec<Point>,
    /// Words of 64 nodes in a row of the bit matrices.
    pub(super) words: usize,
    /// Nodes that capture alone, with the number of dots.
    pub(super) singles: Vec<(usize, u16)>,
    /// Pairs of nodes that capture together, the smaller first, with the number of dots.
    pub(super) pairs: Vec<(usize, usize, u16)>,
    /// Bit matrix: links with a single value.
    plain: Vec<u64>,
    /// Bit matrix: links of any kind.
    linked: Vec<u64>,
    /// The value of every plain link, a row a node.
    values: Vec<i16>,
}

/// Where a cell touches a group.
#[derive(Clone, Copy)]
struct Contact {
    group: u16,
    /// The value of the way from the cell to the root of the group.
    value: i16,
}

const NONE: u16 = u16::MAX;

impl Links {
    pub(super) fn new(board: &Board, player: Player) -> Links {
        let cells: Vec<Point> = board.free().iter().collect();
        let steps = Steps::new(board.live(player.opponent()));
        let groups = Groups::new(board.live(player), &steps);
        let words = cells.len().div_ceil(64);
        let mut links = Links {
            words,
            singles: Vec::new(),
            pairs: Vec::new(),
            plain: vec![0; words * cells.len()],
            linked: vec![0; words * cells.len()],
            values: vec![0; cells.len() * cells.len()],
            cells,
        };
        let contacts = links.contacts(&groups, &steps);
        links.join(&contacts, groups.number, &steps, board.free());
        links
    }

    /// The nodes linked to `node` by a single value, as bits.
    #[inline]
    pub(super) fn plain(&self, node: usize) -> &[u64] {
        &self.plain[node * self.words..][..self.words]
    }

    /// The nodes linked to `node` in any way, as bits.
    #[inline]
    pub(super) fn linked(&self, node: usize) -> &[u64] {
        &self.linked[node * self.words..][..self.words]
    }

    /// The value of a plain link.
    #[inline]
    pub(super) fn value(&self, from: usize, to: usize) -> i16 {
        self.values[from * self.cells.len() + to]
    }

    /// Where every cell touches groups, and which cells capture alone. Those have no contacts.
    fn contacts(&mut self, groups: &Groups, steps: &Steps) -> Vec<Vec<Contact>> {
        let mut all = Vec::with_capacity(self.cells.len());
        for node in 0..self.cells.len() {
            let cell = self.cells[node];
            let mut own: Vec<Contact> = Vec::new();
            let mut inside = 0;
            for direction in Direction::ALL {
                let dot = cell.step(direction);
                let group = groups.group[dot.index()];
                if group == NONE {
                    continue;
                }
                let value = steps
                    .value(cell, direction)
                    .wrapping_sub(groups.value[dot.index()]);
                match own.iter().find(|contact| contact.group == group) {
                    Some(contact) => {
                        inside = inside.max(contact.value.wrapping_sub(value).unsigned_abs());
                    }
                    None => own.push(Contact { group, value }),
                }
            }
            if inside > 0 {
                self.singles.push((node, inside));
                own.clear();
            }
            all.push(own);
        }
        all
    }

    /// Links the cells that touch the same group, and those that are neighbours.
    fn join(&mut self, contacts: &[Vec<Contact>], groups: usize, steps: &Steps, free: &Bitboard) {
        let mut members: Vec<Vec<(usize, i16)>> = vec![Vec::new(); groups];
        for (node, contacts) in contacts.iter().enumerate() {
            for contact in contacts {
                members[contact.group as usize].push((node, contact.value));
            }
        }
        let mut node_at = vec![usize::MAX; Point::COUNT];
        for (node, cell) in self.cells.iter().enumerate() {
            node_at[cell.index()] = node;
        }
        for &(single, _) in &self.singles {
            node_at[self.cells[single].index()] = usize::MAX;
        }
        let mut pair_dots: Vec<(usize, usize, u16)> = Vec::new();
        for (node, own) in contacts.iter().enumerate() {
            let cell = self.cells[node];
            if node_at[cell.index()] == usize::MAX {
                continue;
            }
            for direction in Direction::ALL {
                let other = cell.step(direction);
                if free.contains(other) && node_at[other.index()] != usize::MAX {
                    let other = node_at[other.index()];
                    self.link(node, other, steps.value(cell, direction), &mut pair_dots);
                }
            }
            for contact in own {
                for &(other, value) in &members[contact.group as usize] {
                    if other != node {
                        let value = contact.value.wrapping_sub(value);
                        self.link(node, other, value, &mut pair_dots);
                    }
                }
            }
        }
        pair_dots.sort_unstable_by_key(|&(a, b, dots)| (a, b, std::cmp::Reverse(dots)));
        pair_dots.dedup_by_key(|&mut (a, b, _)| (a, b));
        self.pairs = pair_dots;
    }

    fn link(&mut self, from: usize, to: usize, value: i16, pairs: &mut Vec<(usize, usize, u16)>) {
        let word = from * self.words + to / 64;
        let bit = 1 << (to % 64);
        let known = &mut self.values[from * self.cells.len() + to];
        if self.linked[word] & bit == 0 {
            self.linked[word] |= bit;
            self.plain[word] |= bit;
            *known = value;
        } else if *known != value {
            self.plain[word] &= !bit;
            if from < to {
                pairs.push((from, to, known.wrapping_sub(value).unsigned_abs()));
            }
        }
    }
}

/// The values of single steps.
struct Steps {
    enemies: Bitboard,
}

impl Steps {
    fn new(enemies: &Bitboard) -> Steps {
        Steps { enemies: *enemies }
    }

    /// The value of the step from a cell in a direction: the enemy dots in the lower of the two
    /// rows to the right of where the step crosses the upper edge of that row.
    #[inline]
    fn value(&self, from: Point, direction: Direction) -> i16 {
        let (_, dy) = direction.delta();
        if dy == 0 {
            return 0;
        }
        let to = from.step(direction);
        let column = from.column().min(to.column());
        let lower = from.row().max(to.row());
        let dots = (self.enemies.rows()[lower] >> column >> 1).count_ones();
        dots as i16 * dy as i16
    }
}

/// The 8-connected groups of a player's live dots.
struct Groups {
    /// The group at each point, or `NONE`.
    group: Vec<u16>,
    /// The value of the way from the root of the group to each dot.
    value: Vec<i16>,
    number: usize,
}

impl Groups {
    fn new(live: &Bitboard, steps: &Steps) -> Groups {
        let mut groups = Groups {
            group: vec![NONE; Point::COUNT],
            value: vec![0; Point::COUNT],
            number: 0,
        };
        let mut stack = Vec::new();
        for root in live.iter() {
            if groups.group[root.index()] != NONE {
                continue;
            }
            groups.group[root.index()] = groups.number as u16;
            stack.push(root);
            while let Some(dot) = stack.pop() {
                for direction in Direction::ALL {
                    let next = dot.step(direction);
                    if live.contains(next) && groups.group[next.index()] == NONE {
                        groups.group[next.index()] = groups.number as u16;
                        groups.value[next.index()] =
                            groups.value[dot.index()].wrapping_add(steps.value(dot, direction));
                        stack.push(next);
                    }
                }
            }
            groups.number += 1;
        }
        groups
    }
}
