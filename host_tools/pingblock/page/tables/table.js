/**
 * A table with a referee: requests in, answers out, as JSON lines (tables/page_table.py).
 *
 * Two implementations of `Referee`: `served.js`, a process of the page's server, at which several
 * pages may sit; and `here.js`, Python in the browser. `openReferee` chooses.
 *
 * @module tables/table
 */

/** @typedef {Record<string, any> & {do: string, seat?: number}} Command */
/** @typedef {{kind: string, rule: string, seat: number | null, args: any[], say: string}} TableEvent */
/** @typedef {{code: "refused" | "bad_input" | "guest" | "busy" | "seat", say: string, rule?: string}} Fault */
/** @typedef {{winners: number[], scores: number[], reason: string, rule: string}} Result */
/** @typedef {{rule: string, say: string, source: string, outside: boolean}} RuleText */
/** @typedef {{name: string, label: string, side: string, kind: "amount" | "choice" | "several" | "counts" | "switch" | "text", needed: boolean, choices?: [any, string][], least?: number, most?: number, steps?: number[], again?: boolean}} Question  see tables/forms.py */
/** @typedef {{do: string, seat: number | null, title: string, questions: Question[], follow: Record<string, Question[]>}} Form */
/** @typedef {{name: string, help: string, allowed: string, choices: string[], default: any}} Option */
/** @typedef {{name: string, about: string, players: [number, number], options: Option[], bots: string[]}} GameInfo */

/**
 * @typedef {object} Answer
 * @property {boolean} ok  false: nothing has changed, and `error` says why
 * @property {Fault} [error]
 * @property {Record<string, any>} [state]  what everybody may see; it differs from game to game
 * @property {number[]} [to_act]  seats that decide; none: chance is to come, or all is over
 * @property {number | null} [turn]  whose turn it is
 * @property {Result | null} [over]
 * @property {number} [steps]
 * @property {Command} [step]  that was carried out
 * @property {TableEvent[]} [events]  what it brought about
 * @property {[Command, string][]} [offered]  what may be done now, with words
 * @property {{do: string, seat: number | null, words: string, quick: [Command, string][]}[]} [forms]  verbs whose arguments a form asks for now
 * @property {Record<string, string>} [menus]  verb to the words of the button that opens its form or list
 * @property {[string, string][]} [amends]  corrections and the like, with such words
 * @property {Form} [form]
 * @property {{do: string, example: string} | null} [due]  of chance
 * @property {string} [hint]
 * @property {string[]} [board]  the table in words
 * @property {Record<string, string>} [bots]  by seat
 * @property {boolean} [runs]  the next step is a bot's
 * @property {Record<string, any>[]} [kept]  new records of the log
 * @property {Record<string, any>[]} [calls]  requests to a device at the table
 * @property {string} [table]  name of the game: another one begins
 * @property {string[]} [players]
 * @property {number} [seed]
 * @property {Record<string, any>[]} [log]  all of it
 * @property {Record<string, string>} [verbs]
 * @property {{games: string[], set: Record<string, any>, of: Record<string, any>, begin: Record<string, any>, calls: string[]}} [device]  games that roll, settings and whose they are, the request of a new game, and the kinds of events that it calls itself
 * @property {GameInfo[]} [games]
 * @property {RuleText} [rule]
 * @property {string[]} [help]
 * @property {string} [board_file]  with the figures that were typed
 * @property {import("./figures.js").Figure[]} [lacks]  figures that the board of a game lacks
 * @property {Record<string, string>} [ours]  figures of our own for those, by place
 * @property {[number, string][]} [names]  of spaces that can have another name
 * @property {[string, string]} [wish]  a typed line that is for the page: undo, rule, bot, help, quit
 */

/**
 * What a game begins with.
 * @typedef {object} Wanted
 * @property {string} game
 * @property {string[]} players
 * @property {Record<string, string>} [bots]  player to bot
 * @property {number | null} [seed]
 * @property {Record<string, string>} [options]  as text
 */

/**
 * @typedef {object} Referee
 * @property {(request: object) => Promise<Answer>} ask
 * @property {() => void} close
 * @property {boolean} [empty]  there is no game at the table
 */

/**
 * @typedef {object} Told
 * @property {(answer: Answer) => void} table  another page of the server has changed the table
 * @property {(on: boolean) => void} drives  whether this page, of all at a server's table, lets its bots play
 * @property {(seats: import("./hand.js").Seats) => void} seats  who plays where at a server's table
 * @property {(invitation: import("./seats.js").Invitation) => void} invitation  for phones, at a host's page
 * @property {(share: number, what: string) => void} progress  of loading, 0..1
 * @property {(reason: string, again?: boolean) => void} lost  a sentence; again: it may come back
 */

/**
 * Opens the referee of this page: the server's, where there is one.
 * @param {Told} told
 * @returns {Promise<Referee>}
 */
export async function openReferee(told) {
  const { open } = await (code() ? import("./served.js") : import("./here.js"));
  return open(told);
}

/** Returns what admits this page to the table of a server; "" without one. */
export function code() {
  const fields = new URLSearchParams(location.hash.slice(1));
  return fields.get("token") ?? fields.get("at") ?? "";
}

/** Whether this page sits at the table of another computer, whose host begins the games. */
export const isGuest = () => new URLSearchParams(location.hash.slice(1)).has("at");

/** Returns what an address asks for; null if it asks for no table. @param {string} search */
export function asked(search) {
  const fields = new URLSearchParams(search),
    game = fields.get("table");
  if (!game) return null;
  const players = (fields.get("players") || "Ann,Ben")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const seed = fields.get("seed"),
    auto = fields.has("auto") && fields.get("auto") !== "0";
  const bots = pairs((fields.get("bots") ?? "").split(",").filter(Boolean), ":");
  if (auto) for (const name of players) bots[name] ??= "plain";
  const options = pairs(
    [...fields].filter(([name]) => name.startsWith("opt.")).map(([name, value]) => `${name.slice(4)}=${value}`),
    "=",
  );
  /** @type {Wanted} */
  const wanted = { game, players, bots, options, seed: seed && /^\d{1,15}$/.test(seed) ? Number(seed) : null };
  return { wanted, auto };
}

/** @param {string[]} words @param {string} mark @returns {Record<string, string>} */
function pairs(words, mark) {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf(mark);
      return at < 0 ? [word, "plain"] : [word.slice(0, at).trim(), word.slice(at + 1).trim()];
    }),
  );
}
