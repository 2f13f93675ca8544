//! Any of the shapes, and a shape seen through a pose.

use glam::{DMat3, DVec3};

use super::{Capsule, Cuboid, Plane, Pose, Sample, SampledField, Sphere, Square};

/// One of the solids whose signed distance is known.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// A half-space.
    Plane(Plane),
    /// A ball.
    Sphere(Sphere),
    /// A capsule.
    Capsule(Capsule),
    /// A box.
    Cuboid(Cuboid),
    /// One side of a square.
    Square(Square),
    /// A closed mesh, sampled on a grid.
    Sampled(SampledField),
}

impl Shape {
    /// Signed distance of `x` (m).
    #[must_use]
    #[inline]
    pub fn distance(&self, x: DVec3) -> f64 {
        match self {
            Self::Plane(shape) => shape.distance(x),
            Self::Sphere(shape) => shape.distance(x),
            Self::Capsule(shape) => shape.distance(x),
            Self::Cuboid(shape) => shape.distance(x),
            Self::Square(shape) => shape.distance(x),
            Self::Sampled(shape) => shape.distance(x),
        }
    }

    /// Signed distance and gradient at `x`.
    #[must_use]
    #[inline]
    pub fn sample(&self, x: DVec3) -> Sample {
        match self {
            Self::Plane(shape) => shape.sample(x),
            Self::Sphere(shape) => shape.sample(x),
            Self::Capsule(shape) => shape.sample(x),
            Self::Cuboid(shape) => shape.sample(x),
            Self::Square(shape) => shape.sample(x),
            Self::Sampled(shape) => shape.sample(x),
        }
    }

    /// `∇²φ` at `x` (1/m); 0 where it does not exist.
    #[must_use]
    pub fn hessian(&self, x: DVec3) -> DMat3 {
        match self {
            Self::Plane(shape) => shape.hessian(x),
            Self::Sphere(shape) => shape.hessian(x),
            Self::Capsule(shape) => shape.hessian(x),
            Self::Cuboid(shape) => shape.hessian(x),
            Self::Square(shape) => shape.hessian(x),
            Self::Sampled(shape) => shape.hessian(x),
        }
    }
}

macro_rules! shape_from {
    ($($variant:ident($shape:ty)),*) => {$(
        impl From<$shape> for Shape {
            fn from(shape: $shape) -> Self {
                Self::$variant(shape)
            }
        }
    )*};
}
shape_from!(
    Plane(Plane),
    Sphere(Sphere),
    Capsule(Capsule),
    Cuboid(Cuboid),
    Square(Square),
    Sampled(SampledField)
);

/// A shape, seen from a world in which it has a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed<'a> {
    /// The shape, in coordinates of its own.
    pub shape: &'a Shape,
    /// Pose of those coordinates in the world.
    pub pose: Pose,
}

impl Posed<'_> {
    /// Signed distance of the world position `x` (m).
    #[must_use]
    #[inline]
    pub fn distance(&self, x: DVec3) -> f64 {
        self.shape.distance(self.pose.to_body(x))
    }

    /// Signed distance and gradient at the world position `x`.
    #[must_use]
    #[inline]
    pub fn sample(&self, x: DVec3) -> Sample {
        let Sample { distance, gradient } = self.shape.sample(self.pose.to_body(x));
        Sample { distance, gradient: self.pose.direction_to_world(gradient) }
    }

    /// `∇²φ` at the world position `x` (1/m).
    #[must_use]
    pub fn hessian(&self, x: DVec3) -> DMat3 {
        let turn = DMat3::from_quat(self.pose.rotation());
        turn * self.shape.hessian(self.pose.to_body(x)) * turn.transpose()
    }
}
