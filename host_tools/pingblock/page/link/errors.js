// Why the link to a board failed: a kind for programs, a sentence for people.

/** @typedef {"refused" | "lost" | "silent" | "prompt" | "wrong" | "input" | "rolled_back"} Kind */

export class LinkError extends Error {
  /** @param {Kind} kind @param {string} say @param {string} [code] the device's own, of a refusal */
  constructor(kind, say, code = "") {
    super(say);
    this.name = "LinkError";
    this.kind = kind;
    this.code = code;
  }
}
