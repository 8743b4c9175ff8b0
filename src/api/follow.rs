//! Events as they happen: a page of them, a page as soon as there is one, or a stream that goes on.
//!
//! Whichever way they are sent, events are read from the database by the number of the last one seen.
//! So whoever was cut off goes on where he was, and a slow listener costs nobody anything: nothing is
//! kept for him.

use std::{cell::Cell, future::Future, time::Duration};

use actix_web::{
    HttpMessage, HttpRequest, HttpResponse,
    http::header,
    web::{Bytes, BytesMut},
};
use futures_util::{StreamExt, stream};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use utoipa::IntoParams;

use super::{
    conditions::text_header,
    error::{Code, Problem},
    extract::Caller,
    middleware::WasHead,
    paging,
};
use crate::{
    hub::{Listener, Topic, Woken},
    refusal::Refusal,
};

/// The longest that a request may wait, in seconds.
pub const LONGEST_WAIT: i64 = 60;

/// How often a stream sends a sign of life.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// How often a stream looks for news that nobody has rung for.
const UNRUNG: Duration = Duration::from_secs(55);

/// How long a stream pauses when the database is busy.
const AFTER_BUSY: Duration = Duration::from_secs(2);

/// How many events a stream reads at a time.
const AT_A_TIME: usize = 100;

/// An event with a number: of several the higher one is later.
pub trait Numbered: Serialize {
    fn number(&self) -> i64;
}

/// In which form events are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Page,
    /// Server-sent events.
    Sse,
    /// A line of JSON for each.
    Lines,
}

/// Which part of a list of events.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EventQuery {
    /// Only events after the one with this number: its `version`, or its `id`.
    #[param(minimum = 0)]
    after: Option<i64>,
    /// How many items, 1 to 100.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<i64>,
    /// `next` of the page before, instead of `after`.
    #[param(min_length = 1)]
    cursor: Option<String>,
    /// How many seconds to wait for an event, if there is none yet.
    #[param(minimum = 0, maximum = 60, default = 0)]
    wait: Option<i64>,
}

impl EventQuery {
    pub fn read(&self, request: &HttpRequest) -> Result<Wanted, Refusal> {
        Ok(Wanted {
            limit: paging::limit(self.limit)?,
            after: after(request, self.after, self.cursor.as_deref())?,
            wait: wait(self.wait)?,
        })
    }
}

/// Which part of a list of events is asked for, and how long to wait for it.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    after: i64,
    limit: usize,
    /// How long to wait for the first one, if there is none.
    wait: Duration,
}

/// Reads how long to wait, in seconds.
pub fn wait(seconds: Option<i64>) -> Result<Duration, Refusal> {
    let seconds = seconds.unwrap_or_default();
    match u64::try_from(seconds) {
        Ok(allowed) if seconds <= LONGEST_WAIT => Ok(Duration::from_secs(allowed)),
        _ => Err(Refusal::invalid("wait", format!("from 0 to {LONGEST_WAIT} seconds"))),
    }
}

/// Reads after which event to begin: by the parameter `after`, a cursor, or, for a stream that goes on,
/// the header `Last-Event-ID`.
fn after(request: &HttpRequest, after: Option<i64>, cursor: Option<&str>) -> Result<i64, Refusal> {
    if let (Some(last), Form::Sse | Form::Lines) = (text_header(request, "Last-Event-ID")?, form(request)) {
        let number = last.parse().ok().filter(|number| *number >= 0);
        return number.ok_or_else(|| Refusal::malformed("Last-Event-ID is the `id` of the last event seen"));
    }
    match (cursor, after) {
        (Some(_), Some(_)) => Err(Refusal::invalid("after", "not together with `cursor`")),
        (Some(cursor), None) => paging::version(cursor),
        (None, Some(after)) if after < 0 => Err(Refusal::invalid("after", "0 or more")),
        (None, after) => Ok(after.unwrap_or_default()),
    }
}

/// The form that the header `Accept` asks for: a page, unless it names a stream.
fn form(request: &HttpRequest) -> Form {
    let accept = text_header(request, header::ACCEPT.as_str()).ok().flatten().unwrap_or_default();
    let accept = accept.to_ascii_lowercase();
    let wanted = accept.split(',').filter_map(|range| range.split(';').next()).map(str::trim);
    let known = wanted.filter_map(|kind| match kind {
        "text/event-stream" => Some(Form::Sse),
        "application/x-ndjson" => Some(Form::Lines),
        "application/json" | "*/*" | "application/*" => Some(Form::Page),
        _ => None,
    });
    known.into_iter().next().unwrap_or(Form::Page)
}

/// Answers with events in the form that is asked for. `read` gives the caller those after a number, at
/// most so many, and whether there are more; there may be others when the topic has been rung for.
pub async fn respond<T, F>(
    request: &HttpRequest,
    wanted: Wanted,
    caller: Caller,
    topic: Topic,
    read: impl Fn(Caller, i64, usize) -> F + 'static,
) -> Result<HttpResponse, Problem>
where
    T: Numbered + 'static,
    F: Future<Output = Result<(Vec<T>, bool), Problem>>,
{
    let mut listener = caller.listen(topic);
    // The first reading is the request; whatever is read then belongs to it.
    let is_first = Cell::new(true);
    let read = move |after, limit| {
        let caller = caller.clone();
        read(if is_first.replace(false) { caller } else { caller.unmetered() }, after, limit)
    };
    let form = form(request);
    if form != Form::Page {
        // Whoever may not read them is told so, and not sent an empty stream.
        let first = read(wanted.after, AT_A_TIME).await?;
        let body = (!request.extensions().contains::<WasHead>()).then_some(first);
        return Ok(stream_of(form, wanted.after, body, listener, read));
    }
    let until = Instant::now() + wanted.wait;
    let (mut items, mut more) = read(wanted.after, wanted.limit).await?;
    let mut waits = !wanted.wait.is_zero();
    while items.is_empty() && waits {
        let woken = tokio::time::timeout_at(until, listener.wait()).await;
        waits = woken == Ok(Woken::Rung);
        let _turn = listener.turn().await;
        (items, more) = read(wanted.after, wanted.limit).await?;
    }
    let next = items.last().filter(|_| more).map(|last| paging::version_cursor(last.number()));
    paging::respond(request, &items, next)
}

/// What a stream remembers between two pieces.
struct Following<R> {
    form: Form,
    after: i64,
    listener: Listener,
    read: R,
    /// Whether to look again before waiting.
    look: bool,
    looked_at: Instant,
}

fn stream_of<T, F, R>(
    form: Form,
    after: i64,
    first: Option<(Vec<T>, bool)>,
    listener: Listener,
    read: R,
) -> HttpResponse
where
    T: Numbered + 'static,
    F: Future<Output = Result<(Vec<T>, bool), Problem>>,
    R: Fn(i64, usize) -> F + 'static,
{
    let kind = match form {
        Form::Sse => "text/event-stream",
        Form::Lines | Form::Page => "application/x-ndjson",
    };
    let mut response = HttpResponse::Ok();
    // A proxy must not collect what is to be read at once.
    response.content_type(kind).insert_header(("X-Accel-Buffering", "no"));
    let Some((items, more)) = first else { return response.finish() };
    let mut following = Following { form, after, listener, read, look: more, looked_at: Instant::now() };
    let begin = following.written(&items).unwrap_or_else(|| sign_of_life(form));
    let rest = stream::unfold(following, |mut following| async move {
        let piece = following.next().await?;
        Some((Ok::<Bytes, actix_web::Error>(piece), following))
    });
    response.streaming(stream::once(async { Ok(begin) }).chain(rest))
}

impl<T, F, R> Following<R>
where
    T: Numbered,
    F: Future<Output = Result<(Vec<T>, bool), Problem>>,
    R: Fn(i64, usize) -> F,
{
    /// The next piece of the stream; `None` at its end.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if !self.look {
                match tokio::time::timeout(HEARTBEAT, self.listener.wait()).await {
                    Ok(Woken::Closed) => return None,
                    Ok(Woken::Rung) => {}
                    Err(_) => {
                        self.look = self.looked_at.elapsed() >= UNRUNG;
                        return Some(sign_of_life(self.form));
                    }
                }
            }
            let turn = self.listener.turn().await;
            self.looked_at = Instant::now();
            match (self.read)(self.after, AT_A_TIME).await {
                Ok((items, more)) => {
                    self.look = more;
                    if let Some(piece) = self.written(&items) {
                        return Some(piece);
                    }
                }
                Err(problem) if problem.code() == Code::Unavailable => {
                    self.look = true;
                    drop(turn);
                    tokio::time::sleep(AFTER_BUSY).await;
                }
                // The token was revoked, or the game is not his to see any more.
                Err(_) => return None,
            }
        }
    }
}

impl<R> Following<R> {
    /// These events as a piece of the stream; `None` if there are none.
    fn written<T: Numbered>(&mut self, items: &[T]) -> Option<Bytes> {
        let mut piece = BytesMut::new();
        for item in items {
            let Ok(json) = serde_json::to_string(item) else { continue };
            self.after = item.number();
            let text = match self.form {
                Form::Sse => format!("id: {}\ndata: {json}\n\n", self.after),
                Form::Lines | Form::Page => format!("{json}\n"),
            };
            piece.extend_from_slice(text.as_bytes());
        }
        (!piece.is_empty()).then(|| piece.freeze())
    }
}

/// Says nothing, but that the server is there.
fn sign_of_life(form: Form) -> Bytes {
    Bytes::from_static(match form {
        Form::Sse => b": still there\n\n",
        Form::Lines | Form::Page => b"\n",
    })
}
