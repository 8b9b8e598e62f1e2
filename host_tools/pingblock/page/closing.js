// Says why the page's server has closed a connection, by the code of the close: see serve_page/server.py.
import { _ } from "./language.js";

const OF_SERVER = 4000, // Codes from here on are the server's, and have a reason.
  NOT_ADMITTED = 4001;
const FINAL = [NOT_ADMITTED, 4002, 4003]; // or wrong version or wrong request: another try cannot help
const OLD_CODE = _("The code in this address is no longer valid: scan the new code, or open the new address.");

/**
 * Returns why a connection has ended, as a sentence, and whether the page can connect again.
 * @param {number} code @param {string} reason @param {string} gone  the sentence for a close without a reason
 */
export function closing(code, reason, gone) {
  if (code === NOT_ADMITTED) reason = OLD_CODE;
  return { why: code >= OF_SERVER ? reason : gone, again: !FINAL.includes(code) };
}
