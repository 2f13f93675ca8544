// The page: loads the run, and lets people look at it.
"use strict";

const find = (id) => document.getElementById(id);
const head = JSON.parse(find("head").textContent);

/** Everything that the page holds, as numbers. */
function readRun() {
  const reader = new Reader(readBytes(head.bytes));
  const scene = { ...head.scene, vertexCount: head.vertices };
  scene.faces = readFaces(reader, head.faces);
  const still = readFrame(reader, head.still.reduce((sum, [, count]) => sum + count, 0), null, null);
  const count = head.moving.reduce((sum, [, n]) => sum + n, 0);
  const frames = [];
  for (let i = 0; i < head.frames; i++) {
    frames.push(readFrame(reader, count, frames[i - 1] || null, frames[i - 2] || null));
  }
  const tracks = {};
  for (const name of head.tracks) {
    let levels = new Uint8Array(head.clothVertices);
    tracks[name] = [];
    for (let i = 0; i < head.frames; i++) tracks[name].push(levels = readLevels(reader, levels));
  }
  return { scene, still, frames, tracks };
}

/** Puts positions where their vertices are, four numbers each. */
function scatter(target, ranges, source) {
  let from = 0;
  for (const [first, count] of ranges) {
    for (let at = 4 * first; at < 4 * (first + count); at += 4, from += 3) {
      target[at] = source[from];
      target[at + 1] = source[from + 1];
      target[at + 2] = source[from + 2];
    }
  }
}

/** Puts levels where their vertices are, from 7 bits to 8. */
function scatterLevels(target, ranges, source) {
  let from = 0;
  for (const [first, count] of ranges) {
    for (let at = first; at < first + count; at++) target[at] = Math.min(255, 2.008 * source[from++]);
  }
}

/** Draws after which the fineness of moving pictures is looked at again. */
const ADAPT_EVERY = 6;

class Player {
  constructor() {
    const run = readRun();
    this.run = run;
    this.view = new View(find("canvas"), run.scene);
    this.places = new Uint16Array(4 * head.vertices);
    scatter(this.places, head.still, run.still);
    this.levels = new Uint8Array(head.vertices);
    this.frame = 0;
    this.playing = false;
    this.speed = 1;
    this.coloring = "fabric";
    this.needsDrawing = true;
    // Pixels of the canvas for one of the screen while things move; adapted to the machine.
    this.ratio = this.finest;
    this.care = "plain";
    this.late = 0;
    this.draws = 0;
    this.makeReport();
    this.bind();
    this.show(0);
    const tick = (now) => {
      this.tick(now);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  get last() {
    return head.frames - 1;
  }

  /** Four samples for each pixel of the screen. */
  get finest() {
    return 2 * Math.min(window.devicePixelRatio || 1, 2);
  }

  /** Goes on by the time since the last call, and draws if anything has changed. */
  tick(now) {
    const passed = 0.001 * (now - (this.before ?? now));
    this.before = now;
    if (this.playing) {
      this.clock += passed * this.speed * head.scene.rate;
      if (this.clock > this.last + 0.999) this.clock = 0;
      this.show(Math.min(this.last, Math.floor(this.clock)));
    }
    if (this.view.isBusy()) {
      this.late++;
    } else if (this.needsDrawing) {
      this.needsDrawing = false;
      this.adapt();
      this.draw();
      this.moved = now;
    } else if (this.coarse && now - this.moved > 200) {
      this.drawStill();
    }
  }

  /**
   * Cheaper pictures if drawing one mostly takes longer than the screen shows it: fewer pixels,
   * then triangles.
   */
  adapt() {
    if (++this.draws < ADAPT_EVERY && this.late < ADAPT_EVERY) return;
    if (this.late > ADAPT_EVERY / 2) {
      const device = 0.5 * this.finest;
      if (this.ratio > device) this.ratio = device;
      else if (this.care === "plain") this.care = "sketch";
      else this.ratio = Math.max(0.5, 0.8 * this.ratio);
    }
    this.draws = this.late = 0;
  }

  /** Draws the frame as well as it can be. */
  drawStill() {
    this.coarse = false;
    this.draws = this.late = 0;
    this.view.draw(this.finest, "fine");
  }

  draw() {
    if (this.stale) {
      scatter(this.places, head.moving, this.run.frames[this.frame]);
      const track = this.run.tracks[this.coloring];
      if (track) scatterLevels(this.levels, head.cloth, track[this.frame]);
      this.view.load(this.places, track ? this.levels : null);
      this.stale = false;
    }
    this.view.draw(this.ratio, this.care);
    this.coarse = true;
  }

  show(frame) {
    if (frame === this.frame && this.shown) return;
    this.shown = true;
    this.frame = Math.min(this.last, Math.max(0, frame));
    this.stale = true;
    this.needsDrawing = true;
    find("timeline").value = this.frame;
    find("time").textContent = `${this.frame} / ${this.last} · ${(this.frame / head.scene.rate).toFixed(2)} s`;
    this.showReport();
  }

  play(playing) {
    if (playing && this.frame === this.last) this.show(0);
    this.playing = playing;
    this.clock = this.frame;
    find("play").textContent = playing ? "❚❚" : "▶";
    find("play").setAttribute("aria-label", playing ? "pause" : "play");
    find("play").setAttribute("aria-pressed", playing);
  }

  step(frames) {
    this.play(false);
    this.show(Math.min(this.last, Math.max(0, this.frame + frames)));
  }

  setColoring(name) {
    if (!head.colorings.some((coloring) => coloring.name === name)) return;
    this.coloring = name;
    const { stops, legend } = head.colorings.find((coloring) => coloring.name === name);
    this.view.stops = stops;
    this.view.layers = name === "layer";
    this.stale = true;
    this.needsDrawing = true;
    find("color").value = name;
    find("legend").hidden = !stops.length;
    if (stops.length) {
      const colors = stops.map((rgb) => `#${rgb.toString(16).padStart(6, "0")}`);
      find("ramp").style.background = `linear-gradient(to right, ${colors.join(", ")})`;
      [find("low").textContent, find("high").textContent] = legend;
    }
  }

  setSpeed(speed) {
    this.speed = speed;
    find("speed").value = String(speed);
  }

  setWire(wire) {
    this.view.wire = wire;
    this.needsDrawing = true;
    find("wire").setAttribute("aria-pressed", wire);
  }

  home() {
    this.view.home();
    this.needsDrawing = true;
  }

  toggle(id) {
    const panel = find(id);
    panel.hidden = !panel.hidden;
    const button = document.querySelector(`[aria-controls=${id}]`);
    if (button) button.setAttribute("aria-expanded", !panel.hidden);
  }

  makeReport() {
    this.cells = head.report.map(({ name }) => {
      const row = find("report").insertRow();
      row.insertCell().textContent = name;
      return row.insertCell();
    });
    if (!this.cells.length) document.querySelector("[aria-controls=panel]").hidden = true;
  }

  showReport() {
    head.report.forEach(({ values }, i) => {
      const value = values[this.frame];
      this.cells[i].textContent = value === null || value === undefined ? "–" : String(value);
    });
  }

  bind() {
    const timeline = find("timeline");
    timeline.max = this.last;
    timeline.addEventListener("input", () => {
      this.play(false);
      this.show(Number(timeline.value));
    });
    find("play").addEventListener("click", () => this.play(!this.playing));
    find("wire").addEventListener("click", () => this.setWire(!this.view.wire));
    find("home").addEventListener("click", () => this.home());
    find("speed").addEventListener("change", (event) => this.setSpeed(Number(event.target.value)));
    for (const { name, label } of head.colorings) find("color").add(new Option(label, name));
    find("color").addEventListener("change", (event) => this.setColoring(event.target.value));
    for (const button of document.querySelectorAll("[aria-controls]")) {
      button.addEventListener("click", () => this.toggle(button.getAttribute("aria-controls")));
    }
    window.addEventListener("resize", () => { this.needsDrawing = true; });
    window.addEventListener("keydown", (event) => this.key(event));
    this.bindPointers(find("canvas"));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const far = event.shiftKey ? 10 : 1;
    const speeds = [...find("speed").options].map((option) => Number(option.value));
    const faster = (by) => this.setSpeed(speeds[Math.min(speeds.length - 1, Math.max(0, speeds.indexOf(this.speed) + by))]);
    const turn = (dx, dy) => { this.view.orbit(dx, dy); this.needsDrawing = true; };
    const zoom = (factor) => { this.view.zoom(factor); this.needsDrawing = true; };
    const keys = {
      " ": () => this.play(!this.playing),
      ArrowLeft: () => this.step(-far),
      ArrowRight: () => this.step(far),
      Home: () => this.step(-this.last),
      End: () => this.step(this.last),
      ArrowUp: () => faster(1),
      ArrowDown: () => faster(-1),
      a: () => turn(-0.1, 0), d: () => turn(0.1, 0), s: () => turn(0, -0.08), w: () => turn(0, 0.08),
      "+": () => zoom(0.9), "=": () => zoom(0.9), "-": () => zoom(1.1),
      f: () => this.setWire(!this.view.wire),
      r: () => this.home(),
      n: () => this.toggle("panel"),
      h: () => this.toggle("help"), "?": () => this.toggle("help"),
      Escape: () => { find("help").hidden = true; },
    };
    head.colorings.forEach(({ name }, i) => { keys[String(i + 1)] = () => this.setColoring(name); });
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    // A list that has the focus keeps its own keys.
    if (!action || (event.target.tagName === "SELECT" && event.key !== "Escape")) return;
    event.preventDefault();
    action();
  }

  /** One finger or left button: turn; two fingers or another button: move; pinch, wheel: zoom. */
  bindPointers(canvas) {
    const pointers = new Map();
    const spread = () => {
      const [a, b] = [...pointers.values()];
      return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, gap: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    canvas.addEventListener("pointermove", (event) => {
      const pointer = pointers.get(event.pointerId);
      if (!pointer) return;
      const before = pointers.size === 2 ? spread() : { ...pointer };
      Object.assign(pointer, { x: event.clientX, y: event.clientY });
      const after = pointers.size === 2 ? spread() : pointer;
      const [dx, dy] = [after.x - before.x, after.y - before.y].map((d) => d / canvas.clientHeight);
      if (pointers.size === 2) {
        this.view.pan(dx, dy);
        this.view.zoom(before.gap / after.gap);
      } else if (event.buttons > 1 || event.shiftKey) {
        this.view.pan(dx, dy);
      } else {
        this.view.orbit(4 * dx, 4 * dy);
      }
      this.needsDrawing = true;
    });
    for (const end of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(end, (event) => pointers.delete(event.pointerId));
    }
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("dblclick", () => this.home());
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.view.zoom(Math.exp(0.001 * Math.max(-300, Math.min(300, event.deltaY))));
      this.needsDrawing = true;
    }, { passive: false });
  }
}

// After the first paint, so that the page is there while it reads.
requestAnimationFrame(() => setTimeout(() => {
  try {
    window.ripstop = new Player();
    find("loading").hidden = true;
    document.body.classList.add("ready");
    window.ripstop.loadTime = performance.now();
  } catch (error) {
    find("loading").textContent = error.message;
    throw error;
  }
}));
