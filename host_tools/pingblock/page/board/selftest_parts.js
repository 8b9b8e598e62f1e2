// Tests the parts of a Pico, with one function each. See care/selftest.
import { _, listed, number } from "../language.js";
import { LinkError } from "../link/errors.js";
import { cellsTold } from "../words.js";

/** @typedef {{verdict: "pass" | "fail" | "skipped", note?: string}} Found */
/** @typedef {import("../link/session.js").Session["request"]} Ask */
/** @typedef {(ask: Ask, person: import("./person.js").Person) => Promise<Found>} Tried */

const SWEEP_MS = 2600;
const LIT_MS = 300;
const QUIET_MS = 20_000;
const BOB_MS = 3000;
const CELLS_MS = 25_000;
const USB_LEAST_MV = 4102; // A test compares the limits with care/selftest/mistakes.json.
const USB_MOST_MV = 5360;
const UNNOTICED = _("the device did not notice it");
const PLAYS_ON = _("The board has been playing for 20 s and does not stop: restart it and try again.");
/** @type {Record<string, string>} */
export const NAMES = {
  inputs: _("inputs"),
  speaker: _("speaker"),
  light: _("light"),
  block: _("block"),
  check: _("check button"),
  lever: _("lever"),
  servo: _("servo"),
  cells: _("batteries"),
};
/** @type {Record<string, string>} */
const COLOURS = { red: _("Is the light red?"), green: _("Is the light green?"), blue: _("Is the light blue?") };
/** @type {Record<string, string>} */
const COLOUR_NAMES = { red: _("red"), green: _("green"), blue: _("blue") };
/** @type {Record<string, Tried>} */
export const PARTS = {
  inputs,
  speaker,
  light,
  block: (ask, person) => pressed("block", _("Press the button on top."), ask, person),
  check: (ask, person) => pressed("check", _("Press the check button at the rear for a moment."), ask, person),
  lever: withBase(lever),
  servo: withBase(servo),
  cells,
};

/** @param {number} ms */
const nap = (ms) => new Promise((then) => setTimeout(then, ms));
/** @param {unknown} good @param {string} [note] @returns {Found} */
const verdict = (good, note) => (good ? { verdict: "pass" } : { verdict: "fail", note });

/** @param {() => Promise<boolean>} isDone */
async function whenQuiet(isDone) {
  for (let left = QUIET_MS / LIT_MS; left > 0; left--) {
    if (await isDone()) return;
    await nap(LIT_MS);
  }
  throw new LinkError("refused", PLAYS_ON);
}

/** @param {Ask} ask */
const isQuiet = (ask) => async () => !(await ask("selftest")).sounds;

/** Skips a part of the apple base if the device has no base. @param {Tried} part @returns {Tried} */
function withBase(part) {
  return async (ask, person) => {
    try {
      await ask("worms");
    } catch (no) {
      if (no instanceof LinkError && no.code === "no_base")
        return { verdict: "skipped", note: _("this board has no apple base") };
      throw no;
    }
    return part(ask, person);
  };
}

/** @type {Tried} */
async function inputs(ask) {
  const down = Object.entries((await ask("selftest")).inputs).filter(([, on]) => on);
  const note = _("{inputs}: pressed without a touch. Is a wire shorted, or is the lever missing?", {
    inputs: listed(down.map(([name]) => NAMES[name] ?? name)),
  });
  return verdict(!down.length, note);
}

/** @type {Tried} */
async function speaker(ask, person) {
  const { settings } = await ask("status");
  if (settings.mute_lock || settings.button_mute || !Math.min(settings.volume, settings.cap))
    return verdict(false, _("the device is muted: set its volume to 6 and unmute it first"));
  person.say(_("A tone rises from low to high."));
  await whenQuiet(async () => (await ask("selftest", { sweep: true })).sweep);
  await nap(SWEEP_MS);
  return verdict(await person.judged(_("Did the tone rise evenly, without rattling or a gap?")));
}

/** @type {Tried} */
async function light(ask, person) {
  const wrong = [];
  for (const [colour, question] of Object.entries(COLOURS)) {
    await ask("selftest", { light: colour });
    await nap(LIT_MS);
    if (!(await person.judged(question))) wrong.push(COLOUR_NAMES[colour]);
  }
  await ask("selftest", { light: "off" });
  return verdict(!wrong.length, _("wrong: {colours} (check the wires of GP18 to GP20)", { colours: listed(wrong) }));
}

/** @param {string} which @param {string} words @param {Ask} ask @param {import("./person.js").Person} person */
async function pressed(which, words, ask, person) {
  await whenQuiet(isQuiet(ask));
  const found = await person.heard(words, ({ event, button }) => event === "press" && button === which);
  return verdict(found, UNNOTICED);
}

/** @type {Tried} */
async function lever(ask, person) {
  const run =
    (/** @type {string} */ wanted) =>
    (/** @type {any} */ { event, state }) =>
      event === "run" && state === wanted;
  const pulled = await person.heard(_("Pull the lever back and hold it."), run("armed"));
  const freed = pulled && (await person.heard(_("Now let the lever go."), run("started")));
  await ask("worms", { run: "stop" });
  return verdict(freed, UNNOTICED);
}

/** @type {Tried} */
async function servo(ask, person) {
  person.say(_("The worms bob for three seconds."));
  await whenQuiet(async () => (await ask("worms", { run: "start" })).reply === "done");
  await nap(BOB_MS);
  await ask("worms", { run: "stop" });
  const stalled = Object.keys((await ask("status")).faults).filter((name) => name.startsWith("servo_"));
  if (stalled.length) return verdict(false, _("the device reports {faults}", { faults: stalled.join(", ") }));
  return verdict(await person.judged(_("Did the worms go up and down all the way, and was it quiet afterwards?")));
}

/** @type {Tried} */
async function cells(ask, person) {
  await whenQuiet(isQuiet(ask));
  const isEnd = (/** @type {any} */ { event, code }) =>
    event === "battery" || (event === "fault" && String(code).startsWith("battery_"));
  const waiting = person.heard(_("The supply is being measured."), isEnd, CELLS_MS);
  await ask("battery");
  const found = await waiting;
  if (!found || found.event === "fault")
    return verdict(false, found?.say ?? _("the test of the batteries did not end"));
  return found.fault === "battery_on_usb" ? usbFound(found) : cellsFound(found);
}

/** @param {DeviceBatteryCheck} found @returns {Found} */
function usbFound({ open_mv }) {
  const volts = number(open_mv / 1000, 2);
  return {
    verdict: open_mv >= USB_LEAST_MV && open_mv <= USB_MOST_MV ? "pass" : "fail",
    note: _("{volts} V on USB. To test the batteries, pull the cable out and hold the check button for 2 s", { volts }),
  };
}

/** @param {DeviceBatteryCheck} found @returns {Found} */
function cellsFound(found) {
  const good = !found.fault && ["good", "fair"].includes(found.verdict);
  return { verdict: good ? "pass" : "fail", note: cellsTold(found).replace(/\.$/, "") };
}
