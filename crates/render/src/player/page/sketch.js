// A mesh with fewer triangles, for machines without a graphics card, where their number counts.
"use strict";

/**
 * Triangles between groups of vertices: a vertex and its neighbours that are in no group yet, one
 * group after another. What is far apart in the mesh stays apart, however close it lies. A triangle
 * whose corners are in three groups is kept, once.
 */
function sketched(faces, [first, count], vertexCount) {
  const corners = faces.subarray(3 * first, 3 * (first + count));
  const starts = new Uint32Array(vertexCount + 1);
  for (const v of corners) starts[v + 1]++;
  for (let v = 0; v < vertexCount; v++) starts[v + 1] += starts[v];
  const around = new Uint32Array(corners.length);
  const next = starts.slice();
  corners.forEach((v, i) => { around[next[v]++] = i - i % 3; });

  const group = new Int32Array(vertexCount).fill(-1);
  for (const v of corners) {
    if (group[v] >= 0) continue;
    group[v] = v;
    for (let k = starts[v]; k < starts[v + 1]; k++) {
      for (let c = 0; c < 3; c++) {
        const w = corners[around[k] + c];
        if (group[w] < 0) group[w] = v;
      }
    }
  }

  const seen = new Set();
  const kept = [];
  for (let i = 0; i < corners.length; i += 3) {
    const [a, b, c] = [group[corners[i]], group[corners[i + 1]], group[corners[i + 2]]];
    if (a === b || b === c || c === a) continue;
    const [low, middle, high] = [a, b, c].sort((x, y) => x - y);
    const key = `${low} ${middle} ${high}`;
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(a, b, c);
  }
  return kept;
}
