// Shows the list of games in the tab, and games over the whole screen.
import { fragment } from "../address.js";
import { byId } from "../dom.js";
import { decode } from "../engines/session.js";
import { Boards } from "./boards.js";
import { makeCues } from "./cue_row.js";
import { DeviceAtTable } from "./device.js";
import { Evening } from "./evening.js";
import { _, GOES_ON } from "../language.js";
import { session } from "../stored.js";
import { keptGames } from "./kept_games.js";
import { makeSetup } from "./setup.js";
import { asked, isGuest } from "./table.js";
import { Team } from "./team.js";
import { makeView } from "./view.js";

/**
 * @typedef {object} Actions
 * @property {(table: {heard: (message: any) => void, changed: () => void}) => void} hear
 * @property {(notes: [number, number][]) => void} play
 * @property {() => void} ownBlock  shows the page's block again
 */

/**
 * @param {HTMLElement} root the tab's element
 * @param
 * {Actions & Omit<import("./device.js").Ports, "changed" | "kept" | "keep"> & Omit<import("./boards.js").Ports,
 * "changed">}
 * actions
 */
export function makeTables(root, actions) {
  let frame = 0;
  /** @type {import("./table.js").Fault | null} */
  let seenFault = null;
  const cues = makeCues(byId("evening"), actions);
  const evening = new Evening(
      redraw,
      (requests) => team.call(requests),
      (events) => cues(events, evening.model.seats, team.calls(events)),
    ),
    team = new Team(
      evening,
      (rolled) => new DeviceAtTable(evening, { ...actions, changed: noticed }, rolled),
      actions.device,
    ),
    boards = new Boards(evening, team, { ...actions, changed: noticed });
  actions.hear({ heard: (message) => team.block.heard(message), changed: noticed });
  const setup = makeSetup(root, evening, redraw);
  const view = makeView(byId("evening"), evening, { leave, again, team, boards, look: actions.ownBlock });
  void fromAddress();
  return { load: setup.load };

  /** Handles a change of a device. */
  function noticed() {
    team.look();
    redraw();
  }

  function redraw() {
    if (evening.model.busy) byId("evening").ariaBusy = "true"; // at once, because a frame can be late
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      setup.draw(evening.model);
      tellFault();
      boards.settle();
      team.settle();
      team.offer();
      view.draw(evening.model);
    });
  }

  /** Shows an error that neither the tab nor a game shows. */
  function tellFault() {
    const { fault, game } = evening.model;
    const place = game ? byId("evening").querySelector(".acts") : root;
    if (fault && fault !== seenFault && !place?.checkVisibility()) actions.notify(fault.say);
    seenFault = fault;
  }

  /**
   * Joins the game in the address. After a reload, continues the game that was started from this address.
   */
  async function fromAddress() {
    const wanted = asked(location.search),
      link = fragment().get("game");
    if (link || wanted) showTab();
    if (link) {
      const held = await decode(link).catch(() => null);
      const { log } = /** @type {any} */ (held ?? {});
      if (Array.isArray(log)) return void evening.load(log);
      actions.notify(
        _("The address contains no game that can be read: copy the whole address, or begin another game."),
      );
    }
    // Until a game starts on the server of another computer, the page shows that it waits.
    if (isGuest()) return void (await evening.referee().catch(() => {}));
    if (session.read(GOES_ON)) return goOn();
    if (!wanted) return;
    const going = keptGames().find(({ address, over }) => address === location.search && !over);
    if (going && !wanted.auto) await evening.goOn(going);
    else await evening.begin(wanted.wanted, wanted.auto, location.search);
  }

  /** Opens the tab. It shows how far the referees are loaded, or why no game can be played. */
  function showTab() {
    const tab = byId("tab-table");
    if (tab.getAttribute("aria-selected") !== "true") tab.click();
  }

  /** Continues the game that was open when the person chose another language. */
  async function goOn() {
    session.write(GOES_ON, null);
    const [last] = keptGames();
    if (last) await evening.goOn(last);
  }

  function leave() {
    if (isGuest()) return evening.say(_("A phone can show only this table. To give up your seat, tap Seats."));
    void team.leave();
    evening.leave();
  }

  /** Starts the same game again with other dice. */
  function again() {
    const { game, players, shown } = evening.model,
      bots = shown.bots ?? {};
    const named = Object.fromEntries(Object.entries(bots).map(([seat, bot]) => [players[Number(seat)], bot]));
    const options = /** @type {Record<string, any>} */ (evening.log[0]?.options ?? {});
    void evening.begin({ game, players, bots: named, options: texts(options) });
  }
}

/**
 * Returns options as people type them.
 * @param {Record<string, any>} options @returns {Record<string, string>}
 */
function texts(options) {
  const text = (/** @type {any} */ value) =>
    value === true ? "on" : value === false ? "off" : Array.isArray(value) ? value.join(",") : String(value);
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, text(value)]));
}
