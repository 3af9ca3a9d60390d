//! Reads durations as people write them: `500ms`, `2s`, `0.5s`.

use crate::geometry::parse_number;
use std::time::Duration;

/// The longest time that is accepted, in seconds: ten days.
const LONGEST: f64 = 864_000.0;

/// The text is not a time from 0 to ten days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a time in ms or s, up to ten days, such as 500ms or 2s")]
pub struct InvalidDuration;

/// Reads a time such as `500ms` or `2s`. A bare number is in milliseconds.
///
/// # Errors
/// If the text is no time from 0 to ten days.
pub fn milliseconds(text: &str) -> Result<Duration, InvalidDuration> {
    parse(text, 1000.0)
}

/// Reads a time such as `500ms` or `2s`. A bare number is in seconds.
///
/// # Errors
/// If the text is no time from 0 to ten days.
pub fn seconds(text: &str) -> Result<Duration, InvalidDuration> {
    parse(text, 1.0)
}

/// Reads a time such as `500ms`, `2s` or a number without unit. Such a number is in units of which `per_second` make a
/// second.
fn parse(text: &str, per_second: f64) -> Result<Duration, InvalidDuration> {
    let (number, per_second) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 1000.0),
        (None, Some(number)) => (number, 1.0),
        (None, None) => (text, per_second),
    };
    let seconds = parse_number::<f64>(number).map(|number| number / per_second);
    let seconds = seconds.filter(|seconds| (0.0..=LONGEST).contains(seconds));
    let seconds = seconds.ok_or(InvalidDuration)?;
    Ok(Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let ms = Duration::from_millis;
        for (text, bare_milliseconds, bare_seconds) in [
            ("500ms", ms(500), ms(500)),
            ("0.5s", ms(500), ms(500)),
            ("7", ms(7), ms(7000)),
            ("0", ms(0), ms(0)),
        ] {
            assert_eq!(milliseconds(text), Ok(bare_milliseconds), "{text}");
            assert_eq!(seconds(text), Ok(bare_seconds), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "", "s", "ms", "-1", "-1s", "1m", "1 s", "nan", "inf", "1e9", "s1",
        ] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
