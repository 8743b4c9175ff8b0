//! What is sent, in each format. Nothing but what these fields hold.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;

use super::words::Format;
use crate::{games::draft::to_json, refusal::Refusal};

/// What there is to tell.
#[derive(Debug, Clone, Serialize)]
pub struct Message {
    /// A kind of item in a feed, or `test`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// When it happened.
    pub timestamp: DateTime<Utc>,
    pub data: Data,
}

/// What it is about.
#[derive(Debug, Clone, Serialize)]
pub struct Data {
    /// The item's id in the feed; null for a test.
    pub id: Option<i64>,
    pub kind: &'static str,
    pub game: Option<String>,
    pub version: Option<i64>,
    pub ruleset: Option<&'static str>,
    /// A sentence for people.
    pub title: String,
    /// The names of the players whose turn it is now.
    pub to_act: Vec<String>,
    pub link: Option<String>,
}

/// The body in that format.
pub fn body(format: Format, message: &Message) -> Result<String, Refusal> {
    match format {
        Format::Standard => to_json(message),
        // Without its markup a name stays what it is.
        Format::Slack => to_json(&json!({ "text": line(message, slack), "mrkdwn": false })),
        Format::Discord => {
            to_json(&json!({ "content": line(message, discord), "allowed_mentions": { "parse": [] } }))
        }
    }
}

fn line(message: &Message, escape: fn(&str) -> String) -> String {
    let data = &message.data;
    let mut line = escape(&data.title);
    if !data.to_act.is_empty() {
        line += &escape(&format!(". To act: {}", data.to_act.join(", ")));
    }
    // The link is the server's own: it is to be followed, so it stays as it is.
    match &data.link {
        Some(link) => format!("{line}. {link}"),
        None => line + ".",
    }
}

/// The three characters that Slack wants to be escaped.
fn slack(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Everything that is markup, or could be a mention.
fn discord(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\*_~`|>#[]()<@:".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(names: &[&str]) -> Message {
        Message {
            kind: "your_turn",
            timestamp: DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
            data: Data {
                id: Some(7),
                kind: "your_turn",
                game: Some("k3Jx".to_owned()),
                version: Some(12),
                ruleset: Some("nine_card"),
                title: "It is your turn in Nine-card Golf".to_owned(),
                to_act: names.iter().map(|&name| name.to_owned()).collect(),
                link: Some("https://club.example/v1/games/k3Jx".to_owned()),
            },
        }
    }

    #[test]
    fn the_standard_body_is_thin() {
        assert_eq!(
            body(Format::Standard, &message(&["ana"])).unwrap(),
            r#"{"type":"your_turn","timestamp":"2027-01-15T08:00:00Z","data":{"id":7,"kind":"your_turn","game":"k3Jx","version":12,"ruleset":"nine_card","title":"It is your turn in Nine-card Golf","to_act":["ana"],"link":"https://club.example/v1/games/k3Jx"}}"#
        );
    }

    #[test]
    fn names_are_no_markup_in_slack() {
        assert_eq!(
            body(Format::Slack, &message(&["ana", "<!channel>&"])).unwrap(),
            r#"{"mrkdwn":false,"text":"It is your turn in Nine-card Golf. To act: ana, &lt;!channel&gt;&amp;. https://club.example/v1/games/k3Jx"}"#
        );
    }

    #[test]
    fn names_are_neither_markup_nor_mentions_in_discord() {
        let text = body(Format::Discord, &message(&["_ana_", "@everyone", "<@1>", "**b**"])).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            json["content"],
            "It is your turn in Nine-card Golf. To act\\: \\_ana\\_, \\@everyone, \\<\\@1\\>, \\*\\*b\\*\\*. \
             https://club.example/v1/games/k3Jx"
        );
        assert_eq!(json["allowed_mentions"], json!({ "parse": [] }));
    }
}
