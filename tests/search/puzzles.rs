//! Every puzzle is what it says: brute force finds the stated answers, and no others, at the
//! stated depth and not before; and the engine of the article solves them.
//!
//! The brute force knows the rules and nothing else: no engine, no trajectories, no evaluation.

use crate::fixtures::{self, for_each};
use std::collections::HashMap;
use std::collections::HashSet;
use tochki::notation::puzzle::{self, Depth, Puzzle};
use tochki::search::Limits;
use tochki::search::capture_search::{CaptureSearch, Fate};
use tochki::search::options::Options;
use tochki::search::tactical::Tactical;
use tochki::tools::solve::{self, Budget};
use tochki::{Bitboard, Board, Player, Point};

/// Plain search of all playable cells of a range, both sides alike. There is no pass, as the rules
/// know none; where no cell is left the position counts as it stands.
struct BruteForce {
    board: Board,
    range: Bitboard,
    /// What is known of [`reaches`](BruteForce::reaches), by hash of the position, player, plies
    /// and bound.
    known: HashMap<(u64, Player, u32, i32), bool>,
    /// How often a dot there has settled a position, by player and cell: such cells come first.
    successes: [Vec<u32>; 2],
}

impl BruteForce {
    /// A search of the smallest rectangle round all dots with one row and column more on each
    /// side, clipped at the edges.
    fn new(board: &Board) -> BruteForce {
        let mut dots = Bitboard::EMPTY;
        for player in Player::ALL {
            dots |= *board.live(player) | *board.lost_dots(player);
        }
        let span = |coordinate: fn(Point) -> u32| {
            let low = dots.iter().map(coordinate).min().unwrap_or(0);
            let high = dots.iter().map(coordinate).max().unwrap_or(0);
            low.saturating_sub(1)..=high + 1
        };
        let (columns, rows) = (span(Point::x), span(Point::y));
        let in_range = |p: &Point| columns.contains(&p.x()) && rows.contains(&p.y());
        BruteForce {
            board: board.clone(),
            range: board.size().points().filter(in_range).collect(),
            known: HashMap::new(),
            successes: [vec![0; Point::COUNT], vec![0; Point::COUNT]],
        }
    }

    fn cells(&self) -> Vec<Point> {
        (self.range & *self.board.free()).iter().collect()
    }

    /// Whether the player, who moves, can make his score at least `bound` in this many plies,
    /// whatever the opponent does.
    fn reaches(&mut self, player: Player, plies: u32, bound: i32) -> bool {
        let mut cells = self.cells();
        if plies == 0 || cells.is_empty() {
            return self.board.score(player) >= bound;
        }
        let key = (self.board.hash(), player, plies, bound);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let successes = &self.successes[player.index()];
        cells.sort_by_key(|cell| std::cmp::Reverse(successes[cell.index()]));
        let success = cells
            .into_iter()
            .find(|&cell| self.keeps(player, cell, plies, bound));
        if let Some(cell) = success {
            self.successes[player.index()][cell.index()] += plies * plies;
        }
        self.known.insert(key, success.is_some());
        success.is_some()
    }

    /// Whether the player makes his score at least `bound` with a dot on `cell` and best play in
    /// the plies that are left then.
    fn keeps(&mut self, player: Player, cell: Point, plies: u32, bound: i32) -> bool {
        self.board.play(cell, player);
        let kept = !self.reaches(player.opponent(), plies - 1, 1 - bound);
        self.board.undo();
        kept
    }

    /// What a move wins with best play of both sides afterwards.
    fn worth(&mut self, player: Player, cell: Point, plies: u32) -> i32 {
        let score = self.board.score(player);
        let mut worth = 0;
        while !self.keeps(player, cell, plies, score + worth) {
            worth -= 1;
        }
        while self.keeps(player, cell, plies, score + worth + 1) {
            worth += 1;
        }
        worth
    }

    /// What the best moves win, and which they are.
    fn best(&mut self, player: Player, plies: u32) -> (i32, HashSet<Point>) {
        let score = self.board.score(player);
        let mut best = 0;
        while !self.reaches(player, plies, score + best) {
            best -= 1;
        }
        while self.reaches(player, plies, score + best + 1) {
            best += 1;
        }
        let mut cells = self.cells();
        cells.retain(|&cell| self.keeps(player, cell, plies, score + best));
        (best, cells.into_iter().collect())
    }
}

/// The stated answers are the best moves at the stated depth, with the stated scores, and one ply
/// less does not find them.
fn check(puzzle: &Puzzle) {
    let title = &puzzle.title;
    let mut search = BruteForce::new(&puzzle.board);
    let right: HashSet<Point> = puzzle.right_answers().collect();
    let best = search.best(puzzle.player, puzzle.plies);
    assert_eq!(best, (puzzle.best_score(), right.clone()), "{title}");
    for answer in puzzle.answers.iter().filter(|a| !right.contains(&a.point)) {
        let worth = search.worth(puzzle.player, answer.point, puzzle.plies);
        assert_eq!(worth, answer.score, "{title}: {:?}", answer.point);
    }
    if puzzle.plies > 1 {
        let (_, shallow) = search.best(puzzle.player, puzzle.plies - 1);
        let less = Depth {
            plies: puzzle.plies - 1,
        };
        assert_ne!(shallow, right, "{title}: {less} full moves suffice");
    }
}

#[test]
fn brute_force_agrees_with_every_puzzle() {
    for_each(&fixtures::puzzles("puzzles"), check);
}

#[test]
fn brute_force_agrees_with_every_hole() {
    for_each(&fixtures::puzzles("holes"), check);
}

fn article() -> Options {
    let mut options = Options::default();
    options.set("engine", "article").unwrap();
    options
}

#[test]
fn the_article_solves_every_puzzle() {
    for_each(&fixtures::puzzles("puzzles"), |puzzle| {
        let attempt = solve::attempt(puzzle, &article(), Budget::default());
        assert!(attempt.right, "{}: {:?}", puzzle.title, attempt.answer);
    });
}

#[test]
fn the_article_misses_every_hole() {
    for_each(&fixtures::puzzles("holes"), |puzzle| {
        let attempt = solve::attempt(puzzle, &article(), Budget::default());
        assert!(!attempt.right, "{} is no hole", puzzle.title);
    });
}

#[test]
fn the_exact_search_solves_every_puzzle_and_every_hole() {
    let mut options = Options::default();
    options.set("engine", "tactical").unwrap();
    options.set("hash", "1").unwrap();
    // `the_article_takes_the_wrong_one_of_two_ladders` lets it solve those of `holes/horizon`.
    let holes = ["holes", "holes/classes"].map(fixtures::puzzles).concat();
    for_each(&[fixtures::puzzles("puzzles"), holes].concat(), |puzzle| {
        let attempt = solve::attempt(puzzle, &options, Budget::default());
        assert!(attempt.right, "{}: {:?}", puzzle.title, attempt.answer);
    });
}

#[test]
fn there_are_83_puzzles_with_names_of_their_own() {
    let puzzles = ["puzzles", "holes"].map(fixtures::puzzles).concat();
    let titles: HashSet<&str> = puzzles.iter().map(|p| p.title.as_str()).collect();
    assert_eq!(titles.len(), puzzles.len());
    assert_eq!(fixtures::puzzles("puzzles").len(), 83);
}

#[test]
fn every_puzzle_survives_printing() {
    for printed in fixtures::puzzles("puzzles") {
        let text = printed.to_string();
        let read = puzzle::parse(&text).unwrap();
        assert_eq!(read[0].to_string(), text);
        assert_eq!(read[0].board.hash(), printed.board.hash());
    }
}

/// The puzzle of the article's table, which is lost, made anew: eighty cells to choose from, one
/// solution in three full moves and none in two.
#[test]
fn the_puzzle_of_the_article_is_like_the_lost_one() {
    let puzzles = fixtures::puzzles("puzzles/article.txt");
    let [puzzle] = puzzles.as_slice() else {
        panic!("there is one puzzle in the file");
    };
    assert_eq!(solve::free_cells(puzzle, 1), 80);
    assert_eq!(puzzle.plies, 6);
    assert_eq!(puzzle.right_answers().count(), 1);
    let mut search = BruteForce::new(&puzzle.board);
    assert_eq!(search.cells().len(), 80);
    assert_eq!(
        search.best(puzzle.player, 4).0,
        0,
        "nothing to win in two full moves"
    );
}

/// The second puzzle after the lost one is as hard as it for every search of the article's table.
#[test]
fn the_hard_puzzle_needs_three_full_moves_with_every_rule() {
    let [puzzle] = &fixtures::puzzles("puzzles/article-hard.txt")[..] else {
        panic!("there is one puzzle in the file");
    };
    assert_eq!(solve::free_cells(puzzle, 1), 80);
    let ablation = solve::ablate(puzzle);
    let nodes: Vec<u128> = ablation.rows.iter().map(|row| row.nodes).collect();
    // The article has no row with alpha-beta.
    assert_eq!(nodes.len(), 5);
    let article = [216_360_144_000, 9_532_753, 102_475, 65_409];
    for (nodes, article) in nodes.into_iter().zip(article) {
        assert!(
            nodes < 2 * article && article < 2 * nodes,
            "{nodes} {article}"
        );
    }
    for row in &ablation.rows[1..] {
        let right: Vec<bool> = row.attempts.iter().map(|attempt| attempt.right).collect();
        assert_eq!(right, [false, false, true], "{}", row.name);
    }
}

#[test]
fn safe_bounds_solve_the_hole_of_the_bounds() {
    let [puzzle] = &fixtures::puzzles("holes/bounds.txt")[..] else {
        panic!("there is one puzzle in the file");
    };
    for (bounds, right) in [("off", true), ("article", false), ("safe", true)] {
        let mut options = article();
        options.set("article.bounds", bounds).unwrap();
        let attempt = solve::attempt(puzzle, &options, Budget::default());
        assert_eq!(attempt.right, right, "{bounds}");
    }
}

#[test]
fn classes_searched_alone_miss_an_answer_elsewhere() {
    let [puzzle] = &fixtures::puzzles("holes/classes/elsewhere.txt")[..] else {
        panic!("there is one puzzle in the file");
    };
    check(puzzle);
    for (classes, right) in [("off", true), ("naive", false)] {
        let mut options = article();
        options.set("article.classes", classes).unwrap();
        let attempt = solve::attempt(puzzle, &options, Budget::default());
        assert_eq!(attempt.right, right, "{classes}: {:?}", attempt.answer);
    }
}

/// What the answer wins lies beyond the stated depth, out of reach of brute force: the capture
/// solver proves the one ladder, and finds no proof for its mirror image.
#[test]
fn the_article_takes_the_wrong_one_of_two_ladders() {
    for puzzle in fixtures::puzzles("holes/horizon") {
        let mut tactical = Options::default();
        tactical.set("engine", "tactical").unwrap();
        tactical.set("hash", "1").unwrap();
        let right = solve::attempt(&puzzle, &tactical, Budget::default());
        let wrong = solve::attempt(&puzzle, &article(), Budget::default());
        assert!(right.right, "{:?}", right.answer);
        let [right, wrong] = [right.answer, wrong.answer].map(Option::unwrap);
        let mirrored = puzzle.board.size().width() - 1 - right.x();
        assert_eq!(wrong, Point::new(mirrored, right.y()), "the broken ladder");
        let (value, _) = Tactical::default().exact_value(
            &mut puzzle.board.clone(),
            puzzle.player,
            puzzle.plies,
            &Limits::default(),
        );
        assert_eq!(value, Some(0), "nothing can be won at the depth");
        assert!(is_lost_after(&puzzle, right));
        assert!(!is_lost_after(&puzzle, wrong));
    }
}

/// Whether a ladder or net is proved to capture a dot beside this move, though its owner moves next.
fn is_lost_after(puzzle: &Puzzle, cell: Point) -> bool {
    let mut board = puzzle.board.clone();
    board.play(cell, puzzle.player);
    let runners = *board.live(puzzle.player.opponent());
    board
        .size()
        .side_neighbours(cell)
        .filter(|&dot| runners.contains(dot))
        .any(|dot| {
            let verdict = CaptureSearch::default().defend(&mut board, dot, &Limits::default());
            assert!(verdict.is_exhausted, "every threat is followed to its end");
            verdict.fate == Fate::Captured
        })
}
