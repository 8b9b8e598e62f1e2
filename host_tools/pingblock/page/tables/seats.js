// Shows how phones join the game: the invitation with its QR code, and who plays each seat.
import { h } from "../dom.js";
import { _ } from "../language.js";
import { tokens } from "../text.js";

/** @typedef {import("./evening.js").Evening} Evening */
/** @typedef {{url: string, qr: string}} Invitation  an address for phones, and its QR code as a data URI */

/** Shows how phones join this game. @param {Invitation} invitation */
export function invitationCard({ url, qr }) {
  return h(
    "div",
    { className: "invitation" },
    h("img", { src: qr, alt: _("QR code of the address for phones") }),
    h(
      "p",
      {},
      h("b", {}, _("Each phone can play a seat")),
      _("Join the same Wi-Fi, scan the code, and tap your name. Or open this address:"),
      h("span", { className: "address" }, url),
    ),
  );
}

/**
 * Lists the seats as large buttons. A phone can take a free seat or leave its own. The host can free a seat.
 * @param {Evening} evening
 */
export function seatButtons(evening) {
  const { players, shown, seats } = evening.model,
    letters = tokens(players);
  return h(
    "div",
    { className: "all seats" },
    ...players.map((player, seat) => {
      const [note, act] = stateOf(evening, seat, shown.bots ?? {});
      const button = h(
        "button",
        {
          type: "button",
          className: "seatbutton",
          style: `--seat: var(--seat-${seat})`,
          "aria-pressed": String(Boolean(seats?.own?.includes(seat))),
          onclick: () => act?.(),
        },
        h("i", { className: "token" }, letters[seat]),
        h("span", {}, h("b", {}, player), h("small", {}, note)),
      );
      button.disabled = !act;
      return button;
    }),
  );
}

/**
 * Returns text about the player of a seat, and about the effect of a tap on it.
 * @param {Evening} evening @param {number} seat @param {Record<string, string>} bots
 * @returns {[string, (() => void) | null]}
 */
function stateOf(evening, seat, bots) {
  const { own, phones } = /** @type {import("./hand.js").Seats} */ (evening.model.seats),
    free = () => void evening.seat({ free: seat });
  if (own?.includes(seat)) return [_("on this phone: tap to give it up"), free];
  if (seat in phones && own)
    return [phones[seat] ? _("on another phone") : _("its phone is not connected: the host can free it"), null];
  if (seat in phones)
    return [
      phones[seat] ? _("on a phone: tap to play it here") : _("its phone is not connected: tap to play it here"),
      free,
    ];
  if (seat in bots) return [_("a bot plays"), null];
  return own ? [_("free: tap to play it"), () => void evening.seat({ take: seat })] : [_("plays here"), null];
}
