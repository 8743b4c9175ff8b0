//! What handlers are given: who asks, on what conditions, with which body.
//!
//! A handler reaches the database only through [`Caller`] and [`Write`], so that none can forget
//! to look at the token.

use std::{
    future::Future,
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant},
};

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::Payload,
    http::header,
    web::{self, Bytes, BytesMut},
};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::oneshot;

pub use super::address::{DeliveryId, Id, Query};
use super::{
    conditions::Conditions,
    error::{Code, Problem},
    quota::{Peer, Quotas},
};
use crate::{
    club::Club,
    games::{
        change::Request,
        table::{Table, wanted},
    },
    hub::{Listener, Topic},
    players::secret::{TokenHash, owner},
    refusal::Refusal,
    rulesets::registry::Unreadable,
    store::{self, AnyConnection, StoreConnection, players::PlayerRow, visits::Visit},
};

/// The largest body, in bytes.
const BODY_LIMIT: usize = 64 * 1024;

/// How long a body may take to come.
pub const BODY_PATIENCE: Duration = Duration::from_secs(15);

/// How much more of a body that is too large is read and thrown away, so that the client gets to
/// read the answer.
const DRAIN_LIMIT: usize = 16 * 1024 * 1024;

const SIGN_IN: &str = "sign in with the header `Authorization: Bearer chk_…`";

type Fetched<T> = Pin<Box<dyn Future<Output = Result<T, Problem>>>>;

/// Whoever asks.
#[derive(Clone)]
pub struct Caller {
    club: Arc<Club>,
    quotas: Arc<Quotas>,
    peer: Peer,
    token: Option<TokenHash>,
    /// Whether reading counts as a request.
    metered: bool,
}

impl FromRequest for Caller {
    type Error = Problem;
    type Future = std::future::Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(Caller::of(request))
    }
}

impl Caller {
    fn of(request: &HttpRequest) -> Result<Self, Problem> {
        let missing = || Problem::new(Code::Internal, "the server is not set up");
        let data = request.app_data::<web::Data<Club>>().ok_or_else(missing)?;
        let quotas = request.app_data::<web::Data<Quotas>>().ok_or_else(missing)?;
        let (club, quotas) = (data.clone().into_inner(), quotas.clone().into_inner());
        let peer = quotas.peer(request);
        Ok(Self { club, quotas, peer, token: bearer(request)?, metered: true })
    }

    /// The same caller for what belongs to a request that was counted already.
    pub fn unmetered(self) -> Self {
        Self { metered: false, ..self }
    }

    /// Listens for news from now on.
    pub fn listen(&self, topic: Topic) -> Listener {
        self.club.hub.listen(topic)
    }

    /// For whoever it is; the third argument is `None` for somebody who is not signed in.
    pub async fn anyone<T: Send + 'static>(
        self,
        work: impl FnOnce(&Club, &mut StoreConnection<'_>, Option<&PlayerRow>) -> Result<T, Refusal>
        + Send
        + 'static,
    ) -> Result<T, Problem> {
        let look = |_: &Club, connection: &mut AnyConnection, token: Option<&TokenHash>| {
            let owner = |token| Ok::<_, Refusal>(owner(connection, token)?);
            Ok((token.map(owner).transpose()?.flatten(), ()))
        };
        self.welcome(look, |club, connection, me, ()| work(club, connection, me)).await
    }

    /// For whoever it is, with the game that he asks for, which is read together with him. Whether he may
    /// see it is left to `work`.
    pub async fn at_table<T: Send + 'static>(
        self,
        id: Id,
        work: impl FnOnce(
            &Club,
            &mut StoreConnection<'_>,
            Option<&PlayerRow>,
            Option<Table>,
        ) -> Result<T, Refusal>
        + Send
        + 'static,
    ) -> Result<T, Problem> {
        let look = move |club: &Club, connection: &mut AnyConnection, token: Option<&TokenHash>| {
            Table::look(connection, token, &id.0, club.now())
        };
        self.welcome(look, work).await
    }

    /// The same for somebody who does nothing but look at the game: it is read together with what others
    /// look at; without its state if `with_state` is false.
    pub async fn look<T: Send + 'static>(
        self,
        id: Id,
        with_state: bool,
        work: impl FnOnce(&Club, &mut AnyConnection, Option<&PlayerRow>, Option<Table>) -> Result<T, Refusal>
        + Send
        + 'static,
    ) -> Result<T, Problem> {
        self.check_stranger()?;
        let club = self.club.clone();
        let wanted = wanted(self.token.as_ref(), &id.0, with_state);
        let run = move |found: store::Result<(&mut AnyConnection, Visit)>| -> Result<T, Problem> {
            let (connection, visit) = found.map_err(Refusal::from)?;
            let (me, seen) = Table::found(connection, visit, self.club.now(), with_state)?;
            self.check_token(me.as_ref())?;
            Ok(work(&self.club, connection, me.as_ref(), seen)?)
        };
        let (done, answer) = oneshot::channel();
        let span = tracing::Span::current();
        club.store.look(wanted, move |found| {
            // Whoever has asked may be gone.
            let _ = done.send(span.in_scope(|| run(found)));
        });
        answer.await.unwrap_or_else(|_| Err(Refusal::Internal("a reader failed".into()).into()))
    }

    /// Looks who it is, and at what else he needs, and then works for him.
    async fn welcome<T: Send + 'static, S>(
        self,
        look: impl FnOnce(
            &Club,
            &mut AnyConnection,
            Option<&TokenHash>,
        ) -> Result<(Option<PlayerRow>, S), Refusal>
        + Send
        + 'static,
        work: impl FnOnce(&Club, &mut StoreConnection<'_>, Option<&PlayerRow>, S) -> Result<T, Refusal>
        + Send
        + 'static,
    ) -> Result<T, Problem> {
        self.check_stranger()?;
        let since = Instant::now();
        let run = move || -> Result<T, Problem> {
            let mut connection = self.club.store.connect_for(since).map_err(Refusal::from)?;
            let (me, seen) = look(&self.club, &mut connection, self.token.as_ref())?;
            self.check_token(me.as_ref())?;
            Ok(work(&self.club, &mut connection, me.as_ref(), seen)?)
        };
        let span = tracing::Span::current();
        let done = web::block(move || span.in_scope(run)).await;
        done.unwrap_or_else(|error| Err(Refusal::Internal(format!("a thread failed: {error}")).into()))
    }

    /// For somebody who is signed in.
    pub async fn signed_in<T: Send + 'static>(
        self,
        work: impl FnOnce(&Club, &mut StoreConnection<'_>, &PlayerRow) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Problem> {
        self.check_signed_in()?;
        self.anyone(|club, connection, me| work(club, connection, me.ok_or(Refusal::Unauthorized(SIGN_IN))?))
            .await
    }

    /// Refuses whoever has no token, before anything is looked up for him.
    fn check_signed_in(&self) -> Result<(), Problem> {
        if self.token.is_some() {
            return Ok(());
        }
        self.quotas.check_address(&self.peer)?;
        Err(Refusal::Unauthorized(SIGN_IN).into())
    }

    /// Counts a registration from the caller's address.
    pub fn check_registration(&self) -> Result<(), Problem> {
        self.quotas.check_registration(&self.peer)
    }

    /// Counts a request without a token.
    fn check_stranger(&self) -> Result<(), Problem> {
        if self.token.is_none() && self.metered {
            self.quotas.check_address(&self.peer)?;
        }
        Ok(())
    }

    /// Counts a request with a token, if that is the token of `owner`; one that is nobody's is refused.
    fn check_token(&self, owner: Option<&PlayerRow>) -> Result<(), Problem> {
        match (&self.token, owner) {
            (None, _) => Ok(()),
            (Some(token), Some(_)) if self.metered => self.quotas.check_token(&self.peer, token),
            (Some(_), Some(_)) => Ok(()),
            (Some(_), None) => {
                // Guessing tokens must not be free.
                self.quotas.check_address(&self.peer)?;
                let detail = "that token is nobody's: it was mistyped or revoked";
                Err(Refusal::Unauthorized(detail).into())
            }
        }
    }
}

fn bearer(request: &HttpRequest) -> Result<Option<TokenHash>, Problem> {
    let Some(header) = request.headers().get(header::AUTHORIZATION) else { return Ok(None) };
    let unreadable = || {
        let detail = "the header must read `Authorization: Bearer chk_…`";
        Problem::new(Code::Unauthorized, detail)
    };
    let text = header.to_str().map_err(|_| unreadable())?;
    let (scheme, token) = text.split_once(' ').ok_or_else(unreadable)?;
    if !scheme.eq_ignore_ascii_case("bearer") || token.trim().is_empty() {
        return Err(unreadable());
    }
    Ok(Some(TokenHash::of(token.trim())))
}

/// A request that wants to change something.
pub struct Write {
    caller: Caller,
    sent: Sent,
}

/// What has come with it. Nobody is told what is wrong with it before his token was looked at.
struct Sent {
    conditions: Result<Conditions, Refusal>,
    body: Bytes,
}

impl FromRequest for Write {
    type Error = Problem;
    type Future = Fetched<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let body = tokio::time::timeout(BODY_PATIENCE, read_body(&request, payload));
            let late = || Problem::new(Code::RequestTimeout, "the body did not come in time");
            let body = body.await.unwrap_or_else(|_| Err(late()))?;
            let sent = Sent { conditions: Conditions::of(&request), body };
            Ok(Self { caller: Caller::of(&request)?, sent })
        })
    }
}

impl Write {
    /// For a change by a player that may be repeated under an Idempotency-Key.
    pub async fn change<B: DeserializeOwned + 'static, T: Send + 'static>(
        self,
        work: impl FnOnce(&Club, &mut StoreConnection<'_>, &Request, B) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Problem> {
        let Self { caller, sent } = self;
        let limited = caller.quotas.applies_to(&caller.peer);
        let work = move |club: &Club, connection: &mut StoreConnection<'_>, me: &PlayerRow| {
            let (request, body) = sent.read(me, limited)?;
            work(club, connection, &request, body)
        };
        caller.signed_in(work).await
    }

    /// The same for a change of a game, which is read together with the player.
    pub async fn change_game<B: DeserializeOwned + 'static, T: Send + 'static>(
        self,
        id: Id,
        work: impl FnOnce(&Club, &mut StoreConnection<'_>, &Request, B) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Problem> {
        let Self { caller, sent } = self;
        caller.check_signed_in()?;
        let limited = caller.quotas.applies_to(&caller.peer);
        let work = move |club: &Club, connection: &mut StoreConnection<'_>, me: Option<&PlayerRow>, table| {
            let me = me.ok_or(Refusal::Unauthorized(SIGN_IN))?;
            let (request, body) = sent.read(me, limited)?;
            request.seen.replace(table);
            work(club, connection, &request, body)
        };
        caller.at_table(id, work).await
    }

    /// For a change by a player that has no Idempotency-Key: not a POST, or the answer holds a
    /// secret.
    pub async fn change_once<B: DeserializeOwned + 'static, T: Send + 'static>(
        self,
        work: impl FnOnce(&Club, &mut StoreConnection<'_>, &PlayerRow, B) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Problem> {
        let Self { caller, sent } = self;
        caller.signed_in(|club, connection, me| work(club, connection, me, sent.read_once()?)).await
    }

    /// For a change by whoever it is, once for each registration.
    pub async fn register<B: DeserializeOwned + 'static, T: Send + 'static>(
        self,
        work: impl FnOnce(&Club, &mut StoreConnection<'_>, B) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Problem> {
        let Self { caller, sent } = self;
        caller.check_registration()?;
        caller.anyone(|club, connection, _| work(club, connection, sent.read_once()?)).await
    }
}

impl Sent {
    fn read<B: DeserializeOwned>(self, me: &PlayerRow, limited: bool) -> Result<(Request, B), Refusal> {
        let conditions = self.conditions?;
        Ok((conditions.request(me, &self.body, limited), read_json(&self.body)?))
    }

    fn read_once<B: DeserializeOwned>(self) -> Result<B, Refusal> {
        self.conditions?.refuse_key()?;
        read_json(&self.body)
    }
}

async fn read_body(request: &HttpRequest, payload: Payload) -> Result<Bytes, Problem> {
    let essence = request.content_type().trim().to_ascii_lowercase();
    let is_json = essence == "application/json" || essence.ends_with("+json");
    if !(is_json || essence.is_empty() || essence == "application/x-www-form-urlencoded") {
        let detail = format!("`{essence}` is not JSON: send `Content-Type: application/json`, or none");
        return Err(Problem::new(Code::UnsupportedMediaType, detail));
    }
    let mut payload = web::Payload::from_request(request, &mut { payload })
        .await
        .map_err(|_| Problem::new(Code::Malformed, "the body cannot be read"))?;
    let (mut body, mut size) = (BytesMut::new(), 0);
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| Problem::new(Code::Malformed, "the body breaks off"))?;
        size += chunk.len();
        if size <= BODY_LIMIT {
            body.extend_from_slice(&chunk);
        } else if size > DRAIN_LIMIT {
            break;
        }
    }
    if size > BODY_LIMIT {
        return Err(Problem::new(Code::TooLarge, "a body may have up to 65536 bytes"));
    }
    Ok(body.freeze())
}

/// Reads a JSON object; an empty body is `{}`.
fn read_json<B: DeserializeOwned>(body: &[u8]) -> Result<B, Refusal> {
    let json: Value = match body {
        [] => Value::Object(serde_json::Map::new()),
        body => serde_json::from_slice(body)
            .map_err(|error| Refusal::malformed(format!("the body is not JSON: {error}")))?,
    };
    if !json.is_object() {
        return Err(Refusal::malformed("the body must be a JSON object"));
    }
    let read: Result<B, Unreadable> = serde_path_to_error::deserialize(json).map_err(Unreadable::from);
    read.map_err(|error| Refusal::unreadable("", &error))
}
