// Shows the moves that this page can choose: the big button, moves that one tap can make, and a row of others.
import { h, small, write } from "../dom.js";
import { _ } from "../language.js";
import { replace } from "./buttons.js";
import { plays } from "./hand.js";
import { actor, moves } from "./moves.js";
import { isGuest } from "./table.js";

/** @typedef {import("./moves.js").Move} Move */
/**
 * @typedef {object} Ports
 * @property {() => void} leave
 * @property {() => void} again
 * @property {() => void} save
 * @property {() => void} redraw
 * @property {() => import("./view.js").Drawing | null} drawing
 * @property {import("./team.js").Team} team
 */

const SHOWN = 3; // number of moves next to the big button

/** @param {import("./evening.js").Evening} evening @param {import("./sheet.js").Sheet} sheet @param {Ports} ports */
export function makeChoosing(evening, sheet, ports) {
  const big = h("button", {
    type: "button",
    className: "go",
    onclick: (/** @type {UIEvent} */ event) => bigMove?.(event),
  });
  const whose = h("div", { className: "whose", role: "group", "aria-label": _("Who acts") }),
    taps = h("div", { className: "moves taps" }),
    row = h("div", { className: "moves" });
  /** @type {((event: UIEvent) => void) | null} */
  let bigMove = null;
  let ownDice = false; // whether people roll their own dice and type the result
  let acts = /** @type {number | null} */ (null); // the chosen seat if several can decide
  /** @type {import("./table.js").Answer | null} */
  let drawn = null; // the state whose moves are shown
  return { big, parts: [whose, taps, row], draw, isGone, rolls };

  /** Returns a function that lets the page roll the dice again, or null if the page rolls already. */
  function rolls() {
    if (!ownDice) return null;
    return () => {
      ownDice = false;
      ports.redraw();
    };
  }

  /** @param {import("./evening.js").Model} model */
  function draw(model) {
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
            const button = small(names[seat], () => ((acts = seat), ports.redraw()));
            button.style.setProperty("--seat", `var(--seat-${seat})`);
            button.setAttribute("aria-pressed", String(seat === (acts ?? actor(shown))));
            return button;
          }),
    );
    taps.replaceChildren();
    if (shown.over) {
      const guest = isGuest();
      setBig(guest ? _("The host begins the next game") : _("Play again"), guest ? null : again);
      row.replaceChildren(small(_("Save"), ports.save), ...(guest ? [] : [small(_("Another game"), ports.leave)]));
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
    const listed = ports.drawing()?.moves?.(shown, own) ?? own,
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
  }

  /** Returns the text for a page that has no move at present. */
  function waitsFor() {
    const { shown, players: names, seats } = evening.model,
      seat = actor(shown) ?? shown.turn ?? null;
    if (seat === null || plays(seats, seat)) return _("Nothing to do");
    return seats?.own
      ? _("Wait for {player}", { player: names[seat] })
      : _("{player} plays on a phone", { player: names[seat] });
  }

  /** Returns whether the shown moves are out of date, because a step is being sent or its answer was not drawn. */
  function isGone() {
    return evening.model.busy || drawn !== evening.model.shown;
  }

  /** @param {Move} move */
  function take(move) {
    if (isGone()) return; // This was a second tap, or another page has made a step in the meantime.
    if (move.form) void sheet.askBy(move.form, move.words);
    else if (move.request) void carryOut(move.request, !ownDice);
    else sheet.choose(move.words.replace(" …", ""), move.steps);
  }

  /** @param {any} request @param {boolean} rolls whether the page rolls after that */
  async function carryOut(request, rolls) {
    if (ports.team.does(request)) return;
    const { ok, due } = await evening.ask(request);
    if (!ok || !due || request.do !== "roll") return;
    if (!rolls) void sheet.askBy([due.do, null]);
    else ports.team.draw();
  }

  /** Starts the game again, unless this is the second tap of a double tap on the last move. @param {UIEvent} event */
  function again({ detail }) {
    if (detail < 2) ports.again();
  }

  /** @param {string} text @param {((event: UIEvent) => void) | null} act @param {boolean} [chance] */
  function setBig(text, act, chance = false) {
    bigMove = act;
    write(big, text);
    big.disabled = !act;
    big.classList.toggle("chance", chance);
  }
}
