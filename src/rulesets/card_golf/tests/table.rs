//! A table to which known cards are dealt.

use std::sync::Arc;

use std::collections::VecDeque;

use serde_json::{Value, json};

use super::super::{CardGolf, Event, course::Course, moves::Move, options::Options};
use crate::rulesets::{
    chance::Script,
    rules::{Rules, Seat, Step, Viewer},
};

/// How many cards are dealt to each player.
const HAND: usize = 6;

/// A card by name, or any that is left.
type Named = Option<String>;

/// Cards separated by spaces; `-` for any card.
fn cards(names: &str) -> Vec<Named> {
    names.split_whitespace().map(|name| (name != "-").then(|| name.to_owned())).collect()
}

/// The 54 cards of the game.
pub fn deck() -> Vec<String> {
    let distance = "driver_260 driver_240 driver_220 2_wood_240 2_wood_220 3_wood_220 3_wood_200 4_wood_200 \
         4_wood_180 1_iron_200 1_iron_180 2_iron_180 2_iron_180 3_iron_180 3_iron_160 4_iron_160 4_iron_140 \
         5_iron_160 5_iron_140 6_iron_140 6_iron_120 7_iron_120 7_iron_100 8_iron_100 8_iron_80 9_iron_80 \
         9_iron_60 9_iron_40 9_iron_20";
    let others = "putt putt putt putt putt putt putt putt putt putt sunk_putt sunk_putt holed_out lost_ball \
         out_of_bounds water_hazard bunker bunker bad_bunker bad_bunker slice pull missed_putt missed_putt \
         missed_putt";
    [distance, others].iter().flat_map(|names| names.split_whitespace()).map(String::from).collect()
}

pub fn stroke(card: &str) -> Value {
    json!({"type": "stroke", "card": card})
}

/// Together with Holed-Out.
pub fn holing(card: &str) -> Value {
    json!({"type": "stroke", "card": card, "holed_out": true})
}

pub fn hazard(card: &str, target: i64) -> Value {
    json!({"type": "hazard", "card": card, "target": target})
}

pub fn draw() -> Value {
    json!({"type": "draw"})
}

pub fn pass() -> Value {
    json!({"type": "pass"})
}

/// One hole, whatever it is called on the course.
pub fn one_hole() -> Options {
    Options { holes: 1, ..Options::default() }
}

/// The deal of one hole, and the shuffles that come after it.
#[derive(Clone)]
pub struct Deal {
    seats: usize,
    dealer: Seat,
    hands: Vec<(Seat, Vec<Named>)>,
    pack: Vec<Named>,
    yards: Vec<i64>,
    further: VecDeque<Vec<String>>,
}

impl Deal {
    /// Of a hole of 200 yards in which the last seat deals, so that seat 0 begins.
    pub fn new(seats: usize) -> Self {
        let yards = vec![200; 18];
        Self { seats, dealer: seats - 1, hands: vec![], pack: vec![], yards, further: VecDeque::new() }
    }

    pub fn dealer(mut self, dealer: Seat) -> Self {
        self.dealer = dealer;
        self
    }

    /// Up to six cards; what is not named is any card that is named nowhere else.
    pub fn hand(mut self, seat: Seat, names: &str) -> Self {
        self.hands.push((seat, cards(names)));
        self
    }

    /// What is drawn first, second, ….
    pub fn pack(mut self, names: &str) -> Self {
        self.pack = cards(names);
        self
    }

    /// Every hole has this length.
    pub fn length(mut self, yards: i64) -> Self {
        self.yards = vec![yards; 18];
        self
    }

    /// The lengths of the first holes; the others are as long as the last one of them.
    pub fn lengths(mut self, yards: &[i64]) -> Self {
        self.yards = (0..18).map(|hole| yards[hole.min(yards.len() - 1)]).collect();
        self
    }

    /// The deal of the hole after the ones so far.
    pub fn then(mut self, next: &Deal) -> Self {
        self.further.push_back(next.order());
        self
    }

    /// The order in which played cards come back into the pack.
    pub fn reshuffle(mut self, names: &str) -> Self {
        self.further.push_back(names.split_whitespace().map(String::from).collect());
        self
    }

    /// The order of the shuffled pack, top card first: six cards to each player, one at a time from
    /// the dealer's left, and then the cards to come.
    pub fn order(&self) -> Vec<String> {
        let mut rest = deck();
        let mut order: Vec<Named> = vec![None; rest.len()];
        for (seat, names) in &self.hands {
            assert!(names.len() <= HAND, "a hand has six cards");
            let turn = (seat + self.seats - self.dealer - 1) % self.seats;
            for (nth, card) in names.iter().enumerate() {
                order[nth * self.seats + turn].clone_from(card);
            }
        }
        for (nth, card) in self.pack.iter().enumerate() {
            order[HAND * self.seats + nth].clone_from(card);
        }
        for name in order.iter().flatten() {
            let at = rest.iter().position(|card| card == name);
            rest.remove(at.unwrap_or_else(|| panic!("there is no {name} left")));
        }
        order.into_iter().map(|card| card.or_else(|| rest.pop()).expect("the deck suffices")).collect()
    }

    /// Deals this as the only hole.
    pub fn begin(&self) -> Table {
        self.begin_with(one_hole())
    }

    /// Deals this as the first hole.
    pub fn begin_with(&self, options: Options) -> Table {
        let options = Options { course: "links".into(), ..options };
        let course = Course {
            id: "links".into(),
            name: "The Links".into(),
            card_of: None,
            source: None,
            yards: self.yards.clone(),
            par: None,
            hole_names: None,
        };
        let mut chance = Script { picks: [self.dealer].into(), ..Script::default() };
        chance.shuffles.push_back(self.order());
        chance.shuffles.extend(self.further.clone());
        let Step { state, events } = CardGolf::deal(&options, &Arc::new(course), self.seats, &mut chance);
        assert!(!events.is_empty(), "the deal is told");
        Table { game: state, events, chance }
    }
}

/// A game in play.
#[derive(Clone)]
pub struct Table {
    pub game: CardGolf,
    /// Those of the latest move.
    pub events: Vec<Event>,
    chance: Script,
}

impl Table {
    /// Plays a legal move, written as on the wire. It must be listed among the legal moves too, and
    /// those that come next are listed once each.
    pub fn play(&mut self, seat: Seat, action: Value) -> &mut Self {
        let read: Move = serde_json::from_value(action).expect("this is a move");
        let step = self.game.apply(seat, &read, &mut self.chance);
        let step = step.unwrap_or_else(|illegal| panic!("{read:?} of seat {seat}: {illegal:?}"));
        assert!(self.game.legal_moves(seat).contains(&read), "{read:?} of seat {seat} is not listed");
        assert!(!step.events.is_empty(), "{read:?} of seat {seat} is told");
        self.game = step.state;
        self.events = step.events;
        for next in self.game.to_act() {
            let mut listed = self.legal(next);
            listed.dedup();
            assert_eq!(listed, self.legal(next), "equal cards are one move");
        }
        self
    }

    /// The latest move's events, as on the wire.
    pub fn told(&self) -> Value {
        json!(self.events)
    }

    pub fn play_all(&mut self, moves: &[(Seat, Value)]) -> &mut Self {
        for (seat, action) in moves {
            self.play(*seat, action.clone());
        }
        self
    }

    /// Seat 0 plays these strokes, and all others draw after each, until it is his turn again.
    pub fn strokes(&mut self, names: &[&str]) -> &mut Self {
        for name in names {
            self.play(0, stroke(name)).draw_until(0);
        }
        self
    }

    /// Whoever is to play draws, until it is the turn of `seat`.
    pub fn draw_until(&mut self, seat: Seat) -> &mut Self {
        while self.turn() != seat {
            self.play(self.turn(), draw());
        }
        self
    }

    /// The only seat that may move.
    pub fn turn(&self) -> Seat {
        let [seat] = self.game.to_act()[..] else {
            panic!("{:?} may move, and not one player", self.game.to_act())
        };
        seat
    }

    /// The reason for which a move is refused. It must not be listed among the legal ones.
    pub fn refuses(&self, seat: Seat, action: Value) -> &'static str {
        let read: Move = serde_json::from_value(action).expect("this is a move");
        let Err(illegal) = self.game.apply(seat, &read, &mut self.chance.clone()) else {
            panic!("{read:?} of seat {seat} is against the rules")
        };
        assert!(!self.game.legal_moves(seat).contains(&read), "{read:?} of seat {seat} is listed");
        illegal.reason
    }

    /// That a move is refused for one of several reasons that all fit.
    pub fn refuses_as(&self, seat: Seat, action: Value, reasons: &[&str]) {
        let reason = self.refuses(seat, action.clone());
        assert!(reasons.contains(&reason), "{action} of seat {seat}: {reason}, not {reasons:?}");
    }

    /// The legal moves as on the wire, in an order that does not depend on the engine.
    pub fn legal(&self, seat: Seat) -> Vec<String> {
        sorted(self.game.legal_moves(seat).iter().map(|action| json!(action)))
    }

    /// What anybody may see, as on the wire.
    pub fn open(&self) -> Value {
        json!(self.game.view(Viewer::Spectator))
    }

    /// The hand of a seat as it sees it itself, in alphabetical order.
    pub fn hand(&self, seat: Seat) -> Vec<String> {
        let view = json!(self.game.view(Viewer::Seat(seat)));
        let mut names: Vec<String> = serde_json::from_value(view["hand"].clone()).expect("a list of names");
        names.sort();
        names
    }

    pub fn ball(&self, side: usize) -> Value {
        self.open()["balls"][side].clone()
    }

    /// A ball in short: yards from the tee, yards left and lie, such as `180/20 green`; then
    /// `, putt` if a first Putt stands, and `, protected` if it is. In the hole it is `holed`.
    pub fn spot(&self, side: usize) -> String {
        let ball = self.ball(side);
        let lie = ball["lie"].as_str().expect("a lie");
        if lie == "holed" {
            return lie.to_owned();
        }
        let putt = match ball["putts"].as_i64().expect("a number") {
            0 => "",
            1 => ", putt",
            other => panic!("{other} putts stand"),
        };
        let protected = if ball["protected"].as_bool().expect("true or false") { ", protected" } else { "" };
        format!("{}/{} {lie}{putt}{protected}", ball["at"], ball["to_hole"])
    }

    /// Whether every shuffle that was written down has been used.
    pub fn all_shuffled(&self) -> bool {
        self.chance.is_used_up()
    }
}

/// Values as text, in alphabetical order.
pub fn sorted(values: impl IntoIterator<Item = Value>) -> Vec<String> {
    let mut texts: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    texts.sort();
    texts
}
