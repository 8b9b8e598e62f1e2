// Shows the three tabs: on a phone as a sheet over the scene, on a desktop as a column next to it.
import { byId } from "./dom.js";
import { opened } from "./layers.js";
import { makeBench } from "./tabs/bench.js";
import { makeDevice } from "./tabs/device.js";
import { makeTable } from "./tabs/table.js";

const NAMES = ["table", "device", "bench"];
const WIDE = matchMedia("(min-width: 1000px), (min-width: 640px) and (max-height: 560px)");

/** @param {import("./main.js").Actions} actions @param {() => void} changed called when another tab is shown */
export function showTabs(actions, changed) {
  const buttons = NAMES.map((name) => byId(`tab-${name}`)),
    panels = NAMES.map((name) => byId(`panel-${name}`));
  const parts = [makeTable, makeDevice, makeBench].map((make, i) => make(panels[i], actions));
  let open = -1;
  /** Closes the layer of the sheet. @type {(() => void) | null} */
  let ended = null;
  buttons.forEach((button, i) => {
    button.addEventListener("click", () => {
      show(open === i && !WIDE.matches ? -1 : i);
      changed();
    });
    button.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      buttons[(i + step + NAMES.length) % NAMES.length].focus();
      if (open >= 0) buttons[(i + step + NAMES.length) % NAMES.length].click();
    });
  });
  byId("close").addEventListener("click", close);
  document.addEventListener(
    "keydown",
    ({ key }) => key === "Escape" && !WIDE.matches && open >= 0 && !document.querySelector("dialog[open]") && close(),
  );
  WIDE.addEventListener("change", () => show(WIDE.matches && open < 0 ? 1 : open));
  // On a desktop, the first visit opens the games.
  show(WIDE.matches ? Number(actions.kept().hints.length > 0) : -1);
  return {
    draw,
    shows: (/** @type {string} */ name) => open === NAMES.indexOf(name),
    open: (/** @type {string} */ name) =>
      buttons[NAMES.indexOf(name)].getAttribute("aria-selected") === "true" || buttons[NAMES.indexOf(name)].click(),
  };

  function close() {
    const from = open;
    show(-1);
    buttons[from]?.focus();
  }

  /** @param {number} which */
  function show(which) {
    open = which;
    byId("panels").hidden = which < 0;
    document.body.toggleAttribute("data-panel", which >= 0);
    const isSheet = which >= 0 && !WIDE.matches;
    if (isSheet)
      ended ??= opened(() => {
        ended = null;
        close();
      });
    else ended = (ended?.(), null);
    buttons.forEach((button, i) => {
      button.setAttribute("aria-selected", String(i === which));
      button.tabIndex = i === Math.max(which, 0) ? 0 : -1;
      panels[i].hidden = i !== which;
      panels[i].scrollTop = 0;
    });
  }

  /** Draws the parts that are visible. @param {import("./state.js").State} state */
  function draw(state) {
    if (open >= 0) parts[open].draw(state);
  }
}
