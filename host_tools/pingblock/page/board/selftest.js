// The bring-up of a board, part by part: what is done, and what tells that it works. As `pingblock selftest`.
import { h, write } from "../dom.js";
import { _, listed, number } from "../language.js";
import { LinkError } from "../link/errors.js";
import { cellsTold } from "../words.js";
import { button, FAILED, teller } from "./act.js";

/** @typedef {{verdict: "pass" | "fail" | "skipped", note?: string}} Found */

const SWEEP_MS = 2600, LIT_MS = 300, QUIET_MS = 20_000, BOB_MS = 3000, PRESS_MS = 30_000, CELLS_MS = 25_000;
const USB_LEAST_MV = 3900, USB_MOST_MV = 5600; // as selftest/parts.py has them
const NO_BASE = _("this board has no apple base"), UNNOTICED = _("the device noticed nothing");
const PLAYS_ON = _("The board has been playing for 20 s and does not stop: restart it and try again.");
/** @type {Record<string, string>} */
const NAMES = { inputs: _("inputs"), speaker: _("speaker"), light: _("light"), block: _("block"), check: _("check button"), lever: _("lever"), servo: _("servo"), cells: _("batteries") };
const FOUND = { pass: _("works"), fail: _("does not work"), skipped: _("skipped") };
/** @type {Record<string, string>} */
const COLOURS = { red: _("Is the light red?"), green: _("Is the light green?"), blue: _("Is the light blue?") };
/** @type {Record<string, string>} */
const COLOUR_NAMES = { red: _("red"), green: _("green"), blue: _("blue") };
/** @param {number} ms */
const nap = (ms) => new Promise((then) => setTimeout(then, ms));

/** @param {import("./act.js").Board} board @returns {import("./act.js").Part} */
export function makeSelftest(board) {
  const tell = teller(), asked = h("p", { className: "asked", role: "status" }), answers = h("div", { className: "buttons" });
  const list = h("ul", { className: "parts" }), go = button(_("Test the parts"), () => void test());
  const root = h("div", {}, h("p", { className: "note" }, _("Tries every part, one after the other; takes about two minutes.")),
    h("div", { className: "buttons" }, go), asked, answers, list, tell.root);
  /** @template {string} W @param {W} what */
  const ask = (what, fields = {}) => board.session().request(what, fields);

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
        list.append(h("li", { className: found.verdict }, h("b", {}, NAMES[name]), h("span", {}, [FOUND[found.verdict], found.note].filter(Boolean).join(": "))));
      }
      tell.say(failed ? _("Something does not work.") : _("Everything that was tested works."), failed);
    } catch (fault) {
      tell.say(fault instanceof LinkError ? _("The test has ended. {why}", { why: fault.message }) : FAILED, true);
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
      answers.replaceChildren(button(_("Yes"), () => then(true)), button(_("No"), () => then(false)));
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
      answers.replaceChildren(button(_("Nothing happens"), () => then(null)));
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
    return verdict(!down.length, _("{inputs}: pressed, though nobody touches them; is a wire shorted, or the lever not fitted?", { inputs: listed(down.map((name) => NAMES[name] ?? name)) }));
  }

  async function speaker() {
    const { settings } = await ask("status");
    if (settings.mute_lock || settings.button_mute || !Math.min(settings.volume, settings.cap)) return verdict(false, _("the device is muted: set its volume to 6 and unmute it first"));
    write(asked, _("A tone rises from low to high."));
    await whenQuiet(async () => (await ask("selftest", { sweep: true })).sweep);
    await nap(SWEEP_MS);
    return verdict(await judged(_("Did the tone rise evenly, without rattling or a gap?")));
  }

  async function light() {
    const wrong = [];
    for (const [colour, question] of Object.entries(COLOURS)) {
      await ask("selftest", { light: colour });
      await nap(LIT_MS);
      if (!(await judged(question))) wrong.push(COLOUR_NAMES[colour]);
    }
    await ask("selftest", { light: "off" });
    return verdict(!wrong.length, _("wrong: {colours}; check the wires of GP18 to GP20", { colours: listed(wrong) }));
  }

  /** @param {string} which @param {string} words */
  async function pressed(which, words) {
    await whenQuiet(isQuiet);
    return verdict(await heard(words, ({ event, button: name }) => event === "press" && name === which), UNNOTICED);
  }

  /** @returns {Promise<Found>} */
  async function lever() {
    if (!(await hasBase())) return { verdict: "skipped", note: NO_BASE };
    const pulled = await heard(_("Pull the lever back and hold it."), ({ event, state }) => event === "run" && state === "armed");
    const freed = pulled && (await heard(_("Now let the lever go."), ({ event, state }) => event === "run" && state === "started"));
    await ask("worms", { run: "stop" });
    return verdict(freed, UNNOTICED);
  }

  /** @returns {Promise<Found>} */
  async function servo() {
    if (!(await hasBase())) return { verdict: "skipped", note: NO_BASE };
    write(asked, _("The worms bob for three seconds."));
    await whenQuiet(async () => (await ask("worms", { run: "start" })).reply === "done");
    await nap(BOB_MS);
    await ask("worms", { run: "stop" });
    const stalled = Object.keys((await ask("status")).faults).filter((name) => name.startsWith("servo_"));
    if (stalled.length) return verdict(false, _("the device reports {faults}", { faults: stalled.join(", ") }));
    return verdict(await judged(_("Did the worms go up and down all the way, and was it quiet afterwards?")));
  }

  /** @returns {Promise<Found>} */
  async function cells() {
    await whenQuiet(isQuiet);
    const isEnd = (/** @type {any} */ { event, code }) => event === "battery" || (event === "fault" && String(code).startsWith("battery_"));
    const waiting = heard(_("The supply is measured."), isEnd, CELLS_MS);
    await ask("battery");
    const found = await waiting;
    if (!found || found.event === "fault") return verdict(false, found?.say ?? _("the test of the batteries did not end"));
    const volts = number(found.open_mv / 1000, 2);
    const good = found.fault === "battery_on_usb" ? found.open_mv >= USB_LEAST_MV && found.open_mv <= USB_MOST_MV
      : !found.fault && ["good", "fair"].includes(found.verdict);
    const note = found.fault === "battery_on_usb" ? _("{volts} V on USB; for the batteries pull the cable out and hold the check button for 2 s", { volts })
      : cellsTold(found).replace(/\.$/, "");
    return { verdict: good ? "pass" : "fail", note };
  }

  /** @type {Record<string, () => Promise<Found>>} */
  const PARTS = {
    inputs, speaker, light,
    block: () => pressed("block", _("Press the button on top.")),
    check: () => pressed("check", _("Press the check button at the rear for a moment.")),
    lever, servo, cells,
  };
  return { title: _("Self-test"), root };
}
