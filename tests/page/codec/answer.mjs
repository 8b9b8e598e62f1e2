// Reads lines in base64 from the standard input. Answers each with the result of the page's codec: a code, or the
// message and the same message written again.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { decode, encode } = await import(pathToFileURL(process.argv[2]));

/** @param {string} packed */
function answer(packed) {
  try {
    const message = decode(Buffer.from(packed, "base64"));
    return { message, line: "do" in message ? "" : Buffer.from(encode(message)).toString("base64") };
  } catch (wrong) {
    if (!wrong.code) throw wrong;
    return { code: wrong.code };
  }
}

const lines = readFileSync(0, "latin1").trimEnd().split("\n");
process.stdout.write(lines.map((line) => JSON.stringify(answer(line))).join("\n"));
