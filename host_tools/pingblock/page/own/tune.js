// Converts a drawn tune into notes for the page, and into a program for a device. Pure.
import { assembled, ticks } from "../board/own_sound.js";
import { REST, SILENCE } from "./form.js";

/** @typedef {import("./form.js").Own} Own */
/**
 * The mixer's words for drawn notes (data/device.json): `steps` and `hz` for each letter, the words of the instrument,
 * the `level` of a note, the share of its step for which it is held, and the ticks until its voice is free again. Coins
 * sound every `coinsMs`. A tune is like coins if its pace differs by at most `likeCoinsMs`.
 * @typedef {{steps: Record<string, number>, hz: Record<string, number>, instrument: number[], level: number,
 *   heldPct: number, tail: number, coinsMs: number, likeCoinsMs: number}} Drawn
 */

const STEP_MS = 30_000; // length of an eighth note at one beat a minute
const VOICES = 4,
  VOICE = 24,
  VOICE_WORDS = 32,
  HEAD_WORDS = 2,
  NOTE_WORDS = 7;

/** @param {Own} own */
export const stepMs = ({ pace }) => STEP_MS / pace;

/** @param {Own} own */
export const isSilent = ({ notes }) => notes === SILENCE;

/**
 * Returns whether people could take the tune for coins, because it has equal notes at their pace.
 * @param {Own} own @param {Pick<Drawn, "coinsMs" | "likeCoinsMs">} drawn
 */
export function isLikeCoins(own, { coinsMs, likeCoinsMs }) {
  const at = [...own.notes].flatMap((note, i) => (note === REST ? [] : [i * stepMs(own)]));
  const alike = new Set(own.notes.replaceAll(REST, "")).size === 1;
  return alike && at.length > 1 && at.slice(1).every((ms, i) => Math.abs(ms - at[i] - coinsMs) <= likeCoinsMs);
}

/** Returns the tune as pairs of Hz and ms, where 0 Hz is a pause. @param {Own} own @param {Drawn} drawn */
export const heardNotes = (own, { hz }) =>
  [...own.notes.replace(/-+$/, "")].map((note) => /** @type {[number, number]} */ ([hz[note] ?? 0, stepMs(own)]));

/**
 * Returns the program for the mixer, which equals the program of a ringtone with these notes (sounds/rtttl.py).
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
  return assembled(Math.max(ticks(show_ms), ...freeAt), words, instrument);
}
