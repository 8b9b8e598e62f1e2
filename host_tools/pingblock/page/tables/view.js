// Shows any game on the screen: the turn, possible moves, the last events, and an input line.
import { makeAway } from "./boards_sheet.js";
import { stayAwake } from "../awake.js";
import { byId, h, small, write } from "../dom.js";
import { _ } from "../language.js";
import { opened } from "../layers.js";
import { icon } from "./buttons.js";
import { winners } from "./evening.js";
import { makeCeremony } from "./ceremony.js";
import { makeChoosing } from "./choosing.js";
import { GAMES, titleOf } from "./games/index.js";
import { handOf, undoes } from "./hand.js";
import { makeJoin } from "./join.js";
import { makeLog } from "./log.js";
import { makeLostPhone } from "./lost_phone.js";
import { makeMenu } from "./menu.js";
import { placeBlock } from "./block_spot.js";
import { actor, turnLine, yourTurn } from "./moves.js";
import { isGuest } from "./table.js";
import { makePlayers, plainFacts } from "./players.js";
import { makeSheet } from "./sheet.js";
import { makeTyping } from "./typing.js";
import { part } from "../part.js";

/** @typedef {import("./evening.js").Model} Model */
/** @typedef {import("./moves.js").Move} Move */
/**
 * @typedef {object} Drawing  how a game is drawn
 * @property {(model: Model) => void} draw
 * @property {(view: Record<string, any>, seat: number) => import("./players.js").Facts} facts
 * @property {(space: any, players: string[]) => string[]} [lines]  returns lines about a space
 * @property {(shown: import("./table.js").Answer, own: Move[]) => Move[]} [moves]  puts the moves first that belong to
 *   the chosen parts of the drawing
 */
/** @typedef {(root: HTMLElement, ask: (request: object) => void, redraw: () => void) => Drawing} MakeDrawing */

/**
 * @param {HTMLElement} root @param {import("./evening.js").Evening} evening
 * @param {{leave: () => void, again: () => void, look: () => void, team: import("./team.js").Team, boards:
 * import("./boards.js").Boards}} ports
 */
export function makeView(root, evening, ports) {
  const ask = (/** @type {object} */ request) => void evening.ask(request);
  const { heading, board, list, now, fault, spot } = makePlaces();
  const typing = makeTyping(evening, ports, {
    explain: (rule) => sheet.explain(rule),
    help: (page) => menu.help(page),
    typed: () => root.classList.remove("types"),
  });
  const undo = icon(_("Undo"), "M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-4", () => ask({ back: true }));
  const more = small(_("More"), () => menu.openMenu());
  const phones = small(_("Phones"), () => menu.openSeats());
  const join = makeJoin(evening, root, {
    phones,
    redraw: () => draw(evening.model),
    changed: () => sheet.root.open && sheet.root.querySelector(".seats") && menu.openSeats(),
  });
  const sheet = makeSheet(root, evening),
    log = makeLog(sheet.sayWith);
  const menu = makeMenu(sheet, evening, {
    ...ports,
    type,
    drawing: () => drawing,
    rolls: () => choosing.rolls(),
  });
  const choosing = makeChoosing(evening, sheet, {
    ...ports,
    save: menu.save,
    redraw: () => draw(evening.model),
    drawing: () => drawing,
  });
  const away = makeAway(ports),
    lostPhone = makeLostPhone(evening),
    marks = [lostPhone.root, away.root];
  arrange(root, {
    head: [leaving(ports.leave), heading, h("div", { className: "keys" }, loudness(), phones, undo, more)],
    middle: [join.root, board],
    side: [list, log.root],
    acts: [spot, now, choosing.big, ...marks, fault, ...choosing.parts, typing.root],
  });
  const ceremony = makeCeremony(root);
  const players = makePlayers(list, board, (seat) => (isGuest() ? menu.openSeats() : menu.chooseBot(seat)));
  /** @type {Drawing | null} */
  let drawing = null;
  /** Closes the layer of the game. @type {(() => void) | null} */
  let closed = null;
  let drawnFor = "";
  return { draw };

  /** @param {Model} model */
  function draw(model) {
    root.hidden = !model.game;
    stayAwake(Boolean(model.game) && !model.shown.over);
    if (!model.game || isGuest()) closed = (closed?.(), null);
    else
      closed ??= opened(() => {
        closed = null;
        ports.leave();
      });
    document.documentElement.toggleAttribute("data-table", Boolean(model.game));
    placeBlock(spot, Boolean(model.game) && ports.team.showsBlock);
    if (!model.game) return;
    if (drawnFor !== model.game) change(model.game);
    write(heading, titleOf(model.game));
    const hand = { ...model, shown: handOf(model.shown, model.seats) };
    join.draw(model);
    if (model.shown.state) {
      if (drawing) drawing.draw(hand);
      else if (!GAMES[model.game])
        board.replaceChildren(h("pre", { className: "plain" }, (model.shown.board ?? []).join("\n")));
    }
    away.draw(model);
    lostPhone.draw(model);
    players.draw(model, drawing?.facts ?? plainFacts);
    drawNow(model);
    choosing.draw(hand);
    typing.suggest(hand.shown);
    log.draw(model.events);
    ceremony.draw(model, evening.log, board);
    undo.disabled = !model.shown.steps || !undoes(evening.log, model.seats);
    fault.hidden = !model.fault;
    if (model.fault) sheet.sayWith(fault, model.fault.say, model.fault.rule);
  }

  /** @param {string} game */
  async function change(game) {
    drawnFor = game;
    drawing = null;
    log.forget();
    board.replaceChildren();
    typing.offer(evening.model.shown.verbs ?? {});
    const known = GAMES[game];
    if (!known) return;
    const { make } = await part(known.drawing());
    if (drawnFor !== game) return;
    drawing = make(
      board,
      (request) => choosing.isGone() || ask(request),
      () => draw(evening.model),
    );
    draw(evening.model);
  }

  /** @param {Model} model */
  function drawNow({ shown, players: names, note, busy }) {
    const { over } = shown,
      asked = join.asked(),
      seat = asked ?? actor(shown) ?? shown.turn ?? null;
    now.classList.toggle("over", Boolean(over));
    now.classList.toggle("says", Boolean(note));
    root.style.setProperty("--turn", seat === null || over ? "var(--gold)" : `var(--seat-${seat})`);
    root.setAttribute("aria-busy", String(busy || Boolean(GAMES[drawnFor] && !drawing)));
    if (note) return write(now, note);
    if (over)
      return write(now, _("{winners}. {reason}", { winners: winners(over.winners, names), reason: over.reason }));
    if (seat === null || (!shown.to_act?.length && (shown.turn ?? null) === null)) return write(now, _("Who begins?"));
    if (asked !== null) return write(now, yourTurn(names[asked]));
    const player = { player: names[seat] },
      bot = shown.bots?.[String(seat)],
      decides = shown.to_act?.length && shown.turn !== seat;
    write(now, bot ? _("{player} plays", player) : decides ? _("{player} decides", player) : turnLine(seat, names));
  }

  /** Shows the input line on a phone, which otherwise hides it because there is little space. */
  function type() {
    root.classList.add("types");
    typing.focus();
  }
}

/** Makes the elements of the game that are drawn again after each step. */
function makePlaces() {
  return {
    heading: h("h2", {}),
    board: h("div", { className: "board" }),
    list: h("ul", { className: "players" }),
    now: h("p", { className: "now", role: "status" }),
    fault: h("p", { className: "fault", role: "alert", hidden: true }),
    spot: h("div", { className: "blockspot", hidden: true }),
  };
}

/**
 * Arranges the elements of the game.
 * @param {HTMLElement} root
 * @param {Record<"head" | "middle" | "side" | "acts", HTMLElement[]>} parts
 */
function arrange(root, { head, middle, side, acts }) {
  const below = h("div", { className: "side" }, ...side, h("div", { className: "acts" }, ...acts));
  const top = h("header", { className: "head" }, ...head);
  root.append(top, ...middle, below);
  // Badges begin below the header, which needs two lines if the title is long.
  new ResizeObserver(() => root.style.setProperty("--head", `${top.offsetHeight}px`)).observe(top);
}

/** Makes the button that leads back to the block. A guest's page has only the game. @param {() => void} leave */
function leaving(leave) {
  const button = icon(_("Back to the block"), "M15 5l-7 7 7 7", leave);
  button.hidden = isGuest();
  return button;
}

/** Copies the page's volume button, which the game covers. */
function loudness() {
  const copy = /** @type {HTMLElement} */ (byId("loud").cloneNode(true));
  copy.removeAttribute("id");
  copy.addEventListener("click", () => byId("loud").click());
  return copy;
}
