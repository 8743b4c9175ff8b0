//! Bad input: a problem document each time, never a 5xx, and nothing changed.

use clubhouse::rulesets::chance::Chance;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::support::{
    app::App,
    client::{Client, send},
    databases::Database,
    play::{Table, choices},
    runner::tests,
};

tests![
    what_is_no_json_object_is_malformed_at_every_address,
    fields_that_are_unknown_missing_or_of_a_wrong_type_are_malformed,
    values_out_of_range_are_well_formed_but_wrong,
    the_strictness_of_moves,
    unknown_and_wrong_parameters_are_refused,
    odd_addresses_are_not_found,
    odd_bytes_on_the_wire_do_no_harm,
    a_body_that_does_not_come_is_not_waited_for_without_end,
    random_input_at_random_addresses_is_never_a_server_error,
];

/// Every address that takes a body, for one game.
fn writable(game: &str) -> Vec<(Method, String)> {
    let of_game = ["join", "decline", "leave", "start", "kick", "cancel", "moves", "resign"];
    let of_game = of_game.iter().map(|action| (Method::POST, format!("/v1/games/{game}/{action}")));
    let others = ["/v1/players", "/v1/players/me/tokens", "/v1/games", "/v1/join"];
    let others = others.iter().map(|path| (Method::POST, (*path).to_owned()));
    others.chain(of_game).chain([(Method::PATCH, "/v1/players/me".to_owned())]).collect()
}

async fn what_is_no_json_object_is_malformed_at_every_address(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    let player = &table.players[0];
    let before = player.get(&table.path("")).await.etag().to_owned();
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    let deep_object = "{\"a\":".repeat(5_000) + "1" + &"}".repeat(5_000);
    let bodies: [&[u8]; 14] = [
        b"{",
        b"}",
        b"not json",
        b"{\"type\":\"draw\"",
        b"{\"type\":\"draw\"} trailing",
        b"{'type':'draw'}",
        b"[]",
        b"[{\"type\":\"draw\"}]",
        b"\"draw\"",
        b"null",
        b"1e400",
        b"{\"name\":\"\xff\xfe\"}",
        deep.as_bytes(),
        deep_object.as_bytes(),
    ];
    for (method, path) in writable(&table.id) {
        for body in bodies {
            let request = player.request(method.clone(), &path).body(body.to_vec());
            send(request.header("Content-Type", "application/json")).await.problem(400, "malformed");
        }
    }
    player.get_if_changed(&table.path(""), &before).await.expect(304);
}

async fn fields_that_are_unknown_missing_or_of_a_wrong_type_are_malformed(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    let player = &table.players[0];
    let before = player.get("/v1/games").await.etag().to_owned();
    let game = |rest: &str| table.path(rest);
    let seats = |seats: Value| json!({"ruleset":"nine_card","seats":seats});
    let options = |options: Value| json!({"ruleset":"nine_card","options":options});
    let wrong = [
        ("/v1/players", json!({"name":"eve","admin":true})),
        ("/v1/players", json!({"name":7})),
        ("/v1/players", json!({"name":null})),
        ("/v1/players/me/tokens", json!({})),
        ("/v1/players/me/tokens", json!({"label":["bot"]})),
        ("/v1/games", json!({})),
        ("/v1/games", json!({"ruleset":9})),
        ("/v1/games", json!({"ruleset":"nine_card","color":"green"})),
        ("/v1/games", json!({"ruleset":"nine_card","visibility":1})),
        ("/v1/games", json!({"ruleset":"nine_card","clock":"P3D"})),
        ("/v1/games", json!({"ruleset":"nine_card","clock":["P3D","bot"]})),
        ("/v1/games", json!({"ruleset":"nine_card","clock":{"on_timeout":"bot"}})),
        ("/v1/games", json!({"ruleset":"nine_card","clock":{"per_turn":3,"on_timeout":"bot"}})),
        ("/v1/games", options(json!([9]))),
        ("/v1/games", options(json!("holes"))),
        ("/v1/games", options(json!(null))),
        ("/v1/games", options(json!({"hole":9}))),
        ("/v1/games", options(json!({"holes":"9"}))),
        ("/v1/games", options(json!({"holes":9.5}))),
        ("/v1/games", options(json!({"rearrange":1}))),
        ("/v1/games", options(json!({"joker_pairs":true}))),
        ("/v1/games", seats(json!({"type":"you"}))),
        ("/v1/games", seats(json!(["you", "open"]))),
        ("/v1/games", seats(json!([["you"], ["open"]]))),
        ("/v1/games", seats(json!([{"type":"you"},{"type":"player"}]))),
        ("/v1/games", seats(json!([{"type":"you","name":"ana"},{"type":"open"}]))),
        ("/v1/games", seats(json!([{"type":"you"},{}]))),
        ("/v1/join", json!({})),
        ("/v1/join", json!({"code":17})),
        (&game("/join"), json!({"seat":"1"})),
        (&game("/join"), json!({"seat":1.5})),
        (&game("/join"), json!({"chair":1})),
        (&game("/kick"), json!({})),
        (&game("/kick"), json!({"seat":null})),
        (&game("/decline"), json!({"why":"no time"})),
        (&game("/leave"), json!({"why":"no time"})),
        (&game("/start"), json!({"now":true})),
        (&game("/cancel"), json!({"now":true})),
        (&game("/resign"), json!({"seat":0})),
    ];
    for (path, body) in wrong {
        let answer = player.post(path, &body).await;
        assert_eq!(
            (answer.status, &answer.json["code"]),
            (400, &json!("malformed")),
            "{path} {body}: {}",
            answer.text
        );
    }
    for body in [json!({"display_name":null}), json!({"display_name":5}), json!({"name":"eve"})] {
        player.patch("/v1/players/me", &body).await.problem(400, "malformed");
    }
    player.get_if_changed("/v1/games", &before).await.expect(304);
    player.get("/v1/players/eve").await.problem(404, "not_found");
}

async fn values_out_of_range_are_well_formed_but_wrong(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let options = |options: Value| json!({"ruleset":"nine_card","options":options});
    let bad_options = [
        (json!({"holes":0}), "options.holes"),
        (json!({"holes":19}), "options.holes"),
        (json!({"holes":-1}), "options.holes"),
        (json!({"holes":300}), "options.holes"),
        (json!({"holes":9_223_372_036_854_775_807_u64}), "options.holes"),
        (json!({"out_penalty":101}), "options.out_penalty"),
        (json!({"joker_pairs":"double"}), "options.joker_pairs"),
    ];
    for (wrong, field) in bad_options {
        let answer = ana.post("/v1/games", &options(wrong.clone())).await.problem(422, "bad_options");
        assert_eq!(answer.json["errors"][0]["field"], field, "{wrong}");
    }
    let invalid = [
        (json!({"ruleset":"chess"}), "ruleset"),
        (json!({"ruleset":"nine_card","visibility":"secret"}), "visibility"),
        (json!({"ruleset":"nine_card","seats":[]}), "seats"),
        (
            json!({"ruleset":"nine_card","seats":[{"type":"you"},{"type":"player","name":"nobody"}]}),
            "seats[1].name",
        ),
        (
            json!({"ruleset":"nine_card","seats":[{"type":"you"},{"type":"player","name":"\u{0}"}]}),
            "seats[1].name",
        ),
    ];
    for (wrong, field) in invalid {
        let answer = ana.post("/v1/games", &wrong).await.problem(422, "invalid");
        assert_eq!(answer.json["errors"][0]["field"], field, "{wrong}");
    }
    for name in ["", "-ana", "ana b", "ana\u{0}", "änne", &"a".repeat(33)] {
        app.stranger().post("/v1/players", &json!({"name":name})).await.problem(422, "invalid");
    }
    ana.post("/v1/join", &json!({"code":"\u{0}"})).await.problem(404, "not_found");
    ana.patch("/v1/players/me", &json!({"display_name":"a\u{0}b"})).await.problem(422, "invalid");
    ana.post("/v1/players/me/tokens", &json!({"label":"a\nb"})).await.problem(422, "invalid");
    assert_eq!(ana.get("/v1/games?player=me").await.json["items"], json!([]));
}

async fn the_strictness_of_moves(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    let moves = table.path("/moves");
    let (first, second) = (&table.players[0], &table.players[1]);
    let check = async |player: &Client, action: Value, status: u16| {
        let before = player.get(&table.path("")).await.etag().to_owned();
        let answer = player.post(&moves, &action).await;
        let code = if status == 400 { "malformed" } else { "illegal_move" };
        assert_eq!(
            (answer.status, &answer.json["code"]),
            (status, &json!(code)),
            "{action}: {}",
            answer.text
        );
        if status == 422 {
            assert!(answer.json["reason"].is_string(), "{action}");
            let legal = &player.get(&table.path("")).await.json["you"]["legal_moves"];
            assert_eq!(&answer.json["legal_moves"], legal, "{action}");
        }
        player.get_if_changed(&table.path(""), &before).await.expect(304);
    };
    // moves.md: no JSON, an unknown or missing field, a wrong type, an unknown `type` is malformed.
    for action in [
        json!({}),
        json!({"type":7}),
        json!({"type":"stroke","card":"7_iron_120"}),
        json!({"type":"Reveal","cells":[0,1,2]}),
        json!({"type":"reveal"}),
        json!({"type":"reveal","cells":3}),
        json!({"type":"reveal","cells":["0","1","2"]}),
        json!({"type":"reveal","cells":[0,1,2.5]}),
        json!({"type":"reveal","cells":[0,1,null]}),
        json!({"type":"reveal","cells":[0,1,2],"why":"not"}),
        json!({"type":"draw","cell":4}),
        json!({"type":"discard","card":"KH"}),
        json!({"type":"swap"}),
        json!({"type":"take","cell":"4"}),
        json!({"cells":[0,1,2]}),
    ] {
        check(first, action, 400).await;
    }
    // Everything else that cannot be played is illegal.
    for action in [
        json!({"type":"reveal","cells":[]}),
        json!({"type":"reveal","cells":[0,1]}),
        json!({"type":"reveal","cells":[0,1,2,3]}),
        json!({"type":"reveal","cells":[0,1,9]}),
        json!({"type":"reveal","cells":[-1,0,1]}),
        json!({"type":"reveal","cells":[1,1,2]}),
        json!({"type":"reveal","cells":[0,1,i64::MAX]}),
        json!({"type":"reveal","cells":[0,1,u64::MAX]}),
        json!({"type":"reveal","cells":(0..5000).collect::<Vec<_>>()}),
        json!({"type":"draw"}),
        json!({"type":"swap","cell":0}),
        json!({"type":"arrange","order":[0,1,2,3,4,5,6,7,8]}),
    ] {
        check(first, action, 422).await;
    }
    for player in [first, second] {
        player.post(&moves, &json!({"type":"reveal","cells":[2,0,1]})).await.expect(200);
    }
    let turn = table.seen_by(0).await["to_act"][0].as_u64().expect("a seat") as usize;
    for cell in [9, -1, i64::MIN] {
        check(&table.players[turn], json!({"type":"take","cell":cell}), 422).await;
        check(&table.players[turn], json!({"type":"swap","cell":cell}), 422).await;
    }
    let other = &table.players[1 - turn];
    other.post(&moves, &json!({"type":"draw"})).await.problem(409, "not_your_turn");
    other.post(&moves, &json!({"type":"fly"})).await.problem(400, "malformed");
}

async fn unknown_and_wrong_parameters_are_refused(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    let player = &table.players[0];
    let log = table.path("/log");
    for query in ["limit=ten", "limit=", "limit=1.5", "stauts=open", "limit=5&limit=6"] {
        player.get(&format!("/v1/games?{query}")).await.problem(400, "malformed");
    }
    for query in ["after=x", "after=99999999999999999999", "since=3"] {
        player.get(&format!("{log}?{query}")).await.problem(400, "malformed");
    }
    for query in
        ["limit=0", "limit=101", "limit=-1", "status=lost", "ruleset=chess", "to_act=bob", "invited=bob"]
    {
        player.get(&format!("/v1/games?{query}")).await.problem(422, "invalid");
    }
    for query in ["cursor=zz", "cursor=00", "cursor=", "player=%00", "player=%F0%9F%8F%8C"] {
        player.get(&format!("/v1/games?{query}")).await.problem(422, "invalid");
    }
    for query in ["after=-1", "limit=0", "cursor=2d31", "after=1&cursor=31"] {
        player.get(&format!("{log}?{query}")).await.problem(422, "invalid");
    }
    assert_eq!(player.get("/v1/games?player=nobody").await.expect(200).json["items"], json!([]));
}

async fn odd_addresses_are_not_found(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let long = "x".repeat(5_000);
    for id in ["%00", "%ff", "a%2Fb", "a%20b", "'%20or%201=1", "%F0%9F%8F%8C", "*", &long] {
        for path in ["", "/log", "/export"] {
            ana.get(&format!("/v1/games/{id}{path}")).await.problem(404, "not_found");
        }
        ana.post(&format!("/v1/games/{id}/moves"), &json!({"type":"draw"})).await.problem(404, "not_found");
        ana.get(&format!("/v1/players/{id}")).await.problem(404, "not_found");
        ana.get(&format!("/v1/rulesets/{id}")).await.problem(404, "not_found");
        ana.get(&format!("/problems/{id}")).await.problem(404, "not_found");
        ana.delete(&format!("/v1/players/me/tokens/{id}")).await.problem(404, "not_found");
    }
}

/// Sends bytes as they are and reads what comes back until the server closes the connection.
async fn raw(app: &App, bytes: &[u8]) -> String {
    let address = app.base.strip_prefix("http://").expect("an address");
    let mut stream = TcpStream::connect(address).await.expect("the server listens");
    // The server may close before all has been written.
    let _ = stream.write_all(bytes).await;
    let _ = stream.shutdown().await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

async fn odd_bytes_on_the_wire_do_no_harm(database: Database) {
    let app = App::start(&database);
    let long = format!("GET /{} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "y".repeat(200_000));
    for bytes in [
        b"\x00\x01\x02\r\n\r\n".as_slice(),
        b"GET / HTTP/9.9\r\n\r\n",
        b"BREW /v1/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /v1/games HTTP/1.1\r\nHost: \xff\r\nAuthorization: Bearer \xff\r\nConnection: close\r\n\r\n",
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\nConnection: close\r\n\r\n{\"name\":\"half",
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n",
        long.as_bytes(),
    ] {
        let answer = raw(&app, bytes).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    }
    app.stranger().get("/v1/players/half").await.problem(404, "not_found");
    app.stranger().get("/health/ready").await.expect(200);
}

async fn a_body_that_does_not_come_is_not_waited_for_without_end(database: Database) {
    let app = App::start(&database);
    let address = app.base.strip_prefix("http://").expect("an address");
    let mut stream = TcpStream::connect(address).await.expect("the server listens");
    let head = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{\"na";
    stream.write_all(head).await.expect("written");
    // Nothing more comes, and the connection stays open.
    let mut answer = vec![0; 4096];
    let reading = tokio::time::timeout(std::time::Duration::from_secs(40), stream.read(&mut answer));
    let read = reading.await.expect("an answer comes").expect("the connection is open");
    let answer = String::from_utf8_lossy(&answer[..read]);
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("\"request_timeout\""), "{answer}");
}

async fn random_input_at_random_addresses_is_never_a_server_error(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    let addresses = writable(&table.id);
    let chance = &mut choices(99);
    let words =
        ["type", "seat", "cells", "name", "ruleset", "options", "draw", "me", "\u{0}", "", "🏌", "nine_card"];
    fn any(chance: &mut impl Chance, words: &[&str], depth: usize) -> Value {
        let word = |chance: &mut _| words[Chance::pick(chance, words.len())].to_owned();
        match chance.pick(if depth == 0 { 5 } else { 7 }) {
            0 => Value::Null,
            1 => json!(chance.pick(2) == 0),
            2 => json!([0, -1, 9, i64::MAX, i64::MIN][chance.pick(5)]),
            3 => json!([0.5, 1e300, -0.0][chance.pick(3)]),
            4 => json!(word(chance)),
            5 => (0..chance.pick(4)).map(|_| any(chance, words, depth - 1)).collect(),
            _ => (0..chance.pick(4)).map(|_| (word(chance), any(chance, words, depth - 1))).collect(),
        }
    }
    for _ in 0..400 {
        let (method, path) = addresses[chance.pick(addresses.len())].clone();
        let mut body: serde_json::Map<String, Value> = serde_json::Map::new();
        for _ in 0..chance.pick(4) {
            body.insert(words[chance.pick(words.len())].to_owned(), any(chance, &words, 3));
        }
        let request = table.players[chance.pick(2)].request(method, &path).json(&body);
        // The client has checked that whatever it is, it is documented.
        let answer = send(request).await;
        assert!(answer.status < 500, "{path} {body:?}: {}", answer.text);
    }
}
