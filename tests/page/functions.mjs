// Prints each function of the page's scripts with its own lines, without those of functions inside it, as JSON.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";

const [compiler, folder] = process.argv.slice(2);
const { default: ts } = await import(pathToFileURL(compiler));
const SHORT = 3; // Lines of a function that count as lines of the one around it.
const found = [];
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
  if (entry.name.endsWith(".js")) measure(join(entry.parentPath, entry.name));
process.stdout.write(JSON.stringify(found));

function measure(path) {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const lineOf = (place) => source.getLineAndCharacterOfPosition(place).line;
  visit(source);

  /** Returns the lines of the functions in a node. */
  function visit(node) {
    let inner = 0;
    ts.forEachChild(node, (child) => void (inner += visit(child)));
    if (!ts.isFunctionLike(node) || !node.body) return inner;
    const lines = lineOf(node.end) - lineOf(node.getStart()) + 1;
    found.push([relative(folder, path), node.name?.text ?? "", lines - inner]);
    return lines > SHORT ? lines : 0;
  }
}
