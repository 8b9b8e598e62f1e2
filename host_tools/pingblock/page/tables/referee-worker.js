// Runs the referees in a worker: loads Python once, then answers line by line.
import { streamOf, unpacked } from "../unpack.js";
import { pyodide } from "./pyodide.js";

const LACKS = "lacks"; // here.js translates this word into a sentence.
const START = `
import sys
sys.path.insert(0, "/referees")
from pingblock.tables.page_table import PageTable
import json
table = PageTable()
lambda line: json.dumps(table.answer(line))
`;
const scripts = pyodide().catch(() => null);
/** @type {(line: string) => string} */
let answer;

/** @param {ArrayBuffer} pack  content of the referees' file */
async function start(pack) {
  const found = (await unpacked(streamOf(pack))).parts,
    load = await scripts;
  if (!load) throw new Error(LACKS);
  const fetchReally = self.fetch;
  // Pyodide fetches its files one by one. This function answers from the pack, which contains them.
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
  postMessage({ kind: "progress", share: 0.65, what: "start" });
  const python = await load();
  self.fetch = fetchReally;
  postMessage({ kind: "progress", share: 0.9, what: "call" });
  python.unpackArchive(found["referees.zip"], "zip", { extractDir: "/referees" });
  answer = python.runPython(START);
}

/** @type {Promise<void> | undefined} */
let started;

self.onmessage = async ({ data }) => {
  started ??= start(data.pack).then(
    () => postMessage({ kind: "ready" }),
    (fault) => postMessage({ kind: "lost", reason: fault.message }),
  );
  if (data.pack) return;
  await started;
  try {
    postMessage({ kind: "answer", id: data.id, answer: answer(data.line) });
  } catch (fault) {
    console.error(fault);
    postMessage({ kind: "answer", id: data.id, fault: String(fault).trim().split("\n").at(-1) });
  }
};
