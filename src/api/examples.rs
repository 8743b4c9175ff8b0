//! The examples of the specification. They are real: games are dealt by the rules, from a fixed
//! seed, and changed and shown by the code that changes and shows every other game.

use chrono::{DateTime, NaiveDateTime, TimeDelta};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{
    courses::CoursePage,
    error::{Code, Problem},
    feed::FeedPage,
    games::{GamePage, LogPage},
    messages::MessagePage,
    players::Registered,
    rulesets::{RulesetInfo, RulesetPage},
    service,
    tokens::{TokenMade, TokenPage},
    webhooks::{DeliveryPage, WebhookMade, WebhookPage},
};
use crate::{
    courses::{create::NewCourse, view::CourseInfo},
    games::{
        draft::{Draft, open_seat, to_json},
        export::export_of,
        notice::FeedItem,
        sandbox::SandboxTime,
        state::State,
        table::Table,
        view::{Game, GameChanged, GameSummary, LogEntry},
        words::{By, EntryKind, NoticeKind, Reason, SeatKind, Status, Visibility},
    },
    messages::{
        list::Message,
        marks::{Mark, Marks},
        notes::Note,
    },
    players::{
        calendar::CalendarLink,
        profile::{Account, GameCounts, Profile},
        tokens::Token,
    },
    refusal::Refusal,
    rulesets::{
        registry::{AnyMove, Ruleset},
        rules::{Place, Seat},
    },
    store::{games::GameRow, log::LogRow, players::PlayerRow},
    webhooks::{
        view::{Delivery, Webhook},
        words::{DeliveryStatus, Format},
    },
};

/// A problem with the first code that the description names.
pub fn problem(description: &str) -> Value {
    let named = description.split('`').nth(1).unwrap_or_default();
    let code = Code::ALL.iter().copied().find(|code| code.as_str() == named).unwrap_or(Code::Internal);
    json(&Problem::new(code, code.help()).document())
}

/// Bodies to be sent and bodies answered, by operation.
#[derive(Debug, Default)]
pub struct Examples {
    pub requests: Map<String, Value>,
    /// Of the operation's success.
    pub responses: Map<String, Value>,
}

impl Examples {
    pub fn build() -> Self {
        let mut examples = Self::default();
        examples.requests();
        examples.service_and_players();
        examples.webhooks();
        // Without an example the specification would still be right, so a failure is no reason to
        // serve none; a test sees that every operation has one.
        if let Err(error) =
            examples.rulesets().and_then(|()| examples.courses()).and_then(|()| examples.games())
        {
            tracing::error!(%error, "the examples cannot be made");
        }
        examples
    }

    fn answer<T: Serialize>(&mut self, operation: &str, body: &T) {
        self.responses.insert(operation.to_owned(), json(body));
    }

    fn requests(&mut self) {
        let bodies = [
            ("register", json!({ "name": "ana" })),
            (
                "changeMe",
                json!({
                    "display_name": "Ana María",
                    "time_zone": "Europe/Madrid",
                    "days_off": ["saturday", "sunday"],
                    "quiet_hours": { "from": "22:00", "until": "07:30" },
                    "vacation": { "from": "2027-07-01", "until": "2027-07-14" },
                }),
            ),
            ("addToken", json!({ "label": "bot" })),
            (
                "createGame",
                json!({ "ruleset": "nine_card", "options": { "holes": 9 }, "seats": [{ "type": "you" }, { "type": "open" }] }),
            ),
            ("createCourse", holm_links()),
            ("joinGame", json!({ "seat": 1 })),
            ("joinByCode", json!({ "code": "Xr2bWq81LzYdMn5T" })),
            ("declineInvitation", json!({})),
            ("leaveGame", json!({})),
            ("startGame", json!({})),
            ("clearSeat", json!({ "seat": 1 })),
            ("cancelGame", json!({})),
            ("playMove", json!({ "type": "draw" })),
            ("resignGame", json!({})),
            ("returnToGame", json!({})),
            ("rematch", json!({})),
            ("moveSandboxClock", json!({ "advance": "P7D" })),
            ("postMessage", json!({ "text": "Well played!" })),
            ("setMark", json!({ "up_to": 5 })),
            ("writeNotes", json!({ "text": "He keeps the putter." })),
            ("renewCalendar", json!({})),
            (
                "createWebhook",
                json!({ "url": "https://example.org/clubhouse", "events": ["your_turn", "game_finished"] }),
            ),
            ("changeWebhook", json!({ "active": true })),
            ("rotateSecret", json!({})),
            ("testWebhook", json!({})),
            ("redeliver", json!({})),
        ];
        self.requests.extend(bodies.map(|(operation, body)| (operation.to_owned(), body)));
    }

    fn service_and_players(&mut self) {
        self.answer("readService", &service::document("http://127.0.0.1:8080", false));
        self.answer("readLiveness", &service::WELL);
        self.answer("readReadiness", &service::WELL);
        let ana = || player("ana").into();
        let token = "chk_Zp3vN8sKq1XwT6yRb0LmC4uHe9JdAf7GoVi2SxQt".to_owned();
        self.answer("register", &Registered { player: ana(), token: token.clone() });
        match Account::new(&player("ana"), at(0).and_utc()) {
            Ok(me) => {
                self.answer("readMe", &me);
                self.answer("changeMe", &me);
            }
            Err(error) => tracing::error!(%error, "an example cannot be made"),
        }
        let turn = FeedItem {
            id: 7,
            at: at(4).and_utc(),
            kind: NoticeKind::YourTurn,
            game: Some(GAME_ID.to_owned()),
            version: Some(4),
        };
        self.answer("readFeed", &FeedPage { items: vec![turn], next: None });
        let message = Message {
            id: 5,
            at: at(5).and_utc(),
            seat: Some(1),
            name: Some("bob".to_owned()),
            display_name: Some("Bob".to_owned()),
            text: "Well played!".to_owned(),
        };
        self.answer("postMessage", &message);
        self.answer("readMessages", &MessagePage { items: vec![message], next: None });
        let marks = Marks { last: 5, marks: vec![Mark { seat: 0, up_to: 5 }, Mark { seat: 1, up_to: 4 }] };
        self.answer("readMarks", &marks);
        self.answer("setMark", &marks);
        let note = Note { text: "He keeps the putter.".to_owned() };
        self.answer("readNotes", &note);
        self.answer("writeNotes", &note);
        let path = "/v1/calendar/Zp3vN8sKq1XwT6yRb0LmC4uHe9JdAf7GoVi2SxQt.ics".to_owned();
        self.answer("renewCalendar", &CalendarLink { path });
        self.answer("readSandboxClock", &SandboxTime { now: at(0).and_utc() });
        self.answer("moveSandboxClock", &SandboxTime { now: at(0).and_utc() });
        let games = GameCounts { open: 1, active: 2, finished: 12, won: 5 };
        self.answer("readPlayer", &Profile { player: ana(), games });
        let about =
            || Token { id: "t5Kd0WqYx8Lr".to_owned(), label: "bot".to_owned(), created_at: at(0).and_utc() };
        self.answer("addToken", &TokenMade { about: about(), token });
        self.answer("listTokens", &TokenPage { items: vec![about()], next: None });
    }

    fn webhooks(&mut self) {
        let webhook = || Webhook {
            id: "w7Hq2ZsLx0Ea".to_owned(),
            url: "https://example.org/clubhouse".to_owned(),
            format: Format::Standard,
            events: Some(vec![NoticeKind::YourTurn, NoticeKind::GameFinished]),
            game: None,
            active: true,
            disabled_at: None,
            disabled_reason: None,
            old_secret_until: None,
            created_at: at(0).and_utc(),
        };
        let secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD".to_owned();
        let rotated = Webhook { old_secret_until: Some(at(24 * 60).and_utc()), ..webhook() };
        self.answer("createWebhook", &WebhookMade { about: webhook(), secret: secret.clone() });
        self.answer("rotateSecret", &WebhookMade { about: rotated, secret });
        self.answer("readWebhook", &webhook());
        self.answer("changeWebhook", &webhook());
        self.answer("listWebhooks", &WebhookPage { items: vec![webhook()], next: None });
        let queued = |kind: &str, item| Delivery {
            id: "msg_5kVw0QyTz8Rd".to_owned(),
            kind: kind.to_owned(),
            item,
            status: DeliveryStatus::Pending,
            attempts: 0,
            last_status: None,
            last_error: None,
            created_at: at(4).and_utc(),
            next_at: Some(at(4).and_utc()),
            delivered_at: None,
        };
        let sent = Delivery {
            status: DeliveryStatus::Delivered,
            attempts: 1,
            last_status: Some(204),
            next_at: None,
            delivered_at: Some(at(4).and_utc()),
            ..queued("your_turn", Some(7))
        };
        self.answer("listDeliveries", &DeliveryPage { items: vec![sent], next: None });
        self.answer("testWebhook", &queued("test", None));
        self.answer("redeliver", &queued("your_turn", Some(7)));
    }

    fn rulesets(&mut self) -> Result<(), Refusal> {
        self.answer("listRulesets", &RulesetPage::all()?);
        self.answer("readRuleset", &RulesetInfo::of("nine_card")?);
        Ok(())
    }

    fn courses(&mut self) -> Result<(), Refusal> {
        let NewCourse { ruleset, name, plan } =
            serde_json::from_value(holm_links()).map_err(|error| wrong(&error))?;
        let ruleset = Ruleset::by_id(&ruleset).ok_or_else(|| wrong(&"there is no such ruleset"))?;
        let course = ruleset.lay_out("c_Xq3mP0vRt8Yb".to_owned(), name, Value::Object(plan));
        let course = course.map_err(|error| wrong(&error))?.map_err(|_| wrong(&"the plan is bad"))?;
        let of_ana = CourseInfo {
            course,
            ruleset: ruleset.about().id,
            owner: Some("ana".to_owned()),
            created_at: Some(at(0).and_utc()),
        };
        self.answer("createCourse", &of_ana);
        self.answer("readCourse", &of_ana);
        let items = CourseInfo::shipped(ruleset).take(1).chain([of_ana]).collect();
        self.answer("listCourses", &CoursePage { items, next: None });
        Ok(())
    }

    fn games(&mut self) -> Result<(), Refusal> {
        let (ana, bob) = (player("ana"), player("bob"));
        let created = create(3, &ana)?;
        self.changed("createGame", &created, &ana)?;
        self.answer(
            "listGames",
            &GamePage { items: vec![GameSummary::new(&created.table, None)?], next: None },
        );

        let joined = change(&created, 1, |draft| {
            draft.give_seat(1, SeatKind::Player, &bob);
            draft.log(EntryKind::Joined, Some(1), By::Player)
        })?;
        self.changed("joinGame", &joined, &bob)?;
        self.changed("joinByCode", &joined, &bob)?;
        for (operation, kind, who) in [
            ("declineInvitation", EntryKind::Declined, &bob),
            ("leaveGame", EntryKind::Left, &bob),
            ("clearSeat", EntryKind::Kicked, &ana),
        ] {
            let freed = change(&joined, 2, |draft| {
                draft.free_seat(1);
                draft.log(kind, Some(1), By::Player)
            })?;
            self.changed(operation, &freed, who)?;
        }
        let cancelled = change(&joined, 2, |draft| {
            draft.log(EntryKind::Cancelled, Some(0), By::Player)?;
            draft.cancel();
            Ok(())
        })?;
        self.changed("cancelGame", &cancelled, &ana)?;
        let started = change(&joined, 2, |draft| {
            draft.remove_empty_seats()?;
            draft.start_if_full()
        })?;
        // As somebody without a seat sees it: three of nine cards can be chosen in 84 ways.
        self.answer("startGame", &GameChanged::new(&started.table, &started.entries, None)?);

        let revealed = play_first_legal(&play_first_legal(&started, 0, 3)?, 1, 4)?;
        let mover = revealed.table.seats.iter().position(|seat| seat.row.to_act).unwrap_or_default();
        let who = if mover == 0 { &ana } else { &bob };
        self.answer("readGame", &Game::new(&revealed.table, Some(who))?);
        let drawn = play_first_legal(&revealed, mover, 5)?;
        self.changed("playMove", &drawn, who)?;

        let returned = change(&drawn, 6, |draft| {
            draft.table.seats[mover].row.absent = 0;
            draft.log(EntryKind::Returned, Some(mover), By::Player)
        })?;
        self.changed("returnToGame", &returned, who)?;
        let resigned = change(&drawn, 6, |draft| {
            draft.log(EntryKind::Resigned, Some(1), By::Player)?;
            let place = |place, seat: Seat| Place { place, seats: vec![seat], score: 0 };
            draft.finish(vec![place(1, 0), place(2, 1)], Reason::Resigned)
        })?;
        self.changed("resignGame", &resigned, &bob)?;
        let mut again = create(2, &bob)?;
        again.table.game.rematch_of = Some(resigned.table.game.id.clone());
        self.changed("rematch", &again, &bob)?;
        let log: Vec<LogRow> = [&created, &joined, &started, &revealed, &drawn, &resigned]
            .iter()
            .flat_map(|step| step.entries.clone())
            .collect();
        let before_the_end =
            log.iter().take(3).map(|entry| LogEntry::new(&revealed.table, entry, Some(&ana)));
        self.answer("readLog", &LogPage { items: before_the_end.collect::<Result<_, _>>()?, next: None });
        self.answer("exportGame", &export_of(&resigned.table, &log)?);
        Ok(())
    }

    fn changed(&mut self, operation: &str, draft: &Draft, me: &PlayerRow) -> Result<(), Refusal> {
        self.answer(operation, &GameChanged::new(&draft.table, &draft.entries, Some(me))?);
        Ok(())
    }
}

/// Nine holes, to be played twice.
fn holm_links() -> Value {
    json!({
        "ruleset": "card_golf",
        "name": "Holm Links",
        "yards": [350, 170, 420, 510, 300, 390, 150, 440, 480],
        "par": [4, 3, 4, 5, 4, 4, 3, 4, 5],
    })
}

fn wrong(cause: &dyn std::fmt::Display) -> Refusal {
    Refusal::Internal(format!("an example is wrong: {cause}"))
}

fn json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

const GAME_ID: &str = "k3Jx9QpZ4mWs";

/// A morning in December, `minutes` later.
fn at(minutes: i64) -> NaiveDateTime {
    let morning = DateTime::from_timestamp(1_796_115_600, 0).unwrap_or_default();
    (morning + TimeDelta::minutes(minutes)).naive_utc()
}

fn player(name: &str) -> PlayerRow {
    PlayerRow {
        id: if name == "ana" { "8fJq2LmX0aBc" } else { "Vt6yR1kWzN4d" }.to_owned(),
        name: name.to_owned(),
        display_name: if name == "ana" { "Ana María" } else { "Bob" }.to_owned(),
        name_key: name.to_owned(),
        created_at: at(0),
        ended_at: None,
        hours: None,
        vacations: None,
        feed_last: 0,
        calendar_hash: None,
        webhooks_on: 0,
    }
}

fn create(seats: usize, ana: &PlayerRow) -> Result<Draft, Refusal> {
    let id = GAME_ID;
    let game = GameRow {
        id: id.to_owned(),
        ruleset: Ruleset::NineCard.about().id.to_owned(),
        status: Status::Open.as_str().to_owned(),
        visibility: Visibility::Public.as_str().to_owned(),
        version: 0,
        creator_id: ana.id.clone(),
        seed: "0123456789abcdef".repeat(4),
        options: to_json(&Ruleset::NineCard.default_options())?,
        course_copy: None,
        clock: None,
        outcome: None,
        join_code: None,
        created_at: at(0),
        updated_at: at(0),
        started_at: None,
        finished_at: None,
        wake_at: None,
        waiting_since: Some(at(0)),
        rematch_of: None,
        rematch: None,
        public_messages: false,
    };
    let seats = (0..seats).map(|seat| open_seat(id, seat)).collect();
    let course = Ruleset::NineCard.stored_course(None).map_err(|error| wrong(&error))?;
    let mut draft = Draft::new(Table { game, seats, now: at(0), state: Some(State::new(course, None)) });
    draft.give_seat(0, SeatKind::Player, ana);
    draft.log(EntryKind::Created, Some(0), By::Player)?;
    Ok(draft)
}

fn change(
    before: &Draft,
    minutes: i64,
    make: impl FnOnce(&mut Draft) -> Result<(), Refusal>,
) -> Result<Draft, Refusal> {
    let mut draft = Draft::new(Table { now: at(minutes), ..before.table.clone() });
    make(&mut draft)?;
    Ok(draft)
}

fn play_first_legal(before: &Draft, seat: Seat, minutes: i64) -> Result<Draft, Refusal> {
    change(before, minutes, |draft| {
        let nothing = || Refusal::Internal("the example has no legal move".to_owned());
        let state = draft.table.state()?.ok_or_else(nothing)?;
        let action: AnyMove = state.legal_moves(seat).into_iter().next().ok_or_else(nothing)?;
        let step = state.apply(seat, &action, &mut draft.chance()?).map_err(|_| nothing())?;
        draft.play(seat, By::Player, &action, step)
    })
}
