// Firmware of the board: what runs, what the page has, an update with its trial, and the way back.
import { h, write } from "../dom.js";
import { LinkError } from "../link/errors.js";
import { catalogue, firmwareFiles, firmwareFor } from "../link/later/firmware.js";
import { otherIsWhole, otherSlot, plan, rolledBack, stage, tryOther, updateState, verdict } from "../link/later/update.js";
import { button, teller } from "./act.js";

const TRIES = "The board starts the new firmware and tries it, which takes about 10 s. Leave the cable in.";
const KEPT = "The old firmware runs on, and what arrived is kept. Plug the board in again and press Update: it goes on from there.";
const NOTHING = "There is no other firmware on this board to go back to.";
const kB = (/** @type {number} */ bytes) => `${Math.round(bytes / 1000)} kB`;

/** @param {import("./act.js").Board} board @returns {import("./act.js").Part} */
export function makeFirmware(board) {
  const tell = teller(), facts = h("p", { className: "note" });
  const go = button("Update", () => tell.run(root, update)), back = button("Go back to the one before", () => tell.run(root, rollback));
  go.classList.add("main");
  const root = h("div", {}, facts, h("div", { className: "buttons" }, go, back), tell.root);
  return { title: "Firmware", root, begin: () => tell.run(root, look) };

  async function look() {
    const { hello, now, all, firmware } = await known();
    const steps = await plan(board.session(), firmware);
    const frozen = now.running === "f" ? " It stands in MicroPython itself (a frozen image); an update goes beside it." : "";
    const news = steps.isCurrent ? "the same" : `another one, ${kB(steps.bytes)} to send`;
    write(facts, `The board runs firmware ${hello.version} on a ${firmware.label}.${frozen} This page has ${all.version}: ${news}.`);
    write(go, steps.isCurrent ? "Update anyway" : "Update");
    return rolledBack(now) || undefined;
  }

  async function known() {
    const session = board.session(), hello = await session.request("hello"), now = await updateState(session);
    const all = await catalogue();
    return { hello, now, all, firmware: firmwareFor(all, hello.board, now.mpy) };
  }

  async function update() {
    const { hello, firmware } = await known();
    const steps = await plan(board.session(), firmware), contents = await firmwareFiles(firmware);
    let sent = 0;
    tell.say(`Sending ${steps.write.length} files, ${kB(steps.bytes)}. The board plays on meanwhile.`);
    try {
      await stage(board.session(), steps, firmware, contents, (done) => tell.share((sent = done) / Math.max(1, steps.bytes)));
    } catch (fault) {
      if (!(fault instanceof LinkError) || !["lost", "silent"].includes(fault.kind)) throw fault;
      throw new LinkError("lost", `The cable was pulled, or the board lost its power, after ${kB(sent)} of ${kB(steps.bytes)}. ${KEPT}`);
    }
    return tried(steps.slot, hello.uid);
  }

  async function rollback() {
    const { hello, now } = await known();
    if (!(await otherIsWhole(board.session(), now))) return NOTHING;
    return tried(otherSlot(now), hello.uid);
  }

  /** @param {string} slot @param {string} uid */
  async function tried(slot, uid) {
    await tryOther(board.session());
    tell.say(TRIES);
    await verdict(board.session, slot, uid);
    await look();
    return `It works: the board runs firmware ${(await board.session().request("hello")).version} from slot ${slot} and keeps it. The one before stays beside it.`;
  }
}
