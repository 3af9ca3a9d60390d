use super::super::criticality::Criticality;
use super::*;
use std::cell::Cell;
use std::sync::RwLock;
use std::thread;
use std::time::Duration;

fn moves(number: u32) -> Vec<PriorMove> {
    let found = |x| PriorMove {
        point: Point::new(x, 0),
        prior: 1.0 / number as f32,
    };
    (0..number).map(found).collect()
}

impl Tree {
    /// A tree of one position with these moves. Each has a number of visits, all with this margin in dots.
    pub(in crate::search::mcts) fn with_results(results: &[(Point, u32, f32)]) -> Tree {
        let mut tree = Tree::new(1 << 16);
        let found = |&(point, ..): &(Point, u32, f32)| PriorMove { point, prior: 0.1 };
        let moves: Vec<PriorMove> = results.iter().map(found).collect();
        tree.reset(&moves, None);
        for (edge, &(_, visits, margin)) in tree.edges.iter().zip(results) {
            for _ in 0..visits {
                edge.visits.add();
            }
            edge.margin.change(|_| margin);
        }
        tree
    }

    /// The same tree with the position after a move at the root, given by its index. There this margin, in dots,
    /// is certain for the player who makes the move.
    pub(in crate::search::mcts) fn with_certain(mut self, index: usize, margin: i16) -> Tree {
        let child = self.add(&[], Some(-margin));
        self.edges[index].child = child;
        self
    }

    /// The number of times that the positions have moved in memory.
    pub(in crate::search::mcts) fn generation(&self) -> u32 {
        self.generation
    }

    /// The moves in the position after these moves, played from the root. Empty if it is not in the tree.
    pub(in crate::search::mcts) fn moves_after(&self, moves: &[Point]) -> &[Edge] {
        self.after(moves).map_or(&[], |node| self.edges_of(node))
    }

    /// The number of bytes that the tree and its spare memory take.
    pub(in crate::search::mcts) fn bytes(&self) -> usize {
        let nodes = self.nodes.capacity() + self.spare.0.capacity();
        let edges = self.edges.capacity() + self.spare.1.capacity();
        nodes * size_of::<Node>() + edges * size_of::<Edge>()
    }

    /// The number of simulations that are on their way, counted at each of their moves.
    pub(in crate::search::mcts) fn in_flight(&self) -> u32 {
        self.edges.iter().map(|edge| edge.in_flight.get()).sum()
    }
}

/// Plays one simulation. It has a good result for the first player if its first move is at (2, 0), and a bad one
/// otherwise.
fn visit(tree: &mut Tree, path: &mut Path) {
    tree.descend(path, &Criticality::new());
    if path.expands {
        tree.expand(path, &moves(3), None);
    }
    let good = path.moves[0] == Point::new(2, 0);
    tree.back_up(
        path,
        if good { 0.9 } else { 0.2 },
        if good { 5.0 } else { -3.0 },
    );
}

#[test]
fn the_better_move_is_visited_most_and_keeps_its_part_of_the_tree() {
    let (mut tree, mut path) = (Tree::new(1 << 20), Path::default());
    tree.reset(&moves(3), None);
    for _ in 0..500 {
        visit(&mut tree, &mut path);
    }
    let index = tree.most_visited()[0];
    let chosen = tree.root_moves()[index].clone();
    assert_eq!(chosen.point, Point::new(2, 0));
    assert!(chosen.visits() > 400 && (chosen.margin() - 5.0).abs() < 1e-3);
    assert_eq!(
        tree.root_moves()
            .iter()
            .map(|edge| edge.visits())
            .sum::<u32>(),
        500
    );
    let line = tree.principal_variation(index);
    assert!(line.len() > 2 && line[0] == chosen.point);

    tree.keep_below(Some(&[chosen.point]), &Limits::default());
    assert_eq!(tree.principal_variation(tree.most_visited()[0]), line[1..]);
    // The first visit ended at the move itself.
    let visits: u32 = tree.root_moves().iter().map(|edge| edge.visits()).sum();
    assert_eq!(visits, chosen.visits() - 2);
    tree.keep_below(Some(&[Point::new(9, 9)]), &Limits::default());
    assert!(tree.root_moves().is_empty());
}

#[test]
fn a_line_ends_before_moves_without_visits() {
    let [first, second] = [0, 1].map(|x| Point::new(x, 0));
    let mut tree = Tree::with_results(&[(first, 2, 0.0), (second, 1, 0.0)]);
    let child = tree.add(&moves(3), None);
    tree.edges[0].child = child;
    assert_eq!(tree.principal_variation(0), [first]);
    let edges = tree.edges_of(&tree.nodes[child as usize]);
    edges[1].visits.add();
    assert_eq!(tree.principal_variation(0), [first, second]);
    // Of equally visited moves the first one counts: it has the greatest prior.
    edges[0].visits.add();
    assert_eq!(tree.principal_variation(0), [first, first]);
}

#[test]
fn a_position_that_another_thread_has_added_is_not_added_again() {
    let (mut tree, mut path) = (Tree::new(1 << 20), Path::default());
    tree.reset(&moves(1), None);
    while !path.expands {
        tree.descend(&mut path, &Criticality::new());
        tree.back_up(&path, 0.5, 0.0);
    }
    for _ in 0..2 {
        tree.expand(&path, &moves(3), None);
        assert_eq!((tree.nodes.len(), tree.root_moves()[0].child), (2, 1));
    }
}

#[test]
fn little_time_keeps_few_positions() {
    let kept = |time: Option<Duration>| {
        let (mut tree, mut path) = (Tree::new(1 << 20), Path::default());
        tree.reset(&moves(3), None);
        for _ in 0..2000 {
            visit(&mut tree, &mut path);
        }
        let limits = time.map_or(Limits::default(), Limits::time);
        tree.keep_below(Some(&[Point::new(2, 0)]), &limits);
        assert_eq!(tree.root_moves().len(), 3);
        tree.nodes.len()
    };
    let all = kept(None);
    assert!(all > 200, "{all}");
    assert_eq!(kept(Some(Duration::from_secs(9))), all);
    // The three moves of a position take 120 ns, and a quarter of the time is for them.
    let some = kept(Some(Duration::from_micros(48)));
    assert!((1..=100).contains(&some), "{some}");
    assert_eq!(kept(Some(Duration::ZERO)), 1);
}

#[test]
fn raised_moves_come_first_and_keep_their_order() {
    let mut tree = Tree::new(1 << 20);
    tree.reset(&moves(5), None);
    let wanted = [(3, 0.5), (4, 0.3), (1, 0.1), (9, 0.9)];
    tree.raise_priors(0, &wanted.map(|(x, prior)| (Point::new(x, 0), prior)));
    let moves = tree.root_moves().iter();
    let order: Vec<u32> = moves.map(|edge| edge.point.x()).collect();
    assert_eq!(order, [9, 3, 4, 0, 1, 2]);
    assert!(tree.root_moves().is_sorted_by(|a, b| a.prior >= b.prior));
}

#[test]
fn futile_moves_come_last() {
    let mut tree = Tree::new(1 << 20);
    tree.reset(&moves(3), None);
    tree.lower_root_priors(|point| point == Point::new(0, 0));
    let moves = tree.root_moves().iter();
    let order: Vec<u32> = moves.map(|edge| edge.point.x()).collect();
    assert_eq!(order, [1, 2, 0]);
    let priors: Vec<f32> = tree.root_moves().iter().map(|edge| edge.prior).collect();
    assert_eq!(priors, [1.0 / 3.0, 1.0 / 3.0, FUTILE]);
}

#[test]
fn memory_is_bounded() {
    let bytes = 100_000;
    let (mut tree, mut path) = (Tree::new(bytes), Path::default());
    tree.reset(&moves(3), None);
    for _ in 0..20_000 {
        visit(&mut tree, &mut path);
    }
    let used =
        |tree: &Tree| tree.nodes.len() * size_of::<Node>() + tree.edges.len() * size_of::<Edge>();
    assert!(used(&tree) > bytes / 20 && tree.bytes() <= bytes);
    // The tree is full. Positions with few visits can be removed.
    let best = tree.root_moves()[tree.most_visited()[0]].clone();
    let positions = tree.nodes.len();
    tree.make_room(|| false);
    assert!((1..=positions / 2).contains(&tree.nodes.len()));
    assert!(!tree.is_valid(&path));
    let kept = &tree.root_moves()[tree.most_visited()[0]];
    assert_eq!((best.point, best.visits()), (kept.point, kept.visits()));
    let mut grown = 0;
    for _ in 0..20_000 {
        tree.make_room(|| false);
        let before = tree.nodes.len();
        visit(&mut tree, &mut path);
        grown += tree.nodes.len() - before;
    }
    assert!(grown > positions, "{grown} positions more");
    assert!(tree.bytes() <= bytes);
    let visits: u32 = tree.root_moves().iter().map(|edge| edge.visits()).sum();
    assert_eq!(visits, 40_000);
}

#[test]
fn a_search_that_is_over_does_not_wait_for_room() {
    let (mut tree, mut path) = (Tree::new(8 << 20), Path::default());
    tree.reset(&moves(3), None);
    while !tree.wants_room(&Limits::default()) {
        visit(&mut tree, &mut path);
    }
    let before = (tree.nodes.len(), tree.edges.len(), tree.bytes());
    assert!(before.0 > 3 * 1024, "{before:?}");
    // The search is over before, or soon after the copy has begun.
    for checks in 0..3 {
        let asked = Cell::new(0);
        let is_over = || asked.replace(asked.get() + 1) == checks;
        let root = tree.nodes.first().cloned();
        assert!(!tree.keep(root, |_, _| true, is_over));
        tree.make_room(|| true);
        assert!(tree.is_valid(&path) && tree.wants_room(&Limits::default()));
        let after = (tree.nodes.len(), tree.edges.len(), tree.bytes());
        assert_eq!(after, before);
    }
    tree.make_room(|| false);
    assert!(!tree.is_valid(&path) && tree.nodes.len() < before.0);
}

#[test]
fn what_is_kept_of_a_full_tree_has_room() {
    let limits = Limits::default();
    let (mut tree, mut path) = (Tree::new(100_000), Path::default());
    tree.reset(&moves(3), None);
    while !tree.wants_room(&limits) {
        visit(&mut tree, &mut path);
    }
    assert!(!tree.wants_room(&Limits::time(Duration::ZERO)));
    tree.keep_below(Some(&[Point::new(1, 0)]), &limits);
    assert!(!tree.root_moves().is_empty() && !tree.wants_room(&limits));
}

#[test]
fn moves_at_the_root_of_a_full_tree_can_be_raised() {
    for (limits, raised) in [
        (Limits::default(), true),
        (Limits::time(Duration::ZERO), false),
    ] {
        let (mut tree, mut path) = (Tree::new(100_000), Path::default());
        tree.reset(&moves(3), None);
        for _ in 0..20_000 {
            visit(&mut tree, &mut path);
        }
        let visits = |tree: &Tree| tree.root_moves().iter().map(Edge::visits).sum::<u32>();
        let before = visits(&tree);
        let wanted: Vec<_> = (3..9).map(|x| (Point::new(x, 0), 0.9)).collect();
        tree.raise_root_priors(&wanted, &limits);
        let is_raised = tree.root_moves()[0].point == wanted[0].0;
        assert_eq!((is_raised, visits(&tree)), (raised, before));
    }
}

#[test]
fn a_certain_margin_ends_the_path() {
    for moves_after in [moves(2), vec![]] {
        let (mut tree, mut path) = (Tree::new(1 << 20), Path::default());
        tree.reset(&moves(2), None);
        assert_eq!(tree.move_that_keeps_certain_margin(), None);
        // The second visit of a move adds a position with a certain margin: five dots for its player.
        for _ in 0..20 {
            tree.descend(&mut path, &Criticality::new());
            if path.expands {
                tree.expand(&path, &moves_after, Some(5));
            }
            assert!(path.certain.is_none_or(|margin| margin == 5));
            assert_eq!(path.moves.len(), 1);
            tree.back_up(&path, 0.7, 12.0);
        }
        assert_eq!(path.certain, Some(5));
        let mut edges = tree.root_moves().iter();
        assert!(edges.all(|edge| tree.certain_after(edge) == Some(-5)));
        assert!(tree.is_certain_after_all());
        assert_eq!(tree.best_of_certain(), tree.most_visited().first().copied());
        // At the root the search goes on, until a move is known that keeps the score.
        tree.keep_below(Some(&path.moves), &Limits::default());
        assert_eq!(tree.move_that_keeps_certain_margin(), None);
        tree.descend(&mut path, &Criticality::new());
        assert_eq!(path.certain, None);
        assert_eq!(path.moves.len(), usize::from(!moves_after.is_empty()));
    }
}

#[test]
fn the_move_that_keeps_a_certain_margin_is_found() {
    let (mut tree, mut path) = (Tree::new(1 << 20), Path::default());
    tree.reset(&moves(2), Some(5));
    for _ in 0..20 {
        tree.descend(&mut path, &Criticality::new());
        if path.expands {
            // The second move loses a dot, the first none.
            let lost = path.moves[0].x() as i16;
            tree.expand(&path, &[], Some(lost - 5));
        }
        tree.back_up(&path, 0.3 + 0.4 * path.moves[0].x() as f32, 0.0);
    }
    let certain = |x: usize| tree.certain_after(&tree.root_moves()[x]);
    assert_eq!([0, 1].map(certain), [Some(5), Some(4)]);
    assert_eq!(tree.move_that_keeps_certain_margin(), Some(0));
}

#[test]
fn what_is_expected_moves_to_another_scale() {
    let (mut tree, mut path) = (Tree::new(1 << 20), Path::default());
    tree.reset(&moves(3), None);
    for _ in 0..50 {
        visit(&mut tree, &mut path);
    }
    let (root, child) = (0, tree.root_moves()[tree.most_visited()[0]].child);
    let values = |tree: &Tree, node: u32| -> Vec<f32> {
        let edges = tree.edges_of(&tree.nodes[node as usize]).iter();
        edges.map(|edge| edge.value()).collect()
    };
    let before = [root, child].map(|node| values(&tree, node));
    tree.shift_values(0.5);
    let after = [root, child].map(|node| values(&tree, node));
    for (before, after) in before[0].iter().zip(&after[0]) {
        assert!((0.0..*before).contains(after), "{before} {after}");
    }
    // Values of the one player become smaller, those of the other greater.
    for (before, after) in before[1].iter().zip(&after[1]) {
        assert!(
            (*before..=1.0).contains(after) && after > before,
            "{before} {after}"
        );
    }
}

#[test]
fn certain_values_are_the_same_on_another_scale() {
    let [certain, other] = [0, 1].map(|x| Point::new(x, 0));
    let tree = Tree::with_results(&[(certain, 3, 1.0), (other, 3, 1.0)]).with_certain(0, 5);
    tree.shift_values(1.0);
    let values: Vec<f32> = tree.root_moves().iter().map(Edge::value).collect();
    assert_eq!(values, [0.5, shifted(0.5, exp(1.0))]);
}

/// If the playouts have found a large capture, the usual margin moves by some units.
#[test]
fn better_moves_stay_better_on_another_scale() {
    for units in [-4.0, 0.5, 4.0] {
        let [low, middle, high] = [0.3, 0.5, 0.6].map(|value| shifted(value, exp(units)));
        assert!(0.0 < low && low < middle && middle < high && high < 1.0);
        assert!((middle - 1.0 / (1.0 + exp(units))).abs() < 1e-6);
        let back = shifted(high, exp(-units));
        assert!((back - 0.6).abs() < 1e-4, "{back}");
    }
}

#[test]
fn threads_share_a_tree() {
    let mut tree = Tree::new(1 << 22);
    tree.reset(&moves(3), None);
    let tree = RwLock::new(tree);
    let work = || {
        let mut path = Path::default();
        for _ in 0..5000 {
            tree.read().unwrap().descend(&mut path, &Criticality::new());
            if path.expands {
                tree.write().unwrap().expand(&path, &moves(3), None);
            }
            tree.read().unwrap().back_up(&path, 0.5, 1.0);
        }
    };
    thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(work))));
    let tree = tree.into_inner().unwrap();
    let visits: u32 = tree.root_moves().iter().map(Edge::visits).sum();
    assert_eq!((visits, tree.nodes[0].visits.get()), (20_000, 20_000));
    assert_eq!(tree.in_flight(), 0);
    assert!(tree.nodes.len() > 1000);
}
