// The bring-up of a board, part by part: what is done, and what tells that it works. As `pingblock selftest`.
import { h, write } from "../dom.js";
import { LinkError } from "../link/errors.js";
import { button, teller } from "./act.js";

/** @typedef {{verdict: "pass" | "fail" | "skipped", note?: string}} Found */

const SWEEP_MS = 2600, LIT_MS = 300, QUIET_MS = 20_000, BOB_MS = 3000, PRESS_MS = 30_000, CELLS_MS = 25_000;
const USB_LEAST_MV = 3900, USB_MOST_MV = 5600; // as selftest/parts.py has them
const NO_BASE = "this board has no apple base";
const PLAYS_ON = "The board has been playing for 20 s and does not stop: restart it and try again.";
/** @param {number} ms */
const nap = (ms) => new Promise((then) => setTimeout(then, ms));

/** @param {import("./act.js").Board} board @returns {import("./act.js").Part} */
export function makeSelftest(board) {
  const tell = teller(), asked = h("p", { className: "asked", role: "status" }), answers = h("div", { className: "buttons" });
  const list = h("ul", { className: "parts" }), go = button("Test the parts", () => void test());
  const root = h("div", {}, h("p", { className: "note" }, "Tries every part, one after the other; takes about two minutes."),
    h("div", { className: "buttons" }, go), asked, answers, list, tell.root);
  const ask = (/** @type {string} */ what, fields = {}) => board.session().request(what, fields);

  async function test() {
    go.disabled = true;
    list.replaceChildren();
    let failed = false;
    try {
      for (const [name, part] of Object.entries(PARTS)) {
        const found = await part().catch((no) => {
          if (no instanceof LinkError && no.kind === "refused") return { verdict: /** @type {const} */ ("fail"), note: no.message };
          throw no;
        });
        failed ||= found.verdict === "fail";
        list.append(h("li", { className: found.verdict }, h("b", {}, name), h("span", {}, [{ pass: "works", fail: "does not work", skipped: "skipped" }[found.verdict], found.note].filter(Boolean).join(": "))));
      }
      tell.say(failed ? "Something does not work." : "Everything that was tested works.", failed);
    } catch (fault) {
      tell.say(fault instanceof LinkError ? `The test has ended. ${fault.message}` : "Something in this page has failed: load it again.", true);
    } finally {
      await ask("selftest", { light: "off" }).then(() => ask("worms", { run: "stop" })).catch(() => {});
      quiet();
      go.disabled = false;
    }
  }

  function quiet() {
    write(asked, "");
    answers.replaceChildren();
  }

  /** Asks the person. @param {string} question @returns {Promise<boolean>} */
  async function judged(question) {
    write(asked, question);
    const yes = await new Promise((then) => {
      answers.replaceChildren(button("Yes", () => then(true)), button("No", () => then(false)));
      answers.firstElementChild?.focus();
    });
    quiet();
    return yes;
  }

  /** Waits until the device tells an event. @param {string} words @param {(event: any) => boolean} fits @param {number} [ms] @returns {Promise<any>} null if none came */
  async function heard(words, fits, ms = PRESS_MS) {
    write(asked, words);
    /** @type {() => void} */
    let stop = () => {};
    const found = await new Promise((then) => {
      const limit = setTimeout(() => then(null), ms);
      stop = board.session().listen((event) => {
        if (!fits(event)) return;
        clearTimeout(limit);
        then(event);
      });
      answers.replaceChildren(button("Nothing happens", () => then(null)));
    });
    stop();
    quiet();
    return found;
  }

  /** @param {() => Promise<boolean>} isDone */
  async function whenQuiet(isDone) {
    for (let left = QUIET_MS / LIT_MS; left > 0; left--) {
      if (await isDone()) return;
      await nap(LIT_MS);
    }
    throw new LinkError("refused", PLAYS_ON);
  }

  const isQuiet = async () => !(await ask("selftest")).sounds;
  const hasBase = () => ask("worms").then(() => true, (no) => {
    if (no.code === "no_base") return false;
    throw no;
  });
  /** @param {unknown} good @param {string} [note] @returns {Found} */
  function verdict(good, note) {
    return good ? { verdict: "pass" } : { verdict: "fail", note };
  }

  async function inputs() {
    const down = Object.entries((await ask("selftest")).inputs).filter(([, on]) => on).map(([name]) => name);
    return verdict(!down.length, `${down.join(" and ")} look pressed though nobody touches them: is a wire shorted, or the lever not fitted?`);
  }

  async function speaker() {
    const { settings } = await ask("status");
    if (settings.mute_lock || !Math.min(settings.volume, settings.cap)) return verdict(false, "the device is muted: set its volume to 6 and unmute it first");
    write(asked, "A tone rises from low to high.");
    await whenQuiet(async () => (await ask("selftest", { sweep: true })).sweep);
    await nap(SWEEP_MS);
    return verdict(await judged("Did the tone rise evenly, without rattling or a gap?"));
  }

  async function light() {
    const wrong = [];
    for (const colour of ["red", "green", "blue"]) {
      await ask("selftest", { light: colour });
      await nap(LIT_MS);
      if (!(await judged(`Is the light ${colour}?`))) wrong.push(colour);
    }
    await ask("selftest", { light: "off" });
    return verdict(!wrong.length, `wrong: ${wrong.join(", ")}; check the wires of GP18 to GP20`);
  }

  /** @param {string} which @param {string} words */
  async function pressed(which, words) {
    await whenQuiet(isQuiet);
    return verdict(await heard(words, ({ event, button: name }) => event === "press" && name === which), "the device noticed nothing");
  }

  /** @returns {Promise<Found>} */
  async function lever() {
    if (!(await hasBase())) return { verdict: "skipped", note: NO_BASE };
    const pulled = await heard("Pull the lever back and hold it.", ({ event, state }) => event === "run" && state === "armed");
    const freed = pulled && (await heard("Let the lever go.", ({ event, state }) => event === "run" && state === "started"));
    await ask("worms", { run: "stop" });
    return verdict(freed, "the device noticed nothing");
  }

  /** @returns {Promise<Found>} */
  async function servo() {
    if (!(await hasBase())) return { verdict: "skipped", note: NO_BASE };
    write(asked, "The worms bob for three seconds.");
    await whenQuiet(async () => (await ask("worms", { run: "start" })).reply === "done");
    await nap(BOB_MS);
    await ask("worms", { run: "stop" });
    const stalled = Object.keys((await ask("status")).faults).filter((name) => name.startsWith("servo_"));
    if (stalled.length) return verdict(false, `the device reports ${stalled.join(", ")}`);
    return verdict(await judged("Did the worms go up and down all the way, and was it quiet afterwards?"));
  }

  /** @returns {Promise<Found>} */
  async function cells() {
    await whenQuiet(isQuiet);
    const isEnd = (/** @type {any} */ { event, code }) => event === "battery" || (event === "fault" && String(code).startsWith("battery_"));
    const waiting = heard("The supply is measured.", isEnd, CELLS_MS);
    await ask("battery");
    const found = await waiting;
    if (!found || found.event === "fault") return verdict(false, found?.say ?? "the test of the cells did not end");
    const volts = `${(found.open_mv / 1000).toFixed(2)} V`;
    const good = found.fault === "battery_on_usb" ? found.open_mv >= USB_LEAST_MV && found.open_mv <= USB_MOST_MV
      : !found.fault && ["good", "fair"].includes(found.verdict);
    const note = found.fault === "battery_on_usb" ? `${volts} on USB; for the batteries pull the cable out and hold the check button for 2 s`
      : `${volts}, ${found.milliohm} mOhm, ${found.verdict.replaceAll("_", " ")}`;
    return { verdict: good ? "pass" : "fail", note };
  }

  /** @type {Record<string, () => Promise<Found>>} */
  const PARTS = {
    inputs, speaker, light,
    block: () => pressed("block", "Press the button on top."),
    check: () => pressed("check", "Press the check button at the rear for a moment."),
    lever, servo, cells,
  };
  return { title: "Self-test", root };
}
