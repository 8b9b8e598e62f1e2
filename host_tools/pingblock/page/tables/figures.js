// The figures that a board lacks, since no source gives them: typed from one's own deeds, once, and kept.
import { h } from "../dom.js";
import { _ } from "../language.js";
import { read, write as store } from "../stored.js";
import { named } from "./drawn.js";

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
 * Makes a form of what the board of a game lacks; it is empty for a game that lacks nothing.
 * @param {import("./evening.js").Evening} evening @param {string} game
 */
export function makeFigures(evening, game) {
  /** Place, such as "1.price", to what was typed. @type {Record<string, string>} */
  const typed = read(KEY + game) ?? {};
  const root = h("div", {});
  let lacks = 0;
  const ready = evening
    .referee()
    .then((referee) => referee.ask({ figures: { game } }))
    .then(fill);
  return { root, board };

  /** @param {import("./table.js").Answer} answer */
  function fill({ lacks: all = [], ours = {} }) {
    lacks = all.length;
    if (!lacks) return;
    /** @type {Map<number, Figure[]>} */
    const spaces = new Map();
    for (const figure of all) spaces.set(figure.space, [...(spaces.get(figure.space) ?? []), figure]);
    root.replaceChildren(
      h(
        "p",
        { className: "note" },
        _("It is played with figures of our own: type yours from the deeds when you like."),
      ),
      h(
        "details",
        { className: "figures" },
        h("summary", {}, _("What your deeds say")),
        h(
          "p",
          { className: "note" },
          _("This browser keeps what you type. A field that is left empty takes our figure, which it shows."),
        ),
        ...[...spaces.values()].map((figures) =>
          h("fieldset", {}, h("legend", {}, named(figures[0].name)), ...figures.map((figure) => row(figure, ours))),
        ),
      ),
    );
  }

  /** @param {Figure} figure @param {Record<string, string>} ours by place */
  function row({ space, key }, ours) {
    const place = `${space}.${key}`,
      id = `figure-${place}`;
    const input = h("input", {
      type: "text",
      inputmode: key === "rent" ? "text" : "numeric",
      id,
      value: typed[place] ?? "",
      autocomplete: "off",
      placeholder: ours[place] ?? "",
      onchange: () => keep(place, input.value.trim()),
    });
    return h("div", { className: "row" }, h("label", { htmlFor: id }, label(key)), input);
  }

  /** @param {string} place @param {string} text */
  function keep(place, text) {
    if (text) typed[place] = text;
    else delete typed[place];
    store(KEY + game, typed); // in a private window they last as long as the page
  }

  /** Returns the board with the figures that were typed: "" if none was, null if one is wrong. */
  async function board() {
    await ready;
    if (!lacks || !Object.keys(typed).length) return "";
    const { ok, board_file: text = "" } = await evening.ask({ figures: { game, typed } });
    return ok ? text : null;
  }
}
