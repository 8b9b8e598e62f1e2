// The Table tab: board games, which game a press plays, its rules, and the reminder cards in eleven languages.
import { choice, h, section, write } from "../dom.js";
import { makeTables } from "../tables/index.js";
import { GAMES, RULES } from "../words.js";

const ANSWER_MS = 2000;

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Actions} actions
 */
export function makeTable(root, actions) {
  const games = Object.entries(GAMES).map(([name, { name: words, about }]) => {
    const id = `game-${name}`;
    const input = h("input", { type: "radio", name: "game", value: name, id, onchange: () => choose(name) });
    return { name, input, row: h("label", { className: "game", htmlFor: id }, input, h("span", {}, h("b", {}, words), h("small", {}, about))) };
  });
  const rules = choice("Rules", [], (value) => actions.rules(value));
  const needs = h("p", { className: "note", hidden: true }, "Settings go over the USB cable: plug it in (Device tab).");
  const cards = makeCards(), whole = h("div", {}), tables = makeTables(whole, actions);
  root.append(
    whole,
    section("What a press plays", h("div", { role: "radiogroup", "aria-label": "What a press plays", className: "games" }, ...games.map(({ row }) => row)),
      rules.row, needs),
    section("Reminder cards", cards.root),
  );
  let filledFor = "", wanted = "", waiting = 0;
  return { draw };

  /** Asks for a game, and shows it as chosen while the answer is on its way. @param {string} name */
  function choose(name) {
    wanted = name;
    clearTimeout(waiting);
    waiting = window.setTimeout(() => (wanted = ""), ANSWER_MS);
    actions.ask({ do: "game", name });
  }

  /** @param {import("../state.js").State} state */
  function draw(state) {
    const { game, rules: chosen, known } = state.device;
    void tables.load();
    if (wanted === game) wanted = "";
    for (const { name, input } of games) {
      input.checked = name === (wanted || game);
      input.disabled = !known || !state.supply.plugged || !state.control.mine;
    }
    const offered = /** @type {Record<string, any>} */ (RULES)[game];
    rules.row.hidden = !offered;
    if (offered && filledFor !== game) rules.fill(offered[1]);
    filledFor = game;
    rules.input.value = chosen;
    rules.input.disabled = !known || !state.supply.plugged || !state.control.mine;
    needs.hidden = state.supply.plugged;
    cards.show(game);
  }
}

/** The reminder cards: loaded when the tab is first seen. */
function makeCards() {
  /** @type {Record<string, {name: string, cards: Record<string, any>}> | null} */
  let texts = null;
  let loading = false, game = "";
  const language = choice("Language", [], draw), card = choice("Card", [], draw);
  const paper = h("article", { className: "card" });
  const root = h("div", {}, h("div", { className: "pair" }, language.row, card.row), paper);
  return { root, show };

  /** @param {string} name of the game whose card is wanted */
  function show(name) {
    if (!texts && !loading) load();
    if (game === name) return;
    game = name;
    if (texts) {
      card.input.value = name;
      draw();
    }
  }

  async function load() {
    loading = true;
    const answer = await fetch("data/cards.json").catch(() => null);
    loading = false;
    if (!answer?.ok) {
      write(paper, "The cards' texts could not be loaded. Load the page again to retry.");
      return;
    }
    texts = /** @type {NonNullable<typeof texts>} */ (await answer.json());
    language.fill(Object.entries(texts).map(([code, { name }]) => [code, name]));
    const mine = navigator.languages.map((code) => code.slice(0, 2)).find((code) => code in /** @type {any} */ (texts));
    language.input.value = mine ?? "en";
    card.fill(Object.entries(texts.en.cards).map(([name, { title }]) => [name, title.split(":")[0]]));
    card.input.value = game || "block";
    draw();
  }

  function draw() {
    if (!texts) return;
    const code = language.input.value, told = texts[code].cards[card.input.value];
    paper.lang = code;
    paper.replaceChildren(...[
      h("h3", {}, told.title), told.press && h("p", {}, told.press),
      h("dl", {}, ...told.sounds.flatMap((/** @type {[string, string]} */ [badge, text]) => [h("dt", {}, badge), h("dd", {}, text)])),
      told.silent_title && h("h3", {}, told.silent_title),
      told.silent.length && h("ul", {}, ...told.silent.map((/** @type {string} */ text) => h("li", {}, text))),
    ].filter(Boolean));
  }
}
