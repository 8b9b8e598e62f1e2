// Worker of the referees: loads Python once, then answers line by line.
import { unpacked } from "../unpack.js";

const FOLDER = new URL("python/", import.meta.url);
const LACKS = "lacks"; // a word of here.js
const START = `
import sys
sys.path.insert(0, "/referees")
from pingblock.tables.page_table import PageTable
import json
table = PageTable()
lambda line: json.dumps(table.answer(line))
`;
const DOWNLOAD_SHARE = 0.6; // of the time that loading takes, about
/** @type {(line: string) => string} */
let answer;

/** Returns the parts of the pack, unpacked on the way. @returns {Promise<Record<string, Uint8Array<ArrayBuffer>>>} */
async function parts() {
  const found = await fetch(new URL("python.bin", FOLDER)).catch(() => null);
  if (!found?.ok || !found.body) throw new Error(LACKS);
  const whole = Number(found.headers.get("Content-Length")) || 6_300_000;
  let come = 0;
  const counted = new TransformStream({
    transform(chunk, out) {
      come += chunk.length;
      postMessage({ kind: "progress", share: Math.min(1, come / whole) * DOWNLOAD_SHARE, what: "load" });
      out.enqueue(chunk);
    },
  });
  return (await unpacked(found.body.pipeThrough(counted))).parts;
}

async function start() {
  const scripts = import(new URL("pyodide.mjs", FOLDER).href).catch(() => null);
  const found = await parts(),
    { loadPyodide } = (await scripts) ?? {};
  if (!loadPyodide) throw new Error(LACKS);
  const fetchReally = self.fetch;
  // Pyodide asks for its parts one by one; they are here already.
  self.fetch = async (wanted, options) => {
    const part =
      found[
        String(wanted instanceof Request ? wanted.url : wanted)
          .split("/")
          .pop() ?? ""
      ];
    const type = String(wanted).endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return part ? new Response(part, { headers: { "Content-Type": type } }) : fetchReally(wanted, options);
  };
  postMessage({ kind: "progress", share: DOWNLOAD_SHARE + 0.05, what: "start" });
  const python = await loadPyodide({ indexURL: FOLDER.href });
  self.fetch = fetchReally;
  postMessage({ kind: "progress", share: 0.9, what: "call" });
  python.unpackArchive(found["referees.zip"], "zip", { extractDir: "/referees" });
  answer = python.runPython(START);
}

const started = start().then(
  () => postMessage({ kind: "ready" }),
  (fault) => postMessage({ kind: "lost", reason: fault.message }),
);

self.onmessage = async ({ data }) => {
  await started;
  try {
    postMessage({ kind: "answer", id: data.id, answer: answer(data.line) });
  } catch (fault) {
    console.error(fault);
    postMessage({ kind: "answer", id: data.id, fault: String(fault).trim().split("\n").at(-1) });
  }
};
