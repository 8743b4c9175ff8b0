//! Games on courses: each keeps a copy of its own.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    databases::Database,
    laying_out::{course_path, lay_out, nine_holes},
    play::{Table, choices},
    runner::tests,
};

tests![
    a_game_is_played_on_st_andrews_if_nothing_is_said,
    a_game_is_played_on_anybodys_course,
    an_unknown_course_is_refused,
    a_course_that_is_deleted_stays_with_its_games,
    a_table_that_waits_keeps_its_copy_when_the_account_ends,
    a_game_without_a_course_exports_none,
];

fn on(course: &Value) -> Value {
    json!({ "ruleset": "card_golf", "options": { "course": course["id"] } })
}

/// The course in the export of the game, which the last of its players gives up.
async fn exported(table: &Table) -> Value {
    let last = table.players.last().expect("players");
    last.post(&table.path("/resign"), &json!({})).await.expect(200);
    last.get(&table.path("/export")).await.expect(200).json["course"].clone()
}

/// What a game keeps of a course: not who made it, nor when.
fn copy(course: &Value) -> Value {
    let mut course = course.clone();
    for field in ["ruleset", "owner", "created_at"] {
        course.as_object_mut().expect("an object").remove(field);
    }
    course
}

fn id_and_name(course: &Value) -> Value {
    json!({ "id": course["id"], "name": course["name"] })
}

async fn a_game_is_played_on_st_andrews_if_nothing_is_said(database: Database) {
    let app = App::start(&database);
    let st_andrews = app.stranger().get("/v1/courses/st_andrews").await.expect(200).json;
    let table = Table::start(&app, 2, json!({ "ruleset": "card_golf" })).await;
    let game = table.seen_by(0).await;
    assert_eq!(game["options"]["course"], "st_andrews");
    assert_eq!(game["state"]["course"], id_and_name(&st_andrews));
    assert_eq!(game["state"]["length"], 380, "370 yards, rounded");
    assert_eq!(exported(&table).await, copy(&st_andrews));

    let other = app.stranger().get("/v1/courses/carnoustie").await.expect(200).json;
    let table = Table::start_with(table.players, on(&other)).await;
    assert_eq!(table.seen_by(1).await["state"]["course"], id_and_name(&other));
    assert_eq!(exported(&table).await, copy(&other));
}

async fn a_game_is_played_on_anybodys_course(database: Database) {
    let app = App::start(&database);
    let (ana, bob, cyd) = (app.player("ana").await, app.player("bob").await, app.player("cyd").await);
    let course = lay_out(&ana, &nine_holes("Holm Links")).await;
    for players in [vec![ana, bob.clone()], vec![bob, cyd]] {
        let table = Table::start_with(players, on(&course)).await;
        let game = table.seen_by(0).await;
        assert_eq!(game["state"]["course"], id_and_name(&course));
        assert_eq!(game["state"]["length"], 360, "350 yards, rounded up");
        assert_eq!(exported(&table).await, copy(&course));
    }
}

async fn an_unknown_course_is_refused(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let gone = lay_out(&ana, &nine_holes("Gone")).await;
    ana.delete(&course_path(&gone)).await.expect(204);
    for course in [json!("nowhere"), json!("c_000000000000"), json!(""), json!("a\0b"), gone["id"].clone()] {
        let answer = ana.post("/v1/games", &on(&json!({ "id": course }))).await.problem(422, "bad_options");
        assert_eq!(answer.json["errors"][0]["field"], "options.course", "{course}");
        let detail = answer.json["errors"][0]["detail"].as_str().expect("a text");
        assert!(detail.contains("GET /v1/courses?ruleset=card_golf"), "{detail}");
    }
    ana.post("/v1/games", &on(&json!({ "id": 7 }))).await.problem(400, "malformed");
    let nine_card = json!({ "ruleset": "nine_card", "options": { "course": "st_andrews" } });
    ana.post("/v1/games", &nine_card).await.problem(400, "malformed");
}

async fn a_course_that_is_deleted_stays_with_its_games(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let mut plan = nine_holes("Holm Links");
    plan["par"] = json!([4, 3, 4, 5, 4, 4, 3, 4, 5]);
    let course = lay_out(&ana, &plan).await;
    let waiting = ana.post("/v1/games", &on(&course)).await.expect(201).json;
    let table = Table::start_with(vec![ana.clone(), bob.clone()], on(&course)).await;
    table.play_any(&mut choices(1)).await;
    let before = table.seen_by(0).await;

    ana.delete(&course_path(&course)).await.expect(204);
    assert_eq!(table.seen_by(0).await, before);
    for round in 2..8 {
        table.play_any(&mut choices(round)).await.expect("it goes on");
    }
    assert_eq!(table.seen_by(1).await["state"]["course"], id_and_name(&course));
    assert_eq!(exported(&table).await, copy(&course));

    // A table that has waited starts on its copy.
    let path = format!("/v1/games/{}", waiting["id"].as_str().expect("an id"));
    let started = bob.post(&format!("{path}/join"), &json!({})).await.expect(200).json;
    assert_eq!(started["state"]["course"], id_and_name(&course));
    ana.post("/v1/games", &on(&course)).await.problem(422, "bad_options");
}

async fn a_table_that_waits_keeps_its_copy_when_the_account_ends(database: Database) {
    let app = App::start(&database);
    let (ana, bob, cyd) = (app.player("ana").await, app.player("bob").await, app.player("cyd").await);
    let course = lay_out(&ana, &nine_holes("Holm Links")).await;
    let waiting = bob.post("/v1/games", &on(&course)).await.expect(201).json;
    ana.delete("/v1/players/me").await.expect(204);
    cyd.get(&course_path(&course)).await.problem(404, "not_found");
    let path = format!("/v1/games/{}", waiting["id"].as_str().expect("an id"));
    let started = cyd.post(&format!("{path}/join"), &json!({})).await.expect(200).json;
    assert_eq!(started["state"]["course"], id_and_name(&course));
}

async fn a_game_without_a_course_exports_none(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({ "ruleset": "nine_card" })).await;
    assert_eq!(exported(&table).await, Value::Null);
}
