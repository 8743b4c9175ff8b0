//! How answers are given: JSON with a strong ETag, and nothing at all to whoever has it already.

use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{
    conditions::is_known,
    error::{Code, Problem},
};
use crate::games::answer::Answer;

/// A body with its ETag; 304 if the client has it.
pub fn tagged(request: &HttpRequest, content_type: &str, body: String) -> HttpResponse {
    let tag = hex::encode(&Sha256::digest(&body)[..12]);
    if knows(request, &tag) {
        return not_modified(&tag);
    }
    HttpResponse::Ok()
        .insert_header((header::ETAG, quoted(&tag)))
        .insert_header((header::CONTENT_TYPE, content_type))
        .body(body)
}

/// Something to be read, as JSON.
pub fn json<T: Serialize>(request: &HttpRequest, value: &T) -> Result<HttpResponse, Problem> {
    Ok(tagged(request, "application/json", to_json(value)?))
}

/// Something that was just made or changed, as JSON.
pub fn made<T: Serialize>(status: StatusCode, value: &T) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::build(status).content_type("application/json").body(to_json(value)?))
}

/// A game that was read.
pub fn game(request: &HttpRequest, answer: Answer) -> HttpResponse {
    match &answer.tag {
        Some(tag) if knows(request, tag) => not_modified(tag),
        _ => changed(answer),
    }
}

/// A game that was created or changed.
pub fn changed(answer: Answer) -> HttpResponse {
    stored(answer, "/v1/games")
}

/// What was created or changed in the collection at that address.
pub fn stored(answer: Answer, collection: &str) -> HttpResponse {
    let mut response = match &answer.created {
        None => HttpResponse::Ok(),
        Some(id) => {
            let mut response = HttpResponse::Created();
            response.insert_header((header::LOCATION, format!("{collection}/{id}")));
            response
        }
    };
    if let Some(tag) = &answer.tag {
        response.insert_header((header::ETAG, quoted(tag)));
    }
    if answer.replayed {
        response.insert_header(("Idempotency-Replayed", "true"));
    }
    response.content_type("application/json").body(answer.body)
}

/// What was added, and has no address of its own.
pub fn added(answer: Answer) -> HttpResponse {
    let mut response = HttpResponse::Created();
    if answer.replayed {
        response.insert_header(("Idempotency-Replayed", "true"));
    }
    response.content_type("application/json").body(answer.body)
}

/// Whether the client has said that it has the body with that tag.
fn knows(request: &HttpRequest, tag: &str) -> bool {
    let lines = request.headers().get_all(header::IF_NONE_MATCH);
    lines.filter_map(|line| line.to_str().ok()).any(|line| is_known(line, tag))
}

fn not_modified(tag: &str) -> HttpResponse {
    HttpResponse::NotModified().insert_header((header::ETAG, quoted(tag))).finish()
}

fn quoted(tag: &str) -> String {
    format!("\"{tag}\"")
}

fn to_json<T: Serialize>(value: &T) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|error| {
        tracing::error!(%error, "an answer does not serialise");
        Problem::new(Code::Internal, "the server has failed")
    })
}
