/** The referees in the browser: Python in a worker of its own. @module tables/here */

/** @typedef {import("./table.js").Answer} Answer */

const STOPPED = "Python has stopped in this page. The game is kept: load the page again and go on.";

/** @param {import("./table.js").Told} told @returns {Promise<import("./table.js").Referee>} */
export function open(told) {
  const worker = new Worker(new URL("referee-worker.js", import.meta.url), { type: "module" });
  /** @type {Map<number, (answer: Answer) => void>} */
  const waiting = new Map();
  let number = 0;
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.kind === "progress") told.progress(data.share, data.what);
      else if (data.kind === "ready") resolve({ ask, close: () => worker.terminate() });
      else if (data.kind === "lost") reject(new Error(data.reason));
      else if (data.kind === "answer") {
        waiting.get(data.id)?.(JSON.parse(data.answer));
        waiting.delete(data.id);
      }
    };
    worker.onerror = (event) => {
      told.lost(STOPPED);
      reject(new Error(event.message || STOPPED));
    };
  });

  /** @param {object} request @returns {Promise<Answer>} */
  function ask(request) {
    return new Promise((answer) => {
      waiting.set(++number, answer);
      worker.postMessage({ id: number, line: JSON.stringify(request) });
    });
  }
}
