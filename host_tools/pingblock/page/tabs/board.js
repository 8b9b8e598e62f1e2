// Shows the part of the Block tab about a real Pico, which people connect here.
import { h, section, write } from "../dom.js";
import { lacks } from "../engines/serial.js";
import { _ } from "../language.js";
import { part } from "../part.js";

/** @param {import("../main.js").Actions} actions */
export function makeOwnBoard(actions) {
  const words = h("p", { className: "note" }),
    host = h("div", {});
  const connect = h(
    "button",
    { type: "button", className: "small main", onclick: () => actions.use("board") },
    _("Connect a board"),
  );
  const offer = h("div", { className: "lone" }, words, connect);
  const root = section(_("Your own board"), offer, host);
  /** @type {{draw: (state: import("../state.js").State) => void} | null} */
  let view = null;
  let loads = false;
  return { root, draw };

  /** @param {import("../state.js").State} state */
  function draw(state) {
    const { name, status, reason } = state.engine,
      lack = lacks();
    const isOn = name === "board" && (status === "ready" || host.childElementCount > 0);
    if (isOn) load();
    host.hidden = name !== "board";
    offer.hidden = isOn && status === "ready";
    connect.hidden = Boolean(lack);
    connect.disabled = name === "board" && status === "opening";
    const why = name === "board" && status === "lost" ? reason : "";
    write(
      words,
      lack ||
        why ||
        _("Plug a Pingblock into this computer: press it from here, set it, give it sounds and new firmware."),
    );
    words.classList.toggle("wrong", Boolean(why));
    view?.draw(state);
  }

  function load() {
    if (loads) return;
    loads = true;
    void part(import("../board/index.js"), "board/board.css").then(({ makeBoard }) => {
      view = makeBoard(host, actions);
      view.draw(actions.state());
    });
  }
}
