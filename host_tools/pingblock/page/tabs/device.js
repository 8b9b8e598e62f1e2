// Shows the Block tab: volumes, the editor of a block, a real Pico, statistics, cells, and settings of the page.
import { choice, h, section, slider, small, toggle, write } from "../dom.js";
import { _, ngettext, number, percent, pgettext } from "../language.js";
import { cellsOf, chargeOf } from "../parts/cells.js";
import { cellsTold } from "../words.js";
import { makeOwnBoard } from "./board.js";
import { makeOdds } from "./odds.js";
import { part } from "../part.js";

/** @type {Record<string, string>} */
const LABELS = {
  alkaline: _("Alkaline"),
  zinc_carbon: _("Zinc-carbon"),
  nimh: _("NiMH, rechargeable"),
  demo: _("Demo cell of a toy"),
};
const OF_TEN = (/** @type {number} */ value) => (value ? _("{n} of 10", { n: value }) : _("silent"));
const LOADED_LEAST_MV = 2500,
  TRACE_WIDTH = 300,
  TRACE_HEIGHT = 72;

/** @param {HTMLElement} root @param {import("../main.js").Actions} actions */
export function makeDevice(root, actions) {
  const oddsRoot = h("div", {});
  const odds = makeOdds(oddsRoot, actions);
  const cells = makeCells(actions);
  const volume = slider(_("Volume"), { min: 0, max: 10 }, OF_TEN, (level) => actions.ask({ do: "volume", level }));
  const cap = slider(_("Cap: the loudest it can be"), { min: 0, max: 10 }, OF_TEN, (level) =>
    actions.ask({ do: "settings", set: { cap: level } }),
  );
  const chime = slider(_("Ping when the device is switched on"), { min: 0, max: 10 }, OF_TEN, (level) =>
    actions.ask({ do: "settings", set: { chime: level } }),
  );
  const mute = toggle(_("Mute the device"), (on) => actions.ask({ do: "settings", set: { mute_lock: on } }));
  const own = makeOwn(actions),
    board = makeOwnBoard(actions);
  root.append(
    section(_("Sound of the device"), volume.row, cap.row, chime.row, mute.row),
    section(_("Your own block"), makeOwnBlock(actions)),
    board.root,
    section(_("Statistics"), oddsRoot),
    section(_("Cells and cable"), cells.root),
    section(_("This page"), own.root),
  );
  return { draw };

  /** @param {import("../state.js").State} state */
  function draw(state) {
    odds.draw(state);
    cells.draw(state);
    own.draw(state);
    board.draw(state);
    const off = !state.device.known || !state.supply.plugged || !state.control.mine;
    for (const { input } of [volume, cap, chime, mute]) input.disabled = off;
    volume.show(state.device.volume);
    volume.input.max = String(state.device.cap || 10);
    cap.show(state.device.cap);
    chime.show(state.device.chime);
    mute.input.checked = state.device.muted;
  }
}

/** Loads the editor for a person's own block when it is needed. @param {import("../main.js").Actions} actions */
function makeOwnBlock(actions) {
  const note = h("p", { className: "note" }, _("Draw a tune, choose colours, and send your block to a friend."));
  const open = h("button", { type: "button", className: "small", id: "make-own", onclick: load }, _("Make it"));
  const host = h("div", {}, note, open);
  return host;

  async function load() {
    open.disabled = true;
    const coming = part(import("../own/view.js"), "own/own.css");
    const { makeOwnBlock } = await coming.finally(() => (open.disabled = false));
    host.replaceChildren(makeOwnBlock(actions));
    host.parentElement?.scrollIntoView();
  }
}

/** @param {import("../main.js").Actions} actions */
function makeCells(actions) {
  const plug = toggle(_("USB cable plugged in"), actions.plug);
  const kind = choice(_("Kind"), [], () => fitted(100));
  const charge = slider(_("Charge"), { min: 0, max: 100, step: 5 }, (value) => percent(value / 100), fitted);
  const ohm = slider(
    _("Internal resistance of each"),
    { min: 0, max: 40 },
    (value) => _("{n} ohm", { n: number(value / 10, 1) }),
    fit,
  );
  const count = choice(
    _("In the holder"),
    [
      ["3", _("3 in a row")],
      ["2", _("2 in a row")],
      ["1", _("1, with a boost converter")],
    ],
    fit,
  );
  const tubes = h("div", { className: "tubes", "aria-hidden": "true" });
  const trace = makeTrace();
  const verdict = h("p", { className: "note" }),
    whose = h("p", { className: "note" }),
    supply = h("div", { className: "supply" }, tubes, trace.root);
  /** @type {import("../parts/cells.js").CellData | null} */
  let data = null;
  return {
    root: h("div", {}, whose, supply, verdict, plug.row, kind.row, count.row, charge.row, ohm.row),
    draw,
  };

  /** @param {import("../parts/cells.js").CellData} known */
  function begin(known) {
    data = known;
    kind.fill(Object.keys(known.fresh).map((name) => [name, LABELS[name]]));
    show(charge, 100);
    show(ohm, cellsOf(known, kind.input.value, 100).ohm * 10);
  }

  /** @param {{input: any}} of @param {number} value */
  function show(of, value) {
    of.input.value = String(value);
    of.input.oninput();
  }

  /** Fits cells with this charge, and with the resistance that belongs to it. @param {number} chargePct */
  function fitted(chargePct) {
    show(charge, chargePct);
    if (data) show(ohm, cellsOf(data, kind.input.value, chargePct).ohm * 10);
    fit();
  }

  function fit() {
    if (!data) return;
    const typical = cellsOf(data, kind.input.value, Number(charge.input.value), Number(count.input.value));
    const cells = { ...typical, ohm: ohm.input.value / 10 };
    const words = ngettext(
      "You fitted {n} cell, {kind}: {volts} V, {ohm} ohm each.",
      "You fitted {n} cells, {kind}: {volts} V, {ohm} ohm each.",
      cells.count,
      { kind: LABELS[kind.input.value], volts: number(cells.openMv / 1000, 2), ohm: number(cells.ohm, 1) },
    );
    actions.cells(cells, words);
  }

  /** @param {import("../state.js").State} state */
  function draw({ engine, games, supply: now, device }) {
    if (!data && games.cells) begin(games.cells);
    const known = engine.name === "board" || !engine.name ? null : data; // A real Pico shows only its own report.
    for (const part of [plug.row, kind.row, charge.row, ohm.row, count.row, supply]) part.hidden = !known;
    write(
      whose,
      known
        ? _("Virtual block.")
        : engine.name
          ? _("Real block: its last report.")
          : _("There is no block on this page."),
    );
    verdict.hidden = !engine.name;
    write(
      verdict,
      device.battery ? cellsTold(device.battery) : _("Hold the check button for 2 s and the device tests them."),
    );
    if (!known) return;
    plug.input.checked = now.plugged;
    drawTubes(known, now.cells);
    trace.draw(now);
  }

  /**
   * Draws cells with the charge of the device's cells. Another page can fit other cells.
   * @param {import("../parts/cells.js").CellData} known @param {import("../engines/engine.js").Cells} cells
   */
  function drawTubes(known, cells) {
    const pct = Math.round(chargeOf(known, kind.input.value, cells));
    if (tubes.childElementCount !== cells.count)
      tubes.replaceChildren(...Array.from({ length: cells.count }, () => h("span", {}, h("i", {}))));
    for (const tube of tubes.querySelectorAll("i")) {
      tube.style.height = `${pct}%`;
      tube.classList.toggle("low", pct <= 25);
    }
  }
}

/** Draws the supply voltage of the last minute. */
function makeTrace() {
  const now = h("b", {});
  const canvas = h("canvas", {
    width: TRACE_WIDTH * 2,
    height: TRACE_HEIGHT * 2,
    role: "img",
    "aria-label": _("Supply voltage over the last minute"),
  });
  const root = h("div", { className: "trace" }, canvas, now);
  /** @type {unknown} */
  let drawn = null;
  return { root, draw };

  /** @param {import("../state.js").State["supply"]} supply */
  function draw(supply) {
    if (drawn === supply.trace || !canvas.offsetParent) return;
    drawn = supply.trace;
    write(now, supply.vsysMv ? `${number(supply.vsysMv / 1000, 2)} V` : _("no supply"));
    const pen = canvas.getContext("2d"),
      colours = getComputedStyle(canvas);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.strokeStyle = colours.getPropertyValue("--gold");
    pen.lineWidth = 4;
    pen.lineJoin = "round";
    pen.beginPath();
    const end = supply.trace.at(-1)?.[0] ?? 0;
    supply.trace.forEach(([ms, mv], i) => {
      const x = canvas.width - ((end - ms) / 60_000) * canvas.width;
      const y =
        canvas.height - 6 - (Math.max(0, mv - LOADED_LEAST_MV) / (5000 - LOADED_LEAST_MV)) * (canvas.height - 12);
      if (i) pen.lineTo(x, y);
      else pen.moveTo(x, y);
    });
    pen.stroke();
  }
}

/** @param {import("../main.js").Actions} actions */
function makeOwn(actions) {
  const loud = slider(
    _("Loudness of the page"),
    { min: 0, max: 100, step: 5 },
    (value) => percent(value / 100),
    (value) => actions.keep({ loudness: value / 100 }),
  );
  const theme = choice(
    _("Light or dark"),
    [
      ["", _("Same as the system")],
      ["light", pgettext("theme", "Light")],
      ["dark", _("Dark")],
    ],
    (value) => actions.keep({ theme: value }),
  );
  const still = toggle(_("Less motion"), (on) => actions.keep({ still: on }));
  const tell = toggle(_("Show the outcome at once, for players who cannot hear it"), (on) =>
    actions.keep({ tellAtOnce: on }),
  );
  const letters = toggle(_("The keys C and L press check and pull the lever"), (on) => actions.keep({ letters: on }));
  const hints = small(_("Show the hints again"), () => actions.keep({ hints: [] }));
  const save = small(_("Save all that the page keeps"), actions.exportState);
  const load = h("input", {
    type: "file",
    accept: "application/json",
    id: "load-state",
    className: "aloud",
    onchange: () => take(),
  });
  const anew = small(_("Start over"), () => beginAnew());
  return {
    root: h(
      "div",
      {},
      loud.row,
      theme.row,
      tell.row,
      still.row,
      letters.row,
      h(
        "div",
        { className: "buttons" },
        hints,
        save,
        load,
        h("label", { htmlFor: "load-state", className: "small" }, _("Load it from a file")),
        anew,
      ),
    ),
    draw,
  };

  function take() {
    const [file] = load.files;
    if (file) void actions.importState(file);
    load.value = ""; // So people can choose the same file again.
  }

  /** @param {import("../state.js").State} state */
  function draw(state) {
    const kept = actions.kept();
    loud.show(Math.round(kept.loudness * 100));
    theme.input.value = kept.theme;
    still.input.checked = kept.still;
    letters.input.checked = kept.letters;
    tell.input.checked = state.tellAtOnce;
  }
}
