// Shows the real Picos in the game: the list with names and players, and a mark if one is not plugged in.
import { choice, h, small, write } from "../dom.js";
import { _, listed } from "../language.js";
import { BOARD_NAME } from "../stored.js";

/** @typedef {import("./boards.js").Boards} Boards */
/** @typedef {Boards["list"][number]} Board */

/**
 * Lists the Picos. Each has a name, and rolls and announces events for all players or for one.
 * @param {Boards} boards @param {import("./evening.js").Evening} evening
 */
export function boardList(boards, evening) {
  const root = h("div", { className: "boards" });
  fill();
  return root;

  function fill() {
    root.replaceChildren(
      h(
        "p",
        { className: "note" },
        _("A real board on this computer’s USB cable can roll and announce, instead of the block on the page."),
      ),
      ...boards.list.map(row),
      ...(boards.hasRoom ? [small(_("Add a board …"), () => void boards.add().then(fill))] : []),
    );
  }

  /** @param {Board} board */
  function row(board) {
    const { name, player } = board,
      players = [...new Set([...evening.model.players, ...(player ? [player] : [])])];
    const called = h("input", {
      type: "text",
      value: name,
      maxlength: BOARD_NAME,
      "aria-label": _("Name of the board"),
      onchange: () => (boards.change(board, { name: called.value }), fill()),
    });
    const seat = choice(
      _("It rolls and announces"),
      [["", _("for all")], ...players.map((each) => [each, _("for the seat of {player}", { player: each })])],
      (value) => boards.change(board, { player: value }),
    );
    seat.input.value = player;
    return h(
      "fieldset",
      {},
      h("legend", { className: "aloud" }, name),
      h(
        "p",
        { className: "row" },
        called,
        h("span", { className: "state" }, board.engine ? _("is here") : _("is not here")),
      ),
      seat.row,
      h(
        "p",
        { className: "buttons" },
        board.engine ? null : small(_("Connect it"), () => void boards.add().then(fill)),
        small(_("Take it off the list"), () => void boards.remove(board).then(fill)),
      ),
    );
  }
}

/**
 * Makes the mark for devices that are not plugged in. It names them and has a button to look for them again.
 * @param {{team: import("./team.js").Team, boards: Boards, look: () => void}} ports
 */
export function makeAway({ team, boards, look }) {
  const text = h("span", {}),
    connect = small(_("Connect it"), () => (boards.away.length ? void boards.add() : look())),
    root = h("div", { className: "away lost-device", role: "status", hidden: true }, text, connect);
  return { root, draw };

  /** @param {import("./evening.js").Model} model */
  function draw({ shown }) {
    const names = boards.away.map(({ name }) => name);
    if (team.block.isAway) names.unshift(_("The block"));
    root.hidden = !names.length || Boolean(shown.over);
    write(text, names.length ? missing(names) : "");
  }
}

/** @param {string[]} names */
const missing = (names) =>
  names.length === 1
    ? _("{board} does not answer: plug it in again. The game continues without it.", { board: names[0] })
    : _("{boards} do not answer: plug them in again. The game continues without them.", { boards: listed(names) });
