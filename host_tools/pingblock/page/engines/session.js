/** A session as text for an address: JSON, deflated, in base64 for URLs. */

import { _ } from "../language.js";

/** @typedef {import("./engine.js").Session} Session */

const VERSION = 1;

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
async function through(bytes, stream) {
  const answer = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * Returns what follows `session=` in the fragment of an address.
 *
 * @param {Session} session
 */
export async function encode(session) {
  const json = new TextEncoder().encode(JSON.stringify(session));
  const packed = await through(json, new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Returns the session of such a text; rejects with a sentence if it is none.
 *
 * @param {string} text
 * @returns {Promise<Session>}
 */
export async function decode(text) {
  try {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
    const json = await through(packed, new DecompressionStream("deflate-raw"));
    const session = JSON.parse(new TextDecoder().decode(json));
    if (session.version === VERSION && Array.isArray(session.actions)) return session;
  } catch {
    // a part of an address, or no such text at all
  }
  throw new Error(_("This link holds no session that this page can read: copy the whole of it."));
}
