// Calibrates the servo: the worms move, and a person judges where they are. As with `pingblock worms calibrate`, only
// confirmed values are stored, and values on trial are dropped after two minutes.
import { h, small, write } from "../dom.js";
import { _ } from "../language.js";
import { teller } from "./act.js";

/** @typedef {"low_deg" | "high_deg" | "home_deg"} Place */

/** @type {[Place, string][]} */
const PLACES = [
  ["low_deg", _("Now set the lowest place. All worms must be down, without a hum or a rub.")],
  ["high_deg", _("Now set the highest place. All worms must be well up, without a hum or a rub.")],
  ["home_deg", _("Now set the place of rest.")],
];
const ASK_UP = _("The worms should go up now. Did they go up?");
const KEEP_MS = 60_000; // The Pico ends the trial after two minutes without a request, so a request is sent this often.
const UP_MS = 1500;

/** @param {import("./act.js").Board} board @returns {import("./act.js").Part} */
export function makeServo(board) {
  const tell = teller(),
    asked = h("p", { className: "asked" }),
    answers = h("div", { className: "buttons" }),
    at = h("output", { className: "degrees" });
  const root = h("div", {}, asked, at, answers, tell.root);
  /** @type {DeviceCalibrationValues} */
  let tried;
  let at_deg = 90,
    waiting = 0;
  return { title: _("Servo of the worms"), root, begin: () => tell.run(root, start) };

  /** @param {string} question @param {[string, () => Promise<string | void>][]} choices */
  function ask(question, choices) {
    write(asked, question);
    answers.replaceChildren(
      ...choices.map(([words, act]) => small(words, () => tell.run(root, async () => (await act()) ?? ""))),
    );
  }

  async function start() {
    clearInterval(waiting);
    tried = (await board.session().request("worms_calibrate")).calibration;
    write(at, "");
    ask(
      _(
        "The calibration finds out how far the worms can move. Keep fingers and cables away from them, because they will move.",
      ),
      [[_("Begin"), up]],
    );
    return told(tried);
  }

  /**
   * Sets values on trial, and moves the worms to an angle.
   * @param {number} to_deg @param {Partial<DeviceCalibrationValues>} [values]
   */
  async function move(to_deg, values = {}) {
    const next = { ...tried, ...values };
    if (!("home_deg" in values)) next.home_deg = Math.max(next.low_deg, Math.min(next.high_deg, next.home_deg));
    await board.session().request("worms_calibrate", { try: next, at_deg: to_deg });
    [tried, at_deg] = [next, to_deg];
    clearInterval(waiting);
    waiting = window.setInterval(() => {
      if (!root.isConnected) return clearInterval(waiting);
      const again = board.session().request("worms_calibrate", { try: tried, at_deg });
      return void again.catch(() => clearInterval(waiting));
    }, KEEP_MS);
  }

  async function up() {
    await move(tried.low_deg);
    await new Promise((then) => setTimeout(then, UP_MS));
    await move(tried.high_deg);
    ask(ASK_UP, [
      [_("Yes, up"), () => place(0)],
      [_("No, down"), turned],
      [_("Once more"), up],
      [_("Cancel"), cancel],
    ]);
  }

  async function turned() {
    await move(tried.low_deg, { reverse: !tried.reverse });
    await up();
    return _("So the servo is mounted the other way round: this is noted. Try again.");
  }

  /** @param {number} which */
  async function place(which) {
    if (which === PLACES.length) return agree();
    const [name, words] = PLACES[which];
    const go = (/** @type {number} */ to_deg) => async () => {
      await move(to_deg, to_deg === tried[name] ? {} : { [name]: to_deg });
      show();
    };
    const show = () => {
      write(at, `${tried[name]}°`);
      ask(words, [
        .../** @type {[string, () => Promise<void>][]} */ (
          [-10, -2, 2, 10].map((step) => [`${step < 0 ? "−" : "+"}${Math.abs(step)}°`, go(tried[name] + step)])
        ),
        [_("This is right"), () => place(which + 1)],
        [_("Cancel"), cancel],
      ]);
    };
    await go(tried[name])();
  }

  async function agree() {
    write(at, "");
    ask(_("Keep this calibration? {values}", { values: told(tried) }), [
      [_("Keep it"), keep],
      [_("Cancel"), cancel],
    ]);
  }

  async function keep() {
    await move(tried.home_deg);
    clearInterval(waiting);
    await board.session().request("worms_calibrate", { try: tried, end: "save" });
    await start();
    return _("Kept: {values} It is stored after 3 s of rest: leave the power on until then.", { values: told(tried) });
  }

  async function cancel() {
    clearInterval(waiting);
    await board.session().request("worms_calibrate", { end: "cancel" });
    await start();
    return _("Cancelled: the calibration is as it was.");
  }
}

/** @param {DeviceCalibrationValues} found */
function told({ low_deg, high_deg, home_deg, from_us, to_us, reverse }) {
  const values = { low: low_deg, high: high_deg, home: home_deg, from: from_us, to: to_us };
  return reverse
    ? _("Worms from {low} to {high}°, at rest at {home}°. Pulses from {from} to {to} µs, the other way round.", values)
    : _("Worms from {low} to {high}°, at rest at {home}°. Pulses from {from} to {to} µs.", values);
}
