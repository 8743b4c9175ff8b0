//! Boards of players' own for Par Fore the Course.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::Database,
    laying_out::{board, course_path, lay_out},
    mirror::mirror,
    play::{Table, choices},
    runner::tests,
};

tests![
    the_board_that_comes_with_the_game_says_what_is_known_of_it,
    a_board_of_ones_own_is_played_on_to_the_end,
    all_that_is_wrong_with_a_board_is_told_field_by_field,
    what_does_not_have_the_form_of_a_board_is_malformed,
    a_course_of_another_ruleset_is_not_played_on,
];

async fn the_board_that_comes_with_the_game_says_what_is_known_of_it(database: Database) {
    let app = App::start(&database);
    let course = app.stranger().get("/v1/courses/par_fore").await.expect(200).json;
    assert_eq!((&course["ruleset"], &course["owner"]), (&json!("par_fore"), &Value::Null));
    assert!(course["about"]["from_the_text"].is_string() && course["about"]["own_choice"].is_string());
    let holes = course["holes"].as_array().expect("holes");
    // The source's list: "Hole #1—9, #2—12, #3—5, #4—10, #5—12, #6—12, #7—15, #8—13, #9—9".
    let missing: Vec<&Value> = holes.iter().map(|hole| &hole["missing"]).collect();
    assert_eq!(missing, [9, 12, 5, 10, 12, 12, 15, 13, 9]);
    let pars: Vec<&Value> = holes.iter().map(|hole| &hole["par"]).collect();
    assert_eq!(pars, [5, 3, 4, 4, 5, 3, 4, 4, 4]);
}

/// The shipped holes in the opposite order, so that the pars are others.
async fn turned_round(client: &Client) -> Value {
    let mut course = board(client, "Turned round").await;
    let holes = course["holes"].as_array_mut().expect("holes");
    holes.reverse();
    for (index, hole) in holes.iter_mut().enumerate() {
        hole["number"] = json!(index + 1);
    }
    course
}

async fn a_board_of_ones_own_is_played_on_to_the_end(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let sent = turned_round(&ana).await;
    let course = lay_out(&ana, &sent).await;
    assert_eq!((&course["owner"], &course["about"]), (&json!("ana"), &Value::Null));
    assert_eq!((&course["name"], &course["holes"]), (&sent["name"], &sent["holes"]));
    let game = json!({ "ruleset": "par_fore", "options": { "course": course["id"] } });
    let table = Table::start_with(vec![bob, ana.clone()], game).await;
    // The game has a copy.
    ana.delete(&course_path(&course)).await.expect(204);
    let finished = table.play_out(&mut choices(4)).await;
    assert_eq!(finished["state"]["course"], json!({ "id": course["id"], "name": "Turned round" }));
    let export = ana.get(&table.path("/export")).await.expect(200).json;
    assert_eq!(export["course"]["holes"], sent["holes"]);
    let pars: Vec<Value> = export["log"]
        .as_array()
        .expect("a log")
        .iter()
        .flat_map(|entry| entry["events"].as_array().expect("events").clone())
        .filter(|event| event["type"] == "hole_started")
        .map(|event| event["par"].clone())
        .collect();
    assert_eq!(pars, [4, 4, 4, 3, 5, 4, 4, 3, 5]);
    let mut mirror = mirror(&export);
    for entry in export["log"].as_array().expect("a log") {
        mirror.follow(entry, export["seed"].as_str().expect("a seed"));
    }
    assert_eq!(export["game"]["state"], mirror.state(None));
}

async fn all_that_is_wrong_with_a_board_is_told_field_by_field(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let mut course = board(&ana, "Spoilt").await;
    course["holes"][0]["tee"]["9"] = json!({ "lie": "sand", "at": [10, 10] });
    course["holes"][1]["centre_suit"].take();
    course["holes"][2]["faces"].as_object_mut().expect("faces").remove("KS");
    course["holes"][3]["par"] = json!(6);
    course["holes"][4].as_object_mut().expect("a hole").remove("cluster");
    let answer = ana.post("/v1/courses", &course).await.problem(422, "invalid");
    let errors = answer.json["errors"].as_array().expect("errors");
    let fields: Vec<&str> = errors.iter().map(|error| error["field"].as_str().expect("a field")).collect();
    for field in
        ["holes[0].tee.9", "holes[1].centre_suit", "holes[2].faces.KS", "holes[3].par", "holes[4].cluster"]
    {
        assert!(fields.contains(&field), "{field} is not among {fields:?}");
    }
    assert_eq!(fields.len(), 5, "{fields:?}");
    let mine = ana.get("/v1/courses?owner=me").await.expect(200).json;
    assert_eq!(mine["items"], json!([]));
}

async fn what_does_not_have_the_form_of_a_board_is_malformed(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let good = board(&ana, "Formless").await;
    let spoil = |pointer: &str, with: Value| {
        let mut course = good.clone();
        *course.pointer_mut(pointer).expect("it is there") = with;
        course
    };
    for wrong in [
        json!({ "ruleset": "par_fore", "name": "None" }),
        spoil("/holes", json!({})),
        spoil("/holes/0", json!([1, 5, 520])),
        spoil("/holes/0/par", json!("5")),
        spoil("/holes/0/length", json!(520.5)),
        spoil("/holes/0/tee/3", json!({ "lie": "sand", "at": [1, 2], "deep": true })),
        spoil("/holes/0/faces", json!([])),
        spoil("/holes/0/tee/3/lie", json!({ "fairway": null })),
        spoil("/holes/0/tee/3/suits", json!([{ "hearts": null }, "clubs"])),
        spoil("/holes/1/centre_suit", json!({ "hearts": null })),
    ] {
        ana.post("/v1/courses", &wrong).await.problem(400, "malformed");
    }
    // An unknown word and a wrong count are well-formed, and wrong.
    let mut keyed = good.clone();
    let tee = keyed["holes"][0]["tee"].as_object_mut().expect("spots");
    let spot = tee.remove("3").expect("a spot");
    tee.insert("03".to_owned(), spot);
    let heather = spoil("/holes/0/tee/3/lie", json!("heather"));
    ana.post("/v1/courses", &keyed).await.problem(400, "malformed");
    for wrong in [heather, spoil("/holes/0/tee/3/at", json!([1]))] {
        ana.post("/v1/courses", &wrong).await.problem(422, "invalid");
    }
}

async fn a_course_of_another_ruleset_is_not_played_on(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let own = lay_out(&ana, &board(&ana, "Mine").await).await;
    for (ruleset, course) in [
        ("par_fore", json!("st_andrews")),
        ("card_golf", json!("par_fore")),
        ("card_golf", own["id"].clone()),
    ] {
        let game = json!({ "ruleset": ruleset, "options": { "course": course } });
        let answer = ana.post("/v1/games", &game).await.problem(422, "bad_options");
        assert_eq!(answer.json["errors"][0]["field"], "options.course");
    }
}
