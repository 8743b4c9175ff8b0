//! HTTP: thin. One file a resource; what a request means is decided in `games`, `courses`, `messages`,
//! `players` and `webhooks`.

mod address;
mod calendar;
mod conditions;
mod courses;
pub mod error;
mod examples;
mod extract;
mod feed;
mod follow;
mod games;
mod messages;
mod middleware;
pub mod openapi;
mod paging;
mod players;
pub mod quota;
mod respond;
mod rulesets;
mod sandbox;
mod schemas;
pub mod service;
mod table;
mod tokens;
mod webhooks;

use actix_cors::Cors;
use actix_web::{
    App, HttpRequest, HttpResponse, ResponseError,
    body::MessageBody,
    dev::{ServiceFactory, ServiceRequest, ServiceResponse},
    guard,
    middleware::from_fn,
    web,
};
use tracing_actix_web::TracingLogger;
use utoipa_actix_web::{AppExt, scope::scope, service_config::ServiceConfig};
use utoipa_swagger_ui::{Config as DocsConfig, SwaggerUi};

use crate::club::Club;
use error::{Code, Problem};
pub use extract::BODY_PATIENCE;
use openapi::Specification;
use quota::Quotas;

/// The whole route table. Methods and paths stand at the handlers.
fn routes(root: &mut ServiceConfig) {
    root.service(service::front_door) //              GET    /
        .service(service::live) //                    GET    /health/live
        .service(service::ready) //                   GET    /health/ready
        .service(service::specification) //           GET    /openapi.json
        .service(service::problems) //                GET    /problems
        .service(service::problem); //                GET    /problems/{code}
    root.service(scope("/v1").configure(|v1: &mut ServiceConfig| {
        v1.service(players::register) //              POST   /players
            .service(players::read_me) //             GET    /players/me
            .service(players::change_me) //           PATCH  /players/me
            .service(players::end_me) //              DELETE /players/me
            .service(tokens::add) //                  POST   /players/me/tokens
            .service(tokens::list) //                 GET    /players/me/tokens
            .service(tokens::revoke) //               DELETE /players/me/tokens/{id}
            .service(players::read_player) //         GET    /players/{name}
            .service(rulesets::list) //               GET    /rulesets
            .service(rulesets::read) //               GET    /rulesets/{id}
            .service(rulesets::rules) //              GET    /rulesets/{id}/rules
            .service(courses::create) //              POST   /courses
            .service(courses::list) //                GET    /courses
            .service(courses::read) //                GET    /courses/{id}
            .service(courses::delete) //              DELETE /courses/{id}
            .service(games::create) //                POST   /games
            .service(games::list) //                  GET    /games
            .service(games::read) //                  GET    /games/{id}
            .service(games::read_log) //              GET    /games/{id}/log
            .service(games::export) //                GET    /games/{id}/export
            .service(table::join) //                  POST   /games/{id}/join
            .service(table::join_by_code) //          POST   /join
            .service(table::decline) //               POST   /games/{id}/decline
            .service(table::leave) //                 POST   /games/{id}/leave
            .service(table::start) //                 POST   /games/{id}/start
            .service(table::kick) //                  POST   /games/{id}/kick
            .service(table::cancel) //                POST   /games/{id}/cancel
            .service(table::play) //                  POST   /games/{id}/moves
            .service(table::resign) //                POST   /games/{id}/resign
            .service(table::take_back) //             POST   /games/{id}/return
            .service(table::rematch) //               POST   /games/{id}/rematch
            .service(messages::say) //                POST   /games/{id}/messages
            .service(messages::read) //               GET    /games/{id}/messages
            .service(messages::read_marks) //         GET    /games/{id}/messages/read
            .service(messages::set_mark) //           PATCH  /games/{id}/messages/read
            .service(messages::read_notes) //         GET    /games/{id}/notes
            .service(messages::write_notes) //        PATCH  /games/{id}/notes
            .service(webhooks::create) //             POST   /webhooks
            .service(webhooks::list) //               GET    /webhooks
            .service(webhooks::read) //               GET    /webhooks/{id}
            .service(webhooks::change) //             PATCH  /webhooks/{id}
            .service(webhooks::delete) //             DELETE /webhooks/{id}
            .service(webhooks::rotate) //             POST   /webhooks/{id}/rotate
            .service(webhooks::test) //               POST   /webhooks/{id}/test
            .service(webhooks::deliveries) //         GET    /webhooks/{id}/deliveries
            .service(webhooks::redeliver) //          POST   /webhooks/{id}/deliveries/{delivery}/redeliver
            .service(feed::read) //                   GET    /feed
            .service(calendar::renew) //              POST   /players/me/calendar
            .service(calendar::delete) //             DELETE /players/me/calendar
            .service(calendar::read) //               GET    /calendar/{file}
            .service(sandbox::read_clock) //          GET    /sandbox/clock
            .service(sandbox::move_clock); //         POST   /sandbox/clock
    }));
}

/// The application: routes, documentation, and what happens to every request.
pub fn app(
    club: web::Data<Club>,
    quotas: web::Data<Quotas>,
    specification: web::Data<Specification>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = actix_web::Error,
        InitError = (),
    >,
> {
    let (app, _) = App::new().into_utoipa_app().configure(routes).split_for_parts();
    app.service(web::redirect("/docs", "/docs/"))
        .service(web::resource("/docs/").guard(guard::Get()).to(service::docs))
        .service(
            SwaggerUi::new("/docs/{_:.*}").config(DocsConfig::from("/openapi.json").validator_url("none")),
        )
        .default_service(web::to(no_such_route))
        .app_data(club)
        .app_data(quotas)
        .app_data(specification)
        .wrap(from_fn(middleware::head_as_get))
        .wrap(cors())
        .wrap(from_fn(middleware::finish))
        .wrap(TracingLogger::<middleware::RequestSpan>::new())
}

/// Browsers of any origin may use the API; there are no cookies that they could misuse.
fn cors() -> Cors {
    Cors::default()
        .allow_any_origin()
        .send_wildcard()
        .allowed_methods(["GET", "HEAD", "POST", "PATCH", "DELETE"])
        .allowed_headers([
            "Authorization",
            "Content-Type",
            "If-Match",
            "If-None-Match",
            "Idempotency-Key",
            "Last-Event-ID",
        ])
        .expose_headers([
            "ETag",
            "Location",
            "Link",
            "Retry-After",
            "Idempotency-Replayed",
            "X-Request-Id",
            "Allow",
        ])
        .max_age(3600)
        .disable_vary_header()
}

/// Tells an unknown address from an address that does not have the method.
async fn no_such_route(request: HttpRequest, specification: web::Data<Specification>) -> HttpResponse {
    let problem = match request.match_pattern() {
        Some(pattern) => Problem::method_not_allowed(specification.methods(&pattern)),
        None => {
            Problem::new(Code::NotFound, "there is nothing at this address; GET / has links to begin with")
        }
    };
    problem.error_response()
}
