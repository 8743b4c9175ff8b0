//! Lists of courses: order, pages, filters; and how many courses a player may have.

use chrono::TimeDelta;
use serde_json::Value;

use crate::support::{
    app::App,
    client::{Answer, Client},
    databases::Database,
    laying_out::{course_path, ids, lay_out, nine_holes},
    runner::tests,
    rush::{Post, at_once},
};

tests![
    shipped_courses_come_first_and_then_players_oldest_first,
    a_walk_through_all_courses_misses_and_repeats_none,
    owner_and_ruleset_choose,
    a_cursor_from_elsewhere_is_refused,
    a_list_is_known_by_its_etag,
    a_player_may_have_so_many_courses,
    the_limit_holds_for_those_who_come_at_once,
    nobody_on_the_same_machine_is_limited_by_default,
    twins_lay_out_one_course,
    an_account_that_ends_at_that_moment_leaves_no_course_behind,
];

fn id(course: &Value) -> String {
    course["id"].as_str().expect("an id").to_owned()
}

async fn three_courses(app: &App, ana: &Client, bob: &Client) -> Vec<String> {
    let mut own = Vec::new();
    for (client, name) in [(ana, "One"), (bob, "Two"), (ana, "Three")] {
        own.push(id(&lay_out(client, &nine_holes(name)).await));
        app.clock.advance(TimeDelta::seconds(1));
    }
    own
}

async fn shipped_courses_come_first_and_then_players_oldest_first(database: Database) {
    let app = App::start(&database);
    let shipped = ids(&app.stranger().get("/v1/courses?limit=100").await.expect(200));
    assert_eq!(shipped[..2], ["st_andrews", "carnoustie"]);
    let own = three_courses(&app, &app.player("ana").await, &app.player("bob").await).await;
    let all = app.stranger().get("/v1/courses?limit=100").await.expect(200);
    assert_eq!(ids(&all), [shipped, own].concat());
    let owners: Vec<&Value> =
        all.json["items"].as_array().expect("items").iter().map(|item| &item["owner"]).collect();
    assert_eq!(owners[owners.len() - 3..], ["ana", "bob", "ana"]);
}

/// All courses, page by page.
async fn walk(client: &Client, query: &str) -> Vec<String> {
    let (mut walked, mut path) = (Vec::new(), Some(format!("/v1/courses?{query}")));
    while let Some(address) = path {
        let page = client.get(&address).await.expect(200);
        walked.extend(ids(&page));
        path = page.headers.get("link").map(|link| {
            let link = link.to_str().expect("ASCII");
            let address = link.strip_prefix('<').and_then(|link| link.strip_suffix(">; rel=\"next\""));
            address.expect("<…>; rel=\"next\"").to_owned()
        });
        assert_eq!(path.is_some(), page.json["next"].is_string());
    }
    walked
}

async fn a_walk_through_all_courses_misses_and_repeats_none(database: Database) {
    let app = App::start(&database);
    let (ana, stranger) = (app.player("ana").await, app.stranger());
    let shipped = ids(&stranger.get("/v1/courses?limit=100").await.expect(200)).len();
    // The last one is the board of Par Fore the Course, all others are for Card Golf.
    assert_eq!(ids(&stranger.get("/v1/courses?ruleset=par_fore").await.expect(200)), ["par_fore"]);
    // As fast as can be, so that some share a millisecond.
    for number in 0..9 {
        lay_out(&ana, &nine_holes(&format!("Course {number}"))).await;
    }
    let all = ids(&stranger.get("/v1/courses?limit=100").await.expect(200));
    assert_eq!(all.len(), shipped + 9);
    // A page that ends with the shipped ones, one that ends before, and others.
    for limit in [1, 4, 7, shipped - 1, shipped, shipped + 1, shipped + 9] {
        assert_eq!(walk(&stranger, &format!("limit={limit}")).await, all, "{limit}");
        let of_card_golf = walk(&stranger, &format!("ruleset=card_golf&limit={limit}")).await;
        assert_eq!(of_card_golf, [&all[..shipped - 1], &all[shipped..]].concat(), "{limit}");
    }
    assert_eq!(walk(&stranger, "owner=ana&limit=2").await, all[shipped..]);
    assert_eq!(ids(&stranger.get("/v1/courses").await).len(), 20);
    for limit in ["0", "101", "-1"] {
        stranger.get(&format!("/v1/courses?limit={limit}")).await.problem(422, "invalid");
    }
}

async fn owner_and_ruleset_choose(database: Database) {
    let app = App::start(&database);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let own = three_courses(&app, &ana, &bob).await;
    for (client, query, expected) in [
        (&ana, "owner=me", vec![&own[0], &own[2]]),
        (&bob, "owner=me", vec![&own[1]]),
        (&bob, "owner=ANA", vec![&own[0], &own[2]]),
        (&bob, "owner=ana&ruleset=card_golf", vec![&own[0], &own[2]]),
        (&ana, "owner=me&ruleset=nine_card", vec![]),
        (&ana, "owner=nobody", vec![]),
    ] {
        let found = client.get(&format!("/v1/courses?{query}")).await.expect(200);
        assert_eq!(ids(&found).iter().collect::<Vec<_>>(), expected, "{query}");
    }
}

async fn a_cursor_from_elsewhere_is_refused(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    three_courses(&app, &ana, &app.player("bob").await).await;
    let broken = hex::encode("1764476400123000 c_../x");
    let (unknown, log) = (hex::encode("no_such_course"), hex::encode("17"));
    for forged in ["", "x", "%00", "00", "20", &broken, &unknown, &log, &"61".repeat(5000)] {
        let refused = ana.get(&format!("/v1/courses?cursor={forged}")).await.problem(422, "invalid");
        assert_eq!(refused.json["errors"][0]["field"], "cursor", "{forged}");
    }
    // A shipped course is none of Ana's.
    let st_andrews = hex::encode("st_andrews");
    ana.get(&format!("/v1/courses?cursor={st_andrews}")).await.expect(200);
    ana.get(&format!("/v1/courses?owner=me&cursor={st_andrews}")).await.problem(422, "invalid");
}

async fn a_list_is_known_by_its_etag(database: Database) {
    let app = App::start(&database);
    let (ana, path) = (app.player("ana").await, "/v1/courses?limit=100");
    let before = ana.get(path).await.expect(200).etag().to_owned();
    ana.get_if_changed(path, &before).await.expect(304);
    let course = lay_out(&ana, &nine_holes("New")).await;
    let after = ana.get_if_changed(path, &before).await.expect(200).etag().to_owned();
    assert_ne!(after, before);
    let head = ana.request(reqwest::Method::HEAD, path);
    let head = crate::support::client::send(head).await.expect(200);
    assert_eq!((head.etag(), head.text.as_str()), (after.as_str(), ""));
    ana.delete(&course_path(&course)).await.expect(204);
    ana.get_if_changed(path, &before).await.expect(304);
}

/// A server on which a player may have so many courses.
fn limited(database: &Database, courses: i64) -> App {
    App::start_with(database, |config| {
        config.limits.limit_loopback = true;
        config.limits.courses = courses;
    })
}

async fn a_player_may_have_so_many_courses(database: Database) {
    let app = limited(&database, 2);
    let (ana, bob) = (app.player("ana").await, app.player("bob").await);
    let first = lay_out(&ana, &nine_holes("One")).await;
    let key = ("Idempotency-Key", "two");
    let second = ana.post_with("/v1/courses", &nine_holes("Two"), key).await.expect(201);
    let refused = ana.post("/v1/courses", &nine_holes("Three")).await.problem(429, "too_many_requests");
    assert!(refused.header("retry-after").parse::<u64>().is_ok());
    // What was answered is answered again, and what is wrong is told first.
    assert_eq!(ana.post_with("/v1/courses", &nine_holes("Two"), key).await.expect(201).text, second.text);
    ana.post("/v1/courses", &nine_holes("")).await.problem(422, "invalid");
    lay_out(&bob, &nine_holes("His")).await;
    ana.delete(&course_path(&first)).await.expect(204);
    lay_out(&ana, &nine_holes("Three")).await;
    ana.post("/v1/courses", &nine_holes("Four")).await.problem(429, "too_many_requests");
}

async fn the_limit_holds_for_those_who_come_at_once(database: Database) {
    let app = limited(&database, 3);
    let ana = app.player("ana").await;
    let posts = (0..12).map(|number| Post::new(&ana, "/v1/courses", &nine_holes(&format!("C{number}"))));
    let answers = at_once(posts.collect()).await;
    let made = answers.iter().filter(|answer| answer.status == 201).count();
    assert!(answers.iter().all(|answer| matches!(answer.status, 201 | 429)));
    assert_eq!((made, ids(&ana.get("/v1/courses?owner=me").await).len()), (3, 3));
}

async fn nobody_on_the_same_machine_is_limited_by_default(database: Database) {
    let app = App::start_with(&database, |config| config.limits.courses = 0);
    lay_out(&app.player("ana").await, &nine_holes("One")).await;
}

async fn twins_lay_out_one_course(database: Database) {
    let app = limited(&database, 1);
    let ana = app.player("ana").await;
    let twin = || Post::new(&ana, "/v1/courses", &nine_holes("Twin")).with("Idempotency-Key", "twin");
    let answers: Vec<Answer> = at_once((0..12).map(|_| twin()).collect()).await;
    assert!(answers.iter().all(|answer| answer.status == 201 && answer.text == answers[0].text));
    let replayed = answers.iter().filter(|answer| answer.headers.contains_key("idempotency-replayed"));
    assert_eq!(replayed.count(), 11);
    assert_eq!(ids(&ana.get("/v1/courses?owner=me").await).len(), 1);
}

async fn an_account_that_ends_at_that_moment_leaves_no_course_behind(database: Database) {
    let app = App::start(&database);
    let shipped = ids(&app.stranger().get("/v1/courses?limit=100").await.expect(200));
    for round in 0..5 {
        let ana = app.player(&format!("ana{round}")).await;
        let mut posts: Vec<Post> =
            (0..8).map(|_| Post::new(&ana, "/v1/courses", &nine_holes("Last"))).collect();
        posts.insert(4, Post::end_of_account(&ana));
        let answers = at_once(posts).await;
        assert!(answers.iter().all(|answer| matches!(answer.status, 201 | 204 | 401)));
        assert_eq!(ids(&app.stranger().get("/v1/courses?limit=100").await.expect(200)), shipped);
    }
}
