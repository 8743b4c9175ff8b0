//! Courses of nine holes, and what makes one playable.

use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{At, Ground, Hole, Mark, Spot, number};
use crate::{
    rulesets::{
        cards::{Card, packs},
        courses::{self, BadField},
    },
    strict,
};

/// How many holes a course has.
pub(super) const HOLES: usize = 9;

/// How long a hole can be, in yards.
const LENGTHS: std::ops::RangeInclusive<i64> = 50..=1000;

/// How far from the tee, along the hole or across, a spot can be, in yards.
const FAR: i64 = 2000;

/// A course: the boards of its nine holes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ParForeCourse)]
pub struct Course {
    #[schema(examples("par_fore"))]
    pub id: String,
    pub name: String,
    /// What is to be known about the board: its units, and where its facts are from.
    #[serde(default)]
    #[schema(required = true)]
    pub about: Option<BTreeMap<String, String>>,
    #[schema(min_items = 9, max_items = 9)]
    pub holes: Vec<Hole>,
}

/// A course as a player describes it: nine holes of par 3, 4 or 5, in any order.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = ParForeCoursePlan)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    #[serde(deserialize_with = "strict::list")]
    #[schema(min_items = 9, max_items = 9)]
    pub holes: Vec<Hole>,
}

impl Course {
    /// The board of a hole; holes are counted from 1.
    pub(super) fn hole(&self, number: u8) -> &Hole {
        &self.holes[usize::from(number) - 1]
    }
}

impl courses::Course for Course {
    type Plan = Plan;

    fn shipped() -> &'static [Arc<Self>] {
        static SHIPPED: LazyLock<[Arc<Course>; 1]> = LazyLock::new(|| {
            let course: Course =
                serde_json::from_str(include_str!("course.json")).expect("the shipped course reads");
            let errors = errors(&course.holes);
            assert!(errors.is_empty(), "the shipped course cannot be played: {errors:?}");
            [Arc::new(course)]
        });
        &*SHIPPED
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn lay_out(id: String, name: String, plan: Plan) -> Result<Self, Vec<BadField>> {
        let errors = errors(&plan.holes);
        match errors.is_empty() {
            true => Ok(Self { id, name, about: None, holes: plan.holes }),
            false => Err(errors),
        }
    }
}

/// Everything that is wrong with the holes of a course.
fn errors(holes: &[Hole]) -> Vec<BadField> {
    let mut errors = Errors { field: "holes".into(), found: Vec::new() };
    errors.unless(holes.len() == HOLES, "", || format!("a course has {HOLES} holes, not {}", holes.len()));
    for (index, hole) in holes.iter().enumerate().take(HOLES) {
        errors.field = format!("holes[{index}]");
        errors.of_hole(hole, index + 1);
    }
    errors.found
}

/// How many rolls of the tee dice, each die told from the others, make a total like that.
fn rolls(hole: &Hole, fits: impl Fn(u8) -> bool) -> usize {
    let one_more =
        |totals: Vec<u8>| totals.iter().flat_map(|total| (1..=6).map(move |die| total + die)).collect();
    let totals = (0..hole.dice()).fold(vec![0], |totals, _| one_more(totals));
    totals.into_iter().filter(|total| fits(*total)).count()
}

/// What is wrong, as far as it was looked for.
struct Errors {
    /// The hole that is looked at.
    field: String,
    found: Vec<BadField>,
}

impl Errors {
    fn unless(&mut self, holds: bool, part: &str, detail: impl FnOnce() -> String) {
        if !holds {
            self.found.push(BadField { field: format!("{}{part}", self.field), detail: detail() });
        }
    }

    fn of_hole(&mut self, hole: &Hole, place: usize) {
        self.unless(usize::from(hole.number) == place, ".number", || format!("this is hole {place}"));
        self.unless(LENGTHS.contains(&hole.length), ".length", || "a hole is 50 to 1000 yards long".into());
        self.unless((3..=5).contains(&hole.par), ".par", || "a par is 3, 4 or 5".into());
        self.of_tee(hole);
        self.of_faces(hole);
        let spots = || hole.tee.values().chain(hole.faces.values());
        let has_water = spots().any(|spot| spot.lie == Ground::Water);
        self.unless(hole.drop.is_some() || !has_water, ".drop", || {
            "a hole with water has a drop area".into()
        });
        self.unless(hole.cluster.is_some() == (hole.par == 5), ".cluster", || {
            "a hole has a cluster if and only if it is a par 5".into()
        });
        self.unless(hole.centre_suit.is_some() == (hole.par == 3), ".centre_suit", || {
            "the green of a par 3, and only of a par 3, has a suit in its middle".into()
        });
        let marks = [(".cluster", hole.cluster), (".drop", hole.drop)];
        for (part, mark) in marks {
            self.of_place(part, mark.map(|Mark { at }| at));
        }
    }

    fn of_tee(&mut self, hole: &Hole) {
        let totals = hole.totals();
        self.unless(totals.contains(&hole.missing), ".missing", || {
            format!("the missing number is {} to {}", totals.start(), totals.end())
        });
        for total in totals.clone() {
            let has = hole.tee.contains_key(&total);
            let part = format!(".tee.{total}");
            match total == hole.missing {
                true => self.unless(!has, &part, || "the missing number has no spot".into()),
                false => self.unless(has, &part, || "every total but the missing one has a spot".into()),
            }
        }
        for (total, spot) in &hole.tee {
            let part = format!(".tee.{total}");
            self.unless(totals.contains(total), &part, || "the dice cannot make this total".into());
            self.of_spot(&part, spot, || match [3, 18].contains(total) {
                true => 2,
                false => 1,
            });
            let lie = spot.lie;
            self.unless(lie != Ground::FairwayFace, &part, || "this lie is that of a face card".into());
            self.unless(lie != Ground::Green || hole.par == 3, &part, || {
                "only the tee shot of a par 3 comes to the green".into()
            });
            self.unless(lie != Ground::Fairway || hole.par != 3, &part, || "a par 3 has no fairway".into());
        }
        let good =
            rolls(hole, |total| hole.tee.get(&total).is_some_and(|spot| spot.lie != Ground::OutOfBounds));
        self.unless(4 * good >= rolls(hole, |_| true), ".tee", || {
            "one roll in four or more has to bring the ball into play".into()
        });
        let ones = hole.tee.get(&2).map(|spot| spot.lie);
        self.unless(hole.par != 3 || ones == Some(Ground::Green), ".tee.2", || {
            "two ones on a par 3 come to the green".into()
        });
    }

    fn of_faces(&mut self, hole: &Hole) {
        for card in packs(1, 0).into_iter().filter(|card| number(*card).is_none()) {
            let has = hole.faces.contains_key(&card);
            self.unless(has, &format!(".faces.{card}"), || "every face card has a spot".into());
        }
        for (card, spot) in &hole.faces {
            let part = format!(".faces.{card}");
            let is_face = *card != Card::Joker && number(*card).is_none();
            self.unless(is_face, &part, || "only face cards have spots of their own: J, Q, K".into());
            self.of_spot(&part, spot, || 0);
            let allowed = [Ground::OffFairway, Ground::Water, Ground::Sand, Ground::FairwayFace];
            self.unless(allowed.contains(&spot.lie), &part, || {
                "a face card lies on off_fairway, water, sand or fairway_face".into()
            });
        }
    }

    /// `suits` is how many a fairway spot has here.
    fn of_spot(&mut self, part: &str, spot: &Spot, suits: impl FnOnce() -> usize) {
        let wanted = if spot.lie == Ground::Fairway { suits() } else { 0 };
        let distinct = spot.suits.iter().enumerate().all(|(n, suit)| !spot.suits[..n].contains(suit));
        self.unless(spot.suits.len() == wanted && distinct, &format!("{part}.suits"), || {
            "a fairway spot has one suit, two different ones on 3 and 18; other spots have none".into()
        });
        self.of_place(part, Some(spot.at));
    }

    fn of_place(&mut self, part: &str, at: Option<At>) {
        let near = at.is_none_or(|at| at.iter().all(|yards| (-FAR..=FAR).contains(yards)));
        self.unless(near, &format!("{part}.at"), || format!("a spot is within {FAR} yards of the tee"));
    }
}
