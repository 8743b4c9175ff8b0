//! Sends what webhooks are to be sent, in the background.

use std::{collections::HashMap, sync::Arc, time::Duration};

use actix_web::{rt, web};
use futures_util::{StreamExt, stream::FuturesUnordered};
use tokio::time::MissedTickBehavior;

use crate::{
    club::Club,
    refusal::Refusal,
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

/// How many calls are under way, by host.
#[derive(Default)]
struct UnderWay(HashMap<String, usize>);

impl UnderWay {
    fn busy(&self) -> Vec<String> {
        self.0
            .iter()
            .filter(|(_, calls)| **calls >= AT_ONCE_TO_A_HOST)
            .map(|(host, _)| host.clone())
            .collect()
    }

    fn began(&mut self, host: &str) {
        *self.0.entry(host.to_owned()).or_default() += 1;
    }

    fn ended(&mut self, host: &str) {
        if let Some(calls) = self.0.get_mut(host) {
            *calls -= 1;
            if *calls == 0 {
                self.0.remove(host);
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
            let host = job.host().to_owned();
            under_way.began(&host);
            let call = rt::spawn(deliver(club.clone(), caller.clone(), job));
            calls.push(async move {
                if let Err(error) = call.await {
                    tracing::error!(%error, "a call of a webhook has failed");
                }
                host
            });
        }
        tokio::time::sleep(PAUSE).await;
        tokio::select! {
            _ = rounds.tick() => {}
            () = club.hub.news_for_anybody() => {}
            () = club.hub.closed() => {}
            Some(host) = calls.next() => under_way.ended(&host),
        }
    }
    while calls.next().await.is_some() {}
}

async fn fan_out(club: &web::Data<Club>) {
    let club = club.clone();
    let done = web::block(move || fan_out::fan_out_all(&club)).await;
    done_or_told(done, "feeds could not be looked through");
}

async fn claim(club: &web::Data<Club>, busy: Vec<String>) -> Option<Job> {
    let club = club.clone();
    let claimed = web::block(move || deliver::claim(&club, &busy)).await;
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
    fn a_host_is_busy_with_two_calls() {
        let mut under_way = UnderWay::default();
        under_way.began("a");
        under_way.began("a");
        under_way.began("b");
        assert_eq!(under_way.busy(), ["a"]);
        under_way.ended("a");
        assert!(under_way.busy().is_empty());
        under_way.ended("a");
        under_way.ended("b");
        assert!(under_way.0.is_empty());
    }
}
