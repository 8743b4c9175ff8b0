//! Requests over a number of connections: each sends its next one when it has had an answer, or when it is
//! due.

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use tokio::sync::Semaphore;

use crate::{
    client::{self, Client},
    dice::arrivals,
    run::Run,
    script::{Game, Script},
};

/// How many connections there are.
pub const LANES: usize = 32;

/// How many of how many requests are moves; the others are reads.
#[derive(Debug, Clone, Copy)]
pub struct Mix {
    pub moves: usize,
    pub of: usize,
}

pub const MOVES: Mix = Mix { moves: 1, of: 1 };
pub const READS: Mix = Mix { moves: 0, of: 1 };
pub const MOSTLY_READS: Mix = Mix { moves: 1, of: 5 };

/// A connection with tables of its own, at which it moves by turns.
struct Lane {
    client: Client,
    games: VecDeque<Playing>,
    reads: Vec<Vec<u8>>,
    sent: usize,
    request: Vec<u8>,
}

struct Playing {
    game: Game,
    script: usize,
    next: usize,
}

/// Everybody who plays.
pub struct Hall {
    address: String,
    scripts: Vec<Script>,
    lanes: Vec<Lane>,
    /// How many tables there have been.
    tables: usize,
}

impl Hall {
    /// Nobody plays yet. Scripts are cut to one length, so that every ruleset has as many moves.
    pub async fn open(address: &str, mut scripts: Vec<Script>) -> Self {
        let shortest = scripts.iter().map(|script| script.moves.len()).min().unwrap_or(0);
        scripts.iter_mut().for_each(|script| script.moves.truncate(shortest));
        let mut lanes = Vec::new();
        for _ in 0..LANES {
            let client = Client::connect(address).await;
            let (games, reads, request) = (VecDeque::new(), Vec::new(), Vec::new());
            lanes.push(Lane { client, games, reads, sent: 0, request });
        }
        Self { address: address.to_owned(), scripts, lanes, tables: 0 }
    }

    /// Goes on with another server of the same database.
    pub fn move_to(&mut self, address: &str) {
        address.clone_into(&mut self.address);
    }

    /// Connects anew: the server hangs up on whoever was silent for some seconds.
    async fn connect(&mut self) {
        for lane in &mut self.lanes {
            lane.client = Client::connect(&self.address).await;
        }
    }

    /// How many moves a script has.
    pub fn length(&self) -> usize {
        self.scripts[0].moves.len()
    }

    /// Sees to it that at least `games` tables of each ruleset are played, and `moves` moves are left.
    pub async fn fill(&mut self, games: usize, moves: usize) {
        self.connect().await;
        let length = self.length();
        let (games, moves) = (games.div_ceil(LANES) * self.scripts.len(), moves.div_ceil(LANES));
        let (scripts, first) = (&self.scripts, self.tables);
        let seated = self.lanes.iter_mut().enumerate().map(|(number, lane)| async move {
            let mut added = 0;
            let left = |lane: &Lane| lane.games.iter().map(|one| length - one.next).sum::<usize>();
            while lane.games.len() < games || left(lane) < moves {
                for (script, recorded) in scripts.iter().enumerate() {
                    let name = format!("l{number}t{}", first + added);
                    let game = recorded.open(&mut lane.client, &name).await;
                    lane.games.push_back(Playing { game, script, next: 0 });
                    added += 1;
                }
            }
            added
        });
        self.tables += join_all(seated).await.into_iter().max().unwrap_or(0);
    }

    /// Has every game read by both players. With `known` they have seen it as it is.
    pub async fn render_reads(&mut self, known: bool) {
        self.connect().await;
        join_all(self.lanes.iter_mut().map(|lane| async move {
            lane.reads.clear();
            for Playing { game, .. } in &lane.games {
                for token in &game.tokens {
                    let mut request = client::get(&game.path, Some(token), "");
                    if known {
                        lane.client.send(&request).await;
                        let tag = lane.client.header("etag").expect("a tag");
                        request = client::get(&game.path, Some(token), &format!("If-None-Match: {tag}\r\n"));
                    }
                    lane.reads.push(request);
                }
            }
        }))
        .await;
    }

    /// As many requests as there is time for.
    pub async fn flood(&mut self, mix: Mix, expected: u16, seconds: f64) -> Run {
        self.connect().await;
        self.work(mix, expected, &Pace::Flood { until: Instant::now() + Duration::from_secs_f64(seconds) })
            .await
    }

    /// So many requests a second, at random times, whether those before have been answered or not.
    pub async fn drip(&mut self, mix: Mix, rate: f64, seconds: f64) -> Run {
        self.connect().await;
        let (due, start) = (Arc::new(Semaphore::new(0)), Instant::now());
        let times: Vec<Instant> = arrivals(rate, seconds).into_iter().map(|after| start + after).collect();
        let ticker = std::thread::spawn({
            let (due, times) = (due.clone(), times.clone());
            // The timer of the runtime counts milliseconds, which is too coarse.
            move || {
                for time in times {
                    std::thread::sleep(time.saturating_duration_since(Instant::now()));
                    due.add_permits(1);
                }
                due.add_permits(LANES);
            }
        });
        let run = self.work(mix, 200, &Pace::Drip { due, times, next: Cell::new(0) }).await;
        ticker.join().expect("it has come to its end");
        run
    }

    async fn work(&mut self, mix: Mix, expected: u16, pace: &Pace) -> Run {
        let (latencies, start, scripts) = (RefCell::new(Vec::new()), Instant::now(), &self.scripts);
        join_all(self.lanes.iter_mut().map(|lane| async {
            while let Some(due) = pace.next().await
                && lane.render(scripts, mix)
            {
                let status = lane.client.send(&lane.request).await;
                assert_eq!(status, expected, "{}", String::from_utf8_lossy(lane.client.body()));
                latencies.borrow_mut().push(due.elapsed().as_micros() as u32);
            }
        }))
        .await;
        Run::new(start.elapsed().as_secs_f64(), latencies.into_inner())
    }
}

impl Lane {
    /// Puts the next request together; whether there is one.
    fn render(&mut self, scripts: &[Script], mix: Mix) -> bool {
        self.request.clear();
        self.sent += 1;
        if self.sent % mix.of >= mix.moves {
            self.request.extend_from_slice(&self.reads[self.sent % self.reads.len()]);
            return true;
        }
        let Some(mut playing) = self.games.pop_front() else { return false };
        let moves = &scripts[playing.script].moves;
        let (seat, tail) = &moves[playing.next];
        self.request.extend_from_slice(&playing.game.heads[*seat]);
        self.request.extend_from_slice(tail);
        playing.next += 1;
        if playing.next < moves.len() {
            self.games.push_back(playing);
        }
        true
    }
}

/// When requests are sent.
enum Pace {
    Flood { until: Instant },
    Drip { due: Arc<Semaphore>, times: Vec<Instant>, next: Cell<usize> },
}

impl Pace {
    /// Waits for the time of the next request, from which its latency counts.
    async fn next(&self) -> Option<Instant> {
        match self {
            Self::Flood { until } => Some(Instant::now()).filter(|now| now < until),
            Self::Drip { due, times, next } => {
                due.acquire().await.expect("is not closed").forget();
                times.get(next.replace(next.get() + 1)).copied()
            }
        }
    }
}
