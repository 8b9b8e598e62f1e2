// Shows the firmware of the Pico and of the page. Updates the Pico with a trial, and can undo the update.
import { h, small, write } from "../dom.js";
import { _ } from "../language.js";
import { LinkError } from "../link/errors.js";
import { catalogue, firmwareFor, kindOf } from "../link/later/firmware.js";
import { otherSlot, plan, rolledBack, send, tryOther, updateState, verdict } from "../link/later/update.js";
import { teller } from "./act.js";

const TRIES = _("The board starts the other firmware and tries it, which takes about 10 s. Leave the cable in.");
const kB = (/** @type {number} */ bytes) => `${Math.round(bytes / 1000)} kB`;

/** @param {import("./act.js").Board} board @returns {import("./act.js").Part} */
export function makeFirmware(board) {
  const tell = teller(),
    facts = h("p", { className: "note" });
  const go = small(_("Update"), () => tell.run(root, update)),
    back = small(_("Go back to the previous firmware"), () => tell.run(root, rollback));
  go.classList.add("main");
  const root = h("div", {}, facts, h("div", { className: "buttons" }, go, back), tell.root);
  return { title: _("Firmware"), root, begin: () => tell.run(root, look) };

  async function look() {
    const { hello, now, all, kind, steps } = await known();
    const runs = _("The board runs firmware {version} on a {board}.", {
      version: hello.version,
      board: kind.label,
    });
    const news = steps.isCurrent
      ? _("This page has the same firmware, {version}.", { version: all.version })
      : _("This page has a different firmware, {version}: {size} to send.", {
          version: all.version,
          size: kB(steps.bytes),
        });
    write(facts, `${runs} ${news}`);
    write(go, steps.isCurrent ? _("Update anyway") : _("Update"));
    return rolledBack(now) || undefined;
  }

  async function asked() {
    const session = board.session();
    return { hello: await session.request("hello"), now: await updateState(session) };
  }

  async function known() {
    const { hello, now } = await asked();
    const all = await catalogue(),
      kind = kindOf(hello.board, now.mpy);
    return { hello, now, all, kind, steps: plan(now, firmwareFor(all, kind)) };
  }

  async function update() {
    const { hello, steps } = await known();
    const size = kB(steps.bytes);
    let sent = 0;
    tell.say(_("Sending the firmware, {size}. You can play meanwhile.", { size }));
    try {
      await send(board.session(), steps, (done) => tell.share((sent = done) / steps.bytes));
    } catch (fault) {
      if (!(fault instanceof LinkError) || !["lost", "silent"].includes(fault.kind)) throw fault;
      throw new LinkError(
        "lost",
        _(
          "The cable was pulled, or the board lost its power, after {done} of {all}. The old firmware still runs, and the board keeps the part that arrived. Plug it in again and press Update, to continue from there.",
          { done: kB(sent), all: size },
        ),
      );
    }
    return tried(steps.slot, hello.uid);
  }

  async function rollback() {
    const { hello, now } = await asked();
    return tried(otherSlot(now), hello.uid);
  }

  /** @param {string} slot @param {string} uid */
  async function tried(slot, uid) {
    await tryOther(board.session());
    tell.say(TRIES);
    await verdict(board.session, slot, uid);
    await look();
    const { version } = await board.session().request("hello");
    return _(
      "The update works: the board runs firmware {version} from slot {slot} and keeps it. The previous one stays in the other slot.",
      { version, slot },
    );
  }
}
