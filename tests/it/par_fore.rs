//! Par Fore the Course, played to its end.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    databases::Database,
    mirror::mirror,
    play::{Table, choices},
    reading::whole_log,
    runner::tests,
};

tests![
    a_solo_round_begins_at_once_and_is_played_to_the_end,
    two_players_play_a_whole_round,
    three_players_play_a_whole_round,
    four_players_play_a_whole_round,
    who_is_out_of_control_waits_for_his_left_hand_neighbour,
    a_table_for_five_is_refused,
];

async fn a_solo_round_begins_at_once_and_is_played_to_the_end(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let game = json!({ "ruleset": "par_fore", "seats": [{ "type": "you" }] });
    let created = ana.post("/v1/games", &game).await.expect(201).json;
    assert_eq!((&created["status"], &created["to_act"]), (&json!("active"), &json!([0])));
    assert_eq!(created["you"]["legal_moves"], json!([{ "type": "roll" }]));
    let table = Table { id: created["id"].as_str().expect("an id").to_owned(), players: vec![ana] };
    table.play_out(&mut choices(1)).await;
    check_the_end(&table).await;
}

async fn two_players_play_a_whole_round(database: Database) {
    play(&database, 2).await;
}

async fn three_players_play_a_whole_round(database: Database) {
    play(&database, 3).await;
}

async fn four_players_play_a_whole_round(database: Database) {
    play(&database, 4).await;
}

async fn play(database: &Database, players: usize) {
    let app = App::start(database);
    let table = Table::start(&app, players, json!({ "ruleset": "par_fore" })).await;
    table.play_out(&mut choices(players as u64)).await;
    check_the_end(&table).await;
}

/// Everything that must be so of any finished game, reckoned anew from the events of its export:
/// every stroke and penalty is told, and they make the scores.
async fn check_the_end(table: &Table) {
    let export = table.players[0].get(&table.path("/export")).await.expect(200).json;
    let (game, log) = (&export["game"], export["log"].as_array().expect("a list"));
    assert_eq!(
        (&export["course"]["id"], &export["course"]["holes"][0]["par"]),
        (&json!("par_fore"), &json!(5))
    );
    let mut mirror = mirror(&export);
    for entry in log {
        mirror.follow(entry, export["seed"].as_str().expect("a seed"));
    }
    assert_eq!(game["state"], mirror.state(None));
    assert_eq!((&game["status"], &game["to_act"]), (&json!("finished"), &json!([])));
    let totals = mirror.totals();
    assert_eq!(game["state"]["totals"], json!(totals));
    assert!(game["state"]["hole_scores"].as_array().expect("a list").iter().all(|scores| {
        let scores = scores.as_array().expect("a list");
        scores.len() == 9 && scores.iter().all(|score| score.as_i64() >= Some(1))
    }));
    for (seat, total) in totals.iter().enumerate() {
        assert_eq!(game["seats"][seat]["score"], *total);
    }
    assert_eq!(game["outcome"], json!({ "places": places(&totals), "reason": "completed" }));
    let last = table.players.len() - 1;
    let seen = whole_log(&table.players[last], &table.id).await;
    assert_eq!(json!(seen), export["log"], "a finished game's log hides nothing");
    for seat in 0..table.players.len() {
        assert_eq!(table.seen_by(seat).await["state"], mirror.state(Some(seat)));
    }
}

/// Lowest first; equal totals share a place, and as many places after it are left out.
fn places(totals: &[i64]) -> Value {
    let mut distinct = totals.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let place = |total: i64| {
        let seats: Vec<usize> = (0..totals.len()).filter(|seat| totals[*seat] == total).collect();
        let better = totals.iter().filter(|other| **other < total).count();
        json!({ "place": better + 1, "seats": seats, "score": total })
    };
    distinct.into_iter().map(place).collect::<Vec<_>>().into()
}

/// The neighbour, and only he, has legal moves then: the cards of his own hand. The stroke is the
/// owner's.
async fn who_is_out_of_control_waits_for_his_left_hand_neighbour(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 3, json!({ "ruleset": "par_fore" })).await;
    let mut choices = choices(8);
    let mut met = 0;
    while let Some(game) = table.play_any(&mut choices).await {
        let Some(ball) = game["state"]["out_of_control"].as_u64() else { continue };
        met += 1;
        let ball = ball as usize;
        let neighbour = (ball + 1) % 3;
        assert_eq!(game["to_act"], json!([neighbour]));
        for seat in (0..3).filter(|seat| *seat != neighbour) {
            let seen = table.seen_by(seat).await;
            assert_eq!(seen["you"]["legal_moves"], json!([]), "seat {seat}");
            let roll = table.players[seat].post(&table.path("/moves"), &json!({ "type": "roll" })).await;
            roll.problem(409, "not_your_turn");
        }
        let seen = table.seen_by(neighbour).await;
        let hand = seen["state"]["hand"].as_array().expect("a hand").clone();
        let plays: Vec<Value> = hand.iter().map(|card| json!({ "type": "play", "card": card })).collect();
        assert_eq!(seen["you"]["legal_moves"], json!(plays));
        let strokes = |game: &Value, seat: usize| game["state"]["balls"][seat]["strokes"].as_u64();
        let after = table.players[neighbour].post(&table.path("/moves"), &plays[0]).await.expect(200).json;
        if after["state"]["hole"] == seen["state"]["hole"] {
            assert_eq!(strokes(&after, ball), strokes(&seen, ball).map(|n| n + 1), "the owner's stroke");
            assert_eq!(strokes(&after, neighbour), strokes(&seen, neighbour));
        }
    }
    assert!(met > 0, "in nine holes somebody is out of control");
}

async fn a_table_for_five_is_refused(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let seats = [vec![json!({ "type": "you" })], vec![json!({ "type": "open" }); 4]].concat();
    let answer = ana.post("/v1/games", &json!({ "ruleset": "par_fore", "seats": seats })).await;
    assert_eq!(answer.problem(422, "invalid").json["errors"][0]["field"], "seats");
}
