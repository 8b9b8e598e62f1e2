// Asks for names of spaces, and for figures that a game board lacks. People type them once from their game, and the
// page stores them.
import { h } from "../dom.js";
import { _ } from "../language.js";
import { read, write as store } from "../stored.js";
import { named } from "./games/drawn.js";

/** @typedef {{space: number, name: string, set: string, key: string}} Figure */

const KEY = "pingblock.figures.";

/** @param {string} key */
function label(key) {
  switch (key) {
    case "price":
      return _("Price");
    case "rent":
      return _("Rents: without a building, with 1, 2, 3, 4, with the large one");
    case "house_cost":
      return _("A small building costs");
    case "hotel_cost":
      return _("The large building costs");
    case "mortgage":
      return _("Mortgage: the bank pays");
    case "unmortgage":
      return _("To lift the mortgage");
    case "tax":
      return _("Tax");
    default:
      return key;
  }
}

/**
 * Makes a form for names of spaces and for missing figures. For a game without deeds, the form is empty.
 * @param {import("./evening.js").Evening} evening @param {string} game
 */
export function makeFigures(evening, game) {
  /** Place, such as "1.price" -> the text that was typed. @type {Record<string, string>} */
  const typed = read(KEY + game) ?? {};
  const root = h("div", {});
  const ready = evening
    .referee()
    .then((referee) => referee.ask({ figures: { game } }))
    .then(fill);
  return { root, board };

  /** @param {import("./table.js").Answer} answer */
  function fill({ lacks: all = [], ours = {}, names = [] }) {
    if (all.length) deeds(all, ours);
    if (names.length)
      root.append(
        h(
          "details",
          { className: "figures" },
          h("summary", {}, _("Names of the spaces")),
          h("p", { className: "note" }, _("This browser keeps the names that you type from your board.")),
          ...names.map(([space, name]) => row(`${space}.name`, named(name), named(name), 30)),
        ),
      );
  }

  /** @param {Figure[]} all @param {Record<string, string>} ours by place */
  function deeds(all, ours) {
    /** @type {Map<number, Figure[]>} */
    const spaces = new Map();
    for (const figure of all) spaces.set(figure.space, [...(spaces.get(figure.space) ?? []), figure]);
    root.append(
      h("p", { className: "note" }, _("The game uses our figures. You can type yours from the deeds.")),
      h(
        "details",
        { className: "figures" },
        h("summary", {}, _("What your deeds say")),
        h(
          "p",
          { className: "note" },
          _(
            "This browser keeps your figures. If you leave a field empty, the game uses our figure, which the field shows.",
          ),
        ),
        ...[...spaces.values()].map((figures) =>
          h(
            "fieldset",
            {},
            h("legend", {}, named(figures[0].name)),
            ...figures.map(({ space, key }) => row(`${space}.${key}`, label(key), ours[`${space}.${key}`], 60)),
          ),
        ),
      ),
    );
  }

  /** @param {string} place @param {string} words @param {string} usual @param {number} maxlength */
  function row(place, words, usual, maxlength) {
    const id = `figure-${place}`;
    const input = h("input", {
      type: "text",
      inputmode: /rent|name/.test(place) ? "text" : "numeric",
      id,
      value: typed[place] ?? "",
      autocomplete: "off",
      maxlength,
      placeholder: usual,
      onchange: () => keep(place, input.value.trim()),
    });
    return h("div", { className: "row" }, h("label", { htmlFor: id }, words), input);
  }

  /** @param {string} place @param {string} text */
  function keep(place, text) {
    if (text) typed[place] = text;
    else delete typed[place];
    store(KEY + game, typed); // In a private window, this lasts only until the page is closed.
  }

  /** Returns the board with the typed figures, "" if none were typed, or null if one is wrong. */
  async function board() {
    await ready;
    if (!Object.keys(typed).length) return "";
    const { ok, board_file: text = "" } = await evening.ask({ figures: { game, typed } });
    return ok ? text : null;
  }
}
