use super::*;

fn moves(number: u32) -> Vec<Candidate> {
    let candidate = |x| Candidate {
        point: Point::new(x, 0),
        weight: 1.0 / number as f32,
        is_forcing: false,
    };
    (0..number).map(candidate).collect()
}

/// Plays one simulation. It has a good result for the first player if its first move is at (2, 0), and a bad one
/// otherwise.
fn visit(tree: &mut Tree, path: &mut Path) {
    tree.descend(path);
    if path.expands {
        tree.expand(path, &moves(3), NodeInfo::NOTHING);
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
    tree.reset(&moves(3), NodeInfo::NOTHING);
    for _ in 0..500 {
        visit(&mut tree, &mut path);
    }
    let index = tree.most_visited()[0];
    let chosen = tree.root()[index];
    assert_eq!(chosen.point, Point::new(2, 0));
    assert!(chosen.visits > 400 && (chosen.margin - 5.0).abs() < 1e-3);
    assert_eq!(tree.root().iter().map(|edge| edge.visits).sum::<u32>(), 500);
    let line = tree.main_line(index);
    assert!(line.len() > 2 && line[0] == chosen.point);

    tree.keep_below(Some(&[chosen.point]));
    assert_eq!(tree.main_line(tree.most_visited()[0]), line[1..]);
    // The first visit ended at the move itself.
    let visits: u32 = tree.root().iter().map(|edge| edge.visits).sum();
    assert_eq!(visits, chosen.visits - 2);
    tree.keep_below(Some(&[Point::new(9, 9)]));
    assert!(tree.root().is_empty());
}

#[test]
fn raised_moves_come_first_and_keep_their_order() {
    let mut tree = Tree::new(1 << 20);
    tree.reset(&moves(5), NodeInfo::NOTHING);
    let wanted = [(3, 0.5), (4, 0.3), (1, 0.1), (9, 0.9)];
    tree.raise_priors(0, &wanted.map(|(x, prior)| (Point::new(x, 0), prior)));
    let order: Vec<u32> = tree.root().iter().map(|edge| edge.point.x()).collect();
    assert_eq!(order, [9, 3, 4, 0, 1, 2]);
    assert!(tree.root().is_sorted_by(|a, b| a.prior >= b.prior));
}

/// The number of bytes that the tree and its spare memory take.
fn memory(tree: &Tree) -> usize {
    let nodes = tree.nodes.capacity() + tree.spare.0.capacity();
    let edges = tree.edges.capacity() + tree.spare.1.capacity();
    nodes * size_of::<Node>() + edges * size_of::<Edge>()
}

#[test]
fn memory_is_bounded() {
    let bytes = 100_000;
    let (mut tree, mut path) = (Tree::new(bytes), Path::default());
    tree.reset(&moves(3), NodeInfo::NOTHING);
    for _ in 0..20_000 {
        visit(&mut tree, &mut path);
    }
    let used =
        |tree: &Tree| tree.nodes.len() * size_of::<Node>() + tree.edges.len() * size_of::<Edge>();
    assert!(used(&tree) > bytes / 20 && memory(&tree) <= bytes);
    // The tree is full. Positions with few visits can be removed.
    let best = tree.root()[tree.most_visited()[0]];
    let positions = tree.nodes.len();
    tree.make_room();
    assert!((1..=positions / 2).contains(&tree.nodes.len()));
    assert!(!tree.is_there(&path));
    let kept = tree.root()[tree.most_visited()[0]];
    assert_eq!((best.point, best.visits), (kept.point, kept.visits));
    let mut grown = 0;
    for _ in 0..20_000 {
        tree.make_room();
        let before = tree.nodes.len();
        visit(&mut tree, &mut path);
        grown += tree.nodes.len() - before;
    }
    assert!(grown > positions, "{grown} positions more");
    assert!(memory(&tree) <= bytes);
    let visits: u32 = tree.root().iter().map(|edge| edge.visits).sum();
    assert_eq!(visits, 40_000);
}

#[test]
fn what_is_proved_keeps_its_value() {
    let (mut tree, mut path) = (Tree::new(1 << 20), Path::default());
    tree.reset(&moves(2), NodeInfo::NOTHING);
    // The second visit of a move adds a position, which is proved to be five dots for its player.
    let known = NodeInfo {
        bounds: Bounds { least: 5, most: 5 },
        is_complete: true,
    };
    while !path.expands {
        tree.descend(&mut path);
        if path.expands {
            tree.expand(&path, &[], known);
            tree.tighten(&path, |margin| if margin < 0.0 { 0.1 } else { 0.9 });
        }
        tree.back_up(&path, 0.7, 12.0);
    }
    let proved = |tree: &Tree| {
        let mut edges = tree.root().iter();
        let edge = edges.find(|edge| edge.bounds.exact().is_some());
        edge.map(|edge| (edge.margin, edge.value))
    };
    assert_eq!(proved(&tree), Some((-5.0, 0.1)));
    // The next simulation goes to the other move, which is not proved.
    tree.descend(&mut path);
    tree.back_up(&path, 0.7, 12.0);
    let other = |tree: &Tree| {
        let mut edges = tree.root().iter();
        let edge = edges.find(|edge| edge.bounds.exact().is_none()).unwrap();
        (edge.margin, (edge.value * 100.0).round())
    };
    assert_eq!(other(&tree), (12.0, 70.0));
    // A proved move gets the value of its margin on another scale.
    tree.shift_values(1.0, |margin| if margin < 0.0 { 0.05 } else { 0.95 });
    assert_eq!(proved(&tree), Some((-5.0, 0.05)));
    assert_eq!(other(&tree), (12.0, 49.0));
}

#[test]
fn what_is_expected_moves_to_another_scale() {
    let (mut tree, mut path) = (Tree::new(1 << 20), Path::default());
    tree.reset(&moves(3), NodeInfo::NOTHING);
    for _ in 0..50 {
        visit(&mut tree, &mut path);
    }
    let (root, child) = (0, tree.root()[tree.most_visited()[0]].child);
    let values = |tree: &Tree, node: u32| -> Vec<f32> {
        let edges = tree.edges_of(tree.nodes[node as usize]).iter();
        edges.map(|edge| edge.value).collect()
    };
    let before = [root, child].map(|node| values(&tree, node));
    tree.shift_values(0.5, |_| 0.5);
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
