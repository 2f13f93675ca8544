"""A thousand perturbed garments, checked and repaired in a loop: memory has to stay flat.

usage: leaks.py [--count 1000]
"""

import argparse
import resource
import sys
from pathlib import Path

import numpy as np

import ripstop

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from meshes import two_sheets  # noqa: E402


def resident():
    """Resident memory of this process (MiB)."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 2**20
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=1000)
    count = parser.parse_args().count
    V, F = two_sheets(20, gap=0.03)
    is_lower = np.arange(len(V)) < len(V) // 2
    layers = np.where(is_lower, 0, 1)
    rng = np.random.default_rng(0)
    crossed = left = 0
    early = None
    for number in range(count):
        centre = rng.uniform(0.3, 0.7, 2)
        dent = np.exp(-40 * ((V[:, :2] - centre) ** 2).sum(1))
        W = V - (0.08 * dent * ~is_lower)[:, None] * [0, 0, 1] + 1e-3 * rng.standard_normal(V.shape)
        found = ripstop.check(W, F)
        crossed += len(found) > 0
        found.contours, found.points, found.pairs
        repaired = ripstop.untangle(W, F, rest=V, layers=layers, fixed=is_lower)
        left += len(repaired.left) > 0
        if number == count // 10:
            early = resident()
    late = resident()
    print(f"{count} garments, {crossed} tangled, {left} not repaired;",
          f"{early:.1f} MiB after a tenth, {late:.1f} MiB at the end")
    assert late < early + 8, "memory grows"


if __name__ == "__main__":
    main()
