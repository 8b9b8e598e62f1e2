// If the game waits for the seat of a phone without a connection, shows its name and what people can do.
import { h, small, write } from "../dom.js";
import { _ } from "../language.js";

/** @param {import("./evening.js").Evening} evening */
export function makeLostPhone(evening) {
  let lost = -1;
  const text = h("span", {}),
    here = small(_("Play the seat here"), () => void evening.seat({ free: lost })),
    root = h("div", { className: "away lost-phone", role: "status", hidden: true }, text, here);
  return { root, draw };

  /** @param {import("./evening.js").Model} model */
  function draw({ seats, shown, players }) {
    lost = shown.over ? -1 : ((shown.to_act ?? []).find((seat) => seats?.phones[seat] === false) ?? -1);
    const isHost = seats?.own === null,
      player = { player: players[lost] };
    root.hidden = lost < 0;
    here.hidden = !isHost;
    write(
      text,
      lost < 0
        ? ""
        : isHost
          ? _("{player}’s phone is not connected. It gets the seat back when it opens the address again.", player)
          : _(
              "{player}’s phone is not connected. On the host’s page, tap Phones and {player} to free the seat.",
              player,
            ),
    );
  }
}
