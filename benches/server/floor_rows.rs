//! Rows for the floor: as many games as the server has, each like one that it has played.

use diesel::{QueryableByName, RunQueryDsl, connection::SimpleConnection, sql_query, sql_types::Text};

use crate::{database::Database, script::RULESETS};

/// Added to the number of a game, so that all ids are of one length.
pub const FIRST: usize = 100_000_000;

/// What stands before the number of a game and its ruleset in the hash of a token, for its length.
pub const HASH: &str = "00000000000000000000000000000000000000000000000";

/// What is stored of a game in its midst, of one ruleset.
#[derive(Debug, Clone, QueryableByName)]
pub struct Sample {
    #[diesel(sql_type = Text)]
    pub ruleset: String,
    #[diesel(sql_type = Text)]
    pub options: String,
    #[diesel(sql_type = Text)]
    pub state: String,
    #[diesel(sql_type = Text)]
    pub clock: String,
    /// Of a seat that is to act.
    #[diesel(sql_type = Text)]
    pub turn: String,
    /// Of a move of average length.
    #[diesel(sql_type = Text)]
    pub action: String,
    #[diesel(sql_type = Text)]
    pub events: String,
}

/// Takes a sample of each ruleset from what a server has stored: a game that is being played, and of the
/// one that was recorded a move of average length among the first `moves`.
fn samples(database: &Database, name: &str, moves: usize) -> Vec<Sample> {
    let mut link = database.connect(name);
    let mut sample = |ruleset: &str| {
        let query = format!(
            "WITH entry AS (SELECT action, events FROM log WHERE kind = 'move' AND version <= {moves} \
             AND game_id = (SELECT g.id FROM players p JOIN games g ON g.creator_id = p.id \
                 WHERE p.name_key = '{ruleset}-recorder-0')) \
             SELECT g.ruleset, g.options, g.state, g.clock, \
             s.clock AS turn, entry.action, entry.events \
             FROM players p JOIN games g ON g.creator_id = p.id \
             JOIN seats s ON s.game_id = g.id AND s.clock IS NOT NULL, entry \
             WHERE p.name_key LIKE '{ruleset}-l%t%-0' AND g.status = 'active' \
             ORDER BY abs(length(entry.events) - (SELECT avg(length(events)) FROM entry)), g.version DESC \
             LIMIT 1"
        );
        sql_query(query).get_result(&mut link).expect("a game is being played")
    };
    RULESETS.iter().map(|ruleset| sample(ruleset)).collect()
}

/// Fills the database `name`, which has been migrated, with `games` games of each ruleset, like games of
/// `moves` moves in the database `like`.
pub fn fill(database: &Database, name: &str, like: &str, games: usize, moves: usize) -> Vec<Sample> {
    let samples = samples(database, like, moves);
    let mut link = database.connect(name);
    for sample in &samples {
        let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
        let numbers = format!(
            "WITH RECURSIVE n(n) AS (SELECT {FIRST} UNION ALL SELECT n + 1 FROM n WHERE n < {})",
            FIRST + games - 1
        );
        let both = "FROM n, (SELECT 0 AS s UNION ALL SELECT 1) seat";
        let ruleset = &sample.ruleset;
        let player = format!("'{ruleset}-' || n || '-' || s");
        let game = format!("'{ruleset}-' || n");
        let statements = [
            format!(
                "INSERT INTO players (id, name, display_name, name_key, created_at) {numbers} \
                 SELECT {player}, {player}, {player}, {player}, CURRENT_TIMESTAMP {both}"
            ),
            format!(
                "INSERT INTO tokens (id, player_id, hash, label, created_at) {numbers} \
                 SELECT {player}, {player}, '{HASH}' || {player}, 'first', CURRENT_TIMESTAMP {both}"
            ),
            format!(
                "INSERT INTO games (id, ruleset, status, visibility, version, creator_id, seed, options, \
                 state, clock, created_at, updated_at, started_at, wake_at) {numbers} \
                 SELECT {game}, '{ruleset}', 'active', 'public', 1, {game} || '-0', '{seed}', {options}, \
                 {state}, {clock}, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP, \
                 '9999-12-31 00:00:00' FROM n",
                seed = "5e".repeat(32),
                options = quoted(&sample.options),
                state = quoted(&sample.state),
                clock = quoted(&sample.clock),
            ),
            format!(
                "INSERT INTO seats (game_id, seat, kind, player_id, to_act, deadline, score) {numbers} \
                 SELECT {game}, s, 'player', {player}, FALSE, CURRENT_TIMESTAMP, 0 {both}"
            ),
        ];
        for statement in statements {
            link.batch_execute(&statement).unwrap_or_else(|error| panic!("{statement}: {error}"));
        }
    }
    samples
}
