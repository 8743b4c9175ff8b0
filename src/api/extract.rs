//! What handlers are given: who asks, on what conditions, with which body.
//!
//! A handler reaches the database only through [`Caller`] and [`Write`], so that none can forget
//! to look at the token.

use std::{future::Future, pin::Pin, sync::Arc, time::Duration};

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::Payload,
    http::{Method, header},
    web::{self, Bytes, BytesMut},
};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

pub use super::address::{DeliveryId, Id, Query};
use super::{
    error::{Code, Problem},
    quota::{Peer, Quotas},
};
use crate::{
    club::Club,
    games::{
        change::{IfMatch, Request},
        idempotency::Key,
    },
    hub::{Listener, Topic},
    players::secret::{TokenHash, authenticate},
    refusal::Refusal,
    rulesets::registry::Unreadable,
    store::{StoreConnection, players::PlayerRow},
};

/// The largest body, in bytes.
const BODY_LIMIT: usize = 64 * 1024;

/// How long a body may take to come.
pub const BODY_PATIENCE: Duration = Duration::from_secs(15);

/// How much more of a body that is too large is read and thrown away, so that the client gets to
/// read the answer.
const DRAIN_LIMIT: usize = 16 * 1024 * 1024;

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
        if self.token.is_none() && self.metered {
            self.quotas.check_address(&self.peer)?;
        }
        let run = move || -> Result<T, Problem> {
            let mut connection = self.club.store.connect().map_err(Refusal::from)?;
            let me = match &self.token {
                None => None,
                Some(token) => Some(self.player(&mut connection, token)?),
            };
            Ok(work(&self.club, &mut connection, me.as_ref())?)
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
        if self.token.is_none() {
            self.quotas.check_address(&self.peer)?;
            return Err(Refusal::Unauthorized("sign in with the header `Authorization: Bearer chk_…`").into());
        }
        self.anyone(|club, connection, me| match me {
            Some(me) => work(club, connection, me),
            None => Err(Refusal::Unauthorized("sign in first")),
        })
        .await
    }

    /// Counts a registration from the caller's address.
    pub fn check_registration(&self) -> Result<(), Problem> {
        self.quotas.check_registration(&self.peer)
    }

    fn player(&self, connection: &mut StoreConnection<'_>, token: &TokenHash) -> Result<PlayerRow, Problem> {
        match authenticate(connection, token) {
            Ok(player) => {
                if self.metered {
                    self.quotas.check_token(&self.peer, token)?;
                }
                Ok(player)
            }
            Err(refusal) => {
                // Guessing tokens must not be free.
                self.quotas.check_address(&self.peer)?;
                Err(refusal.into())
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

/// The headers and the address that a change depends on.
struct Conditions {
    if_match: Option<IfMatch>,
    key: Option<String>,
    method: Method,
    path: String,
    game_id: String,
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

impl Conditions {
    fn of(request: &HttpRequest) -> Result<Self, Refusal> {
        let key = text_header(request, "Idempotency-Key")?;
        if key.as_ref().is_some_and(|key| key.is_empty() || key.chars().count() > 128) {
            return Err(Refusal::malformed("an Idempotency-Key has 1 to 128 characters"));
        }
        let if_match = text_header(request, "If-Match")?.map(|text| {
            let detail =
                "If-Match is `*` or a list of ETags, each in its quotes, as the game's header has it";
            read_if_match(&text).ok_or_else(|| Refusal::malformed(detail))
        });
        Ok(Self {
            if_match: if_match.transpose()?,
            key,
            method: request.method().clone(),
            path: request.path().to_owned(),
            game_id: request.match_info().query("id").to_owned(),
        })
    }

    fn request(&self, me: &PlayerRow, body: &[u8], limited: bool) -> Request {
        let mut fingerprint = Sha256::new();
        fingerprint.update(format!("{} {}\n", self.method, self.path));
        fingerprint.update(body);
        let fingerprint = hex::encode(fingerprint.finalize());
        let game_id = self.game_id.clone();
        let key = self.key.clone().map(|key| Key { key, game_id, fingerprint });
        Request { player: me.clone(), if_match: self.if_match.clone(), key, limited }
    }

    fn refuse_key(&self) -> Result<(), Refusal> {
        if self.key.is_none() || self.method != Method::POST {
            return Ok(());
        }
        Err(Refusal::malformed("no Idempotency-Key here: the answer holds a secret, which is not stored"))
    }
}

/// A header as text, if it is there; several lines of it are one list.
pub fn text_header(request: &HttpRequest, name: &str) -> Result<Option<String>, Refusal> {
    let lines: Result<Vec<&str>, _> = request.headers().get_all(name).map(|line| line.to_str()).collect();
    match lines {
        Ok(lines) if lines.is_empty() => Ok(None),
        Ok(lines) => Ok(Some(lines.join(", ").trim().to_owned())),
        Err(_) => Err(Refusal::malformed(format!("the header {name} must be plain ASCII"))),
    }
}

/// Reads an `If-Match` after RFC 9110; `None` if it is none. Weak tags never match strongly, so they
/// are left out.
fn read_if_match(text: &str) -> Option<IfMatch> {
    if text == "*" {
        return Some(IfMatch::Any);
    }
    let (mut tags, mut rest) = (Vec::new(), text);
    loop {
        let (tag, after) = rest.strip_prefix("W/").unwrap_or(rest).strip_prefix('"')?.split_once('"')?;
        if !rest.starts_with("W/") {
            tags.push(tag.to_owned());
        }
        let after = after.trim_start();
        // Lists may have empty places.
        rest = after.trim_start_matches([',', ' ', '\t']);
        if rest.is_empty() {
            return Some(IfMatch::Tags(tags));
        }
        if !after.starts_with(',') {
            return None;
        }
    }
}

fn unquote(tag: &str) -> Option<&str> {
    tag.strip_prefix('"')?.strip_suffix('"')
}

/// Whether an `If-None-Match` names the tag; weak tags count, as RFC 9110 wants it.
pub fn is_known(if_none_match: &str, tag: &str) -> bool {
    if_none_match
        .split(',')
        .map(str::trim)
        .any(|known| known == "*" || unquote(known.strip_prefix("W/").unwrap_or(known)) == Some(tag))
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
