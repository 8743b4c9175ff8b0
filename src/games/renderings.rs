//! Games as they were shown lately, so that one that has not changed need not be read and judged again.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// How many bytes are kept; when there are more, all are forgotten. What is asked for is soon there again.
const MOST: usize = 8 * 1024 * 1024;

/// Bodies by game and by what they are known by. A tag names one body only, so none is ever wrong; whether a
/// tag is still the game's is for the database to say.
#[derive(Default)]
pub struct Renderings {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    games: HashMap<String, HashMap<String, String>>,
    bytes: usize,
}

impl Renderings {
    /// Whether there is any body of a game.
    pub fn has_any(&self, game_id: &str) -> bool {
        self.kept().games.contains_key(game_id)
    }

    /// The body with that tag.
    pub fn find(&self, game_id: &str, tag: &str) -> Option<String> {
        self.kept().games.get(game_id)?.get(tag).cloned()
    }

    pub fn keep(&self, game_id: &str, tag: &str, body: &str) {
        let mut kept = self.kept();
        let size = game_id.len() + tag.len() + body.len();
        if kept.bytes + size > MOST {
            *kept = Kept::default();
        }
        let bodies = kept.games.entry(game_id.to_owned()).or_default();
        if bodies.insert(tag.to_owned(), body.to_owned()).is_none() {
            kept.bytes += size;
        }
    }

    /// Forgets a game that has changed.
    pub fn forget(&self, game_id: &str) {
        let mut kept = self.kept();
        if let Some(bodies) = kept.games.remove(game_id) {
            let sizes = bodies.iter().map(|(tag, body)| game_id.len() + tag.len() + body.len());
            kept.bytes -= sizes.sum::<usize>();
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_found_by_game_and_tag_until_the_game_changes() {
        let renderings = Renderings::default();
        renderings.keep("a", "1-0", "one");
        renderings.keep("a", "1-1", "two");
        renderings.keep("b", "1-0", "three");
        assert_eq!(renderings.find("a", "1-1").as_deref(), Some("two"));
        assert_eq!(renderings.find("b", "1-0").as_deref(), Some("three"));
        assert_eq!(renderings.find("b", "1-1"), None);
        renderings.forget("a");
        assert!(!renderings.has_any("a") && renderings.has_any("b"));
        assert_eq!(renderings.find("a", "1-0"), None);
        renderings.forget("b");
        assert_eq!(renderings.kept().bytes, 0);
    }

    #[test]
    fn no_more_is_kept_than_there_is_room_for() {
        let (renderings, body) = (Renderings::default(), "x".repeat(MOST / 10));
        for number in 0..100 {
            renderings.keep(&format!("{number}"), "1-s", &body);
            assert!(renderings.kept().bytes <= MOST);
            assert!(renderings.has_any(&format!("{number}")));
        }
    }
}
