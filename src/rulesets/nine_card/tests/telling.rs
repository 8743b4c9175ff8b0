//! What the events tell: enough to follow the game, and nothing that is hidden.

use std::sync::Arc;

use serde_json::{Value, json};

use super::super::{NineCard, Options};
use super::table::Deal;
use crate::rulesets::{
    chance::{Chance, Seed},
    conformance::Sample,
    courses::NoCourse,
    rules::{Rules, Seat, Viewer},
};

/// A client who knows no rules: it moves cards as the events say.
#[derive(Default)]
struct Client {
    layouts: Vec<Vec<Value>>,
    discard: Value,
    drawn: Value,
    stock: u64,
    went_out: Value,
    last_hole: Value,
    totals: Value,
}

impl Client {
    fn new(seats: usize) -> Self {
        Self { layouts: vec![Vec::new(); seats], totals: json!(vec![0; seats]), ..Self::default() }
    }

    fn hear(&mut self, event: &Value) {
        let seat = event["seat"].as_u64().unwrap_or_default() as Seat;
        let cells = || event["cells"].as_array().unwrap().iter().map(|cell| cell.as_u64().unwrap() as usize);
        match event["type"].as_str().unwrap() {
            "hole_started" => {
                self.layouts.fill(vec![json!("??"); 9]);
                self.discard = event["discard"].clone();
                self.stock = event["stock"].as_u64().unwrap();
                self.went_out = Value::Null;
            }
            "revealed" => {
                for (cell, card) in cells().zip(event["cards"].as_array().unwrap()) {
                    self.layouts[seat][cell] = card.clone();
                }
            }
            "arranged" => {
                let order = event["order"].as_array().unwrap().iter();
                let layout =
                    order.map(|from| self.layouts[seat][from.as_u64().unwrap() as usize].clone()).collect();
                self.layouts[seat] = layout;
            }
            "draw" => {
                self.drawn = event["card"].clone();
                self.stock = self.stock.checked_sub(1).unwrap_or(u64::MAX);
            }
            "swapped" | "took" => {
                let cell = event["cell"].as_u64().unwrap() as usize;
                self.layouts[seat][cell] = event["card"].clone();
                self.discard = event["discarded"].clone();
                self.drawn = Value::Null;
            }
            "discarded" => {
                self.discard = event["card"].clone();
                self.drawn = Value::Null;
            }
            "line_cleared" => cells().for_each(|cell| self.layouts[seat][cell] = Value::Null),
            "went_out" => self.went_out = json!(seat),
            "hole_finished" => {
                self.layouts = serde_json::from_value(event["layouts"].clone()).unwrap();
                self.totals = event["totals"].clone();
                self.last_hole = event.clone();
                self.last_hole.as_object_mut().unwrap().remove("type");
            }
            _ => {}
        }
    }

    /// Compares with the view; a stock that was shuffled out of sight is taken over from it.
    fn agrees_with(&mut self, view: &Value) {
        assert_eq!(json!(self.layouts), view["layouts"]);
        assert_eq!(self.discard, view["discard"]);
        assert_eq!(self.drawn, view["drawn"]);
        assert_eq!(self.went_out, view["went_out"]);
        assert_eq!(self.totals, view["totals"]);
        assert_eq!(self.last_hole, view["last_hole"]);
        if self.stock == u64::MAX {
            self.stock = view["stock"].as_u64().unwrap();
        }
        assert_eq!(json!(self.stock), view["stock"]);
    }
}

/// Each viewer can follow a whole game by nothing but the events as he is told them.
#[test]
fn redacted_events_are_enough_to_follow_the_game() {
    for (number, options) in NineCard::options().into_iter().enumerate() {
        let seed = Seed::from_hex(&format!("{number:064x}")).unwrap();
        let mut player = seed.stream(u64::MAX);
        for viewer in [Viewer::Seat(0), Viewer::Spectator] {
            let mut client = Client::new(3);
            let mut step = NineCard::deal(&options, &Arc::new(NoCourse), 3, &mut seed.stream(0));
            for version in 1.. {
                for event in step.events.iter().map(|event| NineCard::redact(event, viewer)) {
                    client.hear(&json!(event));
                }
                client.agrees_with(&json!(step.state.view(viewer)));
                let Some(&seat) = step.state.to_act().first() else { break };
                let moves = step.state.legal_moves(seat);
                let action = NineCard::any_form(&moves[player.pick(moves.len())], &mut player);
                step = step.state.apply(seat, &action, &mut seed.stream(version)).unwrap();
            }
        }
    }
}

/// While the game goes on: no order of a shuffle, and nobody else's drawn card.
#[test]
fn redaction_hides_shuffles_and_what_others_draw() {
    let mut table = Deal::new(2).stock("KD").begin(Options::default());
    let told = |table: &super::table::Table, viewer| {
        json!(table.events.iter().map(|event| NineCard::redact(event, viewer)).collect::<Vec<_>>())
    };
    for viewer in [Viewer::Seat(0), Viewer::Seat(1), Viewer::Spectator] {
        assert_eq!(told(&table, viewer)[0], json!({"type": "first_dealer", "seat": 1}));
        assert_eq!(told(&table, viewer)[1], json!({"type": "shuffle"}));
    }
    assert_eq!(table.told()[1]["order"].as_array().unwrap().len(), 162, "complete");
    table.reveal_all().draw(0);
    assert_eq!(told(&table, Viewer::Seat(0)), json!([{"type": "draw", "seat": 0, "card": "KD"}]));
    for viewer in [Viewer::Seat(1), Viewer::Spectator] {
        assert_eq!(told(&table, viewer), json!([{"type": "draw", "seat": 0, "card": "??"}]));
    }
}

/// A player knows the card that he has drawn, and after a reshuffle everybody knows which cards
/// the stock is made of: neither is dealt anew.
#[test]
fn what_is_known_is_not_dealt_anew() {
    let mut chance = Seed::from_hex(&"07".repeat(32)).unwrap().stream(0);
    let deal = Deal::new(2).layout(0, "JK JK JK JK JK JK - - -");
    let again: Vec<String> = deal.order()[18..161].to_vec();
    let mut table = deal.begin_with(Options::default(), [again]);
    table.reveal(0, [6, 7, 8]).reveal(1, [0, 4, 8]);
    table.draw(0);
    let others: Vec<NineCard> = (0..20).map(|_| table.game.resample(Viewer::Seat(0), &mut chance)).collect();
    assert!(others.iter().all(|other| other.hole.stage == table.game.hole.stage), "his own card");
    assert!(others.iter().any(|other| other.hole.layouts != table.game.hole.layouts));
    table.play(0, json!({"type": "discard"}));
    for turn in 1..144 {
        table.pass(turn % 2);
    }
    assert!(table.game.hole.reshuffled);
    let sorted = |game: &NineCard| {
        let mut stock = game.hole.stock.clone();
        stock.sort_unstable();
        stock
    };
    for _ in 0..20 {
        let other = table.game.resample(Viewer::Spectator, &mut chance);
        assert_eq!(sorted(&other), sorted(&table.game), "the Jokers are not in the stock");
        assert_ne!(other.hole.stock, table.game.hole.stock);
    }
}
