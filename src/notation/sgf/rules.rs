//! The dialects of `RU`: whether a record was played by our rules.

/// Automatic minimal capture in the words of the Kropki sites.
///
/// CITE: eidokropki.reaktywni.pl/sgf-for-kropki-rules2.html: all tags are listed, none has a default.
pub const RUSSIAN_RULES: &str = "Punish=0,Holes=1,AddTurn=0,MustSurr=1,MinArea=1,Pass=0,Stop=1,\
                                 LastSafe=0,ScoreTerr=0,InstantWin=0";

/// What the rules of a record are to us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleSet {
    /// Automatic minimal capture, as far as it is said.
    Automatic,
    /// Something else: the parts that differ.
    Other(String),
    /// Words of which nothing is known.
    Unknown(String),
}

/// Tags with the value that our rules have, and tags for which any value will do, because they
/// only forbid moves or end games earlier.
const TAGS: [(&str, Option<&str>); 14] = [
    // Kropki sites.
    ("Punish", Some("0")),
    ("Holes", Some("1")),
    ("AddTurn", Some("0")),
    ("MustSurr", Some("1")),
    ("MinArea", Some("1")),
    ("Pass", Some("0")),
    ("Stop", None),
    ("LastSafe", Some("0")),
    ("ScoreTerr", Some("0")),
    ("InstantWin", None),
    // dots-game.
    ("Border", Some("0")),
    ("BaseMode", Some("0")),
    ("Suicide", None),
    ("StartIsRandom", None),
];

impl RuleSet {
    /// What the text of `RU` says; nothing at all is taken for automatic minimal capture.
    pub fn of(rules: &str) -> RuleSet {
        let rules = rules.trim();
        match rules {
            "" | "russian" | "bbs" | "notago" => RuleSet::Automatic,
            _ if rules.contains('=') => RuleSet::of_tags(rules),
            _ if rules.contains("dotsCaptureEmptyBase1") => {
                RuleSet::Other("empty bases capture".to_owned())
            }
            _ if rules.contains("dotsCaptureEmptyBase0") => RuleSet::Automatic,
            _ => RuleSet::Unknown(rules.to_owned()),
        }
    }

    fn of_tags(rules: &str) -> RuleSet {
        let mut differing = Vec::new();
        for tag in rules.split(',').map(str::trim) {
            let known = tag.split_once('=').and_then(|(name, value)| {
                let (_, ours) = TAGS.iter().find(|(known, _)| *known == name)?;
                Some(ours.is_none_or(|ours| ours == value))
            });
            match known {
                None => return RuleSet::Unknown(rules.to_owned()),
                Some(false) => differing.push(tag),
                Some(true) => {}
            }
        }
        if differing.is_empty() {
            RuleSet::Automatic
        } else {
            RuleSet::Other(differing.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_is_recognised() {
        for ours in [
            RUSSIAN_RULES,
            "",
            "russian",
            "notago",
            "dotsCaptureEmptyBase0sui1startPosIsRandom1",
            "Border=0,BaseMode=0,Suicide=0,StartIsRandom=1",
        ] {
            assert_eq!(RuleSet::of(ours), RuleSet::Automatic, "{ours}");
        }
        let manual = RUSSIAN_RULES.replace("MustSurr=1,MinArea=1", "MustSurr=0,MinArea=0");
        assert_eq!(
            RuleSet::of(&manual),
            RuleSet::Other("MustSurr=0, MinArea=0".to_owned())
        );
        assert!(matches!(
            RuleSet::of("dotsCaptureEmptyBase1sui1"),
            RuleSet::Other(_)
        ));
        assert!(matches!(RuleSet::of("BaseMode=1"), RuleSet::Other(_)));
        assert_eq!(RuleSet::of("2"), RuleSet::Unknown("2".to_owned()));
        assert!(matches!(RuleSet::of("New=1"), RuleSet::Unknown(_)));
    }
}
