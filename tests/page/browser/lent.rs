//! Browsers that tests use one after the other: to start one takes longer than most tests.

use super::kind::KIND;
use super::{Browser, Window};
use std::ops::Deref;
use std::sync::{Mutex, MutexGuard};

/// Browsers that are open, and that no test uses. They are closed with their driver.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

fn idle() -> MutexGuard<'static, Vec<Browser>> {
    IDLE.lock().expect("nobody fails with the list")
}

/// A browser in the hands of a test, which fails if the scripts of a page did. Other tests get the browser after that,
/// unless the test fails.
pub struct Lent(Option<Browser>);

impl Lent {
    /// A browser with nothing but an empty tab.
    pub fn take(window: Window) -> Lent {
        let found = {
            let mut idle = idle();
            let place = idle.iter().position(|browser| browser.window == window);
            place.map(|place| idle.swap_remove(place))
        };
        let browser = found.unwrap_or_else(|| Browser::open(window));
        let fitted = KIND.fit(&browser.session, window);
        fitted.expect("the window gets its size");
        Lent(Some(browser))
    }
}

impl Deref for Lent {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        self.0.as_ref().expect("it is there until it is dropped")
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let browser = self.0.take().expect("it is dropped once");
        if std::thread::panicking() {
            return;
        }
        let faults = KIND.faults(&browser.session).expect("the page tells them");
        assert!(faults.is_empty(), "the page has failed: {faults:#?}");
        if browser.leave_nothing().is_ok() {
            idle().push(browser);
        }
    }
}
