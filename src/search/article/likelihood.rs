//! Likelihood cut-offs: a line of play ends where it has become too unlikely.
//!
//! The likelihood of a line is the product of the likelihoods of its moves below the root. The likelihood of a move is
//! its weight, divided by the sum of the weights of all moves of the node. The nearest trajectory through a cell is the
//! one that needs the fewest dots: the more it needs, the smaller the weight of a move there. A forced move counts as
//! certain. A move is forced if it captures at once, or takes a cell where the opponent would capture at once.
//!
//! CITE: R. W. Floyd's likelihood of moves in chess, as described by D. E. Knuth and R. W. Moore, "An analysis of
//! alpha-beta pruning" (1975); Y. Tsuruoka, D. Yokoyama and T. Chikayama, "Game-tree search algorithm based on
//! realization probability" (2002).

/// The weight of a move is divided by this for each dot after the first that the nearest trajectory through its cell
/// needs.
const DECAY: f64 = 4.0;

/// The likelihood of the line of play from the root to the node that is searched.
#[derive(Clone, Debug)]
pub(super) struct Likelihood {
    /// A line that is less likely ends.
    least: f64,
    plies: Vec<Ply>,
}

/// A node on the line of play.
#[derive(Clone, Debug)]
struct Ply {
    /// The likelihood of the line to this node.
    likelihood: f64,
    /// The dots that the nearest trajectory through each cell needs; 0 where there is none.
    needs: Vec<usize>,
    /// The sum of the weights of the moves of this node; `None` until it is asked for.
    sum: Option<f64>,
}

impl Likelihood {
    /// Lines that are less likely than 2^-`bits` end. `plies` is the depth of the search, `cells` the number of cells in
    /// its table.
    pub(super) fn new(bits: u32, plies: usize, cells: usize) -> Likelihood {
        let ply = Ply {
            likelihood: 1.0,
            needs: vec![0; cells],
            sum: None,
        };
        Likelihood {
            // From 1,075 bits on this is 0, and no line ends.
            least: 0.5_f64.powi(bits.min(1_075) as i32),
            plies: vec![ply; plies + 1],
        }
    }

    /// The dots that the nearest trajectory through each cell needs at `ply`, to be set when a node is entered.
    pub(super) fn needs(&mut self, ply: usize) -> &mut [usize] {
        let ply = &mut self.plies[ply];
        ply.sum = None;
        &mut ply.needs
    }

    /// Follows the move with this row in the table from `ply` to the next one. Returns whether the line has become too
    /// unlikely. All moves at the root are certain.
    pub(super) fn follow(&mut self, ply: usize, row: usize) -> bool {
        let now = &mut self.plies[ply];
        let likelihood = match now.needs[row] {
            _ if ply == 0 => 1.0,
            1 => now.likelihood,
            need => {
                let weights = now.needs.iter().map(|&need| weight(need));
                let sum = *now.sum.get_or_insert_with(|| weights.sum());
                now.likelihood * weight(need) / sum
            }
        };
        self.plies[ply + 1].likelihood = likelihood;
        likelihood < self.least
    }
}

/// The weight of a move on a cell whose nearest trajectory needs `need` dots. 0 without a trajectory.
fn weight(need: usize) -> f64 {
    match need {
        0 => 0.0,
        _ => DECAY.powi(1 - need as i32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_number_of_bits_ends_no_line() {
        let mut line = Likelihood::new(u32::MAX, 2, 2);
        for ply in 0..2 {
            line.needs(ply).copy_from_slice(&[1, 9]);
            assert!(!line.follow(ply, 1), "ply {ply}");
        }
    }

    #[test]
    fn a_line_ends_where_the_product_of_its_moves_is_too_small() {
        // Lines that are less likely than a quarter end.
        let mut line = Likelihood::new(2, 4, 3);
        line.needs(0).copy_from_slice(&[3, 1, 1]);
        assert!(!line.follow(0, 0), "moves at the root are certain");
        // The weights are 1, 1/4 and 1/16.
        line.needs(1).copy_from_slice(&[1, 2, 3]);
        assert!(!line.follow(1, 0), "a forced move is certain");
        assert!(line.follow(1, 1), "4/21");
        // A cell without a trajectory has no weight.
        line.needs(1).copy_from_slice(&[0, 2, 3]);
        assert!(line.follow(1, 2), "1/5");
        assert!(!line.follow(1, 1), "4/5");
        for (ply, is_too_unlikely) in [(2, false), (3, true)] {
            line.needs(ply).copy_from_slice(&[0, 2, 2]);
            assert_eq!(line.follow(ply, 1), is_too_unlikely, "half as likely");
        }
    }
}
