//! Courses of players' own.

use serde_json::{Value, json};

use super::client::{Answer, Client};

/// Nine holes for Card Golf, with that name.
pub fn nine_holes(name: &str) -> Value {
    let yards = [350, 170, 420, 510, 300, 390, 150, 440, 480];
    json!({ "ruleset": "card_golf", "name": name, "yards": yards })
}

/// The nine holes of the board that comes with Par Fore the Course, under another name.
pub async fn board(client: &Client, name: &str) -> Value {
    let shipped = client.get("/v1/courses/par_fore").await.expect(200).json;
    json!({ "ruleset": "par_fore", "name": name, "holes": shipped["holes"] })
}

/// Lays out a course, which must be a good one.
pub async fn lay_out(client: &Client, course: &Value) -> Value {
    client.post("/v1/courses", course).await.expect(201).json
}

/// The address of a course.
pub fn course_path(course: &Value) -> String {
    format!("/v1/courses/{}", course["id"].as_str().expect("an id"))
}

/// The ids in a page.
pub fn ids(page: &Answer) -> Vec<String> {
    let items = page.json["items"].as_array().expect("items");
    items.iter().map(|item| item["id"].as_str().expect("an id").to_owned()).collect()
}
