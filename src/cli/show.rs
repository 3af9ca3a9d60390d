//! The command `tochki show`, which draws positions and games.

use super::engine::EngineArgs;
use super::{expect_extension, replace_file};
use anyhow::{Context, bail};
use clap::ValueEnum;
use clap::builder::RangedU64ValueParser;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tochki::geometry::parse_number;
use tochki::importance::{Heuristic, Importance};
use tochki::notation::{coordinates, counted};
use tochki::protocol::Effort;
use tochki::search::Limits;
use tochki::search::complexity::MOST_COMPLEX;
use tochki::search::options::Options;
use tochki::search::trajectory::LONGEST;
use tochki::tools::duration;
use tochki::tools::show::enclosed_group::{EnclosedGroup, escape_sentence};
use tochki::tools::show::text::Charset;
use tochki::tools::show::{
    Numbers, Overlay, Picture, animation, insight, raster, shapes, text, vector,
};
use tochki::tools::source::{Source, address};
use tochki::{Board, Player, Point};

const EXAMPLES: &str = "\
Examples:
  tochki show game.sgf:60 --numbers 10 --out last-ten.svg
  tochki show game.sgf:60 --explain 12-7
  tochki show --shapes --out shapes.svg
  tochki show game.sgf --animate game.gif";

/// Show a position or a game as text, SVG, PNG or an animated GIF.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A game (SGF), a diagram or a puzzle; `-` for standard input. FILE#2 is the second game or puzzle of a file,
    /// FILE:40 the position after 40 moves.
    #[arg(required_unless_present = "shapes")]
    file: Option<PathBuf>,
    /// File for a picture, instead of text on standard output: .svg, .png or .txt.
    #[arg(short, long, alias = "output", value_name = "FILE")]
    out: Option<PathBuf>,
    /// File for the game as an animation: .gif.
    #[arg(long, value_name = "FILE")]
    animate: Option<PathBuf>,
    /// How long the animation shows the position after a move, from 10ms to 655s.
    #[arg(long, default_value = "200ms", value_name = "TIME", requires = "animate", value_parser = delay)]
    delay: Duration,
    /// Pixels from one cell to the next, for PNG and GIF; 24 if it is not given.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u16).range(4..=200))]
    cell: Option<u16>,
    /// Draw numbers on the last N moves of a picture in .svg or .png, or on all moves.
    #[arg(long, value_name = "N|all", value_parser = numbers)]
    numbers: Option<Numbers>,
    /// Leave out the numbers of columns and rows.
    #[arg(long)]
    no_coordinates: bool,
    /// What is drawn over the position; several are separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    overlay: Vec<OverlayName>,
    /// Print why this cell looks important, instead of the picture: the shapes and angles that hold there.
    #[arg(long, value_name = "CELL", conflicts_with_all = [
        "out", "animate", "delay", "cell", "numbers", "no_coordinates", "overlay", "dots", "complexity",
    ])]
    explain: Option<String>,
    /// Print the shapes of importance instead of a position, or draw them with all their images to the file of `--out`
    /// (.svg).
    #[arg(long, conflicts_with_all = [
        "file", "animate", "delay", "cell", "numbers", "no_coordinates", "overlay", "explain", "dots", "complexity",
        "strict",
    ])]
    shapes: bool,
    /// Largest number of missing dots of the trajectories that are shown, from 1 to 5; 3 if it is not given.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=LONGEST as u64))]
    dots: Option<usize>,
    /// How hard the engine thinks about the best moves, from 0 to 100; 50 if it is not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_COMPLEX)))]
    complexity: Option<u32>,
    /// Refuse a record that gets a note, or is not UTF-8; docs/records.md lists the notes.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// What can be drawn over a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OverlayName {
    /// How important each cell looks.
    Importance,
    /// The play range: the rectangle round all dots and the margin, where importance is computed.
    Range,
    /// Trajectories: how either player could capture something with few dots.
    Trajectories,
    /// The classes of these trajectories: those with a common cell are in one class.
    Classes,
    /// Walls with gaps that their owner can join, perhaps after one move of his own. Text tells which are proved. Also
    /// ways of loose dots to the edge that cannot be cut.
    #[value(name = "nets")]
    Rings,
    /// The best moves of the player to move, as the engine judges them.
    Best,
    /// The right answers of a puzzle.
    Answers,
}

/// Pixels from one cell to the next if `--cell` is not given.
const DEFAULT_CELL: u16 = 24;

/// Largest number of missing dots of trajectories if `--dots` is not given.
const DEFAULT_DOTS: usize = 3;

/// How hard the engine thinks if `--complexity` is not given.
const DEFAULT_COMPLEXITY: u32 = 50;

/// Number of best moves that are shown at most.
const BEST_MOVES: usize = 3;

impl Args {
    /// Writes the picture as text or to a file, and the animation.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        // What can be refused is refused before the long work.
        let options = self.engine.options()?;
        let Some(file) = &self.file else {
            return self.show_shapes();
        };
        self.check_flags()?;
        let address = address(file).with_context(|| file.display().to_string())?;
        let source = super::source::read_at(&address, self.strict)?;
        self.check_source(file, &address.path, &source)?;
        let has_files = self.out.is_some() || self.animate.is_some();
        match write_notes(&source) {
            // If standard output is closed, the files are still wanted.
            Err(error) if has_files && error.kind() == io::ErrorKind::BrokenPipe => {}
            written => written?,
        }
        if let Some(file) = &self.animate {
            self.write_animation(&source, file)?;
            if self.out.is_none() {
                return Ok(ExitCode::SUCCESS);
            }
        }
        if let Some(cell) = &self.explain {
            return explain(&source.board, cell, &options);
        }
        let overlays = self.overlays(&source, &options);
        let picture = Picture {
            numbers: self.numbers.unwrap_or_default(),
            overlays,
            ..self.picture(&source)
        };
        match &self.out {
            None => print(&source, &picture)?,
            Some(file) => self.write_picture(&picture, file)?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Refuses flags that do not go together.
    fn check_flags(&self) -> anyhow::Result<()> {
        let is_plain = self.numbers.is_none() && self.overlay.is_empty();
        let (mut has_pixels, mut is_text) = (self.animate.is_some(), true);
        if let Some(file) = &self.out {
            let extension = expect_extension(file, &PICTURES)?;
            has_pixels |= extension == "png";
            is_text = extension == "txt";
        } else if self.animate.is_some() && !is_plain {
            bail!("an animation has no numbers and nothing laid over it: these are for --out");
        }
        if self.numbers.is_some() && is_text {
            bail!("--numbers is for pictures, in .svg or .png");
        }
        let draws = |names: &[OverlayName]| self.overlay.iter().any(|name| names.contains(name));
        if self.dots.is_some() && !draws(&[OverlayName::Trajectories, OverlayName::Classes]) {
            bail!("--dots is for --overlay trajectories or classes");
        }
        if self.complexity.is_some() && !draws(&[OverlayName::Best]) {
            bail!("--complexity is for --overlay best");
        }
        if self.cell.is_some() && !has_pixels {
            bail!("--cell is for pictures with pixels, in .png or .gif");
        }
        if let Some(file) = &self.animate {
            expect_extension(file, &["gif"])?;
        }
        Ok(())
    }

    /// Refuses flags that do not go with the source, and files that cannot be written. The source was named `file` and
    /// stands in the file `read`, which no output may replace.
    fn check_source(&self, file: &Path, read: &Path, source: &Source) -> anyhow::Result<()> {
        for output in self.out.iter().chain(&self.animate) {
            super::expect_other(output, read)?;
            super::check_writable(output)?;
        }
        if self.overlay.contains(&OverlayName::Answers) && source.answers.is_empty() {
            bail!("{}: only a puzzle has answers", file.display());
        }
        Ok(())
    }

    /// Prints the shapes of importance, or draws them to a file.
    fn show_shapes(&self) -> anyhow::Result<ExitCode> {
        let Some(file) = &self.out else {
            io::stdout().lock().write_all(shapes::print().as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        };
        expect_extension(file, &["svg"])?;
        replace_file(file, shapes::draw().to_string())?;
        Ok(ExitCode::SUCCESS)
    }

    /// The position as a picture without numbers and overlays.
    fn picture<'a>(&self, source: &'a Source) -> Picture<'a> {
        Picture {
            start_dots: source.start_dots,
            coordinates: !self.no_coordinates,
            ..Picture::new(&source.board)
        }
    }

    fn overlays(&self, source: &Source, options: &Options) -> Vec<Overlay> {
        let (board, player) = (&source.board, source.to_move);
        let importance = Importance::new(options.article.importance_options());
        let dots = self.dots.unwrap_or(DEFAULT_DOTS);
        let overlay = |name: &OverlayName| match name {
            OverlayName::Importance => insight::importance(board, &importance),
            OverlayName::Range => insight::range(board, options.article.margin),
            OverlayName::Trajectories => insight::trajectories(board, dots),
            OverlayName::Classes => insight::classes(board, dots),
            OverlayName::Rings => insight::rings(board),
            OverlayName::Best => {
                Overlay::Best(player, self.best_moves(source, options, &importance))
            }
            OverlayName::Answers => Overlay::Best(player, source.answers.clone()),
        };
        self.overlay.iter().map(overlay).collect()
    }

    fn best_moves(
        &self,
        source: &Source,
        options: &Options,
        importance: &Importance,
    ) -> Vec<Point> {
        let mut engine = options.build();
        let effort = Effort::Complexity(self.complexity.unwrap_or(DEFAULT_COMPLEXITY));
        // An analysis is never weakened: the option `level` does not count.
        let limits = Limits {
            komi: source.komi(),
            level: None,
            ..effort.limits_under(options, Instant::now(), &source.board)
        };
        let moves = insight::best_moves(
            &source.board,
            source.to_move,
            BEST_MOVES,
            engine.as_mut(),
            importance,
            &limits,
        );
        moves.into_iter().map(|(point, _)| point).collect()
    }

    fn write_picture(&self, picture: &Picture, file: &Path) -> anyhow::Result<()> {
        let svg = || vector::draw(picture).to_string();
        match expect_extension(file, &PICTURES)? {
            "svg" => replace_file(file, svg() + "\n"),
            "png" => replace_file(file, raster::render(&svg(), self.scale())?.encode_png()?),
            _ => replace_file(file, text::draw(picture, Charset::Plain)),
        }
    }

    fn write_animation(&self, source: &Source, file: &Path) -> anyhow::Result<()> {
        let mut gif = Vec::new();
        let progress = super::progress_bar(source.moves().len() + 1).with_message("frames");
        let picture = self.picture(source);
        animation::write(&picture, self.delay, self.scale(), &mut gif, |number| {
            progress.set_position(number as u64);
        })
        .with_context(|| file.display().to_string())?;
        progress.finish_and_clear();
        super::replace_file(file, gif)
    }

    /// Pixels for each SVG unit of the drawing.
    fn scale(&self) -> f32 {
        f32::from(self.cell.unwrap_or(DEFAULT_CELL)) / vector::CELL
    }
}

/// Prints the heuristics of importance that hold at a cell. The first one counts, or all with the option `article.sum`.
fn explain(board: &Board, cell: &str, options: &Options) -> anyhow::Result<ExitCode> {
    let point = coordinates::parse(cell, board.size())?;
    let importance = Importance::new(options.article.importance_options());
    let Some(found) = importance.explain(board, point) else {
        bail!("no dot can be put on {cell}");
    };
    let mut out = io::stdout().lock();
    let thousandths = |weight: i32| f64::from(weight) / 1000.0;
    writeln!(
        out,
        "{cell}: importance {:.3}",
        thousandths(found.importance())
    )?;
    for reason in &found.reasons {
        let weight = thousandths(reason.weight);
        match &reason.heuristic {
            Heuristic::Shape {
                number,
                name,
                picture,
            } => {
                writeln!(out, "{weight:+.3}  shape {number}, {name}")?;
                for row in picture.lines() {
                    writeln!(out, "        {row}")?;
                }
            }
            Heuristic::Angle { diagonal, steps } => {
                let kind = if *diagonal { "diagonal" } else { "straight" };
                writeln!(out, "{weight:+.3}  {kind} angle, {steps} steps")?;
            }
        }
    }
    if found.nearness > 0 {
        writeln!(
            out,
            "{:+.3}  near the last moves",
            thousandths(found.nearness)
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Parses `--delay`: a time that an animation can have. A number without unit is in milliseconds.
fn delay(text: &str) -> anyhow::Result<Duration> {
    let time = duration::milliseconds(text)?;
    match animation::DELAYS.contains(&time) {
        true => Ok(time),
        false => bail!("expected a time from 10ms to 655s"),
    }
}

/// Parses `--numbers`: a number of last moves, or `all`.
fn numbers(word: &str) -> Result<Numbers, &'static str> {
    match parse_number(word) {
        Some(count) => Ok(Numbers::Last(count)),
        None if word == "all" => Ok(Numbers::All),
        None => Err("expected a number of moves, or all"),
    }
}

/// The file extensions that a picture may have.
const PICTURES: [&str; 3] = ["svg", "png", "txt"];

/// Prints the warnings about the SGF record.
fn write_notes(source: &Source) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for warning in source.warnings() {
        writeln!(out, "note: {warning}")?;
    }
    Ok(())
}

/// Prints the title, the picture as text and the score. If they are overlays, the best moves and a sentence for each ring
/// and each way to the edge follow.
fn print(source: &Source, picture: &Picture) -> io::Result<()> {
    let charset = super::charset();
    let mut out = io::stdout().lock();
    if let Some(title) = &source.title {
        writeln!(out, "{title}")?;
    }
    out.write_all(text::draw(picture, charset).as_bytes())?;
    writeln!(out, "{}", caption(source, charset))?;
    let size = source.board.size();
    for overlay in &picture.overlays {
        match overlay {
            Overlay::Best(player, points) => {
                let points: Vec<_> = points
                    .iter()
                    .map(|&p| coordinates::print(p, size))
                    .collect();
                let player = text::name(*player, charset);
                writeln!(out, "best for {player}: {}", points.join(" "))?;
            }
            Overlay::Rings { rings, escapes } => {
                for ring in rings {
                    let group = EnclosedGroup::of(ring, &source.board);
                    writeln!(out, "{}", group.sentence(size, charset))?;
                }
                for escape in escapes {
                    writeln!(out, "{}", escape_sentence(escape, size, charset))?;
                }
            }
            _ => {}
        }
    }
    out.flush()
}

/// A line of text with the captured dots of both players, the number of moves and the player to move.
fn caption(source: &Source, charset: Charset) -> String {
    let board = &source.board;
    format!(
        "{} {}:{} {}, {}, {} to move",
        text::name(Player::First, charset),
        board.captured_by(Player::First),
        board.captured_by(Player::Second),
        text::name(Player::Second, charset),
        counted(source.moves().len() as u64, "move"),
        text::name(source.to_move, charset)
    )
}
