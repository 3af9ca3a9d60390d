//! `tochki bench trees`: the searches of game trees, side by side.

use crate::cli::source::read_at;
use crate::cli::{check_writable, expect_extension, extension, milliseconds, replace_file};
use anyhow::Context;
use clap::ValueEnum;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tochki::files;
use tochki::search::game_tree::{Leaves, NumberTree, alpha_beta};
use tochki::tools::bench::plot;
use tochki::tools::bench::trees::{self, Method, SearchAids, SearchedCells, TestTree, TreeCost};
use tochki::tools::solve;
use tochki::tools::source::address;
use tochki::{Board, Player};

const EXAMPLES: &str = "\
Examples:
  tochki bench trees fixtures/puzzles/article.txt --plies 4
  tochki bench trees game.sgf:40 --cells useful
  tochki bench trees puzzles.txt#2 --plies 5 --plot leaves.svg
  tochki bench trees --pi --random";

/// Minimax, alpha-beta and their variants on the same tree: positions, leaves, time.
///
/// The branching factor is the d-th root of the number of leaves at a depth of d plies. With deepening the leaves of all
/// depths count.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Trees {
    /// Positions to search: files of puzzles (*.txt), or folders of such files. Any other file is a game (SGF), a
    /// diagram or a puzzle; `-` stands for standard input. FILE#2 is the second puzzle or game of a file, FILE:40 the
    /// position after 40 moves.
    #[arg(value_name = "PATH", required_unless_present_any = ["pi", "random"])]
    paths: Vec<PathBuf>,
    /// Depth in plies.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=12))]
    plies: u32,
    /// The cells that are searched.
    #[arg(long, value_enum, default_value_t = Which::Both)]
    cells: Which,
    /// Largest number of leaves of a search. A search that needs more is given up.
    #[arg(long, value_name = "N", default_value_t = 100_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    leaves: u64,
    /// The tree of Knuth and Moore: three moves, four plies, the digits of pi as leaves.
    #[arg(long)]
    pi: bool,
    /// Draw the leaves by depth of the first position to this file (.svg), instead of printing tables.
    #[arg(long, value_name = "FILE", requires = "paths", conflicts_with_all = ["pi", "random", "cells"])]
    plot: Option<PathBuf>,
    /// Random trees, with leaves that are independent, and with moves that are good or bad whatever follows.
    #[arg(long)]
    random: bool,
}

/// The cells that are searched.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Which {
    /// All cells of the play range
    Range,
    /// The cells of trajectories
    Useful,
    /// Both, one after the other
    Both,
}

/// A position to search.
struct Position {
    title: String,
    board: Board,
    player: Player,
}

/// Reads the positions that a path names: all puzzles of a folder or of a `.txt` file with puzzles, or the one position
/// of another file.
fn positions(path: &Path) -> anyhow::Result<Vec<Position>> {
    if !path.is_dir() {
        let place = || path.display().to_string();
        let address = address(path).with_context(place)?;
        // A text without a colon is a diagram.
        let is_diagram = || files::read_text(&address.path).is_ok_and(|text| !text.contains(':'));
        if extension(&address.path).as_deref() != Some("txt") || is_diagram() {
            let source = read_at(&address, false)?;
            for note in source.notes() {
                // The standard output has the tables.
                let _ = writeln!(io::stderr(), "note: {}: {note}", place());
            }
            return Ok(vec![Position {
                title: source.title.unwrap_or_else(place),
                board: source.board,
                player: source.to_move,
            }]);
        }
    }
    let puzzles = solve::read(&[path.to_owned()])?.into_iter();
    let positions = puzzles.map(|puzzle| Position {
        title: puzzle.title,
        board: puzzle.board,
        player: puzzle.player,
    });
    Ok(positions.collect())
}

/// Number of random trees for a row.
const RANDOM_TREES: u64 = 200;

impl Trees {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        if let Some(file) = &self.plot {
            expect_extension(file, &["svg"])?;
            check_writable(file)?;
        }
        let mut out = io::stdout().lock();
        if self.pi {
            write_pi(&mut out)?;
        }
        if self.random {
            write_random(&mut out)?;
        }
        let mut all = Vec::new();
        for path in &self.paths {
            all.extend(positions(path)?);
        }
        if let (Some(file), Some(position)) = (&self.plot, all.first()) {
            let Position { board, player, .. } = position;
            let chart = plot::draw(board, *player, self.plies, self.leaves);
            return replace_file(file, chart.to_string());
        }
        let tables = [
            (Which::Range, SearchedCells::Range),
            (Which::Useful, SearchedCells::Useful),
        ];
        for position in &all {
            for (which, cells) in tables {
                if self.cells == which || self.cells == Which::Both {
                    self.write(&mut out, position, cells)?;
                }
            }
        }
        Ok(())
    }

    /// Prints the table of one position.
    fn write(
        &self,
        out: &mut impl Write,
        position: &Position,
        cells: SearchedCells,
    ) -> io::Result<()> {
        let subject = TestTree::new(&position.board, position.player, cells, self.plies);
        let name = match cells {
            SearchedCells::Range => "cells of the range",
            SearchedCells::Useful => "useful cells",
        };
        let (all, least) = subject.leaves_in_theory();
        writeln!(
            out,
            "{}: {} {name}, {} plies",
            position.title,
            subject.cells(),
            self.plies
        )?;
        writeln!(
            out,
            "in theory {all:.0} leaves, their root {:.0}, at best {least:.0}",
            all.sqrt()
        )?;
        writeln!(
            out,
            "{:<22} {:<5} {:<9} {:>5} {:>11} {:>11} {:>9} {:>9}",
            "search", "order", "deepening", "value", "positions", "leaves", "ms", "branching"
        )?;
        for (best_first, deepening) in [(false, false), (true, false), (false, true), (true, true)]
        {
            let aids = SearchAids {
                best_first,
                deepening,
            };
            for method in Method::ALL {
                let cost = subject.search(method, aids, self.leaves);
                self.write_row(out, method, aids, &cost)?;
            }
        }
        writeln!(out)
    }

    /// Prints the row of one search. A search that was given up has neither value nor branching factor.
    fn write_row(
        &self,
        out: &mut impl Write,
        method: Method,
        aids: SearchAids,
        cost: &TreeCost,
    ) -> io::Result<()> {
        let yes = |yes| if yes { "yes" } else { "-" };
        let value = cost.value.map(|value| format!("{value:+}"));
        let root = branching(cost.leaves as f64, self.plies);
        let root = cost.value.map(|_| format!("{root:.2}"));
        writeln!(
            out,
            "{:<22} {:<5} {:<9} {:>5} {:>11} {:>11} {:>9.1} {:>9}",
            method.name(),
            yes(aids.best_first),
            yes(aids.deepening),
            value.as_deref().unwrap_or("-"),
            cost.positions,
            cost.leaves,
            milliseconds(cost.elapsed),
            root.as_deref().unwrap_or("-"),
        )
    }
}

/// The effective branching factor.
fn branching(leaves: f64, plies: u32) -> f64 {
    leaves.powf(1.0 / f64::from(plies))
}

fn write_pi(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "the tree of pi: 3 moves, 4 plies")?;
    for method in Method::ALL {
        if let Some(found) = method.search(&mut NumberTree::pi(), 0) {
            writeln!(
                out,
                "{:<22} value {}  {:>2} leaves",
                method.name(),
                found.value,
                found.leaves
            )?;
        }
    }
    let found = alpha_beta(&mut NumberTree::pi(), 0, 4);
    writeln!(
        out,
        "{:<22} value {}  {:>2} leaves\n",
        "alpha-beta in (0, 4)", found.value, found.leaves
    )
}

fn write_random(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "random trees, mean branching factors of {RANDOM_TREES} trees"
    )?;
    writeln!(
        out,
        "{:<12} {:>5} {:>5} {:>9} {:>10} {:>12} {:>5} {:>7}",
        "leaves", "moves", "plies", "one bound", "alpha-beta", "null windows", "root", "Pearl"
    )?;
    for (breadth, plies) in [(2, 14), (3, 10), (5, 7), (8, 6), (16, 4)] {
        for (name, leaves) in [
            ("independent", Leaves::Independent as fn(u64) -> Leaves),
            ("dependent", Leaves::Dependent),
        ] {
            let row = trees::random(breadth, plies, leaves, RANDOM_TREES);
            writeln!(
                out,
                "{name:<12} {breadth:>5} {plies:>5} {:>9.2} {:>10.2} {:>12.2} {:>5.2} {:>7.2}",
                branching(row.one_bound, plies),
                branching(row.alpha_beta, plies),
                branching(row.null_window, plies),
                f64::from(breadth).sqrt(),
                trees::pearl(breadth),
            )?;
        }
    }
    writeln!(out)
}
