//! What handlers are given of an address: ids, and parameters.

use actix_web::{FromRequest, HttpRequest, dev::Payload};
use serde::de::DeserializeOwned;

use super::error::Problem;
use crate::{
    refusal::{FieldError, Refusal, unreadable_field},
    rulesets::registry::Unreadable,
};

/// The id of a game, a token or the like in an address.
#[derive(Debug, Clone)]
pub struct Id(pub String);

impl FromRequest for Id {
    type Error = Problem;
    type Future = std::future::Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(id_in_address(request, "id").map(Self))
    }
}

/// The id of a delivery in an address.
pub struct DeliveryId(pub String);

impl FromRequest for DeliveryId {
    type Error = Problem;
    type Future = std::future::Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(id_in_address(request, "delivery").map(Self))
    }
}

fn id_in_address(request: &HttpRequest, name: &str) -> Result<String, Problem> {
    let text = request.match_info().query(name);
    let well_formed = (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if well_formed { Ok(text.to_owned()) } else { Err(Refusal::NotFound("thing").into()) }
}

/// The parameters of an address: none that is unknown, none twice.
pub struct Query<Q>(pub Q);

impl<Q: DeserializeOwned> FromRequest for Query<Q> {
    type Error = Problem;
    type Future = std::future::Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let pairs = form_urlencoded::parse(request.query_string().as_bytes());
        let read = serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(pairs));
        std::future::ready(read.map(Self).map_err(|error| {
            let unreadable = Unreadable::from(error);
            let detail = match unreadable.message.split_once(" `") {
                Some(("unknown field", _)) => "there is no such parameter here",
                Some(("duplicate field", _)) => "can be given once only",
                // Every other parameter is a text, and any text is one.
                _ => "must be a whole number",
            };
            Refusal::malformed_field(FieldError::new(unreadable_field(&unreadable), detail)).into()
        }))
    }
}
