// The programs of the graphics card.
"use strict";

// Colours are squares of what the screen gets: close to its curve, and cheap where there is no
// graphics card.
const VERTEX = `
layout(location = 0) in vec4 place;
layout(location = 1) in vec4 normal;
layout(location = 2) in float level;
uniform vec3 start, extent, eye, up, toLight;
uniform mat4 camera, light;
#ifdef SKETCH
out vec2 lit;
#else
out vec3 smoothNormal, inLight;
out float sheen;
#endif
#ifdef SHARP
out vec3 position;
#endif
#ifdef RAMP
uniform vec3 stops[5];
uniform int stopCount;
out vec3 albedo;
#endif
void main() {
  vec3 here = start + extent * place.xyz;
  gl_Position = camera * vec4(here, 1.0);
#ifdef SHARP
  position = here;
#endif
#ifdef SKETCH
  lit = vec2(dot(normal.xyz, toLight), dot(normal.xyz, up));
#else
  smoothNormal = normal.xyz;
  inLight = (light * vec4(here, 1.0)).xyz * 0.5 + 0.5;
  float graze = 1.0 - abs(dot(normalize(eye - here), normalize(normal.xyz + 1e-6)));
  sheen = graze * graze * graze;
#endif
#ifdef RAMP
  float at = clamp(level, 0.0, 1.0) * float(stopCount - 1);
  int i = min(int(at), stopCount - 2);
  albedo = mix(stops[i], stops[i + 1], at - float(i));
#endif
}`;

const LIGHTING = `
uniform highp sampler2DShadow shadows;
uniform vec3 toLight;
float visibility(vec3 at, float slack) {
  // Behind the box around the scene nothing casts a shadow, but shadows fall there.
  at.z = min(at.z, 1.0) - slack;
#ifdef FINE
  vec2 texel = vec2(0.9 / float(textureSize(shadows, 0).x));
  return 0.25 * (texture(shadows, vec3(at.xy + texel * vec2(-0.4, -1.2), at.z)) +
    texture(shadows, vec3(at.xy + texel * vec2(1.2, -0.4), at.z)) +
    texture(shadows, vec3(at.xy + texel * vec2(0.4, 1.2), at.z)) +
    texture(shadows, vec3(at.xy + texel * vec2(-1.2, 0.4), at.z)));
#else
  return texture(shadows, at);
#endif
}`;

const SURFACE = `
uniform vec3 up;
#ifdef SKETCH
in vec2 lit;
uniform vec3 toLight;
#else
in vec3 smoothNormal, inLight;
in float sheen;
${LIGHTING}
#endif
#ifdef SHARP
in vec3 position;
uniform vec3 eye;
#endif
#ifdef RAMP
in vec3 albedo;
#else
uniform vec3 front, back;
#endif
out vec4 color;
void main() {
  float side = gl_FrontFacing ? 1.0 : -1.0;
#ifdef SHARP
  vec3 n = normalize(cross(dFdx(position), dFdy(position)));
  if (dot(n, eye - position) < 0.0) n = -n;
  float slope = dot(n, toLight), rise = dot(n, up);
#elif defined(SKETCH)
  float slope = side * lit.x, rise = side * lit.y;
#else
  vec3 n = normalize(side * smoothNormal);
  float slope = dot(n, toLight), rise = dot(n, up);
#endif
#ifndef RAMP
#ifdef SHARP
  vec3 albedo = front;
#else
  vec3 albedo = gl_FrontFacing ? front : back;
#endif
#endif
#ifdef CLOTH
  float key = max(slope, -0.22 * slope);
#else
  float key = max(slope, 0.0);
#endif
  float bright = 0.0;
#ifndef SKETCH
  key *= visibility(inLight, 0.009 - 0.006 * abs(slope));
#ifdef CLOTH
  bright = 0.07 * sheen;
#endif
#endif
  vec3 ambient = mix(vec3(0.36, 0.34, 0.32), vec3(0.43, 0.47, 0.51), 0.5 + 0.5 * rise);
  color = vec4(sqrt(albedo * (key * vec3(0.95, 0.9, 0.82) + ambient) + bright), 1.0);
}`;

const GROUND_VERTEX = `
uniform vec3 corners[4];
uniform mat4 camera, light;
out vec3 inLight;
void main() {
  inLight = (light * vec4(corners[gl_VertexID], 1.0)).xyz * 0.5 + 0.5;
  gl_Position = camera * vec4(corners[gl_VertexID], 1.0);
}`;

const GROUND = `
in vec3 inLight;
${LIGHTING}
out vec4 color;
void main() {
  float dark = 0.42 * (1.0 - visibility(inLight, 0.002));
  color = vec4(vec3(0.13, 0.16, 0.2) * dark, dark);
}`;

const LINE_VERTEX = `
layout(location = 0) in vec4 place;
uniform vec3 start, extent;
uniform mat4 camera;
void main() {
  gl_Position = camera * vec4(start + extent * place.xyz, 1.0);
  gl_Position.z -= 0.0004 * gl_Position.w;
}`;

const PLAIN = `
uniform vec4 ink;
out vec4 color;
void main() { color = ink; }`;

const SHADOW_VERTEX = `
layout(location = 0) in vec4 place;
uniform vec3 start, extent;
uniform mat4 camera;
void main() { gl_Position = camera * vec4(start + extent * place.xyz, 1.0); }`;

const SHADOW = `
void main() {}`;
