//! Passes rings between the processes that share a Postgres.

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use tokio::sync::mpsc::UnboundedReceiver;

use crate::{
    hub::{Hub, Topic},
    ids,
    store::{Address, StoreError, herald::Herald},
};

/// How often it is looked whether something was sent.
const LISTENING: Duration = Duration::from_millis(25);

/// How long to wait before connecting again.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// How long rings are collected before they are sent, so that many go together.
const COLLECTING: Duration = Duration::from_millis(10);

/// How many rings are sent at a time; their text has to be shorter than 8000 bytes.
const AT_A_TIME: usize = 100;

/// Two threads that stop when this is dropped.
pub struct Relay {
    stopped: Arc<AtomicBool>,
}

impl Relay {
    /// Sends what comes out of `outgoing` to the other processes, and rings here what they send. Does
    /// nothing for a database that has no way to send.
    ///
    /// # Errors
    /// If the system has no more threads.
    pub fn start(
        address: &Address,
        hub: Arc<Hub>,
        outgoing: UnboundedReceiver<Topic>,
    ) -> std::io::Result<Self> {
        let stopped = Arc::new(AtomicBool::new(false));
        if matches!(address, Address::Postgres(_)) {
            // Whoever hears his own rings need not listen to them again.
            let me = ids::id();
            let (to, from) = (address.clone(), address.clone());
            let (sender, listener) = (me.clone(), stopped.clone());
            thread::Builder::new().name("relay-send".into()).spawn(move || send(&to, &sender, outgoing))?;
            thread::Builder::new()
                .name("relay-listen".into())
                .spawn(move || listen(&from, &me, &hub, &listener))?;
        }
        Ok(Self { stopped })
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

/// Sends rings until nobody can ring any more.
fn send(address: &Address, me: &str, mut outgoing: UnboundedReceiver<Topic>) {
    let mut herald = None;
    while let Some(first) = outgoing.blocking_recv() {
        let mut topics = HashSet::from([first]);
        thread::sleep(COLLECTING);
        while topics.len() < AT_A_TIME
            && let Ok(next) = outgoing.try_recv()
        {
            topics.insert(next);
        }
        let topics: Vec<String> = topics.iter().map(Topic::to_text).collect();
        let text = format!("{me} {}", topics.join(" "));
        // A connection that was idle may have been cut: the second time it is a new one.
        for _ in 0..2 {
            match send_by(&mut herald, address, &text) {
                Ok(()) => break,
                Err(error) => {
                    tracing::warn!(%error, "other processes could not be told");
                    herald = None;
                }
            }
        }
    }
}

fn send_by(herald: &mut Option<Herald>, address: &Address, text: &str) -> Result<(), StoreError> {
    if herald.is_none() {
        *herald = Herald::connect(address)?;
    }
    herald.as_mut().map_or(Ok(()), |herald| herald.send(text))
}

fn listen(address: &Address, me: &str, hub: &Hub, stopped: &AtomicBool) {
    while !stopped.load(Ordering::Relaxed) {
        if let Err(error) = listen_once(address, me, hub, stopped) {
            tracing::warn!(%error, "other processes are not heard");
            thread::sleep(AFTER_FAILURE);
        }
    }
}

/// Listens until the connection fails, or for good.
fn listen_once(address: &Address, me: &str, hub: &Hub, stopped: &AtomicBool) -> Result<(), StoreError> {
    let Some(mut herald) = Herald::connect(address)? else { return Ok(()) };
    herald.listen()?;
    // What was sent before was not heard.
    hub.ring_all_here();
    while !stopped.load(Ordering::Relaxed) {
        for text in herald.heard()? {
            let mut words = text.split(' ');
            if words.next() != Some(me) {
                words.filter_map(Topic::read).for_each(|topic| hub.ring_here(&topic));
            }
        }
        thread::sleep(LISTENING);
    }
    Ok(())
}
