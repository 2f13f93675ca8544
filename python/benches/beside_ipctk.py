"""The small calls beside those of ipctk, on scene files, in one run.

usage: beside_ipctk.py FILE… [--threads 1] [--repeats 5]

Files are scenes as `scenes.py` writes them (CLTHSCN1). Both packages get NumPy arrays and a mesh
that is built beforehand; times are the least of the repeats, of the processor and of the wall.
Candidates are compared as sets: ipctk rounds its boxes outwards and has a few pairs more. Steps are
given side by side, crossings compared by whether there are any (ipctk stops at the first). Results
are one line of JSON per scene and call. Needs `pip install ipctk==1.6.1`.
"""

import argparse
import json
import struct
import time

import ipctk
import numpy as np

import ripstop


def read(path):
    data = open(path, "rb").read()
    assert data[:8] == b"CLTHSCN1", f"{path} is no scene"
    vertices, edges, faces, _ = struct.unpack_from("<4Q", data, 8)
    V0 = np.frombuffer(data, "<f8", vertices * 3, 40).reshape(-1, 3)
    V1 = np.frombuffer(data, "<f8", vertices * 3, 40 + vertices * 24).reshape(-1, 3)
    at = 40 + vertices * 48
    E = np.frombuffer(data, "<u4", edges * 2, at).reshape(-1, 2).astype(np.int32)
    F = np.frombuffer(data, "<u4", faces * 3, at + edges * 8).reshape(-1, 3).astype(np.int32)
    return V0, V1, E, F


def timed(call, repeats):
    """Least wall and processor times, and the last result."""
    walls, processors = [], []
    for _ in range(repeats):
        result = None
        wall, processor = time.perf_counter(), time.process_time()
        result = call()
        walls.append(time.perf_counter() - wall)
        processors.append(time.process_time() - processor)
    return min(walls), min(processors), result


def compared(ours, theirs, E):
    """Pairs of ours that the peer lacks, and pairs that only the peer has."""
    number = {tuple(edge): i for i, edge in enumerate(np.sort(E, 1).tolist())}
    own = [number[tuple(edge)] for edge in np.sort(ours.edges, 1).tolist()]
    edges = {tuple(sorted((own[a], own[b]))) for a, b in ours.edge_edge.tolist()}
    peers = {tuple(sorted((c.edge0_id, c.edge1_id))) for c in theirs.ee_candidates}
    faces = set(map(tuple, ours.vertex_face.tolist()))
    peer_faces = {(c.vertex_id, c.face_id) for c in theirs.fv_candidates}
    lacking = len(edges - peers) + len(faces - peer_faces)
    return {"lacking": lacking, "more": len(peers - edges) + len(peer_faces - faces)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    ripstop.set_threads(options.threads)
    ipctk.set_num_threads(options.threads)
    for path in options.files:
        V0, V1, E, F = read(path)
        mesh = ripstop.Mesh(F, len(V0))
        A, B = np.asfortranarray(V0), np.asfortranarray(V1)
        peer = ipctk.CollisionMesh(A, E, F)

        def build():
            found = ipctk.Candidates()
            found.build(peer, A, B, 0.0, ipctk.LBVH())
            return found

        def step(ccd):
            return lambda: ipctk.compute_collision_free_stepsize(peer, A, B, narrow_phase_ccd=ccd)

        calls = {
            "candidates": (lambda: ripstop.candidates(V0, V1, mesh), build),
            "collision_free_step": (
                lambda: ripstop.collision_free_step(V0, V1, mesh), step(ipctk.AdditiveCCD())
            ),
            "check": (lambda: ripstop.check(V1, mesh), lambda: ipctk.has_intersections(peer, B)),
        }
        for name, (own, other) in calls.items():
            wall, processor, mine = timed(own, options.repeats)
            peer_wall, peer_processor, theirs = timed(other, options.repeats)
            if name == "candidates":
                answers = [len(mine), len(theirs)]
                if len(mine) < 3_000_000:
                    answers = compared(mine, theirs, E)
            elif name == "check":
                answers = (len(mine) > 0) == theirs
            else:
                answers = [mine.fraction, theirs]
            print(json.dumps({
                "scene": path.rsplit("/")[-1], "call": name, "threads": options.threads,
                "wall_s": round(wall, 5), "cpu_s": round(processor, 5),
                "ipctk_wall_s": round(peer_wall, 5), "ipctk_cpu_s": round(peer_processor, 5),
                "ratio_cpu": round(peer_processor / processor, 2), "answers": answers,
            }), flush=True)


if __name__ == "__main__":
    main()
