//! Trees of numbers, on which the searches are compared with what is known of them.

use super::GameTree;

/// A tree in which every inner node has the same number of children and every leaf has the same depth.
#[derive(Clone, Debug)]
pub struct NumberTree {
    breadth: u32,
    plies: u32,
    leaves: Leaves,
    /// The numbers of the children on the way from the root, counted from 0.
    path: Vec<u32>,
}

/// The values of the leaves of a [`NumberTree`], for the side to move.
#[derive(Clone, Debug)]
pub enum Leaves {
    /// These values, from left to right.
    Listed(Vec<i32>),
    /// Random values by a seed. The value of a leaf tells nothing about its neighbours.
    Independent(u64),
    /// Every move has a random gain by a seed. The value of a leaf is the sum of the gains on the way to it, so that a good
    /// move is good whatever follows.
    ///
    /// CITE: M. M. Newborn, "The efficiency of the alpha-beta search on trees with branch-dependent terminal node
    /// scores", Artificial Intelligence 8 (1977).
    Dependent(u64),
}

/// The first 81 digits of pi.
const PI: &str =
    "314159265358979323846264338327950288419716939937510582097494459230781640628620899";

impl NumberTree {
    /// The tree of `plies` plies with `breadth` children of every inner node, at least one.
    ///
    /// # Panics
    /// If [`Leaves::Listed`] has fewer values than the tree has leaves.
    pub fn new(breadth: u32, plies: u32, leaves: Leaves) -> NumberTree {
        if let Leaves::Listed(values) = &leaves {
            let number = (breadth as usize).saturating_pow(plies);
            assert!(values.len() >= number, "{number} leaves need values");
        }
        NumberTree {
            breadth,
            plies,
            leaves,
            path: Vec::new(),
        }
    }

    /// The example of Knuth and Moore: three children, four plies, and the first 81 digits of pi as leaves.
    pub fn pi() -> NumberTree {
        let digits = PI.bytes().map(|digit| i32::from(digit - b'0'));
        NumberTree::new(3, 4, Leaves::Listed(digits.collect()))
    }

    /// A number of `bits` bits for the node at the end of the path, the same for the same seed.
    fn random(path: &[u32], seed: u64, bits: u32) -> i32 {
        let seed = path.iter().fold(seed, |seed, &step| {
            fastrand::Rng::with_seed(seed ^ (u64::from(step + 1) << 32)).u64(..)
        });
        (seed >> (64 - bits)) as i32
    }
}

impl GameTree for NumberTree {
    type Move = u32;

    fn moves(&mut self) -> Vec<u32> {
        match self.path.len() < self.plies as usize {
            true => (0..self.breadth).collect(),
            false => Vec::new(),
        }
    }

    fn play(&mut self, step: u32) {
        self.path.push(step);
    }

    fn undo(&mut self) {
        self.path.pop();
    }

    fn value(&mut self) -> i32 {
        match &self.leaves {
            Leaves::Listed(values) => {
                let number = self
                    .path
                    .iter()
                    .fold(0, |number, step| self.breadth * number + step);
                values[number as usize]
            }
            &Leaves::Independent(seed) => NumberTree::random(&self.path, seed, 20),
            &Leaves::Dependent(seed) => (1..=self.path.len()).fold(0, |value, plies| {
                -(value + NumberTree::random(&self.path[..plies], seed, 10))
            }),
        }
    }
}
