//! Games that many look at at the same instant, which the server reads together: everybody is shown what
//! he would be shown alone.

use std::sync::Arc;

use serde_json::json;
use tokio::sync::Barrier;

use crate::support::{
    app::App,
    client::{Answer, Client},
    databases::Database,
    play::Table,
    runner::tests,
};

tests![whoever_looks_with_many_others_is_shown_what_he_is_shown_alone];

/// How often each request is in the crowd.
const TIMES: usize = 4;

/// Somebody who looks at a game, perhaps one that he knows.
#[derive(Clone)]
struct Look {
    client: Client,
    path: String,
    known: Option<String>,
}

impl Look {
    async fn send(&self) -> Answer {
        match &self.known {
            Some(etag) => self.client.get_if_changed(&self.path, etag).await,
            None => self.client.get(&self.path).await,
        }
    }
}

/// What does not differ from one request to the next.
fn lasting(answer: &Answer) -> (u16, String, Option<String>) {
    let etag = answer.headers.get("etag").map(|etag| etag.to_str().expect("plain ASCII").to_owned());
    (answer.status, answer.text.clone(), etag)
}

async fn table(app: &App, ruleset: &str, visibility: &str) -> Table {
    let players = [app.player(&format!("ana-{ruleset}")).await, app.player(&format!("bob-{ruleset}")).await];
    Table::start_with(players.into(), json!({ "ruleset": ruleset, "visibility": visibility })).await
}

async fn whoever_looks_with_many_others_is_shown_what_he_is_shown_alone(database: Database) {
    let app = App::start(&database);
    let tables = [
        table(&app, "nine_card", "private").await,
        table(&app, "card_golf", "public").await,
        table(&app, "par_fore", "private").await,
    ];
    let impostor = Client::new(&app.base, Some("chk_nobodys".to_owned()));
    let mut viewers = vec![app.stranger(), impostor];
    viewers.extend(tables.iter().flat_map(|table| table.players.clone()));
    let mut paths: Vec<String> = tables.iter().map(|table| table.path("")).collect();
    paths.push("/v1/games/zzzzzzzzzzzz".to_owned());

    let mut alone = Vec::new();
    for client in &viewers {
        for path in &paths {
            let look = Look { client: client.clone(), path: path.clone(), known: None };
            let answer = look.send().await;
            if answer.status == 200 {
                let known = Look { known: Some(answer.etag().to_owned()), ..look.clone() };
                let known_answer = known.send().await.expect(304);
                alone.push((known, lasting(&known_answer)));
            }
            alone.push((look, lasting(&answer)));
        }
    }
    let statuses = |status: u16| alone.iter().filter(|(_, (one, ..))| *one == status).count();
    // Two players look at each private game, everybody but the impostor at the public one.
    assert_eq!((statuses(200), statuses(304), statuses(401)), (2 + 2 + 7, 2 + 2 + 7, 4));
    // Of the eight viewers and four addresses nobody else is shown anything.
    assert_eq!(statuses(404), 8 * 4 - 11 - 4);

    let crowd: Vec<_> = (0..TIMES).flat_map(|_| alone.iter().cloned()).collect();
    let start = Arc::new(Barrier::new(crowd.len()));
    let looks = crowd.into_iter().map(|(look, expected)| {
        let start = start.clone();
        tokio::spawn(async move {
            start.wait().await;
            let answer = look.send().await;
            assert_eq!(lasting(&answer), expected, "{}", look.path);
        })
    });
    for look in looks.collect::<Vec<_>>() {
        look.await.expect("everybody is shown the same as alone");
    }
}
