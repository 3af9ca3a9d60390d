//! Variations of records: read from SGF, written, and read again.

use tochki::board::Action;
use tochki::notation::record::{GameRecord, Turn, Variation};
use tochki::notation::sgf::{
    self, Collection, MOST_VARIATION_TURNS, Reading, Style, Unwritable, Warning,
};
use tochki::{Board, Player, Point, Size};

fn whole(text: &str) -> Reading {
    let collection = Collection::from_text(text).expect("its brackets match");
    let games = collection.whole_games().expect("it is a game of Points");
    games.into_iter().next().expect("there is one")
}

/// The turns of a line in letters as in SGF, an empty move as `-`. The player is not told.
fn letters(turns: &[Turn]) -> String {
    let letter = |number: u32| char::from(b'a' + number as u8);
    let text = turns.iter().map(|turn| match turn.action {
        Action::Put(point) => format!("{}{} ", letter(point.x()), letter(point.y())),
        _ => "- ".to_owned(),
    });
    text.collect::<String>().trim_end().to_owned()
}

/// The line that each variation leaves, after so many turns, and its own turns.
fn variations(record: &GameRecord) -> Vec<(usize, usize, String)> {
    let all = record.variations.iter();
    all.map(|variation| (variation.parent, variation.after, letters(&variation.turns)))
        .collect()
}

#[test]
fn branches_are_read_with_the_lines_that_they_leave() {
    let reading = whole(
        "(;GM[40]SZ[5]C[game];B[aa](;W[bb];B[cc](;W[dd]C[main])(;W[cd]))(;W[ba]C[why](;B[ca])(;B[da];W[]))(;W[ab]))",
    );
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    let record = reading.record;
    assert_eq!(letters(&record.turns), "aa bb cc dd");
    assert_eq!(record.turns[3].comment, "main");
    let found = variations(&record);
    let expected = [(0, 3, "cd"), (0, 1, "ba ca"), (2, 1, "da -"), (0, 1, "ab")];
    let expected = expected.map(|(line, after, turns)| (line, after, turns.to_owned()));
    assert_eq!(found, expected);
    assert_eq!(record.variations[1].turns[0].comment, "why");
    assert_eq!(record.variations[1].turns[0].player, Player::Second);
    assert_eq!(record.comment, "game");
    let written = sgf::write(&record, Style::default()).unwrap();
    assert_eq!(whole(&written).record, record);
}

#[test]
fn nodes_without_moves_have_no_turns() {
    // A variation before the first move, one after a node without a move, one behind the end, one that is only a comment.
    let record = whole(
        "(;GM[40]SZ[5](;B[aa](;C[here](;W[bb](;)(;B[ee]))(;W[cc]))(;C[there]))(;C[first](;B[dd])(;W[dd])))",
    )
    .record;
    assert_eq!(letters(&record.turns), "aa bb");
    assert_eq!(record.turns[0].comment, "here");
    let found = variations(&record);
    let expected = [(0, 2, "ee"), (0, 1, "cc"), (0, 0, "dd"), (0, 0, "dd")];
    let expected = expected.map(|(line, after, turns)| (line, after, turns.to_owned()));
    assert_eq!(found, expected);
    assert_eq!(record.variations[3].turns[0].player, Player::Second);
    assert_eq!(record.comment, "");
}

#[test]
fn the_branches_of_a_branch_without_moves_are_read() {
    let expected = [(0, 1, "cc dd".to_owned())];
    let record = whole("(;GM[40]SZ[5];B[aa](;W[bb])(;C[ideas](;C[bad])(;W[cc];B[dd])))").record;
    assert_eq!(variations(&record), expected);
    // The first branch within is refused.
    let reading = whole("(;GM[40]SZ[5];B[aa](;W[bb])(;C[x](;W[aa])(;C[y](;)(;W[cc];B[dd]))))");
    assert_eq!(variations(&reading.record), expected);
    assert_eq!(reading.warnings.len(), 1);
    // The same within a variation.
    let record = whole("(;GM[40]SZ[5];B[aa](;W[bb])(;W[cc](;B[dd])(;C[x](;)(;B[de]))))").record;
    let expected = [(0, 1, "cc dd".to_owned()), (1, 1, "de".to_owned())];
    assert_eq!(variations(&record), expected);
}

#[test]
fn a_comment_before_the_first_move_of_a_branch_belongs_to_that_move() {
    let record = whole(
        "(;GM[40]SZ[5]C[game];B[aa]C[a](;C[main];W[bb])(;C[Better:];W[cc]C[good](;B[dd])(;C[or];B[de]))(;C[x]))",
    )
    .record;
    assert_eq!(
        (&*record.comment, &*record.turns[0].comment),
        ("game", "a\nmain")
    );
    let found = record.variations.iter();
    let comments = found.map(|variation| variation.turns[0].comment.as_str());
    assert_eq!(comments.collect::<Vec<_>>(), ["Better:\ngood", "or"]);
    let record = whole("(;GM[40]SZ[5]C[game](;B[aa])(;C[first];W[];B[bb]))").record;
    assert_eq!(record.variations[0].turns[0].comment, "first");
    assert_eq!(record.comment, "game");
    // A comment before several branches belongs to the first of them that has a legal move.
    for (branches, wanted) in [
        ("(;C[x](;C[y])(;)(;W[aa])(;W[cc])(;W[dd]))", ["x", ""]),
        ("(;C[x](;C[y](;)(;W[cc]))(;W[dd]))", ["x\ny", ""]),
        // What stands before the outer branches is kept, also the comment of an empty move.
        ("(;C[x](;C[y](;)(;))(;W[cc])(;W[dd]))", ["x", ""]),
        ("(;W[]C[x](;B[aa])(;W[cc])(;W[dd]))", ["x", ""]),
        ("(;W[]C[x];B[]C[y](;B[zz])(;W[cc])(;W[dd]))", ["x\ny", ""]),
        // Once a move has got it, no other one gets as much of another comment.
        ("(;C[x](;W[cc])(;C[y](;)(;))(;W[dd]))", ["x", ""]),
        ("(;C[x](;C[y](;W[cc])(;C[z](;)(;)))(;W[dd]))", ["x\ny", ""]),
        // If none of them has one, the comment is dropped, and no other branch gets it.
        ("(;C[x])(;C[y](;)(;))(;W[cc])(;W[dd])", ["", ""]),
    ] {
        let text = format!("(;GM[40]SZ[5];B[aa]C[a](;W[bb]){branches})");
        let record = whole(&text).record;
        let found = record.variations.iter();
        let comments = found.map(|variation| variation.turns[0].comment.as_str());
        assert_eq!(comments.collect::<Vec<_>>(), wanted, "{text}");
        assert_eq!(record.turns[0].comment, "a");
    }
}

#[test]
fn a_comment_that_belongs_to_no_move_is_left_out_with_a_note() {
    for (branch, column) in [
        ("(;C[x])", 29),
        ("(;W[resign]C[x])", 29),
        // Neither branch of this one has a move.
        ("(;C[x](;)(;))", 38),
        // The comment of the branch is kept, that of its first branch is not.
        ("(;C[x](;C[y])(;W[cc]))", 35),
        ("(;C[x](;C[y](;)(;))(;W[cc]))", 44),
    ] {
        let reading = whole(&format!("(;GM[40]SZ[5];B[aa](;W[bb]){branch})"));
        let [note] = &reading.warnings[..] else {
            panic!("{branch}: {:?}", reading.warnings);
        };
        assert_eq!((note.line, note.column), (1, column), "{branch}");
        let text = note.what.to_string();
        let told = "a variation is left out: its comment belongs to no move";
        assert_eq!(text, told, "{branch}");
    }
    // Nothing is lost here.
    let reading = whole("(;GM[40]SZ[5];B[aa](;W[bb])(;)(;C[x](;)(;W[cc])))");
    assert_eq!(reading.warnings, []);
}

#[test]
fn an_empty_move_ends_a_line_only_at_its_end() {
    let record = whole("(;GM[40]SZ[5];B[aa];W[](;)(;B[bb];W[](;B[cc])(;B[dd])))").record;
    assert_eq!(letters(&record.turns), "aa -");
    let found = variations(&record);
    assert_eq!(found, [(0, 1, "bb cc".to_owned()), (1, 1, "dd".to_owned())]);
}

#[test]
fn an_empty_move_that_ends_no_game_ends_no_variation() {
    for (head, moves, turns) in [
        // The program Kropki passes so.
        ("AP[Kropki:0084.12]SZ[5]", "W[cc];B[];W[]", "cc"),
        ("SZ[5]", "W[cc];B[]", "cc -"),
        // The board is full.
        ("SZ[3:1]", "W[ca];B[ba];W[]", "ca ba"),
    ] {
        let reading = whole(&format!("(;GM[40]{head};B[aa](;W[ba])(;{moves}))"));
        assert_eq!(reading.warnings, [], "{head}");
        assert_eq!(
            letters(&reading.record.variations[0].turns),
            turns,
            "{head}"
        );
    }
}

#[test]
fn what_is_wrong_in_a_variation_cuts_it_alone() {
    for (branch, kept, number, reason) in [
        (
            "(;W[bb];B[bb];W[cc])",
            "bb",
            3,
            "there is a dot on the cell",
        ),
        (
            "(;W[bb];B[zz])",
            "bb",
            3,
            "the point \"zz\" is not on the board",
        ),
        (
            "(;W[bb];AB[cc])",
            "bb",
            3,
            "dots are set up after the game has begun",
        ),
        ("(;W[aa];B[bb])", "", 2, "there is a dot on the cell"),
        (
            "(;W[];B[zz])",
            "",
            2,
            "the point \"zz\" is not on the board",
        ),
        (
            "(;W[bb];B[];AB[cc])",
            "bb",
            3,
            "dots are set up after the game has begun",
        ),
    ] {
        let text = format!("(;GM[40]SZ[5];B[aa](;W[dd];B[ee]){branch})");
        let reading = whole(&text);
        assert_eq!(letters(&reading.record.turns), "aa dd ee");
        let found = reading.record.variations.iter();
        let found: Vec<String> = found.map(|variation| letters(&variation.turns)).collect();
        assert_eq!(found.join("/"), kept, "{text}");
        let what = Warning::VariationCut {
            number,
            reason: reason.to_owned(),
        };
        let warnings: Vec<_> = reading
            .warnings
            .into_iter()
            .map(|warning| warning.what)
            .collect();
        assert_eq!(warnings, [what], "{text}");
        // A reader of the main line alone gets no warning about the others.
        let parsed = &sgf::parse(text.as_bytes()).unwrap()[0];
        assert!(parsed.warnings.is_empty() && parsed.record.variations.is_empty());
    }
}

#[test]
fn a_branch_before_the_last_start_dots_is_left_out() {
    let reading = whole("(;GM[40]SZ[5](;AB[cc](;W[aa])(;W[bb]))(;W[dd];B[cc]))");
    assert_eq!(reading.record.start.len(), 1);
    assert_eq!(letters(&reading.record.turns), "aa");
    assert_eq!(variations(&reading.record), [(0, 0, "bb".to_owned())]);
    assert_eq!(reading.warnings.len(), 1);
    let warning = &reading.warnings[0];
    assert_eq!((warning.line, warning.column), (1, 40));
    let reason = "it has other start dots than the game";
    assert_eq!(warning.what, Warning::VariationLeftOut { reason });
}

#[test]
fn a_result_in_a_variation_is_not_that_of_the_game() {
    let record = whole("(;GM[40]SZ[5];B[aa](;W[bb])(;W[resign]))").record;
    assert_eq!((record.result, record.variations.len()), (None, 0));
}

#[test]
fn variations_after_the_move_where_the_game_is_cut_are_left_out() {
    let reading = whole("(;GM[40]SZ[5];B[aa](;W[aa](;B[bb])(;B[cc]))(;W[dd]))");
    assert_eq!(letters(&reading.record.turns), "aa");
    assert_eq!(variations(&reading.record), [(0, 1, "dd".to_owned())]);
    assert!(reading.refused().is_some());
    assert_eq!(reading.warnings.len(), 1);
}

#[test]
fn so_many_moves_of_variations_are_read_and_written_and_no_more() {
    let branch = "(;W[bb];B[cc])";
    let text = |count: usize| format!("(;GM[40]SZ[5];B[aa](;W[dd]){})", branch.repeat(count));
    let most = MOST_VARIATION_TURNS / 2;
    let reading = whole(&text(most));
    assert!(reading.warnings.is_empty());
    let mut record = reading.record;
    assert_eq!(record.variations.len(), most);
    let written = sgf::write(&record, Style::default()).unwrap();
    assert!(whole(&written).record == record);
    let reading = whole(&text(most + 1));
    assert_eq!(reading.record.variations.len(), most);
    assert_eq!(reading.warnings[0].what, Warning::ManyVariations);
    let another = record.variations[0].clone();
    record.variations.push(another);
    let refused = sgf::write(&record, Style::default());
    assert_eq!(refused, Err(Unwritable::ManyVariations));
}

#[test]
fn forks_within_forks_are_read_without_recursion() {
    // Four thousand forks, each in the second branch of the one before.
    let deep = format!(
        "(;GM[40]SZ[52];B[aa]{}{})",
        "(;C[a])(;C[b]".repeat(4000),
        ")".repeat(4000)
    );
    assert_eq!(whole(&deep).record.turns.len(), 1);
    let cells: Vec<Point> = Size::new(52, 52).unwrap().points().take(2000).collect();
    let mut record = GameRecord::new(Size::new(52, 52).unwrap());
    record
        .turns
        .push(Turn::new(Player::First, Action::Put(cells[0])));
    for (index, &cell) in cells.iter().enumerate().skip(1) {
        let other = Player::ALL[index % 2];
        record.variations.push(Variation {
            parent: index - 1,
            after: 1,
            turns: vec![Turn::new(other, Action::Put(cell))],
        });
    }
    let written = sgf::write(&record, Style::default()).unwrap();
    assert_eq!(whole(&written).record.variations.len() + 1, cells.len());
}

#[test]
fn a_variation_that_leaves_no_line_is_refused() {
    let size = Size::new(3, 3).unwrap();
    let turn = |x| Turn::new(Player::First, Action::Put(Point::new(x, 0)));
    let good = Variation {
        parent: 0,
        after: 1,
        turns: vec![turn(1)],
    };
    for (parent, after, turns, is_fine) in [
        (0, 0, vec![turn(1)], true),
        (0, 1, vec![turn(1)], true),
        (1, 1, vec![turn(2)], true),
        (0, 2, vec![turn(1)], false),
        (1, 0, vec![turn(2)], false),
        (2, 0, vec![turn(2)], false),
        (9, 9, vec![turn(2)], false),
        (0, 0, vec![], false),
    ] {
        let mut record = GameRecord::new(size);
        record.turns.push(turn(0));
        record.variations = vec![
            good.clone(),
            Variation {
                parent,
                after,
                turns,
            },
        ];
        let written = sgf::write(&record, Style::default());
        match is_fine {
            true => assert!(written.is_ok(), "{written:?}"),
            false => assert_eq!(written, Err(Unwritable::Variation { number: 2 })),
        }
    }
    let mut record = GameRecord::new(size);
    record.turns.push(turn(0));
    record.variations = vec![Variation {
        turns: vec![turn(0)],
        ..good
    }];
    let error = sgf::write(&record, Style::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "move 2 at 1-3 cannot be played: there is a dot on the cell"
    );
}

#[test]
fn a_line_that_would_not_be_read_is_not_written() {
    let written = |main: usize, own: usize| {
        let ground = Turn::new(Player::First, Action::Ground);
        let mut record = GameRecord::new(Size::new(3, 3).unwrap());
        record.turns = vec![ground.clone(); main];
        // One that goes on where the game ends, and one from the start.
        record.variations = [main, 0]
            .map(|after| Variation {
                parent: 0,
                after,
                turns: vec![ground.clone(); own],
            })
            .to_vec();
        sgf::write(&record, Style::default())
    };
    let most = sgf::MAX_DEPTH - 1;
    for (main, own) in [(0, most), (most - 1, 1), (4000, most - 4000)] {
        let text = written(main, own).unwrap();
        assert!(sgf::parse(text.as_bytes()).is_ok(), "{main} {own}");
        assert_eq!(written(main, own + 1), Err(Unwritable::TooDeep));
    }
}

/// Adds a variation that leaves a random line at a random turn.
fn add_variation(record: &mut GameRecord, rng: &mut fastrand::Rng) {
    let parent = rng.usize(..=record.variations.len());
    let own = match parent {
        0 => record.turns.len(),
        number => record.variations[number - 1].turns.len(),
    };
    let after = rng.usize(usize::from(parent > 0)..=own);
    let line = record.line(parent).unwrap();
    let mut board = Board::new(record.size);
    for turn in &line[..line.len() - own + after] {
        match turn.action {
            Action::Put(point) => board.play(point, turn.player),
            // Nothing follows the end of a game.
            _ => return,
        }
    }
    let mut turns = Vec::new();
    for _ in 0..rng.usize(1..6) {
        let player = Player::ALL[rng.usize(..2)];
        let Some(cell) = rng.choice(board.legal_cells(player).iter().collect::<Vec<_>>()) else {
            break;
        };
        board.play(cell, player);
        let mut turn = Turn::new(player, Action::Put(cell));
        if rng.u8(..4) == 0 {
            turn.comment = "a ] comment".to_owned();
        }
        turns.push(turn);
    }
    // On a full board it is not read.
    if rng.u8(..4) == 0 && !board.free().is_empty() {
        turns.push(Turn::new(Player::First, Action::Ground));
    }
    if !turns.is_empty() {
        record.variations.push(Variation {
            parent,
            after,
            turns,
        });
    }
}

#[test]
fn random_trees_are_read_back() {
    let mut count = 0;
    for seed in 0..300 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let size = Size::new(rng.u32(1..9), rng.u32(2..9)).unwrap();
        let mut record = GameRecord::new(size);
        let mut board = Board::new(size);
        for _ in 0..rng.usize(..20) {
            let player = Player::ALL[rng.usize(..2)];
            if let Some(cell) = rng.choice(board.legal_cells(player).iter().collect::<Vec<_>>()) {
                board.play(cell, player);
                record.turns.push(Turn::new(player, Action::Put(cell)));
            }
        }
        for _ in 0..rng.usize(..30) {
            add_variation(&mut record, &mut rng);
        }
        let style = Style { chains: rng.bool() };
        let written = sgf::write(&record, style).unwrap();
        let reading = whole(&written);
        assert!(reading.warnings.is_empty(), "{written}");
        assert_eq!(reading.record.turns, record.turns, "{written}");
        // The reader finds the variations in another order.
        let [mut before, mut after] = [&record, &reading.record].map(|record| {
            let lines = (0..=record.variations.len()).map(|number| record.line(number).unwrap());
            lines.map(|line| format!("{line:?}")).collect::<Vec<_>>()
        });
        before.sort();
        after.sort();
        assert_eq!(before, after, "{written}");
        count += record.variations.len();
    }
    assert!(count > 1000, "{count}");
}
