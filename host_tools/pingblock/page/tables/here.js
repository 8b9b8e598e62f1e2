/** Runs the referees in the browser, with Python in a worker. @module tables/here */

import { fileOf, isLeftOut, scriptOf } from "../files.js";
import { _, words } from "../language.js";

/** @typedef {import("./table.js").Answer} Answer */

const STOPPED = _("Python has stopped in this page. The game is kept. To continue, load the page again.");

const PYTHON = "tables/python/python.bin";
/** A sentence that says why this page has no referees, or "" if it has. */
export const leftOut = isLeftOut(PYTHON)
  ? _("This file does not contain the referees. In a release, the file pingblock-tables.html next to it contains them.")
  : "";
/** The worker's words for errors -> sentences. @type {Record<string, string>} */
const SAID = {
  start: _("Starting the referees"),
  call: _("Starting the referees' program"),
  lacks:
    leftOut ||
    _(
      "This page does not contain its referees (tables/python): 'pingblock play' serves the page with them. In a checkout 'make page' packs them, if npm is installed.",
    ),
};
const LOAD = _("Loading the referees");
/** The share of the waiting time that loading takes, and the size of the file if the response has no header for it. */
const LOAD_SHARE = 0.6,
  USUAL_BYTES = 6_300_000;

/**
 * Loads the referees' file: see make_page/page_tables.py.
 * @param {(share: number) => void} progress from 0 to 1, for the whole start
 */
async function packOf(progress) {
  const found = await fileOf(PYTHON).catch(() => null);
  if (!found?.ok || !found.body) throw new Error(SAID.lacks);
  const whole = Number(found.headers.get("Content-Length")) || USUAL_BYTES;
  let come = 0;
  const counted = new TransformStream({
    transform(chunk, out) {
      come += chunk.length;
      progress(Math.min(1, come / whole) * LOAD_SHARE);
      out.enqueue(chunk);
    },
  });
  return new Response(found.body.pipeThrough(counted)).arrayBuffer();
}

/** @param {string} fault error that Python reported @returns {Answer} */
function failed(fault) {
  return {
    ok: false,
    error: { code: "bad_input", say: _("A referee has failed: please report it. {fault}", { fault }) },
  };
}

/** @param {import("./table.js").Told} told @returns {Promise<import("./table.js").Referee>} */
export async function open(told) {
  const worker = new Worker(await scriptOf("tables/referee-worker.js"), { type: "module" });
  /** @type {Map<number, (answer: Answer) => void>} */
  const waiting = new Map();
  let number = 0;
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.kind === "progress") told.progress(data.share, SAID[data.what]);
      else if (data.kind === "ready") void learn().then(() => resolve({ ask, close: () => worker.terminate() }));
      else if (data.kind === "lost") reject(new Error(SAID[data.reason] ?? data.reason));
      else if (data.kind === "answer") {
        waiting.get(data.id)?.(data.fault ? failed(data.fault) : JSON.parse(data.answer));
        waiting.delete(data.id);
      }
    };
    worker.onerror = (event) => {
      told.lost(STOPPED);
      reject(new Error(event.message || STOPPED));
    };
    packOf((share) => told.progress(share, LOAD)).then((pack) => worker.postMessage({ pack }, [pack]), reject);
  });

  /** Sends the words of the page's language to the referees. */
  async function learn() {
    if (words.catalogue) await ask({ words });
  }

  /** @param {object} request @returns {Promise<Answer>} */
  function ask(request) {
    return new Promise((answer) => {
      waiting.set(++number, answer);
      worker.postMessage({ id: number, line: JSON.stringify(request) });
    });
  }
}
