//! WebDriver, the protocol of the drivers, as far as the tests speak it.
//
// CITE: W3C, WebDriver (https://www.w3.org/TR/webdriver2).

use serde_json::{Value, json};
use ureq::Agent;
use ureq::http::Response;

/// What a command returns, or why the driver refused it.
pub type Reply = Result<Value, String>;

/// The name of the field that holds the identifier of an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser that a driver has started.
pub struct Session {
    agent: Agent,
    /// Where the commands to this browser go.
    address: String,
}

impl Session {
    /// Starts a browser. `driver` is the address of the driver.
    pub fn open(driver: &str, capabilities: &Value) -> Result<Session, String> {
        // Replies with an error tell why.
        let config = Agent::config_builder().http_status_as_error(false);
        // The driver is on this machine, also where others are reached by a proxy.
        let config = config.proxy(None);
        let mut session = Session {
            agent: config.build().into(),
            address: format!("{driver}/session"),
        };
        let wanted = json!({"capabilities": {"alwaysMatch": capabilities}});
        let opened = session.post("", &wanted)?;
        let id = opened["sessionId"].as_str().ok_or("it has no number")?;
        session.address = format!("{}/{id}", session.address);
        Ok(session)
    }

    /// Closes the browser.
    pub fn close(&self) -> Reply {
        self.delete("")
    }

    /// What a script returns.
    pub fn execute(&self, script: &str) -> Reply {
        self.post("/execute/sync", &json!({"script": script, "args": []}))
    }

    /// What a script hands to its callback.
    pub fn execute_async(&self, script: &str) -> Reply {
        self.post("/execute/async", &json!({"script": script, "args": []}))
    }

    pub fn go(&self, url: &str) -> Reply {
        self.post("/url", &json!({"url": url}))
    }

    pub fn reload(&self) -> Reply {
        self.post("/refresh", &json!({}))
    }

    /// The tabs in the order in which they were opened.
    pub fn tabs(&self) -> Result<Vec<Value>, String> {
        match self.get("/window/handles")? {
            Value::Array(tabs) => Ok(tabs),
            other => Err(format!("no list of tabs: {other}")),
        }
    }

    /// Opens a tab, which is not yet gone to.
    pub fn new_tab(&self) -> Reply {
        let mut opened = self.post("/window/new", &json!({"type": "tab"}))?;
        Ok(opened["handle"].take())
    }

    /// Goes to a tab.
    pub fn switch_to(&self, tab: &Value) -> Reply {
        self.post("/window", &json!({"handle": tab}))
    }

    /// Closes the tab that was gone to.
    pub fn close_tab(&self) -> Reply {
        self.delete("/window")
    }

    /// Clicks on the first element of a selector.
    pub fn click(&self, css: &str) -> Reply {
        let wanted = json!({"using": "css selector", "value": css});
        let found = self.post("/element", &wanted)?;
        let id = found[ELEMENT].as_str().ok_or("it is no element")?;
        self.post(&format!("/element/{id}/click"), &json!({}))
    }

    /// Does what a pointer or a keyboard can do.
    pub fn act(&self, input: &Value) -> Reply {
        self.post("/actions", &json!({"actions": [input]}))
    }

    /// A picture of the page as PNG, in base 64.
    pub fn screenshot(&self) -> Reply {
        self.get("/screenshot")
    }

    fn get(&self, command: &str) -> Reply {
        value(self.agent.get(self.url(command)).call())
    }

    fn delete(&self, command: &str) -> Reply {
        value(self.agent.delete(self.url(command)).call())
    }

    /// Sends a command of the browser's own, or one of the above.
    pub fn post(&self, command: &str, body: &Value) -> Reply {
        value(self.agent.post(self.url(command)).send_json(body))
    }

    fn url(&self, command: &str) -> String {
        format!("{}{command}", self.address)
    }
}

/// What a reply of the driver holds.
fn value(response: Result<Response<ureq::Body>, ureq::Error>) -> Reply {
    let mut response = response.map_err(|error| error.to_string())?;
    let mut body: Value = (response.body_mut().read_json()).map_err(|error| error.to_string())?;
    let value = body["value"].take();
    match value.get("error") {
        Some(_) if !response.status().is_success() => Err(value.to_string()),
        _ => Ok(value),
    }
}
