// Runs the page's check of sound files without a browser. Its arguments are the page's folder, the rule of a sound and
// the numbers of the files from which it makes the device's file. The names of files come from the standard input. Each
// is answered by its samples, or by the sentence that refuses it.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

Object.assign(globalThis, { location: new URL("http://page/"), document: { documentElement: {} } });
if (!globalThis.navigator?.languages) Object.assign(globalThis, { navigator: { languages: ["en"] } });

const [, , folder, rule, numbers] = process.argv;
const { readAudio } = await import(pathToFileURL(`${folder}/audio_file.js`));
const { soundOf } = await import(pathToFileURL(`${folder}/own_sound.js`));

/** @param {string} name @param {boolean} isMade */
async function answer(name, isMade) {
  const content = new Uint8Array(readFileSync(name)),
    said = [];
  try {
    const { samples, hz } = await readAudio(content, said);
    const { data } = isMade ? await soundOf(content.buffer, JSON.parse(rule)) : { data: new Uint8Array() };
    return {
      samples: Buffer.from(samples.buffer).toString("base64"),
      hz,
      said,
      data: Buffer.from(data).toString("base64"),
    };
  } catch (wrong) {
    if (wrong.name !== "LinkError") throw wrong;
    return { refused: wrong.message };
  }
}

const made = new Set(JSON.parse(numbers));
for (const [n, name] of readFileSync(0, "utf8").split("\n").entries())
  console.log(JSON.stringify(await answer(name, made.has(n))));
