// Reads the link's JSON, which is stricter than JSON: whole numbers of up to 10 digits, unique names, no control
// characters, no half characters, nesting of at most 5. See `shared/strict_json.py`.

const MAX_DEPTH = 5;
const TEXT = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u(?![dD][89a-fA-F])[0-9a-fA-F]{4}))*"/y;
const WHOLE = /-?(?:0|[1-9][0-9]{0,9})/y;
const WORD = /true|false|null/y;
/** @type {Record<string, boolean | null>} */
const WORDS = { true: true, false: false, null: null };
const CONTROL = /[\0-\x1f]/;

/** @typedef {string | number | boolean | null | any[] | Record<string, any>} Json */

/** Reads a value. @param {string} text @returns {any} the value. Throws an Error if the text is invalid. */
export function loads(text) {
  if (CONTROL.test(text)) throw new Error("A control character is in the line.");
  const reader = new Reader(text);
  const value = reader.value(0);
  if (reader.peek()) reader.fail("nothing more");
  return value;
}

class Reader {
  /** @param {string} text */
  constructor(text) {
    this._text = text;
    this._at = 0;
  }

  /** @param {string} wanted @returns {never} */
  fail(wanted) {
    throw new Error(`Expected ${wanted} at character ${this._at + 1}.`);
  }

  /** Goes to the next character that is not a space. Returns "" at the end. */
  peek() {
    while (this._text[this._at] === " ") this._at++;
    return this._text[this._at] ?? "";
  }

  /** Removes and returns the text that a pattern matches here, or "". @param {RegExp} pattern */
  _found(pattern) {
    pattern.lastIndex = this._at;
    const found = pattern.exec(this._text)?.[0] ?? "";
    this._at += found.length;
    return found;
  }

  /** @param {number} depth the number of brackets around it @returns {Json} */
  value(depth) {
    const first = this.peek();
    if (first === '"') return this._string();
    if (first === "{" || first === "[") {
      if (depth === MAX_DEPTH) this.fail("fewer brackets");
      this._at++;
      return first === "{" ? this._object(depth + 1) : this._list(depth + 1);
    }
    const word = this._found(WORD);
    if (word) return WORDS[word];
    return Number(this._found(WHOLE) || this.fail("a value")) || 0; // -0 becomes 0
  }

  /** @returns {string} */
  _string() {
    return JSON.parse(this._found(TEXT) || this.fail("a text"));
  }

  /** Returns whether a character comes next, otherwise requires a comma. Skips either. @param {string} end */
  _ends(end) {
    const found = this.peek();
    if (found !== end && found !== ",") this.fail(",");
    this._at++;
    return found === end;
  }

  /** @param {number} depth */
  _list(depth) {
    const found = /** @type {Json[]} */ ([]);
    if (this.peek() === "]") return (this._at++, found);
    do found.push(this.value(depth));
    while (!this._ends("]"));
    return found;
  }

  /** @param {number} depth */
  _object(depth) {
    const found = /** @type {Map<string, Json>} */ (new Map());
    if (this.peek() === "}") return (this._at++, {});
    do {
      if (this.peek() !== '"') this.fail('"');
      const name = this._string();
      if (found.has(name)) this.fail("each name once");
      if (this.peek() !== ":") this.fail(":");
      this._at++;
      found.set(name, this.value(depth));
    } while (!this._ends("}"));
    return Object.fromEntries(found); // Object.fromEntries also works for a name such as __proto__.
  }
}
