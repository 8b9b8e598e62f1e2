// Describes a block of a person's own: its colours, and a tune of a few notes for one of its outcomes. Pure.
import { ticks } from "../board/own_sound.js";

/**
 * `sound` is the tune that it replaces, `pace` the beats a minute. `notes` has a letter of `PITCHES` or a rest for each
 * step. `body` and `cap` are colours, such as "#33468a".
 * @typedef {{sound: string, pace: number, notes: string, body: string, cap: string}} Own
 */
/**
 * The mixer's words for drawn notes (data/device.json): `steps` and `hz` for each letter, the words of the instrument,
 * the `level` of a note, the part of its step that it is held, and the ticks until its voice is free again.
 * @typedef {{steps: Record<string, number>, hz: Record<string, number>, instrument: number[], level: number,
 *   heldPct: number, tail: number}} Drawn
 */

export const STEPS = 8,
  PITCHES = "cdefgabC",
  REST = "-";
const SILENCE = REST.repeat(STEPS);
export const NEW = `power_up.150.${SILENCE}.33468a.f6efdc`;
const STEP_MS = 30_000, // an eighth, at one beat a minute
  COINS_MS = 350, // from coin to coin
  LIKE_COINS_MS = 50; // see sounds/sound.py
const VOICES = 4,
  VOICE = 24,
  VOICE_WORDS = 32,
  HEAD_WORDS = 2,
  NOTE_WORDS = 7,
  NO_NOTE = 0x3fffffff;

/** Returns the block that a link or the storage describes. @param {string} text one that `stored.js` takes @returns {Own} */
export function ownOf(text) {
  const [sound, pace, notes, body, cap] = text.split(".");
  return { sound, pace: Number(pace), notes: notes.padEnd(STEPS, REST), body: `#${body}`, cap: `#${cap}` };
}

/** @param {Own} own */
export const textOf = ({ sound, pace, notes, body, cap }) =>
  [sound, pace, notes, body.slice(1), cap.slice(1)].join(".");

/** @param {Own} own */
export const stepMs = ({ pace }) => STEP_MS / pace;

/** @param {Own} own */
export const isSilent = ({ notes }) => notes === SILENCE;

/** Returns whether people could take it for coins: equal notes at their pace. @param {Own} own */
export function isLikeCoins(own) {
  const at = [...own.notes].flatMap((note, i) => (note === REST ? [] : [i * stepMs(own)]));
  const alike = new Set(own.notes.replaceAll(REST, "")).size === 1;
  return alike && at.length > 1 && at.slice(1).every((ms, i) => Math.abs(ms - at[i] - COINS_MS) <= LIKE_COINS_MS);
}

/** Returns the tune as pairs of Hz and ms, where 0 Hz is a pause. @param {Own} own @param {Drawn} drawn */
export const heardNotes = (own, { hz }) =>
  [...own.notes.replace(/-+$/, "")].map((note) => /** @type {[number, number]} */ ([hz[note] ?? 0, stepMs(own)]));

/**
 * Returns the mixer's program. It is the same as that of a ringtone with these notes (sounds/rtttl.py).
 * @param {Own} own @param {Drawn} drawn @param {{show_ms: number}} rule
 */
export function programOf(own, { steps, instrument, level, heldPct, tail }, { show_ms }) {
  const found = [...own.notes].flatMap((note, i) => (note === REST ? [] : [{ note, at: ticks(i * stepMs(own)) }]));
  const first = HEAD_WORDS + NOTE_WORDS * found.length + 1,
    hold = ticks(Math.trunc((stepMs(own) * heldPct) / 100)),
    freeAt = Array(VOICES).fill(0);
  const words = found.flatMap(({ note, at }) => {
    const voice = freeAt.findIndex((tick) => tick <= at);
    freeAt[voice] = at + hold + tail;
    return [at, VOICE + VOICE_WORDS * voice, first, steps[note], 0, hold, level];
  });
  return Int32Array.from([Math.max(ticks(show_ms), ...freeAt), 1, ...words, NO_NOTE, ...instrument]);
}
