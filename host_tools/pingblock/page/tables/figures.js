// The figures that a board lacks, since no source gives them: typed from one's own deeds, once, and kept.
import { h, write } from "../dom.js";
import { _, ngettext } from "../language.js";
import { read, write as store } from "../stored.js";
import { named } from "./drawn.js";

/** @typedef {{space: number, name: string, set: string, key: string}} Figure */

const KEY = "pingblock.figures.";
const RENTS = "2,10,30,90,160,250";

/** @param {string} key */
function label(key) {
  switch (key) {
    case "price": return _("Price");
    case "rent": return _("Rents: without a building, with 1, 2, 3, 4, with the large one");
    case "house_cost": return _("A small building costs");
    case "hotel_cost": return _("The large building costs");
    case "mortgage": return _("Mortgage: the bank pays");
    case "unmortgage": return _("To lift the mortgage");
    case "tax": return _("Tax");
    default: return key;
  }
}

/**
 * Makes a form of what the board of a game lacks; it is empty for a game that lacks nothing.
 * @param {import("./evening.js").Evening} evening @param {string} game
 */
export function makeFigures(evening, game) {
  /** Place, such as "1.price", to what was typed. @type {Record<string, string>} */
  const typed = read(KEY + game) ?? {};
  const root = h("div", {}), left = h("p", { className: "note", role: "status" });
  /** @type {any[]} */
  let inputs = [];
  const ready = evening.referee().then((referee) => referee.ask({ figures: { game } })).then(fill);
  return { root, board };

  /** @param {import("./table.js").Answer} answer */
  function fill({ lacks = [] }) {
    if (!lacks.length) return;
    /** @type {Map<number, Figure[]>} */
    const spaces = new Map();
    for (const figure of lacks) spaces.set(figure.space, [...(spaces.get(figure.space) ?? []), figure]);
    root.replaceChildren(left, h("details", { className: "figures" }, h("summary", {}, _("What your deeds say")),
      h("p", { className: "note" }, _("No book of the rules gives these figures: they stand on your board and deeds. They are kept in this browser.")),
      ...[...spaces.values()].map((figures) => h("fieldset", {}, h("legend", {}, named(figures[0].name)), ...figures.map(row)))));
    count();
  }

  /** @param {Figure} figure */
  function row({ space, key }) {
    const place = `${space}.${key}`, id = `figure-${place}`, many = key === "rent";
    const input = h("input", {
      type: "text", inputmode: many ? "text" : "numeric", id, value: typed[place] ?? "", autocomplete: "off", placeholder: many ? RENTS : "",
      onchange: () => keep(place, input.value.trim()),
    });
    inputs.push(input);
    return h("div", { className: "row" }, h("label", { htmlFor: id }, label(key)), input);
  }

  /** @param {string} place @param {string} text */
  function keep(place, text) {
    if (text) typed[place] = text;
    else delete typed[place];
    store(KEY + game, typed); // in a private window they last as long as the page
    count();
  }

  function count() {
    const missing = inputs.filter(({ value }) => !value.trim()).length;
    write(left, missing ? ngettext("A figure of your deeds is missing: type it in below.", "{n} figures of your deeds are missing: type them in below.", missing) : "");
    left.hidden = !missing;
  }

  /** Returns the board with the figures: "" if it lacked none, null (and shows where) if one is missing or wrong. */
  async function board() {
    await ready;
    const empty = inputs.find(({ value }) => !value.trim());
    if (empty) return show(empty);
    if (!inputs.length) return "";
    const { ok, board_file: text = "" } = await evening.ask({ figures: { game, typed } });
    return ok ? text : null;
  }

  /** @param {any} input */
  function show(input) {
    input.closest("details").open = true;
    input.focus();
    return null;
  }
}
