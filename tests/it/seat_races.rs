//! Many at once, at the door: seats, starts, names and accounts.

use serde_json::{Value, json};

use crate::support::{
    app::App,
    client::{Answer, Client},
    databases::Database,
    play::{Table, choices},
    runner::tests,
    rush::{Post, at_once, kinds, log},
};

tests![
    two_players_taking_the_last_two_seats_start_the_game_once,
    players_rushing_for_the_last_seat_at_two_servers_fill_it_once,
    a_player_who_joins_many_times_at_once_sits_once,
    with_one_key_all_joins_by_code_get_equal_answers,
    a_join_and_a_cancellation_agree,
    a_join_and_a_start_agree,
    a_leave_and_a_start_agree,
    a_join_and_a_kick_agree,
    with_if_match_one_of_two_changes_goes_through,
    a_name_registered_many_times_at_once_is_given_once,
    whoever_joins_and_ends_his_account_at_once_keeps_no_seat,
    whoever_creates_a_game_and_ends_his_account_at_once_leaves_no_open_game,
    a_move_and_the_end_of_the_others_account_agree,
    a_token_made_while_the_account_ends_opens_nothing,
    with_a_key_leaving_a_private_game_can_be_sent_again,
];

/// A game with so many seats, the first of them taken by each of `players`.
async fn open_game(seats: usize, players: &[&Client]) -> String {
    let mut seats = vec![json!({ "type": "open" }); seats];
    seats[0] = json!({ "type": "you" });
    let body = json!({ "ruleset": "nine_card", "seats": seats });
    let created = players[0].post("/v1/games", &body).await.expect(201);
    let path = format!("/v1/games/{}", created.json["id"].as_str().expect("an id"));
    for player in &players[1..] {
        player.post(&format!("{path}/join"), &json!({})).await.expect(200);
    }
    path
}

fn post(player: &Client, game: &str, what: &str) -> Post {
    Post::new(player, &format!("{game}/{what}"), &json!({}))
}

async fn game(player: &Client, path: &str) -> Value {
    player.get(path).await.expect(200).json
}

/// The kinds of the game's log, which must be as long as its version says.
async fn story(player: &Client, path: &str) -> Vec<String> {
    let log = log(player, path).await;
    assert_eq!(game(player, path).await["version"], log.len());
    kinds(&log).into_iter().map(str::to_owned).collect()
}

/// What two changes at once were answered: `Ok`, or the code of the problem.
fn codes(answers: &[Answer]) -> Vec<Result<(), String>> {
    let code = |answer: &Answer| match answer.status {
        200 => Ok(()),
        _ => Err(answer.json["code"].as_str().expect("a code").to_owned()),
    };
    answers.iter().map(code).collect()
}

fn refused(code: &str) -> Result<(), String> {
    Err(code.to_owned())
}

/// What two requests at the same instant are answered, and the game's log after that.
async fn clash(player: &Client, path: &str, posts: [Post; 2]) -> (Vec<Result<(), String>>, Vec<String>) {
    let answers = codes(&at_once(posts.into()).await);
    (answers, story(player, path).await)
}

async fn players<const N: usize>(app: &App) -> [Client; N] {
    let mut players = Vec::new();
    for number in 0..N {
        players.push(app.player(&format!("p{number}")).await);
    }
    players.try_into().unwrap_or_else(|_| unreachable!("as many as asked for"))
}

async fn two_players_taking_the_last_two_seats_start_the_game_once(database: Database) {
    let app = App::start(&database);
    let [ana, ben, cy] = players(&app).await;
    for _ in 0..10 {
        let path = open_game(3, &[&ana]).await;
        for answer in at_once(vec![post(&ben, &path, "join"), post(&cy, &path, "join")]).await {
            answer.expect(200);
        }
        assert_eq!(story(&ana, &path).await, ["created", "joined", "joined", "started"]);
        let game = game(&ana, &path).await;
        assert_eq!((&game["status"], &game["to_act"]), (&json!("active"), &json!([0, 1, 2])));
    }
}

async fn players_rushing_for_the_last_seat_at_two_servers_fill_it_once(database: Database) {
    let (one, two) = (App::start(&database), App::start(&database));
    let [ana, ..] = players::<1>(&one).await;
    let mut crowd = Vec::new();
    for number in 0..8 {
        let player = one.player(&format!("crowd{number}")).await;
        crowd.push(if number % 2 == 0 { player } else { two.with_token_of(&player) });
    }
    for _ in 0..5 {
        let path = open_game(2, &[&ana]).await;
        let answers = at_once(crowd.iter().map(|player| post(player, &path, "join")).collect()).await;
        let winner = answers.iter().position(Answer::is_success).expect("somebody gets the seat");
        for (index, answer) in answers.into_iter().enumerate().filter(|(index, _)| *index != winner) {
            answer.problem(409, "game_full");
            assert_eq!(game(&crowd[index], &path).await["you"], Value::Null);
        }
        assert_eq!(game(&crowd[winner], &path).await["you"]["seat"], 1);
        assert_eq!(story(&ana, &path).await, ["created", "joined", "started"]);
    }
}

async fn a_player_who_joins_many_times_at_once_sits_once(database: Database) {
    let app = App::start(&database);
    let [ana, ben] = players(&app).await;
    let path = open_game(6, &[&ana]).await;
    let answers = at_once((0..20).map(|_| post(&ben, &path, "join")).collect()).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_success()).count(), 1);
    for answer in answers.into_iter().filter(|answer| !answer.is_success()) {
        answer.problem(409, "already_seated");
    }
    assert_eq!(story(&ana, &path).await, ["created", "joined"]);
}

async fn with_one_key_all_joins_by_code_get_equal_answers(database: Database) {
    let app = App::start(&database);
    let [ana, ben] = players(&app).await;
    for round in 0..5 {
        let private = json!({ "ruleset": "nine_card", "visibility": "private" });
        let created = ana.post("/v1/games", &private).await.expect(201).json;
        // This seat is the last one, so the code is void as soon as one of them has been served.
        let body = json!({ "code": created["join_code"] });
        let key = format!("join-{round}");
        let join = |_| Post::new(&ben, "/v1/join", &body).with("Idempotency-Key", &key);
        let answers = at_once((0..30).map(join).collect()).await;
        for answer in &answers {
            assert_eq!((answer.status, &answer.text), (200, &answers[0].text));
        }
    }
}

async fn a_join_and_a_cancellation_agree(database: Database) {
    let app = App::start(&database);
    let [ana, ben] = players(&app).await;
    for seats in [2, 3, 2, 3, 2, 3, 2, 3] {
        let path = open_game(seats, &[&ana]).await;
        let posts = [post(&ben, &path, "join"), post(&ana, &path, "cancel")];
        let (answers, told) = clash(&ana, &path, posts).await;
        match (answers[0].is_ok(), seats) {
            (true, 2) => {
                // Once the game runs it is a vote.
                assert_eq!(answers[1], Ok(()));
                assert_eq!(told, ["created", "joined", "started", "cancel_voted"]);
            }
            (true, _) => {
                assert_eq!(answers[1], Ok(()));
                assert_eq!(told, ["created", "joined", "cancelled"]);
            }
            (false, _) => {
                assert_eq!(answers, [refused("game_cancelled"), Ok(())]);
                assert_eq!(told, ["created", "cancelled"]);
            }
        }
    }
}

async fn a_join_and_a_start_agree(database: Database) {
    let app = App::start(&database);
    let [ana, ben, cy] = players(&app).await;
    for _ in 0..8 {
        let path = open_game(3, &[&ana, &ben]).await;
        let posts = [post(&cy, &path, "join"), post(&ana, &path, "start")];
        let (answers, told) = clash(&ana, &path, posts).await;
        let seats = game(&ana, &path).await["state"]["layouts"].as_array().expect("dealt").len();
        if answers[0].is_ok() {
            assert_eq!(answers[1], refused("game_started"));
            assert_eq!((told[2..].join(" "), seats), ("joined started".to_owned(), 3));
        } else {
            assert_eq!(answers, [refused("game_full"), Ok(())]);
            assert_eq!((told[2..].join(" "), seats), ("seat_removed started".to_owned(), 2));
        }
    }
}

async fn a_leave_and_a_start_agree(database: Database) {
    let app = App::start(&database);
    let [ana, ben] = players(&app).await;
    for _ in 0..8 {
        let path = open_game(3, &[&ana, &ben]).await;
        let posts = [post(&ben, &path, "leave"), post(&ana, &path, "start")];
        let (answers, told) = clash(&ana, &path, posts).await;
        let told = told[2..].join(" ");
        if answers[0].is_ok() {
            assert_eq!((&answers[1], told.as_str()), (&refused("not_enough_players"), "left"));
        } else {
            assert_eq!(answers, [refused("game_started"), Ok(())]);
            assert_eq!(told, "seat_removed started");
        }
    }
}

async fn a_join_and_a_kick_agree(database: Database) {
    let app = App::start(&database);
    let [ana, ben, cy] = players(&app).await;
    for seats in [3, 4, 3, 4, 3, 4, 3, 4] {
        let path = open_game(seats, &[&ana, &ben]).await;
        let kick = Post::new(&ana, &format!("{path}/kick"), &json!({ "seat": 1 }));
        let (answers, told) = clash(&ana, &path, [post(&cy, &path, "join"), kick]).await;
        assert_eq!(answers[0], Ok(()), "there is a free seat in any case");
        let told = told[2..].join(" ");
        let game = game(&ana, &path).await;
        let names: Vec<&Value> = [1, 2].map(|seat| &game["seats"][seat]["name"]).to_vec();
        let free = &Value::Null;
        match told.as_str() {
            "kicked joined" => assert_eq!((&answers[1], names), (&Ok(()), vec![&json!("p2"), free])),
            "joined kicked" => assert_eq!((&answers[1], names), (&Ok(()), vec![free, &json!("p2")])),
            "joined started" => {
                assert_eq!((&answers[1], seats), (&refused("game_started"), 3));
                assert_eq!(names, [&json!("p1"), &json!("p2")]);
            }
            other => panic!("what is {other}?"),
        }
    }
}

async fn with_if_match_one_of_two_changes_goes_through(database: Database) {
    let app = App::start(&database);
    let [ana, ben, cy] = players(&app).await;
    for (player, what) in [(&cy, "join"), (&ben, "leave"), (&cy, "join"), (&ben, "leave")] {
        for other in ["cancel", "start", "kick"] {
            let path = open_game(4, &[&ana, &ben]).await;
            let body = if other == "kick" { json!({ "seat": 1 }) } else { json!({}) };
            let theirs = player.get(&path).await.expect(200);
            let hers = ana.get(&path).await.expect(200);
            let posts = vec![
                post(player, &path, what).with("If-Match", theirs.etag()),
                Post::new(&ana, &format!("{path}/{other}"), &body).with("If-Match", hers.etag()),
            ];
            let mut answers = at_once(posts).await;
            answers.sort_by_key(|answer| answer.status);
            let late = answers.pop().expect("two answers");
            answers.pop().expect("two answers").expect(200);
            // Whoever has just been kicked is no less late for that.
            late.problem(412, "stale");
        }
    }
}

async fn a_name_registered_many_times_at_once_is_given_once(database: Database) {
    let app = App::start(&database);
    let spellings = ["ana", "Ana", "ANA", "anA"];
    let stranger = app.stranger();
    let register =
        |number: usize| Post::new(&stranger, "/v1/players", &json!({ "name": spellings[number % 4] }));
    let answers = at_once((0..50).map(register).collect()).await;
    let (given, others): (Vec<_>, Vec<_>) = answers.into_iter().partition(Answer::is_success);
    assert_eq!(given.len(), 1);
    for answer in others {
        answer.problem(409, "name_taken");
    }
    let token = given[0].json["token"].as_str().map(str::to_owned);
    let me = Client::new(&app.base, token).get("/v1/players/me").await.expect(200).json;
    assert_eq!(me["name"], given[0].json["player"]["name"]);
}

async fn whoever_joins_and_ends_his_account_at_once_keeps_no_seat(database: Database) {
    let app = App::start(&database);
    let [ana] = players(&app).await;
    for round in 0..12 {
        let path = open_game(2 + round % 2, &[&ana]).await;
        let ben = app.player(&format!("ben{round}")).await;
        let posts = vec![post(&ben, &path, "join"), Post::end_of_account(&ben)];
        let [joined, ended] = at_once(posts).await.try_into().expect("two answers");
        ended.expect(204);
        let told = story(&ana, &path).await[1..].join(" ");
        let game = game(&ana, &path).await;
        let stories = match joined.status {
            200 => vec!["joined left", "joined started resigned"],
            _ => vec![""],
        };
        assert!(stories.contains(&told.as_str()), "{}: {told}", joined.status);
        assert_eq!(game["status"] == "finished", told.ends_with("resigned"));
    }
}

async fn whoever_creates_a_game_and_ends_his_account_at_once_leaves_no_open_game(database: Database) {
    let app = App::start(&database);
    for round in 0..12 {
        let ben = app.player(&format!("ben{round}")).await;
        let create = Post::new(&ben, "/v1/games", &json!({ "ruleset": "nine_card" }));
        let answers = at_once(vec![create, Post::end_of_account(&ben)]).await;
        answers[1].clone().expect(204);
        let open = app.stranger().get("/v1/games?status=open").await.expect(200).json;
        assert_eq!(open["items"], json!([]), "nobody could ever cancel it");
    }
}

async fn a_move_and_the_end_of_the_others_account_agree(database: Database) {
    let app = App::start(&database);
    let [ana] = players(&app).await;
    for round in 0..10 {
        let ben = app.player(&format!("ben{round}")).await;
        let table = Table::start_with(vec![ana.clone(), ben], json!({ "ruleset": "nine_card" })).await;
        let before = table.play_any(&mut choices(round)).await.expect("the game has just begun");
        // Ben ends his account while somebody moves: Ana, or he himself.
        let mover = before["to_act"][0].as_u64().expect("a seat") as usize;
        let legal = table.seen_by(mover).await["you"]["legal_moves"][0].clone();
        let posts = vec![
            Post::new(&table.players[mover], &table.path("/moves"), &legal),
            Post::end_of_account(&table.players[1]),
        ];
        let [moved, ended] = at_once(posts).await.try_into().expect("two answers");
        ended.expect(204);
        let told = story(&ana, &table.path("")).await[4..].join(" ");
        let expected = if moved.is_success() { "move resigned" } else { "resigned" };
        assert_eq!(told, expected, "{}", moved.text);
        let game = game(&ana, &table.path("")).await;
        assert_eq!(game["outcome"]["places"][0]["seats"], json!([0]));
        assert_eq!(game["seats"][1]["name"], Value::Null);
    }
}

async fn a_token_made_while_the_account_ends_opens_nothing(database: Database) {
    let app = App::start(&database);
    for round in 0..10 {
        let ben = app.player(&format!("ben{round}")).await;
        let make = || Post::new(&ben, "/v1/players/me/tokens", &json!({ "label": "phone" }));
        let mut answers = at_once(vec![make(), make(), make(), Post::end_of_account(&ben)]).await;
        answers.pop().expect("an answer").expect(204);
        for answer in answers.iter().filter(|answer| answer.is_success()) {
            let token = answer.json["token"].as_str().or(answer.json["secret"].as_str()).expect("a token");
            let client = Client::new(&app.base, Some(token.to_owned()));
            client.get("/v1/players/me").await.problem(401, "unauthorized");
        }
    }
}

async fn with_a_key_leaving_a_private_game_can_be_sent_again(database: Database) {
    let app = App::start(&database);
    let [ana, ben, cy] = players(&app).await;
    let seats = json!([{ "type": "you" }, { "type": "open" }, { "type": "player", "name": "p2" }]);
    let private = json!({ "ruleset": "nine_card", "visibility": "private", "seats": seats });
    let created = ana.post("/v1/games", &private).await.expect(201).json;
    let path = format!("/v1/games/{}", created["id"].as_str().expect("an id"));
    ben.post("/v1/join", &json!({ "code": created["join_code"] })).await.expect(200);
    for (player, what) in [(&ben, "leave"), (&cy, "decline")] {
        let answers =
            at_once((0..10).map(|_| post(player, &path, what).with("Idempotency-Key", what)).collect());
        for answer in answers.await {
            // He does not see the game any more, but he may hear that he has done what he asked for.
            answer.expect(200);
        }
        player.get(&path).await.problem(404, "not_found");
    }
}
