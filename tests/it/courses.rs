//! Courses: those that come with the server and those that players lay out.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::Client,
    databases::Database,
    laying_out::{course_path, ids, lay_out, nine_holes},
    reading::fields,
    runner::tests,
};

tests![
    shipped_courses_have_a_year_and_a_source,
    a_course_of_ones_own_is_what_was_sent_and_anybody_may_read_it,
    nine_holes_are_played_twice_round,
    lengths_are_80_to_700_when_rounded_to_20,
    all_that_is_wrong_with_a_course_is_told_field_by_field,
    what_does_not_have_the_form_of_a_course_is_refused,
    only_a_ruleset_with_courses_has_courses,
    a_name_is_checked_like_a_display_name,
    one_has_to_be_signed_in_to_lay_out_or_delete_a_course,
    only_its_owner_deletes_a_course,
    a_course_that_is_sent_again_is_laid_out_once,
    an_account_that_ends_takes_its_courses_along,
];

/// The fields that a course is refused for.
async fn refused(client: &Client, course: &Value) -> Vec<String> {
    let answer = client.post("/v1/courses", course).await.problem(422, "invalid");
    let errors = answer.json["errors"].as_array().expect("errors");
    assert!(errors.iter().all(|error| error["detail"].as_str().is_some_and(|detail| !detail.is_empty())));
    errors.iter().map(|error| error["field"].as_str().expect("a field").to_owned()).collect()
}

/// The course with some fields changed.
fn with(mut course: Value, more: Value) -> Value {
    course.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    course
}

async fn shipped_courses_have_a_year_and_a_source(database: Database) {
    let app = App::start(&database);
    let client = app.stranger();
    let page = client.get("/v1/courses?ruleset=card_golf&limit=100").await.expect(200);
    let items = page.json["items"].as_array().expect("items").clone();
    assert!(items.len() >= 10 && page.json["next"].is_null());
    for course in &items {
        assert_eq!(course["ruleset"], "card_golf");
        assert!(course["card_of"].is_i64() && course["source"].is_string(), "{course}");
        assert_eq!((&course["owner"], &course["created_at"]), (&Value::Null, &Value::Null));
        assert_eq!(course["yards"].as_array().map(Vec::len), Some(18));
        let read = client.get(&course_path(course)).await.expect(200);
        assert_eq!(read.json, *course);
        client.get_if_changed(&course_path(course), read.etag()).await.expect(304);
    }
    let st_andrews = &items[0];
    assert_eq!((&st_andrews["id"], &st_andrews["card_of"]), (&json!("st_andrews"), &json!(1984)));
    assert_eq!(st_andrews["yards"][0], 370);
}

async fn a_course_of_ones_own_is_what_was_sent_and_anybody_may_read_it(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let yards: Vec<u32> = (0..18).map(|hole| 151 + 20 * hole).collect();
    let names: Vec<String> = (1..=18).map(|hole| format!("Hole {hole}")).collect();
    let plan = json!({
        "ruleset": "card_golf", "name": " Holm Links ", "yards": yards, "par": vec![4; 18], "hole_names": names,
    });
    let made = ana.post("/v1/courses", &plan).await.expect(201);
    let course = made.json.clone();
    assert_eq!(made.header("location"), course_path(&course));
    let id = course["id"].as_str().expect("an id");
    assert!(id.starts_with("c_") && id.len() >= 12, "{id}");
    let all =
        ["card_of", "created_at", "hole_names", "id", "name", "owner", "par", "ruleset", "source", "yards"];
    assert_eq!(fields(&course), all);
    for (field, value) in [
        ("name", json!("Holm Links")),
        ("owner", json!("ana")),
        ("ruleset", json!("card_golf")),
        ("yards", json!(yards)),
        ("par", json!(vec![4; 18])),
        ("hole_names", json!(names)),
        ("card_of", Value::Null),
        ("source", Value::Null),
    ] {
        assert_eq!(course[field], value, "{field}");
    }
    for client in [&ana, &app.player("bob").await, &app.stranger()] {
        let read = client.get(&course_path(&course)).await.expect(200);
        assert_eq!(read.text, made.text);
        client.get_if_changed(&course_path(&course), read.etag()).await.expect(304);
    }
    app.stranger().get("/v1/courses/c_000000000000").await.problem(404, "not_found");
    app.stranger().get("/v1/courses/nowhere").await.problem(404, "not_found");
}

async fn nine_holes_are_played_twice_round(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let plan = nine_holes("Nine");
    let par = [4, 3, 4, 5, 4, 4, 3, 4, 5];
    let names: Vec<String> = (1..=9).map(|hole| format!("打{hole}")).collect();
    let course = lay_out(&ana, &with(plan.clone(), json!({ "par": par, "hole_names": names }))).await;
    let twice = |list: &Value| {
        let nine = list.as_array().expect("nine").clone();
        Value::from([nine.clone(), nine].concat())
    };
    assert_eq!(course["yards"], twice(&plan["yards"]));
    assert_eq!(course["par"], twice(&json!(par)));
    assert_eq!(course["hole_names"], twice(&json!(names)));
    // What may be left out may be null too.
    let bare = lay_out(&ana, &with(plan, json!({ "par": null, "hole_names": null }))).await;
    assert_eq!((&bare["par"], &bare["hole_names"]), (&Value::Null, &Value::Null));
}

async fn lengths_are_80_to_700_when_rounded_to_20(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for (yards, is_good) in [(69, false), (70, true), (709, true), (710, false), (-80, false)] {
        let mut course = nine_holes("Edge");
        course["yards"][4] = json!(yards);
        if is_good {
            assert_eq!(lay_out(&ana, &course).await["yards"][13], yards);
        } else {
            assert_eq!(refused(&ana, &course).await, ["yards[4]"], "{yards}");
        }
    }
    // A number that no computer here can hold is a wrong value, not a wrong form.
    let mut course = nine_holes("Far");
    course["yards"][4] = json!(u64::MAX);
    assert_eq!(refused(&ana, &course).await, ["yards[4]"]);
}

async fn all_that_is_wrong_with_a_course_is_told_field_by_field(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for holes in [0, 8, 10, 17, 19] {
        assert_eq!(
            refused(&ana, &with(nine_holes("X"), json!({ "yards": vec![400; holes] }))).await,
            ["yards"]
        );
    }
    let bad = json!({
        "ruleset": "card_golf", "name": "",
        "yards": [0, 400, 400, 800, 400, 400, 400, 400, 400],
        "par": [4, 4, 2],
        "hole_names": ["Burn", "", "a\u{7}b", "Dyke", "Road", "x".repeat(41), "打", "\u{200b}", "End"],
    });
    let wrong = ["name", "yards[0]", "yards[3]", "par", "par[2]"];
    let names = ["hole_names[1]", "hole_names[2]", "hole_names[5]", "hole_names[7]"];
    assert_eq!(refused(&ana, &bad).await, [wrong.as_slice(), names.as_slice()].concat());
    assert_eq!(ids(&ana.get("/v1/courses?owner=me").await), Vec::<String>::new());
}

async fn what_does_not_have_the_form_of_a_course_is_refused(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for more in [
        json!({ "yards": null }),
        json!({ "yards": "350" }),
        json!({ "yards": [350.5, 170, 420, 510, 300, 390, 150, 440, 480] }),
        json!({ "yards": ["350", 170, 420, 510, 300, 390, 150, 440, 480] }),
        json!({ "yards": { "0": 350 } }),
        json!({ "par": 4 }),
        json!({ "par": [4, null, 4, 4, 4, 4, 4, 4, 4] }),
        json!({ "hole_names": [1, 2, 3, 4, 5, 6, 7, 8, 9] }),
        json!({ "name": 7 }),
        json!({ "name": null }),
        json!({ "ruleset": ["card_golf"] }),
        // Neither is a player's to say.
        json!({ "id": "c_mine" }),
        json!({ "owner": "bob" }),
        json!({ "card_of": 1900 }),
        json!({ "unknown": true }),
    ] {
        ana.post("/v1/courses", &with(nine_holes("X"), more)).await.problem(400, "malformed");
    }
    for missing in ["ruleset", "name", "yards"] {
        let mut course = nine_holes("X");
        course.as_object_mut().expect("an object").remove(missing);
        ana.post("/v1/courses", &course).await.problem(400, "malformed");
    }
    ana.post("/v1/courses", &json!({})).await.problem(400, "malformed");
    ana.post("/v1/courses", &json!(["card_golf", "X", [400]])).await.problem(400, "malformed");
    for query in ["rulesets=card_golf", "owner=me&owner=ana", "limit=x"] {
        ana.get(&format!("/v1/courses?{query}")).await.problem(400, "malformed");
    }
}

async fn only_a_ruleset_with_courses_has_courses(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for ruleset in ["nine_card", "chess", "", "\0"] {
        let course = with(nine_holes("X"), json!({ "ruleset": ruleset }));
        assert_eq!(refused(&ana, &course).await, ["ruleset"], "{ruleset}");
    }
    let none = ana.get("/v1/courses?ruleset=nine_card").await.expect(200);
    assert_eq!((ids(&none).len(), &none.json["next"]), (0, &Value::Null));
    ana.get("/v1/courses?ruleset=chess").await.problem(422, "invalid");
    ana.get("/v1/courses?owner=a%20b").await.problem(422, "invalid");
}

async fn a_name_is_checked_like_a_display_name(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    for name in ["", "   ", "a\nb", "\u{202e}abc", "\u{200b}", "\0", &"é".repeat(61)] {
        assert_eq!(refused(&ana, &nine_holes(name)).await, ["name"], "{name:?}");
    }
    for name in ["X", "Røros Golfbane", "打球场", &"é".repeat(60)] {
        assert_eq!(lay_out(&ana, &nine_holes(name)).await["name"], name);
    }
}

async fn one_has_to_be_signed_in_to_lay_out_or_delete_a_course(database: Database) {
    let app = App::start(&database);
    let course = lay_out(&app.player("ana").await, &nine_holes("Holm Links")).await;
    app.stranger().post("/v1/courses", &nine_holes("X")).await.problem(401, "unauthorized");
    app.stranger().delete(&course_path(&course)).await.problem(401, "unauthorized");
    app.stranger().get("/v1/courses?owner=me").await.problem(401, "unauthorized");
    app.stranger().get(&course_path(&course)).await.expect(200);
}

async fn only_its_owner_deletes_a_course(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let course = lay_out(&ana, &nine_holes("Holm Links")).await;
    bob.delete(&course_path(&course)).await.problem(403, "forbidden");
    ana.delete("/v1/courses/st_andrews").await.problem(403, "forbidden");
    ana.delete("/v1/courses/c_000000000000").await.problem(404, "not_found");
    ana.get("/v1/courses/st_andrews").await.expect(200);
    ana.get(&course_path(&course)).await.expect(200);

    ana.delete(&course_path(&course)).await.expect(204);
    ana.get(&course_path(&course)).await.problem(404, "not_found");
    ana.delete(&course_path(&course)).await.problem(404, "not_found");
    bob.delete(&course_path(&course)).await.problem(404, "not_found");
}

async fn a_course_that_is_sent_again_is_laid_out_once(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let plan = nine_holes("Holm Links");
    let key = ("Idempotency-Key", "links");
    let first = ana.post_with("/v1/courses", &plan, key).await.expect(201);
    let again = ana.post_with("/v1/courses", &plan, key).await.expect(201);
    assert_eq!((&again.text, again.header("location")), (&first.text, first.header("location")));
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert!(first.headers.get("idempotency-replayed").is_none());
    ana.post_with("/v1/courses", &nine_holes("Other"), key).await.problem(422, "idempotency_key_reused");
    let game = json!({ "ruleset": "card_golf" });
    ana.post_with("/v1/games", &game, key).await.problem(422, "idempotency_key_reused");
    assert_eq!(ids(&ana.get("/v1/courses?owner=me").await).len(), 1);
    // The first answer is given even when the course has gone.
    ana.delete(&course_path(&first.json)).await.expect(204);
    assert_eq!(ana.post_with("/v1/courses", &plan, key).await.expect(201).text, first.text);
    ana.get(&course_path(&first.json)).await.problem(404, "not_found");
    // Without a key, and with another player's, it is another course; a refusal keeps no key.
    let bobs = bob.post_with("/v1/courses", &plan, key).await.expect(201);
    assert_ne!(bobs.json["id"], first.json["id"]);
    let free = ("Idempotency-Key", "free");
    ana.post_with("/v1/courses", &nine_holes(""), free).await.problem(422, "invalid");
    ana.post_with("/v1/courses", &plan, free).await.expect(201);
}

async fn an_account_that_ends_takes_its_courses_along(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let (hers, his) = (lay_out(&ana, &nine_holes("Hers")).await, lay_out(&bob, &nine_holes("His")).await);
    assert_eq!(ids(&bob.get("/v1/courses?owner=ana").await), [hers["id"].as_str().expect("an id")]);
    ana.delete("/v1/players/me").await.expect(204);
    bob.get(&course_path(&hers)).await.problem(404, "not_found");
    bob.get(&course_path(&his)).await.expect(200);
    assert_eq!(ids(&bob.get("/v1/courses?owner=ana").await).len(), 0);
}
