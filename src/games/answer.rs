//! What a use case that changes something answers.

/// The answer to a change: rendered, so that it can be given again to the letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The id of what is new, if anything is.
    pub created: Option<String>,
    /// What the body is known by.
    pub tag: Option<String>,
    /// JSON.
    pub body: String,
    /// Whether it was given before.
    pub replayed: bool,
}
