"""Characters made with Blender: skinned GLB files, and the vertices that Blender has in each frame.

    pip install bpy numpy            # Python 3.11
    python characters.py FOLDER      # NAME.glb, NAME.npy (frames × vertices × 3), NAME.json
    python characters.py FOLDER 8    # every eighth frame alone, as crates/io/tests/characters has

The vertices of NAME.npy are in the order of the file (nodes from the roots down, primitive by
primitive, y up), in single precision as Blender has them. NAME.json names the animation and the
frames: frame k of the array is `frames[k]` frames of 1/24 s after its first key.

| name     | what it has                                                                          |
|----------|--------------------------------------------------------------------------------------|
| walker   | one closed skin, 16 bones, automatic weights, two actions, a key in every frame       |
| dancer   | skin with up to 8 joints a vertex under a scaled and turned armature, two shape keys, |
|          | a hat that hangs on a bone                                                            |
| robot    | nodes without a skin: cubic, linear and constant curves as they were drawn            |
"""

import json
import math
import struct
import sys
from pathlib import Path

import bpy
import numpy
from mathutils import Matrix, Vector

FPS = 24
LAST = 24

# Joints of a person 1.7 m tall: head and tail of each bone, its parent.
BONES = {
    "hips": ((0, 0, 0.95), (0, 0, 1.1), None),
    "spine": ((0, 0, 1.1), (0, 0, 1.3), "hips"),
    "chest": ((0, 0, 1.3), (0, 0, 1.45), "spine"),
    "head": ((0, 0, 1.45), (0, 0, 1.7), "chest"),
}
for side, sign in (("l", 1), ("r", -1)):
    BONES[f"clavicle.{side}"] = ((0, 0, 1.42), (0.18 * sign, 0, 1.42), "chest")
    BONES[f"arm.{side}"] = ((0.18 * sign, 0, 1.42), (0.36 * sign, 0, 1.2), f"clavicle.{side}")
    BONES[f"forearm.{side}"] = ((0.36 * sign, 0, 1.2), (0.52 * sign, -0.03, 1.0), f"arm.{side}")
    BONES[f"thigh.{side}"] = ((0.1 * sign, 0, 0.95), (0.11 * sign, -0.02, 0.5), "hips")
    BONES[f"shin.{side}"] = ((0.11 * sign, -0.02, 0.5), (0.12 * sign, 0.01, 0.08), f"thigh.{side}")
    BONES[f"foot.{side}"] = ((0.12 * sign, 0.01, 0.08), (0.12 * sign, -0.14, 0.03), f"shin.{side}")


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = FPS
    scene.frame_start, scene.frame_end = 0, LAST


def activate(*objects):
    bpy.ops.object.select_all(action="DESELECT")
    for one in objects:
        one.select_set(True)
    bpy.context.view_layer.objects.active = objects[-1]


def body(levels):
    """A closed skin around the bones."""
    mesh = bpy.data.meshes.new("body")
    points, edges = [], []

    def point(place):
        for number, other in enumerate(points):
            if (Vector(place) - Vector(other)).length < 1e-4:
                return number
        points.append(place)
        return len(points) - 1

    for head, tail, parent in BONES.values():
        edges.append((point(head), point(tail)))
        if parent:
            edges.append((point(BONES[parent][1]), point(head)))
    # The hips begin where the legs do.
    edges += [(point(BONES["hips"][0]), point(BONES[f"thigh.{side}"][0])) for side in "lr"]
    edges = {tuple(sorted(edge)) for edge in edges if edge[0] != edge[1]}
    hips_to_legs = {tuple(sorted((point(BONES["hips"][1]), point(BONES[f"thigh.{s}"][0])))) for s in "lr"}
    mesh.from_pydata(points, sorted(edges - hips_to_legs), [])
    made = bpy.data.objects.new("body", mesh)
    bpy.context.collection.objects.link(made)
    activate(made)
    made.modifiers.new("skin", "SKIN")
    for vertex, skin in zip(mesh.vertices, mesh.skin_vertices[0].data):
        high, far = vertex.co.z, abs(vertex.co.x)
        radius = 0.05 if far > 0.15 or high < 0.8 else 0.11
        skin.radius = (radius, radius)
    mesh.skin_vertices[0].data[0].use_root = True
    if levels:
        made.modifiers.new("smooth", "SUBSURF").levels = levels
    for modifier in [modifier.name for modifier in made.modifiers]:
        bpy.ops.object.modifier_apply(modifier=modifier)
    return made


def armature():
    data = bpy.data.armatures.new("rig")
    made = bpy.data.objects.new("rig", data)
    bpy.context.collection.objects.link(made)
    activate(made)
    bpy.ops.object.mode_set(mode="EDIT")
    for name, (head, tail, parent) in BONES.items():
        bone = data.edit_bones.new(name)
        bone.head, bone.tail = head, tail
        if parent:
            bone.parent = data.edit_bones[parent]
    bpy.ops.object.mode_set(mode="OBJECT")
    return made


def key_turn(bone, frame, degrees, axis=(1, 0, 0)):
    """Turns a bone around an axis of the world, away from its rest."""
    rest = bone.bone.matrix_local.to_3x3()
    turn = Matrix.Rotation(math.radians(degrees), 3, Vector(axis))
    bone.rotation_mode = "QUATERNION"
    bone.rotation_quaternion = (rest.inverted() @ turn @ rest).to_quaternion()
    bone.keyframe_insert("rotation_quaternion", frame=frame)


def walk(rig, stride, every):
    """A cycle of LAST frames, with keys so many frames apart."""
    for frame in range(0, LAST + 1, every):
        phase = 2 * math.pi * frame / LAST
        for side, shift in (("l", 0), ("r", math.pi)):
            swing = math.sin(phase + shift)
            bend = max(0, math.cos(phase + shift))
            key_turn(rig.pose.bones[f"thigh.{side}"], frame, -stride * swing)
            key_turn(rig.pose.bones[f"shin.{side}"], frame, 1.4 * stride * bend)
            key_turn(rig.pose.bones[f"foot.{side}"], frame, -0.4 * stride * bend)
            key_turn(rig.pose.bones[f"arm.{side}"], frame, 0.8 * stride * swing)
            key_turn(rig.pose.bones[f"forearm.{side}"], frame, -15 - 10 * swing)
        key_turn(rig.pose.bones["spine"], frame, 6 * math.sin(phase), (0, 0, 1))
        hips = rig.pose.bones["hips"]
        hips.location = (0, 0.02 * math.cos(2 * phase), 0.01 * math.sin(phase))
        hips.keyframe_insert("location", frame=frame)


def numbered(thing):
    """Gives every vertex its number, for the order in the file."""
    attribute = thing.data.attributes.new("_ID", "FLOAT", "POINT")
    attribute.data.foreach_set("value", [float(i) for i in range(len(thing.data.vertices))])


def evaluated(thing):
    """Vertices in the world as Blender has them now."""
    graph = bpy.context.evaluated_depsgraph_get()
    instance = thing.evaluated_get(graph)
    mesh = instance.to_mesh()
    found = numpy.array([instance.matrix_world @ vertex.co for vertex in mesh.vertices])
    instance.to_mesh_clear()
    return found


def order_in_file(path):
    """Names of nodes with meshes and the numbers of their vertices, as a reader meets them."""
    raw = Path(path).read_bytes()
    length = struct.unpack_from("<I", raw, 12)[0]
    document = json.loads(raw[20 : 20 + length])
    data = raw[28 + length :]

    def floats(index):
        accessor = document["accessors"][index]
        view = document["bufferViews"][accessor["bufferView"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        return numpy.frombuffer(data, "<f4", accessor["count"], start).astype(int)

    found = []

    def visit(number):
        node = document["nodes"][number]
        if "mesh" in node:
            primitives = document["meshes"][node["mesh"]]["primitives"]
            numbers = [floats(primitive["attributes"]["_ID"]) for primitive in primitives]
            found.append((node["name"], numpy.concatenate(numbers)))
        for child in node.get("children", []):
            visit(child)

    for root in document["scenes"][document.get("scene", 0)]["nodes"]:
        visit(root)
    return found


def write(folder, name, animation, frames, **options):
    path = str(folder / f"{name}.glb")
    things = [one for one in bpy.data.objects if one.type == "MESH"]
    for thing in things:
        numbered(thing)
    bpy.ops.export_scene.gltf(
        filepath=path, export_format="GLB", export_attributes=True, export_materials="NONE",
        export_normals=False, export_texcoords=False,
        export_anim_slide_to_zero=True, export_optimize_animation_size=False, **options,
    )
    order = order_in_file(path)
    rows = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        placed = {thing.name: evaluated(thing) for thing in things}
        world = numpy.concatenate([placed[node][numbers] for node, numbers in order])
        rows.append(numpy.stack([world[:, 0], world[:, 2], -world[:, 1]], axis=1))
    numpy.save(folder / f"{name}.npy", numpy.array(rows, dtype="<f4"))
    facts = {"animation": animation, "rate": FPS, "frames": frames}
    (folder / f"{name}.json").write_text(json.dumps(facts) + "\n")
    print(f"{name}: {len(rows[0])} vertices, {len(rows)} frames, {Path(path).stat().st_size} bytes")


def walker(folder, frames):
    clear()
    skin, rig = body(1), armature()
    activate(skin, rig)
    bpy.ops.object.parent_set(type="ARMATURE_AUTO")
    activate(skin)
    bpy.ops.object.vertex_group_limit_total(limit=4)
    bpy.ops.object.vertex_group_normalize_all(lock_active=False)
    rig.animation_data_create()
    for name, stride in (("nod", 0), ("walk", 28)):
        action = bpy.data.actions.new(name)
        rig.animation_data.action = action
        if stride:
            walk(rig, stride, 3)
        else:
            for frame, degrees in ((0, 0), (2, 20), (4, 0)):
                key_turn(rig.pose.bones["head"], frame, degrees)
        action.use_fake_user = True
    write(folder, "walker", "walk", frames, export_animation_mode="ACTIONS")


def dancer(folder, frames):
    clear()
    skin, rig = body(0), armature()
    rig.scale = (0.5, 0.5, 0.5)
    rig.rotation_euler = (0, 0, 0.7)
    rig.location = (0.3, -0.2, 0.1)
    # In the space of a rig that is half as large.
    skin.data.transform(Matrix.Scale(1.1, 4))
    skin.parent = rig
    skin.modifiers.new("rig", "ARMATURE").object = rig
    # Weights that fall off with the distance from the bones; 8 of them count.
    places = {name: (Vector(head), Vector(tail)) for name, (head, tail, _) in BONES.items()}
    groups = {name: skin.vertex_groups.new(name=name) for name in BONES}
    for vertex in skin.data.vertices:
        def distance(name):
            head, tail = places[name]
            along = (vertex.co - head).dot(tail - head) / (tail - head).length_squared
            return (vertex.co - head.lerp(tail, min(1, max(0, along)))).length
        nearest = sorted(BONES, key=distance)[:8]
        weights = [(0.02 + distance(name)) ** -3 for name in nearest]
        for name, weight in zip(nearest, weights):
            groups[name].add([vertex.index], weight / sum(weights), "REPLACE")
    skin.shape_key_add(name="rest")
    belly, tall = skin.shape_key_add(name="belly"), skin.shape_key_add(name="tall")
    for vertex, wide, high in zip(skin.data.vertices, belly.data, tall.data):
        if 1.0 < vertex.co.z < 1.4:
            wide.co = vertex.co + Vector((0, -0.1, 0))
        high.co = vertex.co * 1.05
    bpy.ops.mesh.primitive_cone_add(vertices=7, radius1=0.16, depth=0.3)
    hat = bpy.context.object
    hat.name = "hat"
    hat.parent, hat.parent_type, hat.parent_bone = rig, "BONE", "head"
    hat.location, hat.rotation_euler = (0, 0.1, 0.02), (-1.4, 0.2, 0)
    rig.animation_data_create()
    rig.animation_data.action = bpy.data.actions.new("dance")
    walk(rig, 40, 4)
    for frame, size in ((0, 1), (12, 1.3), (24, 1)):
        chest = rig.pose.bones["chest"]
        chest.scale = (size, 1, 1 / size)
        chest.keyframe_insert("scale", frame=frame)
        belly.value, tall.value = 0.3 + (size - 1) * 2, 1.3 - size
        belly.keyframe_insert("value", frame=frame)
        tall.keyframe_insert("value", frame=frame)
    skin.data.shape_keys.animation_data.action.name = "dance keys"
    write(folder, "dancer", "Scene", frames, export_animation_mode="SCENE", export_all_influences=True,
          export_anim_scene_split_object=False)


def robot(folder, frames):
    clear()
    bpy.ops.mesh.primitive_cube_add(size=0.4)
    trunk = bpy.context.object
    trunk.name = "trunk"
    made = [trunk]
    for number in range(3):
        bpy.ops.mesh.primitive_uv_sphere_add(segments=8, ring_count=5, radius=0.15)
        part = bpy.context.object
        part.name = f"part{number}"
        part.parent, part.location = made[-1], (0.35, 0.05 * number, 0.1)
        part.scale = (1, 1.2, 0.8) if number == 0 else (1, 1, 1)
        made.append(part)
    turns = {"trunk": "BEZIER", "part0": "BEZIER", "part1": "LINEAR", "part2": "CONSTANT"}
    for thing in made:
        thing.rotation_mode = "QUATERNION"
        kind = turns[thing.name]
        place = thing.location.copy()
        for frame in (0, 5, 13, 24):
            thing.location = place + Vector((0.1 * math.sin(frame), 0.02 * frame, 0.05 * math.cos(frame)))
            thing.keyframe_insert("location", frame=frame)
            if kind != "LINEAR":
                # Between keys, lines of quaternions are arcs in glTF and chords in Blender, and
                # tangents of quaternions lose digits in the export: rotations go in steps.
                turn = Matrix.Rotation(0.2 * frame, 3, Vector((0.3, 1, 0.5))).to_quaternion()
                thing.rotation_quaternion = turn
                thing.keyframe_insert("rotation_quaternion", frame=frame)
            else:
                thing.scale = (1 + 0.02 * frame, 1, 1 - 0.01 * frame)
                thing.keyframe_insert("scale", frame=frame)
        action = thing.animation_data.action
        for curve in action.fcurves:
            points = curve.keyframe_points
            turns_here = curve.data_path == "rotation_quaternion"
            for point in points:
                point.interpolation = "CONSTANT" if turns_here else kind
            # With handles at thirds a curve of Blender is a cubic polynomial of time, as in glTF.
            for number, point in enumerate(points):
                near = [points[max(0, number - 1)], points[min(len(points) - 1, number + 1)]]
                (t0, y0), (t1, y1) = (neighbour.co for neighbour in near)
                slope, (t, y) = (y1 - y0) / (t1 - t0), point.co
                left, right = (t - t0) / 3 or 1, (t1 - t) / 3 or 1
                point.handle_left_type = point.handle_right_type = "FREE"
                point.handle_left = (t - left, y - left * slope)
                point.handle_right = (t + right, y + right * slope)
    write(
        folder, "robot", "Scene", frames, export_animation_mode="ACTIVE_ACTIONS",
        export_force_sampling=False, export_nla_strips_merged_animation_name="Scene",
    )


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    frames = list(range(0, LAST + 1, every))
    walker(folder, frames)
    dancer(folder, frames)
    robot(folder, frames)


main()
