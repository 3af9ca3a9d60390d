//! What browsers and their drivers differ in.

use super::Window;
use super::webdriver::{Reply, Session};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::LazyLock;

/// The browser of this run, which `TOCHKI_BROWSER` names: `chromium`, as it is without a name, `firefox` or `webkit`.
pub static KIND: LazyLock<Kind> = LazyLock::new(|| {
    let name = std::env::var("TOCHKI_BROWSER").unwrap_or_default();
    match name.as_str() {
        "" | "chromium" => Kind::Chromium,
        "firefox" => Kind::Firefox,
        "webkit" => Kind::WebKit,
        _ => panic!("TOCHKI_BROWSER is chromium, firefox or webkit, not {name}"),
    }
});

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Chromium,
    Firefox,
    /// WebKitGTK, which has the engine of Safari.
    WebKit,
}

/// What a test needs, and not every browser can do for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ability {
    /// The small window of a phone, and fingers instead of a mouse.
    Phone,
    /// Keys that are held down so long that they are repeated.
    HeldKeys,
    /// Two tabs, of which both go on.
    Tabs,
    /// Colours that the system forces.
    ForcedColours,
    /// The code 1013 of a WebSocket that is closed, which the library of WebKitGTK takes for a fault.
    FullCode,
}

/// Where a program is installed, the first of these names that is.
fn installed(names: &[&str]) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&paths).collect();
    let places = |name| folders.iter().map(move |folder| folder.join(name));
    let mut programs = names.iter().flat_map(places);
    programs.find(|program| program.is_file())
}

impl Kind {
    /// Why there is no such browser here, if there is none.
    pub fn missing(self) -> Option<&'static str> {
        let has = |names: &[&str]| names.iter().all(|name| installed(&[name]).is_some());
        let (is_there, missing) = match self {
            Kind::Chromium => (
                self.program().is_some() && has(&["bash", "chromedriver"]),
                "chromium and chromedriver are missing",
            ),
            Kind::Firefox => (
                self.program().is_some() && has(&["bash", "geckodriver"]),
                "firefox and geckodriver are missing",
            ),
            Kind::WebKit => (
                has(&["bash", "WebKitWebDriver", "xvfb-run", "xauth"]),
                "WebKitWebDriver, xvfb-run and xauth are missing",
            ),
        };
        (!is_there).then_some(missing)
    }

    /// What the browser cannot do.
    pub fn lacks(self) -> &'static [Ability] {
        use Ability::{ForcedColours, FullCode, HeldKeys, Phone, Tabs};
        match self {
            Kind::Chromium | Kind::Firefox => &[],
            Kind::WebKit => &[Phone, HeldKeys, Tabs, ForcedColours, FullCode],
        }
    }

    /// The command that runs the driver at a port.
    pub fn driver(self, port: u16) -> Vec<String> {
        let port_flag = format!("--port={port}");
        match self {
            Kind::Chromium => vec!["chromedriver".to_owned(), port_flag],
            Kind::Firefox => vec![
                "geckodriver".to_owned(),
                "--allow-system-access".to_owned(),
                port_flag,
            ],
            // A browser that shares its display loses the focus to others.
            Kind::WebKit => vec![
                "xvfb-run".to_owned(),
                format!("--server-num={port}"),
                "WebKitWebDriver".to_owned(),
                port_flag,
            ],
        }
    }

    /// The browser. The one without windows takes two thirds of the time that the whole Chromium takes. WebKitWebDriver knows
    /// its own.
    fn program(self) -> Option<PathBuf> {
        match self {
            Kind::Chromium => installed(&["chromium-headless-shell", "chromium"]),
            Kind::Firefox => installed(&["firefox", "firefox-esr"]),
            Kind::WebKit => None,
        }
    }

    /// What a new session is asked for.
    pub fn capabilities(self, window: Window) -> Value {
        let program = self.program();
        // Scripts of hundreds of frames take long beside other tests.
        let timeouts = json!({"script": 180_000});
        match self {
            Kind::Chromium => json!({
                "goog:chromeOptions": chromium(window, program),
                "goog:loggingPrefs": {"browser": "SEVERE"},
                "timeouts": timeouts,
            }),
            Kind::Firefox => json!({
                "moz:firefoxOptions": {"args": ["-headless"], "binary": program, "prefs": preferences(window)},
                "timeouts": timeouts,
            }),
            Kind::WebKit => json!({"timeouts": timeouts}),
        }
    }

    /// Gives the window its size. Chromium begins with it. Others do not, or lose it: the list of saved files takes room.
    pub fn fit(self, session: &Session, window: Window) -> Reply {
        if self == Kind::Chromium {
            return Ok(Value::Null);
        }
        if self == Kind::Firefox {
            // Otherwise its window cannot be as small as a phone.
            session.post("/moz/context", &json!({"context": "chrome"}))?;
            session.execute("document.documentElement.style.minWidth = 0")?;
            session.post("/moz/context", &json!({"context": "content"}))?;
        }
        let bars =
            session.execute("return [outerWidth - innerWidth, outerHeight - innerHeight]")?;
        let [right, top] = [0, 1].map(|index| bars[index].as_u64().unwrap_or_default());
        let width = u64::from(window.width) + right;
        let height = u64::from(window.height) + top;
        session.post("/window/rect", &json!({"width": width, "height": height}))
    }

    /// Prepares a page that has been loaded for `faults`.
    pub fn collect_faults(self, session: &Session) -> Reply {
        if self == Kind::Chromium {
            return Ok(Value::Null);
        }
        session.execute(
            "window.faults ??= [];
             for (const name of ['error', 'unhandledrejection'])
               addEventListener(name, ({ message, reason }) => faults.push(message ?? String(reason)))",
        )
    }

    /// What went wrong in the scripts of the page that is shown, also in what they left for later. Chromium also tells it of
    /// pages before that one, since this was asked last.
    pub fn faults(self, session: &Session) -> Result<Vec<String>, String> {
        let told = match self {
            Kind::Chromium => session.post("/se/log", &json!({"type": "browser"}))?,
            Kind::Firefox | Kind::WebKit => session.execute("return window.faults ?? []")?,
        };
        let told = told.as_array().ok_or("it is a list")?;
        let texts = told.iter().map(Value::to_string);
        let is_fault = |text: &String| self != Kind::Chromium || text.contains("Uncaught");
        Ok(texts.filter(is_fault).collect())
    }

    /// Holds Enter so long that the keyboard repeats it three times.
    pub fn repeat_enter(self, session: &Session) -> Reply {
        let strokes = ["keyDown", "keyDown", "keyDown", "keyDown", "keyUp"];
        if self != Kind::Chromium {
            let strokes = strokes.map(|kind| json!({"type": kind, "value": super::key::ENTER}));
            return session.act(&json!({"type": "key", "id": "keyboard", "actions": strokes}));
        }
        // Chromedriver repeats no keys.
        for (number, kind) in strokes.into_iter().enumerate() {
            let is_repeated = (1..4).contains(&number);
            let event = json!({
                "type": kind, "autoRepeat": is_repeated, "key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13,
            });
            let message = json!({"cmd": "Input.dispatchKeyEvent", "params": event});
            session.post("/goog/cdp/execute", &message)?;
        }
        Ok(Value::Null)
    }
}

fn chromium(window: Window, program: Option<PathBuf>) -> Value {
    let Window { width, height, .. } = window;
    let size = format!("--window-size={width},{height}");
    let args = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--lang=en",
        "--hide-scrollbars",
        &size,
    ];
    let mut options = json!({"args": args, "binary": program});
    if window.is_phone {
        options["mobileEmulation"] = json!({"deviceMetrics": {"width": width, "height": height, "pixelRatio": 2, "touch": true}});
    }
    options
}

/// The preferences of a Firefox that has fingers instead of a mouse on a phone.
fn preferences(window: Window) -> Value {
    let pointer = if window.is_phone { 1 } else { 6 };
    json!({
        "dom.w3c_touch_events.enabled": u8::from(window.is_phone),
        "intl.accept_languages": "en",
        "ui.allPointerCapabilities": pointer,
        "ui.primaryPointerCapabilities": pointer,
        "ui.useOverlayScrollbars": 1,
    })
}
