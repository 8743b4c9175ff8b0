//! What happens to every request and every answer.

use actix_web::{
    Error, HttpMessage, HttpResponse, ResponseError,
    body::{BoxBody, EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
};
use tracing::Span;
use tracing_actix_web::{RequestId, RootSpanBuilder};

use super::error::{Code, Problem};

/// What every line of the log about a request begins with: its id, and nothing that a client has
/// sent.
pub struct RequestSpan;

impl RootSpanBuilder for RequestSpan {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let id = request.extensions().get::<RequestId>().map(ToString::to_string);
        tracing::info_span!("request", id)
    }

    fn on_request_end<B: MessageBody>(_: Span, _: &Result<ServiceResponse<B>, Error>) {}
}

/// Marks a request that was HEAD: a stream without a body would never end.
pub struct WasHead;

/// HEAD is GET without a body, which the HTTP layer below leaves out by itself.
pub async fn head_as_get<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    if request.method() == Method::HEAD {
        request.extensions_mut().insert(WasHead);
        request.head_mut().method = Method::GET;
    }
    next.call(request).await
}

/// Gives every answer the headers of the contract, and every error the form of a problem, also
/// those of the framework.
pub async fn finish<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let started = std::time::Instant::now();
    let method = request.method().clone();
    let path = request.path().to_owned();
    let id = request.extensions().get::<RequestId>().map(ToString::to_string);
    let mut response = next.call(request).await?.map_into_left_body();
    if is_foreign_error(&response) {
        response = as_problem(response);
    }
    let status = response.status().as_u16();
    let headers = response.headers_mut();
    set_default(headers, header::CACHE_CONTROL, "private, no-cache");
    set_default(headers, header::VARY, "Authorization, Accept");
    if let Some(id) = id {
        set_default(headers, HeaderName::from_static("x-request-id"), &id);
    }
    let milliseconds = started.elapsed().as_millis() as u64;
    tracing::info!(%method, path, status, milliseconds, "answered");
    Ok(response)
}

fn is_foreign_error<B>(response: &ServiceResponse<B>) -> bool {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    (status.is_client_error() || status.is_server_error())
        && kind.is_none_or(|kind| kind != "application/problem+json")
}

/// The same status and headers with a problem for a body.
fn as_problem<B>(
    response: ServiceResponse<EitherBody<B, BoxBody>>,
) -> ServiceResponse<EitherBody<B, BoxBody>> {
    let code = Code::for_status(response.status());
    let detail = if code == Code::NotFound { "there is nothing at this address" } else { code.title() };
    let mut problem: HttpResponse = Problem::new(code, detail).error_response();
    for (name, value) in response.headers() {
        if name != header::CONTENT_TYPE && name != header::CONTENT_LENGTH {
            problem.headers_mut().append(name.clone(), value.clone());
        }
    }
    let (request, _) = response.into_parts();
    ServiceResponse::new(request, problem).map_into_right_body()
}

fn set_default(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if !headers.contains_key(&name)
        && let Ok(value) = HeaderValue::from_str(value)
    {
        headers.insert(name, value);
    }
}
