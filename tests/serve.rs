//! The server of the page as strangers meet it: what it refuses, and that it goes on.

#![cfg(feature = "serve")]

mod server;

use server::{Served, Socket};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tochki::serve::{MOST_CONVERSATIONS, MOST_MESSAGE_BYTES};
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

const INIT: &str = r#"{"command":"Init","width":20,"height":20,"start":"cross"}"#;

#[test]
fn the_page_is_there_for_those_who_know_the_token() {
    let served = Served::start();
    let page = served.get(&format!("/{}/", served.token()), &[]);
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("<title>tochki</title>"));
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(page.contains(header), "{header}: {page}");
    }
    let other = "0123456789abcdef0123456789abcdef";
    for path in [
        "/",
        "/main.js",
        "/socket",
        "//",
        &format!("/{other}/"),
        &format!("/{other}/socket"),
    ] {
        assert!(served.get(path, &[]).starts_with("HTTP/1.1 403"), "{path}");
    }
}

#[test]
fn no_file_of_the_machine_can_be_read() {
    let served = Served::start();
    for path in [
        "../Cargo.toml",
        "..%2fCargo.toml",
        "%2e%2e/Cargo.toml",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "words/../../Cargo.toml",
        "index.html%00",
        "nothing.js",
    ] {
        let reply = served.get(&format!("/{}/{path}", served.token()), &[]);
        assert!(reply.starts_with("HTTP/1.1 40"), "{path}: {reply}");
        assert!(
            !reply.contains("[package]") && !reply.contains("root:"),
            "{path}"
        );
    }
}

#[test]
fn an_outside_page_opens_no_socket() {
    let served = Served::start();
    let own = served.origin();
    assert!(served.open(&[("Origin", &own)]).is_ok());
    for origin in ["http://evil.example", "null", "http://127.0.0.1", "file://"] {
        assert_eq!(
            served.open(&[("Origin", origin)]).err(),
            Some(403),
            "{origin}"
        );
    }
    // Browsers always name the origin of a socket.
    assert_eq!(served.open(&[]).err(), Some(403));
    let evil = format!("evil.example:{}", served.port());
    let from_evil = format!("http://{evil}");
    assert_eq!(
        served
            .open(&[("Host", &evil), ("Origin", &from_evil)])
            .err(),
        Some(403)
    );
    assert_eq!(
        served.open(&[("Host", &evil), ("Origin", &own)]).err(),
        Some(403)
    );
    let page = served.get(&format!("/{}/", served.token()), &[("Host", &evil)]);
    assert!(page.starts_with("HTTP/1.1 403"), "{page}");
    let page = served.get(
        &format!("/{}/", served.token()),
        &[("Origin", "http://evil.example")],
    );
    assert!(page.starts_with("HTTP/1.1 403"), "{page}");
}

#[test]
fn one_conversation_too_many_is_told_so_and_the_others_are_answered_in_order() {
    let served = Served::start();
    let mut sockets: Vec<Socket> = (0..MOST_CONVERSATIONS).map(|_| served.socket()).collect();
    for (number, socket) in sockets.iter_mut().enumerate() {
        socket.send(INIT);
        for id in 0..5 {
            let player = ["Red", "Black"][id % 2];
            let (x, y) = (id, number % 20);
            socket.send(&format!(
                r#"{{"command":"PutPoint","coords":{{"x":{x},"y":{y}}},"player":"{player}","id":{id}}}"#
            ));
        }
        socket.send(r#"{"command":"Analyze","player":"Black","constraint":{"type":"Complexity","value":0.0},"id":5}"#);
    }
    let mut surplus = served.socket();
    let Message::Close(Some(frame)) = surplus.read() else {
        panic!("it is closed");
    };
    assert_eq!(frame.code, CloseCode::Again);
    assert_eq!(frame.reason.as_str(), "too many conversations at a time");
    for socket in &mut sockets {
        assert_eq!(socket.text(), r#"{"command":"Init"}"#);
        for id in 0..5 {
            let reply = socket.text();
            assert!(reply.starts_with(&format!(r#"{{"id":{id},"#)), "{reply}");
        }
        let reply = socket.text();
        assert!(
            reply.starts_with(r#"{"id":5,"command":"Analyze","moves":[{"coords""#),
            "{reply}"
        );
    }
    // One that ends makes room.
    drop(sockets.pop());
    let start = Instant::now();
    loop {
        let mut next = served.socket();
        next.send(r#"{"command":"About"}"#);
        match next.read() {
            Message::Text(text) => break assert!(text.contains("tochki")),
            _ if start.elapsed() < Duration::from_secs(20) => {}
            other => panic!("no room: {other:?}"),
        }
    }
}

#[test]
fn hostile_frames_disturb_nobody_else() {
    let served = Served::start();
    let mut friend = served.socket();
    friend.send(INIT);
    assert_eq!(friend.text(), r#"{"command":"Init"}"#);
    let mut rng = fastrand::Rng::with_seed(34);
    let mut sent = 0;
    while sent < 10_000 {
        let mut socket = served.socket();
        for _ in 0..200 {
            let message = hostile(&mut rng);
            sent += 1;
            if socket.try_send(message).is_err() {
                break;
            }
        }
        if sent % 1000 < 200 {
            friend.send(r#"{"command":"Undo","count":0}"#);
            assert_eq!(friend.text(), r#"{"command":"Undo","undone":true}"#);
        }
    }
    friend.send(
        r#"{"command":"Analyze","player":"Red","constraint":{"type":"Complexity","value":0.0}}"#,
    );
    assert!(friend.text().contains(r#""coords""#));
    assert!(
        served
            .get(&format!("/{}/", served.token()), &[])
            .starts_with("HTTP/1.1 200")
    );
}

/// Something that no page sends.
fn hostile(rng: &mut fastrand::Rng) -> Message {
    let bytes = |rng: &mut fastrand::Rng, most| -> Vec<u8> {
        (0..rng.usize(..most)).map(|_| rng.u8(..)).collect()
    };
    match rng.u8(..12) {
        0 => Message::Binary(bytes(rng, 200).into()),
        1 => Message::Ping(bytes(rng, 120).into()),
        2 => Message::Text(
            String::from_utf8_lossy(&bytes(rng, 300))
                .into_owned()
                .into(),
        ),
        3 => Message::Text("[".repeat(rng.usize(..5000)).into()),
        4 => Message::Text(r#"{"command":"Init","width":62,"height":62}"#.into()),
        5 => Message::Text(r#"{"command":"Analyze","player":"Red","live":true}"#.into()),
        6 => Message::Text(
            r#"{"command":"Analyze","player":"Red","constraint":{"type":"Time","value":99999999}}"#
                .into(),
        ),
        7 => Message::Text("\n\n{}\n\0".into()),
        8 => Message::Text(r#"{"command":"SetOption","name":"threads","value":999999}"#.into()),
        9 if rng.u8(..100) == 0 => Message::Text("x".repeat(MOST_MESSAGE_BYTES + 1).into()),
        10 if rng.u8(..10) == 0 => Message::Close(None),
        _ => Message::Text(
            r#"{"command":"PutPoint","coords":{"x":99999999999,"y":-1},"player":"Red"}"#.into(),
        ),
    }
}

#[test]
fn silent_connections_are_closed_and_keep_nobody_out() {
    let served = Served::start();
    let mut silent: Vec<TcpStream> = (0..200).map(|_| served.connect()).collect();
    // Half a request is none.
    silent[0].write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    let start = Instant::now();
    let page = served.get(&format!("/{}/", served.token()), &[]);
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(start.elapsed() < Duration::from_secs(60));
    let first = &mut silent[0];
    first
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let mut rest = Vec::new();
    // A reset is an end, too.
    let _ = first.read_to_end(&mut rest);
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "it was not closed"
    );
}

#[test]
fn a_search_ends_with_its_socket() {
    let served = Served::start();
    let threads = || served.threads();
    let before = threads();
    for _ in 0..5 {
        let mut socket = served.socket();
        socket.send(INIT);
        socket.send(
            r#"{"command":"Analyze","player":"Red","live":true,"constraint":{"type":"Time","value":99999999}}"#,
        );
        assert_eq!(socket.text(), r#"{"command":"Init"}"#);
        // The search runs when its socket closes.
        assert!(socket.text().contains(r#""live":true"#));
        assert!(threads() > before);
    }
    let start = Instant::now();
    while threads() > before {
        assert!(start.elapsed() < Duration::from_secs(20), "searches go on");
        std::thread::sleep(Duration::from_millis(50));
    }
}
