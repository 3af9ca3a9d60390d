//! The messages of a WebSocket as the streams that a session reads and writes.

use std::io::{self, BufRead, ErrorKind, Read, Write};
use tokio::sync::mpsc::{Receiver, Sender};

/// The messages of a page as a stream that a session reads. Every message is a line. Each read returns at most one
/// message, so that two messages never count as sent together.
pub(super) struct Requests {
    messages: Receiver<String>,
    line: Vec<u8>,
    read: usize,
}

/// The stream that a session writes, as messages to the page. Every line is a message.
pub(super) struct Replies {
    messages: Sender<String>,
    line: Vec<u8>,
}

impl Requests {
    pub fn new(messages: Receiver<String>) -> Requests {
        Requests {
            messages,
            line: Vec::new(),
            read: 0,
        }
    }
}

impl BufRead for Requests {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.line.len()
            && let Some(message) = self.messages.blocking_recv()
        {
            // A line feed within a message becomes a space, which means the same in JSON.
            self.line = message.replace('\n', " ").into_bytes();
            self.line.push(b'\n');
            self.read = 0;
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount;
    }
}

impl Read for Requests {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl Replies {
    pub fn new(messages: Sender<String>) -> Replies {
        Replies {
            messages,
            line: Vec::new(),
        }
    }
}

impl Write for Replies {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    /// Sends the lines that have been written, each as a message. Waits while too many messages are not yet read by the
    /// page.
    fn flush(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        for message in line
            .split(|&byte| byte == b'\n')
            .filter(|message| !message.is_empty())
        {
            let text = String::from_utf8_lossy(message).into_owned();
            let sent = self.messages.blocking_send(text);
            sent.map_err(|_| io::Error::from(ErrorKind::BrokenPipe))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc;

    #[test]
    fn a_message_is_a_line_and_a_line_a_message() {
        let (sender, receiver) = mpsc::channel(4);
        for message in ["one", "t\nwo", ""] {
            sender.blocking_send(message.to_owned()).unwrap();
        }
        drop(sender);
        let lines: Vec<String> = Requests::new(receiver)
            .lines()
            .map(Result::unwrap)
            .collect();
        assert_eq!(lines, ["one", "t wo", ""]);

        let (sender, mut receiver) = mpsc::channel(4);
        let mut replies = Replies::new(sender);
        write!(replies, "a").unwrap();
        write!(replies, "b\nc\n").unwrap();
        replies.flush().unwrap();
        replies.flush().unwrap();
        drop(replies);
        let messages: Vec<String> = std::iter::from_fn(|| receiver.blocking_recv()).collect();
        assert_eq!(messages, ["ab", "c"]);

        let (sender, receiver) = mpsc::channel(4);
        drop(receiver);
        let mut replies = Replies::new(sender);
        writeln!(replies, "nobody hears it").unwrap();
        assert_eq!(replies.flush().unwrap_err().kind(), ErrorKind::BrokenPipe);
    }
}
