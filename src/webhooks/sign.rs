//! Signatures after Standard Webhooks: <https://github.com/standard-webhooks/standard-webhooks>.

use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::{ids, refusal::Refusal};

/// What every secret begins with.
const PREFIX: &str = "whsec_";

/// A fresh secret, as its owner gets to see it and as it is stored.
pub fn new_secret() -> String {
    format!("{PREFIX}{}", STANDARD.encode(ids::key()))
}

/// The value of `webhook-signature`: one signature for each secret, the newest first.
pub fn sign(secrets: &[&str], id: &str, timestamp: i64, body: &str) -> Result<String, Refusal> {
    let signatures: Result<Vec<String>, _> =
        secrets.iter().map(|secret| signature(secret, id, timestamp, body)).collect();
    Ok(signatures?.join(" "))
}

fn signature(secret: &str, id: &str, timestamp: i64, body: &str) -> Result<String, Refusal> {
    let corrupt = || Refusal::Internal("a stored secret of a webhook does not read".to_owned());
    let key = secret.strip_prefix(PREFIX).and_then(|key| STANDARD.decode(key).ok()).ok_or_else(corrupt)?;
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).map_err(|_| corrupt())?;
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    Ok(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vector of the test `sign function works` in the standard's own libraries.
    #[test]
    fn signs_the_published_vector() {
        let signed = sign(
            &["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            r#"{"test": 2432232314}"#,
        );
        assert_eq!(signed.unwrap(), "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn the_published_library_verifies_either_of_two_secrets() {
        let (new, old, other) = (new_secret(), new_secret(), new_secret());
        let (id, body) = ("msg_1", "{\"type\":\"test\",\"é\":1}");
        // The library looks at the clock.
        let now = chrono::Utc::now().timestamp();
        let mut headers = reqwest::header::HeaderMap::new();
        headers.insert("webhook-id", id.parse().unwrap());
        headers.insert("webhook-timestamp", now.to_string().parse().unwrap());
        headers.insert("webhook-signature", sign(&[&new, &old], id, now, body).unwrap().parse().unwrap());
        let verify = |secret: &str, body: &str| {
            standardwebhooks::Webhook::new(secret).unwrap().verify(body.as_bytes(), &headers)
        };
        for secret in [&new, &old] {
            verify(secret, body).unwrap();
            assert!(verify(secret, "{}").is_err());
        }
        assert!(verify(&other, body).is_err());
    }

    #[test]
    fn a_secret_has_24_to_64_bytes() {
        let secret = new_secret();
        assert_eq!(STANDARD.decode(secret.strip_prefix(PREFIX).unwrap()).unwrap().len(), 32);
        assert_ne!(secret, new_secret());
        assert!(sign(&["MfKQ"], "msg_1", 0, "").is_err());
    }
}
