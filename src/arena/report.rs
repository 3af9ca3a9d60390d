//! The results of a match as text and as JSON.

use super::elo::{Certainty, EloEstimate};
use super::largest_losses::{HEAVY, LargestLosses};
use super::rating;
use super::sprt::{Sprt, SprtVerdict};
use super::tally::Tally;
use super::tournament::{Contest, Entrant, Standings};
use crate::notation::{counted, on_one_line};
use serde_json::{Value, json};
use std::fmt::Write;

/// The report of a match as text for a person. With three or more engines it ends with a table of ratings.
pub fn text(contest: &Contest, standings: &Standings) -> String {
    let mut text = String::new();
    for (&pairing, tally) in &standings.tallies {
        let entrants = pairing.map(|engine| &contest.entrants[engine]);
        let sprt = contest.sprt.filter(|_| pairing == [0, 1]);
        write_tally(&mut text, entrants, tally, sprt);
    }
    if contest.entrants.len() > 2 {
        write_table(&mut text, contest, standings);
    }
    // A shard may have no game.
    if standings.stopped || standings.finished == 0 {
        let games = counted(standings.total as u64, "game");
        let _ = writeln!(text, "{} of {games} were played", standings.finished);
    }
    let faults = standings.faults();
    if faults > 0 {
        let games = counted(standings.finished as u64, "game");
        let _ = writeln!(text, "{faults} of {games} ended by a fault of an engine");
    }
    if let Some(error) = contest.unrecorded().filter(|_| contest.keeps_records) {
        let _ = writeln!(text, "no records: {error}");
    }
    text
}

/// An interim report on one line: the number of finished games, the number of all games, and the results.
pub fn line(contest: &Contest, standings: &Standings) -> String {
    let (finished, total) = (standings.finished, standings.total);
    let results = results(contest, standings);
    format!("{finished} of {}: {results}", counted(total as u64, "game"))
}

/// The results in a few words. For two engines they are those of the first one; for more they are the ratings of all.
pub fn results(contest: &Contest, standings: &Standings) -> String {
    if contest.entrants.len() > 2 {
        let ranking = ranking(contest, standings).into_iter();
        let ratings =
            ranking.map(|row| format!("{} {:+.1}", name(&contest.entrants[row.engine]), row.elo));
        return ratings.collect::<Vec<_>>().join(", ");
    }
    let Some(tally) = standings.tallies.get(&[0, 1]) else {
        return String::new();
    };
    let mut text = format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
    if let Some(estimate) = tally.estimate() {
        let _ = write!(text, ", {}", strength(&estimate));
    }
    if let Some((mean, error)) = tally.margin() {
        let _ = write!(text, ", margin {mean:+.2} ({})", standard_error(error));
    }
    let pairs = tally.pentanomial();
    let _ = write!(text, ", pairs {pairs:?}");
    if let Some(sprt) = contest.sprt {
        let _ = write!(text, ", LLR {:.2}", sprt.llr(&pairs));
    }
    text
}

/// The name of an engine for a text: on one line.
pub fn name(entrant: &Entrant) -> String {
    on_one_line(&entrant.name)
}

fn write_tally(text: &mut String, entrants: [&Entrant; 2], tally: &Tally, sprt: Option<Sprt>) {
    let games = tally.games();
    let names = entrants.map(name);
    let [one, other] = names.each_ref().map(String::as_str);
    let _ = writeln!(text, "{one} against {other}: {}", counted(games, "game"));
    let [time, others_time] = entrants.map(|entrant| entrant.setup.control);
    let _ = match time == others_time {
        true => writeln!(text, "  time: {time}"),
        false => writeln!(text, "  time: {time} against {others_time}"),
    };
    let share = 100.0 * tally.points() / games.max(1) as f64;
    let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
    let _ = writeln!(
        text,
        "  won {wins}, drawn {draws}, lost {losses}: {share:.1} %"
    );
    if let Some((mean, error)) = tally.margin() {
        let _ = writeln!(
            text,
            "  mean margin {mean:+.2} dots, standard error {}",
            standard_error(error)
        );
    }
    if let Some(estimate) = tally.estimate() {
        let _ = writeln!(text, "  {}", strength(&estimate));
    }
    let pairs = tally.pentanomial();
    let _ = writeln!(text, "  pairs with 0, 1/2, 1, 3/2, 2 points: {pairs:?}");
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        let _ = writeln!(
            text,
            "  SPRT elo0={} elo1={}: LLR {:.2} ({lower:.2}, {upper:.2}), {}",
            sprt.elo0,
            sprt.elo1,
            sprt.llr(&pairs),
            verdict(sprt, &pairs)
        );
    }
    if tally.repeated() > 0 {
        let repeated = match tally.repeated() {
            1 => "1 game repeats an earlier one".to_owned(),
            repeated => format!("{repeated} games repeat earlier ones"),
        };
        let _ = writeln!(
            text,
            "  {repeated}: use --start random:DOTS with more dots, or more --openings"
        );
    }
    write_losses(text, [one, other], &tally.largest_losses);
    write_endings(text, [one, other], tally);
}

/// Writes the most dots that each engine lost by one move, and the share of games with heavy losses. `one` and `other`
/// are the names of the engines.
fn write_losses(text: &mut String, [one, other]: [&str; 2], losses: &LargestLosses) {
    if losses.games == 0 {
        return;
    }
    let [largest, others_largest] = losses.largest.map(|dots| counted(dots.into(), "dot"));
    let _ = writeln!(
        text,
        "  largest loss by one move: {one} {largest}, {other} {others_largest}"
    );
    let [heavy, others_heavy, either] =
        [losses.heavy[0], losses.heavy[1], losses.either].map(|games| losses.percent(games));
    let _ = writeln!(
        text,
        "  games with a loss of {HEAVY} dots or more by one move: {one} {heavy:.1} %, {other} {others_heavy:.1} %, either {either:.1} %"
    );
}

/// Writes how many games ended in which way. A fault has the name of the engine that made it, and what happened in the
/// first of these games.
fn write_endings(text: &mut String, engines: [&str; 2], tally: &Tally) {
    for (&(ending, culprit), endings) in &tally.endings {
        let culprit = culprit.map_or(String::new(), |engine| format!("{} ", engines[engine]));
        let _ = write!(text, "  {} x {culprit}{ending}", endings.games);
        let _ = match on_one_line(&endings.detail).as_str() {
            "" => writeln!(text),
            // The names of records count games from 1.
            detail => writeln!(text, " (game {}, {detail})", endings.first + 1),
        };
    }
}

/// Elo difference, 95 % interval and likelihood of superiority as text. The last two are `-` if they are unknown.
fn strength(estimate: &EloEstimate) -> String {
    let elo = estimate.elo;
    match estimate.certainty {
        Some(Certainty { low, high, los }) => format!(
            "Elo {elo:+.1} [{low:+.1}, {high:+.1}] (95 %), LOS {:.1} %",
            100.0 * los
        ),
        None => format!("Elo {elo:+.1} [-, -] (95 %), LOS -"),
    }
}

/// A standard error in dots as text; `-` if it is unknown.
fn standard_error(error: Option<f64>) -> String {
    error.map_or("-".to_owned(), |error| format!("{error:.2}"))
}

fn verdict(sprt: Sprt, pairs: &[u64; 5]) -> &'static str {
    match sprt.verdict(pairs) {
        SprtVerdict::H0 => "H0 accepted",
        SprtVerdict::H1 => "H1 accepted",
        SprtVerdict::Undecided => "undecided",
    }
}

/// Points of every engine against every other, 1 for a win and 1/2 for a draw. `points[i][j]` are those of engine `i`
/// against engine `j`.
fn points(contest: &Contest, standings: &Standings) -> Vec<Vec<f64>> {
    let count = contest.entrants.len();
    let mut points = vec![vec![0.0; count]; count];
    for (&[one, other], tally) in &standings.tallies {
        points[one][other] = tally.points();
        points[other][one] = tally.games() as f64 - tally.points();
    }
    points
}

/// A row of the table of ratings.
struct Ranked {
    /// From 1 for the strongest. Engines with equal ratings share a rank.
    rank: usize,
    /// The index of the engine in the list of engines.
    engine: usize,
    /// The Elo rating.
    elo: f64,
    /// The points in all games.
    points: f64,
}

/// The engines from the strongest to the weakest; equal ones in the order of the list of engines.
fn ranking(contest: &Contest, standings: &Standings) -> Vec<Ranked> {
    let points = points(contest, standings);
    let ratings = rating::ratings(&points);
    let row = |(engine, &elo): (usize, &f64)| Ranked {
        rank: 1 + ratings.iter().filter(|&&other| other > elo).count(),
        engine,
        elo,
        points: points[engine].iter().sum(),
    };
    let mut ranking: Vec<Ranked> = ratings.iter().enumerate().map(row).collect();
    ranking.sort_by_key(|row| row.rank);
    ranking
}

fn write_table(text: &mut String, contest: &Contest, standings: &Standings) {
    let names = contest
        .entrants
        .iter()
        .map(|entrant| entrant.name.chars().count());
    let width = names.max().unwrap_or(0).max("engine".len());
    let _ = writeln!(
        text,
        "{:>4}  {:width$}  {:>7}  {:>7}",
        "rank", "engine", "Elo", "points"
    );
    for row in ranking(contest, standings) {
        let name = name(&contest.entrants[row.engine]);
        let Ranked {
            rank, elo, points, ..
        } = row;
        let _ = writeln!(text, "{rank:>4}  {name:width$}  {elo:>+7.1}  {points:>7.1}");
    }
}

/// The whole report as JSON. Infinite and unknown numbers are `null`.
pub fn json(contest: &Contest, standings: &Standings) -> Value {
    let name = |engine: usize| contest.entrants[engine].name.as_str();
    let pairings: Vec<Value> = standings
        .tallies
        .iter()
        .map(|(&[one, other], tally)| {
            let sprt = contest.sprt.filter(|_| [one, other] == [0, 1]);
            tally_json([name(one), name(other)], tally, sprt)
        })
        .collect();
    let ranking: Vec<Value> = ranking(contest, standings)
        .into_iter()
        .map(|row| {
            let Ranked {
                rank, elo, points, ..
            } = row;
            json!({ "rank": rank, "engine": name(row.engine), "elo": elo, "points": points })
        })
        .collect();
    json!({
        "games": standings.finished,
        "of": standings.total,
        "faults": standings.faults(),
        "rules": contest.rules.to_string(),
        "size": contest.size.to_string(),
        "engines": contest.entrants.iter().map(Entrant::json).collect::<Vec<_>>(),
        "unrecorded": contest.unrecorded().map(|error| error.to_string()),
        "pairings": pairings,
        "ranking": ranking,
    })
}

fn tally_json(engines: [&str; 2], tally: &Tally, sprt: Option<Sprt>) -> Value {
    let endings: Vec<Value> = tally
        .endings
        .iter()
        .map(|(&(ending, culprit), endings)| {
            json!({
                "ending": ending,
                "by": culprit.map(|engine| engines[engine]),
                "games": endings.games,
                "game": endings.first + 1,
                "detail": endings.detail,
            })
        })
        .collect();
    let pairs = tally.pentanomial();
    json!({
        "engines": engines,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "pentanomial": pairs,
        "repeated": tally.repeated(),
        "margin": tally.margin().map(|(mean, error)| json!({ "mean": mean, "error": error })),
        "losses_at_once": losses_json(&tally.largest_losses),
        "elo": tally.estimate().map(|estimate| json!({
            "difference": estimate.elo,
            "low": estimate.certainty.map(|certainty| certainty.low),
            "high": estimate.certainty.map(|certainty| certainty.high),
            "los": estimate.certainty.map(|certainty| certainty.los),
        })),
        "sprt": sprt.map(|sprt| json!({
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "llr": sprt.llr(&pairs),
            "bounds": sprt.bounds(),
            "verdict": verdict(sprt, &pairs),
        })),
        "endings": endings,
    })
}

/// The most dots that each engine lost by one move, and the numbers of games with heavy losses, as JSON.
fn losses_json(losses: &LargestLosses) -> Value {
    json!({
        "games": losses.games,
        "largest": losses.largest,
        "heavy_dots": HEAVY,
        "heavy_games": losses.heavy,
        "heavy_games_of_either": losses.either,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::client::{DialectKind, EngineSetup};
    use crate::arena::clock::TimeControl;
    use crate::arena::journal::Played;
    use crate::arena::termination::Termination;
    use crate::board::Rules;
    use crate::geometry::Size;

    fn entrant(name: &str) -> Entrant {
        Entrant {
            name: name.to_owned(),
            setup: EngineSetup {
                command: String::new(),
                dialect: DialectKind::V6,
                options: Vec::new(),
                control: TimeControl::Own,
            },
        }
    }

    fn contest(names: &[&str]) -> Contest {
        Contest {
            entrants: names.iter().copied().map(entrant).collect(),
            rules: Rules::default(),
            size: Size::default(),
            sprt: None,
            keeps_records: false,
        }
    }

    #[test]
    fn control_characters_of_a_journal_are_not_printed() {
        let contest = contest(&["a\u{1b}[31m", "b\n", "c\r"]);
        let mut standings = Standings::default();
        standings.add(&Played {
            game: 0,
            pairing: [0, 1],
            pair: 0,
            first: 0,
            winner: Some(1),
            margin: None,
            ending: Termination::Crash,
            detail: "x\u{1b}[31m\ny".to_owned(),
            moves: 1,
            largest_losses: Some([1, 2]),
            fingerprint: 0,
        });
        let text = text(&contest, &standings);
        for wanted in [
            "a [31m against b : 1 game\n",
            "1 x a [31m crash",
            "(game 1, x [31m y)\n",
        ] {
            assert!(text.contains(wanted), "{text}");
        }
        let all = text + &line(&contest, &standings);
        assert!(
            !all.contains(|c: char| c.is_control() && c != '\n'),
            "{all}"
        );
    }

    #[test]
    fn engines_with_equal_ratings_share_a_rank() {
        let contest = contest(&["a", "b", "c", "d"]);
        let mut standings = Standings::default();
        let pairings = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        for (game, pairing) in pairings.into_iter().enumerate() {
            let [one, other] = pairing;
            standings.add(&Played {
                game,
                pairing,
                pair: 0,
                first: one,
                // The first two make a draw. In all other games the first one wins.
                winner: (other > 1).then_some(one),
                margin: None,
                ending: Termination::Full,
                detail: String::new(),
                moves: 1,
                largest_losses: None,
                fingerprint: 0,
            });
        }
        let text = text(&contest, &standings);
        let table = text.lines().skip_while(|line| !line.starts_with("rank"));
        let rows: Vec<String> = table
            .skip(1)
            .map(|row| {
                let words: Vec<_> = row.split_whitespace().take(2).collect();
                words.join(" ")
            })
            .collect();
        assert_eq!(rows, ["1 a", "1 b", "3 c", "4 d"]);
        let report = json(&contest, &standings);
        let rows = report["ranking"].as_array().unwrap().iter();
        let rows: Vec<Value> = rows
            .map(|row| json!([row["rank"], row["engine"]]))
            .collect();
        assert_eq!(json!(rows), json!([[1, "a"], [1, "b"], [3, "c"], [4, "d"]]));
    }
}
