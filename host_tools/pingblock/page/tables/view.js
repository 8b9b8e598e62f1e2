// Shows the table of any game on the screen: the turn, the possible moves, the last events, and a line to type.
import { makeAway } from "./boards_sheet.js";
import { stayAwake } from "../awake.js";
import { byId, h, write } from "../dom.js";
import { _ } from "../language.js";
import { opened } from "../layers.js";
import { icon, replace, small } from "./buttons.js";
import { titleOf, winners } from "./evening.js";
import { makeCeremony } from "./ceremony.js";
import { askedHere, handOf, undoes } from "./hand.js";
import { makeLog } from "./log.js";
import { makeMenu } from "./menu.js";
import { placeBlock } from "./block_spot.js";
import { actor, moves, turnLine, yourTurn } from "./moves.js";
import { isGuest } from "./table.js";
import { makePlayers, plainFacts } from "./players.js";
import { seatButtons } from "./seats.js";
import { makeSheet } from "./sheet.js";

/** @typedef {import("./evening.js").Model} Model */
/** @typedef {import("./moves.js").Move} Move */
/**
 * @typedef {object} Drawing  how one game is drawn
 * @property {(model: Model) => void} draw
 * @property {(view: Record<string, any>, seat: number) => import("./players.js").Facts} facts
 * @property {(space: any, players: string[]) => string[]} [lines]  describes a space in words
 * @property {(shown: import("./table.js").Answer, own: Move[]) => Move[]} [moves]  puts the moves first that belong to the chosen parts of the drawing
 */
/** @typedef {(root: HTMLElement, ask: (request: object) => void, redraw: () => void) => Drawing} MakeDrawing */

const property = () => import("./property.js");
/** Loads the drawing of a game. @type {Record<string, () => Promise<any>>} */
const DRAWINGS = {
  celebration: property,
  hideout: property,
  wasteland: property,
  wasteland_speed: property,
  fortune: () => import("./fortune.js"),
  storm: () => import("./storm.js"),
  worms: () => import("./worms.js"),
};
const TURN_MS = [90, 60, 90]; // A phone vibrates like this when its player must decide.
const SHOWN = 3; // The number of moves next to the big button.

/** @param {HTMLElement} root @param {import("./evening.js").Evening} evening @param {{leave: () => void, again: () => void, look: () => void, team: import("./team.js").Team, boards: import("./boards.js").Boards}} ports */
export function makeView(root, evening, ports) {
  const ask = (/** @type {object} */ request) => void evening.ask(request);
  const heading = h("h2", {}),
    board = h("div", { className: "board" }),
    list = h("ul", { className: "players" });
  const now = h("p", { className: "now", role: "status" }),
    fault = h("p", { className: "fault", role: "alert", hidden: true });
  const big = h("button", { type: "button", className: "go", onclick: () => bigMove?.() });
  const whose = h("div", { className: "whose", role: "group", "aria-label": _("Who acts") }),
    taps = h("div", { className: "moves taps" });
  const row = h("div", { className: "moves" }),
    spot = h("div", { className: "blockspot", hidden: true });
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
  const typing = h(
    "form",
    { className: "typed", onsubmit: typed },
    line,
    h("button", { type: "submit", className: "small" }, _("Do it")),
  );
  const undo = icon(_("Undo"), "M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-4", () => ask({ back: true }));
  const more = h("button", { type: "button", className: "small", onclick: () => menu.openMenu() }, _("More"));
  const phones = h("button", { type: "button", className: "small", onclick: () => menu.openSeats() }, _("Phones"));
  const join = h("div", { className: "join" });
  const leave = icon(_("Back to the block"), "M15 5l-7 7 7 7", ports.leave);
  leave.hidden = isGuest(); // A guest's page has only the table.
  const loud = /** @type {HTMLElement} */ (byId("loud").cloneNode(true)); // The table covers the page's button.
  loud.removeAttribute("id");
  loud.addEventListener("click", () => byId("loud").click());
  const sheet = makeSheet(root, evening),
    log = makeLog(sheet.sayWith);
  const menu = makeMenu(sheet, evening, {
    ...ports,
    type,
    drawing: () => drawing,
    rolls: () => (ownDice ? () => ((ownDice = false), draw(evening.model)) : null),
  });
  const away = makeAway(ports);
  root.append(
    h("header", { className: "head" }, leave, heading, loud, phones, undo, more),
    join,
    board,
    h(
      "div",
      { className: "side" },
      list,
      log.root,
      h("div", { className: "acts" }, spot, now, big, away.root, fault, whose, taps, row, typing),
    ),
  );
  const ceremony = makeCeremony(root);
  const players = makePlayers(list, (seat) => (isGuest() ? menu.openSeats() : menu.chooseBot(seat)));
  /** @type {(() => void) | null} */
  let bigMove = null;
  /** @type {Drawing | null} */
  let drawing = null;
  /** Ends the layer of the game. @type {(() => void) | null} */
  let closed = null;
  let watches = false, // true if this phone does not want a seat
    asked = /** @type {number | null} */ (null), // the seat of this phone that must decide
    joinFor = "";
  let ownDice = false; // true if people roll their own dice and enter the result
  let acts = /** @type {number | null} */ (null); // the chosen seat if several can decide
  /** @type {import("./table.js").Answer | null} */
  let drawn = null; // the state whose moves are on the screen
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
    drawJoin(model);
    if (model.shown.state) {
      if (drawing) drawing.draw(hand);
      else if (!(model.game in DRAWINGS))
        board.replaceChildren(h("pre", { className: "plain" }, (model.shown.board ?? []).join("\n")));
    }
    away.draw(model);
    players.draw(model, drawing?.facts ?? plainFacts);
    drawNow(model);
    drawMoves(hand);
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
    words.replaceChildren(
      ...Object.entries(evening.model.shown.verbs ?? {}).map(([verb, help]) => h("option", { value: verb }, help)),
      ...["undo", "rule", "bot", "help"].map((value) => h("option", { value })),
    );
    typing.append(words);
    if (!(game in DRAWINGS)) return;
    const { make } = await DRAWINGS[game]();
    if (drawnFor !== game) return;
    drawing = /** @type {MakeDrawing} */ (make)(
      board,
      (request) => isGone() || ask(request),
      () => draw(evening.model),
    );
    draw(evening.model);
  }

  /** Lets a phone without a seat choose one. The phone vibrates when its player must decide. @param {Model} model */
  function drawJoin({ seats, invitation, shown, players: names }) {
    const own = seats?.own,
      key = JSON.stringify([seats, names, shown.bots]);
    root.dataset.hand = !own ? "" : own.length || watches ? "phone" : "choose";
    phones.hidden = !invitation && !own;
    write(phones, own ? _("Seats") : _("Phones"));
    if (joinFor !== key)
      join.replaceChildren(
        ...(own
          ? [
              h("h3", {}, _("Who plays on this phone?")),
              seatButtons(evening),
              small(_("Only watch"), () => ((watches = true), draw(evening.model))),
            ]
          : []),
      );
    if (joinFor !== key && sheet.root.open && sheet.root.querySelector(".seats")) menu.openSeats();
    joinFor = key;
    const before = asked;
    asked = askedHere(shown, seats);
    if (asked !== null && before === null) navigator.vibrate?.(TURN_MS);
  }

  /** @param {Model} model */
  function drawNow({ shown, players: names, note, busy }) {
    const { over } = shown,
      seat = actor(shown) ?? shown.turn ?? null;
    now.classList.toggle("over", Boolean(over));
    now.classList.toggle("says", Boolean(note));
    root.style.setProperty("--turn", seat === null || over ? "var(--gold)" : `var(--seat-${seat})`);
    root.setAttribute("aria-busy", String(busy || (drawnFor in DRAWINGS && !drawing)));
    if (note) return write(now, note);
    if (over)
      return write(now, _("{winners}. {reason}", { winners: winners(over.winners, names), reason: over.reason }));
    if (asked !== null) return write(now, yourTurn(names[asked]));
    if (seat === null) return write(now, _("Who begins?"));
    const player = { player: names[seat] },
      bot = shown.bots?.[String(seat)],
      decides = shown.to_act?.length && shown.turn !== seat;
    write(now, bot ? _("{player} plays", player) : decides ? _("{player} decides", player) : turnLine(seat, names));
  }

  /** @param {Model} model */
  function drawMoves(model) {
    const { shown, players: names } = model,
      people = (shown.to_act ?? []).filter((seat) => !shown.bots?.[String(seat)]);
    if (acts === null || people.length < 2 || !people.includes(acts)) acts = null;
    const { own, quick, others } = moves(shown, names, acts ?? actor(shown));
    drawn = evening.model.shown;
    whose.hidden = people.length < 2;
    replace(
      whose,
      people.length < 2
        ? []
        : people.map((seat) => {
            const button = small(names[seat], () => ((acts = seat), draw(evening.model)));
            button.style.setProperty("--seat", `var(--seat-${seat})`);
            button.setAttribute("aria-pressed", String(seat === (acts ?? actor(shown))));
            return button;
          }),
    );
    taps.replaceChildren();
    if (shown.over) {
      const guest = isGuest();
      setBig(guest ? _("The host begins the next game") : _("Play again"), guest ? null : ports.again);
      row.replaceChildren(small(_("Save"), menu.save), ...(guest ? [] : [small(_("New game"), ports.leave)]));
      return;
    }
    if (shown.runs) {
      setBig(model.auto ? _("Bots play …") : _("Skip to a person’s turn"), () => void evening.hurry());
      row.replaceChildren();
      return;
    }
    if (ports.team.sounds) {
      setBig(_("Show the result now"), () => ports.team.reveal());
      row.replaceChildren();
      return;
    }
    const listed = drawing?.moves?.(shown, own) ?? own,
      [first, ...rest] = [...quick.slice(0, 1), ...listed];
    replace(
      taps,
      quick.slice(1).map((move) => small(move.words, () => take(move))),
    );
    setBig(first ? first.words : waitsFor(), first ? () => take(first) : null, first?.chance);
    const shownMoves = rest.slice(0, rest.length + (others.length ? 1 : 0) > SHOWN ? SHOWN - 1 : SHOWN),
      hidden = rest.slice(shownMoves.length);
    const buttons = shownMoves.map((move) => small(move.words, () => take(move)));
    if (hidden.length || others.length) buttons.push(small(_("Other moves …"), () => sheet.openAll(hidden, others)));
    const roll = /** @type {any} */ (first?.request);
    if (roll?.do === "roll" && !ownDice)
      buttons.unshift(small(_("Our own dice"), () => void carryOut(roll, !(ownDice = true))));
    replace(row, buttons);
    line.placeholder =
      shown.hint ||
      (shown.due
        ? _("or type yours, such as {example}", { example: shown.due.example })
        : _("choose above, or type it"));
  }

  /** Returns the text for a page that has no move now. */
  function waitsFor() {
    const { shown, players: names, seats } = evening.model,
      seat = actor(shown) ?? shown.turn ?? null;
    if (!seats || seat === null) return _("Nothing to do");
    return seats.own
      ? _("Wait for {player}", { player: names[seat] })
      : _("{player} plays on a phone", { player: names[seat] });
  }

  /** Shows the line to type on a phone, which hides it because there is little space. */
  function type() {
    root.classList.add("types");
    line.focus();
  }

  /** Returns whether the offered moves are out of date, because a step is being sent or its answer is not drawn yet. */
  function isGone() {
    return evening.model.busy || drawn !== evening.model.shown;
  }

  /** @param {Move} move */
  function take(move) {
    if (isGone()) return; // It was a second tap, or another page has done a step meanwhile.
    if (move.form) void sheet.askBy(move.form, move.words);
    else if (move.request) void carryOut(move.request, !ownDice);
    else sheet.choose(move.words.replace(" …", ""), move.steps);
  }

  /** @param {any} request @param {boolean} rolls  whether the page then rolls */
  async function carryOut(request, rolls) {
    if (ports.team.does(request)) return;
    const { ok, due } = await evening.ask(request);
    if (!ok || !due || request.do !== "roll") return;
    if (!rolls) void sheet.askBy([due.do, null]);
    else if (!ports.team.does({ draw: true })) ask({ draw: true });
  }

  /** @param {string} text @param {(() => void) | null} act @param {boolean} [chance] */
  function setBig(text, act, chance = false) {
    bigMove = act;
    write(big, text);
    big.disabled = !act;
    big.classList.toggle("chance", chance);
  }

  /** @param {SubmitEvent} event */
  async function typed(event) {
    event.preventDefault();
    const text = line.value.trim();
    if (!text || evening.model.busy) return;
    const answer = await evening.ask({ line: text });
    if (!answer.ok) return line.select();
    if (line.value.trim() === text) line.value = ""; // People may have typed the next line meanwhile.
    root.classList.remove("types");
    if (answer.wish) fulfil(...answer.wish);
  }

  /** @param {string} name @param {string} rest */
  function fulfil(name, rest) {
    if (name === "undo") ask({ undo: Number(rest || 1) });
    else if (name === "rule") void sheet.explain(rest);
    else if (name === "help" || name === "position") void menu.help(name);
    else if (name === "quit") ports.leave();
    else if (name === "again") evening.model.shown.over ? ports.again() : evening.say(_("This game is not over yet."));
    else {
      const off = rest.toLowerCase().endsWith(" off"),
        who = off ? rest.slice(0, -4).trim() : rest;
      const seat = evening.model.players.findIndex((player) => player.toLowerCase() === who.toLowerCase());
      if (seat >= 0) ask({ seat: [seat, off ? "" : "plain"] });
      else evening.say(_("Whose seat? There are {players}.", { players: evening.model.players.join(", ") }));
    }
  }
}
