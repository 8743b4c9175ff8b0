//! Errors name the field, or the parameter, that they are about.

use serde_json::json;

use crate::support::{app::App, databases::Database, play::Table, runner::tests};

tests![
    a_field_that_is_missing_unknown_or_of_a_wrong_type_is_named,
    a_field_of_a_move_is_named,
    a_parameter_is_named_and_told_of_in_plain_words,
];

async fn a_field_that_is_missing_unknown_or_of_a_wrong_type_is_named(database: Database) {
    let app = App::start(&database);
    let ana = app.player("ana").await;
    let game = |field: &str, value| json!({"ruleset":"nine_card", field:value});
    let wrong = [
        ("/v1/players", json!({}), "name"),
        ("/v1/players", json!({"name":"eve","admin":true}), "admin"),
        ("/v1/players", json!({"name":7}), "name"),
        ("/v1/players", json!({"name":"eve","a`, b":1}), "a`, b"),
        ("/v1/players/me/tokens", json!({}), "label"),
        ("/v1/join", json!({"code":["x"]}), "code"),
        ("/v1/games", json!({}), "ruleset"),
        ("/v1/games", game("color", json!("green")), "color"),
        ("/v1/games", game("options", json!({"hole":9})), "options.hole"),
        ("/v1/games", game("options", json!({"holes":"9"})), "options.holes"),
        ("/v1/games", game("clock", json!({"on_timeout":"bot"})), "clock.per_turn"),
        ("/v1/games", game("seats", json!([{"type":"you"},{}])), "seats[1].type"),
        ("/v1/games", game("seats", json!([{"type":"you"},{"type":"player"}])), "seats[1].name"),
        ("/v1/games", game("seats", json!([{"type":"you","name":"ana"}])), "seats[0].name"),
    ];
    for (path, body, field) in wrong {
        let answer = ana.post(path, &body).await.problem(400, "malformed");
        assert_eq!(answer.json["errors"][0]["field"], field, "{path} {body}: {}", answer.text);
    }
}

async fn a_field_of_a_move_is_named(database: Database) {
    let app = App::start(&database);
    let table = Table::start(&app, 2, json!({"ruleset":"nine_card"})).await;
    for (action, field) in [
        (json!({}), "type"),
        (json!({"cells":[0,1,2]}), "type"),
        (json!({"type":7}), "type"),
        (json!({"type":"stroke"}), "type"),
        (json!({"type":"reveal"}), "cells"),
        (json!({"type":"reveal","cells":[0,1,2],"why":"not"}), "why"),
        (json!({"type":"draw","cell":4}), "cell"),
    ] {
        let answer = table.players[0].post(&table.path("/moves"), &action).await.problem(400, "malformed");
        assert_eq!(answer.json["errors"][0]["field"], field, "{action}: {}", answer.text);
    }
}

async fn a_parameter_is_named_and_told_of_in_plain_words(database: Database) {
    let app = App::start(&database);
    for (query, field, detail) in [
        ("limit=ten", "limit", "must be a whole number"),
        ("limit=", "limit", "must be a whole number"),
        ("limit=99999999999999999999", "limit", "must be a whole number"),
        ("stauts=open", "stauts", "there is no such parameter here"),
        ("a%60b=1", "a`b", "there is no such parameter here"),
        ("limit=5&limit=6", "limit", "can be given once only"),
    ] {
        let answer = app.stranger().get(&format!("/v1/games?{query}")).await.problem(400, "malformed");
        assert_eq!(answer.json["errors"], json!([{ "field": field, "detail": detail }]), "{query}");
    }
}
