//! The situations of `cases.json`, each played as it stands.

use serde::Deserialize;
use serde_json::{Value, json};

use super::super::{JokerPairs, Options, layout::Faces, scoring};
use super::table::{Deal, Named, Table, cards};
use crate::rulesets::{
    cards::Card,
    rules::{Rules, Seat},
};

/// The cell in which the lines cross, in those cases of `clear` in which two do.
const CROSSING: usize = 1;

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Scored>,
    holes: Vec<Finished>,
    clear: Vec<Cleared>,
}

#[derive(Deserialize)]
struct Scored {
    id: String,
    joker_pairs: JokerPairs,
    layout: Faces,
    points: [i32; 9],
    score: i32,
    decks_needed: usize,
}

#[derive(Deserialize)]
struct Finished {
    id: String,
    raw: Vec<i32>,
    went_out_first: Seat,
    out_penalty: u8,
    scores: Vec<i32>,
}

#[derive(Deserialize)]
struct Cleared {
    id: String,
    layout: [Card; 9],
    face_up: [bool; 9],
    after: Value,
}

fn read() -> Cases {
    serde_json::from_str(include_str!("../cases.json")).unwrap()
}

/// How a seat gets its cards: some are dealt, and each of `swaps` is drawn and swapped in.
struct Plan {
    dealt: Vec<Named>,
    reveal: [i64; 3],
    swaps: Vec<(usize, Named)>,
}

impl Plan {
    /// Lays the cards of `cells`, three or more, open in that order; all others are dealt and stay
    /// face down.
    fn lay_open(layout: &[Named], cells: &[usize]) -> Self {
        let (reveal, swaps) = cells.split_at(3);
        let mut dealt = layout.to_vec();
        swaps.iter().for_each(|&cell| dealt[cell] = None);
        Self {
            dealt,
            reveal: std::array::from_fn(|n| reveal[n] as i64),
            swaps: swaps.iter().map(|&cell| (cell, layout[cell].clone())).collect(),
        }
    }

    /// Keeps what is dealt.
    fn keep(layout: &[Named]) -> Self {
        Self::lay_open(layout, &[0, 4, 8])
    }

    /// Goes out in his sixth turn, with these cards.
    fn go_out(layout: &[Named]) -> Self {
        Self::lay_open(layout, &[0, 1, 2, 3, 4, 5, 6, 7, 8])
    }

    /// A player who does not matter.
    fn any() -> Self {
        Self::keep(&vec![None; 9])
    }
}

/// Plays one hole: in each round everybody does the next of his swaps, or draws and discards.
/// `watch` sees the table whenever a seat has done the last of its swaps.
fn play(options: Options, plans: &[Plan], mut watch: impl FnMut(&Table, Seat)) -> Table {
    let seats = plans.len();
    let rounds = 1 + plans.iter().map(|plan| plan.swaps.len()).max().unwrap();
    let turns = (0..rounds).flat_map(|round| plans.iter().enumerate().map(move |turn| (round, turn)));
    let mut deal = Deal::new(seats);
    deal.layouts = plans.iter().map(|plan| plan.dealt.clone()).enumerate().collect();
    deal.stock = turns
        .clone()
        .map(|(round, (_, plan))| plan.swaps.get(round).and_then(|swap| swap.1.clone()))
        .collect();
    let mut table = deal.begin(options);
    for (seat, plan) in plans.iter().enumerate() {
        table.reveal(seat, plan.reveal);
    }
    for (round, (seat, plan)) in turns {
        if plan.swaps.len() == round {
            watch(&table, seat);
        }
        if table.game.places().is_some() {
            break;
        }
        match plan.swaps.get(round) {
            Some((cell, _)) => table.swap(seat, *cell as i64),
            None => table.pass(seat),
        };
    }
    assert!(table.game.places().is_some(), "somebody has gone out");
    table
}

fn named(layout: &Faces) -> Vec<Named> {
    layout.iter().map(|cell| cell.map(|card| card.to_string())).collect()
}

/// How many players need that many packs at least.
fn players(decks: usize) -> usize {
    match decks {
        3 => 2,
        4 => 6,
        _ => 10,
    }
}

/// A layout with gaps: they are filled with equal cards, which `clear_lines` removes. One line is
/// turned up in the reveal; a row and a column that cross are completed by their common card.
fn with_gaps(layout: &Faces) -> (Plan, usize) {
    let gaps: Vec<usize> = (0..9).filter(|&cell| layout[cell].is_none()).collect();
    let filled: Vec<Named> = named(layout).into_iter().map(|name| name.or(Some("AS".into()))).collect();
    match gaps[..] {
        [] => (Plan::keep(&filled), 0),
        [_, _, _] => (Plan::lay_open(&filled, &gaps), 3),
        [a, b, cross, c, d] => (Plan::lay_open(&filled, &[a, b, c, d, cross]), 5),
        _ => panic!("no case has gaps like these"),
    }
}

#[test]
fn layouts_score_what_the_cases_say() {
    for case in read().cases {
        let points = scoring::points(&case.layout, case.joker_pairs);
        assert_eq!((points, points.iter().sum()), (case.points, case.score), "{}", case.id);
    }
}

#[test]
fn a_hole_that_ends_in_a_layout_scores_what_the_case_says() {
    for case in read().cases {
        let (plan, decks_for_gaps) = with_gaps(&case.layout);
        let seats = players(case.decks_needed.max(decks_for_gaps));
        let mut plans = vec![plan, Plan::go_out(&vec![None; 9])];
        plans.resize_with(seats, Plan::any);
        let clear_lines = decks_for_gaps > 0;
        let options = Options { holes: 1, joker_pairs: case.joker_pairs, clear_lines, ..Options::default() };
        let table = play(options, &plans, |_, _| ());
        let last = table.game.last_hole.as_ref().unwrap();
        assert_eq!(last.layouts[0], case.layout, "{}", case.id);
        assert_eq!(last.points[0], case.points, "{}", case.id);
        assert_eq!(last.scores[0], case.score, "{}", case.id);
        assert_eq!(table.game.scores()[0], case.score, "{}", case.id);
    }
}

/// A layout that scores `raw`: three pairs, and what the last cards are worth.
fn scoring(raw: i32) -> Vec<Named> {
    let row = match raw {
        -2 => "4C 4D JK",
        -1 => "KC AC JK",
        3 => "4C 4D 3C",
        8 => "4C 4D 8C",
        12 => "KC 2C TC",
        30 => "JC QC TC",
        _ => panic!("no case has a score of {raw}"),
    };
    cards(&format!("6C 6D 7C 9C 9D 7D {row}"))
}

#[test]
fn a_hole_ends_with_the_penalty_that_the_case_says() {
    for case in read().holes {
        let out = case.went_out_first;
        let plan = |(seat, raw)| {
            if seat == out { Plan::go_out(&scoring(raw)) } else { Plan::keep(&scoring(raw)) }
        };
        let plans: Vec<Plan> = case.raw.iter().copied().enumerate().map(plan).collect();
        let options = Options { holes: 1, out_penalty: case.out_penalty, ..Options::default() };
        let table = play(options, &plans, |_, _| ());
        let last = table.game.last_hole.as_ref().unwrap();
        let raw: Vec<i32> = last.points.iter().map(|points| points.iter().sum()).collect();
        assert_eq!((last.went_out, raw), (out, case.raw), "{}", case.id);
        assert_eq!(last.scores, case.scores, "{}", case.id);
        assert_eq!(table.game.scores(), case.scores, "{}", case.id);
        assert_eq!(i32::from(last.penalty), last.scores[out] - last.points[out].iter().sum::<i32>());
    }
}

#[test]
fn clear_lines_leaves_what_the_case_says() {
    for case in read().clear {
        let layout = case.layout.map(|card| Some(card.to_string()));
        // Lines are completed by the cell that is in all of them, as the case has them removed at once.
        let mut open: Vec<usize> = (0..9).filter(|&cell| case.face_up[cell]).collect();
        open.sort_by_key(|&cell| cell == CROSSING);
        let equal = case.layout.iter().filter(|card| **card == case.layout[0]).count();
        let mut plans = vec![Plan::lay_open(&layout, &open), Plan::go_out(&vec![None; 9])];
        plans.resize_with(players(equal), Plan::any);
        let options = Options { holes: 1, clear_lines: true, ..Options::default() };
        let mut seen = Value::Null;
        play(options, &plans, |table, seat| {
            if seat == 0 {
                seen = table.lies(0);
            }
        });
        assert_eq!(seen, json!(case.after), "{}", case.id);
    }
}
