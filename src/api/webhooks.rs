//! Webhooks: calls to an address of yours.

use actix_web::{HttpRequest, HttpResponse, delete, get, http::StatusCode, http::header, patch, post};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    error::Problem,
    extract::{Caller, DeliveryId, Id, Query, Write},
    paging, respond,
    table::Nothing,
    tokens::PageQuery,
};
use crate::webhooks::{
    self as cases,
    change::WebhookChanges,
    create::NewWebhook,
    view::{Delivery, Webhook},
};

/// A webhook and its secret.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookMade {
    #[serde(flatten)]
    #[schema(inline)]
    pub about: Webhook,
    /// Shown this once. What is sent is signed with it, after Standard Webhooks.
    #[schema(pattern = "^whsec_[A-Za-z0-9+/]+=*$")]
    pub secret: String,
}

/// A page of your webhooks.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookPage {
    pub items: Vec<Webhook>,
    /// The cursor of the next page; null on the last.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// A page of what a webhook has sent and is to send.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeliveryPage {
    pub items: Vec<Delivery>,
    /// The cursor of the next page; null on the last.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// Make a webhook
///
/// What is new in your feed from now on is sent there by POST, signed after
/// [Standard Webhooks](https://www.standardwebhooks.com) (`webhook-id`, `webhook-timestamp`,
/// `webhook-signature`). Any 2xx means that it has arrived; otherwise it is sent again with growing pauses
/// for three days, after which the webhook is switched off. Things may come twice, with the same
/// `webhook-id`, and in another order. Only https to public addresses; redirects are not followed. The
/// secret is shown this once. No Idempotency-Key here, since the answer holds a secret.
#[utoipa::path(tag = "webhooks", operation_id = "createWebhook", security(("bearer" = [])), request_body = NewWebhook, responses(
    (status = 201, description = "The webhook.", body = WebhookMade,
        headers(("Location" = String, description = "The webhook's address."))),
    (status = 422, description = "`invalid`"),
))]
#[post("/webhooks")]
pub async fn create(write: Write) -> Result<HttpResponse, Problem> {
    let (about, secret) = write
        .change_once(|club, connection, me, new: NewWebhook| {
            cases::create::create(club, connection, me, &new)
        })
        .await?;
    let address = header::HeaderValue::from_str(&format!("/v1/webhooks/{}", about.id));
    let mut response = respond::made(StatusCode::CREATED, &WebhookMade { about, secret })?;
    if let Ok(address) = address {
        response.headers_mut().insert(header::LOCATION, address);
    }
    Ok(response)
}

/// List your webhooks
///
/// Newest first, never with their secrets.
#[utoipa::path(tag = "webhooks", operation_id = "listWebhooks", security(("bearer" = [])), params(PageQuery), responses(
    (status = 200, description = "A page of your webhooks.", body = WebhookPage),
    (status = 422, description = "`invalid`"),
))]
#[get("/webhooks")]
pub async fn list(
    request: HttpRequest,
    caller: Caller,
    query: Query<PageQuery>,
) -> Result<HttpResponse, Problem> {
    let Query(query) = query;
    let (items, next) = caller
        .signed_in(move |club, connection, me| {
            let (limit, after) = query.read()?;
            let after = after.as_ref().map(|(at, id)| (*at, id.as_str()));
            let (items, more) = cases::list::list(club, connection, me, after, limit)?;
            let last = items.last().filter(|_| more);
            let next = last.map(|last| paging::cursor(&(last.created_at.naive_utc(), last.id.clone())));
            Ok((items, next))
        })
        .await?;
    paging::respond(&request, &items, next)
}

/// Read a webhook
///
/// Without its secret.
#[utoipa::path(tag = "webhooks", operation_id = "readWebhook", security(("bearer" = [])),
    params(("id" = String, Path, description = "The webhook's id.")),
    responses((status = 200, description = "The webhook.", body = Webhook)))]
#[get("/webhooks/{id}")]
pub async fn read(request: HttpRequest, caller: Caller, id: Id) -> Result<HttpResponse, Problem> {
    let webhook =
        caller.signed_in(move |club, connection, me| cases::list::read(club, connection, me, &id.0)).await?;
    respond::json(&request, &webhook)
}

/// Change a webhook
///
/// What is left out stays. `"active":true` switches it on again, for what is new from then on.
#[utoipa::path(tag = "webhooks", operation_id = "changeWebhook", security(("bearer" = [])), request_body = WebhookChanges,
    params(("id" = String, Path, description = "The webhook's id.")),
    responses(
        (status = 200, description = "The webhook as it is now.", body = Webhook),
        (status = 422, description = "`invalid`"),
    ))]
#[patch("/webhooks/{id}")]
pub async fn change(write: Write, id: Id) -> Result<HttpResponse, Problem> {
    let webhook = write
        .change_once(move |club, connection, me, changes: WebhookChanges| {
            cases::change::change(club, connection, me, &id.0, &changes)
        })
        .await?;
    respond::made(StatusCode::OK, &webhook)
}

/// Delete a webhook
///
/// With what it was to send, and the list of what it has sent.
#[utoipa::path(tag = "webhooks", operation_id = "deleteWebhook", security(("bearer" = [])),
    params(("id" = String, Path, description = "The webhook's id.")),
    responses((status = 204, description = "The webhook is deleted.")))]
#[delete("/webhooks/{id}")]
pub async fn delete(caller: Caller, id: Id) -> Result<HttpResponse, Problem> {
    caller.signed_in(move |_, connection, me| cases::delete::delete(connection, me, &id.0)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Give a webhook a new secret
///
/// The old one signs too for a day: `webhook-signature` has both signatures then, separated by a space.
/// The secret is shown this once. No Idempotency-Key here, since the answer holds a secret.
#[utoipa::path(tag = "webhooks", operation_id = "rotateSecret", security(("bearer" = [])), request_body = Nothing,
    params(("id" = String, Path, description = "The webhook's id.")),
    responses((status = 200, description = "The webhook and its new secret.", body = WebhookMade)))]
#[post("/webhooks/{id}/rotate")]
pub async fn rotate(write: Write, id: Id) -> Result<HttpResponse, Problem> {
    let (about, secret) = write
        .change_once(move |club, connection, me, _: Nothing| {
            cases::rotate::rotate(club, connection, me, &id.0)
        })
        .await?;
    respond::made(StatusCode::OK, &WebhookMade { about, secret })
}

/// Try a webhook out
///
/// Something of the type `test` is sent once, also if the webhook is off. The list of deliveries tells
/// what came of it.
#[utoipa::path(tag = "webhooks", operation_id = "testWebhook", security(("bearer" = [])), request_body = Nothing,
    params(("id" = String, Path, description = "The webhook's id.")),
    responses((status = 200, description = "What is to be sent.", body = Delivery)))]
#[post("/webhooks/{id}/test")]
pub async fn test(write: Write, id: Id) -> Result<HttpResponse, Problem> {
    let answer = write
        .change(move |club, connection, request, _: Nothing| {
            cases::test_call::test_call(club, connection, request, &id.0)
        })
        .await?;
    Ok(respond::stored(answer, "/v1/webhooks"))
}

/// List what a webhook has sent
///
/// And what it is to send: newest first, for 30 days.
#[utoipa::path(tag = "webhooks", operation_id = "listDeliveries", security(("bearer" = [])),
    params(("id" = String, Path, description = "The webhook's id."), PageQuery),
    responses(
        (status = 200, description = "A page of deliveries.", body = DeliveryPage),
        (status = 422, description = "`invalid`"),
    ))]
#[get("/webhooks/{id}/deliveries")]
pub async fn deliveries(
    request: HttpRequest,
    caller: Caller,
    id: Id,
    query: Query<PageQuery>,
) -> Result<HttpResponse, Problem> {
    let Query(query) = query;
    let (items, next) = caller
        .signed_in(move |_, connection, me| {
            let (limit, after) = query.read()?;
            let after = after.as_ref().map(|(at, id)| (*at, id.as_str()));
            let (items, more) = cases::list::deliveries(connection, me, &id.0, after, limit)?;
            let last = items.last().filter(|_| more);
            let next = last.map(|last| paging::cursor(&(last.created_at.naive_utc(), last.id.clone())));
            Ok((items, next))
        })
        .await?;
    paging::respond(&request, &items, next)
}

/// Send something again
///
/// As it was, with the same id. What is waiting is sent at once. Of a webhook that is off it is sent once.
#[utoipa::path(tag = "webhooks", operation_id = "redeliver", security(("bearer" = [])), request_body = Nothing,
    params(
        ("id" = String, Path, description = "The webhook's id."),
        ("delivery" = String, Path, description = "The delivery's id."),
    ),
    responses((status = 200, description = "What is to be sent.", body = Delivery)))]
#[post("/webhooks/{id}/deliveries/{delivery}/redeliver")]
pub async fn redeliver(write: Write, id: Id, delivery: DeliveryId) -> Result<HttpResponse, Problem> {
    let answer = write
        .change(move |club, connection, request, _: Nothing| {
            cases::redeliver::redeliver(club, connection, request, &id.0, &delivery.0)
        })
        .await?;
    Ok(respond::stored(answer, "/v1/webhooks"))
}
