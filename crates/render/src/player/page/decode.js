// From the text of the page to numbers: the inverse of `base64.rs`, `numerals.rs`, `faces.rs`,
// `trajectory.rs` and `track.rs`.
"use strict";

/** All bytes of the page, from blocks of base64 that are removed as they are read. */
function readBytes(length) {
  const value = new Uint8Array(128);
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (let i = 0; i < 64; i++) value[digits.charCodeAt(i)] = i;
  const bytes = new Uint8Array(length + 3);
  let at = 0;
  for (const block of document.querySelectorAll("script.data")) {
    const text = block.textContent;
    block.remove();
    if (Uint8Array.fromBase64) {
      const part = Uint8Array.fromBase64(text);
      bytes.set(part, at);
      at += part.length;
      continue;
    }
    const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
    for (let i = 0; i < text.length; i += 4) {
      const bits = (value[text.charCodeAt(i)] << 18) | (value[text.charCodeAt(i + 1)] << 12) |
        (value[text.charCodeAt(i + 2)] << 6) | value[text.charCodeAt(i + 3)];
      bytes[at++] = bits >> 16;
      bytes[at++] = bits >> 8;
      bytes[at++] = bits;
    }
    at -= padding;
  }
  if (at !== length) throw new Error(`the page is damaged: it has ${at} of ${length} bytes`);
  return bytes;
}

/** Reads numbers one after another. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  number() {
    const bytes = this.bytes;
    const first = bytes[this.at++];
    if (first < 192) return first;
    if (first < 255) return 192 + ((first - 192) << 8) + bytes[this.at++];
    const at = this.at;
    this.at += 4;
    return (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0;
  }

  difference() {
    const n = this.number();
    return (n >>> 1) ^ -(n & 1);
  }
}

/** Corners of all faces. */
function readFaces(reader, count) {
  const faces = new Uint32Array(3 * count);
  const period = 3 * reader.number();
  for (let at = 0; at < faces.length;) {
    const end = at + 3 * reader.number();
    const steps = [reader.difference(), reader.difference(), reader.difference()];
    for (; at < end; at += 3) {
      for (let k = 0; k < 3; k++) {
        const before = at >= period ? faces[at + k - period] : 0;
        faces[at + k] = before + steps[k];
      }
    }
  }
  return faces;
}

/** One frame of 16-bit coordinates; `last` and `before` are the two frames before it, or null. */
function readFrame(reader, count, last, before) {
  const frame = new Uint16Array(3 * count);
  const mode = reader.number();
  const bytes = reader.bytes;
  let at = reader.at;
  if (mode === 0) {
    for (let i = 0; i < frame.length; i++, at += 2) frame[i] = bytes[at] | (bytes[at + 1] << 8);
    reader.at = at;
    return frame;
  }
  const then = before || last;
  // The error of the prediction at the vertex before.
  const error = [0, 0, 0];
  for (let i = 0, k = 0; i < frame.length; i++) {
    let n = bytes[at++];
    if (n >= 192) {
      if (n < 255) {
        n = 192 + ((n - 192) << 8) + bytes[at++];
      } else {
        n = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16);
        at += 4;
      }
    }
    const difference = (n >>> 1) ^ -(n & 1);
    if (mode === 1) {
      frame[i] = (i >= 3 ? frame[i - 3] : 0) + difference;
    } else {
      const extrapolated = last ? 2 * last[i] - then[i] : 0;
      if (mode === 2) {
        frame[i] = extrapolated + difference;
      } else {
        error[k] += difference;
        frame[i] = extrapolated + error[k];
      }
      k = k === 2 ? 0 : k + 1;
    }
  }
  reader.at = at;
  return frame;
}

/** Levels of one frame, from those of the frame before. */
function readLevels(reader, before) {
  const levels = before.slice();
  for (let i = 0; i < levels.length;) {
    const difference = reader.difference();
    if (difference === 0) {
      i += reader.number() + 1;
    } else {
      levels[i++] += difference;
    }
  }
  return levels;
}
