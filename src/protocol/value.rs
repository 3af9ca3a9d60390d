//! Values of JSON as clients send them.

use serde_json::{Map, Value};

/// The text of a JSON value, for options: a string without its quotes, any other value in its JSON form.
pub(super) fn word_of(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        other => other.to_string(),
    }
}

/// The fields of a JSON object, unified by [`unify_fields`]. The error tells why the text is no object.
pub(crate) fn fields_of(text: &str) -> Result<Map<String, Value>, String> {
    match serde_json::from_str(text) {
        Ok(Value::Object(mut fields)) => {
            unify_fields(&mut fields);
            Ok(fields)
        }
        Ok(_) => Err("it is no JSON object".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Removes fields that are `null`: many programs write them for fields that they leave out. Turns whole numbers such as
/// `10.0` into integers: in many programs all numbers are floating point.
pub(super) fn unify_fields(fields: &mut Map<String, Value>) {
    fields.retain(|_, value| !value.is_null());
    fields.values_mut().for_each(unify);
}

/// Unifies a value with all that is in it. Elements of lists stay if they are `null`.
fn unify(value: &mut Value) {
    /// Integers of smaller size are exact: no other integer is read as the same floating point number.
    const EXACT: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;
    match value {
        Value::Object(fields) => unify_fields(fields),
        Value::Array(elements) => elements.iter_mut().for_each(unify),
        Value::Number(number) if number.is_f64() => {
            let whole = |x: &f64| x.fract() == 0.0 && x.abs() < EXACT;
            if let Some(x) = number.as_f64().filter(whole) {
                *value = Value::from(x as i64);
            }
        }
        _ => {}
    }
}
