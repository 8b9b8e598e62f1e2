// Shows all settings that the Pico declares with their ranges. If the Pico refuses a value, its message is shown.
import { choice, h, slider, small, toggle, write } from "../dom.js";
import { _, listed, pgettext } from "../language.js";
import { plainName } from "../words.js";
import { teller } from "./act.js";

/** @typedef {{name: string, help: string, allowed: string, schema: any, of: string}} Declared */

// Settings whose controls are in other places of the page.
const ELSEWHERE = new Set(["volume", "cap", "chime", "mute_lock", "button_mute", "game", "servo"]);
const SLIDES_MOST = 60;
const ALL_BACK = _("Set all back to how they were made");
/** @type {Record<string, string>} */
const GROUPS = {
  "": _("The device"),
  block: _("Question Block"),
  dice: _("Dice"),
  storm_dice: _("Storm dice"),
  fortune: _("Fortune cards"),
  worms: _("Worms"),
};

/** @param {import("./act.js").Board} board @returns {import("./act.js").Part} */
export function makeSettings(board) {
  const tell = teller(),
    fields = h("div", {});
  /** @type {Map<string, (value: any) => void>} */
  const shows = new Map();
  let sure = false;
  const reset = small(ALL_BACK, () => {
    write(reset, (sure = !sure) ? _("Really set all settings back?") : ALL_BACK);
    if (!sure) tell.run(root, () => change({ reset: [] }, _("All settings are as they were when the board was new.")));
  });
  const root = h("div", {}, fields, tell.root, h("div", { className: "buttons" }, reset));
  return { title: _("Settings"), root, begin };

  async function begin() {
    if (!shows.size) await tell.run(root, async () => build((await board.data()).settings));
    await tell.run(root, read); // This disables the fields meanwhile.
  }

  async function read() {
    show(await board.session().request("settings"));
    const { games } = await board.session().request("game");
    for (const of of games) show(await board.session().request("settings", { of }));
  }

  /** @param {import("../link/lines.js").Message} told */
  function show({ settings }) {
    for (const [name, value] of Object.entries(settings)) shows.get(name)?.(value);
  }

  /** @param {object} fields @param {string} done */
  async function change(fields, done) {
    const { reply, waits } = await board.session().request("settings", fields);
    await read();
    if (reply === "busy")
      return _("The worms are moving: you can set {settings} when they rest.", {
        settings: listed(waits.map(labelOf)),
      });
    return waits.length ? _("{done} It applies from the next run.", { done }) : done;
  }

  /** @param {Declared[]} declared */
  function build(declared) {
    const named = { ...Object.fromEntries(declared.map(({ of }) => [of, of && plainName(of)])), ...GROUPS };
    const groups = Object.entries(named).map(([of, title]) => {
      const rows = declared.filter((each) => each.of === of && !ELSEWHERE.has(each.name)).map(row);
      return h("fieldset", { className: "group" }, h("legend", {}, title), ...rows);
    });
    fields.replaceChildren(...groups);
  }

  /** @param {Declared} declared */
  function row(declared) {
    const { name, help, allowed, schema } = declared;
    const set = (/** @type {any} */ value) =>
      tell.run(root, async () => {
        const done = _("{setting} is {value} now.", { setting: labelOf(name), value: said(value) });
        return change({ set: { [name]: value } }, done).catch(async (fault) => {
          await read().catch(() => {}); // This shows the valid value in the field again.
          throw fault;
        });
      });
    const made = control(declared, set);
    shows.set(name, made.show);
    const plain = schema.type === "boolean" || schema.enum;
    return h(
      "div",
      { className: "setting" },
      made.row,
      h(
        "p",
        { className: "note" },
        plain ? _(help) : _("{help} Allowed: {allowed}.", { help: _(help), allowed: _(allowed) }),
      ),
    );
  }
}

/** @param {Declared} declared @param {(value: any) => void} set */
function control({ name, schema }, set) {
  const label = labelOf(name);
  if (schema.type === "boolean") {
    const { row, input } = toggle(label, set);
    return { row, show: (/** @type {boolean} */ value) => (input.checked = value) };
  }
  if (schema.enum) {
    const made = choice(
      label,
      schema.enum.map((/** @type {any} */ each) => [String(each), String(each)]),
      (text) => set(schema.enum.find((/** @type {any} */ each) => String(each) === text)),
    );
    return { row: made.row, show: (/** @type {any} */ value) => (made.input.value = String(value)) };
  }
  if (schema.type === "integer" && schema.maximum - schema.minimum <= SLIDES_MOST) {
    const made = slider(label, { min: schema.minimum, max: schema.maximum }, String, set);
    return { row: made.row, show: made.show };
  }
  const id = `setting-${name}`;
  const input = h("input", {
    type: "text",
    id,
    autocomplete: "off",
    spellcheck: "false",
    onchange: () => set(valueOf(input.value)),
  });
  const row = h("div", { className: "row typed-row" }, h("label", { htmlFor: id }, label), input);
  return { row, show: (/** @type {any} */ value) => (input.value = shown(value)) };
}

/** Parses a typed value: JSON, or a list with commas. @param {string} text */
export function valueOf(text) {
  const plain = text.trim();
  if (/^[[{"]/.test(plain)) {
    try {
      return JSON.parse(plain);
    } catch {
      return plain; // The device reports the valid values.
    }
  }
  if (/^[a-z]\w*$/.test(plain)) return plain; // a word, such as the name of a deck
  return plain ? plain.split(",").map((part) => (/^\s*-?\d+\s*$/.test(part) ? Number(part) : part.trim())) : [];
}

/** Returns the label of a setting. @param {string} name */
function labelOf(name) {
  return pgettext("setting", name.replaceAll("_", " "));
}

/** @param {any} value */
const said = (value) => (typeof value === "boolean" ? (value ? _("on") : _("off")) : shown(value));

/** @param {any} value */
function shown(value) {
  const isList =
    Array.isArray(value) && value.every((each) => typeof each === "number" || /^[^,]+$/.test(String(each)));
  return isList ? value.join(", ") : typeof value === "string" ? value : JSON.stringify(value);
}
