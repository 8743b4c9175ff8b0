//! A player's further tokens.

use actix_web::{HttpRequest, HttpResponse, delete, get, http::StatusCode, post};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    error::Problem,
    extract::{Caller, Id, Query, Write},
    paging, respond,
};
use crate::{
    players::tokens::{self, NewToken, Token},
    refusal::Refusal,
};

/// A new token and its secret.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenMade {
    #[serde(flatten)]
    #[schema(inline)]
    pub about: Token,
    /// Shown this once; send it as `Authorization: Bearer …`.
    #[schema(pattern = "^chk_[A-Za-z0-9]+$")]
    pub token: String,
}

/// A page of your tokens.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenPage {
    pub items: Vec<Token>,
    /// The cursor of the next page; null on the last.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// Which page of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// How many items, 1 to 100.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<i64>,
    /// `next` of the page before.
    #[param(min_length = 1)]
    cursor: Option<String>,
}

impl PageQuery {
    /// How many items, and where the page begins after.
    pub fn read(&self) -> Result<(usize, Option<paging::Position>), Refusal> {
        let limit = paging::limit(self.limit)?;
        Ok((limit, self.cursor.as_deref().map(paging::position).transpose()?))
    }
}

/// Make a further token
///
/// One for each of your clients, so that you can revoke them one by one. The token is shown this
/// once. No Idempotency-Key here, since the answer holds a secret.
#[utoipa::path(tag = "players", operation_id = "addToken", security(("bearer" = [])), request_body = NewToken, responses(
    (status = 201, description = "The token.", body = TokenMade),
    (status = 422, description = "`invalid`"),
))]
#[post("/players/me/tokens")]
pub async fn add(write: Write) -> Result<HttpResponse, Problem> {
    let (about, secret) = write
        .change_once(|club, connection, me, new: NewToken| tokens::add(club, connection, me, &new))
        .await?;
    respond::made(StatusCode::CREATED, &TokenMade { about, token: secret.reveal() })
}

/// List your tokens
///
/// Oldest first, never with their secrets.
#[utoipa::path(tag = "players", operation_id = "listTokens", security(("bearer" = [])), params(PageQuery), responses(
    (status = 200, description = "A page of your tokens.", body = TokenPage),
    (status = 422, description = "`invalid`"),
))]
#[get("/players/me/tokens")]
pub async fn list(
    request: HttpRequest,
    caller: Caller,
    query: Query<PageQuery>,
) -> Result<HttpResponse, Problem> {
    let Query(query) = query;
    let (items, next) = caller
        .signed_in(move |_, connection, me| {
            let (limit, after) = query.read()?;
            let after = after.as_ref().map(|(at, id)| (*at, id.as_str()));
            let (items, more) = tokens::list(connection, me, after, limit)?;
            let next = items.last().filter(|_| more);
            let next = next.map(|last| paging::cursor(&(last.created_at.naive_utc(), last.id.clone())));
            Ok((items, next))
        })
        .await?;
    paging::respond(&request, &items, next)
}

/// Revoke a token
///
/// It stops working at once, even if it is the one you use.
#[utoipa::path(tag = "players", operation_id = "revokeToken", security(("bearer" = [])),
    params(("id" = String, Path, description = "The token's id.")),
    responses((status = 204, description = "The token is revoked.")))]
#[delete("/players/me/tokens/{id}")]
pub async fn revoke(caller: Caller, id: Id) -> Result<HttpResponse, Problem> {
    caller.signed_in(move |_, connection, me| tokens::revoke(connection, me, &id.0)).await?;
    Ok(HttpResponse::NoContent().finish())
}
