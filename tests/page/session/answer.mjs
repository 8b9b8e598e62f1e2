// Reads the texts after `session=` in links, one on each line. Answers whether the page accepts each, and then the most
// memory of this process in MB, before the first and after the last.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [module, limits] = process.argv.slice(2);
Object.assign(globalThis, {
  document: { documentElement: {}, baseURI: "file:///", querySelector: () => null },
  location: { search: "" },
  fetch: async () => ({ ok: true, json: async () => JSON.parse(limits) }),
});
globalThis.navigator ??= { languages: ["en"] };
const { decode } = await import(pathToFileURL(module));
const texts = readFileSync(0, "latin1").trimEnd().split("\n");
const before = process.resourceUsage().maxRSS;
const taken = [];
for (const text of texts)
  taken.push(
    await decode(text).then(
      () => true,
      () => false,
    ),
  );
const mb = (process.resourceUsage().maxRSS - before) / 1000;
process.stdout.write(JSON.stringify({ taken, mb }));
