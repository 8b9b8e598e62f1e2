// Starts a game: asks which game, who plays and which rules differ. It can also continue a stored game.
import { choice, h, section, small, write } from "../dom.js";
import { _ } from "../language.js";
import { gameCard } from "./cards.js";
import { makeFigures } from "./figures.js";
import { titleOf } from "./games/index.js";
import { leftOut } from "./here.js";
import { forgetGame, keptGames } from "./kept_games.js";
import { BOARD, optionOf } from "./options.js";
import { invitationCard } from "./seats.js";
import { code, isGuest } from "./table.js";

/** @typedef {import("./table.js").GameInfo} GameInfo */

const NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hal", "Ida"];
/** @type {Record<string, string>} */
const BOTS = { plain: _("bot: plain"), random: _("bot: at random") };

/** @param {HTMLElement} root @param {import("./evening.js").Evening} evening @param {() => void} began */
export function makeSetup(root, evening, began) {
  const kept = h("div", { className: "kept" }),
    games = h("div", { className: "choose" }),
    about = h(
      "p",
      { className: "note" },
      _("No box is needed: the page draws the board, deals the cards and rolls the dice."),
    ),
    form = h("div", { className: "newgame" });
  const fault = h("p", { className: "fault", role: "alert", hidden: true });
  const bar = h("progress", { max: "1", "aria-label": _("Loading the referees") }),
    what = h("span", {}),
    loading = h("p", { className: "loading", hidden: true }, bar, what);
  const file = h("input", {
    type: "file",
    accept: ".jsonl,.ndjson,.json",
    id: "table-log",
    className: "aloud",
    onchange: () => void read(),
  });
  const invites = h("div", {});
  const begins = h(
    "div",
    { hidden: isGuest() },
    invites,
    kept,
    about,
    games,
    form,
    h(
      "p",
      { className: "buttons" },
      file,
      h("label", { htmlFor: "table-log", className: "small" }, _("Continue from a file …")),
    ),
  );
  const parts = leftOut ? [h("p", { className: "note" }, leftOut)] : [loading, begins, fault];
  root.append(section(_("Play a whole game"), ...parts)); // A guest's page also shows errors here.
  let drawn = "";
  return { draw, load };

  /** Shows the games as soon as the page knows them. @param {import("./cards.js").Listed[]} tables */
  function load(tables) {
    if (games.childElementCount === tables.length) return;
    if (code()) void evening.referee().catch(() => {}); // A server can already have a game.
    games.replaceChildren(...tables.map((game) => gameCard(game, () => void choose(game.name))));
  }

  /** Loads the referees, and asks who plays. @param {string} name */
  async function choose(name) {
    for (const button of games.querySelectorAll("[data-game]"))
      button.setAttribute("aria-expanded", String(button.dataset.game === name));
    const info = (await evening.games().catch(() => [])).find((each) => each.name === name);
    if (info && games.querySelector(`[data-game="${name}"][aria-expanded="true"]`)) begin(info);
  }

  /** @param {import("./evening.js").Model} model */
  function draw(model) {
    loading.hidden = !model.loading && !model.note;
    bar.hidden = !model.loading;
    write(what, model.loading?.what ?? model.note);
    if (model.loading) bar.value = model.loading.share;
    const isNew = fault.hidden;
    fault.hidden = !model.fault || Boolean(model.game);
    if (model.fault) write(fault, model.fault.say);
    if (isNew && !fault.hidden) fault.scrollIntoView({ block: "nearest" }); // The button is above this text.
    if (model.invitation && !invites.childElementCount) invites.append(invitationCard(model.invitation));
    const going = keptGames().filter(({ over }) => !over),
      key = going.map(({ id, steps }) => `${id} ${steps}`).join("\n");
    if (key === drawn) return;
    drawn = key;
    kept.replaceChildren(
      ...going.map((game) =>
        h(
          "div",
          { className: "going" },
          small(_("Continue: {game}, {players}", { game: titleOf(game.game), players: game.players.join(", ") }), () =>
            go(evening.goOn(game)),
          ),
          h(
            "button",
            {
              type: "button",
              className: "small",
              "aria-label": _("Forget this game of {game}", { game: titleOf(game.game) }),
              onclick: () => (forgetGame(game.id), draw(evening.model)),
            },
            "×",
          ),
        ),
      ),
    );
  }

  /** @param {GameInfo} info */
  function begin(info) {
    const [least, most] = info.players;
    const seats = NAMES.slice(0, most).map((name, seat) => seatOf(info, name, seat));
    const count = choice(
      _("Players"),
      Array.from({ length: most - least + 1 }, (_each, i) => [String(least + i), String(least + i)]),
      show,
    );
    const options = info.options.map(optionOf),
      deeds = makeFigures(evening, info.name);
    count.input.value = String(Math.max(least, Math.min(3, most)));
    form.replaceChildren(
      h("h3", {}, titleOf(info.name)),
      count.row,
      ...seats.map(({ row }) => row),
      deeds.root,
      h("details", {}, h("summary", {}, _("What differs from the rules")), ...options.map(({ row }) => row)),
      h(
        "button",
        { type: "button", className: "go", onclick: () => void start() },
        _("Play {game}", { game: titleOf(info.name) }),
      ),
    );
    show();
    form.scrollIntoView({ block: "nearest" });

    function show() {
      seats.forEach(({ row }, seat) => (row.hidden = seat >= Number(count.input.value)));
    }

    async function start() {
      const some = seats.slice(0, Number(count.input.value)),
        players = some.map(({ name }) => name.value.trim());
      const bots = Object.fromEntries(some.flatMap(({ bot }, seat) => (bot.value ? [[players[seat], bot.value]] : [])));
      const given = await Promise.all(options.map(async ({ name, value }) => [name, await value()]));
      const set = Object.fromEntries(given.filter(([, value]) => value !== ""));
      const typed = set[BOARD] ? "" : await deeds.board();
      if (typed === null) return;
      if (typed) set[BOARD] = typed;
      await go(evening.begin({ game: info.name, players, bots, options: set }));
    }
  }

  /** @param {GameInfo} info @param {string} own @param {number} seat */
  function seatOf(info, own, seat) {
    const name = h("input", {
      type: "text",
      value: own,
      maxlength: "24",
      "aria-label": _("Name of player {n}", { n: seat + 1 }),
    });
    const bot = h(
      "select",
      { "aria-label": _("Who plays for player {n}", { n: seat + 1 }) },
      h("option", { value: "" }, _("a person")),
      ...info.bots.map((each) => h("option", { value: each }, BOTS[each] ?? each)),
    );
    return {
      row: h(
        "div",
        { className: "seat", style: `--seat: var(--seat-${seat})` },
        h("i", { className: "token" }, String(seat + 1)),
        name,
        bot,
      ),
      name,
      bot,
    };
  }

  async function read() {
    const [chosen] = file.files ?? [];
    if (chosen) await go(evening.load(await chosen.text()));
    file.value = "";
  }

  /** @param {Promise<import("./table.js").Answer>} answer */
  async function go(answer) {
    if ((await answer).ok) began();
  }
}
