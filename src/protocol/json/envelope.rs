//! Reads a line as a request. It takes off the id, brings the spellings of clients into one form, and tells why a line is
//! no request.

use super::requests::Request;
use super::{Refusal, refuse};
use crate::protocol::unify_fields;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A request, or the refusal of a line that is none, with the fields `id` and `command` that the reply repeats.
pub(super) struct Envelope {
    pub(super) id: Option<Value>,
    pub(super) command: Option<String>,
    pub(super) request: Result<Request, Refusal>,
}

impl Envelope {
    /// Reads the line of a request.
    pub(super) fn open(text: &str) -> Envelope {
        let mut fields = match serde_json::from_str(text) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => return Envelope::refused(refuse("not a request: the line is no JSON object")),
            Err(error) => return Envelope::refused(no_request(&error)),
        };
        let command = fields.get("command").and_then(Value::as_str);
        let command = command.map(str::to_owned);
        let id = fields.remove("id").filter(|id| !id.is_null());
        if id.as_ref().is_some_and(|id| !is_id(id)) {
            return Envelope {
                command,
                ..Envelope::refused(refuse(
                    "the id is neither a string nor an integer from -2^63 to 2^64-1 in digits",
                ))
            };
        }
        unify_fields(&mut fields);
        let stray = stray_array(&fields);
        let stray = stray.map(|name| refuse(format!("not a request: {name} must not be a list")));
        let request = Request::deserialize(Value::Object(fields));
        let request = request.map_err(|error| no_request(&error));
        let request = request.and_then(|request| stray.map_or(Ok(request), Err));
        Envelope {
            id,
            command,
            request,
        }
    }

    /// The envelope of a line of which nothing can be read.
    pub(super) fn refused(refusal: Refusal) -> Envelope {
        Envelope {
            id: None,
            command: None,
            request: Err(refusal),
        }
    }
}

/// Whether a JSON value can be an id: a string, or an integer of 64 bits, which JSON libraries do not round.
fn is_id(value: &Value) -> bool {
    value.is_string() || value.is_i64() || value.is_u64()
}

/// The fields that are lists. Serde takes an array in another field for an object, with its fields in order.
const LISTS: [&str; 7] = [
    "classes",
    "comments",
    "players",
    "points",
    "start",
    "turns",
    "variations",
];

/// The field, or the element of a list, that is an array and must not be one.
fn stray_array(fields: &Map<String, Value>) -> Option<String> {
    fields.iter().find_map(|(name, value)| match value {
        Value::Object(inner) => stray_array(inner),
        Value::Array(elements) if LISTS.contains(&name.as_str()) => {
            elements.iter().find_map(|element| match element {
                Value::Object(inner) => stray_array(inner),
                Value::Array(_) => Some(format!("an element of `{name}`")),
                _ => None,
            })
        }
        Value::Array(_) => Some(format!("`{name}`")),
        _ => None,
    })
}

fn no_request(error: &serde_json::Error) -> Refusal {
    refuse(format!("not a request: {}", in_words(error.to_string())))
}

/// The message of serde with the words of JSON for the type that was found and the one that was expected.
fn in_words(message: String) -> String {
    let integer = |most: u64| format!("an integer from 0 to {most}");
    let expected_words = [
        ("u32", integer(u32::MAX.into())),
        ("u64", integer(u64::MAX)),
        ("f64", "a number".to_owned()),
        ("a sequence", "a list".to_owned()),
        ("an array of length 2", "a list of 2".to_owned()),
        ("2 elements in sequence", "a list of 2".to_owned()),
        ("a map", "an object".to_owned()),
        ("string or map", "a string".to_owned()),
        ("map with a single key", "a string".to_owned()),
        ("variant identifier", "a string".to_owned()),
    ];
    let Some((found, expected)) = message.rsplit_once(", expected ") else {
        return message;
    };
    // An object in the place of a word, such as `{"Red":1}`: serde tells of the value in it.
    if expected == "unit" {
        return "invalid value: object, expected a string".to_owned();
    }
    let found = match found {
        "invalid type: sequence" => "invalid type: list",
        "invalid type: map" => "invalid type: object",
        "invalid value: map" => "invalid value: object",
        other => other,
    };
    let told = expected_words.iter().find(|(name, _)| *name == expected);
    let told = told.map_or(expected, |(_, words)| words);
    format!("{found}, expected {told}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::json::requests::{Constraint, Init};

    /// The reason why a line is no request.
    fn refusal(line: &str) -> String {
        match Envelope::open(line).request {
            Err(Refusal::Text(reason)) => reason,
            Err(Refusal::Io(error)) => panic!("{error}"),
            Ok(_) => panic!("{line} is a request"),
        }
    }

    #[test]
    fn null_is_left_out_but_not_from_a_list() {
        let line = r#"{"command":"Init","id":null,"width":3,"height":3,"seed":null,"komi":null,
            "start":null,"rules":{"suicide":null}}"#;
        let envelope = Envelope::open(line);
        assert_eq!(envelope.id, None);
        let Ok(Request::Init(Init { rules, seed, .. })) = envelope.request else {
            panic!("it is a request");
        };
        assert!(rules.suicide && seed == 0);
        let line = r#"{"command":"WriteSgf","players":null,"classes":[null,"mistake"]}"#;
        let Ok(Request::WriteSgf(wanted)) = Envelope::open(line).request else {
            panic!("it is a request");
        };
        assert_eq!(wanted.classes.len(), 2);
        let reason = refusal(r#"{"command":"Ground","player":null}"#);
        assert_eq!(reason, "not a request: missing field `player`");
    }

    #[test]
    fn whole_numbers_have_many_forms() {
        let line = r#"{"command":"Analyze","player":"Red","lines":2.0,
            "constraint":{"type":"Clock","value":{"remaining":1e3,"per_move":-0.0}}}"#;
        let Ok(Request::Analyze(wanted)) = Envelope::open(line).request else {
            panic!("it is a request");
        };
        assert_eq!(wanted.lines, Some(2));
        let Some(Constraint::Clock(clock)) = wanted.constraint else {
            panic!("it is a clock");
        };
        assert_eq!((clock.remaining, clock.per_move), (1000, 0));
        let init = |seed| format!(r#"{{"command":"Init","width":3,"height":3,"seed":{seed}}}"#);
        let Ok(Request::Init(most)) = Envelope::open(&init("9007199254740991.0")).request else {
            panic!("it is a request");
        };
        assert_eq!(most.seed, (1 << 53) - 1);
        // From 2^53 on the integer may not be what the client means.
        for seed in [
            "9007199254740992.0",
            "9007199254740993.0",
            "9007199254740994.0",
        ] {
            let reason = refusal(&init(seed));
            assert!(
                reason.ends_with("an integer from 0 to 18446744073709551615"),
                "{reason}"
            );
        }
    }

    #[test]
    fn refusals_do_not_speak_of_types_of_rust() {
        for (fields, expected) in [
            (r#""Undo","count":1.5"#, "an integer from 0 to "),
            (r#""Init","height":3,"width":"3""#, "an integer from 0 to "),
            (r#""Init","height":3,"width":3,"komi":"1""#, "a number"),
            (r#""PutPoints","points":1"#, "a list"),
            (r#""WriteSgf","facts":1"#, "an object"),
            (r#""WriteSgf","players":["x"]"#, "a list of 2"),
            (r#""WriteSgf","players":["x","y","z"]"#, "a list of 2"),
            (r#""Ground","player":1"#, "a string"),
            (r#""Ground","player":{}"#, "a string"),
            (r#""WriteSgf","classes":[1]"#, "a string"),
            ("5", "a string"),
            (
                r#""Init","height":3,"width":3,"rules":1"#,
                "rules with suicide and captures_empty_bases",
            ),
            (
                r#""PutPoint","coords":1,"player":"Red""#,
                "a cell with x and y",
            ),
            (
                r#""PutPoints","points":[1]"#,
                "a dot with coords and player",
            ),
            (
                r#""Decide","player":"Red","constraint":1"#,
                "a constraint with type and value",
            ),
            (
                r#""Decide","player":"Red","constraint":{"type":"Clock","value":1}"#,
                "a clock with remaining and per_move",
            ),
            (
                r#""WriteSgf","variations":[{"line":0,"after":0,"turns":[1]}]"#,
                "a turn with player and coords",
            ),
            (
                r#""WriteSgf","variations":[1]"#,
                "a variation with line, after and turns",
            ),
        ] {
            let reason = refusal(&format!("{{\"command\":{fields}}}"));
            let (_, told) = reason.rsplit_once(", expected ").expect(&reason);
            assert!(told.starts_with(expected), "{fields}: {reason}");
        }
    }

    #[test]
    fn what_stands_there_instead_is_told_in_words_of_json() {
        for (line, expected) in [
            ("[1]", "the line is no JSON object"),
            (
                r#"{"command":"WriteSgf","players":[["a"],"b"]}"#,
                "invalid type: list, expected a string",
            ),
            (
                r#"{"command":"WriteSgf","comments":[{}]}"#,
                "invalid type: object, expected a string",
            ),
            (
                r#"{"command":"Ground","player":{}}"#,
                "invalid value: object, expected a string",
            ),
            (
                r#"{"command":"Ground","player":{"Red":[]}}"#,
                "invalid value: object, expected a string",
            ),
        ] {
            assert_eq!(refusal(line), format!("not a request: {expected}"));
        }
    }
}
