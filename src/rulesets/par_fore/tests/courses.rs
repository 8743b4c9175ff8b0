//! Courses: which ones can be played, and that they are.

use std::sync::Arc;

use serde_json::{Value, json};

use super::super::{Course, Options, Plan};
use super::deal::{Deal, lay_out, shipped, stacked};
use super::table::Table;
use crate::rulesets::courses::Course as _;

fn plan(holes: &Value) -> Result<Plan, serde_json::Error> {
    serde_json::from_value(json!({ "holes": holes }))
}

/// The fields that keep a course from being played.
fn errors(change: impl FnOnce(&mut Value)) -> Vec<String> {
    let errors = lay_out(change).err().unwrap_or_default();
    assert!(errors.iter().all(|error| !error.detail.is_empty()), "what is allowed is told");
    errors.into_iter().map(|error| error.field).collect()
}

/// That the change makes the course unplayable, and that a field below `part` is named for it.
fn spoils(part: &str, change: impl FnOnce(&mut Value)) {
    let errors = errors(change);
    assert!(errors.iter().any(|field| field.starts_with(part)), "{part}: {errors:?}");
    let hole = &part[..part.find('.').unwrap_or(part.len())];
    assert!(errors.iter().all(|field| field.starts_with(hole)), "{part}, and no other hole: {errors:?}");
}

fn set(hole: usize, path: &'static str, value: Value) -> impl FnOnce(&mut Value) {
    move |holes| {
        let (parent, key) = path.rsplit_once('/').unwrap();
        holes[hole].pointer_mut(parent).unwrap()[key] = value;
    }
}

fn remove(hole: usize, path: &'static str) -> impl FnOnce(&mut Value) {
    move |holes| {
        let (parent, key) = path.rsplit_once('/').unwrap();
        let parent = holes[hole].pointer_mut(parent).unwrap().as_object_mut().unwrap();
        assert!(parent.remove(key).is_some(), "{path} is there");
    }
}

fn spot(lie: &str, suits: &[&str]) -> Value {
    json!({"lie": lie, "suits": suits, "at": [150, 6]})
}

/// Components: every fact that the source states about its board is in the shipped course.
#[test]
fn the_shipped_course_keeps_the_facts_of_the_source() {
    let holes = shipped();
    let of = |pointer: &str| {
        holes.as_array().unwrap().iter().map(|hole| hole[pointer].clone()).collect::<Vec<_>>()
    };
    assert_eq!(of("par"), [5, 3, 4, 4, 5, 3, 4, 4, 4]);
    assert_eq!(of("number"), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(of("missing"), [9, 12, 5, 10, 12, 12, 15, 13, 9]);
    let (mut bounds, mut faces) = (Vec::new(), Vec::new());
    for (index, hole) in holes.as_array().unwrap().iter().enumerate() {
        let number = index + 1;
        for (total, spot) in hole["tee"].as_object().unwrap() {
            let suits = spot["suits"].as_array().map_or(0, Vec::len);
            match total.as_str() {
                "3" | "18" if hole["par"] != 3 => assert_eq!(suits, 2, "hole {number}, {total}"),
                _ => assert!(suits < 2, "hole {number}, {total}"),
            }
            if spot["lie"] == "out_of_bounds" {
                bounds.push(format!("{number}: {total}"));
            }
        }
        assert_eq!(hole["faces"].as_object().unwrap().len(), 12);
        for (card, spot) in hole["faces"].as_object().unwrap() {
            if spot["lie"] == "fairway_face" {
                faces.push(format!("{number}: {card}"));
            }
        }
        assert_eq!(hole["cluster"].is_object(), hole["par"] == 5, "only on the par 5s");
        assert_eq!(hole["centre_suit"].is_string(), hole["par"] == 3, "the suit shown in the middle");
    }
    bounds.sort();
    faces.sort();
    assert_eq!(bounds, ["5: 4", "5: 6", "5: 7"]);
    assert_eq!(faces, ["1: KH", "8: KC", "8: QH"]);
    for hole in [0, 4] {
        assert_eq!(holes[hole]["tee"]["3"]["suits"], json!(["hearts", "diamonds"]), "the double eagle's");
    }
    assert_eq!(holes[0]["tee"]["5"]["suits"], json!(["clubs"]), "the source's example, a 5 of clubs");
}

/// The shipped holes are a player's course, with his id and name; as are courses with other lies.
#[test]
fn good_courses_are_accepted() {
    let course = Course::lay_out("c_1".into(), "Mine".into(), plan(&shipped()).unwrap()).unwrap();
    assert_eq!((course.id(), course.name.as_str()), ("c_1", "Mine"));
    assert_eq!(json!(course.holes), shipped());
    for change in [
        set(0, "/tee/4", spot("fairway", &["spades"])),
        set(0, "/tee/18", spot("sand", &[])),
        set(0, "/tee/3", spot("off_fairway", &[])),
        set(0, "/tee/3", spot("out_of_bounds", &[])),
        set(3, "/faces/KS", spot("fairway_face", &[])),
        set(1, "/tee/5", spot("green", &[])),
        set(0, "/length", json!(600)),
    ] {
        let errors = errors(change);
        assert_eq!(errors, Vec::<String>::new());
    }
}

/// Nine holes, numbered in order, of par 3, 4 or 5.
#[test]
fn nine_holes_of_par_3_4_or_5() {
    let holes = |change: fn(&mut Vec<Value>)| errors(|holes| change(holes.as_array_mut().unwrap()));
    assert_eq!(holes(|holes| holes.truncate(8)), ["holes"]);
    assert_eq!(holes(|holes| holes.clear()), ["holes"]);
    let ten = holes(|holes| {
        let mut tenth = holes[8].clone();
        tenth["number"] = json!(10);
        holes.push(tenth);
    });
    assert_eq!(ten, ["holes"]);
    assert_eq!(holes(|holes| holes.swap(3, 8)), ["holes[3].number", "holes[8].number"]);
    spoils("holes[2].number", set(2, "/number", json!(4)));
    spoils("holes[0].number", set(0, "/number", json!(0)));
    for par in [0, 1, 2, 6, 255] {
        spoils("holes[2].par", set(2, "/par", json!(par)));
    }
    for length in [0, -380] {
        spoils("holes[2].length", set(2, "/length", json!(length)));
    }
}

/// One total is missing and all others are there.
#[test]
fn one_total_is_missing_and_all_others_are_there() {
    spoils("holes[0].tee.3", remove(0, "/tee/3"));
    spoils("holes[0].tee.18", remove(0, "/tee/18"));
    spoils("holes[1].tee.7", remove(1, "/tee/7"));
    spoils("holes[0].tee.9", set(0, "/tee/9", spot("sand", &[])));
    spoils("holes[1].tee.12", set(1, "/tee/12", spot("sand", &[])));
    spoils("holes[0].tee", set(0, "/missing", json!(10)));
    spoils("holes[0].missing", set(0, "/missing", json!(2)));
    spoils("holes[0].missing", set(0, "/missing", json!(19)));
    spoils("holes[1].missing", set(1, "/missing", json!(13)));
    for (hole, total) in [(0, "/tee/2"), (0, "/tee/19"), (1, "/tee/1"), (1, "/tee/13"), (1, "/tee/18")] {
        let part = format!("holes[{hole}].{}", total[1..].replace('/', "."));
        spoils(&part, set(hole, total, spot("off_fairway", &[])));
    }
}

/// Every one of the twelve face cards has a spot, and no other card.
#[test]
fn twelve_face_cards() {
    for card in ["JC", "QD", "KH", "KS"] {
        spoils(&format!("holes[5].faces.{card}"), |holes| {
            holes[5]["faces"].as_object_mut().unwrap().remove(card);
        });
    }
    for card in ["TC", "AH", "2S", "JK"] {
        spoils(&format!("holes[5].faces.{card}"), |holes| {
            holes[5]["faces"][card] = spot("off_fairway", &[]);
        });
    }
}

/// Lies are where they belong: green on par 3s only, and there on 2; no fairway on a par 3;
/// `fairway_face` for face cards only, which lie on nothing that is the tee's.
#[test]
fn lies_are_where_they_belong() {
    spoils("holes[2].tee.8", set(2, "/tee/8", spot("green", &[])));
    spoils("holes[0].tee.4", set(0, "/tee/4", spot("green", &[])));
    for lie in ["sand", "off_fairway", "water", "out_of_bounds"] {
        spoils("holes[1].tee.2", set(1, "/tee/2", spot(lie, &[])));
    }
    spoils("holes[1].tee.2", |holes| {
        holes[1]["missing"] = json!(2);
        holes[1]["tee"].as_object_mut().unwrap().remove("2");
        holes[1]["tee"]["12"] = spot("sand", &[]);
    });
    spoils("holes[1].tee.5", set(1, "/tee/5", spot("fairway", &["clubs"])));
    spoils("holes[2].tee.8", set(2, "/tee/8", spot("fairway_face", &[])));
    spoils("holes[2].faces.JC", set(2, "/faces/JC", spot("green", &[])));
    spoils("holes[1].faces.JC", set(1, "/faces/JC", spot("green", &[])));
}

/// Suits on fairway spots only: one, and two on 3 and 18.
#[test]
fn suits_are_on_the_fairway() {
    for (total, suits) in [
        ("/tee/8", &[][..]),
        ("/tee/8", &["clubs", "hearts"]),
        ("/tee/3", &[]),
        ("/tee/3", &["clubs"]),
        ("/tee/18", &["spades"]),
        ("/tee/18", &["clubs", "hearts", "spades"]),
        ("/tee/3", &["clubs", "clubs"]),
    ] {
        let part = format!("holes[2].{}", total[1..].replace('/', "."));
        spoils(&part, set(2, total, spot("fairway", suits)));
    }
    for lie in ["off_fairway", "sand", "water", "out_of_bounds"] {
        spoils("holes[2].tee.4", set(2, "/tee/4", spot(lie, &["clubs"])));
    }
    spoils("holes[1].tee.7", set(1, "/tee/7", spot("green", &["clubs"])));
    spoils("holes[0].faces.KH", set(0, "/faces/KH", spot("fairway_face", &["hearts"])));
    spoils("holes[0].faces.KC", set(0, "/faces/KC", spot("water", &["clubs"])));
}

/// A cluster if and only if it is a par 5, a drop area if there is water, a centre suit if and only
/// if it is a par 3.
#[test]
fn marks_are_where_they_are_needed() {
    spoils("holes[0].cluster", remove(0, "/cluster"));
    spoils("holes[2].cluster", set(2, "/cluster", json!({"at": [200, 0]})));
    spoils("holes[1].cluster", set(1, "/cluster", json!({"at": [100, 0]})));
    for hole in [0, 1, 2, 4, 8] {
        spoils(&format!("holes[{hole}].drop"), remove(hole, "/drop"));
    }
    spoils("holes[3].drop", set(3, "/tee/5", spot("water", &[])));
    spoils("holes[3].drop", set(3, "/faces/JC", spot("water", &[])));
    spoils("holes[1].centre_suit", remove(1, "/centre_suit"));
    spoils("holes[2].centre_suit", set(2, "/centre_suit", json!("clubs")));
    spoils("holes[0].centre_suit", set(0, "/centre_suit", json!("clubs")));
}

/// What cannot be read is refused before: unknown fields, lies, suits and cards, and wrong types.
#[test]
fn what_cannot_be_read_is_no_plan() {
    for (path, value) in [
        ("/tee/4/lie", json!("rough")),
        ("/tee/4/lie", json!("tee")),
        ("/tee/4/lie", json!("Sand")),
        ("/tee/4/lie", json!(null)),
        ("/tee/4/suits", json!(["stars"])),
        ("/tee/4/suits", json!("clubs")),
        ("/tee/4/at", json!([1])),
        ("/tee/4/at", json!([1, 2, 3])),
        ("/tee/4/at", json!([1.5, 2])),
        ("/tee/4/suit", json!("clubs")),
        ("/tee/x", spot("sand", &[])),
        ("/tee/300", spot("sand", &[])),
        ("/faces/10C", spot("sand", &[])),
        ("/faces/jc", spot("sand", &[])),
        ("/drop/lie", json!("free")),
        ("/centre_suit", json!("H")),
        ("/yards", json!(380)),
        ("/number", json!("3")),
        ("/par", json!(-4)),
        ("/length", json!(380.5)),
    ] {
        let mut holes = shipped();
        set(2, path, value.clone())(&mut holes);
        assert!(plan(&holes).is_err(), "{path}: {value}");
    }
    for path in
        ["/number", "/par", "/length", "/missing", "/tee", "/faces", "/tee/4/lie", "/tee/4/at", "/drop/at"]
    {
        let mut holes = shipped();
        remove(2, path)(&mut holes);
        assert!(plan(&holes).is_err(), "without {path}");
    }
    for wrong in [json!({}), json!({"holes": shipped(), "id": "x"}), json!({"holes": {}}), shipped()] {
        assert!(serde_json::from_value::<Plan>(wrong).is_err());
    }
}

/// Players may bring pars in any order, and play them.
#[test]
fn pars_come_in_any_order() {
    let arranged = |places: [usize; 9]| {
        let shipped = shipped();
        lay_out(|holes| {
            *holes = places.iter().map(|place| shipped[*place].clone()).collect();
            (0..9).for_each(|index| holes[index]["number"] = json!(index + 1));
        })
        .unwrap()
    };
    arranged([1; 9]);
    arranged([0, 4, 0, 4, 0, 4, 0, 4, 0]);
    arranged([3, 2, 3, 2, 3, 2, 3, 2, 3]);
    let course = Arc::new(arranged([5, 0, 3, 4, 1, 2, 8, 7, 6]));
    let options = Options { holes: 3, course: "links".into() };
    let mut table = Table::deal(&options, &course, &["AC 2C"], &stacked("2C 2D 2H 2S 3C AS 3D 5D 5H 5S"));
    assert_eq!(
        (&table.open()["par"], &table.open()["course"]),
        (&json!(3), &json!({"id": "links", "name": "The Links"}))
    );
    // Two dice, the Ace of spades; then three, and hole 1 as the second: a nine is lost.
    table.roll(0, &[1, 1]).roll(1, &[1, 1]);
    assert_eq!([table.lies(0), table.lies(1)], ["green 2", "hole"]);
    table.hole_out(0);
    assert_eq!((table.open()["par"].clone(), table.open()["order"].clone()), (json!(5), json!([1, 0])));
    assert_eq!(table.tee(1, 9).tee(1, 3).ball(1), "3 fairway hearts diamonds, 2+2");
    assert_eq!(Deal::new(2, &["2C"]).course(course).begin().tee(0, 16).lies(0), "16 sand");
}

/// A drop area without water may be there; nothing leads to it.
#[test]
fn a_drop_area_without_water_is_allowed() {
    assert_eq!(errors(|holes| holes[3]["drop"] = json!({"at": [200, -18]})), Vec::<String>::new());
}

/// Out of bounds is rolled again: where nearly every total is so, a game would not end. Of 216 rolls
/// 54 have to bring the ball into play: 3 to 7 are 1 + 3 + 6 + 10 + 15 = 35, and 8 makes 21 more.
#[test]
fn one_roll_in_four_brings_the_ball_into_play() {
    let out_above = |last: i32| {
        move |holes: &mut Value| {
            for (total, spot) in holes[3]["tee"].as_object_mut().unwrap() {
                if total.parse::<i32>().unwrap() > last {
                    *spot = json!({"lie": "out_of_bounds", "at": [150, 6]});
                }
            }
        }
    };
    spoils("holes[3].tee", out_above(7));
    assert_eq!(errors(out_above(8)), Vec::<String>::new());
}
