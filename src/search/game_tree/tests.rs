use super::*;

/// A tree like the one of Knuth and Moore: every inner node has three children. The leaves are at depth `plies`, and
/// their values are listed from left to right.
struct Numbers {
    leaves: Vec<i32>,
    plies: usize,
    path: Vec<usize>,
}

impl GameTree for Numbers {
    type Move = usize;

    fn moves(&mut self) -> Vec<usize> {
        (0..3)
            .take(if self.path.len() < self.plies { 3 } else { 0 })
            .collect()
    }

    fn play(&mut self, step: usize) {
        self.path.push(step);
    }

    fn undo(&mut self) {
        self.path.pop();
    }

    fn value(&mut self) -> i32 {
        self.leaves[self.path.iter().fold(0, |number, step| 3 * number + step)]
    }
}

/// The first 81 digits of pi.
const PI: &str =
    "314159265358979323846264338327950288419716939937510582097494459230781640628620899";

fn pi() -> Numbers {
    Numbers {
        leaves: PI.bytes().map(|digit| (digit - b'0') as i32).collect(),
        plies: 4,
        path: Vec::new(),
    }
}

#[test]
fn the_tree_of_the_paper() {
    let found = minimax(&mut pi());
    assert_eq!((found.value, found.leaves), (2, 81));
    let found = branch_and_bound(&mut pi());
    assert_eq!((found.value, found.leaves), (2, 36));
    let found = alpha_beta(&mut pi(), -INFINITY, INFINITY);
    assert_eq!((found.value, found.leaves), (2, 31));
    assert_eq!(iterative(&mut pi()), found);
}

#[test]
fn all_searches_agree_on_random_trees() {
    let mut random = fastrand::Rng::with_seed(1);
    for case in 0..300 {
        let plies = case % 6;
        let mut tree = Numbers {
            leaves: (0..3usize.pow(plies as u32))
                .map(|_| random.i32(-4..=4))
                .collect(),
            plies,
            path: Vec::new(),
        };
        let full = minimax(&mut tree);
        let bounded = branch_and_bound(&mut tree);
        let cut = alpha_beta(&mut tree, -INFINITY, INFINITY);
        assert_eq!((bounded.value, bounded.best), (full.value, full.best));
        assert_eq!((cut.value, cut.best), (full.value, full.best));
        assert!(cut.leaves <= bounded.leaves && bounded.leaves <= full.leaves);
        assert_eq!(iterative(&mut tree), cut);
        for guess in -5..=5 {
            let aspired = aspiration(&mut tree, guess, 1);
            assert_eq!(aspired.value, full.value, "guess {guess}");
            let minimal = alpha_beta(&mut tree, guess, guess + 1);
            assert_eq!(minimal.value > guess, full.value > guess);
        }
    }
}
