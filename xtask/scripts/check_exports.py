"""Reads the exports of a run back with programs that nobody here wrote.

    check_exports.py RUN EXPORTS

RUN is a run directory; EXPORTS holds a.obj, a.ply, a.glb (last frame), a.npy, a.pc2, a.usda,
cm.usda (all frames). Each program is asked in a process of its own, since Blender brings a USD of
its own. A program that is not installed is named; the exit code is 1 if something differs, 3 if
something could not be asked. Called by `cargo xtask lab exports`.

Blender also writes one scene in every format into EXPORTS/theirs, for the readers here.
"""

import os
import subprocess
import sys

import numpy as np

# Blender works in single precision; coordinates are a few metres.
TOLERANCE = 2e-6


def groups(run):
    """Groups of mesh.obj: name, vertices that it uses, ascending, and its faces on them."""
    found, name, faces, vertex_count = [], "", [], 0
    with open(os.path.join(run, "mesh.obj"), encoding="utf-8") as lines:
        for line in lines:
            words = line.split()
            if words[0] == "v":
                vertex_count += 1
            elif words[0] == "g":
                if faces:
                    found.append((name, faces))
                name, faces = " ".join(words[1:]), []
            elif words[0] == "f":
                faces.append([int(word) - 1 for word in words[1:]])
    found.append((name, faces))
    result = []
    for name, faces in found:
        used = np.unique(np.array(faces))
        result.append((name, used, np.searchsorted(used, np.array(faces))))
    return result, vertex_count


class Report:
    def __init__(self, program):
        self.program, self.failed = program, False

    def check(self, what, good, detail=""):
        self.failed |= not good
        print(f"{self.program:<16} {what:<44} {'ok' if good else 'DIFFERS'} {detail}", flush=True)

    def near(self, what, found, expected):
        found, expected = np.asarray(found, float), np.asarray(expected, float)
        if found.shape != expected.shape:
            self.check(what, False, f"{found.shape} instead of {expected.shape}")
            return
        far = float(np.abs(found - expected).max())
        self.check(what, far <= TOLERANCE, f"{len(expected)} vertices, farthest {far:.1e}")

    def equal(self, what, found, expected):
        found, expected = np.asarray(found), np.asarray(expected)
        same = found.shape == expected.shape and bool((found == expected).all())
        self.check(what, same, f"{found.shape}, {found.dtype}")


def frames_to_look_at(count):
    return sorted({0, count // 2, count - 1})


def ask_numpy(run, exports):
    report = Report(f"numpy {np.__version__}")
    positions = np.load(os.path.join(run, "positions.npy"))
    array = np.load(os.path.join(exports, "a.npy"))
    report.check("npy: every frame, bit for bit", array.tobytes() == positions.tobytes(), str(array.shape))
    return report


def ask_usd(run, exports):
    from pxr import Usd, UsdGeom

    report = Report("usd-core " + ".".join(map(str, Usd.GetVersion())))
    positions = np.load(os.path.join(run, "positions.npy"))
    surfaces, _ = groups(run)
    for name, scale, up in [("a.usda", 1.0, "Z"), ("cm.usda", 0.01, "Y")]:
        stage = Usd.Stage.Open(os.path.join(exports, name))
        report.check(f"{name}: metersPerUnit", UsdGeom.GetStageMetersPerUnit(stage) == scale)
        report.check(f"{name}: upAxis", UsdGeom.GetStageUpAxis(stage) == up)
        report.check(f"{name}: endTimeCode", stage.GetEndTimeCode() == len(positions) - 1)
        meshes = [UsdGeom.Mesh(prim) for prim in stage.Traverse() if prim.IsA(UsdGeom.Mesh)]
        report.check(f"{name}: a mesh for each surface", len(meshes) == len(surfaces), str(len(meshes)))
        for mesh, (surface, used, faces) in zip(meshes, surfaces):
            title = f"{name}: {surface}"
            report.equal(f"{title}, faces", np.array(mesh.GetFaceVertexIndicesAttr().Get()).reshape(-1, 3), faces)
            for frame in frames_to_look_at(len(positions)):
                expected = positions[frame][used] / scale
                if up == "Y":
                    expected = expected[:, [0, 2, 1]] * [1, 1, -1]
                points = np.array(mesh.GetPointsAttr().Get(frame))
                report.equal(f"{title}, frame {frame}", points, expected.astype(np.float32))
    return report


def ask_blender(run, exports):
    import bpy

    report = Report("Blender " + bpy.app.version_string)
    positions = np.load(os.path.join(run, "positions.npy"))
    surfaces, vertex_count = groups(run)
    last = len(positions) - 1

    def clear():
        bpy.ops.wm.read_factory_settings(use_empty=True)

    def evaluated(item, frame):
        bpy.context.scene.frame_set(frame)
        mesh = item.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
        local = np.empty(3 * len(mesh.vertices), np.float32)
        mesh.vertices.foreach_get("co", local)
        matrix = np.array(item.matrix_world)
        return local.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]

    def meshes():
        return [item for item in bpy.context.scene.objects if item.type == "MESH"]

    def surface_of(title):
        words = lambda text: "".join(c if c.isalnum() else "_" for c in text)
        same = [s for s in surfaces if words(s[0]) == words(title)]
        return same[0] if len(same) == 1 else None

    axes = {"forward_axis": "Y", "up_axis": "Z"}
    clear()
    bpy.ops.wm.obj_import(filepath=os.path.join(exports, "a.obj"), **axes)
    report.near("obj: last frame", evaluated(meshes()[0], 0), positions[last])
    clear()
    bpy.ops.wm.ply_import(filepath=os.path.join(exports, "a.ply"), merge_verts=False, **axes)
    report.near("ply: last frame", evaluated(meshes()[0], 0), positions[last])
    face_count = sum(len(faces) for _, _, faces in surfaces)
    report.check("ply: faces", len(meshes()[0].data.polygons) == face_count, str(face_count))
    clear()
    bpy.ops.import_scene.gltf(filepath=os.path.join(exports, "a.glb"))
    report.check("glb: an object for each surface", len(meshes()) == len(surfaces), str(len(meshes())))
    for item in meshes():
        surface = surface_of(item.name)
        if surface:
            report.near(f"glb: {surface[0]}, last frame", evaluated(item, 0), positions[last][surface[1]])
        else:
            report.check(f"glb: {item.name} is a surface", False)

    clear()
    bpy.ops.wm.obj_import(filepath=os.path.join(run, "mesh.obj"), **axes)
    item = meshes()[0]
    # The importer turns its axes by the object, the cache by its own settings: work on the bare mesh.
    report.check("pc2: vertices of mesh.obj", len(item.data.vertices) == vertex_count, str(vertex_count))
    cache = item.modifiers.new("cache", "MESH_CACHE")
    cache.cache_format, cache.filepath = "PC2", os.path.join(exports, "a.pc2")
    cache.forward_axis, cache.up_axis = "POS_Y", "POS_Z"
    cache.frame_start = 0
    for frame in frames_to_look_at(len(positions)):
        report.near(f"pc2: mesh cache, frame {frame}", evaluated(item, frame), positions[frame])

    for name in ["a.usda", "cm.usda"]:
        clear()
        bpy.ops.wm.usd_import(filepath=os.path.join(exports, name), set_frame_range=True)
        report.check(f"{name}: an object for each surface", len(meshes()) == len(surfaces), str(len(meshes())))
        for item in meshes():
            surface = surface_of(item.name)
            if not surface:
                report.check(f"{name}: {item.name} is a surface", False)
                continue
            for frame in frames_to_look_at(len(positions)):
                expected = positions[frame][surface[1]]
                report.near(f"{name}: {surface[0]}, frame {frame}", evaluated(item, frame), expected)
    clear()
    bpy.ops.mesh.primitive_monkey_add()
    bpy.ops.mesh.primitive_torus_add(location=(0, 0, 3))
    theirs = os.path.join(exports, "theirs")
    os.makedirs(theirs, exist_ok=True)
    path = lambda name: os.path.join(theirs, name)
    bpy.ops.wm.obj_export(filepath=path("a.obj"))
    bpy.ops.wm.ply_export(filepath=path("binary.ply"), ascii_format=False)
    bpy.ops.wm.ply_export(filepath=path("ascii.ply"), ascii_format=True)
    bpy.ops.wm.stl_export(filepath=path("binary.stl"), ascii_format=False)
    bpy.ops.wm.stl_export(filepath=path("ascii.stl"), ascii_format=True)
    bpy.ops.export_scene.gltf(filepath=path("a.glb"), export_format="GLB")
    bpy.ops.export_scene.gltf(filepath=path("separate.gltf"), export_format="GLTF_SEPARATE")
    return report


PROGRAMS = {"numpy": ask_numpy, "usd": ask_usd, "blender": ask_blender}


def main():
    run, exports, *program = sys.argv[1:]
    if program:
        try:
            report = PROGRAMS[program[0]](run, exports)
        except ImportError as error:
            print(f"{program[0]} is not installed: {error}")
            sys.exit(3)
        sys.exit(1 if report.failed else 0)
    worst = 0
    for name in PROGRAMS:
        asked = subprocess.run([sys.executable, __file__, run, exports, name])
        worst = max(worst, asked.returncode if asked.returncode >= 0 else 1)
    print("all programs read what was written" if worst == 0 else "not all is well")
    sys.exit(worst)


if __name__ == "__main__":
    main()
