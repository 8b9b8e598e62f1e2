// Shows the Games tab: board games, the game of a press with its rules, and the reminder cards in twelve languages.
import { choice, h, section, write } from "../dom.js";
import { fileOf } from "../files.js";
import { _, GOES_ON, language as spoken } from "../language.js";
import { session } from "../stored.js";
import { gameWords } from "../words.js";
import { part } from "../part.js";

const ANSWER_MS = 2000;

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Actions} actions
 */
export function makeTable(root, actions) {
  const list = h("div", { role: "radiogroup", "aria-label": _("What a press plays"), className: "games" });
  /** @type {Record<string, HTMLInputElement>} */
  const games = {};
  const rules = choice(_("Rules"), [], (value) => actions.rules(value));
  const needs = h(
    "p",
    { className: "note", hidden: true },
    _("Settings are sent over the USB cable: plug it in (Block tab)."),
  );
  const cards = makeCards(),
    whole = h("div", {}),
    press = section(_("Just the block"), list, rules.row, needs),
    reminders = section(_("Reminder cards"), cards.root);
  root.append(whole, press, reminders);
  let filledFor = "",
    wanted = "",
    waiting = 0;
  /** @type {Promise<{load: (tables: any[]) => unknown}> | null} */
  let tables = null;
  if (/[?&#](table|game|at)=/.test(location.href) || session.read(GOES_ON)) void boardGames();
  return { draw };

  /** Loads the board games when the tab is first shown, or when the address names one. */
  function boardGames() {
    if (tables) return tables;
    const coming = part(import("../tables/index.js"), "style/evening.css");
    tables = coming.then(({ makeTables }) => makeTables(whole, actions));
    tables.catch(({ message }) => actions.notify(message));
    return tables;
  }

  /** @param {string} name @param {string} words @param {string} about */
  function offer(name, words, about) {
    const id = `game-${name}`;
    games[name] = h("input", { type: "radio", name: "game", value: name, id, onchange: () => choose(name) });
    list.append(
      h(
        "label",
        { className: "game", htmlFor: id },
        games[name],
        h("span", {}, h("b", {}, words), h("small", {}, about)),
      ),
    );
  }

  /** Requests a game, and shows it as chosen until the answer comes. @param {string} name */
  function choose(name) {
    wanted = name;
    clearTimeout(waiting);
    waiting = window.setTimeout(() => (wanted = ""), ANSWER_MS);
    actions.ask({ do: "game", name });
  }

  /** @param {import("../state.js").State} state */
  function draw(state) {
    const { game, rules: chosen, known } = state.device;
    void boardGames().then(
      ({ load }) => load(state.games.tables),
      () => {}, // The error is shown in another place.
    );
    press.hidden = !Object.keys(state.games.press).length;
    reminders.hidden = !Object.keys(state.games.languages).length; // The list of languages was not loaded.
    if (wanted === game) wanted = "";
    for (const name of Object.keys(state.games.press)) {
      const { name: title, about } = gameWords(name, state.games);
      if (!(name in games)) offer(name, _(title), _(about));
    }
    for (const [name, input] of Object.entries(games)) {
      input.checked = name === (wanted || game);
      input.disabled = !known || !state.supply.plugged || !state.control.mine;
    }
    const offered = state.games.words[game]?.choices?.words;
    rules.row.hidden = !offered;
    if (offered && filledFor !== game) rules.fill(Object.entries(offered).map(([value, words]) => [value, _(words)]));
    filledFor = game;
    rules.input.value = chosen;
    rules.input.disabled = !known || !state.supply.plugged || !state.control.mine;
    needs.hidden = state.supply.plugged;
    cards.show(game, state.games.languages);
  }
}

/** Makes the reminder cards. The cards of a language are loaded when they are first shown. */
function makeCards() {
  /** Language -> cards of each game. @type {Record<string, Promise<Record<string, any>>>} */
  const texts = {};
  let game = "",
    filled = "";
  const language = choice(_("Language"), [], draw),
    card = choice(_("Card"), [], draw);
  const paper = h("article", { className: "card" });
  const root = h("div", {}, h("div", { className: "pair" }, language.row, card.row), paper);
  return { root, show };

  /** @param {string} name name of the game @param {Record<string, string>} languages code to name */
  function show(name, languages) {
    if (!("en" in languages)) return; // The cards are not loaded. They will be drawn when they are.
    if (!language.input.value) {
      language.fill(Object.entries(languages));
      language.input.value = spoken in languages ? spoken : "en";
    }
    if (game === name) return;
    game = card.input.value = name;
    draw();
  }

  async function draw() {
    const code = language.input.value;
    texts[code] ??= fileOf(`data/cards/${code}.json`).then((answer) => answer.json());
    const cards = await texts[code].catch(() => null);
    if (!cards) {
      delete texts[code];
      write(paper, _("The cards' texts could not be loaded. Choose the language again to retry."));
    }
    if (!cards || code !== language.input.value) return;
    if (filled !== code) {
      const chosen = card.input.value || game;
      card.fill(Object.entries(cards).map(([name, { title }]) => [name, title.split(":")[0].trim()]));
      [filled, card.input.value] = [code, chosen];
    }
    const told = cards[card.input.value];
    paper.hidden = !told; // The game has no card.
    if (!told) return;
    paper.lang = code;
    paper.replaceChildren(
      ...[
        h("h3", {}, told.title),
        told.press && h("p", {}, told.press),
        h(
          "dl",
          {},
          ...told.sounds.flatMap((/** @type {[string, string]} */ [badge, text]) => [
            h("dt", {}, badge),
            h("dd", {}, text),
          ]),
        ),
        told.silent_title && h("h3", {}, told.silent_title),
        told.silent.length && h("ul", {}, ...told.silent.map((/** @type {string} */ text) => h("li", {}, text))),
      ].filter(Boolean),
    );
  }
}
