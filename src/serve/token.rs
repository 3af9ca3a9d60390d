//! The token: the secret in the address of the page.

use std::fmt;
use std::str::FromStr;

/// A secret of 128 random bits, written as 32 hexadecimal digits. The server answers only requests whose path begins
/// with it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// The error for a text that is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a token has 32 digits from 0 to f")]
pub struct InvalidToken;

/// Length of a token in digits.
const DIGITS: usize = 32;

impl Token {
    /// A new token, from the random numbers of the system.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn random() -> std::io::Result<Token> {
        let mut bytes = [0; DIGITS / 2];
        getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
        Ok(Token(
            bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        ))
    }

    /// Whether the path begins with `/TOKEN/`, or is `/TOKEN`. It takes the same time whichever digit is wrong.
    pub(super) fn is_first_part_of(&self, path: &str) -> bool {
        let part = path
            .strip_prefix('/')
            .and_then(|rest| rest.split('/').next());
        let part = part.unwrap_or_default().as_bytes();
        let difference = |sum, (a, b): (&u8, &u8)| sum | (a ^ b);
        part.len() == DIGITS && self.0.as_bytes().iter().zip(part).fold(0, difference) == 0
    }
}

/// Prints `Token(...)` and not the secret.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(...)")
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Token {
    type Err = InvalidToken;

    fn from_str(text: &str) -> Result<Token, InvalidToken> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        match text.len() == DIGITS && text.bytes().all(is_digit) {
            true => Ok(Token(text.to_owned())),
            false => Err(InvalidToken),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_begins_with_the_token_or_is_a_strangers() {
        let token = Token::random().unwrap();
        assert_eq!(token.to_string().parse(), Ok(token.clone()));
        assert_ne!(token, Token::random().unwrap());
        assert!(token.is_first_part_of(&format!("/{token}/")));
        assert!(token.is_first_part_of(&format!("/{token}/a/b")));
        let short = &token.to_string()[1..];
        for path in [
            "",
            "/",
            "//",
            "/x/",
            &format!("/{short}/"),
            &format!("/0{token}/"),
            &format!("{token}/"),
        ] {
            assert!(!token.is_first_part_of(path), "{path}");
        }
        // Every digit counts.
        for (place, digit) in token.to_string().char_indices() {
            let mut other = token.to_string();
            let wrong = if digit == '0' { "1" } else { "0" };
            other.replace_range(place..=place, wrong);
            assert!(!token.is_first_part_of(&format!("/{other}/")), "{other}");
        }
        for text in [
            "",
            "0",
            "g0000000000000000000000000000000",
            "0000000000000000000000000000000F",
        ] {
            assert_eq!(text.parse::<Token>(), Err(InvalidToken));
        }
    }
}
