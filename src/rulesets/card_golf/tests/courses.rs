//! The courses that come with the game, and players' own.

use serde_json::{Value, json};

use super::super::course::{Course, HOLES, Plan};
use crate::{
    rulesets::{
        courses::{BadField, Course as _},
        registry::Ruleset,
    },
    text,
};

fn lay_out(plan: Value) -> Result<Course, Vec<BadField>> {
    let plan: Plan = serde_json::from_value(plan).expect("a well-formed plan");
    Course::lay_out("c_1".into(), "Holm Links".into(), plan)
}

/// The fields that are refused.
fn refused(plan: Value) -> Vec<String> {
    let errors = lay_out(plan).expect_err("the plan is bad");
    assert!(errors.iter().all(|error| !error.detail.is_empty()));
    errors.into_iter().map(|error| error.field).collect()
}

#[test]
fn every_course_that_comes_with_the_game_has_a_year_and_a_source_and_could_be_laid_out() {
    assert!(Course::shipped().len() > 5);
    for course in Course::shipped() {
        let id = &course.id;
        assert!(
            id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_'),
            "{id}"
        );
        assert!(course.card_of.is_some_and(|year| (1850..=2030).contains(&year)), "{id}");
        assert!(course.source.as_ref().is_some_and(|source| !source.is_empty()), "{id}");
        assert_eq!(course.yards.len(), HOLES, "{id}");
        let plan = Plan {
            yards: course.yards.clone(),
            par: course.par.clone(),
            hole_names: course.hole_names.clone(),
        };
        let again = Course::lay_out(id.clone(), course.name.clone(), plan).expect("it can be played");
        let Course { card_of, source, .. } = Course::clone(course);
        assert_eq!(Course { card_of, source, ..again }, **course);
        assert_eq!(text::line(&course.name, 60), Some(course.name.as_str()));
    }
}

#[test]
fn no_two_courses_of_any_ruleset_share_an_id() {
    let courses: Vec<_> = Ruleset::ALL.iter().flat_map(|ruleset| ruleset.shipped_courses()).collect();
    let mut ids: Vec<&str> = courses.iter().map(|course| course.id()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), courses.len());
}

#[test]
fn lengths_are_kept_as_given_and_played_rounded_to_20_halves_up() {
    let yards = [70, 89, 90, 109, 110, 129, 360, 370, 389, 390, 700, 709, 400, 400, 400, 400, 400, 400];
    let played = [80, 80, 100, 100, 120, 120, 360, 380, 380, 400, 700, 700, 400, 400, 400, 400, 400, 400];
    let course = lay_out(json!({ "yards": yards })).expect("80 to 700 when rounded");
    assert_eq!(course.yards, yards);
    let lengths: Vec<i64> = (1..=18).map(|hole| course.length(hole)).collect();
    assert_eq!(lengths, played);
}

#[test]
fn a_length_of_less_than_70_or_more_than_709_is_refused_at_its_hole() {
    let mut yards = vec![400; 18];
    for (hole, bad) in [(0, 69), (3, 710), (4, 0), (5, -400), (6, i64::MAX), (17, i64::MIN)] {
        yards[hole] = bad;
    }
    let fields = refused(json!({ "yards": yards }));
    assert_eq!(fields, ["yards[0]", "yards[3]", "yards[4]", "yards[5]", "yards[6]", "yards[17]"]);
}

#[test]
fn nine_holes_are_played_twice_round() {
    let yards: Vec<i64> = (1..=9).map(|hole| 100 * hole / 2 + 100).collect();
    let names: Vec<String> = (1..=9).map(|hole| format!(" Hole {hole} ")).collect();
    let plan = json!({ "yards": yards, "par": [3, 3, 4, 4, 4, 4, 5, 5, 6], "hole_names": names });
    let course = lay_out(plan).expect("nine will do");
    assert_eq!(course.yards, [yards.clone(), yards].concat());
    assert_eq!(course.par.map(|par| par[9..].to_vec()), Some(vec![3, 3, 4, 4, 4, 4, 5, 5, 6]));
    let names = course.hole_names.expect("it has names");
    assert_eq!((names.len(), names[0].as_str(), names[17].as_str()), (18, "Hole 1", "Hole 9"));
    assert_eq!((course.card_of, course.source), (None, None));
}

#[test]
fn any_other_number_of_holes_is_refused() {
    for holes in [0, 1, 8, 10, 17, 19, 36] {
        assert_eq!(refused(json!({ "yards": vec![400; holes] })), ["yards"], "{holes}");
    }
}

#[test]
fn pars_and_names_fit_the_lengths() {
    let yards = vec![400; 9];
    for par in [vec![4; 8], vec![4; 18], vec![]] {
        assert_eq!(refused(json!({ "yards": yards, "par": par })), ["par"]);
    }
    let bad = json!({ "yards": yards, "par": [2, 3, 6, 7, 4, 4, 4, 4, -1] });
    assert_eq!(refused(bad), ["par[0]", "par[3]", "par[8]"]);
    assert_eq!(refused(json!({ "yards": yards, "hole_names": ["Burn"] })), ["hole_names"]);
    let long = "é".repeat(41);
    let names = json!(["Burn", "", "  ", "a\nb", long, "é".repeat(40), "\u{202E}abc", "打球", "\u{200B}"]);
    let fields = refused(json!({ "yards": yards, "hole_names": names }));
    let expected = [
        "hole_names[1]",
        "hole_names[2]",
        "hole_names[3]",
        "hole_names[4]",
        "hole_names[6]",
        "hole_names[8]",
    ];
    assert_eq!(fields, expected);
    // All that is wrong is told at once.
    let fields = refused(json!({ "yards": vec![40; 9], "par": [1], "hole_names": [""] }));
    assert_eq!(fields.len(), 9 + 2 + 2);
}
