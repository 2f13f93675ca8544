//! USD text, letter by letter, and what is refused.

mod files;

use glam::DVec3;
use ripstop_io::{Convention, Mesh, UpAxis, UsdStage, UsdWriteError, write_usd};

fn stage<'a>(mesh: &'a Mesh, frames: &'a [u64]) -> UsdStage<'a> {
    let convention = Convention::new(0.01, UpAxis::Y);
    UsdStage { mesh, frames, frame_rate: 60.0, convention }
}

#[test]
fn a_surface_that_moves_and_one_that_does_not() {
    let mut mesh = files::mesh();
    mesh.positions.push(DVec3::new(9.0, 0.1, 0.0));
    mesh.faces[1] = [1, 4, 2];
    let mut text = Vec::new();
    write_usd(&mut text, &stage(&mesh, &[0, 7]), &mut |frame| {
        let mut positions = mesh.positions.clone();
        positions[0].z = -0.25 * frame as f64;
        Ok(positions)
    })
    .unwrap();
    let expected = r#"#usda 1.0
(
    defaultPrim = "ripstop"
    endTimeCode = 7
    framesPerSecond = 60
    metersPerUnit = 0.01
    startTimeCode = 0
    timeCodesPerSecond = 60
    upAxis = "Y"
)

def Xform "ripstop"
{
    def Mesh "front__1_" (
        displayName = "front \"1\""
    )
    {
        uniform bool doubleSided = 1
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        uniform token subdivisionScheme = "none"
        point3f[] points.timeSamples = {
            0: [(0.0, 0.0, -0.0), (1.0, 0.0, -0.5), (1.0, 1.25, 0.0)],
            7: [(0.0, 0.0, -1.75), (1.0, 0.0, -0.5), (1.0, 1.25, 0.0)],
        }
        float3[] extent.timeSamples = {
            0: [(0.0, 0.0, -0.5), (1.0, 1.25, 0.0)],
            7: [(0.0, 0.0, -1.75), (1.0, 1.25, 0.0)],
        }
    }

    def Mesh "surface" (
        displayName = ""
    )
    {
        uniform bool doubleSided = 1
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 2, 1]
        uniform token subdivisionScheme = "none"
        float3[] extent = [(1.0, 0.0, -0.5), (9.0, 1.25, 0.0)]
        point3f[] points = [(1.0, 0.0, -0.5), (1.0, 1.25, 0.0), (9.0, 0.1, 0.0)]
    }

}
"#;
    assert_eq!(String::from_utf8(text).unwrap(), expected);
}

#[test]
fn what_does_not_fit_is_an_error() {
    let mesh = files::mesh();
    let write = |frames: &[u64], positions: Vec<DVec3>| {
        let mut source = |_| Ok(positions.clone());
        write_usd(Vec::new(), &stage(&mesh, frames), &mut source).unwrap_err()
    };
    assert!(matches!(write(&[], vec![]), UsdWriteError::Frames));
    assert!(matches!(write(&[3, 3], vec![]), UsdWriteError::Frames));
    assert!(matches!(
        write(&[3], vec![]),
        UsdWriteError::VertexCount { frame: 3, expected: 4, found: 0 }
    ));
    let far = vec![DVec3::ZERO, DVec3::ZERO, DVec3::splat(-1e39), DVec3::ZERO];
    assert!(matches!(write(&[3], far), UsdWriteError::NotFinite { frame: 3, vertex: 2 }));
}
