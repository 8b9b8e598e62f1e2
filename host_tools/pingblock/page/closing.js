// Says why the page's server has closed a connection, by the code of the close: see serve_page/server.py.

const OF_SERVER = 4000; // Codes from here on are the server's, and have a reason.
const FINAL = [4001, 4002, 4003]; // not admitted, wrong version or wrong request: another try cannot help

/**
 * Returns why a connection has ended, as a sentence, and whether the page can connect again.
 * @param {number} code @param {string} reason @param {string} gone  the sentence for a close without a reason
 */
export function closing(code, reason, gone) {
  return { why: code >= OF_SERVER ? reason : gone, again: !FINAL.includes(code) };
}
