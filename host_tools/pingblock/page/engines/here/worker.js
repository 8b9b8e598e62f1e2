/** Runs the engine `here` in a worker. Its module returns whenever the device waits. */

import { Bench } from "./bench.js";
import { ownersOf, ownFiles, putFiles } from "./files.js";
import { Flash, flashOf, OF_FILE } from "./flash.js";
import { Live } from "./live.js";
import { Mail } from "./mail.js";
import { loadPack } from "./pack.js";
import { Runner } from "./run.js";

/** @typedef {import("../engine.js").EngineEvent} EngineEvent */
/**
 * The values with which the page starts the worker.
 * @typedef {object} Begin
 * @property {ArrayBuffer} pack  the engine's file: see pack.js
 * @property {number | null} seed
 * @property {number} chance
 * @property {import("./store.js").Kept | null} kept  the stored flash, or null
 * @property {import("../engine.js").Session | null} replay
 * @property {MessagePort | null} soundPort
 */

/** Size limit of a file in a session. Larger files, such as custom sounds, are skipped. */
const TOLD_BYTES = 2048;

const mail = new Mail(() => self.postMessage({ beat: true }));
let begun = false;
self.onmessage = ({ data }) => {
  if (begun) mail.put(data);
  else begin(data).catch((fault) => self.postMessage({ failed: String(fault.message ?? fault) }));
  begun = true;
};

/** @param {Begin} wish */
async function begin(wish) {
  const { about, module, simulation, flash } = await loadPack(wish.pack);
  const nap = (/** @type {number} */ ms) => mail.nap(ms);
  const runnerOf = (/** @type {Uint8Array} */ content) => new Runner(module, simulation, content, nap);

  const kept = wish.kept && flashOf(about.flash_bytes, wish.kept.blocks);
  const same = wish.kept?.id === about.id;
  let given = wish.replay?.files ?? {};
  // With new firmware, only the owner's files are taken over, as after an update.
  if (kept && !same) given = ownFiles(runnerOf(kept), about.files, Infinity);
  if (wish.kept?.id === OF_FILE) given = ownersOf(given, about.owners);
  const runner = runnerOf(kept && same ? kept : flash);
  putFiles(runner, wish.seed, given);
  const files = ownFiles(runner, about.files, TOLD_BYTES);
  const image = new Flash(kept && same ? kept : flashOf(about.flash_bytes, new Map()));

  const tell = (/** @type {EngineEvent} */ event) => {
    if (event.kind === "light") live.stir();
    if (event.kind === "sound" || event.kind === "silence" || event.kind === "amp") {
      wish.soundPort?.postMessage(event);
    }
    self.postMessage({ event });
  };
  const chances = Bench.chances(wish.seed ?? 0);
  const bench = new Bench(about, chances, wish.chance, tell);
  if (wish.replay) bench.limit(about.compute);
  const done = (/** @type {import("./hands.js").Action} */ action) => self.postMessage({ action });
  const live = new Live(bench, mail, tell, done, wish.replay?.actions ?? []);
  self.postMessage({ began: { id: about.id, firmware: about.firmware, files } });
  await runner.run(
    live.run(() => {
      const changed = image.changed(runner.flash);
      if (changed.size) self.postMessage({ flash: changed });
    }),
  );
}
