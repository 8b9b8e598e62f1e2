// Shows a real Pico to its owner: settings, sounds, firmware, servo, self-test.
import { h, small, write } from "../dom.js";
import { chooseAnother } from "../engines/serial/port.js";
import { deviceData } from "../files.js";
import { _ } from "../language.js";
import { LinkError } from "../link/errors.js";
import { cellsFound } from "../words.js";
import { makeFirmware } from "./firmware.js";
import { makeSelftest } from "./selftest.js";
import { makeServo } from "./servo.js";
import { makeSettings } from "./settings.js";
import { makeSounds } from "./sounds.js";

/** @typedef {import("../main.js").Actions} Actions */

const LACKS = _("The page’s data could not be loaded: load the page again.");

/** @param {HTMLElement} root @param {Actions} actions */
export function makeBoard(root, actions) {
  /** @type {import("./act.js").Board} */
  const board = {
    session: actions.session,
    data: () =>
      deviceData().catch(() => {
        throw new LinkError("input", LACKS);
      }),
  };
  const name = h("b", {}),
    about = h("span", {}),
    cells = h("span", {});
  const card = h(
    "div",
    { className: "device-card" },
    h("span", { className: "dot", "aria-hidden": "true" }),
    h("div", {}, name, about, cells),
    small(_("Another board"), () => void chooseAnother().then(() => actions.use("board"))),
  );
  const parts = [makeSettings, makeSounds, makeFirmware, makeServo, makeSelftest].map((make) => folded(make(board)));
  root.append(card, ...parts.map(({ box }) => box));
  let was = "";
  return { draw };

  /** @param {import("../state.js").State} state */
  function draw({ engine, device, supply }) {
    const ready = engine.status === "ready";
    card.classList.toggle("on", ready);
    write(name, ready ? `Pingblock ${engine.firmware}` : engine.status === "lost" ? _("No board") : _("One moment"));
    write(
      about,
      ready ? _("Connected by cable") : engine.reason || _("The page is asking the board for its name and version"),
    );
    write(cells, ready && device.battery ? cellsFound(device.battery) : "");
    cells.hidden = !cells.textContent;
    for (const { box } of parts) box.classList.toggle("away", !ready);
    if (ready && was !== "ready" && supply) for (const { box, begin } of parts) if (box.open) begin();
    was = engine.status;
  }
}

/** Puts a part under its heading. It starts when a person opens the heading. @param {import("./act.js").Part} part */
function folded({ title, root, begin = () => {} }) {
  const box = h(
    "details",
    { className: "fold", ontoggle: () => box.open && begin() },
    h("summary", {}, h("h3", {}, title)),
    root,
  );
  return { box, begin };
}
