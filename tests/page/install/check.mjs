// Runs the page's check of UF2 files without a browser. Reads files in base64, one on each line, from the standard
// input. Answers each with its chip, or with the sentence that refuses it.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

Object.assign(globalThis, { location: new URL("http://page/"), document: { documentElement: {} } });
if (!globalThis.navigator?.languages) Object.assign(globalThis, { navigator: { languages: ["en"] } });

const { chipIn } = await import(pathToFileURL(process.argv[2]));

/** @param {string} packed */
function answer(packed) {
  try {
    return { chip: chipIn(new Uint8Array(Buffer.from(packed, "base64"))) };
  } catch (wrong) {
    if (wrong.constructor.name !== "DriveError") throw wrong;
    return { refused: wrong.message };
  }
}

for (const packed of readFileSync(0, "latin1").split("\n")) console.log(JSON.stringify(answer(packed)));
