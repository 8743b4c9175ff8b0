//! Card Golf, played to its end.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    databases::Database,
    mirror::mirror,
    play::{Table, choices},
    reading::whole_log,
    runner::tests,
    sensible,
};

tests![
    two_sensible_players_play_a_whole_round,
    three_sensible_players_play_nine_holes,
    four_sensible_partners_play_nine_holes,
    two_players_play_at_random,
    three_players_play_at_random,
    four_partners_play_at_random,
    a_decided_game_ends_before_its_last_hole,
    a_table_for_five_is_refused,
];

async fn two_sensible_players_play_a_whole_round(database: Database) {
    play_sensibly(&database, 2, json!({ "stop_when_decided": false })).await;
}

async fn three_sensible_players_play_nine_holes(database: Database) {
    play_sensibly(&database, 3, json!({ "holes": 9, "course": "carnoustie", "stop_when_decided": false }))
        .await;
}

async fn four_sensible_partners_play_nine_holes(database: Database) {
    play_sensibly(&database, 4, json!({ "holes": 9, "course": "royal_troon", "stop_when_decided": false }))
        .await;
}

async fn two_players_play_at_random(database: Database) {
    play_at_random(&database, 2).await;
}

async fn three_players_play_at_random(database: Database) {
    play_at_random(&database, 3).await;
}

async fn four_partners_play_at_random(database: Database) {
    play_at_random(&database, 4).await;
}

async fn play_sensibly(database: &Database, players: usize, options: Value) {
    let app = App::start(database);
    let table = Table::start(&app, players, json!({ "ruleset": "card_golf", "options": options })).await;
    play_on_sensibly(&table).await;
    check_the_end(&table).await;
}

/// Everybody plays sensibly, until the game is over.
async fn play_on_sensibly(table: &Table) {
    let mut game = table.seen_by(0).await;
    while let Some(seat) = game["to_act"][0].as_u64() {
        let seat = seat as usize;
        if game["you"]["seat"] != seat {
            game = table.seen_by(seat).await;
        }
        let action = sensible::choose(&game);
        game = table.players[seat].post(&table.path("/moves"), &action).await.expect(200).json;
    }
}

async fn play_at_random(database: &Database, players: usize) {
    let app = App::start(database);
    let game = json!({ "ruleset": "card_golf", "options": { "holes": 2, "stop_when_decided": false } });
    let table = Table::start(&app, players, game).await;
    table.play_out(&mut choices(players as u64)).await;
    check_the_end(&table).await;
}

/// Everything that must be so of any finished game, reckoned anew from the events of its export.
async fn check_the_end(table: &Table) -> Value {
    let export = table.players[0].get(&table.path("/export")).await.expect(200).json;
    let (game, log) = (&export["game"], export["log"].as_array().expect("a list"));
    let mut mirror = mirror(&export);
    for entry in log {
        mirror.follow(entry, export["seed"].as_str().expect("a seed"));
    }
    assert_eq!(game["state"], mirror.state(None));
    assert_eq!(game["status"], "finished");
    assert_eq!(game["to_act"], json!([]));
    assert_eq!(game["version"], log.len());
    let totals = mirror.totals();
    let scores: Vec<i64> = game["seats"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|seat| seat["score"].as_i64().expect("a score"))
        .collect();
    assert_eq!(scores, totals);
    assert_eq!(game["outcome"], json!({ "places": places(&totals), "reason": "completed" }));
    let seen = whole_log(&table.players[1], &table.id).await;
    assert_eq!(json!(seen), export["log"], "a finished game's log hides nothing");
    for seat in 0..table.players.len() {
        let seen = table.seen_by(seat).await;
        assert_eq!(seen["state"], mirror.state(Some(seat)));
        assert_eq!(seen["you"], json!({ "seat": seat, "legal_moves": [] }));
    }
    export
}

/// Most holes won first. A side's place is one more than the number of sides before it, so that with
/// partners there are a first and a second.
fn places(totals: &[i64]) -> Value {
    let sides = if totals.len() == 4 { &totals[..2] } else { totals };
    let place = |total: i64| 1 + sides.iter().filter(|other| **other > total).count();
    let mut distinct = sides.to_vec();
    distinct.sort_unstable_by(|a, b| b.cmp(a));
    distinct.dedup();
    let seats_with = |total: i64| (0..totals.len()).filter(|seat| totals[*seat] == total).collect::<Vec<_>>();
    let places = distinct
        .iter()
        .map(|&total| json!({ "place": place(total), "seats": seats_with(total), "score": total }));
    places.collect::<Vec<_>>().into()
}

/// With `stop_when_decided`, the default, a game is over as soon as the lead is greater than the
/// number of holes left, and not a hole earlier.
async fn a_decided_game_ends_before_its_last_hole(database: Database) {
    let app = App::start(&database);
    let mut early = false;
    let mut number = 0;
    // About every second game is decided early.
    while !early {
        number += 1;
        assert!(number < 30, "no game was decided early");
        let players = vec![app.player(&format!("a{number}")).await, app.player(&format!("b{number}")).await];
        let table =
            Table::start_with(players, json!({ "ruleset": "card_golf", "options": { "holes": 4 } })).await;
        play_on_sensibly(&table).await;
        let export = check_the_end(&table).await;
        let results = export["game"]["state"]["results"].as_array().expect("a list").clone();
        let lead = |holes: usize| {
            let won = |side: u64| results[..holes].iter().filter(|r| r.as_u64() == Some(side)).count();
            won(0).abs_diff(won(1))
        };
        let played = results.len();
        assert!(played == 4 || lead(played) > 4 - played, "{results:?}");
        assert!((1..played).all(|holes| lead(holes) <= 4 - holes), "{results:?}");
        early = played < 4;
    }
}

async fn a_table_for_five_is_refused(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for number in [1, 5] {
        let mut seats = vec![json!({ "type": "open" }); number];
        seats[0] = json!({ "type": "you" });
        let problem = ana.post("/v1/games", &json!({ "ruleset": "card_golf", "seats": seats })).await;
        let problem = problem.problem(422, "invalid");
        assert_eq!(problem.json["errors"][0]["field"], "seats");
    }
}
