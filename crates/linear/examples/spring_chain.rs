//! Stretches a chain of springs that is held at one end, by conjugate gradients and by Cholesky.
//!
//! The last vertex moves by the sum of all elongations, `F Σ 1/k`.
#![expect(clippy::print_stdout, reason = "an example shows something")]

use ripstop_linear::glam::{DMat3, DVec3};
use ripstop_linear::{BlockMatrix, LinearMethod, LinearSolver, Preconditioner, System};

/// Springs of the chain.
const SPRINGS: u32 = 200;

fn main() {
    let main = stiffness();
    let extra = BlockMatrix::default();
    let count = main.row_count();
    let fixed: Vec<bool> = (0..count).map(|vertex| vertex == 0).collect();
    let system = System { shift: &vec![0.0; count], main: &main, extra: &extra, fixed: &fixed };
    let mut load = vec![DVec3::ZERO; count];
    load[count - 1] = DVec3::new(2.0, 0.0, -1.0);
    let exact: DVec3 = (0..SPRINGS).map(|spring| load[count - 1] / constant(spring)).sum();

    let mut solver = LinearSolver::default();
    for method in
        [pcg(Preconditioner::BlockJacobi), pcg(Preconditioner::Multilevel), LinearMethod::Cholesky]
    {
        let solution = solver.solve(&system, &load, method);
        let error = (solution.x[count - 1] - exact).length() / exact.length();
        println!("{method:?}: {} iterations, relative error {error:.1e}", solution.iterations);
        assert!(solution.complete && error < 1e-6);
    }
}

fn pcg(preconditioner: Preconditioner) -> LinearMethod {
    LinearMethod::ConjugateGradients { preconditioner, tolerance: 1e-10, iterations: 1000 }
}

/// Spring constant (N/m) of a spring.
fn constant(spring: u32) -> f64 {
    10.0 + f64::from(spring % 7)
}

/// The sum of `k [1 −1; −1 1]` over all springs.
fn stiffness() -> BlockMatrix {
    let mut blocks = Vec::new();
    for spring in 0..SPRINGS {
        let k = constant(spring) * DMat3::IDENTITY;
        for (row, column, block) in [(0, 0, k), (0, 1, -k), (1, 0, -k), (1, 1, k)] {
            blocks.push(((spring + row, spring + column), block));
        }
    }
    BlockMatrix::from_blocks(SPRINGS as usize + 1, &blocks)
}

#[test]
fn it_runs() {
    main();
}
