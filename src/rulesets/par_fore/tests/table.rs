//! A table at which known cards are played and known dice are rolled.

use std::sync::Arc;

use serde_json::{Value, json};

use super::super::{Course, Move, Options, ParFore};
use crate::rulesets::{
    cards::{Card, packs},
    chance::Script,
    rules::{Rules, Seat, Step, Viewer},
};

/// A game in play.
#[derive(Clone)]
pub struct Table {
    pub game: ParFore,
    chance: Script,
    /// What the last move has made happen, complete.
    pub told: Vec<Value>,
    /// Per seat, the strokes and penalty strokes of this hole, counted from the events alone.
    tally: Vec<[u64; 2]>,
}

impl Table {
    pub fn of(game: ParFore) -> Self {
        let tally = vec![[0, 0]; game.scores().len()];
        Self { game, chance: Script::default(), told: Vec::new(), tally }
    }

    /// The start of a game: the cards that are cut, round by round, `-` for a seat that is not in
    /// it; then the whole pack, from the top.
    pub fn deal(options: &Options, course: &Arc<Course>, cuts: &[&str], pack: &[Card]) -> Self {
        let seats = cuts.first().map_or(1, |round| round.split_whitespace().count());
        let mut chance = Script::default();
        for round in cuts {
            // Each card is picked from what the others of the round have left of the pack.
            let mut left: Vec<String> = packs(1, 0).iter().map(Card::to_string).collect();
            for name in round.split_whitespace().filter(|name| *name != "-") {
                let place = left.iter().position(|card| card == name).expect("a card that is left");
                left.remove(place);
                chance.picks.push_back(place);
            }
        }
        chance.shuffles.push_back(pack.iter().map(Card::to_string).collect());
        let Step { state, events } = ParFore::deal(options, course, seats, &mut chance);
        assert!(chance.is_used_up(), "the cuts and the shuffle are all that is left to chance");
        let mut table = Self::of(state);
        table.tell(&json!(events));
        table
    }

    /// The order in which the discards will come back, top card first.
    pub fn reshuffle(&mut self, names: &str) -> &mut Self {
        self.chance.shuffles.push_back(names.split_whitespace().map(String::from).collect());
        self
    }

    /// Rolls these dice, no more and no less.
    pub fn roll(&mut self, seat: Seat, dice: &[u8]) -> &mut Self {
        self.act(seat, json!({"type": "roll"}), dice)
    }

    /// Rolls the tee dice so that they make this total.
    pub fn tee(&mut self, seat: Seat, total: u8) -> &mut Self {
        let mut dice = vec![1; if self.open()["par"] == 3 { 2 } else { 3 }];
        for _ in dice.len()..usize::from(total) {
            let die = dice.iter_mut().find(|die| **die < 6);
            *die.expect("a total that the dice can make") += 1;
        }
        self.roll(seat, &dice)
    }

    pub fn play(&mut self, seat: Seat, card: &str) -> &mut Self {
        self.act(seat, play(card), &[])
    }

    /// Putts out with exactly these rolls.
    pub fn putt(&mut self, seat: Seat, rolls: &[[u8; 2]]) -> &mut Self {
        self.act(seat, json!({"type": "putt"}), &rolls.concat())
    }

    /// Putts out with one roll of twelve, or with none from one or two feet.
    pub fn hole_out(&mut self, seat: Seat) -> &mut Self {
        match self.lies(seat).as_str() {
            "green 1" | "green 2" => self.putt(seat, &[]),
            _ => self.putt(seat, &[[6, 6]]),
        }
    }

    /// Plays a hole of the shipped course to its end. Every seat loses so many balls and then, of
    /// the holes in turn, comes
    /// - to the sand (1, 3, 4, 7), three feet from the hole and into it: 3 strokes,
    /// - to the green (2, 6) and into the hole: 2 strokes,
    /// - into water (5, 8, 9), with a numbered card to the green and into the hole: 3 + 1.
    pub fn play_hole(&mut self, lost: &[usize]) -> &mut Self {
        let hole = self.open()["hole"].as_u64().expect("a number") as usize - 1;
        let missing = [9, 12, 5, 10, 12, 12, 15, 13, 9][hole];
        let total = [16, 7, 14, 17, 16, 7, 4, 16, 4][hole];
        loop {
            let seat = self.turn();
            match self.lies(seat).as_str() {
                "tee" => {
                    (0..lost[seat]).for_each(|_| {
                        self.tee(seat, missing);
                    });
                    self.tee(seat, total);
                }
                "drop free" => {
                    let card = self.legal(seat)[..2].to_owned();
                    self.play(seat, &card);
                }
                green if green.starts_with("green") => {
                    self.hole_out(seat);
                    if self.told.iter().any(|event| event["type"] == "hole_finished") {
                        return self;
                    }
                }
                sand => {
                    assert!(sand.ends_with("sand"), "{sand}");
                    self.roll(seat, &[1, 2]);
                }
            }
        }
    }

    pub fn flip(&mut self, seat: Seat) -> &mut Self {
        self.act(seat, json!({"type": "flip"}), &[])
    }

    /// Plays a legal move of the only seat that may move.
    fn act(&mut self, seat: Seat, action: Value, dice: &[u8]) -> &mut Self {
        assert_eq!(self.turn(), seat, "{action}: whose turn");
        let read: Move = serde_json::from_value(action).expect("this is a move");
        assert!(self.game.legal_moves(seat).contains(&read), "{read:?} of seat {seat} is not listed");
        self.chance.dice.extend(dice);
        let step = self.game.apply(seat, &read, &mut self.chance);
        let step = step.unwrap_or_else(|illegal| panic!("{read:?} of seat {seat}: {illegal:?}"));
        assert!(self.chance.is_used_up(), "{read:?} of seat {seat}: {:?} is left", self.chance);
        self.game = step.state;
        self.tell(&json!(step.events));
        self
    }

    /// Counts strokes and penalties in the events; view and scores must agree with them.
    fn tell(&mut self, events: &Value) {
        self.told = events.as_array().expect("a list of events").clone();
        assert!(!self.told.is_empty(), "a move is told");
        for event in &self.told {
            let seat = event["seat"].as_u64().unwrap_or_default() as usize;
            match event["type"].as_str().expect("a type") {
                "hole_started" => self.tally.fill([0, 0]),
                "stroke" => self.tally[seat][0] += 1,
                "penalty" => self.tally[seat][1] += event["strokes"].as_u64().expect("a number"),
                "hole_finished" => {
                    let scores = self.tally.iter().map(|[strokes, penalties]| strokes + penalties);
                    assert_eq!(event["scores"], json!(scores.collect::<Vec<_>>()), "{event}");
                }
                _ => {}
            }
        }
        for (seat, [strokes, penalties]) in self.tally.iter().enumerate() {
            assert_eq!(self.cost(seat), format!("{strokes}+{penalties}"), "seat {seat}: {:?}", self.told);
        }
    }

    /// The only seat that may move; the others have nothing to play.
    pub fn turn(&self) -> Seat {
        let [turn] = self.game.to_act()[..] else {
            panic!("{:?} may move, and not one player", self.game.to_act())
        };
        for seat in 0..self.tally.len() {
            assert_eq!(self.game.legal_moves(seat).is_empty(), seat != turn, "moves of seat {seat}");
        }
        turn
    }

    /// The reason for which a move is refused. It must not be listed among the legal ones.
    pub fn refuses(&self, seat: Seat, action: Value) -> &'static str {
        let read: Move = serde_json::from_value(action).expect("this is a move");
        assert!(!self.game.legal_moves(seat).contains(&read), "{read:?} of seat {seat} is listed");
        let mut chance = Script { dice: [1, 1, 2, 3].into(), ..Script::default() };
        let Err(illegal) = self.game.apply(seat, &read, &mut chance) else {
            panic!("{read:?} of seat {seat} is against the rules")
        };
        assert_eq!(chance.dice.len(), 4, "{read:?} of seat {seat} is refused before anything is rolled");
        illegal.reason
    }

    /// That each of these cards is refused.
    pub fn refuses_all(&self, seat: Seat, names: &str) -> &Self {
        names.split_whitespace().for_each(|name| {
            self.refuses(seat, play(name));
        });
        self
    }

    /// The legal moves in short, in alphabetical order: cards, or `flip`, `putt`, `roll`.
    pub fn legal(&self, seat: Seat) -> String {
        let short = |action: &Move| match action {
            Move::Play { card } => card.clone(),
            other => json!(other)["type"].as_str().expect("a type").to_owned(),
        };
        let mut moves: Vec<String> = self.game.legal_moves(seat).iter().map(short).collect();
        moves.sort();
        moves.join(" ")
    }

    /// What anybody may see, as on the wire.
    pub fn open(&self) -> Value {
        json!(self.game.view(Viewer::Spectator))
    }

    /// The hand of a seat as it sees it itself, in alphabetical order.
    pub fn hand(&self, seat: Seat) -> String {
        let view = json!(self.game.view(Viewer::Seat(seat)));
        sorted(serde_json::from_value::<Vec<String>>(view["hand"].clone()).expect("a list of names"))
    }

    /// Where a ball lies in short, such as `tee`, `16 sand`, `3 fairway hearts diamonds`,
    /// `QC off_fairway`, `KH fairway_face`, `cluster free`, `drop free`, `green 7`, `hole`.
    pub fn lies(&self, seat: Seat) -> String {
        let ball = &self.open()["balls"][seat];
        let (spot, lie) = (ball["spot"].as_str().expect("a text"), ball["lie"].as_str().expect("a text"));
        let suits: Vec<String> = serde_json::from_value(ball["suits"].clone()).expect("suits");
        assert_eq!(lie == "fairway", !suits.is_empty(), "{ball}");
        assert_eq!(ball["feet"].is_u64(), lie == "green", "{ball}");
        assert_eq!(ball["yards"].is_i64(), !["green", "holed"].contains(&lie), "{ball}");
        match (spot, lie) {
            ("tee", "tee") | ("hole", "holed") => spot.to_owned(),
            ("green", "green") => format!("green {}", ball["feet"]),
            _ if suits.is_empty() => format!("{spot} {lie}"),
            _ => format!("{spot} {lie} {}", suits.join(" ")),
        }
    }

    /// What a ball has cost: strokes and penalty strokes.
    pub fn cost(&self, seat: Seat) -> String {
        let ball = &self.open()["balls"][seat];
        format!("{}+{}", ball["strokes"], ball["penalties"])
    }

    /// Where a ball lies and what it has cost, such as `16 sand, 1+0`.
    pub fn ball(&self, seat: Seat) -> String {
        format!("{}, {}", self.lies(seat), self.cost(seat))
    }

    /// How the last hole ended, from what the last move has told: each seat's score.
    pub fn scored(&self) -> Vec<i64> {
        let finished = self.told.iter().find(|event| event["type"] == "hole_finished");
        serde_json::from_value(finished.expect("the hole is over")["scores"].clone()).expect("scores")
    }

    /// The cards drawn with the last move, in order, such as `0:5C`.
    pub fn drawn(&self) -> String {
        let drawn = self.told.iter().filter(|event| event["type"] == "draw");
        let short = |event: &Value| format!("{}:{}", event["seat"], event["card"].as_str().expect("a card"));
        drawn.map(short).collect::<Vec<_>>().join(" ")
    }
}

pub fn play(card: &str) -> Value {
    json!({"type": "play", "card": card})
}

/// Names in alphabetical order.
fn sorted(mut names: Vec<String>) -> String {
    names.sort();
    names.join(" ")
}
