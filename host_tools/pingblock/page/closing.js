// Why the page's server ended a connection, by the code of its close: see serve_page/server.py.

const OF_SERVER = 4000; // from here on codes are the server's own, with a reason
const FINAL = [4001, 4002, 4003]; // not admitted, other version, mistaken: the same again does not help

/**
 * Returns why a connection ended, as a sentence, and whether the page may come again.
 * @param {number} code @param {string} reason @param {string} gone  said where the server gave no reason
 */
export function closing(code, reason, gone) {
  return { why: code >= OF_SERVER ? reason : gone, again: !FINAL.includes(code) };
}
