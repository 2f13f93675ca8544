//! Contract of a shape, run against all of them.

use glam::{DQuat, DVec3, dvec3};
use ripstop_geometry::sdf::{
    Capsule, Cuboid, Plane, Pose, Posed, SampledField, Sampling, Shape, ShapeError, Sphere,
};

use crate::meshes::torus;
use crate::random::Random;

fn analytic_shapes() -> Vec<Shape> {
    vec![
        Plane::new(dvec3(0.1, -0.2, 0.3), dvec3(1.0, -2.0, 0.5)).expect("valid").into(),
        Sphere::new(dvec3(0.1, 0.2, -0.3), 0.6).expect("valid").into(),
        Capsule::new(dvec3(-0.5, 0.1, 0.0), dvec3(0.4, 0.3, -0.6), 0.3).expect("valid").into(),
        Capsule::new(DVec3::ONE, DVec3::ONE, 0.3).expect("valid").into(),
        Cuboid::new(dvec3(0.1, 0.0, -0.2), dvec3(0.5, 0.3, 0.8)).expect("valid").into(),
        Cuboid::new(DVec3::ZERO, dvec3(0.5, 1e-9, 0.5)).expect("valid").into(),
    ]
}

fn sampled_shape() -> Shape {
    let mesh = torus(12, 0.7, 0.3);
    SampledField::from_closed_mesh(&mesh.positions, &mesh.faces, Sampling::of_cell_size(0.1))
        .expect("valid")
        .into()
}

fn all_shapes() -> Vec<Shape> {
    let mut shapes = analytic_shapes();
    shapes.push(sampled_shape());
    shapes
}

/// Placed here and there: once where the shape is at home, once turned away.
fn poses() -> [Pose; 2] {
    let turned = DQuat::from_xyzw(0.3, -0.5, 0.1, 0.7);
    [Pose::IDENTITY, Pose::new(turned, dvec3(0.2, -0.1, 0.4)).expect("valid")]
}

/// Runs a check on every shape in every pose at random points of a cube that is larger than them.
fn for_all(shapes: &[Shape], mut check: impl FnMut(&Posed, &mut Random)) {
    let mut random = Random(7);
    for shape in shapes {
        for pose in poses() {
            for _ in 0..2_000 {
                check(&Posed { shape, pose }, &mut random);
            }
        }
    }
}

#[test]
fn distance_is_the_distance_of_the_sample() {
    for_all(&all_shapes(), |field, random| {
        let x = 2.0 * random.vector();
        assert_eq!(field.distance(x), field.sample(x).distance);
    });
}

#[test]
fn the_gradient_of_an_analytic_shape_has_length_one() {
    for_all(&analytic_shapes(), |field, random| {
        let gradient = field.sample(2.0 * random.vector()).gradient;
        assert!((gradient.length() - 1.0).abs() < 4.0 * f64::EPSILON, "{field:?}: {gradient}");
    });
}

#[test]
fn the_gradient_of_a_sampled_field_is_bounded() {
    for_all(&[sampled_shape()], |field, random| {
        let gradient = field.sample(2.0 * random.vector()).gradient;
        assert!(gradient.length() <= 3_f64.sqrt() + 1e-12, "{gradient}");
    });
}

/// One-sided differences that disagree show a kink (a medial plane, a cell face, the grid's
/// border), where there is no gradient to compare with.
#[test]
fn the_gradient_is_the_derivative_of_the_distance() {
    const STEP: f64 = 1e-6;
    let (mut compared, mut skipped) = (0, 0);
    for_all(&all_shapes(), |field, random| {
        let x = 2.0 * random.vector();
        let direction = random.vector();
        let at = |s: f64| field.distance(x + s * direction);
        let (backward, forward) = ((at(0.0) - at(-STEP)) / STEP, (at(STEP) - at(0.0)) / STEP);
        if (forward - backward).abs() > 1e-3 {
            skipped += 1;
            return;
        }
        compared += 1;
        let slope = field.sample(x).gradient.dot(direction);
        let difference = 0.5 * (forward + backward) - slope;
        assert!(difference.abs() < 1e-6, "{field:?} at {x}: off by {difference}");
    });
    assert!(skipped * 100 < compared, "{skipped} of {} on kinks", compared + skipped);
}

#[test]
fn an_analytic_distance_changes_by_at_most_the_way_walked() {
    for_all(&analytic_shapes(), |field, random| {
        let x = 2.0 * random.vector();
        let step = random.vector() * 0.1_f64.powi(i32::try_from(random.below(9)).expect("small"));
        let y = x + step;
        let change = (field.distance(x) - field.distance(y)).abs();
        assert!(change <= (x - y).length() + 4.0 * f64::EPSILON, "{field:?}: {change}");
    });
}

/// `x − φ ∇φ` is on the surface: so φ is the exact distance, and the gradient points along it. It
/// holds on medial planes too, because the documented choice is one of the shortest paths.
#[test]
fn the_gradient_leads_to_the_surface() {
    for_all(&analytic_shapes(), |field, random| {
        let x = (1.5 * random.vector() * 8.0).round() / 8.0;
        let sample = field.sample(x);
        let nearest = x - sample.distance * sample.gradient;
        assert!(field.distance(nearest).abs() < 1e-14, "{field:?} at {x}");
    });
}

#[test]
fn documented_choices_where_there_is_no_gradient() {
    let gradient = |shape: &Shape, x: DVec3| shape.sample(x).gradient;
    let sphere = Shape::from(Sphere::new(DVec3::ONE, 2.0).unwrap());
    assert_eq!(gradient(&sphere, DVec3::ONE), DVec3::Y);
    let ball = Shape::from(Capsule::new(DVec3::ONE, DVec3::ONE, 2.0).unwrap());
    assert_eq!(gradient(&ball, DVec3::ONE), DVec3::Y);
    let capsule = Shape::from(Capsule::new(DVec3::ZERO, DVec3::X, 2.0).unwrap());
    for x in [0.0, 0.25, 1.0] {
        let side = gradient(&capsule, dvec3(x, 0.0, 0.0));
        assert!(side.x == 0.0 && (side.length() - 1.0).abs() < 1e-15);
    }
    let cube = Shape::from(Cuboid::new(DVec3::ZERO, DVec3::ONE).unwrap());
    let choices = [
        (DVec3::ZERO, DVec3::X),
        (-DVec3::ZERO, DVec3::X),
        (dvec3(0.0, 0.5, -0.5), DVec3::Y),
        (dvec3(0.25, 0.5, -0.75), DVec3::NEG_Z),
        (dvec3(-1.0, 1.0, 1.0), DVec3::NEG_X),
        (dvec3(0.0, -1.0, 1.0), DVec3::NEG_Y),
    ];
    for (x, expected) in choices {
        assert_eq!(gradient(&cube, x), expected, "at {x}");
    }
}

#[test]
fn no_point_gives_nan() {
    let mut random = Random(3);
    let numbers = [0.0, -0.0, 1.0, -0.5, 1e-300, f64::MIN_POSITIVE, 1e-160, 1e160, 1e300, -1e300];
    for shape in all_shapes() {
        for _ in 0..2_000 {
            let x = DVec3::from_array([(); 3].map(|()| numbers[random.below(numbers.len())]));
            let sample = shape.sample(x);
            assert!(sample.distance.is_finite() && sample.gradient.is_finite(), "{shape:?} {x}");
            let normal = sample.normal().expect("flat nowhere near these points");
            assert!((normal.length() - 1.0).abs() < 1e-15);
        }
    }
}

#[test]
fn constructors_name_the_offending_value() {
    let nan = dvec3(0.0, f64::NAN, 0.0);
    let coordinate = |what: &'static str| ShapeError::Coordinate { what, value: DVec3::INFINITY };
    assert!(Plane::new(nan, DVec3::X).is_err());
    assert_eq!(
        Plane::new(DVec3::ZERO, DVec3::ZERO),
        Err(ShapeError::Normal { value: DVec3::ZERO })
    );
    assert_eq!(Plane::new(DVec3::ZERO, DVec3::INFINITY), Err(coordinate("the plane's normal")));
    assert_eq!(Plane::new(DVec3::ZERO, dvec3(0.0, 0.0, 1e-310)).unwrap().normal(), DVec3::Z);
    assert_eq!(Sphere::new(DVec3::INFINITY, 1.0), Err(coordinate("the sphere's centre")));
    for value in [0.0, -1.0, f64::INFINITY, 1e301] {
        let error = |what: &'static str| ShapeError::Length { what, value };
        assert_eq!(Sphere::new(DVec3::ZERO, value), Err(error("the sphere's radius")));
        assert_eq!(Capsule::new(DVec3::ZERO, DVec3::X, value), Err(error("the capsule's radius")));
        assert_eq!(
            Cuboid::new(DVec3::ZERO, dvec3(1.0, value, 1.0)),
            Err(error("the cuboid's half y extent"))
        );
    }
    assert!(Sphere::new(DVec3::ZERO, f64::NAN).is_err());
    assert!(Capsule::new(nan, DVec3::X, 1.0).is_err() && Capsule::new(DVec3::X, nan, 1.0).is_err());
    assert!(Pose::new(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), DVec3::ZERO).is_err());
    assert!(Pose::new(DQuat::from_xyzw(0.0, f64::NAN, 0.0, 1.0), DVec3::ZERO).is_err());
    assert!(Pose::new(DQuat::IDENTITY, nan).is_err());
    let long = Pose::new(DQuat::from_xyzw(0.0, 0.0, 3e200, 4e200), DVec3::ZERO).unwrap();
    assert!((long.rotation() - DQuat::from_xyzw(0.0, 0.0, 0.6, 0.8)).length() < 1e-15);
    let message = Sphere::new(DVec3::ZERO, -1.0).unwrap_err().to_string();
    assert_eq!(message, "the sphere's radius must be positive and at most 1e300, but is -1.0");
    let message = Sphere::new(dvec3(0.0, 1e301, 0.0), 1.0).unwrap_err().to_string();
    assert!(message.contains("[0.0, 1e301, 0.0]"), "{message}");
}

/// The second derivative against differences of the gradient. Places where the differences of two
/// steps disagree have a kink nearby.
#[test]
fn the_hessian_is_the_derivative_of_the_gradient() {
    let mut compared = 0;
    for_all(&all_shapes(), |field, random| {
        let x = 2.0 * random.vector();
        let hessian = field.hessian(x);
        assert!(hessian.is_finite());
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            let difference = |step: f64| {
                let [high, low] = [x + step * axis, x - step * axis].map(|x| field.sample(x));
                (high.gradient - low.gradient) / (2.0 * step)
            };
            let [wide, narrow] = [difference(2e-5), difference(1e-5)];
            let scale = 1.0 + wide.length();
            if (wide - narrow).length() > 1e-6 * scale {
                continue;
            }
            compared += 1;
            let error = (hessian * axis - narrow).length();
            assert!(error < 1e-6 * scale, "{field:?} at {x}: {error}");
        }
    });
    assert!(compared > 60_000, "{compared}");
}
