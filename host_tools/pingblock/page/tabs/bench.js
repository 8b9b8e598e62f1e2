// The Bench tab: engine and speed, what happened, and the device's serial console.
import { h, section, write } from "../dom.js";

/** What each engine is, for people. @type {Record<string, [string, string]>} */
export const ENGINES = {
  here: ["In this browser", "The firmware on MicroPython in WebAssembly, in a worker of this page."],
  desk: ["Server: desk", "The firmware on MicroPython for this computer."],
  wasm: ["Server: wasm", "The firmware on MicroPython in WebAssembly, on the server."],
  chip: ["Server: chip", "An emulated RP2040 that boots the real MicroPython image."],
  board: ["A board on the cable", "A real Pico, through the browser's serial port."],
};

/** @param {HTMLElement} root @param {import("../main.js").Actions} actions */
export function makeBench(root, actions) {
  const facts = h("dl", { className: "facts" });
  const switches = h("div", { className: "engines", role: "group", "aria-label": "Engine" });
  const lacks = h("p", { className: "note" });
  const log = h("ol", { className: "log", "aria-label": "What happened" });
  const serial = makeConsole(actions);
  const sharing = [
    h("button", { type: "button", className: "small", onclick: actions.share }, "Copy a link to this session"),
    h("button", { type: "button", className: "small", onclick: actions.report }, "Report a problem"),
  ];
  const control = makeControl(actions);
  root.append(
    section("Engine", switches, lacks, facts, control.root, h("div", { className: "buttons" }, ...sharing)),
    section("What happened", log),
    section("Serial console", serial.root),
  );
  let logged = 0, offered = "";
  return { draw };

  /** @param {import("../state.js").State} state */
  function draw(state) {
    const { engine } = state;
    const choices = actions.engines();
    const next = JSON.stringify([choices, engine.name]);
    if (offered !== next) {
      offered = next;
      switches.replaceChildren(...choices.map(({ name, lack }) => h("button", {
        type: "button", className: "small", "aria-pressed": String(name === engine.name), disabled: Boolean(lack), onclick: () => actions.use(name),
      }, ENGINES[name][0])));
      write(lacks, choices.map(({ lack }) => lack).filter(Boolean).join(" "));
    }
    drawFacts(state);
    control.draw(state);
    drawLog(state);
    serial.draw(state);
  }

  /** @param {import("../state.js").State} state */
  function drawFacts(state) {
    const sound = actions.sound();
    const outputs = { off: "waits for the first touch", ring: "audio thread, ring of 16 ms", buffers: "decoded buffers", none: "none in this browser" };
    const rows = [
      ["Runs", ENGINES[state.engine.name]?.[1] ?? "nothing yet"],
      ["Firmware", state.engine.firmware || "–"],
      ["Device time", `${(state.nowMs / 1000).toFixed(1)} s`],
      ["Speed", state.engine.status === "ready" ? `${state.engine.speed.toFixed(2)} × real time` : state.engine.status],
      ["Sound", `${outputs[/** @type {keyof typeof outputs} */ (sound.out)]}, ${sound.underruns} underruns`],
    ];
    const texts = rows.flat();
    if (facts.childElementCount !== texts.length) facts.replaceChildren(...texts.map((_, i) => h(i % 2 ? "dd" : "dt", {})));
    texts.forEach((text, i) => write(facts.children[i], text));
  }

  /** @param {import("../state.js").State} state */
  function drawLog(state) {
    const last = state.log.at(-1)?.number ?? 0;
    if (last === logged) return;
    const atEnd = log.scrollTop + log.clientHeight > log.scrollHeight - 30;
    if (last < logged) log.replaceChildren();
    for (const line of state.log.filter(({ number }) => number > logged || last < logged)) {
      log.append(h("li", { className: `by-${line.who}` }, h("time", {}, `${(line.atMs / 1000).toFixed(1)} s`), h("span", {}, line.text)));
    }
    while (log.childElementCount > state.log.length) log.firstChild?.remove();
    logged = last;
    if (atEnd || log.scrollTop === 0) log.scrollTop = log.scrollHeight;
  }
}

/** @param {import("../main.js").Actions} actions */
function makeConsole(actions) {
  const shown = h("pre", { tabindex: "0", role: "log", "aria-live": "off", "aria-label": "Serial output" });
  const line = h("input", { type: "text", id: "console-line", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    placeholder: "help, status, battery, or JSON", "aria-label": "A line for the device" });
  /** @type {string[]} */
  const typed = [];
  let back = 0;
  line.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    back = Math.min(Math.max(back + (event.key === "ArrowUp" ? 1 : -1), 0), typed.length);
    line.value = back ? typed[typed.length - back] : "";
    event.preventDefault();
  });
  const form = h("form", { className: "typing", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    actions.type(line.value);
    if (line.value) typed.push(line.value);
    line.value = "";
    back = 0;
  } }, line, h("button", { type: "submit", className: "small" }, "Send"),
  h("button", { type: "button", className: "small", onclick: () => actions.control("\r\x03"), title: "Interrupt, to the prompt" }, "Ctrl-C"),
  h("button", { type: "button", className: "small", onclick: () => actions.control("\x04"), title: "Soft reset, at the prompt" }, "Ctrl-D"));
  let drawn = "";
  return { root: h("div", {}, shown, form), draw };

  /** @param {import("../state.js").State} state */
  function draw(state) {
    const text = [...state.console, state.prompt].join("\n");
    if (text === drawn) return;
    const atEnd = shown.scrollTop + shown.clientHeight > shown.scrollHeight - 30;
    write(shown, (drawn = text));
    if (atEnd) shown.scrollTop = shown.scrollHeight;
  }
}

/** Who holds the device where several watch it. @param {import("../main.js").Actions} actions */
function makeControl(actions) {
  const words = h("p", { className: "note" });
  const ask = h("button", { type: "button", className: "small", onclick: actions.askControl }, "Ask for the device");
  const yes = h("button", { type: "button", className: "small", onclick: () => actions.answerControl(true) }, "Hand it over");
  const no = h("button", { type: "button", className: "small", onclick: () => actions.answerControl(false) }, "Keep it");
  const root = h("div", { hidden: true }, words, h("div", { className: "buttons" }, ask, yes, no));
  return { root, draw };

  /** @param {import("../state.js").State} state */
  function draw({ control }) {
    root.hidden = control.mine && !control.watchers && !control.asked;
    const watchers = control.watchers === 1 ? "1 other page watches" : `${control.watchers} other pages watch`;
    write(words, !control.mine ? `${control.holder || "Another page"} holds the device; this page watches.`
      : control.asked ? `${control.asked} asks for the device.` : `${watchers}.`);
    ask.hidden = control.mine;
    yes.hidden = no.hidden = !control.mine || !control.asked;
  }
}
