//! The exact tier: the first contact in integers.
//!
//! All coordinates are integer multiples of one power of two, so the differences over the step are
//! integer vectors and the polynomials of the floating-point tiers are integer forms ([`form`]):
//!
//! ```text
//! f ≢ 0   every contact is at a root of the coplanarity cubic; there the sign of each inside
//!         test, a quadratic, is decided (`sign_at_root`). Where the normal vanishes (a face
//!         without area, parallel edges), some end or corner has to lie on a segment of the other
//!         primitive.
//! f ≡ 0   the points are coplanar at all times. They touch at the start, or a first contact comes
//!         with an end or corner on a segment of the other primitive.
//! ```
//!
//! Work and memory are bounded by the size of the integers: at most 2,100 bits a coordinate, and
//! about 60 for coordinates of similar size.

mod ends;
mod form;
mod roots;
mod rounding;
mod sign_at_root;

use ripstop_geometry::MovingPoint;
use ripstop_geometry::exact::Sign;

use super::primitives::{PointOnSegment, Primitives};
use ends::{Ends, Polynomial, Spot};
use form::Moment;

/// The largest `f64` that is not later than the first contact, if there is one.
pub(super) fn first_contact<P: Primitives>(points: &[MovingPoint; 4]) -> Option<f64> {
    let step = Ends::of_step::<P>(points);
    let cubic = step.form(Polynomial::Coplanarity);
    if !cubic.is_zero() {
        let mut roots = roots::roots(&cubic).into_iter();
        return roots.find_map(|root| {
            let (time, spot) = step.spot(Polynomial::Coplanarity, &cubic, &root);
            touches::<P>(&spot).then_some(time)
        });
    }
    if touches::<P>(&Spot::at(&step, &Moment::start())) {
        return Some(0.0);
    }
    let events = P::TOUCHES.iter().filter_map(|touch| first_on_segment(&step, touch));
    events.min_by(f64::total_cmp)
}

/// True if the primitives touch at a moment at which their four points are coplanar.
fn touches<P: Primitives>(spot: &Spot) -> bool {
    for axis in 0..3 {
        let normal = spot.sign(Polynomial::Cross([0, 1], axis));
        if !normal.is_zero() {
            // Along this axis the plane is seen from the side of its normal, and nothing is hidden.
            let outside = |&pair: &[usize; 2]| spot.sign(Polynomial::Cross(pair, axis)) == -normal;
            return !P::INSIDE.iter().any(outside);
        }
    }
    P::TOUCHES.iter().any(|touch| {
        (0..3).all(|axis| spot.sign(Polynomial::Cross(touch.cross, axis)).is_zero())
            && spot.sign(Polynomial::Dot(touch.dot)) != Sign::Positive
    })
}

/// The first time at which a moving point is on a moving segment, rounded down.
///
/// Only contacts after the start are searched where the two are collinear at all times.
fn first_on_segment(step: &Ends, touch: &PointOnSegment) -> Option<f64> {
    let crosses = [0, 1, 2].map(|axis| Polynomial::Cross(touch.cross, axis));
    let leading = crosses.iter().find_map(|&cross| {
        let form = step.form(cross);
        (!form.is_zero()).then_some((cross, form))
    });
    let dot = Polynomial::Dot(touch.dot);
    let Some((cross, form)) = leading else {
        // Always collinear: contact begins when the point passes an end of the segment.
        let form = step.form(dot);
        if form.is_zero() {
            return Some(0.0);
        }
        let first = roots::roots(&form).into_iter().next()?;
        return Some(rounding::floor(&first, &form).0);
    };
    roots::roots(&form).into_iter().find_map(|root| {
        let (time, spot) = step.spot(cross, &form, &root);
        let on_line = crosses.iter().all(|&other| spot.sign(other).is_zero());
        (on_line && spot.sign(dot) != Sign::Positive).then_some(time)
    })
}
