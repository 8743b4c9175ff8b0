//! Wakes those who wait for news: of a game, or for a player.
//!
//! A ring carries no news itself. Whoever is woken looks into the database, and also looks there now
//! and then without having been woken; so a ring that is lost costs time, and nothing else.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, mpsc::UnboundedSender, watch};

/// What somebody may wait for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The log of the game with that id.
    Game(String),
    /// The feed of the player with that id.
    Player(String),
}

impl Topic {
    /// For other processes: a letter and the id.
    pub fn to_text(&self) -> String {
        match self {
            Self::Game(id) => format!("g{id}"),
            Self::Player(id) => format!("p{id}"),
        }
    }

    /// Reads what [`Topic::to_text`] has written.
    pub fn read(text: &str) -> Option<Self> {
        match text.split_at_checked(1)? {
            ("g", id) => Some(Self::Game(id.to_owned())),
            ("p", id) => Some(Self::Player(id.to_owned())),
            _ => None,
        }
    }
}

/// Where rings are heard.
pub struct Hub {
    topics: Mutex<HashMap<Topic, watch::Sender<()>>>,
    closed: watch::Sender<bool>,
    /// Rung when any player is.
    any_player: Notify,
    turns: Arc<Semaphore>,
    /// Passes rings on to other processes.
    elsewhere: UnboundedSender<Topic>,
}

/// Somebody who waits for news of one topic.
pub struct Listener {
    rung: watch::Receiver<()>,
    closed: watch::Receiver<bool>,
    turns: Arc<Semaphore>,
}

/// Why a wait is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Woken {
    /// There may be news.
    Rung,
    /// The server is stopping.
    Closed,
}

impl Hub {
    /// Of all listeners, so many look into the database at the same time.
    pub fn new(elsewhere: UnboundedSender<Topic>, look_at_once: usize) -> Self {
        Self {
            topics: Mutex::default(),
            closed: watch::Sender::new(false),
            any_player: Notify::new(),
            turns: Arc::new(Semaphore::new(look_at_once)),
            elsewhere,
        }
    }

    /// Listens from now on: nothing that happens after this is missed.
    pub fn listen(&self, topic: Topic) -> Listener {
        let mut topics = self.topics.lock().unwrap_or_else(PoisonError::into_inner);
        let rung = topics.entry(topic).or_insert_with(|| watch::Sender::new(())).subscribe();
        Listener { rung, closed: self.closed.subscribe(), turns: self.turns.clone() }
    }

    /// To be called when the news are in the database: wakes listeners here and elsewhere.
    pub fn ring(&self, topic: Topic) {
        self.ring_here(&topic);
        // Without a receiver there is nobody elsewhere.
        let _ = self.elsewhere.send(topic);
    }

    /// Wakes the listeners of this process.
    pub fn ring_here(&self, topic: &Topic) {
        if matches!(topic, Topic::Player(_)) {
            self.any_player.notify_one();
        }
        let mut topics = self.topics.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = topics.get(topic)
            && sender.send(()).is_err()
        {
            // The last one who listened has gone.
            topics.remove(topic);
        }
    }

    /// Wakes everybody in this process.
    pub fn ring_all_here(&self) {
        let topics = self.topics.lock().unwrap_or_else(PoisonError::into_inner);
        for sender in topics.values() {
            let _ = sender.send(());
        }
    }

    /// Forgets topics that nobody listens to any more.
    pub fn forget_quiet(&self) {
        let mut topics = self.topics.lock().unwrap_or_else(PoisonError::into_inner);
        topics.retain(|_, sender| sender.receiver_count() > 0);
        topics.shrink_to_fit();
    }

    /// Waits until there may be news for some player. For one listener only.
    pub async fn news_for_anybody(&self) {
        self.any_player.notified().await;
    }

    /// Whether the server is stopping.
    pub fn is_closed(&self) -> bool {
        *self.closed.borrow()
    }

    /// Waits until the server is stopping.
    pub async fn closed(&self) {
        // The sender is here, so that it cannot be gone.
        let _ = self.closed.subscribe().wait_for(|closed| *closed).await;
    }

    /// Lets everybody go who waits: the server is stopping.
    pub fn close(&self) {
        self.closed.send_replace(true);
    }
}

impl Listener {
    /// Waits until there may be news.
    pub async fn wait(&mut self) -> Woken {
        tokio::select! {
            rung = self.rung.changed() => if rung.is_ok() { Woken::Rung } else { Woken::Closed },
            _ = self.closed.wait_for(|closed| *closed) => Woken::Closed,
        }
    }

    /// Waits for its turn to look into the database, which is over when what this gives is dropped: a ring
    /// may wake thousands, and whoever makes a request is not to wait behind all of them.
    pub async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        // Nobody closes the semaphore.
        self.turns.clone().acquire_owned().await.ok()
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;

    fn game() -> Topic {
        Topic::Game("k3Jx".to_owned())
    }

    #[actix_web::test]
    async fn a_ring_wakes_those_who_listen_also_if_it_came_before_they_wait() {
        let (elsewhere, mut passed_on) = mpsc::unbounded_channel();
        let hub = Hub::new(elsewhere, 1);
        hub.ring(game());
        let (mut one, mut two) = (hub.listen(game()), hub.listen(game()));
        let mut other = hub.listen(Topic::Player("k3Jx".to_owned()));
        hub.ring(game());
        assert_eq!((one.wait().await, two.wait().await), (Woken::Rung, Woken::Rung));
        for quiet in [&mut one, &mut other] {
            let waited = tokio::time::timeout(std::time::Duration::from_millis(10), quiet.wait()).await;
            assert!(waited.is_err(), "nothing is new for them");
        }
        assert_eq!((passed_on.recv().await, passed_on.recv().await), (Some(game()), Some(game())));
        hub.close();
        assert_eq!((one.wait().await, other.wait().await), (Woken::Closed, Woken::Closed));
    }

    #[test]
    fn topics_that_nobody_listens_to_are_forgotten() {
        let hub = Hub::new(mpsc::unbounded_channel().0, 1);
        drop(hub.listen(game()));
        let _kept = hub.listen(Topic::Player("p".to_owned()));
        hub.forget_quiet();
        assert_eq!(hub.topics.lock().unwrap().len(), 1);
        drop(hub.listen(game()));
        hub.ring_here(&game());
        assert_eq!(hub.topics.lock().unwrap().len(), 1, "a ring that nobody hears forgets too");
    }

    #[actix_web::test]
    async fn listeners_look_into_the_database_by_turns() {
        let hub = Hub::new(mpsc::unbounded_channel().0, 2);
        let listeners = [hub.listen(game()), hub.listen(game()), hub.listen(game())];
        let first = listeners[0].turn().await;
        let _second = listeners[1].turn().await;
        let early = tokio::time::timeout(std::time::Duration::from_millis(10), listeners[2].turn()).await;
        assert!(early.is_err(), "two are looking");
        drop(first);
        assert!(listeners[2].turn().await.is_some());
    }

    #[test]
    fn a_topic_reads_back() {
        for topic in [game(), Topic::Player("8fJq".to_owned())] {
            assert_eq!(Topic::read(&topic.to_text()), Some(topic));
        }
        assert_eq!((Topic::read(""), Topic::read("x1"), Topic::read("é")), (None, None, None));
    }
}
