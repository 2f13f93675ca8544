//! Terms of the dynamics for pressure inside cloths and for areas that are kept.

use glam::DVec3;
use ripstop_dynamics::{ClothError, Constraint, EnclosedVolume, GasPressure, TriangleArea};
use ripstop_geometry::Potential;

use crate::SceneError;
use crate::scene::Inflation;
use crate::world::{ClothPart, World};

/// Constraints of a position-based cloth.
pub(super) fn constraints(
    world: &World,
    part: &ClothPart,
) -> Result<Vec<Box<dyn Constraint>>, SceneError> {
    let ClothPart { topology, shape, inflation, .. } = part;
    if inflation.gas_pressure.is_some() {
        let what = "`gas_pressure` needs `dynamics = \"fem\"`; position-based cloth has `pressure`, \
                    a multiple of its volume";
        return Err(refused(part, what));
    }
    if inflation.bulk_modulus.is_some() && inflation.pressure.is_none() {
        return Err(refused(part, "`bulk_modulus` needs `pressure`"));
    }
    let wrap = |error: ClothError| SceneError::Cloth { owner: part.owner.clone(), error };
    let mut constraints: Vec<Box<dyn Constraint>> = Vec::new();
    if let Some(stiffness) = inflation.area_stiffness {
        for (face, area) in topology.faces().iter().zip(shape.areas()) {
            let area = TriangleArea::new(*face, *area, stiffness).map_err(wrap)?;
            constraints.push(Box::new(area));
        }
    }
    if let Some(pressure) = inflation.pressure {
        if shape.is_pattern() {
            let what =
                "`pressure` is a multiple of the volume at rest, and a flat pattern has none";
            return Err(refused(part, what));
        }
        let rest: &[DVec3] = &world.rules.rest[part.vertices()];
        let volume = EnclosedVolume::new(topology, rest, pressure, inflation.bulk_modulus());
        constraints.push(Box::new(volume.map_err(wrap)?));
    }
    Ok(constraints)
}

/// Potential of a cloth of finite elements.
pub(super) fn potential(
    world: &World,
    part: &ClothPart,
) -> Result<Option<Box<dyn Potential + Send>>, SceneError> {
    let Inflation { pressure, bulk_modulus, gas_pressure, area_stiffness } = part.inflation;
    let position_based = [
        ("pressure", pressure),
        ("bulk_modulus", bulk_modulus),
        ("area_stiffness", area_stiffness),
    ];
    if let Some((name, _)) = position_based.into_iter().find(|(_, value)| value.is_some()) {
        let what = format!(
            "`{name}` needs `dynamics = \"pbd\"`; finite elements have `gas_pressure`, in Pa"
        );
        return Err(refused(part, &what));
    }
    let Some(pressure) = gas_pressure else { return Ok(None) };
    let start = &world.start.positions[part.vertices()];
    let gas = GasPressure::new(&part.topology, start, pressure, part.first);
    let gas = gas.map_err(|error| SceneError::Cloth { owner: part.owner.clone(), error })?;
    Ok(Some(Box::new(gas)))
}

fn refused(part: &ClothPart, what: &str) -> SceneError {
    SceneError::Part { owner: part.owner.clone(), what: what.to_owned() }
}
