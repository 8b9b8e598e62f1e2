// Explains why the page's server has closed a connection, by the close code: see serve_page/server.py.
import { _ } from "./language.js";

const OF_SERVER = 4000, // The server defines the codes from here on, and sends a reason with them.
  NOT_ADMITTED = 4001;
// wrong token, wrong version or wrong request, after which another try cannot help
const FINAL = [NOT_ADMITTED, 4002, 4003];
const OLD_CODE = _("The code in this address is no longer valid: scan the new code, or open the new address.");

/**
 * Returns a sentence about why a connection has ended, and whether the page can connect again.
 * @param {number} code @param {string} reason @param {string} gone the sentence if the server gave no reason
 */
export function closing(code, reason, gone) {
  if (code === NOT_ADMITTED) reason = OLD_CODE;
  return { why: code >= OF_SERVER ? reason : gone, again: !FINAL.includes(code) };
}
