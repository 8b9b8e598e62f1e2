// Makes the game's menu: seats, corrections, spaces, files and links.
import { choice, h, small } from "../dom.js";
import { _, language, LANGUAGES, speak } from "../language.js";
import { shareLink } from "../share.js";
import { boardList } from "./boards_sheet.js";
import { named } from "./games/drawn.js";
import { titleOf } from "./games/index.js";
import { asText } from "./kept_games.js";
import { saveText } from "../files.js";
import { invitationCard, seatButtons } from "./seats.js";
import { isGuest } from "./table.js";

/**
 * @typedef {object} MenuPorts
 * @property {() => void} leave
 * @property {() => void} again
 * @property {() => void} type  shows the input line for commands
 * @property {import("./team.js").Team} team
 * @property {import("./boards.js").Boards} boards
 * @property {() => import("./view.js").Drawing | null} drawing
 * @property {() => (() => void) | null} rolls  lets the page roll the dice again, or null if it rolls already
 */

/**
 * @param {import("./sheet.js").Sheet} sheet @param {import("./evening.js").Evening} evening @param {MenuPorts} ports
 */
export function makeMenu(sheet, evening, ports) {
  const { show, close, choiceOf } = sheet;
  return { openMenu, openSeats, chooseBot, help, save };

  /** Shows who plays each seat. The host's page also shows how phones can join. */
  function openSeats() {
    const { seats, invitation } = evening.model;
    show(_("Who plays where"), [
      invitation && invitationCard(invitation),
      seats && seatButtons(evening),
      seats && !seats.own ? h("p", { className: "note" }, _("Seats without a phone play on this page.")) : null,
    ]);
  }

  /** Shows the real Picos in the game. */
  function openBoards() {
    show(_("Boards"), [boardList(ports.boards, evening)]);
  }

  /** Offers corrections, and steps by which players join or leave. */
  function openAmends() {
    const { amends = [], menus = {} } = evening.model.shown;
    show(_("Correct, join, leave"), [
      h(
        "div",
        { className: "all" },
        ...amends.map(([verb, words]) =>
          verb in menus ? small(words, () => void sheet.askBy([verb, null], words)) : choiceOf(words, { do: verb }),
        ),
        small(_("A bot plays for somebody …"), openBots),
        small(_("Set the whole table …"), () => void sheet.askWhole(_("Set the whole table …"))),
      ),
    ]);
  }

  /** Asks whose seat a bot takes or gives back. A tap on a player's token opens the same list. */
  function openBots() {
    const { players: names } = evening.model;
    show(_("A bot plays for somebody …").replace(" …", ""), [
      h("div", { className: "all" }, ...names.map((name, seat) => small(name, () => chooseBot(seat)))),
    ]);
  }

  async function help(page = "help") {
    const { help: lines = [] } = await (await evening.referee()).ask({ help: page });
    show(_("Commands that you can type"), [h("pre", { className: "plain" }, lines.join("\n"))]);
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
            ["random", _("A bot plays: at random")],
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
          ? small(_("Free the seat from its phone"), () => (close(), void evening.seat({ free: seat })))
          : null,
      ),
    ]);
  }

  /** Lists the spaces with the text that a tap on each would show, because spaces are small on a phone. */
  function spaces() {
    const { shown, players: names } = evening.model;
    const lines = ports.drawing()?.lines,
      rows = /** @type {any[]} */ (shown.state?.spaces ?? []).map((space) =>
        h("li", {}, h("b", {}, named(space.name)), " ", (lines?.(space, names) ?? []).join(" · ")),
      );
    show(_("All spaces in words"), [h("ol", { className: "spaces", start: "0" }, ...rows)]);
  }

  function openMenu() {
    const { shown } = evening.model;
    const { block } = ports.team,
      rolls = ports.rolls(),
      tongue = choice(_("Language of the page"), Object.entries(LANGUAGES), speak);
    tongue.input.value = language;
    show(titleOf(evening.model.game), [
      h(
        "div",
        { className: "all" },
        block.able || block.on
          ? small(
              block.on ? _("The block leaves the table") : _("The block rolls and announces"),
              () => (close(), block.want(!block.on)),
            )
          : null,
        ports.boards.able && !isGuest() ? small(_("Boards …"), openBoards) : null,
        shown.state?.spaces ? small(_("All spaces in words"), () => (close(), spaces())) : null,
        evening.model.shown.amends?.length && !isGuest() ? small(_("Correct, join, leave"), openAmends) : null,
        small(_("Type a command"), () => (close(), ports.type())),
        rolls ? small(_("Dice roll here again"), () => (close(), rolls())) : null,
        small(_("Save to a file"), save),
        small(_("Copy a link to this game"), share),
        small(_("Commands and rules"), () => void help()),
        isGuest() ? null : small(_("Play again from the start"), () => (close(), ports.again())),
        isGuest()
          ? null
          : small(_("Leave: the game is kept"), () => {
              close();
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
    const name = `${evening.model.game}-${new Date().toISOString().slice(0, 10)}.jsonl`;
    saveText(asText(evening.log), name, "application/x-ndjson");
  }

  async function share() {
    const url = await evening.link();
    close();
    await shareLink(
      url,
      _("A link to this game"),
      _("It holds the whole game, so you can continue on another computer."),
    );
  }
}
