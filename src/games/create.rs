//! Sets up a table.

use std::time::Instant;

use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{
    answer::Answer,
    change::{Request, refuse, store},
    clock::NewClock,
    course,
    draft::{Draft, open_seat, to_json},
    idempotency, limits,
    state::State,
    table::Table,
    view::GameChanged,
    words::{By, EntryKind, SeatKind, Status, Visibility},
};
use crate::{
    club::Club,
    ids,
    refusal::{FieldError, Refusal},
    rulesets::{bots::Level, chance::Seed, registry::Ruleset},
    store::{AnyConnection, StoreConnection, StoreError, games::GameRow, players, players::PlayerRow},
    strict,
};

/// A game to be created. Everything but `ruleset` has a default.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The ruleset's id.
    pub ruleset: String,
    /// The ruleset's options; what is left out has its default.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub options: Map<String, Value>,
    /// You and one open seat if left out.
    #[serde(default = "you_and_one_open", deserialize_with = "strict::list")]
    pub seats: Vec<NewSeat>,
    #[serde(default = "public")]
    #[schema(default = "public")]
    pub visibility: Visibility,
    /// Time to think; null for no limit.
    #[serde(default, deserialize_with = "strict::option")]
    pub clock: Option<NewClock>,
    /// Whether those without a seat may read what is said at the table.
    #[serde(default)]
    pub public_messages: bool,
    /// The seed of all chance, 64 hexadecimal digits. Only a sandbox takes one: whoever knows the seed
    /// knows every card.
    #[serde(default)]
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub seed: Option<String>,
}

/// A seat of a game to be created.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum NewSeat {
    /// Yourself; at most once.
    You {},
    /// For whoever comes.
    Open {},
    /// Kept for the player with that name, who is invited.
    Player { name: String },
    /// A computer player.
    Bot { level: Level },
}

fn you_and_one_open() -> Vec<NewSeat> {
    vec![NewSeat::You {}, NewSeat::Open {}]
}

fn public() -> Visibility {
    Visibility::Public
}

/// A table that has been set up, but not stored.
pub struct Setup {
    pub draft: Draft,
    /// Another game that changes with it.
    pub changed: Option<Draft>,
}

/// Creates a game; if all its seats are filled, it starts at once.
pub fn create(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    request: &Request,
    new: NewGame,
) -> Result<Answer, Refusal> {
    create_with(club, connection, request, |connection| {
        let draft = set_up(club, connection, request, new.clone())?;
        Ok(Setup { draft, changed: None })
    })
}

/// Stores a table that `set_up` sets up, perhaps several times. The limits hold.
pub fn create_with(
    club: &Club,
    connection: &mut StoreConnection<'_>,
    request: &Request,
    set_up: impl Fn(&mut AnyConnection) -> Result<Setup, Refusal>,
) -> Result<Answer, Refusal> {
    loop {
        let new = limits::check_create(club, connection, request).and_then(|()| set_up(connection));
        // A twin of this request that was faster may be the very reason why this one is refused.
        if let Some(answer) = idempotency::replay(club, connection, request)? {
            return Ok(answer);
        }
        let Setup { mut draft, mut changed } = new?;
        draft.play_bots(club, Instant::now() + club.bot_patience)?;
        let me = Some(&request.player);
        let answer = Answer {
            created: Some(draft.table.game.id.clone()),
            tag: Some(draft.table.tag(me)),
            body: to_json(&GameChanged::new(&draft.table, &draft.entries, me)?)?,
            replayed: false,
        };
        let written = store(club, connection, request, &answer, |connection| {
            if let Some(changed) = &mut changed {
                changed.commit(connection)?;
            }
            draft.insert(connection)
        });
        match written {
            Ok(()) => {
                draft.announce(club);
                if let Some(changed) = &changed {
                    changed.announce(club);
                }
                return Ok(answer);
            }
            // A twin of this request was faster. (That two random ids are equal, nobody will see.)
            // Or he has reached his limit meanwhile, or the other game has changed: he will be told.
            Err(StoreError::Duplicate | StoreError::Stale) => {}
            Err(error) => return Err(refuse(error, request)),
        }
    }
}

fn set_up(
    club: &Club,
    connection: &mut AnyConnection,
    request: &Request,
    new: NewGame,
) -> Result<Draft, Refusal> {
    let ruleset = read_ruleset(&new.ruleset)?;
    let options = ruleset
        .read_options(Value::Object(new.options))
        .map_err(|error| bad_options(Refusal::unreadable("options", &error)))?;
    let wrong = options.check();
    if !wrong.is_empty() {
        let field = |bad: &crate::rulesets::rules::BadOption| {
            FieldError::new(format!("options.{}", bad.option), &bad.detail)
        };
        return Err(Refusal::BadOptions(wrong.iter().map(field).collect()));
    }
    let (course, copy) = course::chosen(connection, ruleset, &options)?;
    let clock = new.clock.as_ref().map(NewClock::read).transpose()?;
    let seed = seed(club, new.seed.as_deref())?;
    let occupants = occupants(connection, &request.player, ruleset, &new.seats)?;

    let now = club.now();
    let id = ids::id();
    let game = GameRow {
        ruleset: ruleset.about().id.to_owned(),
        status: Status::Open.as_str().to_owned(),
        visibility: new.visibility.as_str().to_owned(),
        version: 0,
        creator_id: request.player.id.clone(),
        seed: seed.to_hex(),
        options: to_json(&options)?,
        course_copy: copy.as_ref().map(|copy| copy.id.clone()),
        clock: clock.as_ref().map(to_json).transpose()?,
        outcome: None,
        join_code: (new.visibility == Visibility::Private).then(ids::join_code),
        created_at: now,
        updated_at: now,
        started_at: None,
        finished_at: None,
        wake_at: None,
        waiting_since: Some(now),
        rematch_of: None,
        rematch: None,
        public_messages: new.public_messages,
        id: id.clone(),
    };
    let seats = (0..occupants.len()).map(|seat| open_seat(&id, seat)).collect();
    let state = Some(State::new(course, None));
    let mut draft = Draft::new(Table { game, seats, now, state });
    draft.keep_copy(copy);
    restrict(&mut draft, club, request);
    let mine = occupants.iter().position(|one| matches!(one, Occupant::Player(SeatKind::Player, _)));
    draft.log(EntryKind::Created, mine, By::Player)?;
    for (seat, occupant) in occupants.iter().enumerate() {
        match occupant {
            Occupant::Nobody => {}
            Occupant::Bot(level) => draft.give_to_bot(seat, *level),
            Occupant::Player(kind, player) => draft.give_seat(seat, *kind, player),
        }
        if matches!(occupant, Occupant::Player(SeatKind::Invited, _)) {
            draft.log(EntryKind::Invited, Some(seat), By::Player)?;
        }
    }
    draft.start_if_full()?;
    Ok(draft)
}

/// Lets the draft be stored only while the player's account lasts and he keeps within his limits.
pub fn restrict(draft: &mut Draft, club: &Club, request: &Request) {
    draft.only_while_account_lasts(&request.player);
    if request.limited {
        draft.only_below(club.limits.open_games, club.limits.active_games);
    }
}

fn seed(club: &Club, wanted: Option<&str>) -> Result<Seed, Refusal> {
    let Some(wanted) = wanted else { return Ok(Seed::random()) };
    if club.sandbox.is_none() {
        return Err(Refusal::NotAvailable("only a sandbox lets you choose the seed: leave it out"));
    }
    let seed = Seed::from_hex(wanted).filter(|seed| seed.to_hex() == wanted);
    seed.ok_or_else(|| Refusal::invalid("seed", "64 hexadecimal digits, in lower case"))
}

fn read_ruleset(id: &str) -> Result<Ruleset, Refusal> {
    Ruleset::by_id(id).ok_or_else(|| {
        let known: Vec<&str> = Ruleset::ALL.iter().map(|ruleset| ruleset.about().id).collect();
        Refusal::invalid("ruleset", format!("there is no such ruleset; there are: {}", known.join(", ")))
    })
}

fn bad_options(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Invalid(errors) => Refusal::BadOptions(errors),
        other => other,
    }
}

/// Who has a seat from the beginning.
enum Occupant {
    Nobody,
    /// Seated or invited.
    Player(SeatKind, Box<PlayerRow>),
    Bot(Level),
}

/// Who has which of the seats.
fn occupants(
    connection: &mut AnyConnection,
    me: &PlayerRow,
    ruleset: Ruleset,
    seats: &[NewSeat],
) -> Result<Vec<Occupant>, Refusal> {
    let about = ruleset.about();
    if !(about.min_players..=about.max_players).contains(&seats.len()) {
        let allowed = format!("{} is played by {} to {}", about.name, about.min_players, about.max_players);
        return Err(Refusal::invalid("seats", allowed));
    }
    if seats.iter().all(|seat| matches!(seat, NewSeat::Bot { .. })) {
        return Err(Refusal::invalid("seats", "at least one seat is for a human: you, open, or a player"));
    }
    let mut occupants: Vec<Occupant> = Vec::new();
    for (index, seat) in seats.iter().enumerate() {
        let occupant = match seat {
            NewSeat::Open {} => Occupant::Nobody,
            NewSeat::You {} => Occupant::Player(SeatKind::Player, Box::new(me.clone())),
            NewSeat::Player { name } => {
                let field = format!("seats[{index}].name");
                let player = players::by_name(connection, name)?
                    .ok_or_else(|| Refusal::invalid(&field, "there is no player with that name"))?;
                if player.id == me.id {
                    return Err(Refusal::invalid(field, "that is you: write {\"type\":\"you\"}"));
                }
                Occupant::Player(SeatKind::Invited, Box::new(player))
            }
            NewSeat::Bot { level } => Occupant::Bot(*level),
        };
        if occupant.id().is_some_and(|id| occupants.iter().any(|other| other.id() == Some(id))) {
            return Err(Refusal::invalid(format!("seats[{index}]"), "nobody can have two seats"));
        }
        occupants.push(occupant);
    }
    Ok(occupants)
}

impl Occupant {
    /// The player's id.
    fn id(&self) -> Option<&str> {
        match self {
            Self::Player(_, player) => Some(&player.id),
            Self::Nobody | Self::Bot(_) => None,
        }
    }
}
