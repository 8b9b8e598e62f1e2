/**
 * Interface of a table with a referee, which answers requests with JSON lines (tables/page_table.py). `Referee` has two
 * implementations. `served.js` uses a process of the page's server, and several pages can show that game. `here.js`
 * runs Python in the browser. `openReferee` chooses between them.
 * @module tables/table
 */

import { fragment } from "../address.js";
import { part } from "../part.js";

/** @typedef {Record<string, any> & {do: string, seat?: number}} Command */
/** @typedef {{kind: string, rule: string, seat: number | null, args: any[], say: string}} TableEvent */
/** @typedef {{code: "refused" | "bad_input" | "guest" | "busy" | "seat", say: string, rule?: string}} Fault */
/** @typedef {{winners: number[], scores: number[], reason: string, rule: string}} Result */
/** @typedef {{rule: string, say: string, source: string, outside: boolean}} RuleText */
/**
 * @typedef
 * {{name: string, label: string, side: string, kind: "amount" | "choice" | "several" | "counts" | "switch" | "text",
 * needed: boolean, choices?: [any, string][], least?: number, most?: number, steps?: number[], again?: boolean}}
 * Question  see tables/forms.py
 */
/** @typedef {{title: string, of: string, step: Command, question: Question}} Row  see tables/forms.py */
/**
 * @typedef {{do: string, seat: number | null, title: string, questions: Question[], follow: Record<string,
 * Question[]>}} Form
 */
/**
 * @typedef {object} Option  `things` are counted in an object, such as the cards of a deck.
 * @property {string} name
 * @property {string} help
 * @property {string} allowed
 * @property {[string, string][]} choices
 * @property {[number, number] | null} number
 * @property {[string, string][]} things
 * @property {any} default
 */
/** @typedef {{name: string, about: string, players: [number, number], options: Option[], bots: string[]}} GameInfo */

/**
 * @typedef {object} Answer
 * @property {boolean} ok  If it is false, the state has not changed, and `error` says why.
 * @property {Fault} [error]
 * @property {Record<string, any>} [state]  the public part of the state. It differs from game to game.
 * @property {number[]} [to_act]  seats that must decide. If it is empty, the next step is chance or the game is over.
 * @property {number | null} [turn]  the seat of the player whose turn it is
 * @property {number | null} [rolls]  the seat to which a roll of a device would belong now
 * @property {Result | null} [over]
 * @property {number} [steps]
 * @property {Command} [step]  the step that was carried out
 * @property {TableEvent[]} [events]  the events of that step
 * @property {[Command, string][]} [offered]  the possible steps, with words
 * @property {{do: string, seat: number | null, words: string, quick: [Command, string][]}[]} [forms]  verbs for whose
 *   arguments a form asks now
 * @property {Record<string, string>} [menus]  verb -> words on the button that opens its form or list
 * @property {[string, string][]} [amends]  corrections and similar steps, with words
 * @property {Form} [form]
 * @property {Row[]} [whole]
 * @property {{do: string, example: string} | null} [due]  the outcome of chance that is due
 * @property {string} [hint]
 * @property {string[]} [board]  the state of the game in words
 * @property {Record<string, string>} [bots]  seat -> bot
 * @property {boolean} [runs]  whether the next step belongs to a bot
 * @property {Record<string, any>[]} [kept]  new records of the log
 * @property {number} [gone]  number of events that an undo took back
 * @property {Record<string, any>[]} [calls]  requests for a device in the game
 * @property {boolean} [rolls_there]  whether the host's page should have rolled for this phone
 * @property {string} [table]  name of the game, if another game starts
 * @property {string[]} [players]
 * @property {number} [seed]
 * @property {Record<string, any>[]} [log]  the whole log
 * @property {Record<string, string>} [verbs]
 * @property {{games: string[], gives: string[], set: Record<string, any>, of: Record<string, any>,
 *   begin: Record<string, any>, calls: string[]}} [device]
 *   facts for a device: games that can roll, the verbs of chance that they give, settings and the game that these
 *   belong to, the request for a new game, and the kinds of events that the device announces
 * @property {string} [language]  code of the language in which the referee answers
 * @property {GameInfo[]} [games]
 * @property {RuleText} [rule]
 * @property {string[]} [help]
 * @property {string} [board_file]  the board file with the typed figures
 * @property {import("./figures.js").Figure[]} [lacks]  figures that the game's board lacks
 * @property {Record<string, string>} [ours]  our own figures for these places
 * @property {[number, string][]} [names]  spaces that can have another name
 * @property {[string, string]} [wish]  a typed line that the page handles, not the referee: undo, rule, bot, help, quit
 */

/**
 * The choices with which a game starts.
 * @typedef {object} Wanted
 * @property {string} game
 * @property {string[]} players
 * @property {Record<string, string>} [bots]  player -> bot
 * @property {number | string | null} [seed]  the referee refuses a text
 * @property {Record<string, string>} [options]  values as text
 */

/**
 * @typedef {object} Referee
 * @property {(request: object) => Promise<Answer>} ask
 * @property {() => void} close
 * @property {(rolls: boolean) => void} [offer]  informs the server whether a device of this page rolls for phones
 * @property {boolean} [empty]  whether there is no game
 */

/**
 * @typedef {object} Told
 * @property {(answer: Answer) => void} table  called when another page of the server has changed the game
 * @property {(on: boolean) => void} drives  called with whether this page lets the bots play. With a server, only
 *   one page does.
 * @property {(seats: import("./hand.js").Seats) => void} seats  the phones and their seats at a server's table
 * @property {(invitation: import("./seats.js").Invitation) => void} invitation  how phones can join, on a host's page
 * @property {(share: number, what: string) => void} progress  called with the share that is loaded, from 0 to 1
 * @property {(reason: string, again?: boolean) => void} lost  `reason` is a sentence. `again` says whether the referee
 *   may return
 */

/**
 * Opens the referee for this page: the server's, if there is a server.
 * @param {Told} told
 * @returns {Promise<Referee>}
 */
export async function openReferee(told) {
  const { open } = await part(code() ? import("./served.js") : import("./here.js"));
  return open(told);
}

/** Returns the code with which this page joins the game of a server, or "". */
export function code() {
  const fields = fragment();
  return fields.get("token") ?? fields.get("at") ?? "";
}

/** Returns whether this page shows the game of another computer, whose host starts the games. */
export const isGuest = () => fragment().has("at");

/** Returns the game that an address names, or null. @param {string} search */
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
  const wanted = { game, players, bots, options, seed: seed && /^\d{1,15}$/.test(seed) ? Number(seed) : seed || null };
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
