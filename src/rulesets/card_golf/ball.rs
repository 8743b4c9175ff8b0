//! A ball on the Distance Indicator.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{card::Club, deck::deck};

/// How far from the hole a ball on the fairway is still on the green, in yards.
const GREEN: i64 = 20;

/// The least distance of a stroke from the tee, in yards.
pub(super) const FIRST_STROKE: i64 = 80;

/// How far beyond the hole a stroke may end, in yards, as seen from where it was played.
pub(super) const BEYOND: i64 = 40;

/// Where a ball lies. `green` is the fairway 20 yards from the hole, before it or beyond,
/// `pin_high` at the hole; `holed` is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CardGolfLie)]
#[serde(rename_all = "snake_case")]
pub enum Lie {
    Tee,
    Fairway,
    Green,
    PinHigh,
    LeftRough,
    RightRough,
    Bunker,
    BadBunker,
    Holed,
}

impl Lie {
    /// Whether the ball lies where hazards are out of reach and putts are played.
    pub fn is_on_green(self) -> bool {
        matches!(self, Lie::Green | Lie::PinHigh)
    }

    /// Whether a stroke with that club may be played from here.
    pub fn allows(self, club: Club) -> bool {
        match self {
            Lie::Tee => true,
            Lie::Fairway | Lie::Green => club != Club::Driver,
            Lie::LeftRough | Lie::RightRough => deck().allowed.rough.contains(&club),
            Lie::Bunker => deck().allowed.bunker.contains(&club),
            Lie::BadBunker => deck().allowed.bad_bunker.contains(&club),
            Lie::PinHigh | Lie::Holed => false,
        }
    }
}

/// A position and a lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Spot {
    /// Yards from the tee, along the hole; more than its length beyond the hole.
    pub at: i64,
    pub lie: Lie,
}

/// A side's ball.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ball {
    pub spot: Spot,
    /// Whether a first Putt from 20 yards stands.
    pub putt_stands: bool,
    /// Whether a hazard has been played on it since its last stroke card.
    pub protected: bool,
    /// From where the last stroke was played; `None` if there is none that could be cancelled.
    pub came_from: Option<Spot>,
}

impl Spot {
    pub const TEE: Spot = Spot { at: 0, lie: Lie::Tee };

    /// In the hole.
    pub fn holed(length: i64) -> Self {
        Self { at: length, lie: Lie::Holed }
    }

    /// Yards left to the hole, from either side.
    pub fn to_hole(self, length: i64) -> i64 {
        (length - self.at).abs()
    }

    /// Where a stroke of so many yards ends: on the fairway, always played towards the hole, so
    /// that the direction turns round beyond it.
    pub fn after(self, yards: i64, length: i64) -> Self {
        let at = if self.at <= length { self.at + yards } else { self.at - yards };
        let lie = match (length - at).abs() {
            0 => Lie::PinHigh,
            left if left <= GREEN => Lie::Green,
            _ => Lie::Fairway,
        };
        Self { at, lie }
    }
}

impl Ball {
    pub fn on_tee() -> Self {
        Self { spot: Spot::TEE, putt_stands: false, protected: false, came_from: None }
    }

    pub fn is_holed(&self) -> bool {
        self.spot.lie == Lie::Holed
    }

    /// A stroke card has been played: the ball is at `to`, and hazards may be played on it again.
    pub fn struck(&mut self, to: Spot, putt_stands: bool) {
        let came_from = Some(self.spot);
        *self = Self { spot: to, putt_stands, protected: false, came_from };
    }
}
