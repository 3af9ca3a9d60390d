//! The queue of lines from a client. A thread of its own fills it, so that lines arrive while a search runs.

use super::{Line, LineReader};
use crate::search::StopFlag;
use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The effect of a line on a search that is running when the line arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// The line waits until the search has ended.
    Waits,
    /// The search ends early and answers with the best move so far.
    Stops,
    /// The line is the last one that is read. The search ends early, unless the line arrived together with the line
    /// before it or at most 20 ms later, as in a script.
    Ends,
}

/// Flags that tell a running search about lines that wait in the queue. A line raises its flags when it arrives. They
/// are lowered when it is taken from the queue, unless another waiting line raises them too.
///
/// Lines that arrive in one read, as from a file, are a *script*. Its lines were sent before any reply was seen.
#[derive(Clone, Debug, Default)]
pub struct Interrupts {
    /// A waiting line has the urgency [`Stops`](Urgency::Stops), or [`Ends`](Urgency::Ends) outside of a script. Also
    /// raised if the input has failed, or has ended some time after the last line.
    pub stop: StopFlag,
    /// A line is waiting, or the input has ended or failed.
    pub input: StopFlag,
    /// A waiting line did not arrive together with the line before it, or the flag `stop` is raised. A line with the
    /// urgency [`Ends`](Urgency::Ends) at the end of a script is no news.
    pub news: StopFlag,
}

/// Greatest number of lines in the queue. While it is full, further input stays unread.
const WAITING_LINES: usize = 256;

/// Total length of the lines in the queue, in bytes, at which the queue is full. Then further input stays unread.
const WAITING_BYTES: usize = 1 << 20;

/// The end of the input belongs to the script if it comes within this time after the last line. This holds for a last
/// line that arrived together with the line before it, or is the only one.
const SCRIPT_END: Duration = Duration::from_millis(250);

/// The same for a last line that arrived on its own: some shells write scripts line by line. A line that ends the input
/// belongs to the script within this time, too, whatever line is before it.
const SCRIPT_PAUSE: Duration = Duration::from_millis(20);

/// The queue of lines from a client, in order. A thread of its own reads them, until the input ends or a line has the
/// urgency [`Ends`](Urgency::Ends). When it is dropped, it lowers its flags, and raises them no more.
#[derive(Debug)]
pub struct Inbox {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    interrupts: Interrupts,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    /// Total length of the waiting lines in bytes.
    bytes: usize,
    /// `Ok` if the input has ended, or the error that ended it. `None` while it is open.
    end: Option<io::Result<()>>,
    /// Whether the input failed, or ended some time after the last line. False if it ended as part of a script.
    ended_late: bool,
    /// Whether the [`Inbox`] is dropped. Then the reading thread ends.
    closed: bool,
}

#[derive(Debug)]
struct Waiting {
    /// The text of the line. `None` if it is unreadable.
    text: Option<String>,
    /// When the line was read.
    read: Instant,
    /// Whether the line ends a running search.
    stops: bool,
    /// Whether the line did not arrive together with the line before it, and is not the end of a script.
    is_news: bool,
}

impl Inbox {
    /// Starts the thread that reads `input`. Each line raises flags of `interrupts` by its urgency. If the system starts
    /// no thread, the input ends with its error.
    pub fn open(
        input: impl BufRead + Send + 'static,
        urgency: fn(&str) -> Urgency,
        interrupts: Interrupts,
    ) -> Inbox {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
            interrupts,
        });
        let reader = shared.clone();
        let started = thread::Builder::new().spawn(move || reader.read(input, urgency));
        if let Err(error) = started {
            shared.lock().end = Some(Err(error));
        }
        Inbox { shared }
    }

    /// Waits for the next line, and returns the result of `take` on it and the time when it was read. `None` at the end
    /// of the input.
    ///
    /// # Errors
    /// If the input cannot be read. Later calls return `None`.
    pub fn next<T>(&mut self, take: impl FnOnce(Line, Instant) -> T) -> io::Result<Option<T>> {
        let mut queue = self.shared.lock();
        loop {
            if let Some(line) = queue.waiting.pop_front() {
                queue.bytes -= line.len();
                self.shared.announce(&queue);
                drop(queue);
                let text = line.text.as_deref().map_or(Line::Unreadable, Line::Text);
                return Ok(Some(take(text, line.read)));
            }
            if let Some(end) = &mut queue.end {
                return std::mem::replace(end, Ok(())).map(|()| None);
            }
            queue = self.shared.wait(queue);
        }
    }
}

impl Waiting {
    fn len(&self) -> usize {
        self.text.as_ref().map_or(0, String::len)
    }
}

impl Queue {
    fn is_full(&self) -> bool {
        self.waiting.len() >= WAITING_LINES || self.bytes >= WAITING_BYTES
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        let Interrupts { stop, input, news } = &self.shared.interrupts;
        for flag in [stop, input, news] {
            flag.set(false);
        }
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, queue: MutexGuard<'a, Queue>) -> MutexGuard<'a, Queue> {
        let woken = self.changed.wait(queue);
        woken.unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads lines until the input ends or fails, a line has the urgency [`Ends`](Urgency::Ends), or the inbox is
    /// dropped.
    fn read(&self, input: impl BufRead, urgency: fn(&str) -> Urgency) {
        let mut lines = LineReader::of_client(input);
        // A single line counts as a script.
        let mut is_script = true;
        let mut last = Instant::now();
        for number in 0_u64.. {
            let sent_together = lines.has_more();
            let text = match lines.next_line() {
                Ok(Some(Line::Text(text))) => Some(text.to_owned()),
                Ok(Some(Line::Unreadable)) => None,
                Ok(None) => {
                    let in_time = if is_script { SCRIPT_END } else { SCRIPT_PAUSE };
                    return self.end(Ok(()), last.elapsed() >= in_time);
                }
                Err(error) => return self.end(Err(error), true),
            };
            let urgency = text.as_deref().map_or(Urgency::Waits, urgency);
            let is_late = !sent_together && last.elapsed() >= SCRIPT_PAUSE;
            let ends_script = urgency == Urgency::Ends && !is_late;
            is_script = sent_together || number == 0;
            let taken = self.push(Waiting {
                text,
                read: Instant::now(),
                stops: urgency != Urgency::Waits && !ends_script,
                is_news: !sent_together && !ends_script,
            });
            match taken {
                Some(when) if urgency != Urgency::Ends => last = when,
                _ => return self.end(Ok(()), false),
            }
        }
    }

    /// Adds a line to the queue, after waiting for room, and returns the time when it was added. `None` if the inbox is
    /// dropped.
    fn push(&self, line: Waiting) -> Option<Instant> {
        let mut queue = self.lock();
        while queue.is_full() && !queue.closed {
            queue = self.wait(queue);
        }
        let now = Instant::now();
        queue.bytes += line.len();
        queue.waiting.push_back(line);
        self.announce(&queue);
        (!queue.closed).then_some(now)
    }

    fn end(&self, how: io::Result<()>, late: bool) {
        let mut queue = self.lock();
        queue.ended_late = late;
        queue.end = Some(how);
        self.announce(&queue);
    }

    /// Sets the three flags by the state of the queue, and wakes the threads that wait for a change of the queue. If the
    /// inbox is dropped, nothing happens: the flags may be those of another input then.
    fn announce(&self, queue: &Queue) {
        if queue.closed {
            return;
        }
        let any = |which: fn(&Waiting) -> bool| queue.waiting.iter().any(which);
        let Interrupts { stop, input, news } = &self.interrupts;
        stop.set(queue.ended_late || any(|line| line.stops));
        input.set(queue.end.is_some() || any(|_| true));
        news.set(queue.ended_late || any(|line| line.is_news || line.stops));
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read, Write};

    fn urgency(line: &str) -> Urgency {
        match line {
            "stop" => Urgency::Stops,
            "quit" => Urgency::Ends,
            _ => Urgency::Waits,
        }
    }

    fn next(inbox: &mut Inbox) -> Option<String> {
        let text = |line: Line, _| match line {
            Line::Text(text) => text.to_owned(),
            Line::Unreadable => "?".to_owned(),
        };
        inbox.next(text).unwrap()
    }

    /// Waits until the thread that reads the input has made the condition true.
    fn until(reached: impl Fn() -> bool) {
        let start = Instant::now();
        while !reached() {
            assert!(start.elapsed() < Duration::from_secs(60), "it never comes");
            thread::yield_now();
        }
    }

    #[test]
    fn lines_come_in_order_and_none_after_the_last() {
        let mut inbox = Inbox::open(
            &b"one\n\xff\nquit\nmore\n"[..],
            urgency,
            Interrupts::default(),
        );
        let lines: Vec<_> = std::iter::from_fn(|| next(&mut inbox)).collect();
        assert_eq!(lines, ["one", "?", "quit"]);
    }

    #[test]
    fn the_time_of_a_line_is_that_of_its_arrival() {
        let flags = Interrupts::default();
        let mut inbox = Inbox::open(&b"one\n"[..], urgency, flags.clone());
        until(|| flags.input.is_raised());
        let taken = Instant::now();
        let read = inbox.next(|_, read| read).unwrap();
        assert!(read.is_some_and(|read| read <= taken));
    }

    #[test]
    fn more_lines_than_can_wait_arrive() {
        let many = "line\n".repeat(5 * WAITING_LINES);
        let input = io::Cursor::new(many);
        let mut inbox = Inbox::open(input, urgency, Interrupts::default());
        let lines = std::iter::from_fn(|| next(&mut inbox));
        assert_eq!(lines.count(), 5 * WAITING_LINES);
    }

    #[test]
    fn a_stop_is_seen_behind_other_lines_until_it_is_taken_up() {
        let flags = Interrupts::default();
        let mut inbox = Inbox::open(&b"one\nstop\ntwo\n"[..], urgency, flags.clone());
        until(|| flags.stop.is_raised());
        assert_eq!(next(&mut inbox).as_deref(), Some("one"));
        assert!(flags.stop.is_raised() && flags.news.is_raised());
        assert_eq!(next(&mut inbox).as_deref(), Some("stop"));
        assert!(!flags.stop.is_raised() && !flags.news.is_raised());
        until(|| flags.input.is_raised());
    }

    #[test]
    fn a_script_is_no_news_but_a_line_on_its_own_is() {
        let (reader, mut writer) = io::pipe().unwrap();
        let flags = Interrupts::default();
        let mut inbox = Inbox::open(BufReader::new(reader), urgency, flags.clone());
        writer.write_all(b"one\ntwo\n").unwrap();
        assert_eq!(next(&mut inbox).as_deref(), Some("one"));
        until(|| flags.input.is_raised());
        assert!(!flags.news.is_raised());
        assert_eq!(next(&mut inbox).as_deref(), Some("two"));
        assert!(!flags.input.is_raised());
        writer.write_all(b"three\n").unwrap();
        until(|| flags.news.is_raised());
        assert!(!flags.stop.is_raised());
        thread::sleep(2 * SCRIPT_PAUSE);
        writer.write_all(b"quit\n").unwrap();
        until(|| flags.stop.is_raised());
        assert_eq!(next(&mut inbox).as_deref(), Some("three"));
        assert_eq!(next(&mut inbox).as_deref(), Some("quit"));
        assert_eq!(next(&mut inbox), None);
    }

    #[test]
    fn the_end_of_a_script_is_no_news() {
        let flags = Interrupts::default();
        // Two reads, the second one right behind the first.
        let input = b"one\n".chain(&b"quit\n"[..]);
        let start = Instant::now();
        let mut inbox = Inbox::open(input, urgency, flags.clone());
        until(|| inbox.shared.lock().end.is_some());
        let was_quick = start.elapsed() < SCRIPT_PAUSE;
        assert_eq!(next(&mut inbox).as_deref(), Some("one"));
        let raised = [flags.news.is_raised(), flags.stop.is_raised()];
        // On a busy machine the second one may be late. It stops what runs then.
        let stops = !was_quick && raised == [true; 2];
        assert!(raised == [false; 2] || stops, "{raised:?}");
        assert!(flags.input.is_raised());
    }

    #[test]
    fn a_script_is_answered_to_its_end() {
        for script in ["one\ntwo\nquit\n", "one\ntwo\n", "one"] {
            let flags = Interrupts::default();
            let mut inbox = Inbox::open(script.as_bytes(), urgency, flags.clone());
            until(|| inbox.shared.lock().end.is_some());
            assert!(!flags.stop.is_raised(), "{script:?}");
            assert!(flags.input.is_raised());
            let lines = std::iter::from_fn(|| next(&mut inbox));
            assert_eq!(lines.count(), script.lines().count());
        }
    }

    /// Whether the end of a script stops what runs if it comes after this pause. Also the time after which it came: on a busy
    /// machine it may be later.
    fn script_with_end_after(pause: Duration) -> (bool, Duration) {
        let (reader, mut writer) = io::pipe().unwrap();
        let flags = Interrupts::default();
        let inbox = Inbox::open(BufReader::new(reader), urgency, flags.clone());
        let start = Instant::now();
        writer.write_all(b"one\ntwo\n").unwrap();
        until(|| inbox.shared.lock().waiting.len() == 2);
        thread::sleep(pause);
        drop(writer);
        until(|| inbox.shared.lock().end.is_some());
        (flags.stop.is_raised(), start.elapsed())
    }

    #[test]
    fn the_end_of_a_script_may_come_within_a_quarter_of_a_second() {
        let quarter = Duration::from_millis(250);
        let (stops, took) = script_with_end_after(2 * SCRIPT_PAUSE);
        assert!(!stops || took >= quarter);
        let (stops, _) = script_with_end_after(quarter);
        assert!(stops);
    }

    #[test]
    fn an_end_on_its_own_stops_what_runs() {
        let (reader, mut writer) = io::pipe().unwrap();
        let flags = Interrupts::default();
        let mut inbox = Inbox::open(BufReader::new(reader), urgency, flags.clone());
        for line in ["one", "two"] {
            writer.write_all(format!("{line}\n").as_bytes()).unwrap();
            assert_eq!(next(&mut inbox).as_deref(), Some(line));
        }
        assert!(!flags.stop.is_raised());
        thread::sleep(2 * SCRIPT_PAUSE);
        drop(writer);
        until(|| flags.stop.is_raised());
    }

    #[test]
    fn no_flag_is_raised_after_the_end_of_a_conversation() {
        let (reader, mut writer) = io::pipe().unwrap();
        let flags = Interrupts::default();
        let raised = || [&flags.stop, &flags.input, &flags.news].map(|flag| flag.is_raised());
        let inbox = Inbox::open(BufReader::new(reader), urgency, flags.clone());
        writer.write_all(b"one\nstop\n").unwrap();
        until(|| raised() == [true; 3]);
        let shared = inbox.shared.clone();
        drop(inbox);
        assert_eq!(raised(), [false; 3]);
        writer.write_all(b"stop\n").unwrap();
        // The thread that reads the input has taken the line and ended.
        until(|| Arc::strong_count(&shared) == 1);
        assert_eq!(raised(), [false; 3]);
    }

    #[test]
    fn long_lines_wait_where_they_are_read_from() {
        let line = "x".repeat(WAITING_BYTES / 2);
        let input = io::Cursor::new(format!("{line}\n").repeat(5));
        let mut inbox = Inbox::open(input, urgency, Interrupts::default());
        until(|| inbox.shared.lock().is_full());
        assert_eq!(inbox.shared.lock().waiting.len(), 2);
        assert_eq!(std::iter::from_fn(|| next(&mut inbox)).count(), 5);
        assert_eq!(inbox.shared.lock().bytes, 0);
    }
}
