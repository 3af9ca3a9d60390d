//! Decoding: from the bytes of an SGF file to text.
//!
//! The root of the first game may name the character set in `CA`. The file cannot be parsed before the set is known, so
//! `CA` is searched for in the bytes. Only sets that write brackets as ASCII does are supported.

use super::tree::{first_game, value_length};
use super::{Located, MAX_BYTES, Problem, SgfError, Warning};
use crate::notation::{BYTE_ORDER_MARK, is_utf16, shortened, without_mark};
use encoding_rs::{DecoderResult, Encoding, UTF_8, WINDOWS_1251};
use std::borrow::Cow;

/// The text of a file, and a warning about its character set. `None` if the set is clear.
pub(super) struct Decoded<'a> {
    pub text: Cow<'a, str>,
    pub warning: Option<Located<Warning>>,
}

/// Decodes a file in the set that `CA` names. A file with a byte order mark, without `CA`, or with an unknown set is
/// UTF-8. A file with neither mark nor `CA` that is not valid UTF-8 is taken for windows-1251, because most of such
/// files are Russian. It is an error if the text is not valid in its set, has a NUL byte or is too large.
pub(super) fn decode(bytes: &[u8]) -> Result<Decoded<'_>, SgfError> {
    check(bytes)?;
    let unmarked = without_mark(bytes);
    let is_marked = unmarked.len() < bytes.len();
    let label = declared(bytes).filter(|_| !is_marked);
    let named = label.as_ref().and_then(Label::encoding);
    if let Some(encoding) = named.filter(|&encoding| encoding != UTF_8) {
        let (text, warning) = (decode_from(encoding, bytes)?, None);
        return Ok(Decoded { text, warning });
    }
    if let Ok(text) = std::str::from_utf8(unmarked) {
        let is_unclear = named.is_none() && !text.is_ascii();
        let warning = label.filter(|_| is_unclear).map(|label| {
            let what = Warning::UnknownCharset(shortened(label.name));
            Located::at(text, label.offset, what)
        });
        let text = Cow::Borrowed(text.trim_start_matches(BYTE_ORDER_MARK));
        return Ok(Decoded { text, warning });
    }
    match label {
        None if !is_marked => {
            let text = decode_from(WINDOWS_1251, bytes)?;
            let offset = bytes.iter().position(|byte| !byte.is_ascii());
            let warning = Located::at(&text, offset.unwrap_or(0), Warning::GuessedCharset);
            let warning = Some(warning);
            Ok(Decoded { text, warning })
        }
        Some(label) if named.is_none() => {
            let problem = Problem::UnknownCharset(shortened(label.name));
            Err(Located::in_bytes(bytes, label.offset, problem))
        }
        _ => Err(not_utf8(bytes)),
    }
}

/// Checks that a file is not too large and has no NUL byte.
pub(super) fn check(bytes: &[u8]) -> Result<(), SgfError> {
    let error = |offset, problem| Err(Located::in_bytes(bytes, offset, problem));
    if bytes.len() > MAX_BYTES {
        return error(0, Problem::TooLarge);
    }
    match bytes.iter().position(|&byte| byte == 0) {
        // Without a NUL byte it may be another set, of letters.
        Some(_) if is_utf16(bytes) => error(0, Problem::Utf16),
        Some(offset) => error(offset, Problem::Nul),
        None => Ok(()),
    }
}

/// The error for a file that is not UTF-8, at its first invalid byte.
fn not_utf8(bytes: &[u8]) -> SgfError {
    let error = std::str::from_utf8(bytes).err();
    let offset = error.map_or(0, |error| error.valid_up_to());
    Located::in_bytes(bytes, offset, Problem::NotUtf8)
}

/// Checks that a file is valid UTF-8.
///
/// # Errors
/// If it is not, with the place of the first invalid byte.
pub fn expect_utf8(bytes: &[u8]) -> Result<(), SgfError> {
    match std::str::from_utf8(bytes) {
        Ok(_) => Ok(()),
        Err(_) => Err(not_utf8(bytes)),
    }
}

/// Decodes a file from a character set in which every ASCII character is one byte. Invalid bytes are an error.
fn decode_from<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Result<Cow<'a, str>, SgfError> {
    if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) {
        return Ok(text);
    }
    // The text before the first invalid byte gives the line and column of the error.
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let length = decoder.max_utf8_buffer_length_without_replacement(bytes.len());
    let mut text = String::with_capacity(length.unwrap_or(0));
    let (result, _) = decoder.decode_to_string_without_replacement(bytes, &mut text, true);
    debug_assert!(!matches!(result, DecoderResult::OutputFull));
    let problem = Problem::NotInCharset(encoding.name());
    Err(Located::at(&text, text.len(), problem))
}

/// The value of `CA`, and the offset in bytes of its property.
struct Label<'a> {
    name: &'a str,
    offset: usize,
}

impl Label<'_> {
    /// The character set with this name. `None` if it is unknown, or writes ASCII characters in another way.
    fn encoding(&self) -> Option<&'static Encoding> {
        let known = Encoding::for_label_no_replacement(self.name.as_bytes());
        known.filter(|encoding| encoding.is_ascii_compatible())
    }
}

/// The first value of `CA` in the root of the first game. `None` if it is missing or empty, or the root cannot be read.
fn declared(bytes: &[u8]) -> Option<Label<'_>> {
    let game = first_game(bytes)?;
    let mut at = game + bytes[game..].iter().position(|&byte| byte == b';')? + 1;
    loop {
        at = skip_space(bytes, at);
        let offset = at;
        let length = bytes[at..]
            .iter()
            .position(|byte| !byte.is_ascii_alphanumeric())?;
        let name = &bytes[at..at + length];
        at = skip_space(bytes, at + length);
        if length == 0 || bytes.get(at) != Some(&b'[') {
            return None;
        }
        while bytes.get(at) == Some(&b'[') {
            let end = at + value_length(&bytes[at..])?;
            if name == b"CA" {
                let name = std::str::from_utf8(&bytes[at + 1..end - 1]).ok()?.trim();
                return (!name.is_empty()).then_some(Label { name, offset });
            }
            at = skip_space(bytes, end);
        }
    }
}

fn skip_space(bytes: &[u8], at: usize) -> usize {
    let space = bytes[at..]
        .iter()
        .take_while(|byte| byte.is_ascii_whitespace());
    at + space.count()
}
