//! Sends what webhooks are to be sent, in the background.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use actix_web::{rt, web};
use futures_util::{StreamExt, stream::FuturesUnordered};
use tokio::time::MissedTickBehavior;

use crate::{
    club::Club,
    refusal::Refusal,
    store::deliveries::Busy,
    webhooks::{
        call::{Caller, Ending},
        deliver::{self, Job},
        fan_out,
    },
};

/// How often it is looked for what is due.
const ROUND: Duration = Duration::from_millis(500);

/// How soon after a round the next one may come, however often somebody rings.
const PAUSE: Duration = Duration::from_millis(20);

/// How many calls may be under way, and how many of them to one host: a slow one holds nobody up.
const AT_ONCE: usize = 32;
const AT_ONCE_TO_A_HOST: usize = 2;

/// How often it is tried to write down how a call has ended. What cannot be written is sent again.
const TRIES: u32 = 5;
const BETWEEN_TRIES: Duration = Duration::from_millis(200);

/// The calls that are under way: how many to each host, and to which webhooks.
#[derive(Default)]
struct UnderWay {
    hosts: HashMap<String, usize>,
    webhooks: HashSet<String>,
}

impl UnderWay {
    fn busy(&self) -> Busy {
        let hosts = self.hosts.iter().filter(|(_, calls)| **calls >= AT_ONCE_TO_A_HOST);
        Busy {
            hosts: hosts.map(|(host, _)| host.clone()).collect(),
            webhooks: self.webhooks.iter().cloned().collect(),
        }
    }

    fn began(&mut self, host: &str, webhook: &str) {
        *self.hosts.entry(host.to_owned()).or_default() += 1;
        self.webhooks.insert(webhook.to_owned());
    }

    fn ended(&mut self, host: &str, webhook: &str) {
        self.webhooks.remove(webhook);
        if let Some(calls) = self.hosts.get_mut(host) {
            *calls -= 1;
            if *calls == 0 {
                self.hosts.remove(host);
            }
        }
    }
}

/// Runs until the server stops, and then until the calls that are under way have ended.
pub async fn run(club: web::Data<Club>, caller: Caller) {
    let caller = Arc::new(caller);
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut under_way = UnderWay::default();
    let mut calls = FuturesUnordered::new();
    while !club.hub.is_closed() {
        fan_out(&club).await;
        while calls.len() < AT_ONCE && !club.hub.is_closed() {
            let Some(job) = claim(&club, under_way.busy()).await else { break };
            let (host, webhook) = (job.host().to_owned(), job.webhook().to_owned());
            under_way.began(&host, &webhook);
            let call = rt::spawn(deliver(club.clone(), caller.clone(), job));
            calls.push(async move {
                if let Err(error) = call.await {
                    tracing::error!(%error, "a call of a webhook has failed");
                }
                (host, webhook)
            });
        }
        tokio::time::sleep(PAUSE).await;
        tokio::select! {
            _ = rounds.tick() => {}
            () = club.hub.news_for_anybody() => {}
            () = club.hub.closed() => {}
            Some((host, webhook)) = calls.next() => under_way.ended(&host, &webhook),
        }
    }
    while calls.next().await.is_some() {}
}

async fn fan_out(club: &web::Data<Club>) {
    let club = club.clone();
    let done = web::block(move || fan_out::fan_out_all(&club)).await;
    done_or_told(done, "feeds could not be looked through");
}

async fn claim(club: &web::Data<Club>, mut busy: Busy) -> Option<Job> {
    let club = club.clone();
    let claimed = web::block(move || deliver::claim(&club, &mut busy)).await;
    done_or_told(claimed, "what is to be sent could not be read").flatten()
}

/// Makes the call of a job, and writes down how it has ended.
async fn deliver(club: web::Data<Club>, caller: Arc<Caller>, job: Job) {
    let ending = deliver::send(&club, &caller, &job).await.unwrap_or_else(|refusal| {
        tracing::error!(?refusal, "a webhook could not be called");
        Ending::failed("the server could not make the call")
    });
    let (job, ending) = (Arc::new(job), Arc::new(ending));
    for _ in 0..TRIES {
        let (club, job, ending) = (club.clone(), job.clone(), ending.clone());
        let settled = web::block(move || deliver::settle(&club, &job, &ending)).await;
        if done_or_told(settled, "how a call has ended could not be written").is_some() {
            return;
        }
        tokio::time::sleep(BETWEEN_TRIES).await;
    }
}

/// What was done, or `None`, and the log knows.
fn done_or_told<T>(
    done: Result<Result<T, Refusal>, actix_web::error::BlockingError>,
    otherwise: &'static str,
) -> Option<T> {
    match done {
        Ok(Ok(done)) => return Some(done),
        Ok(Err(refusal)) => tracing::warn!(?refusal, "{otherwise}"),
        Err(error) => tracing::warn!(%error, "{otherwise}"),
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_busy_with_two_calls_and_a_webhook_with_one() {
        let mut under_way = UnderWay::default();
        under_way.began("a", "1");
        under_way.began("a", "2");
        under_way.began("b", "3");
        let mut busy = under_way.busy();
        busy.webhooks.sort();
        assert_eq!(
            (busy.hosts, busy.webhooks),
            (vec!["a".to_owned()], ["1", "2", "3"].map(str::to_owned).to_vec())
        );
        under_way.ended("a", "1");
        assert!(under_way.busy().hosts.is_empty());
        under_way.ended("a", "2");
        under_way.ended("b", "3");
        assert!(under_way.hosts.is_empty() && under_way.webhooks.is_empty());
    }
}
