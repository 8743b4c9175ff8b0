use serde_json::json;

use crate::support::{
    app::App,
    databases::Database,
    play::{Table, choices},
    runner::tests,
};

tests![two_play_to_the_end];

async fn two_play_to_the_end(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card","options":{"holes":2}})).await;
    let game = table.play_out(&mut choices(1)).await;
    assert_eq!(game["status"], "finished");
}
