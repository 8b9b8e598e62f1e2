// The table on the screen, of any game: whose turn, what may be done, what happened, and typing.
import { stayAwake } from "../awake.js";
import { byId, choice, h, write } from "../dom.js";
import { _, language, LANGUAGES, speak } from "../language.js";
import { opened, showLayer } from "../layers.js";
import { titleOf, winners } from "./evening.js";
import { el } from "../scene/draw.js";
import { shareLink } from "../share.js";
import { capital } from "../text.js";
import { asText } from "./kept_games.js";
import { named } from "./drawn.js";
import { askedHere, handOf, undoes } from "./hand.js";
import { makeForm } from "./forms.js";
import { actor, moves, turnLine, yourTurn } from "./moves.js";
import { isGuest } from "./table.js";
import { makePlayers, plainFacts } from "./players.js";
import { invitationCard, seatButtons } from "./seats.js";

/** @typedef {import("./evening.js").Model} Model */
/** @typedef {import("./moves.js").Move} Move */
/**
 * @typedef {object} Drawing  of one game
 * @property {(model: Model) => void} draw
 * @property {(view: Record<string, any>, seat: number) => import("./players.js").Facts} facts
 * @property {(space: any, players: string[]) => string[]} [lines]  a space in words
 * @property {(shown: import("./table.js").Answer, own: Move[]) => Move[]} [moves]  puts those first that the drawing stands for
 */
/** @typedef {(root: HTMLElement, ask: (request: object) => void, redraw: () => void) => Drawing} MakeDrawing */

const property = () => import("./property.js");
/** Loads how a game is drawn. @type {Record<string, () => Promise<any>>} */
const DRAWINGS = {
  celebration: property,
  hideout: property,
  wasteland: property,
  wasteland_speed: property,
  fortune: () => import("./fortune.js"),
  storm: () => import("./storm.js"),
  worms: () => import("./worms.js"),
};
const TURN_MS = [90, 60, 90]; // a phone shakes when it is asked
const SHOWN = 3; // beside the big button

/** @param {HTMLElement} root @param {import("./evening.js").Evening} evening @param {{leave: () => void, again: () => void, device: import("./device.js").DeviceAtTable}} ports */
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
    log = h("ol", {}),
    said = h("div", { className: "said", tabindex: "0", role: "log", "aria-label": _("What happened") }, log);
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
  const more = h("button", { type: "button", className: "small", onclick: () => openMenu() }, _("More"));
  const phones = h("button", { type: "button", className: "small", onclick: () => openSeats() }, _("Phones"));
  const join = h("div", { className: "join" });
  const leave = icon(_("Back to the block"), "M15 5l-7 7 7 7", ports.leave);
  const sheet = /** @type {HTMLDialogElement} */ (h("dialog", { className: "sheet" }));
  leave.hidden = isGuest(); // whose page has nothing else
  const loud = /** @type {HTMLElement} */ (byId("loud").cloneNode(true)); // that one is below the table
  loud.removeAttribute("id");
  loud.addEventListener("click", () => byId("loud").click());
  sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close());
  root.append(
    h("header", { className: "head" }, leave, heading, loud, phones, undo, more),
    join,
    board,
    h(
      "div",
      { className: "side" },
      list,
      said,
      h("div", { className: "acts" }, now, fault, whose, big, taps, row, typing),
    ),
    sheet,
  );
  const players = makePlayers(list, (seat) => (isGuest() ? openSeats() : chooseBot(seat)));
  /** @type {(() => void) | null} */
  let bigMove = null;
  /** @type {Drawing | null} */
  let drawing = null;
  /** Ends the layer of the game. @type {(() => void) | null} */
  let closed = null;
  let watches = false, // a phone that takes no seat
    asked = /** @type {number | null} */ (null), // the seat of this phone that is asked
    joinFor = "";
  let ownDice = false; // people roll, and enter what came
  let acts = /** @type {number | null} */ (null); // the seat whose moves are shown, of several that may decide
  /** @type {import("./table.js").Answer | null} */
  let drawn = null; // what the moves on the screen are of
  let drawnFor = "",
    told = /** @type {import("./table.js").TableEvent[]} */ ([]);
  return { draw, show };

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
    players.draw(model, drawing?.facts ?? plainFacts);
    drawNow(model);
    drawMoves(hand);
    drawLog(model.events);
    if (!said.matches(":hover, :focus")) said.scrollTop = said.scrollHeight;
    undo.disabled = !model.shown.steps || !undoes(evening.log, model.seats);
    fault.hidden = !model.fault;
    if (model.fault) sayWith(fault, model.fault.say, model.fault.rule);
  }

  /** @param {string} game */
  async function change(game) {
    drawnFor = game;
    drawing = null;
    told = [];
    log.replaceChildren();
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

  /** A phone without a seat chooses one; one that is asked shakes. @param {Model} model */
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
    if (joinFor !== key && sheet.open && sheet.querySelector(".seats")) openSeats(); // as it is now
    joinFor = key;
    const before = asked;
    asked = askedHere(shown, seats);
    if (asked !== null && before === null) navigator.vibrate?.(TURN_MS);
  }

  /** Shows who plays where and, at the host's page, how phones come to the table. */
  function openSeats() {
    const { seats, invitation } = evening.model;
    show(_("Who plays where"), [
      invitation && invitationCard(invitation),
      seats && seatButtons(evening),
      seats && !seats.own ? h("p", { className: "note" }, _("Seats without a phone play on this page.")) : null,
    ]);
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
      row.replaceChildren(small(_("Save"), save), ...(guest ? [] : [small(_("New game"), ports.leave)]));
      return;
    }
    if (shown.runs) {
      setBig(model.auto ? _("Bots play …") : _("Go on at once"), () => void evening.hurry());
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
    if (hidden.length || others.length) buttons.push(small(_("All that may be done …"), () => openAll(hidden, others)));
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

  /** What stands where this page has no move. */
  function waitsFor() {
    const { shown, players: names, seats } = evening.model,
      seat = actor(shown) ?? shown.turn ?? null;
    if (!seats || seat === null) return _("Nothing to do");
    return seats.own
      ? _("Wait for {player}", { player: names[seat] })
      : _("{player} plays on a phone", { player: names[seat] });
  }

  /** Shows the line on a phone, where there is no room for it else. */
  function type() {
    root.classList.add("types");
    line.focus();
  }

  /** Whether what the screen offers is gone: a step is on its way, or its answer not drawn yet. */
  function isGone() {
    return evening.model.busy || drawn !== evening.model.shown;
  }

  /** @param {Move} move */
  function take(move) {
    if (isGone()) return; // a second tap, or one on another page's step
    if (move.form) void askBy(move.form, move.words);
    else if (move.request) void carryOut(move.request, !ownDice);
    else choose(move.words.replace(" …", ""), move.steps);
  }

  /** @param {any} request @param {boolean} rolls  whether the page rolls what is due then */
  async function carryOut(request, rolls) {
    if (request.draw && ports.device.press()) return;
    root.setAttribute("aria-busy", "true");
    const { ok, due } = await evening.ask(request);
    if (!ok || !due || request.do !== "roll") return;
    if (!rolls) void askBy([due.do, null]);
    else if (!ports.device.press()) ask({ draw: true });
  }

  /** @param {string} text @param {(() => void) | null} act @param {boolean} [chance] */
  function setBig(text, act, chance = false) {
    bigMove = act;
    write(big, text);
    big.disabled = !act;
    big.classList.toggle("chance", chance);
  }

  /** @param {import("./table.js").TableEvent[]} events */
  function drawLog(events) {
    if (events === told) return;
    const fresh = events.filter((event) => !told.includes(event));
    if (!events.includes(told[0]) && told.length) log.replaceChildren();
    told = events;
    for (const { say, rule, seat } of fresh) {
      const item = h("li", seat === null ? {} : { style: `--seat: var(--seat-${seat})`, className: "of" });
      sayWith(item, say, rule);
      log.append(item);
    }
    while (log.childElementCount > 200) log.firstElementChild?.remove();
  }

  /** A sentence with its rule one tap away. @param {HTMLElement} place @param {string} say @param {string} [rule] */
  function sayWith(place, say, rule) {
    place.replaceChildren(
      say,
      ...(rule
        ? [
            " ",
            h(
              "button",
              {
                type: "button",
                className: "rule",
                "aria-label": _("Rule {rule} in words", { rule }),
                onclick: () => void explain(rule),
              },
              rule,
            ),
          ]
        : []),
    );
  }

  /** @param {string} id */
  async function explain(id) {
    const { ok, rule, error } = await (await evening.referee()).ask({ rule: id });
    if (!ok || !rule) return show(_("Rule"), [h("p", {}, error?.say ?? "")]);
    show(_("Rule {rule}", { rule: rule.rule }), [
      h("p", { className: "text" }, rule.say),
      h("p", { className: "note" }, _("Source: {source}.", { source: rule.source })),
    ]);
  }

  /** @param {string} title @param {(Node | null)[]} children */
  function show(title, children) {
    const close = h("button", { type: "button", className: "small", onclick: () => sheet.close() }, _("Close"));
    sheet.setAttribute("aria-label", title);
    sheet.replaceChildren(h("h3", {}, title), ...children.filter((child) => child !== null), close);
    showLayer(sheet);
  }

  /** @param {string} title @param {[import("./table.js").Command, string][]} steps */
  function choose(title, steps) {
    show(title, [h("div", { className: "all" }, ...steps.map(([step, words]) => choiceOf(capital(words), step)))]);
  }

  /** @param {Move[]} hidden @param {Move[]} others */
  function openAll(hidden, others) {
    const all = [...hidden, ...others].flatMap(({ words, request, steps, form }) => {
      if (form) return [small(words, () => void askBy(form, words))];
      return steps.length
        ? steps.map(([step, text]) => choiceOf(capital(text), step))
        : [choiceOf(words, request ?? {})];
    });
    show(_("All that may be done"), [h("div", { className: "all" }, ...all)]);
  }

  /** Asks for the arguments of a command; a refusal is read in the same sheet. @param {[string, number | null]} wanted verb and seat @param {string} [words] */
  async function askBy(wanted, words = evening.model.shown.menus?.[wanted[0]] ?? "") {
    const dated = evening.dated({ do: "" });
    root.setAttribute("aria-busy", "true");
    const { form, error } = await (await evening.referee()).ask({ form: wanted });
    root.setAttribute("aria-busy", String(evening.model.busy));
    const wrong = h("p", { className: "fault", role: "alert", hidden: true });
    if (!form) return show(words, [h("p", {}, error?.say ?? "")]);
    show(words.replace(" …", ""), [
      makeForm(form, async (command) => {
        const answer = await evening.ask({ ...dated, ...command });
        if (answer.ok) sheet.close();
        sayWith(wrong, answer.error?.say ?? "", answer.error?.rule);
        wrong.hidden = answer.ok;
        return answer.ok;
      }),
      wrong,
    ]);
  }

  /** Corrections, and players who join or leave. */
  function openAmends() {
    const { amends = [], menus = {} } = evening.model.shown;
    show(_("Correct, join, leave"), [
      h(
        "div",
        { className: "all" },
        ...amends.map(([verb, words]) =>
          verb in menus ? small(words, () => void askBy([verb, null], words)) : choiceOf(words, { do: verb }),
        ),
      ),
    ]);
  }

  /** A choice of what is shown now, also when it is tapped later. @param {string} text @param {object} request */
  function choiceOf(text, request) {
    const dated = evening.dated(request);
    return small(text, () => {
      sheet.close();
      ask(dated);
    });
  }

  /** @param {SubmitEvent} event */
  async function typed(event) {
    event.preventDefault();
    const text = line.value.trim();
    if (!text) return;
    const answer = await evening.ask({ line: text });
    if (!answer.ok) return line.select();
    line.value = "";
    root.classList.remove("types");
    if (answer.wish) fulfil(...answer.wish);
  }

  /** @param {string} name @param {string} rest */
  function fulfil(name, rest) {
    if (name === "undo") ask({ undo: Number(rest || 1) });
    else if (name === "rule") void explain(rest);
    else if (name === "help" || name === "position") void help(name);
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

  async function help(page = "help") {
    const { help: lines = [] } = await (await evening.referee()).ask({ help: page });
    show(_("What may be typed"), [h("pre", { className: "plain" }, lines.join("\n"))]);
  }

  /** @param {number} seat */
  function chooseBot(seat) {
    const { players: names, shown, seats } = evening.model,
      bot = shown.bots?.[String(seat)] ?? "";
    const options = [
      ["", _("A person plays")],
      ...(shown.bots
        ? [
            ["plain", _("A bot plays: plain")],
            ["random", _("A bot plays: by chance")],
          ]
        : []),
    ];
    show(_("The seat of {player}", { player: names[seat] }), [
      h(
        "div",
        { className: "all" },
        ...options.map(([value, text]) => {
          const button = choiceOf(text, { seat: [seat, value] });
          button.setAttribute("aria-pressed", String(bot === value));
          return button;
        }),
        seats && seat in seats.phones
          ? small(_("Free the seat from its phone"), () => (sheet.close(), void evening.seat({ free: seat })))
          : null,
      ),
    ]);
  }

  /** Lists what a tap on each space shows: they are small on a phone. */
  function spaces() {
    const { shown, players: names } = evening.model;
    const rows = /** @type {any[]} */ (shown.state?.spaces ?? []).map((space) =>
      h("li", {}, h("b", {}, named(space.name)), " ", (drawing?.lines?.(space, names) ?? []).join(" · ")),
    );
    show(_("All spaces in words"), [h("ol", { className: "spaces", start: "0" }, ...rows)]);
  }

  function openMenu() {
    const { shown } = evening.model;
    const { device } = ports,
      tongue = choice(_("Language of the page"), Object.entries(LANGUAGES), speak);
    tongue.input.value = language;
    show(titleOf(evening.model.game), [
      h(
        "div",
        { className: "all" },
        device.able || device.on
          ? small(
              device.on ? _("The block leaves the table") : _("The block rolls, and calls"),
              () => (sheet.close(), device.on ? device.leave() : void device.sit()),
            )
          : null,
        drawing?.lines ? small(_("All spaces in words"), () => (sheet.close(), spaces())) : null,
        evening.model.shown.amends?.length && !isGuest() ? small(_("Correct, join, leave"), openAmends) : null,
        small(_("Type a command"), () => (sheet.close(), type())),
        ownDice
          ? small(_("Dice roll here again"), () => (sheet.close(), (ownDice = false), draw(evening.model)))
          : null,
        small(_("Save to a file"), save),
        small(_("Copy a link that goes on"), share),
        small(_("Commands and rules"), () => void help()),
        isGuest() ? null : small(_("Play again from the start"), () => (sheet.close(), ports.again())),
        isGuest()
          ? null
          : small(_("Leave: the game is kept"), () => {
              sheet.close();
              ports.leave();
            }),
      ),
      tongue.row,
      ...(shown.state?.unverified?.length
        ? [
            h(
              "p",
              { className: "note" },
              _("Not verified: {what}.", {
                what: shown.state.unverified.map((/** @type {string} */ each) => _(each)).join("; "),
              }),
            ),
          ]
        : []),
      h("pre", { className: "plain" }, (shown.board ?? []).join("\n")),
    ]);
  }

  function save() {
    const anchor = document.createElement("a");
    anchor.href = URL.createObjectURL(new Blob([asText(evening.log)], { type: "application/x-ndjson" }));
    anchor.download = `${evening.model.game}-${new Date().toISOString().slice(0, 10)}.jsonl`;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
  }

  async function share() {
    const url = await evening.link();
    sheet.close();
    await shareLink(url, _("A link to this game"), _("It holds the whole game, and another computer goes on with it."));
  }
}

/** @param {string} text @param {() => void} act */
function small(text, act) {
  return h("button", { type: "button", className: "small", onclick: act }, text.replace(" …", "\u00a0…"));
}

/** Replaces buttons, but keeps those that say the same: focus stays. @param {HTMLElement} place @param {HTMLElement[]} buttons */
function replace(place, buttons) {
  const focused = [...place.children].indexOf(/** @type {Element} */ (document.activeElement));
  place.replaceChildren(...buttons);
  if (focused >= 0)
    /** @type {HTMLElement | undefined} */ (place.children[Math.min(focused, buttons.length - 1)])?.focus();
}

/** @param {string} label @param {string} line a path in 24 by 24 @param {() => void} act */
function icon(label, line, act) {
  const button = h("button", { type: "button", className: "icon", "aria-label": label, title: label, onclick: act });
  el("path", { d: line }, el("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, button));
  return /** @type {HTMLButtonElement} */ (button);
}
