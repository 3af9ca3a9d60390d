//! The commands for limits and options of the engine, by the names of KataGo.

use super::Request;
use crate::geometry::parse_number;
use crate::protocol::{Refusal, SessionError, fields_of, refuse, word_of};
use crate::search::Limits;
use crate::search::limits::after;
use crate::search::options::OptionError;
use serde_json::{Map, Value};
use std::time::{Duration, Instant};

/// The limits that a client has set for every move. `None` means no limit. All other parameters are options of the
/// engine.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Params {
    /// The parameter `maxTime`, which clients send in seconds.
    pub(super) time: Option<Duration>,
    /// The parameter `maxVisits`, a number of nodes.
    visits: Option<u64>,
    /// The parameter `maxPlayouts`, a number of nodes.
    playouts: Option<u64>,
}

/// The names of the limits in [`Params`].
const NAMES: [&str; 3] = ["maxPlayouts", "maxTime", "maxVisits"];

/// The time in seconds that stands for no limit, as in KataGo.
const ENDLESS: f64 = 1e20;
/// The number of nodes that stands for no limit, as in KataGo.
const COUNTLESS: u64 = 1 << 50;

impl Params {
    /// The smaller of the limits `maxVisits` and `maxPlayouts`, in nodes. `None` if neither is set.
    pub(super) fn nodes(&self) -> Option<u64> {
        self.visits.into_iter().chain(self.playouts).min()
    }

    /// Of each limit the smaller one of `limits` and of these parameters, for a search that was requested at `start`.
    pub(super) fn apply_to(&self, limits: Limits, start: Instant) -> Limits {
        let end = self.time.map(|time| after(start, time));
        Limits {
            deadline: limits.deadline.into_iter().chain(end).min(),
            nodes: limits.nodes.into_iter().chain(self.nodes()).min(),
            ..limits
        }
    }

    fn get(&self, name: &str) -> Option<Value> {
        let nodes = |nodes: Option<u64>| Value::from(nodes.unwrap_or(COUNTLESS));
        match name {
            "maxTime" => {
                let seconds = self.time.map_or(ENDLESS, |time| time.as_secs_f64());
                Some(Value::from(seconds))
            }
            "maxVisits" => Some(nodes(self.visits)),
            "maxPlayouts" => Some(nodes(self.playouts)),
            _ => None,
        }
    }

    /// Sets the limit with this name. `None` if the value is invalid, and then nothing changes.
    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        let nodes = || {
            let nodes: u64 = parse_number(value).filter(|&nodes| nodes > 0)?;
            Some((nodes < COUNTLESS).then_some(nodes))
        };
        match name {
            "maxTime" => {
                let seconds: f64 = parse_number(value)?;
                if seconds.is_nan() || seconds < 0.0 {
                    return None;
                }
                // A time that is too long for `Duration` is no limit.
                self.time = Duration::try_from_secs_f64(seconds)
                    .ok()
                    .filter(|_| seconds < ENDLESS);
            }
            "maxVisits" => self.visits = nodes()?,
            _ => self.playouts = nodes()?,
        }
        Some(())
    }
}

fn get(request: &Request, name: &str) -> Result<Value, Refusal> {
    if let Some(value) = request.gtp.params.get(name) {
        return Ok(value);
    }
    let value = request.session.options().get(name);
    let value = value.map_err(|error| refusal(name, error.into()))?;
    // Words such as `mcts` are no JSON: they become strings.
    Ok(serde_json::from_str(&value).unwrap_or(Value::String(value)))
}

fn set(request: &mut Request, name: &str, value: &str) -> Result<(), Refusal> {
    if NAMES.contains(&name) {
        return set_limit(&mut request.gtp.params, name, value);
    }
    let set = request.session.set_option(name, value);
    set.map_err(|error| refusal(name, error)).map(|_| ())
}

/// Refuses a parameter that does not exist or does not take the value. Nothing is set.
fn check(request: &Request, name: &str, value: &str) -> Result<(), Refusal> {
    if NAMES.contains(&name) {
        let mut params = request.gtp.params;
        return set_limit(&mut params, name, value);
    }
    let mut options = request.session.options().clone();
    let set = options.set(name, value);
    set.map_err(|error| refusal(name, error.into()))
}

fn set_limit(params: &mut Params, name: &str, value: &str) -> Result<(), Refusal> {
    let done = params.set(name, value);
    done.ok_or_else(|| refuse(format!("Invalid value for {name}: '{value}'")))
}

/// The refusal of a parameter for an error of the session. An unknown parameter is refused in the words of KataGo.
fn refusal(name: &str, error: SessionError) -> Refusal {
    match error {
        SessionError::Option(OptionError::Unknown(_)) => {
            refuse(format!("Invalid parameter: {name}"))
        }
        error => error.into(),
    }
}

fn names(request: &Request) -> Vec<&'static str> {
    let options = request.session.options().list().into_iter();
    NAMES
        .into_iter()
        .chain(options.map(|option| option.name))
        .collect()
}

pub(super) fn get_param(request: &mut Request) -> Result<String, Refusal> {
    match request.arguments {
        [name] => Ok(get(request, name)?.to_string()),
        _ => Err(refuse("Expected exactly one argument for kata-get-param")),
    }
}

pub(super) fn set_param(request: &mut Request) -> Result<String, Refusal> {
    let [name, value] = *request.arguments else {
        return Err(refuse("Expected exactly two arguments for kata-set-param"));
    };
    // `kata-get-param` shows words as strings of JSON.
    let unquoted = value
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    set(request, name, unquoted.unwrap_or(value)).map(|()| String::new())
}

pub(super) fn list_params(request: &mut Request) -> Result<String, Refusal> {
    Ok(names(request).join(" "))
}

pub(super) fn get_params(request: &mut Request) -> Result<String, Refusal> {
    let mut params = Map::new();
    for name in names(request) {
        params.insert(name.to_owned(), get(request, name)?);
    }
    Ok(Value::Object(params).to_string())
}

/// Sets all parameters of a JSON object, or none if one is refused.
pub(super) fn set_params(request: &mut Request) -> Result<String, Refusal> {
    let text = request.arguments.join(" ");
    let wanted =
        fields_of(&text).map_err(|error| refuse(format!("Could not parse parameters: {error}")))?;
    // All are checked first: an option that is set may make the engine forget what it has found.
    for (name, value) in &wanted {
        check(request, name, &word_of(value))?;
    }
    for (name, value) in &wanted {
        set(request, name, &word_of(value))?;
    }
    Ok(String::new())
}
