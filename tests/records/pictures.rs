//! Pictures: what is in them. `animations.rs` tests those that move, `show.rs` the command that makes them.

use resvg::tiny_skia::Pixmap;
use svg::parser::Event;
use tochki::importance::Importance;
use tochki::notation::{diagram, puzzle};
use tochki::search::connections::{Connection, Escape};
use tochki::tools::show::enclosed_group::{EnclosedGroup, escape_sentence};
use tochki::tools::show::text::{self, Charset};
use tochki::tools::show::{DrawnTrajectory, Numbers, Overlay, Picture, insight, raster, vector};
use tochki::{Bitboard, Board, Player, Point, Size};

/// A capture of the first player, an empty base of the second, and room.
pub const GAME: &str = "
    . a . . . . .
    a B a . C . .
    . e . C . C .
    . . . . D . .
    . . . . . . .
";

pub fn game() -> Board {
    diagram::parse(GAME).unwrap()
}

/// The values of an attribute in elements of an SVG document, in the groups of a class.
fn values(svg: &str, class: &str, attribute: &str) -> Vec<String> {
    let mut depth = 0;
    let mut found = Vec::new();
    for event in svg::read(svg).unwrap() {
        let Event::Tag(name, kind, attributes) = event else {
            continue;
        };
        let is_group = name == "g";
        let inside = depth > 0;
        if is_group && matches!(kind, svg::node::element::tag::Type::End) {
            depth -= i32::from(inside);
        } else if is_group && (inside || attributes.get("class").is_some_and(|c| **c == *class)) {
            depth += i32::from(!matches!(kind, svg::node::element::tag::Type::Empty));
        }
        if let (true, Some(value)) = (inside, attributes.get(attribute)) {
            found.push(value.to_string());
        }
    }
    found
}

#[test]
fn the_svg_has_every_dot_and_no_other() {
    let board = game();
    let svg = vector::draw(&Picture::new(&board)).to_string();
    assert_eq!(
        values(&svg, "dots first", "data-at"),
        ["2-5", "1-4", "3-4", "2-3"]
    );
    assert_eq!(
        values(&svg, "dots second", "data-at"),
        ["2-4", "5-4", "4-3", "6-3", "5-2"]
    );
    assert_eq!(values(&svg, "dots second", "class"), ["captured"]);
    assert_eq!(values(&svg, "numbers", "data-at"), ["2-3"], "the last move");
}

#[test]
fn columns_count_from_the_left_and_rows_from_the_bottom() {
    let svg = vector::draw(&Picture::new(&game())).to_string();
    let numbers = values(&svg, "coordinates", "data-number");
    assert_eq!(numbers.join(" "), "1 2 3 4 5 6 7 5 4 3 2 1");
}

#[test]
fn a_line_that_two_territories_share_is_drawn_once() {
    let board = diagram::parse(".0../0b0./.0b0/..0.").unwrap();
    let svg = vector::draw(&Picture::new(&board)).to_string();
    let links = &values(&svg, "enclosures first", "d")[1];
    assert_eq!(links.matches('M').count(), 7, "{links}");
}

#[test]
fn territory_and_empty_bases_have_their_chains() {
    let board = game();
    let svg = vector::draw(&Picture::new(&board)).to_string();
    assert_eq!(values(&svg, "enclosures first", "class"), ["territory"]);
    assert_eq!(values(&svg, "enclosures second", "class"), ["base"]);
    let area = &values(&svg, "enclosures first", "d")[0];
    assert_eq!(area.matches('L').count(), 3, "{area}");
    assert_eq!(area.matches('z').count(), 1, "{area}");
    let links = &values(&svg, "enclosures second", "d")[1];
    assert_eq!(links.matches('M').count(), 4, "{links}");
}

#[test]
fn numbers_count_moves_and_not_start_dots() {
    let board = game();
    let numbered = |numbers, start_dots| {
        let picture = Picture {
            numbers,
            start_dots,
            ..Picture::new(&board)
        };
        let svg = vector::draw(&picture).to_string();
        values(&svg, "numbers", "data-number")
    };
    assert_eq!(numbered(Numbers::default(), 0), [""; 0]);
    assert_eq!(numbered(Numbers::Last(2), 0), ["8", "9"]);
    assert_eq!(numbered(Numbers::All, 6), ["1", "2", "3"]);
    assert_eq!(numbered(Numbers::All, 99), [""; 0]);
    // A dot with a number has room for it, also if it is captured, and the mark of the last move goes round it.
    let picture = Picture {
        numbers: Numbers::All,
        ..Picture::new(&board)
    };
    let svg = vector::draw(&picture).to_string();
    assert_eq!(values(&svg, "dots second", "r"), ["8.4"; 5]);
    assert_eq!(values(&svg, "numbers", "r"), ["9.2"]);
}

#[test]
fn overlays_are_drawn_where_they_belong() {
    let board = game();
    let picture = Picture {
        overlays: vec![
            Overlay::Importance(vec![(Point::new(0, 0), 1.0), (Point::new(1, 4), 0.0)]),
            Overlay::Range(vec![Point::new(6, 4), Point::new(6, 3)]),
            Overlay::Trajectories(vec![DrawnTrajectory {
                player: Player::First,
                points: vec![Point::new(2, 3)],
                chain: [Point::new(1, 2)].into_iter().collect(),
            }]),
            Overlay::Best(Player::Second, vec![Point::new(3, 3), Point::new(0, 4)]),
        ],
        ..Picture::new(&board)
    };
    let svg = vector::draw(&picture).to_string();
    assert_eq!(values(&svg, "importance", "x").len(), 1);
    assert_eq!(values(&svg, "range", "x").len(), 2);
    assert_eq!(values(&svg, "trajectories", "data-at"), ["3-2"]);
    assert_eq!(
        values(&svg, "trajectories", "x1").len(),
        1,
        "one dot is near"
    );
    assert_eq!(values(&svg, "best", "data-at"), ["4-2", "1-1"]);
    assert_eq!(values(&svg, "best", "data-number"), ["1", "2"]);
    assert_eq!(
        text::draw(&picture, Charset::Plain),
        "\
5 9 X . . . . .
4 X o X . O . .
3 .(X). O . O .
2 . . + 1 O . :
1 2 . . . . . :
  1 2 3 4 5 6 7
"
    );
}

#[test]
fn classes_have_a_letter_and_a_colour_each() {
    let board = diagram::parse(
        "
        . . 0 . . . . . 0 . .
        . 0 1 . . . . . 1 0 .
        . . . . . . . . 0 . .",
    )
    .unwrap();
    let picture = Picture {
        overlays: vec![insight::classes(&board, 2)],
        ..Picture::new(&board)
    };
    let expected = "\
3 . . X . . . . . X . .
2 . X O A . . . B O X .
1 . . A . . . . . X . .
  1       5        10
";
    assert_eq!(text::draw(&picture, Charset::Plain), expected);
    let svg = vector::draw(&picture).to_string();
    assert_eq!(values(&svg, "classes", "data-at"), ["4-2", "3-1", "8-2"]);
    assert_eq!(values(&svg, "classes", "fill").len(), 2);
}

#[test]
fn the_range_has_only_cells_where_a_dot_can_be_put() {
    let board = game();
    let Overlay::Range(cells) = insight::range(&board, 0) else {
        panic!();
    };
    // Four rows of six columns, without nine dots.
    assert_eq!(cells.len(), 4 * 6 - 9);
    assert!(cells.iter().all(|&cell| board.is_playable(cell)));
}

#[test]
fn the_range_hides_no_importance_and_negative_weights_are_seen() {
    let board = game();
    let [most, some, none, bad, free] =
        [(0, 0), (2, 3), (1, 4), (3, 3), (6, 4)].map(|(x, y)| Point::new(x, y));
    let importance = Overlay::Importance(vec![(most, 1.0), (some, 0.2), (none, 0.0), (bad, -0.5)]);
    let range = Overlay::Range(vec![most, some, none, bad, free]);
    for overlays in [
        vec![importance.clone(), range.clone()],
        vec![range, importance],
    ] {
        let picture = Picture {
            overlays,
            ..Picture::new(&board)
        };
        let svg = vector::draw(&picture).to_string();
        assert_eq!(values(&svg, "importance", "x").len(), 3);
        assert_eq!(values(&svg, "importance", "class"), ["negative"]);
        assert_eq!(
            text::draw(&picture, Charset::Plain),
            "\
5 9 X . . . . .
4 X o X . O . .
3 .(X). O . O .
2 . . 2 - O . .
1 . : . . . . :
  1 2 3 4 5 6 7
"
        );
    }
}

#[test]
fn what_speaks_against_a_move_has_a_negative_importance() {
    let board = diagram::parse(&format!("{}\n", ". . . .\n".repeat(3))).unwrap();
    let Overlay::Importance(cells) = insight::importance(&board, &Importance::default()) else {
        panic!();
    };
    assert_eq!(cells, [], "nothing matters on an empty board");
    let text = std::fs::read_to_string("fixtures/puzzles/article.txt").unwrap();
    let puzzles = puzzle::parse(&text).unwrap();
    let importance = Importance::default();
    let (map, overlay) = (
        importance.map(&puzzles[0].board),
        insight::importance(&puzzles[0].board, &importance),
    );
    let Overlay::Importance(cells) = overlay else {
        panic!();
    };
    let drawn = cells.iter().map(|&(p, strength)| (p, strength < 0.0));
    let expected = map.iter().filter(|(_, value)| *value != 0);
    let expected = expected.map(|&(p, value)| (p, value < 0));
    assert_eq!(drawn.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    assert!(cells.iter().any(|&(_, strength)| strength < 0.0));
    let strengths = cells.iter().map(|&(_, strength)| strength);
    assert_eq!(strengths.clone().fold(0.0, f32::max), 1.0);
    assert!(strengths.fold(0.0, f32::min) >= -1.0);
}

#[test]
fn plain_text_is_exact() {
    let board = game();
    // As start dots none of them is the last move.
    for start_dots in [board.moves().len(), usize::MAX] {
        let picture = Picture {
            coordinates: false,
            start_dots,
            ..Picture::new(&board)
        };
        let expected =
            " . X . . . . .\n X o X . O . .\n . X . O . O .\n . . . . O . .\n . . . . . . .\n";
        assert_eq!(text::draw(&picture, Charset::Plain), expected);
    }
}

#[test]
fn colours_come_as_escape_codes_and_leave_the_shape_alone() {
    let board = game();
    let coloured = text::draw(&Picture::new(&board), Charset::Coloured);
    assert!(coloured.contains("\u{1b}[94m●"));
    // Territory is shaded, and the space beside it is not.
    assert_eq!(coloured.matches("48;2;24;38;74m").count(), 1);
    let bare = anstream::adapter::strip_str(&coloured).to_string();
    assert_eq!(
        bare.replace('●', "*").replace('○', "o").replace('·', "."),
        text::draw(&Picture::new(&board), Charset::Plain).replace(['X', 'O'], "*")
    );
}

#[test]
fn a_png_has_the_size_of_the_board() {
    let board = game();
    let svg = vector::draw(&Picture::new(&board)).to_string();
    let png = raster::render(&svg, 2.0).unwrap().encode_png().unwrap();
    let pixels = Pixmap::decode_png(&png).unwrap();
    // Six steps across, four down, margins of one cell and 12 units of coordinates.
    assert_eq!((pixels.width(), pixels.height()), (2 * 172, 2 * 132));
    let dot = pixels.pixel(2 * 52, 2 * 20).unwrap();
    assert!(dot.blue() > dot.red(), "a blue dot in the first row");
}

#[test]
fn pictures_without_pixels_are_refused() {
    assert!(raster::render("<svg", 1.0).is_err());
    let svg = vector::draw(&Picture::new(&game())).to_string();
    assert!(raster::render(&svg, 0.0).is_err());
    assert!(raster::render(&svg, 1e9).is_err());
    assert!(raster::render(&svg, f32::NAN).is_err());
    for (width, height) in [(20_000, 1), (1, 20_000)] {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"/>"
        );
        assert!(raster::render(&svg, 1.0).is_err(), "{svg}");
        assert!(raster::render(&svg, 0.5).is_ok(), "{svg}");
    }
}

#[test]
fn rings_are_drawn_with_their_gaps_and_keys() {
    let ring = "
        . . . . . . .
        . . . 0 . . .
        . 0 . 1 . . .
        . . . . . 0 .
        . . 0 . . . .
        . . . . 0 . .
        . . . . . . .
    ";
    // Without its dot on the right the ring lacks one move.
    let lacking = ring.replace(". . . 0 .\n", ". . . . .\n");
    let proved = "
        . . 0 0 . .
        . 0 . . 0 .
        . 0 1 . . .
        . . 0 0 . .
        . . . . . .
    ";
    for (picture, keys, unproved) in [(ring, 0, 1), (lacking.as_str(), 1, 1), (proved, 0, 0)] {
        let board = diagram::parse(picture).unwrap();
        let picture = Picture {
            overlays: vec![insight::rings(&board)],
            coordinates: false,
            ..Picture::new(&board)
        };
        let svg = vector::draw(&picture).to_string();
        let text = text::draw(&picture, Charset::Plain);
        assert_eq!(text.matches('*').count(), keys, "{text}");
        let cells = keys + text.matches('=').count();
        assert!(cells >= 2, "{text}");
        assert_eq!(values(&svg, "nets", "data-at").len(), cells);
        assert_eq!(svg.matches("class=\"key\"").count(), keys);
        assert_eq!(svg.matches("class=\"unproved\"").count(), unproved);
    }
}

#[test]
fn the_three_best_rings_of_a_player_are_drawn_and_those_that_are_proved_first() {
    let proved = ". . 0 0 . . \n. 0 . . 0 . \n. 0 1 . . . \n. . 0 0 . . \n. . . . . . \n";
    let row = |line: &str| line.repeat(4) + "\n";
    let four: String = proved.lines().map(row).collect();
    let is_proved = |text: &str| {
        let Overlay::Rings { rings, .. } = insight::rings(&diagram::parse(text).unwrap()) else {
            panic!();
        };
        rings.iter().map(|ring| ring.is_proved).collect::<Vec<_>>()
    };
    assert_eq!(is_proved(&four), [true; 3]);
    // The other ring has two dots inside.
    let two = "
        . . . . . . . . . . . . . . .
        . . 0 0 . . . . . . 0 . . . .
        . 0 . . 0 . . . 0 . 1 . . . .
        . 0 1 . . . . . . . 1 . 0 . .
        . . 0 0 . . . . . 0 . . . . .
        . . . . . . . . . . . 0 . . .
        . . . . . . . . . . . . . . .
    ";
    assert_eq!(is_proved(two), [true, false]);
}

#[test]
fn ways_to_the_edge_are_drawn_and_told() {
    let picture = "
        . . . . . . . . .
        . . 1 1 . . . . .
        . . . . 1 . . . .
        . . . . 1 1 . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    ";
    let board = diagram::parse(picture).unwrap();
    let overlay = insight::rings(&board);
    let Overlay::Rings { rings, escapes } = &overlay else {
        panic!("{overlay:?}");
    };
    let ([], [escape]) = (&rings[..], &escapes[..]) else {
        panic!("{overlay:?}");
    };
    let single = Escape {
        dots: Bitboard::from_iter([escape.target]),
        ..escape.clone()
    };
    for (escape, dots) in [
        (escape, "5 dots at 5-5 reach"),
        (&single, "1 dot at 5-5 reaches"),
    ] {
        let told = escape_sentence(escape, board.size(), Charset::Plain);
        let sentence = format!("O's {dots} the edge: 5-6 or 4-5, 3-7 or 4-7");
        assert_eq!(told, sentence);
    }
    // One cell of a wide gap may not be enough to join it.
    let mut wide = single.clone();
    wide.connections = vec![Connection {
        carrier: (0..4).map(|x| Point::new(x, 0)).collect(),
        ..escape.connections[0].clone()
    }];
    let told = escape_sentence(&wide, board.size(), Charset::Plain);
    assert_eq!(
        told,
        "O's 1 dot at 5-5 reaches the edge: some of 1-7 2-7 3-7 4-7"
    );
    let picture = Picture {
        overlays: vec![overlay],
        coordinates: false,
        ..Picture::new(&board)
    };
    let svg = vector::draw(&picture).to_string();
    let cells = values(&svg, "nets", "data-at");
    assert_eq!(cells, ["5-6", "4-5", "3-7", "4-7"]);
    // The colour of the second player.
    assert_eq!(values(&svg, "nets", "stroke"), ["#c43a2d"]);
    let text = text::draw(&picture, Charset::Plain);
    assert!(text.starts_with(" . . = = . . . . .\n"), "{text}");
    assert_eq!(text.matches(['=', '*']).count(), 4, "{text}");
}

#[test]
fn rings_are_told_in_sentences() {
    let group = EnclosedGroup {
        player: Player::Second,
        dots: 12,
        at: Point::new(6, 0),
        key: Some(Point::new(7, 1)),
        is_proved: true,
    };
    let single = EnclosedGroup {
        dots: 1,
        key: None,
        ..group.clone()
    };
    let unproved = EnclosedGroup {
        is_proved: false,
        ..group.clone()
    };
    let size = Size::new(9, 9).unwrap();
    for (group, sentence) in [
        (group, "O's 12 dots at 7-9 are enclosed: key 8-8"),
        (single, "O's 1 dot at 7-9 is enclosed"),
        (unproved, "O's 12 dots at 7-9 are in a net, not proved"),
    ] {
        assert_eq!(group.sentence(size, Charset::Plain), sentence);
    }
}
