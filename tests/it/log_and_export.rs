//! The log from beginning to end, and the export of what is over.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::Database,
    mirror::mirror,
    play::{Table, choices},
    quick::play_quickly,
    reading::{act, create, fields, id, path, told, whole_log},
    runner::tests,
};

tests![
    a_log_is_read_from_the_beginning_or_after_a_version,
    a_log_is_read_page_by_page,
    a_log_cannot_be_read_from_nowhere,
    an_entry_is_for_one_change,
    what_a_log_hides_is_there_after_the_end,
    nothing_is_exported_before_the_end,
    an_export_is_the_game_whole_as_nobody_sees_it,
    a_resigned_game_is_exported_too,
    an_export_plays_again_to_the_same_scores,
];

fn two_holes() -> Value {
    json!({ "ruleset": "nine_card", "options": { "holes": 2 } })
}

async fn items(client: &Client, id: &str, query: &str) -> Vec<u64> {
    let page = client.get(&path(id, &format!("/log?{query}"))).await.expect(200).json;
    let entries = page["items"].as_array().expect("a list").iter();
    entries.map(|entry| entry["version"].as_u64().expect("a version")).collect()
}

async fn a_log_is_read_from_the_beginning_or_after_a_version(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, two_holes()).await;
    // created, joined, started, and twelve of the moves
    let mut choices = choices(1);
    for _ in 0..12 {
        play_quickly(&table, &mut choices).await;
    }
    let reader = app.stranger();
    let last = table.seen_by(0).await["version"].as_u64().expect("a version");
    assert_eq!(last, 15);
    let range = |from: u64, to: u64| (from..=to).collect::<Vec<_>>();
    assert_eq!(items(&reader, &table.id, "").await, range(1, 15));
    assert_eq!(items(&reader, &table.id, "after=0").await, range(1, 15));
    assert_eq!(items(&reader, &table.id, "after=7").await, range(8, 15));
    assert_eq!(items(&reader, &table.id, "after=14").await, range(15, 15));
    for after in [15, 16, 9_000_000_000_i64] {
        assert!(items(&reader, &table.id, &format!("after={after}")).await.is_empty());
    }
    assert_eq!(items(&reader, &table.id, "after=7&limit=3").await, range(8, 10));
}

async fn a_log_is_read_page_by_page(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 3, two_holes()).await;
    let mut choices = choices(2);
    while table.seen_by(0).await["version"].as_u64() < Some(50) {
        play_quickly(&table, &mut choices).await.expect("two holes are longer than that");
    }
    let reader = app.stranger();
    for (query, from) in [("", 0), ("?limit=7", 0), ("?limit=1&after=40", 40), ("?after=3", 3)] {
        let mut address = path(&table.id, &format!("/log{query}"));
        let mut versions = Vec::new();
        loop {
            let page = reader.get(&address).await.expect(200);
            let entries = page.json["items"].as_array().expect("a list");
            versions.extend(entries.iter().map(|entry| entry["version"].as_u64().expect("a version")));
            if page.json["next"].is_null() {
                assert!(page.headers.get("link").is_none(), "the last page has no next one");
                break;
            }
            let link = page.header("link").to_owned();
            let next = link.strip_prefix('<').and_then(|rest| rest.strip_suffix(">; rel=\"next\""));
            address = next.unwrap_or_else(|| panic!("{link}")).to_owned();
            assert!(address.ends_with(page.json["next"].as_str().expect("a cursor")));
        }
        assert!(versions.iter().copied().eq(from + 1..=50), "{query}: no holes, nothing twice: {versions:?}");
    }
}

async fn a_log_cannot_be_read_from_nowhere(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let id = id(&create(&ana, json!({})).await);
    for query in ["after=-1", "limit=0", "limit=101", "limit=-1", "cursor=x", "cursor=31&after=1"] {
        ana.get(&path(&id, &format!("/log?{query}"))).await.problem(422, "invalid");
    }
    for query in ["after=x", "from=1", "after=1&after=2", "limit=1e3"] {
        ana.get(&path(&id, &format!("/log?{query}"))).await.problem(400, "malformed");
    }
}

async fn an_entry_is_for_one_change(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, two_holes()).await;
    let mut choices = choices(3);
    for _ in 0..6 {
        let before = table.seen_by(0).await["version"].as_u64().expect("a version");
        let (seat, answer) = play_quickly(&table, &mut choices).await.expect("a move");
        assert_eq!(answer.json["version"], before + 1, "a move is one change");
        assert_eq!(answer.json["played"].as_array().map(Vec::len), Some(1));
        let entry = &answer.json["played"][0];
        assert_eq!(fields(entry), ["at", "by", "events", "kind", "move", "seat", "version"]);
        assert_eq!((&entry["kind"], &entry["by"]), (&json!("move"), &json!("player")));
        assert_eq!((&entry["seat"], &entry["version"]), (&json!(seat), &json!(before + 1)));
        assert_eq!(entry["at"], answer.json["updated_at"]);
        let log = whole_log(&table.players[seat], &table.id).await;
        assert_eq!(log.last(), Some(entry), "the log has what the mover was told");
    }
}

async fn what_a_log_hides_is_there_after_the_end(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, two_holes()).await;
    let mut choices = choices(4);
    let drawer = loop {
        let (seat, answer) = play_quickly(&table, &mut choices).await.expect("the game goes on");
        if answer.json["played"][0]["move"]["type"] == "draw" {
            break seat;
        }
    };
    let drawn = |log: &[Value]| log.last().expect("an entry")["events"][0]["card"].clone();
    let own = whole_log(&table.players[drawer], &table.id).await;
    assert_ne!(drawn(&own), "??");
    for other in [&table.players[1 - drawer], &app.stranger()] {
        let log = whole_log(other, &table.id).await;
        assert_eq!(drawn(&log), "??");
        assert_eq!(log[2]["events"][1], json!({ "type": "shuffle" }), "the order is left out, not null");
    }
    act(&table.players[0], &table.id, "resign").await.expect(200);
    for client in [&table.players[0], &table.players[1], &app.stranger()] {
        let log = whole_log(client, &table.id).await;
        assert_eq!(log[own.len() - 1], own[own.len() - 1]);
        assert_eq!(log[2]["events"][1]["order"].as_array().map(Vec::len), Some(3 * 54));
    }
}

async fn nothing_is_exported_before_the_end(database: Database) {
    let app = App::start(&database);
    let (ana, bob, stranger) = (app.player("ana").await, app.player("bob").await, app.stranger());
    let open = id(&create(&ana, json!({})).await);
    let cancelled = id(&create(&ana, json!({})).await);
    act(&ana, &cancelled, "cancel").await.expect(200);
    let table = Table::start_with(vec![ana.clone(), bob.clone()], two_holes()).await;
    for client in [&ana, &bob, &stranger] {
        client.get(&path(&open, "/export")).await.problem(409, "game_active");
        client.get(&table.path("/export")).await.problem(409, "game_active");
        // There is no end to wait for.
        client.get(&path(&cancelled, "/export")).await.expect(409);
    }
    stranger.get(&path("zzzzzzzzzzzz", "/export")).await.problem(404, "not_found");
}

async fn an_export_is_the_game_whole_as_nobody_sees_it(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card", "options": { "holes": 1 } })).await;
    let mut choices = choices(5);
    while play_quickly(&table, &mut choices).await.is_some() {}
    let stranger = app.stranger();
    let answer = stranger.get(&table.path("/export")).await.expect(200);
    let export = &answer.json;
    assert_eq!(export["clubhouse_export"], 1);
    assert_eq!(export["course"], Value::Null, "nine-card Golf has no course");
    let seed = export["seed"].as_str().expect("a seed");
    assert!(seed.len() == 64 && hex::decode(seed).is_ok(), "{seed}");
    assert_eq!(export["game"]["you"], Value::Null);
    assert_eq!(export["game"], stranger.get(&table.path("")).await.expect(200).json);
    assert_eq!(export["log"], json!(whole_log(&stranger, &table.id).await));
    assert_eq!(
        export["log"].as_array().map(Vec::len).map(|n| json!(n)),
        Some(export["game"]["version"].clone())
    );
    for player in &table.players {
        let own = player.get(&table.path("/export")).await.expect(200);
        assert_eq!(own.text, answer.text, "the same for everybody");
    }
}

async fn a_resigned_game_is_exported_too(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, two_holes()).await;
    let mut choices = choices(6);
    for _ in 0..5 {
        play_quickly(&table, &mut choices).await;
    }
    let resigned = act(&table.players[1], &table.id, "resign").await.expect(200).json;
    let export = table.players[0].get(&table.path("/export")).await.expect(200).json;
    let outcome = json!({ "reason": "resigned", "places": [
        { "place": 1, "seats": [0], "score": 0 }, { "place": 2, "seats": [1], "score": 0 }] });
    assert_eq!(export["game"]["outcome"], outcome);
    let log = export["log"].as_array().expect("a list");
    assert_eq!(told(log).last(), Some(&("resigned", Some(1), "player")));
    assert_eq!(json!(log[log.len() - 1..]), resigned["played"]);
    let seed = export["seed"].as_str().expect("a seed");
    let mut mirror = mirror(&export);
    log.iter().for_each(|entry| mirror.follow(entry, seed));
}

/// Whoever has the export needs nothing else: the events alone tell every score, and each of them
/// follows from the cards before it.
async fn an_export_plays_again_to_the_same_scores(database: Database) {
    let app = App::start(&database);
    for (players, options) in [
        (2, json!({ "holes": 3, "out_penalty": 25 })),
        (3, json!({ "holes": 2, "rearrange": true, "clear_lines": true, "joker_pairs": "keep" })),
    ] {
        let mut clients = Vec::new();
        for number in 0..players {
            clients.push(app.player(&format!("of{players}p{number}")).await);
        }
        let game = json!({ "ruleset": "nine_card", "options": options });
        let table = Table::start_with(clients, game).await;
        let mut choices = choices(7);
        while play_quickly(&table, &mut choices).await.is_some() {}
        let export = app.stranger().get(&table.path("/export")).await.expect(200).json;
        let (game, log) = (&export["game"], export["log"].as_array().expect("a list"));
        let mut mirror = mirror(&export);
        let mut sums = vec![0; players];
        for entry in log {
            mirror.follow(entry, export["seed"].as_str().expect("a seed"));
            for event in entry["events"].as_array().expect("a list") {
                if event["type"] == "hole_finished" {
                    for (sum, score) in sums.iter_mut().zip(event["scores"].as_array().expect("a list")) {
                        *sum += score.as_i64().expect("a number");
                    }
                }
            }
        }
        assert_eq!(mirror.totals(), sums);
        assert_eq!(game["state"]["totals"], json!(sums));
        for (seat, sum) in game["seats"].as_array().expect("a list").iter().zip(&sums) {
            assert_eq!(seat["score"], *sum);
        }
        for place in game["outcome"]["places"].as_array().expect("a list") {
            for seat in place["seats"].as_array().expect("a list") {
                assert_eq!(place["score"], sums[seat.as_u64().expect("a seat") as usize]);
            }
        }
        assert_eq!(game["outcome"]["places"][0]["score"], *sums.iter().min().expect("a score"));
    }
}
