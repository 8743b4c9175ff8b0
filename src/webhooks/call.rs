//! One call to the world outside. Never logs a URL: with some services it is a secret.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::{
    Client, Response,
    dns::{Name, Resolve, Resolving},
    header::{CONTENT_TYPE, RETRY_AFTER},
    redirect::Policy,
};
use url::{Host, Url};

use super::address::{self, is_public};

const TO_RESOLVE: Duration = Duration::from_secs(5);
const TO_CONNECT: Duration = Duration::from_secs(5);
const IN_ALL: Duration = Duration::from_secs(10);

/// How much of an answer is read, and for how long: out of courtesy, since nothing in it matters.
const ANSWER: usize = 4096;
const TO_ANSWER: Duration = Duration::from_secs(1);

const AGENT: &str = concat!("Clubhouse/", env!("CARGO_PKG_VERSION"));

/// How a call has ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ending {
    /// The status of the answer.
    pub status: Option<u16>,
    /// What was wrong, if there is more to say than the status does.
    pub error: Option<&'static str>,
    /// How long the receiver wants to be left alone.
    pub retry_after: Option<TimeDelta>,
}

impl Ending {
    pub fn is_success(&self) -> bool {
        self.status.is_some_and(|status| (200..300).contains(&status))
    }

    /// One without an answer.
    pub fn failed(error: &'static str) -> Self {
        Self { error: Some(error), ..Self::default() }
    }
}

/// What is sent.
pub struct Call {
    pub url: String,
    /// `webhook-id` and so on.
    pub headers: [(&'static str, String); 3],
    pub body: String,
}

/// Makes calls.
pub struct Caller {
    tls: rustls::ClientConfig,
    anywhere: bool,
}

impl Caller {
    /// `anywhere` allows any address.
    pub fn new(anywhere: bool) -> Result<Self, rustls::Error> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let tls = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self { tls, anywhere })
    }

    /// Makes a call; `now` is for what the receiver says about time.
    pub async fn call(&self, call: Call, now: DateTime<Utc>) -> Ending {
        match self.try_to_call(call, now).await {
            Ok(ending) => ending,
            Err(error) => Ending::failed(error),
        }
    }

    async fn try_to_call(&self, call: Call, now: DateTime<Utc>) -> Result<Ending, &'static str> {
        // The setting may have changed since the webhook was made.
        let url =
            address::read(&call.url, self.anywhere).map_err(|_| "the URL is none that may be called")?;
        let addresses = self.resolve(&url).await?;
        // A client for each call, so that it connects to the very addresses that were looked at.
        let client = Client::builder()
            .tls_backend_preconfigured(self.tls.clone())
            .dns_resolver(Arc::new(Pinned(addresses)))
            .no_proxy()
            .redirect(Policy::none())
            .retry(reqwest::retry::never())
            .pool_max_idle_per_host(0)
            .user_agent(AGENT)
            .connect_timeout(TO_CONNECT)
            .timeout(IN_ALL)
            .build()
            .map_err(|_| "the server could not make the call")?;
        let mut request = client.post(url).header(CONTENT_TYPE, "application/json").body(call.body);
        for (name, value) in call.headers {
            request = request.header(name, value);
        }
        let response = request.send().await.map_err(|error| match () {
            () if error.is_timeout() => "there was no answer in time",
            () if error.is_connect() => "there was no connection",
            () => "there was no proper answer",
        })?;
        let ending = Ending {
            status: Some(response.status().as_u16()),
            error: response.status().is_redirection().then_some("redirects are not followed"),
            retry_after: retry_after(&response, now),
        };
        let _ = tokio::time::timeout(TO_ANSWER, read_some(response)).await;
        Ok(ending)
    }

    /// The addresses that a URL leads to.
    async fn resolve(&self, url: &Url) -> Result<Vec<SocketAddr>, &'static str> {
        let port = url.port_or_known_default().unwrap_or(443);
        let addresses: Vec<SocketAddr> = match url.host() {
            Some(Host::Ipv4(address)) => vec![(address, port).into()],
            Some(Host::Ipv6(address)) => vec![(address, port).into()],
            Some(Host::Domain(name)) => {
                let found = tokio::time::timeout(TO_RESOLVE, tokio::net::lookup_host((name, port))).await;
                found
                    .map_err(|_| "the name was not found in time")?
                    .map_err(|_| "the name was not found")?
                    .collect()
            }
            None => return Err("the URL has no host"),
        };
        if addresses.is_empty() {
            return Err("the name was not found");
        }
        // One that is not public spoils the others: nobody knows which would be taken.
        match self.anywhere || addresses.iter().all(|address| is_public(address.ip())) {
            true => Ok(addresses),
            false => Err("the address is not public"),
        }
    }
}

/// Answers every question with the same addresses.
struct Pinned(Vec<SocketAddr>);

impl Resolve for Pinned {
    fn resolve(&self, _: Name) -> Resolving {
        let addresses = self.0.clone();
        Box::pin(std::future::ready(Ok(Box::new(addresses.into_iter()) as _)))
    }
}

fn retry_after(response: &Response, now: DateTime<Utc>) -> Option<TimeDelta> {
    let text = response.headers().get(RETRY_AFTER)?.to_str().ok()?.trim();
    let seconds = text.parse::<u32>().ok().map(|seconds| TimeDelta::seconds(seconds.into()));
    seconds.or_else(|| Some(DateTime::parse_from_rfc2822(text).ok()?.to_utc() - now))
}

async fn read_some(mut response: Response) {
    let mut read = 0;
    while let Ok(Some(chunk)) = response.chunk().await {
        read += chunk.len();
        if read >= ANSWER {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::{io::AsyncReadExt, net::TcpListener};

    use super::*;

    fn call(url: &str) -> Call {
        let headers = ["webhook-id", "webhook-timestamp", "webhook-signature"];
        Call {
            url: url.to_owned(),
            headers: headers.map(|name| (name, "x".to_owned())),
            body: "{}".to_owned(),
        }
    }

    #[actix_web::test]
    async fn names_are_looked_up_and_what_leads_home_is_refused() {
        let url = Url::parse("https://localhost:8443/").unwrap();
        assert_eq!(Caller::new(false).unwrap().resolve(&url).await, Err("the address is not public"));
        let found = Caller::new(true).unwrap().resolve(&url).await.unwrap();
        assert!(
            found.iter().all(|address| address.ip().is_loopback() && address.port() == 8443),
            "{found:?}"
        );
        let nowhere = Url::parse("https://nobody.invalid/").unwrap();
        assert!(Caller::new(false).unwrap().resolve(&nowhere).await.unwrap_err().contains("not found"));
    }

    #[actix_web::test]
    async fn what_is_looked_up_is_what_is_called() {
        // The name leads nowhere; the address that was found for it is taken all the same.
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let client = Client::builder()
            .tls_backend_preconfigured(Caller::new(true).unwrap().tls)
            .dns_resolver(Arc::new(Pinned(vec![address])))
            .no_proxy();
        let url = format!("https://nobody.invalid:{}/", address.port());
        let sent = client.build().unwrap().get(url).send();
        let heard = async {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut hello = [0; 3];
            stream.read_exact(&mut hello).await.unwrap();
            hello
        };
        let (sent, hello) = futures_util::future::join(sent, heard).await;
        assert_eq!(hello[..2], [0x16, 0x03], "TLS begins");
        assert!(sent.is_err());
    }

    #[actix_web::test]
    async fn an_address_is_looked_at_again_before_every_call() {
        let caller = Caller::new(false).unwrap();
        for url in [
            "http://example.org/",
            "https://127.0.0.1:8443/",
            "https://[::ffff:10.0.0.1]/",
            "https://2130706433/",
        ] {
            let ending = caller.call(call(url), Utc::now()).await;
            assert_eq!(ending, Ending::failed("the URL is none that may be called"), "{url}");
        }
    }

    #[actix_web::test]
    async fn where_nobody_listens_there_is_no_connection() {
        let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
        let caller = Caller::new(true).unwrap();
        let ending = caller.call(call(&format!("http://127.0.0.1:{port}/")), Utc::now()).await;
        assert_eq!(ending, Ending::failed("there was no connection"));
    }
}
