//! A game of Card Golf.

use std::collections::VecDeque;

use serde_json::{Value, json};

use super::{Mirror, list, number, text};
use crate::support::dealing::{Words, card_golf_pack};

/// A side's ball.
#[derive(Debug, Clone)]
struct Ball {
    at: i64,
    lie: String,
    putts: u8,
    protected: bool,
    came_from: Option<(i64, String)>,
}

/// The table, hidden cards and all.
#[derive(Debug, Clone)]
pub struct Table {
    seats: usize,
    holes: Value,
    course: Value,
    hole: usize,
    length: i64,
    dealer: usize,
    /// Top card first.
    pack: VecDeque<String>,
    hands: Vec<Vec<String>>,
    /// Whose cards lie played, in the order in which they were played.
    played: Vec<(usize, String)>,
    balls: Vec<Ball>,
    missed_turns: Vec<usize>,
    results: Vec<Option<usize>>,
    in_play: bool,
    reshuffles: usize,
}

impl Table {
    pub fn new(seats: usize, options: &Value, course: &Value) -> Self {
        assert_eq!(course["id"], options["course"], "the game holds the course it asked for");
        Self {
            seats,
            holes: options["holes"].clone(),
            course: course.clone(),
            hole: 0,
            length: 0,
            dealer: 0,
            pack: VecDeque::new(),
            hands: Vec::new(),
            played: Vec::new(),
            balls: Vec::new(),
            missed_turns: Vec::new(),
            results: Vec::new(),
            in_play: false,
            reshuffles: 0,
        }
    }

    fn sides(&self) -> usize {
        if self.seats == 4 { 2 } else { self.seats }
    }

    fn take_in(&mut self, event: &Value, words: &mut Words) {
        let seat = event["seat"].as_u64().unwrap_or_default() as usize;
        let side = event["side"].as_u64().unwrap_or_default() as usize;
        match event["type"].as_str().expect("a type") {
            "first_dealer" => {
                assert_eq!(seat, words.below(self.seats), "the first dealer follows from the seed");
                self.dealer = seat;
            }
            "shuffle" => self.shuffle(list(&event["order"]).iter().map(text).collect(), words),
            "hole_started" => self.deal(event),
            "draw" => {
                let card = self.pack.pop_front().expect("a card in the pack");
                assert_eq!(event["card"], card, "the drawn card is the top one");
                self.hands[seat].push(card);
            }
            "stroke" => self.stroke(event, seat, side),
            "holed_out" => assert_eq!(self.balls[side].lie, "holed"),
            "last_turns" => assert_eq!(number(&event["dealer"]), self.dealer),
            "hazard" => {
                let target = number(&event["target"]);
                assert_eq!(side, target % self.sides());
                self.lay(seat, &text(&event["card"]), target);
                self.balls[side].protected = true;
            }
            "stroke_cancelled" => {
                let (at, lie) = self.balls[side].came_from.take().expect("a stroke to cancel");
                self.put(event, side, at, lie);
            }
            "ball_moved" => {
                let (_, card) = self.played.last().expect("a hazard");
                let lie = match card.as_str() {
                    "slice" => "right_rough",
                    "pull" => "left_rough",
                    bunker => bunker,
                };
                self.put(event, side, self.balls[side].at, lie.to_owned());
            }
            "putt_cancelled" => self.balls[side].putts = 0,
            "turn_lost" => {
                self.missed_turns[seat] += 1;
                assert_eq!(number(&event["missed_turns"]), self.missed_turns[seat]);
            }
            "turn_missed" => {
                self.missed_turns[seat] -= 1;
                assert_eq!(number(&event["missed_turns"]), self.missed_turns[seat]);
            }
            "passed" => assert!(self.pack.is_empty() && self.played.is_empty()),
            "hole_finished" => self.finish(event),
            "game_finished" => assert_eq!(event["totals"], json!(self.totals())),
            other => panic!("an event that nobody has told of: {other}"),
        }
    }

    fn shuffle(&mut self, order: Vec<String>, words: &mut Words) {
        if self.in_play {
            assert!(self.pack.is_empty(), "played cards become a pack only when there is none");
            let played = self.played.drain(..).map(|(_, card)| card).collect();
            assert_eq!(order, words.shuffled(played), "the shuffle follows from the seed");
            self.reshuffles += 1;
        } else {
            assert_eq!(order, words.shuffled(card_golf_pack()), "the deal follows from the seed");
        }
        self.pack = order.into();
    }

    /// Six cards each, one at a time from the dealer's left.
    fn deal(&mut self, event: &Value) {
        let n = self.seats;
        if let Some(result) = self.results.last() {
            self.dealer = self.next_dealer(*result);
        }
        self.hole += 1;
        self.hands = vec![Vec::new(); n];
        for place in 1..=6 * n {
            let card = self.pack.pop_front().expect("a card");
            self.hands[(self.dealer + place) % n].push(card);
        }
        let hole = self.hole - 1;
        let yards = self.course["yards"][hole].as_i64().expect("a length");
        self.length = (yards + 10) / 20 * 20;
        let tee = Ball { at: 0, lie: "tee".into(), putts: 0, protected: false, came_from: None };
        self.balls = vec![tee; self.sides()];
        self.played.clear();
        self.missed_turns = vec![0; n];
        self.in_play = true;
        let told = json!({
            "type": "hole_started", "hole": self.hole, "name": self.course["hole_names"].get(hole),
            "length": self.length, "par": self.course["par"].get(hole), "dealer": self.dealer,
            "first": (self.dealer + 1) % n, "pack": self.pack.len(),
        });
        assert_eq!(*event, told);
    }

    fn next_dealer(&self, result: Option<usize>) -> usize {
        match (result, self.seats) {
            (None, _) => self.dealer,
            (Some(side), 4) if side == self.dealer % 2 => (self.dealer + 2) % 4,
            (Some(_), 4) => (self.dealer + 3) % 4,
            (Some(side), _) => side,
        }
    }

    /// Moves a card from a hand to the table.
    fn lay(&mut self, from: usize, card: &str, before: usize) {
        let at = self.hands[from].iter().position(|held| held == card);
        self.hands[from].remove(at.unwrap_or_else(|| panic!("seat {from} holds no {card}")));
        self.played.push((before, card.to_owned()));
    }

    fn stroke(&mut self, event: &Value, seat: usize, side: usize) {
        assert_eq!(side, seat % self.sides());
        let card = text(&event["card"]);
        self.lay(seat, &card, seat);
        if event["holed_out"] == true {
            self.lay(seat, "holed_out", seat);
        }
        let length = self.length;
        let ball = &mut self.balls[side];
        let before = (ball.at, ball.lie.clone());
        let (at, lie, putts) = match card.rsplit_once('_').and_then(|(_, yards)| yards.parse::<i64>().ok()) {
            Some(yards) => {
                let at = if ball.at <= length { ball.at + yards } else { ball.at - yards };
                let lie = match (length - at).abs() {
                    0 if event["holed_out"] == true => "holed",
                    0 => "pin_high",
                    20 => "green",
                    _ => "fairway",
                };
                // A putt that stood is cancelled by an event of its own.
                (at, lie, ball.putts)
            }
            None if card == "putt" && ball.lie == "green" && ball.putts == 0 => (ball.at, "green", 1),
            None => (length, "holed", 0),
        };
        (ball.protected, ball.came_from, ball.putts) = (false, Some(before), putts);
        assert_eq!(event["putts"] == 1, card == "putt" && lie == "green");
        self.put(event, side, at, lie.to_owned());
    }

    /// Puts a ball where the event must have brought it.
    fn put(&mut self, event: &Value, side: usize, at: i64, lie: String) {
        assert_eq!(event["from"], self.position(side));
        (self.balls[side].at, self.balls[side].lie) = (at, lie);
        assert_eq!(event["to"], self.position(side));
    }

    fn position(&self, side: usize) -> Value {
        let ball = &self.balls[side];
        json!({ "at": ball.at, "to_hole": (self.length - ball.at).abs(), "lie": ball.lie })
    }

    fn finish(&mut self, event: &Value) {
        let holed: Vec<usize> = (0..self.sides()).filter(|&side| self.balls[side].lie == "holed").collect();
        let winner = if holed.len() == 1 { Some(holed[0]) } else { None };
        self.results.push(winner);
        let scores: Vec<usize> =
            (0..self.seats).map(|seat| usize::from(Some(seat % self.sides()) == winner)).collect();
        self.missed_turns = vec![0; self.seats];
        self.in_play = false;
        let told = json!({
            "type": "hole_finished", "hole": self.hole, "winner": winner, "scores": scores,
            "holes_won": self.holes_won(), "balls": self.shown_balls(),
        });
        assert_eq!(*event, told);
    }

    fn holes_won(&self) -> Vec<usize> {
        (0..self.sides()).map(|side| self.results.iter().filter(|r| **r == Some(side)).count()).collect()
    }

    fn shown_balls(&self) -> Vec<Value> {
        let shown = |side: usize| {
            let seats: Vec<usize> = (0..self.seats).filter(|seat| seat % self.sides() == side).collect();
            let mut ball = self.position(side);
            ball["seats"] = json!(seats);
            ball["putts"] = json!(self.balls[side].putts);
            ball["protected"] = json!(self.balls[side].protected);
            ball
        };
        (0..self.sides()).map(shown).collect()
    }

    /// A hand as it is shown: clubs from the longest to the shortest, of each the shorter distance
    /// first, then the others as they stand in the pack.
    fn sorted(&self, hand: &[String]) -> Vec<String> {
        let pack = card_golf_pack();
        let key = |card: &String| {
            let place = pack.iter().position(|other| other == card).expect("a card");
            let (club, yards) = match card.rsplit_once('_') {
                Some((club, yards)) => (club, yards.parse().unwrap_or(0)),
                None => ("", 0),
            };
            let of_club = pack.iter().position(|other| other.starts_with(&format!("{club}_")));
            if yards > 0 { (of_club.expect("a club"), yards) } else { (place, 0) }
        };
        let mut hand = hand.to_vec();
        hand.sort_by_key(key);
        hand
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
        let before = |seat| {
            let cards = self.played.iter().filter(move |(whose, _)| *whose == seat);
            cards.map(|(_, card)| card).collect::<Vec<_>>()
        };
        json!({
            "hole": self.hole, "holes": self.holes, "length": self.length, "dealer": self.dealer,
            "course": { "id": self.course["id"], "name": self.course["name"] },
            "pack": self.pack.len(), "spent": self.played.len(),
            "hand": viewer.map(|seat| self.sorted(&self.hands[seat])),
            "hand_sizes": self.hands.iter().map(Vec::len).collect::<Vec<_>>(),
            "balls": self.shown_balls(), "missed_turns": self.missed_turns,
            "played": (0..self.seats).map(before).collect::<Vec<_>>(),
            "holes_won": self.holes_won(), "results": self.results,
        })
    }

    /// Legal moves name one's own cards, and only those.
    fn tells(&self, viewer: Option<usize>, text: &str) -> bool {
        let own = |card: &String| viewer.is_some_and(|seat| self.hands[seat].contains(card));
        card_golf_pack().iter().any(|card| *card == text && !own(card))
    }

    fn reshuffles(&self) -> usize {
        self.reshuffles
    }

    fn totals(&self) -> Vec<i64> {
        let won = self.holes_won();
        (0..self.seats).map(|seat| won[seat % self.sides()] as i64).collect()
    }
}
