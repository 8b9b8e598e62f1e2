// Tests a new Pico part by part, like `pingblock selftest`.
import { h, small } from "../dom.js";
import { _ } from "../language.js";
import { LinkError } from "../link/errors.js";
import { FAILED, teller } from "./act.js";
import { makePerson } from "./person.js";
import { NAMES, PARTS } from "./selftest_parts.js";

const FOUND = { pass: _("works"), fail: _("does not work"), skipped: _("skipped") };

/** @param {import("./act.js").Board} board @returns {import("./act.js").Part} */
export function makeSelftest(board) {
  const tell = teller();
  const person = makePerson(board);
  const list = h("ul", { className: "parts" });
  const go = small(_("Test the parts"), () => void test());
  /** @type {import("./selftest_parts.js").Ask} */
  const ask = (what, fields) => board.session().request(what, fields);
  const about = h(
    "p",
    { className: "note" },
    _("The self-test tries every part, one after the other. It takes about two minutes."),
  );
  const root = h(
    "div",
    {},
    about,
    h("div", { className: "buttons" }, go),
    person.asked,
    person.answers,
    list,
    tell.root,
  );
  return { title: _("Self-test"), root };

  async function test() {
    go.disabled = true;
    list.replaceChildren();
    try {
      const failed = await tryAll();
      tell.say(failed ? _("Something does not work.") : _("Everything that was tested works."), failed);
    } catch (fault) {
      tell.say(fault instanceof LinkError ? _("The test has ended. {why}", { why: fault.message }) : FAILED, true);
    } finally {
      await ask("selftest", { light: "off" })
        .then(() => ask("worms", { run: "stop" }))
        .catch(() => {});
      person.quiet();
      go.disabled = false;
    }
  }

  /** @returns {Promise<boolean>} whether something failed */
  async function tryAll() {
    let failed = false;
    for (const [name, part] of Object.entries(PARTS)) {
      const { verdict, note } = await part(ask, person).catch(refusedOnly);
      failed ||= verdict === "fail";
      const words = [FOUND[verdict], note].filter(Boolean).join(": ");
      list.append(h("li", { className: verdict }, h("b", {}, NAMES[name]), h("span", {}, words)));
    }
    return failed;
  }
}

/**
 * A part fails if the device refuses a request. Any other error ends the test.
 * @param {unknown} no @returns {import("./selftest_parts.js").Found}
 */
function refusedOnly(no) {
  if (no instanceof LinkError && no.kind === "refused") return { verdict: "fail", note: no.message };
  throw no;
}
