//! The character set of a file: from its bytes to text.
//!
//! The root of the first game may name the set in `CA`. It has to be known before the file is parsed,
//! so that this property is looked for in the bytes. All sets that are read write brackets as ASCII does.

use super::tree::{first_game, value_length};
use super::{Located, MAX_BYTES, Problem, SgfError, Warning};
use crate::notation::without_mark;
use encoding_rs::{DecoderResult, Encoding, UTF_8, WINDOWS_1251};
use std::borrow::Cow;

/// The text of a file, and what is odd about its character set.
pub(super) struct Decoded<'a> {
    pub text: Cow<'a, str>,
    pub warning: Option<Located<Warning>>,
}

/// Decodes a file. Without `CA`, or behind a byte order mark, it is UTF-8. Old files that are not UTF-8 and
/// name no set are mostly Russian: they are taken for windows-1251.
pub(super) fn decode(bytes: &[u8]) -> Result<Decoded<'_>, SgfError> {
    let error = |offset, problem| Located::in_bytes(bytes, offset, problem);
    if bytes.len() > MAX_BYTES {
        return Err(error(0, Problem::TooLarge));
    }
    if let Some(offset) = bytes.iter().position(|&byte| byte == 0) {
        return Err(error(offset, Problem::Nul));
    }
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
            let what = Warning::UnknownCharset(label.name.to_owned());
            Located::at(text, label.offset, what)
        });
        let text = Cow::Borrowed(text.trim_start_matches('\u{feff}'));
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
            let problem = Problem::UnknownCharset(label.name.to_owned());
            Err(error(label.offset, problem))
        }
        _ => Err(not_utf8(bytes)),
    }
}

/// That a file is not UTF-8, and where.
fn not_utf8(bytes: &[u8]) -> SgfError {
    let error = std::str::from_utf8(bytes).err();
    let offset = error.map_or(0, |error| error.valid_up_to());
    Located::in_bytes(bytes, offset, Problem::NotUtf8)
}

/// Whether a file is UTF-8.
///
/// # Errors
/// That it is not, and where.
pub fn expect_utf8(bytes: &[u8]) -> Result<(), SgfError> {
    match std::str::from_utf8(bytes) {
        Ok(_) => Ok(()),
        Err(_) => Err(not_utf8(bytes)),
    }
}

/// Decodes a file from a set in which every character of ASCII is one byte.
fn decode_from<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Result<Cow<'a, str>, SgfError> {
    if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) {
        return Ok(text);
    }
    // What could be decoded tells the place.
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let length = decoder.max_utf8_buffer_length_without_replacement(bytes.len());
    let mut text = String::with_capacity(length.unwrap_or(0));
    let (result, _) = decoder.decode_to_string_without_replacement(bytes, &mut text, true);
    debug_assert!(!matches!(result, DecoderResult::OutputFull));
    let problem = Problem::NotInCharset(encoding.name());
    Err(Located::at(&text, text.len(), problem))
}

/// What `CA` says and where it stands.
struct Label<'a> {
    name: &'a str,
    offset: usize,
}

impl Label<'_> {
    /// The character set, if it is known and can be searched for brackets.
    fn encoding(&self) -> Option<&'static Encoding> {
        let known = Encoding::for_label_no_replacement(self.name.as_bytes());
        known.filter(|encoding| encoding.is_ascii_compatible())
    }
}

/// The first value of `CA` in the root of the first game, if it says anything.
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
