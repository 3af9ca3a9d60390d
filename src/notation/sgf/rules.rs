//! The property `RU`: the rules of a record in the words of several programs.

use crate::board::Rules;

/// The default rules in the words of the Kropki sites.
///
/// CITE: eidokropki.reaktywni.pl/sgf-for-kropki-rules2.html: all tags are listed, because none has a default.
pub const RUSSIAN_RULES: &str = "Punish=0,Holes=1,AddTurn=0,MustSurr=1,MinArea=1,Pass=0,Stop=1,\
                                 LastSafe=0,ScoreTerr=0,InstantWin=0";

/// What a text of `RU` means to this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleSet {
    /// Rules that this program can play.
    Played(Rules),
    /// Rules that this program cannot play. The field lists the tags that differ.
    Other(String),
    /// Words that are unknown. The field is the first such tag, or the whole text if that has no tags.
    Unknown(String),
}

/// The known tags of `RU`, each with the value that it has under the default rules. `None` if any value will do,
/// because the tag says only when games end earlier or how they begin.
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
    ("Suicide", Some("1")),
    ("StartIsRandom", None),
];

impl RuleSet {
    /// The meaning of a text of `RU`. An empty text means the default rules.
    pub fn of(rules: &str) -> RuleSet {
        let rules = rules.trim();
        match rules {
            "" | "russian" | "bbs" | "notago" => RuleSet::Played(Rules::default()),
            _ if rules.contains('=') => RuleSet::of_tags(rules),
            _ => match of_katago_dots(rules) {
                Some(played) => RuleSet::Played(played),
                None => RuleSet::Unknown(rules.to_owned()),
            },
        }
    }

    /// A text of `RU` for these rules. The default rules are written with the tags of the Kropki sites. Other variants
    /// have no such tags, and are written in the words of KataGoDots.
    pub fn text(rules: Rules) -> String {
        if rules == Rules::default() {
            return RUSSIAN_RULES.to_owned();
        }
        let [bases, suicide] = [rules.captures_empty_bases, rules.suicide].map(u8::from);
        format!("dotsCaptureEmptyBase{bases}sui{suicide}")
    }

    fn of_tags(rules: &str) -> RuleSet {
        let mut played = Rules::default();
        let mut differing = Vec::new();
        let tags = rules.split(',').map(str::trim);
        // A comma at the end, or an empty value of `RU`, says nothing about the rules.
        for tag in tags.filter(|tag| !tag.is_empty()) {
            let known = tag.split_once('=').and_then(|(name, value)| {
                let (_, ours) = TAGS.iter().find(|(known, _)| *known == name)?;
                Some(ours.is_none_or(|ours| ours == value))
            });
            match (known, tag) {
                (None, _) => return RuleSet::Unknown(tag.to_owned()),
                (_, "Suicide=0") => played.suicide = false,
                (_, "BaseMode=1") => played.captures_empty_bases = true,
                (Some(false), _) => differing.push(tag),
                (Some(true), _) => {}
            }
        }
        if differing.is_empty() {
            RuleSet::Played(played)
        } else {
            RuleSet::Other(differing.join(", "))
        }
    }
}

/// The rules in the words of KataGoDots: names in this order, each with 0 or 1 behind it. `()` between them means
/// nothing. `None` if the text has anything else.
fn of_katago_dots(rules: &str) -> Option<Rules> {
    let rules = rules.replace("()", "");
    let mut rest = rules.as_str();
    let captures_empty_bases = take_flag(&mut rest, "dotsCaptureEmptyBase")?;
    let suicide = take_flag(&mut rest, "sui").unwrap_or(true);
    // The record has the start dots, so it does not matter how their places were chosen.
    take_flag(&mut rest, "startPosIsRandom");
    rest.is_empty().then_some(Rules {
        suicide,
        captures_empty_bases,
    })
}

/// Takes a name with 0 or 1 behind it from the front of a text. `None`, and nothing is taken, if there is no such one.
fn take_flag(text: &mut &str, name: &str) -> Option<bool> {
    let value = text.strip_prefix(name)?;
    for (digit, is_set) in [("0", false), ("1", true)] {
        if let Some(rest) = value.strip_prefix(digit) {
            *text = rest;
            return Some(is_set);
        }
    }
    None
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
            "dotsCaptureEmptyBase0()startPosIsRandom0",
            "Border=0,BaseMode=0,Suicide=1,StartIsRandom=1",
        ] {
            assert_eq!(
                RuleSet::of(ours),
                RuleSet::Played(Rules::default()),
                "{ours}"
            );
        }
        let no_suicide = Rules {
            suicide: false,
            ..Rules::default()
        };
        for text in [
            "Suicide=0,StartIsRandom=1",
            "Suicide=0,",
            ", Suicide=0, ,StartIsRandom=1",
            "dotsCaptureEmptyBase0sui0startPosIsRandom1",
        ] {
            assert_eq!(RuleSet::of(text), RuleSet::Played(no_suicide), "{text}");
        }
        let both = Rules {
            suicide: false,
            captures_empty_bases: true,
        };
        for text in ["BaseMode=1,Suicide=0", "dotsCaptureEmptyBase1sui0"] {
            assert_eq!(RuleSet::of(text), RuleSet::Played(both), "{text}");
        }
        for rules in [Rules::default(), no_suicide, both] {
            assert_eq!(RuleSet::of(&RuleSet::text(rules)), RuleSet::Played(rules));
        }
    }

    #[test]
    fn other_and_unknown_rules_are_told_apart() {
        let manual = RUSSIAN_RULES.replace("MustSurr=1,MinArea=1", "MustSurr=0,MinArea=0");
        assert_eq!(
            RuleSet::of(&manual),
            RuleSet::Other("MustSurr=0, MinArea=0".to_owned())
        );
        assert!(matches!(RuleSet::of("BaseMode=2"), RuleSet::Other(_)));
        assert!(matches!(
            RuleSet::of("Border=1,Suicide=0"),
            RuleSet::Other(_)
        ));
        assert_eq!(RuleSet::of("2"), RuleSet::Unknown("2".to_owned()));
        for text in [
            "New=1",
            ",",
            "dotsCaptureEmptyBase0sui1otherRule1",
            "dotsCaptureEmptyBase2",
            "dotsCaptureEmptyBase0sui",
            "otherRule1dotsCaptureEmptyBase0",
        ] {
            assert_eq!(RuleSet::of(text), RuleSet::Unknown(text.to_owned()));
        }
        let unknown = RuleSet::Unknown("New=1".to_owned());
        assert_eq!(RuleSet::of("Border=1,New=1,Suicide,BaseMode=0"), unknown);
    }
}
