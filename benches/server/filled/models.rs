//! What the rows of others are copied from: the cast's, with what they refer to by number.

/// At most so many of the last log entries of a game are copied. In a real house there are more; but a
/// request never reads those of a game that it is not about.
pub const ENTRIES: usize = 6;
/// At most so many of the last feed items that a player has of a game.
pub const ITEMS: usize = 3;
/// At most so many messages of a game.
const MESSAGES: usize = 2;
/// How many deliveries a webhook has.
pub const DELIVERIES: usize = 10;

/// Tables of models, each with `place` from 0 on and `of`, the number of those that it stands among.
pub fn statements() -> Vec<String> {
    let cast = "(SELECT id FROM players WHERE name_key LIKE 'cast-%')";
    let among = |of: &str, order: &str| {
        format!("ROW_NUMBER() OVER ({of} ORDER BY {order}) - 1 AS place, COUNT(*) OVER ({of}) AS of_so_many")
    };
    // The first ones of each game, or of each player's in a game.
    let first = |table: &str, of: &str, order: &str, most: usize| {
        format!(
            "(SELECT * FROM (SELECT r.*, ROW_NUMBER() OVER (PARTITION BY {of} ORDER BY {order}) AS number \
             FROM {table} r WHERE game_id IN (SELECT id FROM models)) r WHERE number <= {most}) r"
        )
    };
    let seated = "JOIN seats s ON s.game_id = r.game_id AND s.player_id = r.player_id";
    vec![
        format!(
            "CREATE TEMP TABLE models AS SELECT g.*, {} FROM games g WHERE creator_id IN {cast}",
            among("PARTITION BY status", "created_at, id")
        ),
        "CREATE INDEX models_by_place ON models (status, place)".to_owned(),
        "CREATE TEMP TABLE model_seats AS SELECT * FROM seats WHERE game_id IN (SELECT id FROM models)"
            .to_owned(),
        format!(
            "CREATE TEMP TABLE model_log AS SELECT r.* FROM {}",
            first("log", "game_id", "version DESC", ENTRIES)
        ),
        format!(
            "CREATE TEMP TABLE model_feed AS SELECT r.*, s.seat FROM {} {seated}",
            first("feed", "game_id, player_id", "id DESC", ITEMS)
        ),
        format!(
            "CREATE TEMP TABLE model_messages AS SELECT r.*, s.seat FROM {} {seated}",
            first("messages", "game_id", "id", MESSAGES)
        ),
        "CREATE INDEX model_seats_by_game ON model_seats (game_id)".to_owned(),
        "CREATE INDEX model_log_by_game ON model_log (game_id)".to_owned(),
        "CREATE INDEX model_feed_by_game ON model_feed (game_id)".to_owned(),
        "CREATE INDEX model_messages_by_game ON model_messages (game_id)".to_owned(),
        format!(
            "CREATE TEMP TABLE model_courses AS SELECT c.*, {} FROM courses c WHERE owner_id IN {cast}",
            among("", "created_at, id")
        ),
        format!(
            "CREATE TEMP TABLE model_webhooks AS SELECT w.*, {} FROM webhooks w WHERE player_id IN {cast}",
            among("", "created_at, id")
        ),
        format!(
            "CREATE TEMP TABLE model_deliveries AS SELECT d.*, {} FROM deliveries d \
             WHERE webhook_id IN (SELECT id FROM model_webhooks)",
            among("", "created_at, id")
        ),
    ]
}
