// Tests of a person's own block without a browser: `node --test`, started by test_pure_modules.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

Object.assign(globalThis, {
  document: { documentElement: {} },
  location: { search: "", hash: "" },
});
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
const load = (name) => import(pathToFileURL(`${process.env.PAGE}/${name}`));
const { isOwn, NEW, ownOf, textOf } = await load("own/form.js");
const { isLikeCoins } = await load("own/tune.js");
const { hummed } = await load("own/voice.js");

const SEMITONES = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11, C: 12 };
const HZ = 44_100;

/** Returns a voice that sings notes from `lowest` Hz on, with overtones, a vibrato and some noise. "_" holds a note. */
function sung(notes, lowest, stepMs, noise = 0.02) {
  const step = Math.round((HZ * stepMs) / 1000),
    samples = new Float64Array(step * notes.length);
  let seed = 1,
    phase = 0,
    hz = 0;
  samples.forEach((_value, i) => {
    const note = notes[Math.floor(i / step)],
      [into, left] = [i % step, step - (i % step)];
    if (note !== "_") hz = note === "-" ? 0 : lowest * 2 ** (SEMITONES[note] / 12);
    phase += (2 * Math.PI * hz * (1 + 0.006 * Math.sin((2 * Math.PI * 5.5 * i) / HZ))) / HZ;
    const holds = [note, notes[Math.floor(i / step) + 1]].map((each) => each === "_");
    const edge = Math.min(1, (holds[0] ? step : into) / 700, (holds[1] ? step : left) / 700);
    const voice = [1, 0.5, 0.3, 0.2].reduce((sum, level, n) => sum + level * Math.sin((n + 1) * phase), 0);
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    samples[i] = (hz ? edge * 0.2 * voice : 0) + noise * (seed / 2 ** 30 - 1) * 0.2;
  });
  return { samples, hz: HZ };
}

test("tune hummed by man, woman or child is drawn in any key", () => {
  for (const lowest of [105, 208, 330])
    for (const [notes, stepMs, key] of [
      ["cdefgabC", 300, 1],
      ["C-gec-ag", 200, 1.045],
      ["ceg-Cbdf", 125, 1.09],
    ])
      assert.equal(hummed(sung(notes, lowest * key, stepMs), stepMs), notes);
});

test("held note is drawn once, and repeated note twice", () => {
  assert.equal(hummed(sung("ce__g-CC", 220, 200), 200), "ce--g-CC");
});

test("noise has no note", () => {
  assert.equal(hummed(sung("--------", 220, 200, 1), 200), "--------");
});

test("text of a block is read back, and other texts are refused", () => {
  const text = "laugh.240.ce-g--Cc.b03a2e.7fd4a0";
  assert.ok(isOwn(text) && isOwn(NEW));
  assert.equal(textOf(ownOf(text)), text);
  for (const wrong of [
    "",
    `${text}.`,
    text.replace("240", "241"),
    text.replace("ce", "cx"),
    `../${text}`,
    "x".repeat(9),
  ])
    assert.ok(!isOwn(wrong), wrong);
});

test("only equal notes at the pace of coins resemble coins", () => {
  const isLike = (notes, pace) =>
    isLikeCoins(ownOf(`laugh.${pace}.${notes}.000000.ffffff`), { coinsMs: 350, likeCoinsMs: 50 });
  assert.ok(isLike("c--c--c-", 240));
  assert.ok(isLike("g-g", 150));
  for (const notes of ["c-------", "c--e--c-", "c-c-c---", "c--c---c"]) assert.ok(!isLike(notes, 240), notes);
});
