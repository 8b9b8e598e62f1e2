// The reason why the link to a Pico failed: a kind for programs, and a sentence for people.

/** @typedef {"refused" | "lost" | "silent" | "prompt" | "wrong" | "input" | "rolled_back"} Kind */

export class LinkError extends Error {
  /**
   * @param {Kind} kind @param {string} say @param {string} [code] code of the device, if the device has refused a
   *   request
   */
  constructor(kind, say, code = "") {
    super(say);
    this.name = "LinkError";
    this.kind = kind;
    this.code = code;
  }
}
