//! The server of the page as strangers meet it: what it refuses, and that it goes on.

use crate::process;
use crate::server::{Served, Socket};
use serde_json::{Value, json};
use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::process::{Command, Stdio};
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
        // Another version of the program may use the port later.
        "cache-control: no-cache",
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
        let refusal = served.get(path, &[]);
        assert!(refusal.starts_with("HTTP/1.1 403"), "{path}");
        assert!(refusal.contains("x-frame-options: DENY"), "{refusal}");
        assert!(refusal.contains("\r\n\r\nOpen the address that tochki has printed"));
    }
    let puzzles = served.get(&format!("/{}/puzzles.json", served.token()), &[]);
    assert!(puzzles.contains("cache-control: no-cache"));
    // Who leaves out the last slash is led to the page, too.
    let reply = served.get(&format!("/{}", served.token()), &[]);
    assert!(reply.starts_with("HTTP/1.1 308"), "{reply}");
    let target = format!("location: /{}/\r\n", served.token());
    assert!(reply.contains(&target), "{reply}");
}

#[test]
fn another_port_than_the_default_one_is_told() {
    // If it cannot be had, somebody else has it.
    let _default = TcpListener::bind(("127.0.0.1", 20017));
    let state = tempfile::tempdir().unwrap();
    let mut serve = Command::new(env!("CARGO_BIN_EXE_tochki"));
    serve.arg("serve").env("XDG_STATE_HOME", state.path());
    serve.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut served = serve.spawn().unwrap();
    let url = process::read_to(served.stdout.as_mut().unwrap(), "\n");
    served.kill().unwrap();
    served.wait().unwrap();
    let mut told = String::new();
    let mut stderr = served.stderr.take().unwrap();
    stderr.read_to_string(&mut told).unwrap();
    let note = "tochki: port 20017 is not free, ";
    // Somebody else may have given it back.
    let is_usual = url.contains(":20017/");
    assert!(is_usual || told.starts_with(note), "{url}{told}");
}

#[test]
fn a_new_token_closes_the_old_address_for_good() {
    let mut served = Served::start();
    let old = served.token().to_owned();
    served.restart_with(&["--new-token"]);
    let reply = |served: &Served, token: &str| served.get(&format!("/{token}/"), &[]);
    assert!(reply(&served, &old).starts_with("HTTP/1.1 403"));
    assert!(reply(&served, served.token()).starts_with("HTTP/1.1 200"));
    // The address stays without the flag.
    served.restart();
    assert!(reply(&served, &old).starts_with("HTTP/1.1 403"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_that_does_not_start_leaves_the_old_address_open() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for flags in [
        &["--port", "0", "--option", "hash=0"][..],
        &["--port", &port],
    ] {
        let state = tempfile::tempdir().unwrap();
        let run = || {
            let mut serve = Command::new(env!("CARGO_BIN_EXE_tochki"));
            serve.args(["serve", "--new-token"]).args(flags);
            let output = serve.env("XDG_STATE_HOME", state.path()).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{output:?}");
        };
        run();
        assert_eq!(fs::read_dir(state.path()).unwrap().count(), 0, "{flags:?}");
        let folder = state.path().join("tochki");
        fs::create_dir(&folder).unwrap();
        let (file, old) = (folder.join("serve-token"), "0123456789abcdef".repeat(2));
        fs::write(&file, &old).unwrap();
        run();
        assert_eq!(fs::read_to_string(&file).unwrap(), old, "{flags:?}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{flags:?}");
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
    let mut taken = 0;
    for number in 0.. {
        if taken >= 2_000 {
            break;
        }
        taken += send_hostile(&mut rng, &mut served.socket());
        if number % 5 == 0 {
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
        0 if rng.u8(..100) == 0 => Message::Binary(bytes(rng, 200).into()),
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
        10 if rng.u8(..100) == 0 => Message::Close(None),
        11 => Message::Text(r#"{"command":"Stop"}"#.into()),
        _ => Message::Text(
            r#"{"command":"PutPoint","coords":{"x":99999999999,"y":-1},"player":"Red"}"#.into(),
        ),
    }
}

/// Sends hostile messages. Returns how many the conversation has taken.
fn send_hostile(rng: &mut fastrand::Rng, socket: &mut Socket) -> u32 {
    for number in 0..200 {
        let message = hostile(rng);
        // After these the server closes the conversation.
        let is_last = match &message {
            Message::Text(text) => text.len() > MOST_MESSAGE_BYTES,
            other => other.is_binary() || other.is_close(),
        };
        socket.try_send(message).expect("it is open");
        if is_last {
            return number;
        }
    }
    socket.send(r#"{"command":"Stop"}"#);
    socket.send(r#"{"command":"About","id":"last"}"#);
    while !socket.text().starts_with(r#"{"id":"last","#) {}
    200
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
    process::wait_until("the searches end", || threads() <= before);
}

/// What is told of the match, or of a game.
fn watch(socket: &mut Socket, game: Option<u64>) -> Value {
    // What was read a moment ago is not read again.
    std::thread::sleep(Duration::from_millis(150));
    let request = match game {
        Some(game) => json!({"command": "Watch", "game": game}),
        None => json!({"command": "Watch"}),
    };
    socket.send(&request.to_string());
    serde_json::from_str(&socket.text()).expect("a reply is JSON")
}

#[test]
fn a_match_that_was_played_can_be_watched() {
    let folder = tempfile::tempdir().unwrap();
    let engine = concat!("'", env!("CARGO_BIN_EXE_tochki"), "'");
    let out = folder.path().to_str().unwrap();
    let played = Command::new(env!("CARGO_BIN_EXE_tochki"))
        .args([
            "match", "--engine", engine, "--engine", engine, "--size", "6x5",
        ])
        .args(["--nodes", "20", "--games", "2", "--out", out])
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(played.success());
    let served = Served::watching(folder.path());
    let mut socket = served.socket();
    let found = watch(&mut socket, None);
    assert_eq!(
        (&found["finished"], &found["total"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(found["engines"][1]["time"], "20 nodes a move");
    let standing = &found["standings"][0];
    let games: u64 = ["wins", "draws", "losses"]
        .iter()
        .map(|name| standing[*name].as_u64().unwrap())
        .sum();
    assert_eq!(games, 2, "{found}");
    for number in 1..=2 {
        let game = watch(&mut socket, Some(number));
        assert_eq!(game["summary"]["state"], "finished", "{game}");
        let code = &game["summary"]["result"]["code"];
        assert!(
            ["full", "decided", "lead", "no-move"]
                .iter()
                .any(|one| code == one),
            "{game}"
        );
        let moves = game["moves"].as_array().unwrap();
        assert_eq!(
            moves.len() as u64,
            game["summary"]["moves"].as_u64().unwrap()
        );
        assert!(
            moves.len() > 4 && moves.iter().all(|told| told["lead"].is_f64()),
            "{game}"
        );
        assert_eq!(game["start"].as_array().unwrap().len(), 4);
    }
}

/// A line of the file of events of a match.
fn note(event: &str, more: Value) -> String {
    let mut note = json!({"at": 1, "event": event});
    note.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    format!("{note}\n")
}

/// An engine as the start of a match tells it.
fn engine(name: &str) -> Value {
    json!({"name": name, "time": "5 s"})
}

/// A file of events with lines that are none, and with numbers that are out of range. Two games can be watched: the one
/// with the index 4, of which two moves are good, and the one with the greatest index, which has no moves.
fn hostile_events() -> Vec<u8> {
    let begin = |game: u64, width: u64, players: [u64; 2]| {
        let start = json!([[0, 0, 0], [99, 0, 0], [0, 0, 9]]);
        note(
            "begin",
            json!({"game": game, "players": players, "width": width, "height": 5, "komi": 0.0,
            "start": start, "to_move": 7, "left": [null, 5000]}),
        )
    };
    let made = |game: u64, player: u64, x: u64| {
        note(
            "move",
            json!({"game": game, "player": player, "x": x, "y": 1, "ms": 2, "left": 3, "lead": 1.5, "win": null}),
        )
    };
    let text = [
        "\n{}\n[]\nnull\n\0\n".to_owned(),
        "[".repeat(100_000) + "\n",
        "x".repeat(3_000_000) + "\n",
        begin(0, 5, [0, 1]),
        note(
            "start",
            json!({"engines": [engine(&"n".repeat(9999)), engine("<b>")], "total": 9}),
        ),
        begin(1, 4_000_000_000, [0, 1]),
        begin(2, 999, [0, 1]),
        begin(3, 5, [0, 2]),
        begin(u64::MAX, 5, [0, 1]),
        begin(4, 5, [1, 0]),
        made(4, 0, 1),
        made(4, 9, 2),
        made(4, 1, 99),
        made(77, 1, 1),
        made(4, 1, 2),
        "{\"at\":1,\"event\":\"mo".to_owned(),
    ]
    .concat();
    let mut bytes = b"\xff\xfe\n".to_vec();
    bytes.extend(text.into_bytes());
    bytes
}

#[test]
fn a_hostile_folder_of_a_match_harms_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::watching(folder.path());
    let mut socket = served.socket();
    assert_eq!(watch(&mut socket, None)["games"], json!([]));
    // No file, and nothing that waits for its other end.
    fs::create_dir(folder.path().join("journal.jsonl")).unwrap();
    let moves = folder.path().join("moves.jsonl");
    fs::write(&moves, hostile_events()).unwrap();
    let found = watch(&mut socket, None);
    let numbers: Vec<&Value> = found["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| &game["game"])
        .collect();
    assert_eq!(numbers, [&json!(5), &json!(u64::MAX)], "{found}");
    assert_eq!(found["engines"][0]["name"].as_str().unwrap().len(), 200);
    let game = watch(&mut socket, Some(5));
    assert_eq!(game["moves"].as_array().unwrap().len(), 2, "{game}");
    assert_eq!(game["start"].as_array().unwrap().len(), 1);
    assert_eq!(game["summary"]["players"][0], "<b>");
    for number in [0, 2, 78] {
        let reply = watch(&mut socket, Some(number));
        assert_eq!(
            reply["error"],
            format!("there is no game {number} to watch")
        );
    }
    // Another match takes its place.
    fs::write(
        &moves,
        note("start", json!({"engines": [engine("c")], "total": 1})),
    )
    .unwrap();
    let found = watch(&mut socket, None);
    assert_eq!(found["games"], json!([]), "{found}");
    fs::remove_file(&moves).unwrap();
    assert_eq!(watch(&mut socket, None)["engines"], json!([]));
    assert!(
        served
            .get(&format!("/{}/", served.token()), &[])
            .starts_with("HTTP/1.1 200")
    );
}
