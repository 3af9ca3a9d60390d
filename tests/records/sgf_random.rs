//! Random SGF: bytes, trees of nodes, and near misses.

use proptest::prelude::*;
use tochki::notation::record::GameRecord;
use tochki::notation::sgf::{self, Collection, Style};

/// The nodes of a branch, and the branches into which it divides.
fn branch() -> impl Strategy<Value = String> {
    let point = "[a-e][a-e]";
    let node = prop_oneof![
        40 => (r"[BW]", point).prop_map(|(player, point)| format!("{player}[{point}]")),
        4 => r"[BW]\[(resign|tt|\.aabbccbb|)\]|C\[[xy]?\]|C\[x\]C\[y\]|PL\[[BW]\]|",
        2 => (point, r"BM\[1\]|DO\[\]").prop_map(|(point, class)| format!("B[{point}]{class}")),
        1 => (r"A[BWE]|B", r"[a-e]{2}|zz").prop_map(|(name, value)| format!("{name}[{value}]")),
    ];
    let nodes = prop::collection::vec(node.prop_map(|node| format!(";{node}")), 1..6);
    let nodes = nodes.prop_map(|nodes| nodes.concat());
    nodes.clone().prop_recursive(4, 40, 3, move |inner| {
        let inner = inner.prop_map(|branch| format!("({branch})"));
        let branches = prop::collection::vec(inner, 0..4);
        (nodes.clone(), branches).prop_map(|(nodes, branches)| nodes + &branches.concat())
    })
}

proptest! {
    #![proptest_config(crate::random_cases())]

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = sgf::parse(&bytes);
    }

    /// Trees whose brackets match, so that the reader gets to their moves. About a third of them is refused then.
    #[test]
    fn no_tree_makes_the_reader_panic(
        has_gm in prop::bool::weighted(0.9),
        head in r"SZ\[(5|5:4)\](RE\[B\+[0-2]\]|KM\[[0-9]?\]|RU\[Pass=1\]|AP\[Kropki:1\]|)",
        tree in branch(),
    ) {
        let game = if has_gm { "GM[40]" } else { "" };
        let text = format!("(;{game}{head}{tree})");
        let collection = Collection::from_text(&text).expect("its brackets match");
        let (whole, plain) = (collection.whole_games(), collection.games());
        prop_assert_eq!(whole.is_ok(), plain.is_ok());
        if let (Ok(whole), Ok(plain)) = (whole, plain) {
            let mut record = whole[0].record.clone();
            for number in 0..record.variations.len() {
                prop_assert!(record.has_place(number));
                let line = record.line(number + 1).expect("it has a place");
                let played = GameRecord { turns: line, ..record.clone() };
                prop_assert!(played.final_board().is_ok());
            }
            for chains in [false, true] {
                let written = sgf::write(&record, Style { chains });
                prop_assert!(written.is_ok());
            }
            record.variations.clear();
            prop_assert_eq!(&record, &plain[0].record);
        }
    }

    /// Most of these texts are refused for their brackets or for the size.
    #[test]
    fn no_near_miss_makes_the_reader_panic(
        text in r"\(;GM\[40\]SZ\[[0-9:]{1,3}\](;?(AB|AW|B|W|C|KM|RE|RU|AP)(\[[a-fA-F.:=0-9\\]{0,6}\]){1,2}|\(;|\)|;){0,12}\)?"
    ) {
        let _ = sgf::parse(text.as_bytes());
    }
}
