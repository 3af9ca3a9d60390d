//! A browser at a page of its own, by WebDriver.

mod driver;
mod kind;
mod lent;
mod webdriver;

pub use kind::Ability;
pub use lent::Lent;

use crate::server::Served;
use data_encoding::BASE64;
use driver::Driver;
use kind::KIND;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use webdriver::Session;

/// What a page needs at most to show what is waited for, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(60);

/// Pause between two looks at what is waited for.
const POLL: Duration = Duration::from_millis(15);

/// How long people press a button of the mouse. A page that draws meanwhile may replace what is pressed before the release.
const PRESS: Duration = Duration::from_millis(200);

/// How long a button is down where nothing is drawn meanwhile.
const TAP: Duration = Duration::from_millis(20);

/// The window of a test.
#[derive(Clone, Copy, PartialEq)]
pub struct Window {
    pub width: u32,
    pub height: u32,
    /// With fingers instead of a mouse.
    pub is_phone: bool,
}

pub const DESK: Window = Window {
    width: 1280,
    height: 900,
    is_phone: false,
};

pub const PHONE: Window = Window {
    width: 390,
    height: 780,
    is_phone: true,
};

/// A browser that is open. It is closed when dropped.
pub struct Browser {
    session: Session,
    window: Window,
    /// It ends after the session.
    _driver: Driver,
}

/// A key of the keyboard, as WebDriver names it.
pub mod key {
    pub const TAB: char = '\u{e004}';
    pub const SHIFT: char = '\u{e008}';
    pub const ESCAPE: char = '\u{e00c}';
    pub const ENTER: char = '\u{e007}';
    pub const LEFT: char = '\u{e012}';
    pub const RIGHT: char = '\u{e014}';
    pub const DOWN: char = '\u{e015}';
    pub const DELETE: char = '\u{e017}';
    pub const BACKSPACE: char = '\u{e003}';
}

/// Tells that a test is left out because something is missing. Where `CI` is set that is a fault.
pub fn leave_out(missing: &str) {
    let is_demanded = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(!is_demanded, "{missing}");
    tell_left_out(missing);
}

/// Whether the browser of this run can do what a test needs. Without it the test is left out.
pub fn can(ability: Ability) -> bool {
    let can = !KIND.lacks().contains(&ability);
    if !can {
        tell_left_out(&format!("{:?} has no {ability:?} for tests", *KIND));
    }
    can
}

/// Tells it past the test harness, which shows nothing of tests that pass.
fn tell_left_out(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    let _ = writeln!(std::io::stderr(), "LEFT OUT {test}: {why}");
}

impl Browser {
    fn open(window: Window) -> Browser {
        let driver = Driver::start(*KIND);
        let session = Session::open(&driver.address, &KIND.capabilities(window));
        Browser {
            session: session.expect("the browser starts"),
            window,
            _driver: driver,
        }
    }

    /// A server and a browser at it, which shows the first game; `None` where there is no browser.
    pub fn at_a_game(window: Window) -> Option<(Served, Lent)> {
        let served = Served::start();
        let browser = Browser::at(&served, window)?;
        browser.wait_for_exactly(".dot", 4);
        Some((served, browser))
    }

    /// A browser at the page of a server; `None` where there is no browser.
    pub fn at(served: &Served, window: Window) -> Option<Lent> {
        if let Some(missing) = KIND.missing() {
            leave_out(missing);
            return None;
        }
        if window.is_phone && !can(Ability::Phone) {
            return None;
        }
        let browser = Lent::take(window);
        browser.go(served.url());
        Some(browser)
    }

    /// Closes all tabs but a new one, and forgets what their pages have kept: another server may get their port.
    fn leave_nothing(&self) -> Result<(), String> {
        let session = &self.session;
        let tabs = session.tabs()?;
        let empty = session.new_tab()?;
        for tab in &tabs {
            session.switch_to(tab)?;
            session.execute("try { localStorage.clear(); } catch { /* There is none. */ }")?;
            session.close_tab()?;
        }
        session.switch_to(&empty).map(drop)
    }

    pub fn go(&self, url: &str) {
        self.session.go(url).expect("the page loads");
        self.collect_faults();
    }

    /// Goes to a mode of the page.
    pub fn mode(&self, name: &str) {
        self.js(&format!("location.hash = {}", json!(name)));
        let mode = name.split('/').next().unwrap_or(name);
        let link = format!("#modes a[href=\"#{mode}\"][aria-current]");
        self.wait_for(&link, 1);
    }

    pub fn reload(&self) {
        self.session.reload().expect("it loads");
        self.collect_faults();
    }

    fn collect_faults(&self) {
        let prepared = KIND.collect_faults(&self.session);
        prepared.expect("the page can be asked for its faults");
    }

    /// Loads the page anew in a mode, with a game that it has kept there.
    pub fn reload_with(&self, mode: &str, kept: &Value) {
        let text = json!(kept.to_string());
        // The page keeps its own game when it is left.
        self.js(&format!(
            "addEventListener('pagehide', () => sessionStorage.setItem('tochki.{mode}', {text}));
             location.hash = '{mode}'"
        ));
        self.reload();
    }

    /// Opens another tab and goes there.
    pub fn new_tab(&self, url: &str) {
        let tab = self.session.new_tab().expect("a tab opens");
        self.session.switch_to(&tab).expect("it is there");
        self.go(url);
    }

    /// Goes to the tab that was opened first, second ...
    pub fn switch(&self, index: usize) {
        let tabs = self.session.tabs().expect("there are tabs");
        self.session.switch_to(&tabs[index]).expect("it is there");
    }

    /// What a script returns. What it keeps for later it writes as `window.name`, with `window.name++`, too: in Firefox a script
    /// has a scope of its own, and modules that it imports are not those of the page.
    pub fn js(&self, script: &str) -> Value {
        let done = self.session.execute(script);
        done.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// What a script hands to its callback, the last of its `arguments`.
    pub fn js_later(&self, script: &str) -> Value {
        let done = self.session.execute_async(script);
        done.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// The text of an element, empty if there is none.
    pub fn text(&self, css: &str) -> String {
        let text = self.js(&format!(
            "return document.querySelector({})?.textContent ?? ''",
            json!(css)
        ));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Number of elements.
    pub fn count(&self, css: &str) -> u64 {
        let count = self.js(&format!(
            "return document.querySelectorAll({}).length",
            json!(css)
        ));
        count.as_u64().expect("it is a number")
    }

    /// Waits until an expression is true.
    pub fn wait(&self, expression: &str) {
        let start = Instant::now();
        while self.js(&format!("return Boolean({expression})")) != true {
            if start.elapsed() > PATIENCE {
                self.shot("failed");
                panic!("not within {PATIENCE:?}: {expression}");
            }
            std::thread::sleep(POLL);
        }
    }

    /// Waits until there are so many elements, or more.
    pub fn wait_for(&self, css: &str, count: usize) {
        self.wait(&format!(
            "document.querySelectorAll({}).length >= {count}",
            json!(css)
        ));
    }

    /// Waits until there are exactly so many elements.
    pub fn wait_for_exactly(&self, css: &str, count: usize) {
        self.wait(&format!(
            "document.querySelectorAll({}).length === {count}",
            json!(css)
        ));
    }

    /// Waits until the page says that it is the person's turn.
    pub fn wait_for_my_turn(&self) {
        self.wait("document.querySelector('#status')?.textContent === 'Your turn'");
    }

    /// Clicks on an element. The page may draw it anew between the search and the click: then it is looked for again.
    pub fn click(&self, css: &str) {
        let start = Instant::now();
        loop {
            self.wait_for(css, 1);
            match self.session.click(css) {
                Ok(_) => return,
                Err(error) if start.elapsed() > PATIENCE => panic!("{css}: {error}"),
                Err(_) => {
                    // Some drivers do not scroll within a part of the page.
                    self.js(&format!(
                        "document.querySelector({})?.scrollIntoView({{ block: 'nearest' }})",
                        json!(css)
                    ));
                    std::thread::sleep(POLL);
                }
            }
        }
    }

    /// Chooses a value of a list.
    pub fn choose(&self, css: &str, value: &str) {
        self.js(&format!(
            "const e = document.querySelector({}); e.value = {}; e.dispatchEvent(new Event('change'))",
            json!(css),
            json!(value)
        ));
    }

    /// Clicks on a cell of the board, or taps on it.
    pub fn put(&self, x: u32, y: u32, window: Window) {
        self.press_at(&self.place_of(x, y), window, TAP);
    }

    /// Clicks on a cell of the board as slowly as people do.
    pub fn put_slowly(&self, x: u32, y: u32) {
        self.press_at(&self.place_of(x, y), DESK, PRESS);
    }

    /// The place of a cell in pixels.
    fn place_of(&self, x: u32, y: u32) -> Value {
        self.js(&format!(
            "const matrix = document.querySelector('.board').getScreenCTM();
             const point = new DOMPoint({x}, {y}).matrixTransform(matrix);
             return [point.x, point.y]"
        ))
    }

    /// Drops a file on the page.
    pub fn drop_file(&self, bytes: &[u8]) {
        self.js(&format!(
            "const data = new DataTransfer();
             data.items.add(new File([new Uint8Array({})], 'game.sgf'));
             document.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }}))",
            json!(bytes)
        ));
    }

    /// Presses the mouse at the place in pixels that a script returns.
    pub fn press_by(&self, script: &str) {
        let place = self.js(script);
        self.press_at(&place, DESK, PRESS);
    }

    /// Presses an element with the mouse as long as people do.
    pub fn hold(&self, css: &str) {
        self.wait_for(css, 1);
        let place = self.js(&format!(
            "const element = document.querySelector({});
             element.scrollIntoView({{ block: 'nearest' }});
             const box = element.getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2]",
            json!(css)
        ));
        self.press_at(&place, DESK, PRESS);
    }

    /// Presses the mouse or a finger at a place in pixels.
    fn press_at(&self, place: &Value, window: Window, duration: Duration) {
        let [x, y] =
            [0, 1].map(|index| place[index].as_f64().expect("it is a number").round() as i64);
        let kind = if window.is_phone { "touch" } else { "mouse" };
        let pointer = json!({
            "type": "pointer",
            "id": kind,
            "parameters": {"pointerType": kind},
            "actions": [
                {"type": "pointerMove", "x": x, "y": y},
                {"type": "pointerDown", "button": 0},
                {"type": "pause", "duration": duration.as_millis() as u64},
                {"type": "pointerUp", "button": 0},
            ],
        });
        self.session.act(&pointer).expect("the pointer moves");
    }

    /// Presses keys, one after the other.
    pub fn press(&self, keys: &[char]) {
        let strokes = |&key: &char| [("keyDown", key), ("keyUp", key)];
        self.stroke(keys.iter().flat_map(strokes));
    }

    /// Presses a key while Shift is down.
    pub fn press_with_shift(&self, key: char) {
        self.stroke([
            ("keyDown", key::SHIFT),
            ("keyDown", key),
            ("keyUp", key),
            ("keyUp", key::SHIFT),
        ]);
    }

    /// Moves keys up and down.
    fn stroke(&self, strokes: impl IntoIterator<Item = (&'static str, char)>) {
        let action = |(stroke, key): (_, char)| json!({"type": stroke, "value": key});
        let actions: Vec<Value> = strokes.into_iter().map(action).collect();
        let keyboard = json!({"type": "key", "id": "keyboard", "actions": actions});
        self.session.act(&keyboard).expect("the keys are pressed");
    }

    /// Holds a key as long as people do.
    pub fn hold_key(&self, key: char) {
        let pause = json!({"type": "pause", "duration": PRESS.as_millis() as u64});
        let [down, up] = ["keyDown", "keyUp"].map(|stroke| json!({"type": stroke, "value": key}));
        let keyboard = json!({"type": "key", "id": "keyboard", "actions": [down, pause, up]});
        self.session.act(&keyboard).expect("the key is pressed");
    }

    /// Holds Enter so long that the keyboard repeats it three times.
    pub fn repeat_enter(&self) {
        let done = KIND.repeat_enter(&self.session);
        done.expect("the key is pressed");
    }

    /// Keeps a picture of the page in `target/tmp/page`, and in `docs/page` where `TOCHKI_SCREENSHOTS` is set.
    pub fn shot(&self, name: &str) {
        let png = self.session.screenshot().expect("there is a picture");
        let png = png.as_str().expect("it is text");
        let png = BASE64.decode(png.as_bytes()).expect("it is base 64");
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut folders: Vec<PathBuf> = vec![Path::new(env!("CARGO_TARGET_TMPDIR")).join("page")];
        if std::env::var_os("TOCHKI_SCREENSHOTS").is_some() && name != "failed" {
            folders.push(root.join("docs/page"));
        }
        for folder in folders {
            std::fs::create_dir_all(&folder).expect("a folder can be made");
            std::fs::write(folder.join(format!("{name}.png")), &png).expect("it can be written");
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.session.close();
    }
}
