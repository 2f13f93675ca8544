"""Values and times of ipctk's barrier beside ours; called by `cargo xtask bench barrier --python`.

The folder holds the scene (CLTHSCN1) and the values found here, as little-endian doubles: d_hat,
number of contacts, energy, three times, number of blocks, the gradient, then row, column and nine
entries (by columns) of every block of the Hessian without PSD projection.
"""
import struct
import sys
import time

import ipctk
import numpy as np
from scipy.sparse import coo_matrix

folder = sys.argv[1]
raw = open(folder + "/scene.bin", "rb").read()
nv, ne, nf, _ = struct.unpack_from("<4Q", raw, 8)
v = np.asfortranarray(np.frombuffer(raw, "<f8", nv * 3, 40).reshape(nv, 3))
o = 40 + nv * 48
e = np.asfortranarray(np.frombuffer(raw, "<u4", ne * 2, o).reshape(ne, 2).astype(np.int32))
f = np.asfortranarray(np.frombuffer(raw, "<u4", nf * 3, o + ne * 8).reshape(nf, 3).astype(np.int32))
ours = np.fromfile(folder + "/ours.bin", "<f8")
d_hat, count, energy, t_set, t_gradient, t_hessian, blocks = ours[:7]
gradient = ours[7:7 + 3 * nv]
table = ours[7 + 3 * nv:].reshape(int(blocks), 11)
entries = table[:, 2:].reshape(-1, 3, 3).transpose(0, 2, 1)
rows = (3 * table[:, :1, None] + np.arange(3)[None, :, None] + np.zeros((1, 1, 3))).astype(int)
columns = (3 * table[:, 1:2, None] + np.arange(3)[None, None, :] + np.zeros((1, 3, 1))).astype(int)
hessian = coo_matrix((entries.ravel(), (rows.ravel(), columns.ravel())), shape=(3 * nv, 3 * nv)).tocsr()

ipctk.set_num_threads(1)
mesh = ipctk.CollisionMesh(v, e, f)
barrier = ipctk.BarrierPotential(d_hat, 1.0)


def least(work, times=7):
    best = 1e9
    for _ in range(times):
        start = time.process_time()
        result = work()
        best = min(best, time.process_time() - start)
    return best, result


def build():
    found = ipctk.NormalCollisions()
    found.build(mesh, v, d_hat)
    return found


p_set, found = least(build)
p_gradient, their_gradient = least(lambda: barrier.gradient(found, mesh, v))
p_hessian, _ = least(lambda: barrier.hessian(found, mesh, v, ipctk.PSDProjectionMethod.CLAMP), 3)
their_hessian = barrier.hessian(found, mesh, v, ipctk.PSDProjectionMethod.NONE).tocsr()
their_energy = barrier(found, mesh, v)
difference = abs(hessian - their_hessian)
errors = dict(
    energy=abs(energy - their_energy) / their_energy,
    gradient=np.abs(gradient - their_gradient).max() / np.abs(their_gradient).max(),
    hessian=difference.max() / abs(their_hessian).max())
print(f"contacts {int(count)}, ipctk {ipctk.__version__} {len(found)}")
for name, error in errors.items():
    print(f"{name:8} differs by {error:.2e} of the largest entry")
for name, mine, theirs in (("contact set", t_set, p_set), ("gradient", t_gradient, p_gradient), ("Hessian", t_hessian, p_hessian)):
    print(f"{name:12} {1e3 * mine:8.2f} ms   ipctk {1e3 * theirs:8.2f} ms   {theirs / mine:.2f} times as fast")
same = int(count) == len(found) and max(errors.values()) <= 1e-9
sys.exit(0 if same else 1)
