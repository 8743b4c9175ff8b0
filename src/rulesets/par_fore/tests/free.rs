//! Shots: from a free lie, the cluster, the drop area and the face cards on the fairway.

use serde_json::json;

use super::deal::Deal;
use super::table::Table;

/// The ways to a free lie, alone: hole, total, the card played there if one is needed (it is of the
/// suit, and the hand has no other of it), and the lie.
const FREE: [(u8, u8, &str, &str); 10] = [
    (1, 7, "TD", "cluster free"),
    (5, 13, "AS", "cluster free"),
    (1, 8, "JH", "drop free"),
    (5, 16, "", "drop free"),
    (2, 3, "", "drop free"),
    (6, 9, "", "drop free"),
    (3, 17, "", "drop free"),
    (1, 12, "KH", "KH fairway_face"),
    (8, 7, "KC", "KC fairway_face"),
    (8, 8, "QH", "QH fairway_face"),
];

/// Alone on that free lie, with that hand.
fn lying((hole, total, card, lie): (u8, u8, &str, &str), hand: &str) -> Table {
    let mut table = Deal::new(hole, &[&format!("{hand} {card}")]).begin();
    table.tee(0, total);
    if !card.is_empty() {
        table.play(0, card);
    }
    assert_eq!(table.lies(0), lie, "hole {hole}, {total}");
    table
}

/// Free lie: any numbered card, any suit → to the green, that many feet away; on a par 5 too.
#[test]
fn any_numbered_card_leads_to_the_green() {
    for way in FREE {
        // None is of the suit of the spot from which a card was played.
        let hand = match way {
            (1, 7, ..) => "2C 5S 9H TC",
            (5, 13, ..) => "2C 5D 9H TC",
            (8, 7, ..) => "2S 5D 9H TS",
            _ => "2C 5S 9D TC",
        };
        for (card, feet) in hand.split(' ').zip([2, 5, 9, 10]) {
            let mut table = lying(way, hand);
            assert_eq!(table.legal(0), hand, "{way:?}");
            let cost = table.cost(0);
            let [strokes, penalties] = [&cost[..1], &cost[2..]].map(|number| number.parse::<u32>().unwrap());
            table.play(0, card);
            assert_eq!(table.ball(0), format!("green {feet}, {}+{penalties}", strokes + 1), "{way:?}");
            assert_eq!(table.legal(0), "putt");
        }
    }
}

/// Free lie: an Ace is one foot.
#[test]
fn an_ace_is_one_foot() {
    for card in ["AC", "AD", "AH", "AS"] {
        let mut table = Deal::new(3, &[card]).begin();
        assert_eq!(table.tee(0, 17).play(0, card).ball(0), "green 1, 2+1");
        assert_eq!(table.putt(0, &[]).scored(), [4]);
    }
}

/// Free lie: a face card only without a numbered card of any suit.
#[test]
fn face_cards_wait_for_numbered_ones() {
    for way in FREE {
        let hand = match way {
            (1, 7, ..) => "JC QS KS 9H",
            (5, 13, ..) => "JC QD KD 9H",
            (8, 7, ..) => "JS QS KS 9H",
            _ => "JC QS KS 9D",
        };
        if way.1 == 8 && way.0 == 8 {
            continue; // Looked at below.
        }
        let table = lying(way, hand);
        assert_eq!(table.legal(0), &hand[9..], "{way:?}");
        for card in hand.split(' ').take(3) {
            let reason = table.refuses(0, json!({"type": "play", "card": card}));
            assert_eq!(reason, "numbered_card_first", "{way:?}");
        }
        for action in ["flip", "roll", "putt"] {
            table.refuses(0, json!({"type": action}));
        }
    }
    assert_eq!(lying((8, 8, "QH", "QH fairway_face"), "AD JC QC KC").legal(0), "AD");
}

/// Free lie without a numbered card: a face card → to its spot, whatever that is; he must play one,
/// and is not out of control.
#[test]
fn without_numbered_cards_face_cards_lead_to_their_spots() {
    // Cluster, the ball at 2+0 before.
    for (way, hand, legal, shots) in [
        (
            FREE[0],
            "JC QC KC KH",
            "JC KC KH QC",
            [
                ("JC", "JC sand, 3+0"),
                ("QC", "QC off_fairway, 3+0"),
                ("KC", "drop free, 3+1"),
                ("KH", "KH fairway_face, 3+0"),
            ],
        ),
        (
            FREE[1],
            "JC QC KC KH",
            "JC KC KH QC",
            [
                ("JC", "JC off_fairway, 3+0"),
                ("QC", "drop free, 3+1"),
                ("KC", "KC sand, 3+0"),
                ("KH", "KH off_fairway, 3+0"),
            ],
        ),
        // Drop area of a par 4, 1+1 before: back into the water is another penalty.
        (
            FREE[6],
            "JC KC JS KH",
            "JC JS KC KH",
            [
                ("JC", "drop free, 2+2"),
                ("KC", "KC sand, 2+1"),
                ("JS", "JS off_fairway, 2+1"),
                ("KH", "drop free, 2+2"),
            ],
        ),
        // Of a par 3.
        (
            FREE[4],
            "JC QC JD KS",
            "JC JD KS QC",
            [
                ("JC", "JC off_fairway, 2+1"),
                ("QC", "QC sand, 2+1"),
                ("JD", "drop free, 2+2"),
                ("KS", "drop free, 2+2"),
            ],
        ),
        // King of Hearts on hole 1, 2+0 before.
        (
            FREE[7],
            "JC QC KC KS",
            "JC KC KS QC",
            [
                ("JC", "JC sand, 3+0"),
                ("QC", "QC off_fairway, 3+0"),
                ("KC", "drop free, 3+1"),
                ("KS", "KS sand, 3+0"),
            ],
        ),
        // King of Clubs on hole 8.
        (
            FREE[8],
            "QH QS JS KS",
            "JS KS QH QS",
            [
                ("QH", "QH fairway_face, 3+0"),
                ("QS", "QS off_fairway, 3+0"),
                ("JS", "drop free, 3+1"),
                ("KS", "KS sand, 3+0"),
            ],
        ),
    ] {
        for (card, ball) in shots {
            let mut table = lying(way, hand);
            assert_eq!(table.legal(0), legal, "{way:?}");
            assert_eq!(table.open()["out_of_control"], json!(null), "{way:?}");
            assert_eq!(table.play(0, card).ball(0), ball, "{way:?}: {card}");
        }
    }
}

/// The face cards on the fairway are free lies for a ball that a neighbour's card has brought there,
/// and nobody but its owner plays it from there.
#[test]
fn a_neighbour_can_bring_one_back_into_control() {
    for (hole, card) in [(1, "KH"), (8, "KC"), (8, "QH")] {
        let mut table = Deal::new(hole, &["2C 3D 4S", &format!("5C 5D {card}")]).begin();
        table.tee(0, 4).tee(1, if hole == 1 { 10 } else { 18 });
        assert_eq!(table.open()["out_of_control"], 0);
        table.play(1, card);
        assert_eq!(table.ball(0), format!("{card} fairway_face, 2+0"), "hole {hole}");
        assert_eq!(table.turn(), 1, "hole {hole}: his own ball is further now");
        table.play(1, if hole == 1 { "5C" } else { "5D" });
        if hole == 1 {
            // The cluster is 94 yards away, the King of Hearts 184.
            assert_eq!(table.ball(1), "cluster free, 2+0");
        } else {
            table.hole_out(1);
        }
        assert_eq!((table.turn(), table.legal(0).as_str()), (0, "2C 3D 4S"), "hole {hole}");
        assert_eq!(table.play(0, "4S").ball(0), "green 4, 3+0");
    }
}

/// In the drop area and on the cluster no card matches: there is no number to match, whatever was
/// rolled before.
#[test]
fn nothing_matches_on_a_free_lie() {
    // Hole 1 off a 3 of hearts and diamonds, by the 4 of hearts to the cluster; then its 3 of hearts.
    let mut table = Deal::new(1, &["3H 4H"]).begin();
    table.tee(0, 3).play(0, "4H");
    assert_eq!(table.play(0, "3H").ball(0), "green 3, 3+0");
    // Hole 8, from the 8 of hearts by its Queen; the 8 of hearts is 8 feet.
    let mut table = Deal::new(8, &["8H QH"]).begin();
    table.tee(0, 8).play(0, "QH");
    assert_eq!(table.play(0, "8H").ball(0), "green 8, 3+0");
}
