// Vectors and matrices as arrays.
"use strict";

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const scaled = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const plus = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const minus = (a, b) => plus(a, scaled(b, -1));
const unit = (a) => scaled(a, 1 / (Math.hypot(...a) || 1));

/** Product of two 4×4 matrices, column by column. */
function product(a, b) {
  const result = new Float32Array(16);
  for (let i = 0; i < 16; i++) {
    for (let k = 0; k < 4; k++) result[i] += a[(i & 3) + 4 * k] * b[k + (i & 12)];
  }
  return result;
}

/** From the world to the axes of an eye that looks forward. */
function looking(eye, forward, up) {
  const right = unit(cross(forward, up));
  const above = cross(right, forward);
  const rows = [right, above, scaled(forward, -1)];
  const m = new Float32Array(16);
  rows.forEach((row, i) => {
    row.forEach((x, k) => { m[i + 4 * k] = x; });
    m[i + 12] = -dot(row, eye);
  });
  m[15] = 1;
  return { matrix: m, right, above };
}
