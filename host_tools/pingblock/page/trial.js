// Runs the device from a backup in a separate engine before anything is replaced.
import { _ } from "./language.js";
import { create, lacks } from "./engines/here.js";

const LIMIT_MS = 30_000;
const SAYS = /"event": ?"(hello|press)"/g;
const KEPT_LETTERS = 2000;

/**
 * Starts the device, presses its block, and waits until it reports the press.
 * @param {import("./engines/here/store.js").Kept} device
 * @returns {Promise<string>} a sentence about why it cannot be played, or ""
 */
export async function tried(device) {
  const lack = lacks();
  if (lack) return lack;
  const decoder = new TextDecoder();
  let text = "",
    down = false;
  /** @type {(why: string) => void} */
  let end = () => {};
  const ended = /** @type {Promise<string>} */ (new Promise((resolve) => (end = resolve)));
  const engine = create((event) => {
    if (event.kind === "lost") end(event.reason);
    if (event.kind === "serial") text = (text + decoder.decode(event.bytes, { stream: true })).slice(-KEPT_LETTERS);
    const said = new Set(Array.from(text.matchAll(SAYS), ([, name]) => name));
    if (said.has("press")) end("");
    // The press is repeated about ten times a second, because the device ignores presses during the ping after
    // power-on.
    if (event.kind === "clock" && (said.has("hello") || down)) engine.hand("block", (down = !down));
  });
  const timer = setTimeout(() => end(_("It did not answer a press within 30 s.")), LIMIT_MS);
  engine.open({ device }).catch((fault) => end(fault.message));
  const why = await ended;
  clearTimeout(timer);
  await engine.close();
  return why.trim().split("\n").at(-1) ?? "";
}
