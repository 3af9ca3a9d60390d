//! `tochki bench growth`: how many positions and games there are.

use std::io::{self, Write};
use tochki::Size;
use tochki::tools::bench::growth::{self, GrowthEstimate, Level};

const EXAMPLES: &str = "\
Examples:
  tochki bench growth
  tochki bench growth --size 3x3
  tochki bench growth --size 62x62 --games 100";

/// Count positions and games: exactly on small boards, by random games on others.
///
/// The players move by turns until no cell is playable. Numbers of larger boards are decimal logarithms. For one size
/// they are told by number of dots too.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Growth {
    /// Size of the board. Without it, a table of several sizes.
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// Number of random games for an estimate.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// A board with more positions than this is not enumerated.
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    positions: usize,
    /// Seed of the random games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The sizes of the table.
const SIZES: [(u32, u32); 9] = [
    (2, 2),
    (3, 3),
    (4, 3),
    (5, 5),
    (8, 8),
    (15, 15),
    (20, 20),
    (30, 30),
    (39, 32),
];

impl Growth {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        if let Some(size) = self.size {
            if let Some(levels) = growth::enumerate(size, self.positions) {
                return Ok(write_levels(&mut out, &levels)?);
            }
            write_head(&mut out)?;
            let estimate = self.write_size(&mut out, size, None)?;
            return Ok(write_estimate(&mut out, size, &estimate)?);
        }
        write_head(&mut out)?;
        for (width, height) in SIZES {
            let size = Size::new(width, height)?;
            let levels = growth::enumerate(size, self.positions);
            self.write_size(&mut out, size, levels.as_deref())?;
        }
        Ok(())
    }

    /// Writes the row of a size, and returns the estimate in it. `levels` are the exact numbers, if they are known.
    fn write_size(
        &self,
        out: &mut impl Write,
        size: Size,
        levels: Option<&[Level]>,
    ) -> io::Result<GrowthEstimate> {
        let estimate = growth::estimate(size, self.games, self.seed);
        let exact = |sum: &dyn Fn(&[Level]) -> u128| {
            let sum = levels.map(sum);
            sum.map_or("-".to_owned(), |number| number.to_string())
        };
        writeln!(
            out,
            "{:>7} {:>13} {:>13} {:>9} {:>13} {:>13} {:>6.1}",
            size.to_string(),
            exact(&|levels| levels.iter().map(|level| u128::from(level.positions)).sum()),
            exact(&|levels| levels.iter().map(|level| level.games).sum()),
            power(growth::layouts(size.area())),
            power(f64::from(size.area()) * 2f64.log10()),
            power(estimate.games),
            estimate.dots
        )?;
        Ok(estimate)
    }
}

/// Writes the names of the columns.
fn write_head(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:>7} {:>13} {:>13} {:>9} {:>13} {:>13} {:>6}",
        "size", "positions", "games", "layouts", "two colours", "estimate", "dots"
    )
}

/// A number by its decimal logarithm.
fn power(logarithm: f64) -> String {
    format!("10^{logarithm:.1}")
}

/// Writes the estimated number of ways to play each number of dots, and that of their layouts, by number of dots.
fn write_estimate(out: &mut impl Write, size: Size, estimate: &GrowthEstimate) -> io::Result<()> {
    writeln!(out, "\n{:>4} {:>12} {:>12}", "dots", "sequences", "layouts")?;
    let layouts = growth::layouts_by_dots(size.area());
    let rows = estimate.sequences.iter().zip(&layouts[1..]);
    for ((&sequences, &layouts), dots) in rows.zip(1..) {
        let (sequences, layouts) = (power(sequences), power(layouts));
        writeln!(out, "{dots:>4} {sequences:>12} {layouts:>12}")?;
    }
    Ok(())
}

/// Writes the exact numbers by number of dots.
fn write_levels(out: &mut impl Write, levels: &[Level]) -> io::Result<()> {
    writeln!(out, "{:>4} {:>12} {:>20}", "dots", "positions", "games")?;
    for (level, dots) in levels.iter().zip(0..) {
        writeln!(out, "{dots:>4} {:>12} {:>20}", level.positions, level.games)?;
    }
    Ok(())
}
