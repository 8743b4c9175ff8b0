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

/// A text of one or more lines, without the spaces around it; otherwise the same as [`line()`].
pub fn lines(text: &str, longest: usize) -> Option<&str> {
    let text = text.trim();
    let is_good = (1..=longest).contains(&text.chars().count())
        && !text.chars().any(|c| is_harmful(c) && c != '\n')
        && !text.chars().all(is_invisible);
    is_good.then_some(text)
}

/// Control characters, breaks of lines, and those that would turn round the text that stands beside a
/// name.
fn is_harmful(c: char) -> bool {
    c.is_control() || matches!(c, '\u{61C}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// What has its place within a text, but shows nothing by itself: spaces, fillers, and what Unicode
/// calls default ignorable.
fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || matches!(c,
            '\u{AD}' | '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{206F}'
            | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_may_be_broken_and_nothing_else_may() {
        assert_eq!(lines(" one\ntwo ", 40), Some("one\ntwo"));
        for bad in ["", "\n\n", "a\rb", "a\tb", "a\u{2028}b", "a\0b", "a\u{202e}b", "12345"] {
            assert_eq!(lines(bad, 4), None, "{bad:?}");
        }
    }

    #[test]
    fn a_line_shows_something_and_does_no_harm() {
        for good in [
            "Ana",
            " Bj\u{f6}rn ",
            "\u{5c0f}\u{9ce5}",
            "e\u{301}",
            "\u{1f3cc}\u{fe0f}",
            "a b",
            "\u{644}\u{200d}\u{645}",
        ] {
            assert_eq!(line(good, 40), Some(good.trim()), "{good:?}");
        }
        let empty = [
            "",
            " ",
            "\u{3164}",
            "\u{ad}",
            "\u{2800}",
            "\u{115f}\u{1160}",
            "\u{ffa0}",
            "\u{34f}",
            "\u{180e}",
            "\u{2061}",
            "\u{206a}",
            "\u{e0041}",
            "\u{e0100}",
        ];
        let harmful = ["a\u{2028}b", "a\u{2029}b", "a\u{61c}b", "a\u{202e}b", "a\u{2066}b", "a\nb", "a\0b"];
        for bad in empty.into_iter().chain(harmful).chain(["12345678901234567890123456789012345678901"]) {
            assert_eq!(line(bad, 40), None, "{bad:?}");
        }
    }
}
