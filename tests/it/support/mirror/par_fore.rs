//! A game of Par Fore the Course.

use std::collections::VecDeque;

use serde_json::{Value, json};

use super::{Mirror, list, number, text};
use crate::support::dealing::{Words, standard_pack};

/// A player's ball.
#[derive(Debug, Clone)]
struct Ball {
    /// As it is shown: a total, a face card, `tee`, `cluster`, `drop`, `green` or `hole`.
    spot: String,
    feet: Option<usize>,
    strokes: usize,
    penalties: usize,
    arrived: usize,
}

/// The table, hidden cards and all.
#[derive(Debug, Clone)]
pub struct Table {
    seats: usize,
    holes: Value,
    course: Value,
    hole: usize,
    order: Vec<usize>,
    next_order: Vec<usize>,
    /// Top card first.
    pack: VecDeque<String>,
    discards: Vec<String>,
    hands: Vec<Vec<String>>,
    balls: Vec<Ball>,
    putting: Option<usize>,
    arrivals: usize,
    hole_scores: Vec<Vec<usize>>,
    shuffles: usize,
}

impl Table {
    pub fn new(seats: usize, options: &Value, course: &Value) -> Self {
        assert_eq!(course["id"], options["course"], "the game holds the course it asked for");
        Self {
            seats,
            holes: options["holes"].clone(),
            course: course.clone(),
            hole: 0,
            order: Vec::new(),
            next_order: vec![0],
            pack: VecDeque::new(),
            discards: Vec::new(),
            hands: vec![Vec::new(); seats],
            balls: Vec::new(),
            putting: None,
            arrivals: 0,
            hole_scores: vec![Vec::new(); seats],
            shuffles: 0,
        }
    }

    fn board(&self) -> &Value {
        &self.course["holes"][self.hole.max(1) - 1]
    }

    fn take_in(&mut self, event: &Value, words: &mut Words) {
        let seat = event["seat"].as_u64().unwrap_or_default() as usize;
        match event["type"].as_str().expect("a type") {
            "cut" => self.cut(event, words),
            "shuffle" => self.shuffle(list(&event["order"]).iter().map(text).collect(), words),
            "hole_started" => self.start(event),
            "draw" => {
                let card = self.pack.pop_front().expect("a card in the pack");
                assert_eq!(event["card"], card, "the drawn card is the top one");
                self.hands[seat].push(card);
                assert!(self.hands[seat].len() <= 5);
            }
            "dice" => {
                let dice: Vec<usize> = list(&event["dice"]).iter().map(number).collect();
                assert!(dice.iter().all(|die| *die == words.below(6) + 1), "the dice follow from the seed");
                assert_eq!(number(&event["total"]), dice.iter().sum::<usize>());
            }
            "card_played" | "discarded" => {
                let card = text(&event["card"]);
                let place = self.hands[seat].iter().position(|held| *held == card);
                self.hands[seat].remove(place.unwrap_or_else(|| panic!("seat {seat} holds no {card}")));
                self.discards.push(card);
            }
            "flipped" => {
                let card = self.pack.pop_front().expect("a card in the pack");
                assert_eq!(event["card"], card, "the flipped card is the top one");
                self.discards.push(card);
            }
            "stroke" => {
                self.balls[seat].strokes += 1;
                assert_eq!(number(&event["strokes"]), self.balls[seat].strokes);
                // What comes to the green after a shot from elsewhere than the tee is putted out.
                self.putting = (event["by"] != "tee").then_some(seat);
            }
            "penalty" => self.balls[seat].penalties += number(&event["strokes"]),
            "ball_moved" => {
                let ball = &mut self.balls[seat];
                (ball.spot, ball.feet) =
                    (text(&event["to"]["spot"]), event["to"]["feet"].as_u64().map(|feet| feet as usize));
                self.arrive(seat);
                assert_eq!(event["to"], self.position(seat), "the board says so");
                self.putting = self.putting.filter(|seat| self.balls[*seat].spot == "green");
            }
            "stays_in_sand" => self.putting = None,
            "putt" => {
                assert_eq!(self.balls[seat].feet, Some(number(&event["feet"])));
                self.balls[seat].feet = Some(number(&event["left"]));
            }
            "holed_out" => {
                (self.balls[seat].spot, self.balls[seat].feet) = ("hole".into(), None);
                self.arrive(seat);
                self.putting = None;
            }
            "hole_finished" => self.finish(event),
            "game_finished" => assert_eq!(event["totals"], json!(self.totals())),
            other => panic!("an event that nobody has told of: {other}"),
        }
    }

    fn arrive(&mut self, seat: usize) {
        self.arrivals += 1;
        self.balls[seat].arrived = self.arrivals;
    }

    /// Each of those who cut picks one of the cards that the others have left.
    fn cut(&mut self, event: &Value, words: &mut Words) {
        let mut pack = standard_pack();
        for card in list(&event["cards"]).iter().filter(|card| !card.is_null()) {
            let picked = pack.remove(words.below(pack.len()));
            assert_eq!(*card, picked, "the cut follows from the seed");
        }
        let rank = |card: &Value| card.as_str().and_then(|card| "A23456789TJQK".find(&card[..1]));
        let lowest = list(&event["cards"]).iter().filter_map(rank).min();
        let first = list(&event["cards"]).iter().position(|card| rank(card) == lowest).expect("a card");
        self.next_order = (first..first + self.seats).map(|seat| seat % self.seats).collect();
    }

    fn shuffle(&mut self, order: Vec<String>, words: &mut Words) {
        assert!(self.pack.is_empty(), "discards become a pack only when there is none");
        let before = if self.shuffles == 0 { standard_pack() } else { std::mem::take(&mut self.discards) };
        assert_eq!(order, words.shuffled(before), "the shuffle follows from the seed");
        self.shuffles += 1;
        self.pack = order.into();
    }

    fn start(&mut self, event: &Value) {
        self.order.clone_from(&self.next_order);
        self.hole += 1;
        let tee = Ball { spot: "tee".into(), feet: None, strokes: 0, penalties: 0, arrived: 0 };
        self.balls = vec![tee; self.seats];
        (self.putting, self.arrivals) = (None, 0);
        let board = self.board();
        let told = json!({
            "type": "hole_started", "hole": self.hole, "par": board["par"], "length": board["length"],
            "order": self.order, "missing": board["missing"],
            "centre_suit": board.get("centre_suit").unwrap_or(&Value::Null),
        });
        assert_eq!(*event, told);
    }

    fn finish(&mut self, event: &Value) {
        assert!(self.balls.iter().all(|ball| ball.spot == "hole"));
        let scores: Vec<usize> = self.balls.iter().map(|ball| ball.strokes + ball.penalties).collect();
        assert_eq!(event["scores"], json!(scores), "strokes and penalties make the score");
        for (all, score) in self.hole_scores.iter_mut().zip(&scores) {
            all.push(*score);
        }
        assert_eq!(event["totals"], json!(self.totals()));
        let lowest = scores.iter().min().expect("a score");
        let mut winners = (0..self.seats).filter(|seat| scores[*seat] == *lowest);
        if let (Some(winner), None) = (winners.next(), winners.next()) {
            self.next_order = (winner..winner + self.seats).map(|seat| seat % self.seats).collect();
        }
    }

    /// Where the board has the ball, in yards along and across; none on the green and in the hole.
    fn at(&self, seat: usize) -> Option<(i64, i64)> {
        let board = self.board();
        let spot = self.balls[seat].spot.as_str();
        let at = match spot {
            "tee" => return Some((0, 0)),
            "green" | "hole" => return None,
            "cluster" | "drop" => &board[spot]["at"],
            _ => &self.spot(seat)["at"],
        };
        Some((at[0].as_i64().expect("yards"), at[1].as_i64().expect("yards")))
    }

    /// The spot of the board under a ball; null if it is not on one.
    fn spot(&self, seat: usize) -> &Value {
        let (board, spot) = (self.board(), self.balls[seat].spot.as_str());
        board["tee"].get(spot).or(board["faces"].get(spot)).unwrap_or(&Value::Null)
    }

    fn distance_squared(&self, seat: usize) -> i64 {
        let length = self.board()["length"].as_i64().expect("yards");
        self.at(seat).map_or(0, |(along, across)| (length - along).pow(2) + across.pow(2))
    }

    fn position(&self, seat: usize) -> Value {
        let ball = &self.balls[seat];
        let lie = match ball.spot.as_str() {
            "tee" => "tee",
            "cluster" | "drop" => "free",
            "green" => "green",
            "hole" => "holed",
            _ => self.spot(seat)["lie"].as_str().expect("a lie"),
        };
        let suits = self.spot(seat).get("suits").cloned().unwrap_or(json!([]));
        let yards = self.at(seat).map(|_| (self.distance_squared(seat) as f64).sqrt().round() as i64);
        json!({ "spot": ball.spot, "lie": lie, "suits": suits, "yards": yards, "feet": ball.feet })
    }

    /// Whose ball is to be played.
    fn to_play(&self) -> Option<usize> {
        let on_tee = self.order.iter().find(|seat| self.balls[**seat].spot == "tee");
        let furthest = || {
            let in_play = (0..self.seats).filter(|seat| self.balls[*seat].spot != "hole");
            in_play.min_by_key(|&seat| {
                let ball = &self.balls[seat];
                (
                    ball.feet.is_some(),
                    -self.distance_squared(seat),
                    -(ball.feet.unwrap_or(0) as i64),
                    ball.arrived,
                )
            })
        };
        on_tee.copied().or(self.putting).or_else(furthest)
    }

    fn out_of_control(&self) -> Option<usize> {
        let ball = self.to_play()?;
        let position = self.position(ball);
        let initials: Vec<char> = list(&position["suits"])
            .iter()
            .map(|suit| text(suit).to_uppercase().chars().next().expect("a suit has a name"))
            .collect();
        let of_suit = |card: &String| card.ends_with(&initials[..]);
        let lost = match position["lie"].as_str() {
            Some("off_fairway") => true,
            Some("fairway") => !self.hands[ball].iter().any(of_suit),
            _ => false,
        };
        lost.then_some(ball)
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
        let ball = |seat: usize| {
            let mut shown = self.position(seat);
            shown["strokes"] = json!(self.balls[seat].strokes);
            shown["penalties"] = json!(self.balls[seat].penalties);
            shown
        };
        let sorted = |seat: usize| {
            let mut hand = self.hands[seat].clone();
            hand.sort_by_key(|card| ("A23456789TJQK".find(&card[..1]), "CDHS".find(&card[1..])));
            hand
        };
        json!({
            "hole": self.hole, "holes": self.holes, "par": self.board()["par"],
            "course": { "id": self.course["id"], "name": self.course["name"] },
            "order": self.order, "pack": self.pack.len(), "hand": viewer.map(sorted),
            "hand_sizes": self.hands.iter().map(Vec::len).collect::<Vec<_>>(),
            "balls": (0..self.seats).map(ball).collect::<Vec<_>>(),
            "out_of_control": self.out_of_control(), "hole_scores": self.hole_scores,
            "totals": self.totals(),
        })
    }

    /// Legal moves name one's own cards, and only those.
    fn tells(&self, viewer: Option<usize>, text: &str) -> bool {
        let own = |card: &String| viewer.is_some_and(|seat| self.hands[seat].contains(card));
        let pack = standard_pack();
        text.split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| pack.iter().any(|card| *card == word && !own(card)))
    }

    fn reshuffles(&self) -> usize {
        self.shuffles.saturating_sub(1)
    }

    fn totals(&self) -> Vec<i64> {
        self.hole_scores.iter().map(|scores| scores.iter().sum::<usize>() as i64).collect()
    }
}
