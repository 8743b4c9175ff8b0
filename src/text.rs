//! Texts that people write for people.

/// A text of one line, without the spaces around it: 1 to `longest` characters of any script, none
/// of them harmful and not all of them invisible.
pub fn line(text: &str, longest: usize) -> Option<&str> {
    let text = text.trim();
    let is_good = (1..=longest).contains(&text.chars().count())
        && !text.chars().any(is_harmful)
        && !text.chars().all(is_invisible);
    is_good.then_some(text)
}

/// Control characters, and those that would turn round the text that stands beside a name.
fn is_harmful(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// What has its place within a text, but shows nothing by itself.
fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' | '\u{FE00}'..='\u{FE0F}')
}
