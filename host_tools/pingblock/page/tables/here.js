/** The referees in the browser: Python in a worker of its own. @module tables/here */

import { _, words } from "../language.js";

/** @typedef {import("./table.js").Answer} Answer */

const STOPPED = _("Python has stopped in this page. The game is kept: load the page again and go on.");

/** What the worker says by a word. @type {Record<string, string>} */
const SAID = {
  load: _("Loading the referees"),
  start: _("Starting Python"),
  call: _("Calling the referees"),
  lacks: _(
    "This page came without its referees (tables/python): 'pingblock play' serves the page with them. In a checkout 'make page' packs them, if npm is installed.",
  ),
};

/** @param {string} fault of Python @returns {Answer} */
function failed(fault) {
  return {
    ok: false,
    error: { code: "bad_input", say: _("A referee has failed: please report it. {fault}", { fault }) },
  };
}

/** @param {import("./table.js").Told} told @returns {Promise<import("./table.js").Referee>} */
export function open(told) {
  const worker = new Worker(new URL("referee-worker.js", import.meta.url), { type: "module" });
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
  });

  /** Gives the referees the words of the page's language. */
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
