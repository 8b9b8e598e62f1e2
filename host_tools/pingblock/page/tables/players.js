// Shows the players of the game: token, name, possessions, and the last event of each.
import { h, write } from "../dom.js";
import { _ } from "../language.js";
import { tokens } from "../text.js";
import { fly } from "./money.js";
import { actor } from "./moves.js";

/** @typedef {import("./evening.js").Model} Model */
/**
 * @typedef {{amount: string, unit?: string, money?: boolean, note?: string, chips?: {colour: string, striped?:
 * boolean, tiny?: boolean, title?: string}[], out?: boolean}} Facts
 */

/**
 * Returns the facts about a seat that every game has.
 * @param {Record<string, any>} view @param {number} seat @returns {Facts}
 */
export function plainFacts(view, seat) {
  const own = view.players?.[seat] ?? {};
  const amount = view.scores?.[seat] ?? own.cash ?? own.hp ?? own.covered ?? "";
  return { amount: String(amount), out: own.in_game === false };
}

/**
 * @param {HTMLElement} root @param {HTMLElement} board the element of the bank
 * @param {(seat: number) => void} chosen  called when a player was tapped
 */
export function makePlayers(root, board, chosen) {
  let shownFor = "";
  /** @type {{row: HTMLElement, name: any, note: any, chips: any, amount: any}[]} */
  let rows = [];
  /** @type {import("./table.js").TableEvent[] | null} */
  let last = null;
  return { draw };

  /** @param {Model} model @param {(view: Record<string, any>, seat: number) => Facts} facts */
  function draw(model, facts) {
    const { id, players, shown, fresh, seats } = model,
      key = [id, ...players].join("\n");
    if (shownFor !== key) fill(players);
    if (shownFor !== key) last = fresh; // If the game was only opened again, the events stay the same.
    shownFor = key;
    const acts = actor(shown),
      turn = acts ?? shown.turn ?? null;
    const paid = /** @type {number[]} */ ([]);
    rows.forEach(({ row, name, note, chips, amount }, seat) => {
      const known = facts(shown.state ?? {}, seat),
        bot = shown.bots?.[String(seat)];
      // The log shows the end of the game.
      const mine = shown.over ? null : fresh.filter((event) => event.seat === seat).at(-1);
      row.classList.toggle("on", !shown.over && seat === turn);
      row.classList.toggle("out", Boolean(known.out));
      row.classList.toggle("mine", Boolean(seats?.own?.includes(seat)));
      row.classList.toggle("won", Boolean(shown.over?.winners.includes(seat)));
      row.setAttribute("aria-current", String(!shown.over && seat === turn));
      write(name, players[seat]);
      name.classList.toggle("bot", Boolean(bot));
      write(note, known.note ?? (mine ? without(mine.say, players[seat]) : ""));
      if (model.fresh !== last)
        amount.dataset.change = shown.steps ? changeOf(amount.textContent ?? "", known.amount) : "";
      if (known.money) paid[seat] = signed(amount.dataset.change);
      write(amount, known.amount);
      amount.title = known.unit ?? "";
      amount.classList.toggle("money", Boolean(known.money));
      const some = known.chips ?? [],
        marks = JSON.stringify(some);
      if (chips.dataset.marks === marks) return;
      chips.dataset.marks = marks;
      chips.replaceChildren(
        ...some.map(({ colour, striped, tiny, title = "" }) =>
          h("i", {
            style: `--chip: ${colour}`,
            className: `chip${striped ? " striped" : ""}${tiny ? " tiny" : ""}`,
            title,
          }),
        ),
      );
    });
    const purses = rows.map(({ amount }) => amount);
    if (model.fresh !== last && !model.auto) fly(purses, paid, board);
    last = fresh;
  }

  /** @param {string[]} players */
  function fill(players) {
    const letters = tokens(players);
    rows = players.map((player, seat) => {
      const [name, note, chips, amount] = [
        h("b"),
        h("span", { className: "did" }),
        h("span", { className: "chips" }),
        h("span", { className: "amount" }),
      ];
      const row = h(
        "li",
        { className: "player", style: `--seat: var(--seat-${seat})` },
        h(
          "button",
          {
            type: "button",
            className: "token",
            "aria-label": _("Seat of {player}: hand it to a bot, or back", { player }),
            onclick: () => chosen(seat),
          },
          letters[seat],
        ),
        h("span", { className: "who" }, name, " ", note, chips),
        amount,
      );
      return { row, name, note, chips, amount };
    });
    root.replaceChildren(...rows.map(({ row }) => row));
    root.classList.toggle("many", players.length > 3);
  }
}

/**
 * Returns how much a player has gained or lost, such as "+200", or "" if nothing has changed.
 * @param {string} before @param {string} now
 */
function changeOf(before, now) {
  const change = Number(now) - Number(before);
  return before && change ? `${change > 0 ? "+" : "\u2212"}${Math.abs(change)}` : "";
}

/**
 * Returns a sentence without the player's name at its start, or "" if it does not start with that name.
 * @param {string} say @param {string} name
 */
function without(say, name) {
  return say.startsWith(`${name} `) ? say.slice(name.length + 1).replace(/\.$/, "") : "";
}

/** Returns the number in a text from `changeOf`, or 0. @param {string} [change] */
const signed = (change = "") => Number(change.replace("\u2212", "-"));
