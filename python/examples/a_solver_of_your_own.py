"""A solver of your own in 30 lines, made safe: springs under gravity above a floor."""

import numpy as np

import ripstop

n, dt, stiffness, mass = 12, 2e-3, 30.0, 1e-3
x, y = (a.ravel() for a in np.meshgrid(np.linspace(0, 0.4, n), np.linspace(0, 0.4, n)))
i = np.arange(n * (n - 1)).reshape(n - 1, n)[:, :-1].ravel()
sheet = np.concatenate([np.stack([i, i + 1, i + n + 1], 1), np.stack([i, i + n + 1, i + n], 1)])
cloth = np.stack([x, y, 0.03 + 0.02 * np.sin(12 * x)], axis=1)    # a wave above the floor
floor = np.array([[-2.0, -2, 0], [2, -2, 0], [2, 2, 0], [-2, 2, 0]])
V = np.concatenate([cloth, floor])
F = np.concatenate([sheet, np.array([[0, 1, 2], [0, 2, 3]]) + n * n])
mesh = ripstop.Mesh(F, len(V))
edges = mesh.edges[(mesh.edges < n * n).all(1)]
rest = np.linalg.norm(np.stack([x, y], 1)[edges[:, 0]] - np.stack([x, y], 1)[edges[:, 1]], axis=1)
inverse_mass = np.where(np.arange(len(V)) < n * n, 1 / mass, 0.0)

guard, velocity = ripstop.Guard(mesh), np.zeros_like(V)
for step in range(120):
    along = V[edges[:, 1]] - V[edges[:, 0]]
    length = np.linalg.norm(along, axis=1)
    pull = (stiffness * (length - rest) / length)[:, None] * along
    force = np.zeros_like(V)
    np.add.at(force, edges[:, 0], pull)
    np.add.at(force, edges[:, 1], -pull)
    velocity = 0.995 * velocity + dt * (force * inverse_mass[:, None] - [0, 0, 9.81])
    velocity[inverse_mass == 0] = 0
    safe = guard.make_safe(V, V + dt * velocity, inverse_mass)    # the one line that makes it safe
    velocity, V = (safe.positions - V) / dt, safe.positions

crossings = len(ripstop.check(V, F))
print(f"{crossings} crossings; the sheet is between {V[:n * n, 2].min():.4f} and {V[:n * n, 2].max():.4f} m")
assert crossings == 0 and V[: n * n, 2].min() > 0
