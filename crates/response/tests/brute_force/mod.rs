//! A detector that tests every pair: slow, and beyond doubt.

use ripstop_geometry::closest::{point_triangle, segment_segment};
use ripstop_geometry::{
    Candidate, CollisionMesh, Contact, EdgeId, FaceId, Impact, Motion, VertexId, separation,
};
use ripstop_narrow::{Ccd, Cubic};
use ripstop_response::{Capsule, ContactRule, Detector, Instants};

pub(crate) struct BruteForce {
    pub(crate) mesh: CollisionMesh,
    /// Number of detection passes.
    pub(crate) passes: usize,
    /// The rule of every pair.
    pub(crate) rule: ContactRule,
    /// Capsules beside the mesh.
    pub(crate) capsules: Vec<Capsule>,
}

impl BruteForce {
    pub(crate) fn new(mesh: CollisionMesh) -> Self {
        let rule = ContactRule { thickness: 0.0, friction: 0.0 };
        Self { mesh, passes: 0, rule, capsules: Vec::new() }
    }

    /// Every vertex and face, every two edges, without a common vertex.
    pub(crate) fn candidates(&self) -> Vec<Candidate> {
        let (vertices, edges) = (self.mesh.vertex_count() as u32, self.mesh.edges().len() as u32);
        let faces = self.mesh.faces().len() as u32;
        let vertex_face = (0..vertices).flat_map(move |v| {
            (0..faces).map(move |f| Candidate::VertexFace { vertex: VertexId(v), face: FaceId(f) })
        });
        let edge_edge = (0..edges).flat_map(move |a| {
            (a + 1..edges).map(move |b| Candidate::EdgeEdge { a: EdgeId(a), b: EdgeId(b) })
        });
        let apart = |candidate: &Candidate| {
            let mut stencil = self.mesh.stencil(*candidate);
            stencil.sort_unstable();
            stencil.windows(2).all(|pair| pair[0] != pair[1])
        };
        vertex_face.chain(edge_edge).filter(apart).collect()
    }
}

impl Detector for BruteForce {
    fn mesh(&self) -> &CollisionMesh {
        &self.mesh
    }

    /// Pairs closer than one and a half thicknesses, in the direction of their closest points.
    fn contacts(&mut self, instants: &Instants) -> Vec<Contact> {
        let contact = |candidate| {
            let vertices = self.mesh.stencil(candidate);
            let [p, q, r, s] = vertices.map(|vertex| instants.now[vertex.index()]);
            let weights = match candidate {
                Candidate::VertexFace { .. } => {
                    let [a, b, c] = point_triangle(p, [q, r, s]).weights;
                    [1.0, -a, -b, -c]
                }
                Candidate::EdgeEdge { .. } => {
                    let closest = segment_segment([p, q], [r, s]);
                    let ([a0, a1], [b0, b1]) = (closest.weights_a, closest.weights_b);
                    [a0, a1, -b0, -b1]
                }
            };
            let apart = separation(weights, [p, q, r, s]);
            let distance = apart.length();
            let normal = apart.try_normalize()?;
            (distance < 1.5 * self.rule.thickness).then_some(Contact {
                candidate,
                vertices,
                weights,
                normal,
                distance,
            })
        };
        self.candidates().into_iter().filter_map(contact).collect()
    }

    fn rule(&self, _: Candidate) -> ContactRule {
        self.rule
    }

    fn capsules(&self) -> &[Capsule] {
        &self.capsules
    }

    fn impacts(&mut self, motion: &Motion) -> Vec<Impact> {
        self.passes += 1;
        let ccd = Cubic::exact();
        let impact = |candidate| {
            let [p, q, r, s] = self.mesh.stencil(candidate).map(|vertex| motion.vertex(vertex));
            let verdict = match candidate {
                Candidate::VertexFace { .. } => ccd.vertex_face(p, [q, r, s], 1.0),
                Candidate::EdgeEdge { .. } => ccd.edge_edge([p, q], [r, s], 1.0),
            };
            verdict.time.map(|time| Impact { candidate, time })
        };
        self.candidates().into_iter().filter_map(impact).collect()
    }

    fn largest_safe_step(&mut self, motion: &Motion) -> f64 {
        self.impacts(motion).iter().map(|impact| impact.time).fold(1.0, f64::min)
    }
}
