//! A game of nine-card Golf.

use std::collections::VecDeque;

use serde_json::{Value, json};

use super::{Mirror, list, number, text};
use crate::support::dealing::{Words, packs};

#[derive(Debug, Clone)]
struct Placed {
    card: String,
    up: bool,
}

/// The table, hidden cards and all.
#[derive(Debug, Clone)]
pub struct Table {
    options: Value,
    seats: usize,
    hole: u64,
    dealer: usize,
    layouts: Vec<Vec<Option<Placed>>>,
    /// Top card first.
    stock: VecDeque<String>,
    /// Top card last.
    discards: Vec<String>,
    drawn: Option<(usize, String)>,
    revealed: Vec<bool>,
    arranged: Vec<bool>,
    went_out: Option<usize>,
    hole_scores: Vec<Vec<i64>>,
    last_hole: Value,
    in_play: bool,
    reshuffles: usize,
}

impl Table {
    pub fn new(seats: usize, options: &Value) -> Self {
        Self {
            options: options.clone(),
            seats,
            hole: 0,
            dealer: 0,
            layouts: Vec::new(),
            stock: VecDeque::new(),
            discards: Vec::new(),
            drawn: None,
            revealed: Vec::new(),
            arranged: Vec::new(),
            went_out: None,
            hole_scores: vec![Vec::new(); seats],
            last_hole: Value::Null,
            in_play: false,
            reshuffles: 0,
        }
    }

    fn take_in(&mut self, event: &Value, words: &mut Words) {
        let seat = event["seat"].as_u64().unwrap_or_default() as usize;
        match event["type"].as_str().expect("a type") {
            "first_dealer" => {
                assert_eq!(seat, words.below(self.seats), "the first dealer follows from the seed");
                self.dealer = seat;
            }
            "shuffle" => self.shuffle(list(&event["order"]).iter().map(text).collect(), words),
            "hole_started" => self.deal(event),
            "revealed" => {
                for (cell, card) in list(&event["cells"]).iter().zip(list(&event["cards"])) {
                    let placed = self.layouts[seat][number(cell)].as_mut().expect("a card");
                    assert_eq!(placed.card, *card, "what was dealt is what is turned up");
                    placed.up = true;
                }
                self.revealed[seat] = true;
            }
            "arranged" => {
                let old = self.layouts[seat].clone();
                self.layouts[seat] =
                    list(&event["order"]).iter().map(|from| old[number(from)].clone()).collect();
                self.arranged[seat] = true;
            }
            "draw" => {
                let card = self.stock.pop_front().expect("a card in the stock");
                assert_eq!(event["card"], card, "the drawn card is the top one");
                self.drawn = Some((seat, card));
            }
            "swapped" => {
                let (whose, card) = self.drawn.take().expect("a drawn card");
                assert_eq!(whose, seat);
                let old = self.replace(seat, event, card);
                self.discards.push(old);
            }
            "discarded" => {
                let (whose, card) = self.drawn.take().expect("a drawn card");
                assert_eq!((whose, &event["card"]), (seat, &json!(card)));
                self.discards.push(card);
            }
            "took" => {
                let card = self.discards.pop().expect("a discard");
                let old = self.replace(seat, event, card);
                self.discards.push(old);
            }
            "line_cleared" => {
                for cell in list(&event["cells"]) {
                    self.layouts[seat][number(cell)] = None;
                }
            }
            "went_out" => {
                assert!(self.layouts[seat].iter().flatten().all(|placed| placed.up), "{event}");
                self.went_out = Some(seat);
            }
            "hole_finished" => self.finish(event),
            "play_started" => assert_eq!(seat, (self.dealer + 1) % self.seats),
            "game_finished" => assert_eq!(event["totals"], json!(self.totals())),
            other => panic!("an event that nobody has told of: {other}"),
        }
    }

    fn shuffle(&mut self, order: Vec<String>, words: &mut Words) {
        if self.in_play {
            // The top discard stays; the others lie from the oldest to the latest.
            assert!(self.stock.is_empty(), "discards become a stock only when there is none");
            let top = self.discards.pop().expect("a discard");
            let below = std::mem::replace(&mut self.discards, vec![top]);
            assert_eq!(order, words.shuffled(below), "the shuffle follows from the seed");
            self.reshuffles += 1;
        } else {
            assert_eq!(order, words.shuffled(packs(self.seats)), "the deal follows from the seed");
        }
        self.stock = order.into();
    }

    /// One card at a time from the dealer's left, cell by cell; the next one begins the discards.
    fn deal(&mut self, event: &Value) {
        let n = self.seats;
        if self.hole > 0 {
            self.dealer = (self.dealer + 1) % n;
        }
        self.hole += 1;
        self.layouts = vec![Vec::new(); n];
        for _ in 0..9 {
            for place in 1..=n {
                let card = self.stock.pop_front().expect("a card");
                self.layouts[(self.dealer + place) % n].push(Some(Placed { card, up: false }));
            }
        }
        self.discards = vec![self.stock.pop_front().expect("a card")];
        (self.revealed, self.arranged) = (vec![false; n], vec![false; n]);
        (self.drawn, self.went_out, self.in_play) = (None, None, true);
        let told = json!({
            "type": "hole_started", "hole": self.hole, "dealer": self.dealer,
            "first": (self.dealer + 1) % n, "stock": self.stock.len(), "discard": self.discards[0],
        });
        assert_eq!(*event, told);
    }

    /// Puts `card` into the cell that the event names; the card that lay there.
    fn replace(&mut self, seat: usize, event: &Value, card: String) -> String {
        assert_eq!(event["card"], card, "{event}");
        let cell = &mut self.layouts[seat][number(&event["cell"])];
        let old = cell.replace(Placed { card, up: true }).expect("no card goes into a gap").card;
        assert_eq!(event["discarded"], old, "{event}");
        old
    }

    fn finish(&mut self, event: &Value) {
        for placed in self.layouts.iter_mut().flatten().flatten() {
            placed.up = true;
        }
        assert_eq!(event["layouts"], self.shown(), "everything is turned up as it lay");
        let out = self.went_out.expect("somebody went out");
        let mut scores: Vec<i64> = self.layouts.iter().map(|layout| self.score(layout)).collect();
        if scores.iter().any(|score| *score < scores[out]) {
            scores[out] += self.options["out_penalty"].as_i64().expect("a number");
        }
        assert_eq!(event["scores"], json!(scores), "{event}");
        for (all, score) in self.hole_scores.iter_mut().zip(scores) {
            all.push(score);
        }
        assert_eq!(event["totals"], json!(self.totals()));
        self.last_hole = event.clone();
        self.last_hole.as_object_mut().expect("an object").remove("type");
        self.in_play = false;
    }

    /// A card beside one of its own rank scores nothing, any other one its value.
    fn score(&self, layout: &[Option<Placed>]) -> i64 {
        let rank = |row: i32, column: i32| match (row, column) {
            (0..=2, 0..=2) => layout[(row * 3 + column) as usize].as_ref().map(|p| &p.card[..1]),
            _ => None,
        };
        // A Joker's name is JK, so that its first letter would make it a Jack.
        let rank = |row, column| match rank(row, column) {
            Some("J") if layout[(row * 3 + column) as usize].as_ref().is_some_and(|p| p.card == "JK") => {
                Some("Joker")
            }
            other => other,
        };
        let mut sum = 0;
        for (row, column) in (0..9).map(|cell| (cell / 3, cell % 3)) {
            let Some(own) = rank(row, column) else { continue };
            let beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
            let keeps = own == "Joker" && self.options["joker_pairs"] == "keep";
            if !keeps && beside.iter().any(|&(row, column)| rank(row, column) == Some(own)) {
                continue;
            }
            sum += match own {
                "A" => 1,
                "T" | "J" | "Q" => 10,
                "K" => 0,
                "Joker" => -2,
                number => number.parse::<i64>().expect("a number"),
            };
        }
        sum
    }

    fn shown(&self) -> Value {
        let face = |placed: &Placed| if placed.up { placed.card.clone() } else { "??".to_owned() };
        json!(
            self.layouts
                .iter()
                .map(|layout| layout.iter().map(|cell| cell.as_ref().map(face)).collect::<Vec<_>>())
                .collect::<Vec<_>>()
        )
    }
}

impl Mirror for Table {
    fn follow(&mut self, entry: &Value, seed: &str) {
        let mut words = Words::new(seed, entry["version"].as_u64().expect("a version"));
        for event in list(&entry["events"]) {
            self.take_in(event, &mut words);
        }
    }

    fn state(&self, viewer: Option<usize>) -> Value {
        let waits = |done: &[bool]| done.iter().any(|done| !done);
        let phase = if waits(&self.revealed) {
            "reveal"
        } else if self.options["rearrange"] == true && waits(&self.arranged) {
            "arrange"
        } else {
            "play"
        };
        let drawn = self.drawn.as_ref().map(|(seat, card)| if viewer == Some(*seat) { card } else { "??" });
        json!({
            "hole": self.hole, "holes": self.options["holes"], "phase": phase, "dealer": self.dealer,
            "stock": self.stock.len(), "discard": self.discards.last(), "drawn": drawn,
            "layouts": self.shown(), "went_out": self.went_out, "totals": self.totals(),
            "hole_scores": self.hole_scores, "last_hole": self.last_hole,
        })
    }

    /// Cards stand in the state and in events only.
    fn tells(&self, _: Option<usize>, text: &str) -> bool {
        text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| match word.as_bytes() {
            b"JK" => true,
            [rank, suit] => b"A23456789TJQK".contains(rank) && b"CDHS".contains(suit),
            _ => false,
        })
    }

    fn reshuffles(&self) -> usize {
        self.reshuffles
    }

    fn totals(&self) -> Vec<i64> {
        self.hole_scores.iter().map(|scores| scores.iter().sum()).collect()
    }
}
