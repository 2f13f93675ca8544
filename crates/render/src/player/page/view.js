// Draws one frame with WebGL 2: a shadow map seen from the light, then the surfaces, then the
// ground.
"use strict";

const linear = (rgb) => [16, 8, 0].map((shift) => ((rgb >> shift & 255) / 255) ** 2);

/** A canvas that shows frames of a mesh. */
class View {
  constructor(canvas, scene) {
    const gl = canvas.getContext("webgl2", { antialias: false, alpha: true });
    if (!gl) throw new Error("this browser offers no WebGL 2");
    Object.assign(this, { canvas, gl, scene, wire: false, stops: [], layers: false, programs: new Map() });
    this.buffers = {};
    for (const [name, size] of [["place", 8], ["normal", 4], ["level", 1]]) {
      this.buffers[name] = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
      gl.bufferData(gl.ARRAY_BUFFER, size * scene.vertexCount, gl.DYNAMIC_DRAW);
    }
    this.whole = this.triangleArray(scene.faces, scene.surfaces.map((surface) => surface.faces));
    this.empty = gl.createVertexArray();
    this.normals = new Int8Array(4 * scene.vertexCount);
    this.sums = new Float32Array(4 * scene.vertexCount);
    this.shadows = { whole: this.shadowMap(1024), sketch: this.shadowMap(512) };
    this.home();
  }

  /** A program, compiled when it is first used; `flags` are names that its text asks for. */
  program(vertex, fragment, flags) {
    const key = [vertex, fragment, ...flags].join("|");
    if (!this.programs.has(key)) this.programs.set(key, this.compiled(vertex, fragment, flags));
    return this.programs.get(key);
  }

  compiled(vertex, fragment, flags) {
    const gl = this.gl;
    const program = gl.createProgram();
    const start = ["#version 300 es", "precision highp float;", ...flags.map((flag) => `#define ${flag}`), ""].join("\n");
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, start + source);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    const at = {};
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i++) {
      const name = gl.getActiveUniform(program, i).name.replace("[0]", "");
      at[name] = gl.getUniformLocation(program, name);
    }
    return { program, at };
  }

  attribute(index, name, size, type) {
    const gl = this.gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
    gl.enableVertexAttribArray(index);
    gl.vertexAttribPointer(index, size, type, true, 0, 0);
  }

  /** Triangles that can be drawn, and which of them belong to which surface. */
  triangleArray(corners, ranges) {
    const gl = this.gl;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    this.attribute(0, "place", 4, gl.UNSIGNED_SHORT);
    this.attribute(1, "normal", 4, gl.BYTE);
    this.attribute(2, "level", 1, gl.UNSIGNED_BYTE);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, corners, gl.STATIC_DRAW);
    return { array, ranges };
  }

  /**
   * Fewer triangles, made when they are first wanted; what is coarse or has sharp edges stays as it
   * is.
   */
  sketch() {
    const { faces, surfaces, vertexCount } = this.scene;
    if (!this.fewer) {
      const corners = [];
      const ranges = surfaces.map((surface) => {
        const [first, count] = surface.faces;
        const small = count < 2000 || surface.sharp;
        const part = small ? faces.subarray(3 * first, 3 * (first + count)) : sketched(faces, surface.faces, vertexCount);
        const start = corners.length / 3;
        for (const v of part) corners.push(v);
        return [start, part.length / 3];
      });
      this.fewer = this.triangleArray(new Uint32Array(corners), ranges);
    }
    return this.fewer;
  }

  /** A square depth map of shadows. */
  shadowMap(size) {
    const gl = this.gl;
    const map = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, map);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, size, size);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    const frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, map, 0);
    gl.drawBuffers([gl.NONE]);
    gl.readBuffer(gl.NONE);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return { map, frame, size, age: 0, light: null };
  }

  /** The camera of the start. */
  home() {
    const { eye, target } = this.scene;
    const away = minus(eye, target);
    this.target = target.slice();
    this.distance = Math.hypot(...away);
    const up = this.scene.up;
    this.east = unit(Math.abs(up[0]) < 0.9 ? cross(cross(up, [1, 0, 0]), up) : cross(cross(up, [0, 1, 0]), up));
    this.north = cross(up, this.east);
    this.azimuth = Math.atan2(dot(away, this.north), dot(away, this.east));
    this.elevation = Math.asin(dot(away, up) / this.distance);
  }

  orbit(dx, dy) {
    this.azimuth -= dx;
    this.elevation = Math.min(1.55, Math.max(-1.55, this.elevation + dy));
  }

  /** Moves by parts of the height of the picture. */
  pan(dx, dy) {
    const { right, above } = this.eyeAxes();
    const reach = 2 * this.distance * Math.tan(this.scene.fov * Math.PI / 360);
    this.target = plus(this.target, plus(scaled(right, -dx * reach), scaled(above, dy * reach)));
  }

  zoom(factor) {
    const size = this.scene.size;
    this.distance = Math.min(50 * size, Math.max(0.02 * size, this.distance * factor));
  }

  outward() {
    const c = Math.cos(this.elevation);
    return plus(scaled(plus(scaled(this.east, Math.cos(this.azimuth)), scaled(this.north, Math.sin(this.azimuth))), c),
      scaled(this.scene.up, Math.sin(this.elevation)));
  }

  eyeAxes() {
    const out = this.outward();
    const eye = plus(this.target, scaled(out, this.distance));
    return { eye, ...looking(eye, scaled(out, -1), this.scene.up) };
  }

  /** Takes the positions of a frame, four numbers a vertex, and computes normals. */
  load(places, levels) {
    const gl = this.gl;
    const { faces, extent } = this.scene;
    const sums = this.sums.fill(0);
    const [sx, sy, sz] = extent;
    for (let i = 0; i < faces.length; i += 3) {
      const a = 4 * faces[i], b = 4 * faces[i + 1], c = 4 * faces[i + 2];
      const ux = (places[b] - places[a]) * sx, uy = (places[b + 1] - places[a + 1]) * sy, uz = (places[b + 2] - places[a + 2]) * sz;
      const vx = (places[c] - places[a]) * sx, vy = (places[c + 1] - places[a + 1]) * sy, vz = (places[c + 2] - places[a + 2]) * sz;
      const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      sums[a] += nx; sums[a + 1] += ny; sums[a + 2] += nz;
      sums[b] += nx; sums[b + 1] += ny; sums[b + 2] += nz;
      sums[c] += nx; sums[c + 1] += ny; sums[c + 2] += nz;
    }
    const normals = this.normals;
    for (let i = 0; i < sums.length; i += 4) {
      const x = sums[i], y = sums[i + 1], z = sums[i + 2];
      const scale = 127 / Math.sqrt(x * x + y * y + z * z || 1);
      normals[i] = x * scale;
      normals[i + 1] = y * scale;
      normals[i + 2] = z * scale;
    }
    this.update("place", places);
    this.update("normal", normals);
    if (levels) this.update("level", levels);
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
  }

  update(name, data) {
    const gl = this.gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, data);
  }

  /**
   * The matrix of the light, over the box around the scene, and the points where the edges of its
   * frustum meet the ground.
   */
  lightMatrix(toward) {
    const { low, high, up, ground } = this.scene;
    const { matrix, right, above } =
      looking([0, 0, 0], scaled(toward, -1), Math.abs(dot(toward, up)) > 0.99 ? this.east : up);
    const rows = [right, above, toward];
    const least = [Infinity, Infinity, Infinity], most = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < 8; i++) {
      const corner = [0, 1, 2].map((k) => (i >> k & 1 ? high[k] : low[k]));
      rows.forEach((row, r) => {
        least[r] = Math.min(least[r], dot(row, corner));
        most[r] = Math.max(most[r], dot(row, corner));
      });
    }
    const box = new Float32Array(16);
    for (let r = 0; r < 3; r++) {
      // A little room, so that the rim of the map is empty.
      const scale = (r === 2 ? -1.98 : 1.98) / (most[r] - least[r] || 1);
      box[5 * r] = scale;
      box[12 + r] = -scale * 0.5 * (most[r] + least[r]);
    }
    box[15] = 1;
    const corners = [0, 1, 2, 3].map((i) => {
      const at = plus(scaled(right, i & 1 ? most[0] : least[0]), scaled(above, i >> 1 ? most[1] : least[1]));
      return plus(at, scaled(toward, (ground - dot(at, up)) / (dot(toward, up) || 1)));
    });
    return { matrix: product(box, matrix), corners };
  }

  /** Pixels of the canvas for one of the page. */
  resize(ratio) {
    const { canvas } = this;
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  }

  /** True while the last picture is still being drawn. */
  isBusy() {
    const gl = this.gl;
    if (!this.fence) return false;
    if (gl.getSyncParameter(this.fence, gl.SYNC_STATUS) !== gl.SIGNALED) return true;
    gl.deleteSync(this.fence);
    this.fence = null;
    return false;
  }

  /**
   * Draws what has been loaded. Of the values of `care`, "fine" has softer shadows, "sketch" fewer
   * triangles and shadows on the ground alone.
   */
  draw(ratio, care) {
    const { gl, scene, canvas } = this;
    const isSketch = care === "sketch";
    const mesh = isSketch ? this.sketch() : this.whole;
    this.resize(ratio);
    const axes = this.eyeAxes();
    const out = this.outward();
    const level = unit(minus(out, scaled(scene.up, dot(out, scene.up))));
    const right = unit(cross(scene.up, level));
    const toward = unit(plus(plus(scaled(right, -0.75), scaled(level, 0.45)), scaled(scene.up, 1.15)));
    const aspect = canvas.width / canvas.height;
    const focal = 1 / Math.tan(scene.fov * Math.PI / 360) * Math.min(1, aspect / scene.aspect);
    const near = Math.max(0.01 * this.distance, this.distance - 6 * scene.size);
    const far = this.distance + 12 * scene.size;
    const lens = new Float32Array(16);
    lens[0] = focal / aspect;
    lens[5] = focal;
    lens[10] = (far + near) / (near - far);
    lens[11] = -1;
    lens[14] = 2 * far * near / (near - far);
    gl.enable(gl.DEPTH_TEST);
    const shadow = isSketch ? this.shadows.sketch : this.shadows.whole;
    // Shadows of a sketch may be a frame old.
    if (!isSketch || !shadow.light || ++shadow.age > 1) this.drawShadows(shadow, mesh, toward);
    const { light } = shadow;
    const uniforms = { camera: product(lens, axes.matrix), light: light.matrix, toLight: toward, eye: axes.eye };
    const flags = { fine: ["FINE"], sketch: ["SKETCH"] }[care] || [];

    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, shadow.map);
    gl.bindVertexArray(mesh.array);
    scene.surfaces.forEach((surface, i) => {
      this.useSurface(surface, uniforms, flags);
      // Rooms are seen from inside alone.
      if (surface.room) gl.enable(gl.CULL_FACE);
      this.triangles(mesh.ranges[i]);
      gl.disable(gl.CULL_FACE);
    });
    if (this.wire) this.drawLines(uniforms);
    if (dot(axes.eye, scene.up) > scene.ground) this.drawGround(uniforms, flags, light.corners);
    gl.bindVertexArray(null);
    this.fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
  }

  /** Draws the shadow map: the scene as the light sees it. */
  drawShadows(shadow, mesh, toward) {
    const gl = this.gl;
    shadow.light = this.lightMatrix(toward);
    shadow.age = 0;
    gl.bindFramebuffer(gl.FRAMEBUFFER, shadow.frame);
    gl.viewport(0, 0, shadow.size, shadow.size);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.bindVertexArray(mesh.array);
    this.use(this.program(SHADOW_VERTEX, SHADOW, []), { camera: shadow.light.matrix });
    mesh.ranges.forEach((range, i) => {
      if (!this.scene.surfaces[i].room) this.triangles(range);
    });
  }

  use({ program, at }, uniforms) {
    const { gl, scene } = this;
    gl.useProgram(program);
    const shared = { start: scene.start, extent: scaled(scene.extent, 65535), up: scene.up };
    for (const [name, value] of Object.entries({ ...shared, ...uniforms })) {
      if (!at[name]) continue;
      if (value.length === 16) gl.uniformMatrix4fv(at[name], false, value);
      else gl.uniform3fv(at[name], value);
    }
    return at;
  }

  useSurface(surface, uniforms, flags) {
    const gl = this.gl;
    const own = [];
    const isRamp = surface.cloth && this.stops.length > 0;
    if (surface.cloth) own.push("CLOTH");
    if (surface.sharp) own.push("SHARP");
    if (isRamp) own.push("RAMP");
    const at = this.use(this.program(VERTEX, SURFACE, [...flags, ...own]), uniforms);
    if (isRamp) {
      gl.uniform1i(at.stopCount, this.stops.length);
      gl.uniform3fv(at.stops, this.stops.flatMap(linear));
    } else {
      const isLayer = this.layers && surface.cloth;
      const front = linear(isLayer ? surface.layer : surface.front);
      gl.uniform3fv(at.front, front);
      if (at.back) gl.uniform3fv(at.back, isLayer ? front.map((x) => 0.55 * x + 0.2) : linear(surface.back));
    }
  }

  triangles([first, count]) {
    if (count) this.gl.drawElements(this.gl.TRIANGLES, 3 * count, this.gl.UNSIGNED_INT, 12 * first);
  }

  /**
   * Darkens the ground where the light does not reach; only below what the light sees is there any
   * shadow.
   */
  drawGround(uniforms, flags, corners) {
    const { gl } = this;
    const at = this.use(this.program(GROUND_VERTEX, GROUND, flags), uniforms);
    gl.bindVertexArray(this.empty);
    gl.uniform3fv(at.corners, corners.flat());
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(false);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
  }

  drawLines(uniforms) {
    const { gl } = this;
    if (!this.lines) this.makeLines();
    const at = this.use(this.program(LINE_VERTEX, PLAIN, []), uniforms);
    gl.uniform4f(at.ink, 0.1, 0.12, 0.15, 1);
    gl.bindVertexArray(this.lines.array);
    gl.drawElements(gl.LINES, this.lines.count, gl.UNSIGNED_INT, 0);
  }

  /** Every edge of a cloth once. */
  makeLines() {
    const { gl, scene } = this;
    const edges = [];
    for (const { faces: [first, count], cloth } of scene.surfaces) {
      if (!cloth) continue;
      for (let i = 3 * first; i < 3 * (first + count); i += 3) {
        for (let k = 0; k < 3; k++) {
          const a = scene.faces[i + k], b = scene.faces[i + (k + 1) % 3];
          edges.push(Math.min(a, b) * scene.vertexCount + Math.max(a, b));
        }
      }
    }
    edges.sort((a, b) => a - b);
    const ends = [];
    edges.forEach((edge, i) => {
      if (edge !== edges[i - 1]) ends.push(Math.floor(edge / scene.vertexCount), edge % scene.vertexCount);
    });
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    this.attribute(0, "place", 4, gl.UNSIGNED_SHORT);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(ends), gl.STATIC_DRAW);
    this.lines = { array, count: ends.length };
  }
}
