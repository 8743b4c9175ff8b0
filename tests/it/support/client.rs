//! A client that checks every answer against the specification.

use reqwest::{
    Method, RequestBuilder, StatusCode,
    header::{HeaderMap, HeaderName},
};
use serde_json::Value;

use super::contract;

/// A client of a server, perhaps with a token.
#[derive(Clone)]
pub struct Client {
    base: String,
    http: reqwest::Client,
    pub token: Option<String>,
}

/// An answer, read to its end.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
    /// Null if the body is not JSON.
    pub json: Value,
}

impl Client {
    pub fn new(base: &str, token: Option<String>) -> Self {
        Self { base: base.to_owned(), http: reqwest::Client::new(), token }
    }

    /// A request with the client's token, to be completed and given to [`send`].
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        send(self.request(Method::GET, path)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        send(self.request(Method::DELETE, path)).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        send(self.request(Method::POST, path).json(body)).await
    }

    pub async fn patch(&self, path: &str, body: &Value) -> Answer {
        send(self.request(Method::PATCH, path).json(body)).await
    }

    /// POST with a header more.
    pub async fn post_with(&self, path: &str, body: &Value, header: (&str, &str)) -> Answer {
        send(self.request(Method::POST, path).json(body).header(header.0, header.1)).await
    }

    /// GET with an `If-None-Match`.
    pub async fn get_if_changed(&self, path: &str, etag: &str) -> Answer {
        send(self.request(Method::GET, path).header("If-None-Match", etag)).await
    }
}

/// Sends a request and checks the answer against the specification.
pub async fn send(request: RequestBuilder) -> Answer {
    let (client, request) = request.build_split();
    let request = request.expect("a well-formed request");
    let (method, path) = (request.method().clone(), request.url().path().to_owned());
    let response = client.execute(request).await.expect("the server answers");
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let text = response.text().await.expect("a whole body");
    let json = serde_json::from_str(&text).unwrap_or(Value::Null);
    let answer = Answer { status, headers, text, json };
    contract::check(&method, &path, &answer);
    answer
}

impl Answer {
    /// The answer, which must have that status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text);
        self
    }

    /// The answer, which must be a problem with that status and code.
    #[track_caller]
    pub fn problem(self, status: u16, code: &str) -> Self {
        let answer = self.expect(status);
        assert_eq!(answer.json["code"], code, "{}", answer.text);
        answer
    }

    /// A header's text; it must be there.
    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        let name: HeaderName = name.parse().expect("a header's name");
        let value = self.headers.get(&name).unwrap_or_else(|| panic!("no {name}: {:?}", self.headers));
        value.to_str().expect("plain ASCII")
    }

    pub fn etag(&self) -> &str {
        self.header("etag")
    }

    pub fn is_success(&self) -> bool {
        StatusCode::from_u16(self.status).is_ok_and(|status| status.is_success())
    }
}
