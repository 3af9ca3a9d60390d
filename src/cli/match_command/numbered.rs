//! Flag values `[N:]VALUE`, which are for engine `N` of a match or for all its engines.

use anyhow::bail;
use std::str::FromStr;
use tochki::geometry::parse_number;

/// A flag value for one engine of a match or for all. `engine` is the number of the engine, from 1; `None` stands for
/// all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbered<T> {
    engine: Option<usize>,
    pub value: T,
}

impl<T> Numbered<T> {
    /// Parses `[N:]VALUE`. `parse` parses the part after the number.
    ///
    /// # Errors
    /// If `parse` fails, or N is 0 or too large.
    pub fn parse<E: ToString>(
        text: &str,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> Result<Numbered<T>, String> {
        let is_number = |head: &str| !head.is_empty() && head.bytes().all(|b| b.is_ascii_digit());
        let (engine, value) = match text.split_once(':') {
            Some((head, value)) if is_number(head) => match parse_number(head) {
                None | Some(0) => return Err(format!("{head} is no number of an engine")),
                number => (number, value),
            },
            _ => (None, text),
        };
        let value = parse(value).map_err(|error| error.to_string())?;
        Ok(Numbered { engine, value })
    }
}

impl<T: FromStr<Err: ToString>> FromStr for Numbered<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Numbered<T>, String> {
        Numbered::parse(text, T::from_str)
    }
}

/// Checks that every value is for an engine that there is. `engines` is the number of engines.
///
/// # Errors
/// If the engine of a value has a larger number.
pub fn check<T>(all: &[Numbered<T>], engines: usize) -> anyhow::Result<()> {
    let mut numbers = all.iter().filter_map(|one| one.engine);
    match numbers.find(|&number| number > engines) {
        Some(number) => bail!("there is no engine {number}: there are {engines}"),
        None => Ok(()),
    }
}

/// The value for the engine with this number, from 1: its own value, or else the value for all engines. `None` if there
/// is neither. `what` names the kind of value in an error.
///
/// # Errors
/// If the engine has two own values, or has none and there are two for all engines.
pub fn only<'a, T>(
    all: impl Iterator<Item = &'a Numbered<T>> + Clone,
    engine: usize,
    what: &str,
) -> anyhow::Result<Option<&'a T>> {
    for whose in [Some(engine), None] {
        let mut found = all.clone().filter(|one| one.engine == whose);
        match (found.next(), found.next()) {
            (Some(_), Some(_)) => bail!("engine {engine} is given more than one {what}"),
            (Some(one), None) => return Ok(Some(&one.value)),
            (None, _) => {}
        }
    }
    Ok(None)
}

/// The settings for the engine with this number, from 1: first those for all engines, then its own. A later setting
/// replaces an earlier one of the same name.
pub fn settings<T>(all: &[Numbered<T>], engine: usize) -> impl Iterator<Item = &T> {
    let whose = [None, Some(engine)].into_iter();
    whose
        .flat_map(move |whose| all.iter().filter(move |one| one.engine == whose))
        .map(|one| &one.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Numbered<u32> {
        text.parse().unwrap()
    }

    #[test]
    fn what_is_for_one_engine_goes_first() {
        let all = [parse("7"), parse("2:9")];
        assert_eq!(only(all.iter(), 1, "value").unwrap(), Some(&7));
        assert_eq!(only(all.iter(), 2, "value").unwrap(), Some(&9));
        assert_eq!(only(all[1..].iter(), 1, "value").unwrap(), None);
        let twice = [parse("1:7"), parse("1:8"), parse("3")];
        assert!(only(twice.iter(), 1, "value").is_err());
        assert_eq!(only(twice.iter(), 2, "value").unwrap(), Some(&3));
        assert!(check(&all, 2).is_ok());
        assert!(check(&all, 1).is_err());
    }

    #[test]
    fn settings_of_one_engine_replace_those_of_all() {
        let all = [parse("2:9"), parse("7"), parse("1:8")];
        assert!(settings(&all, 1).eq(&[7, 8]));
        assert!(settings(&all, 2).eq(&[7, 9]));
        assert!(settings(&all, 3).eq(&[7]));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            ":",
            "x:1",
            "0:1",
            "1:",
            "1:x",
            "99999999999999999999999:1",
        ] {
            assert!(text.parse::<Numbered<u32>>().is_err(), "{text}");
        }
    }
}
