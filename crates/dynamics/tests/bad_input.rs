//! Bad input gets an error that names the item, and the state stays as it was.

mod sheet;

use glam::{DVec2, DVec3};
use ripstop_dynamics::{
    ClothError, Damping, DihedralAngle, Distance, EnclosedVolume, Fabric, Forces, Method,
    PositionBasedCloth, RestShape, Settings, Target, ThreadFriction, TriangleArea, Wind,
    lumped_masses,
};
use ripstop_geometry::{State, Topology, VertexId};
use sheet::Sheet;

fn build(fabric: Fabric, settings: Settings) -> String {
    let sheet = Sheet::new(3);
    match PositionBasedCloth::new(&sheet.mesh, &sheet.rest(), fabric, settings) {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn materials_and_settings() {
    let good = Fabric::plain();
    let of = |fabric| build(fabric, Settings::default());
    assert_eq!(
        of(Fabric { density: 0.0, ..good }),
        "density is 0, but must be positive and finite"
    );
    assert!(of(Fabric { density: f64::NAN, ..good }).starts_with("density is NaN"));
    assert!(
        of(Fabric { stretch_stiffness: [-1.0; 2], ..good }).starts_with("stretch stiffness is -1")
    );
    assert!(of(Fabric { shear_stiffness: 0.0, ..good }).starts_with("shear stiffness is 0"));
    assert!(
        of(Fabric { bending_stiffness: [f64::INFINITY; 2], ..good })
            .starts_with("bending stiffness is inf")
    );
    assert_eq!(
        of(Fabric { poisson_ratio: 1.0, ..good }),
        "Poisson ratio is 1, but must be in [0, 0.9]"
    );
    assert!(of(Fabric { damping_time: -1.0, ..good }).starts_with("damping time is -1"));
    let rubbing = |moment, slack| {
        of(Fabric { bending_friction: Some(ThreadFriction { moment, slack }), ..good })
    };
    assert!(rubbing(-1.0, 50.0).starts_with("moment of friction is -1"));
    assert!(rubbing(1e-4, 0.0).starts_with("slack of friction is 0"));
    let mut settings = Settings::default();
    settings.damping = Damping { drag: -1.0, internal: 0.0 };
    assert!(build(good, settings).starts_with("drag is -1"));
    let mut settings = Settings::default();
    settings.method = Method::Stiffness { stretch: 1.5, bending: 0.0, sweeps: 1 };
    assert!(build(good, settings).starts_with("stretch factor is 1.5"));
    settings.method = Method::Stiffness { stretch: 1.0, bending: 0.0, sweeps: 0 };
    assert!(build(good, settings).starts_with("number of sweeps is 0"));
}

#[test]
fn rest_shapes() {
    let Sheet { mesh, uvs, .. } = Sheet::new(3);
    let short = RestShape::from_uvs(&mesh, &uvs[1..]).unwrap_err();
    assert_eq!(short.to_string(), "8 rest coordinates are given for 9 vertices");
    let mut bad = uvs.clone();
    bad[4].y = f64::NAN;
    let error = RestShape::from_uvs(&mesh, &bad).unwrap_err();
    assert_eq!(error.to_string(), "the rest position of vertex 4 is not finite");
    let mut flat: Vec<DVec3> = uvs.iter().map(|u| u.extend(0.0)).collect();
    flat[0] = flat[1];
    let error = RestShape::from_positions(&mesh, &flat).unwrap_err();
    assert_eq!(error, ClothError::NoRestArea { face: 0 });
    let error = RestShape::from_face_uvs(&mesh, &[[DVec2::ZERO; 3]]).unwrap_err();
    assert_eq!(error.to_string(), "1 triples of rest coordinates are given for 8 faces");
    let other = Sheet::new(4);
    let error = lumped_masses(&other.mesh, &Sheet::new(3).rest(), 1.0).unwrap_err();
    assert_eq!(error.to_string(), "8 rest faces are given for 18 faces");
    let lonely = Topology::from_faces(4, &[[0, 1, 3]]).unwrap();
    let rest =
        RestShape::from_uvs(&lonely, &[DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y]).unwrap();
    assert_eq!(lumped_masses(&lonely, &rest, 1.0), Err(ClothError::NoMass { vertex: 2 }));
}

#[test]
fn steps() {
    let sheet = Sheet::new(3);
    let mut cloth = sheet.cloth(Fabric::plain(), Settings::default());
    let good = cloth.state_at_rest(sheet.flat(), &[VertexId(0)]).unwrap();
    let mut state = good.clone();
    assert!(cloth.sweep(&mut state).is_err(), "nothing was predicted");
    for dt in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = cloth.predict(&mut state, dt, &Forces::EARTH, &[]).unwrap_err();
        assert!(error.to_string().starts_with("time step is"), "{error}");
    }
    let windy = Forces { wind: Some(Wind { drag: -1.0, ..Wind::new(DVec3::X) }), ..Forces::EARTH };
    let error = cloth.predict(&mut state, 0.1, &windy, &[]).unwrap_err();
    assert!(error.to_string().starts_with("drag coefficient is -1"), "{error}");
    let heavy = Forces { gravity: DVec3::new(0.0, f64::NAN, 0.0), ..Forces::EARTH };
    assert!(cloth.predict(&mut state, 0.1, &heavy, &[]).is_err());
    let target = |vertex, position| [Target { vertex: VertexId(vertex), position }];
    for vertex in [1, 9] {
        let error = cloth.predict(&mut state, 0.1, &Forces::EARTH, &target(vertex, DVec3::X));
        assert_eq!(error, Err(ClothError::NotKinematic { vertex: VertexId(vertex) }));
    }
    let error = cloth.predict(&mut state, 0.1, &Forces::EARTH, &target(0, DVec3::NAN)).unwrap_err();
    assert_eq!(error.to_string(), "the target of vertex 0 is not finite");
    assert_eq!(state, good, "errors leave the state alone");

    // Numbered as in the state: the first vertex of a cloth that begins later is not its vertex 0.
    let mut later = sheet.cloth(Fabric::plain(), Settings::default()).starting_at(VertexId(2));
    let mut longer = State::at_rest(vec![DVec3::ZERO; 2], 0.0);
    longer.positions.extend(&good.positions);
    longer.velocities.extend(&good.velocities);
    longer.inverse_masses.extend(&good.inverse_masses);
    for vertex in [0, 11] {
        let error = later.predict(&mut longer, 0.1, &Forces::EARTH, &target(vertex, DVec3::X));
        assert_eq!(error, Err(ClothError::NotKinematic { vertex: VertexId(vertex) }));
    }
    later.predict(&mut longer, 0.1, &Forces::EARTH, &target(2, DVec3::X)).unwrap();
    assert_eq!(longer.positions[2], DVec3::X);

    let mut spoilt = good.clone();
    spoilt.velocities[5].x = f64::NAN;
    let error = cloth.predict(&mut spoilt, 0.1, &Forces::EARTH, &[]).unwrap_err();
    assert_eq!(error.to_string(), "the velocity of vertex 5 is not finite");
    spoilt = good.clone();
    spoilt.inverse_masses[3] = -1.0;
    let error = cloth.predict(&mut spoilt, 0.1, &Forces::EARTH, &[]).unwrap_err();
    assert_eq!(error, ClothError::InverseMass { vertex: 3, value: -1.0 });
    spoilt = good.clone();
    spoilt.velocities.pop();
    let error = cloth.predict(&mut spoilt, 0.1, &Forces::EARTH, &[]).unwrap_err();
    assert_eq!(error.to_string(), "8 velocities are given for 9 vertices");
    cloth.predict(&mut state, 0.1, &Forces::EARTH, &[]).unwrap();
    assert!(cloth.sweep(&mut spoilt).is_err() && cloth.update_velocities(&mut spoilt).is_err());
}

#[test]
fn constraints() {
    let sheet = Sheet::new(3);
    let mut cloth = sheet.cloth(Fabric::plain(), Settings::default());
    let far = Distance::new([VertexId(0), VertexId(9)], 1.0, 0.0).unwrap();
    let error = cloth.add_constraint(Box::new(far)).unwrap_err();
    assert_eq!(error.to_string(), "constraint 0 acts on vertex 9, but the cloth has 9 vertices");
    let negative = DihedralAngle::new([0, 1, 2, 3].map(VertexId), 0.0, -1.0);
    assert!(cloth.add_constraint(Box::new(negative)).is_err());
    assert!(Distance::new([VertexId(0); 2], -1.0, 0.0).is_err());
    assert!(TriangleArea::new([0, 1, 2].map(VertexId), 0.0, 1.0).is_err());
    let error = EnclosedVolume::new(&sheet.mesh, &sheet.flat(), 1.0, 1.0).unwrap_err();
    assert_eq!(error, ClothError::NotClosed { first: 0, second: 1 });
    let turned = Topology::from_faces(4, &[[0, 1, 2], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap();
    let points = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let error = EnclosedVolume::new(&turned, &points, 1.0, 1.0).unwrap_err();
    assert_eq!(error, ClothError::NotClosed { first: 0, second: 1 });
    let inside_out =
        Topology::from_faces(4, &[[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]).unwrap();
    let error = EnclosedVolume::new(&inside_out, &points, 1.0, 1.0).unwrap_err();
    assert!(error.to_string().starts_with("rest volume is -0.16"), "{error}");
}
