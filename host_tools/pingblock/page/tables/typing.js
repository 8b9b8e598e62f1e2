// Makes the input line of a game, for commands, numbers on dice, and words such as "undo 3".
import { h } from "../dom.js";
import { _ } from "../language.js";

const WISHES = ["undo", "rule", "bot", "help"];

/**
 * @param {import("./evening.js").Evening} evening
 * @param {{leave: () => void, again: () => void}} ports
 * @param {{explain: (rule: string) => void, help: (page: string) => void, typed: () => void}} shows  `typed` is called
 *   when a line was accepted
 */
export function makeTyping(evening, ports, shows) {
  const words = h("datalist", { id: "table-words" });
  const line = h("input", {
    type: "text",
    list: "table-words",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-label": _("Type a command, or what your dice show"),
    placeholder: _("type it: help lists all"),
  });
  const root = h(
    "form",
    { className: "typed", onsubmit: typed },
    line,
    h("button", { type: "submit", className: "small" }, _("Do it")),
    words,
  );
  return { root, focus: () => line.focus(), offer, suggest };

  /** Offers the words of a game. @param {Record<string, string>} verbs verb -> help */
  function offer(verbs) {
    words.replaceChildren(
      ...Object.entries(verbs).map(([verb, help]) => h("option", { value: verb }, help)),
      ...WISHES.map((value) => h("option", { value })),
    );
  }

  /** Shows in the empty line what people can type. @param {import("./table.js").Answer} shown */
  function suggest({ hint, due }) {
    const typed = due
      ? _("or type yours, for example {example}", { example: due.example })
      : _("choose above, or type it");
    line.placeholder = hint || typed;
  }

  /** @param {SubmitEvent} event */
  async function typed(event) {
    event.preventDefault();
    const text = line.value.trim();
    if (!text || evening.model.busy) return;
    const answer = await evening.ask({ line: text });
    if (!answer.ok) return line.select();
    if (line.value.trim() === text) line.value = ""; // In the meantime, people can have typed the next line.
    shows.typed();
    if (answer.wish) fulfil(...answer.wish);
  }

  /** @param {string} name @param {string} rest */
  function fulfil(name, rest) {
    if (name === "undo") void evening.ask({ undo: Number(rest || 1) });
    else if (name === "rule") shows.explain(rest);
    else if (name === "help" || name === "position") shows.help(name);
    else if (name === "quit") ports.leave();
    else if (name !== "again") seat(rest);
    else if (evening.model.shown.over) ports.again();
    else evening.say(_("This game is not over yet."));
  }

  /** Gives a seat to a bot, or back to its player. @param {string} rest text such as "Ann off" */
  function seat(rest) {
    const off = rest.toLowerCase().endsWith(" off"),
      who = off ? rest.slice(0, -4).trim() : rest;
    const { players } = evening.model,
      at = players.findIndex((player) => player.toLowerCase() === who.toLowerCase());
    if (at >= 0) void evening.ask({ seat: [at, off ? "" : "plain"] });
    else evening.say(_("Whose seat? There are {players}.", { players: players.join(", ") }));
  }
}
