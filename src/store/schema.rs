//! The tables as diesel sees them. What the columns mean stands in `migrations/`.

diesel::table! {
    players (id) {
        id -> Text,
        name -> Text,
        display_name -> Text,
        name_key -> Text,
        created_at -> Timestamp,
        ended_at -> Nullable<Timestamp>,
        hours -> Nullable<Text>,
        vacations -> Nullable<Text>,
        feed_last -> BigInt,
        calendar_hash -> Nullable<Text>,
        webhooks_on -> Integer,
    }
}

diesel::table! {
    tokens (id) {
        id -> Text,
        player_id -> Text,
        hash -> Text,
        label -> Text,
        created_at -> Timestamp,
    }
}

diesel::table! {
    games (id) {
        id -> Text,
        ruleset -> Text,
        status -> Text,
        visibility -> Text,
        version -> BigInt,
        creator_id -> Text,
        seed -> Text,
        options -> Text,
        course_copy -> Nullable<Text>,
        state -> Nullable<Text>,
        clock -> Nullable<Text>,
        outcome -> Nullable<Text>,
        join_code -> Nullable<Text>,
        created_at -> Timestamp,
        updated_at -> Timestamp,
        started_at -> Nullable<Timestamp>,
        finished_at -> Nullable<Timestamp>,
        wake_at -> Nullable<Timestamp>,
        waiting_since -> Nullable<Timestamp>,
        rematch_of -> Nullable<Text>,
        rematch -> Nullable<Text>,
        public_messages -> Bool,
    }
}

diesel::table! {
    seats (game_id, seat) {
        game_id -> Text,
        seat -> Integer,
        kind -> Text,
        player_id -> Nullable<Text>,
        level -> Nullable<Text>,
        to_act -> Bool,
        deadline -> Timestamp,
        score -> Nullable<Integer>,
        place -> Nullable<Integer>,
        given_up -> Nullable<Text>,
        clock -> Nullable<Text>,
        remind_at -> Nullable<Timestamp>,
        absent -> Integer,
        votes_to_cancel -> Bool,
    }
}

diesel::table! {
    log (game_id, version) {
        game_id -> Text,
        version -> BigInt,
        kind -> Text,
        seat -> Nullable<Integer>,
        by_whom -> Text,
        action -> Nullable<Text>,
        events -> Text,
        at -> Timestamp,
    }
}

diesel::table! {
    feed (player_id, id) {
        player_id -> Text,
        id -> BigInt,
        at -> Timestamp,
        kind -> Text,
        game_id -> Nullable<Text>,
        version -> Nullable<BigInt>,
    }
}

diesel::table! {
    messages (game_id, id) {
        game_id -> Text,
        id -> BigInt,
        player_id -> Text,
        text -> Text,
        at -> Timestamp,
    }
}

diesel::table! {
    read_marks (game_id, player_id) {
        game_id -> Text,
        player_id -> Text,
        up_to -> BigInt,
    }
}

diesel::table! {
    notes (game_id, player_id) {
        game_id -> Text,
        player_id -> Text,
        text -> Text,
    }
}

diesel::table! {
    courses (id) {
        id -> Text,
        ruleset -> Text,
        owner_id -> Text,
        course -> Text,
        created_at -> Timestamp,
    }
}

diesel::table! {
    course_copies (id) {
        id -> Text,
        course -> Text,
    }
}

diesel::table! {
    idempotency (player_id, key, game_id) {
        player_id -> Text,
        key -> Text,
        game_id -> Text,
        fingerprint -> Text,
        etag -> Nullable<Text>,
        created -> Nullable<Text>,
        body -> Text,
        created_at -> Timestamp,
    }
}

diesel::table! {
    webhooks (id) {
        id -> Text,
        player_id -> Text,
        url -> Text,
        host -> Text,
        format -> Text,
        events -> Nullable<Text>,
        game_id -> Nullable<Text>,
        secret -> Text,
        old_secret -> Nullable<Text>,
        old_secret_until -> Nullable<Timestamp>,
        active -> Bool,
        disabled_at -> Nullable<Timestamp>,
        disabled_reason -> Nullable<Text>,
        seen -> BigInt,
        wake_at -> Nullable<Timestamp>,
        created_at -> Timestamp,
    }
}

diesel::table! {
    deliveries (id) {
        id -> Text,
        webhook_id -> Text,
        feed_id -> Nullable<BigInt>,
        kind -> Text,
        body -> Text,
        host -> Text,
        status -> Text,
        attempts -> Integer,
        begun_at -> Timestamp,
        next_at -> Nullable<Timestamp>,
        claim -> Nullable<Text>,
        last_status -> Nullable<Integer>,
        last_error -> Nullable<Text>,
        created_at -> Timestamp,
        delivered_at -> Nullable<Timestamp>,
    }
}

diesel::joinable!(tokens -> players (player_id));
diesel::joinable!(seats -> games (game_id));
diesel::joinable!(seats -> players (player_id));
diesel::joinable!(feed -> players (player_id));
diesel::joinable!(messages -> players (player_id));
diesel::joinable!(log -> games (game_id));
diesel::joinable!(courses -> players (owner_id));
diesel::joinable!(webhooks -> players (player_id));
diesel::joinable!(deliveries -> webhooks (webhook_id));
diesel::allow_tables_to_appear_in_same_query!(
    players,
    tokens,
    games,
    seats,
    log,
    feed,
    messages,
    read_marks,
    notes,
    courses,
    course_copies,
    idempotency,
    webhooks,
    deliveries
);
