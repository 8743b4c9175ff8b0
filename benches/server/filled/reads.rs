//! What is read, each in several ways that have the same shape.

use chrono::NaiveDateTime;
use diesel::{
    QueryableByName, RunQueryDsl, sql_query,
    sql_types::{Text, Timestamp},
};

use super::cast::Cast;
use crate::{
    client::{self, Client},
    database::Link,
    script::Game,
};

/// A kind of request, with requests of it that are sent by turns.
pub struct Read {
    pub name: String,
    pub requests: Vec<Vec<u8>>,
    pub expected: u16,
}

fn read(name: &str, requests: impl IntoIterator<Item = Vec<u8>>) -> Read {
    Read { name: format!("GET {name}"), requests: requests.into_iter().collect(), expected: 200 }
}

/// All of them for one house. Those at the end ask the database for nothing that could grow.
pub async fn all(client: &mut Client, link: &mut Link, cast: &Cast) -> Vec<Read> {
    let mut all = of_lists(link, cast);
    all.extend(of_games(client, cast).await);
    all.extend(of_players(client, cast).await);
    for path in ["/health/ready", "/v1/rulesets", "/v1/rulesets/card_golf/rules", "/openapi.json"] {
        all.push(read(path, [client::get(path, None, "")]));
    }
    all
}

/// No page has more items than the small house has, so that all are of one length.
fn of_lists(link: &mut Link, cast: &Cast) -> Vec<Read> {
    let mut all = Vec::new();
    for query in [
        "",
        "?limit=50",
        "?status=open",
        "?status=active",
        "?status=finished",
        "?status=cancelled",
        "?ruleset=card_golf",
        "?ruleset=par_fore&status=open&limit=8",
    ] {
        all.push(read(&format!("/v1/games{query}"), [client::get(&format!("/v1/games{query}"), None, "")]));
    }
    for status in ["open", "active", "finished"] {
        let at = middle(link, "games", &format!("visibility = 'public' AND status = '{status}'"));
        let path = format!("/v1/games?status={status}&limit=10&cursor={at}");
        all.push(read(&format!("/v1/games?status={status}, in the middle"), [client::get(&path, None, "")]));
    }
    let at = middle(link, "games", "visibility = 'public'");
    let path = format!("/v1/games?limit=10&cursor={at}");
    all.push(read("/v1/games, in the middle", [client::get(&path, None, "")]));
    for query in ["", "&status=finished", "&status=open"] {
        let path = |name: &str| format!("/v1/games?player={name}{query}");
        let requests = cast.players.iter().map(|player| client::get(&path(&player.name), None, ""));
        all.push(read(&path("NAME"), requests));
    }
    for query in [
        "player=me",
        "player=me&status=active",
        "player=me&status=finished",
        "to_act=me",
        "to_act=me&ruleset=nine_card",
        "invited=me",
    ] {
        all.push(by_players(cast, &format!("/v1/games?{query}")));
    }
    for query in ["", "?ruleset=par_fore&limit=10"] {
        all.push(read(
            &format!("/v1/courses{query}"),
            [client::get(&format!("/v1/courses{query}"), None, "")],
        ));
    }
    // Of one ruleset, since courses of another one have another size.
    let at = middle(link, "courses", "ruleset = 'par_fore'");
    let path = format!("/v1/courses?ruleset=par_fore&limit=5&cursor={at}");
    all.push(read("/v1/courses?ruleset=par_fore, in the middle", [client::get(&path, None, "")]));
    let ids = cast.courses.iter().map(|id| client::get(&format!("/v1/courses/{id}"), None, ""));
    all.push(read("/v1/courses/{id}", ids));
    all.push(by_players(cast, "/v1/courses?owner=me"));
    all
}

async fn of_games(client: &mut Client, cast: &Cast) -> Vec<Read> {
    let of = |name: &str, games: &[Game], what: &str| {
        let requests =
            games.iter().map(|game| client::get(&(game.path.clone() + what), Some(&game.tokens[0]), ""));
        read(name, requests)
    };
    let mut known = Vec::new();
    for Game { path, tokens, .. } in &cast.active {
        client.json(&client::get(path, Some(&tokens[0]), "")).await;
        let tag = client.header("etag").expect("a tag");
        known.push(client::get(path, Some(&tokens[0]), &format!("If-None-Match: {tag}\r\n")));
    }
    let strangers = cast.active.iter().map(|game| client::get(&game.path, None, ""));
    vec![
        of("/v1/games/{id}, active", &cast.active, ""),
        of("/v1/games/{id}, finished", &cast.finished, ""),
        read("/v1/games/{id}, by a stranger", strangers),
        Read { expected: 304, ..read("/v1/games/{id}, known", known) },
        of("/v1/games/{id}/log", &cast.active, "/log"),
        of("/v1/games/{id}/log?after=30", &cast.active, "/log?after=30"),
        of("/v1/games/{id}/export", &cast.finished, "/export"),
        of("/v1/games/{id}/messages", &cast.active, "/messages"),
        of("/v1/games/{id}/messages/read", &cast.active, "/messages/read"),
        of("/v1/games/{id}/notes", &cast.active, "/notes"),
    ]
}

async fn of_players(client: &mut Client, cast: &Cast) -> Vec<Read> {
    let mut all = Vec::new();
    for path in ["/v1/feed", "/v1/feed?after=40", "/v1/players/me", "/v1/players/me/tokens", "/v1/webhooks"] {
        all.push(by_players(cast, path));
    }
    let players = &cast.players;
    let profile = players.iter().map(|player| client::get(&format!("/v1/players/{}", player.name), None, ""));
    all.push(read("/v1/players/{name}", profile));
    for what in ["", "/deliveries"] {
        let requests = players
            .iter()
            .map(|player| client::get(&(player.webhook.clone() + what), Some(&player.token), ""));
        all.push(read(&format!("/v1/webhooks/{{id}}{what}"), requests));
    }
    // It tells whether there is something to see.
    let page = client
        .json(&client::get(&(players[0].webhook.clone() + "/deliveries"), Some(&players[0].token), ""))
        .await;
    assert_ne!(page["items"].as_array().map(Vec::len), Some(0), "webhooks were called");
    all.push(read(
        "/v1/calendar/{file}",
        players.iter().map(|player| client::get(&player.calendar, None, "")),
    ));
    all
}

/// The same by each of the players.
fn by_players(cast: &Cast, path: &str) -> Read {
    read(path, cast.players.iter().map(|player| client::get(path, Some(&player.token), "")))
}

#[derive(QueryableByName)]
struct Place {
    #[diesel(sql_type = Timestamp)]
    created_at: NaiveDateTime,
    #[diesel(sql_type = Text)]
    id: String,
}

/// The cursor of a page in the middle of a list.
fn middle(link: &mut Link, table: &str, condition: &str) -> String {
    let query = format!(
        "SELECT created_at, id FROM {table} WHERE {condition} ORDER BY created_at, id LIMIT 1 \
         OFFSET (SELECT COUNT(*) / 2 FROM {table} WHERE {condition})"
    );
    let place: Place = sql_query(query).get_result(link).expect("a place in the middle");
    hex::encode(format!("{} {}", place.created_at.and_utc().timestamp_micros(), place.id))
}
