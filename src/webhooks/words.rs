//! The words that are stored and sent for what a webhook or a delivery is.

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use utoipa::ToSchema;

use crate::games::words::words;

words! {
    /// What a webhook is sent.
    Format {
        /// `{"type","timestamp","data"}`, as Standard Webhooks has it.
        Standard = "standard",
        /// A line of text for Slack.
        Slack = "slack",
        /// A line of text for Discord.
        Discord = "discord",
    }
}

words! {
    /// How far a delivery is.
    ///
    /// * `pending`: to be sent, perhaps again
    /// * `delivered`: the receiver has answered with a 2xx
    /// * `failed`: it is not sent again, unless you ask for it
    DeliveryStatus { Pending = "pending", Delivered = "delivered", Failed = "failed" }
}

words! {
    /// Why the server has switched a webhook off.
    ///
    /// * `failing`: something could not be delivered for three days
    /// * `gone`: the receiver has answered 410
    DisabledReason { Failing = "failing", Gone = "gone" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_what_is_sent() {
        fn same<T: Copy + Serialize>(all: &[T], as_str: fn(T) -> &'static str) {
            for word in all {
                assert_eq!(serde_json::to_value(word).unwrap(), as_str(*word));
            }
        }
        same(Format::ALL, Format::as_str);
        same(DeliveryStatus::ALL, DeliveryStatus::as_str);
        same(DisabledReason::ALL, DisabledReason::as_str);
    }
}
