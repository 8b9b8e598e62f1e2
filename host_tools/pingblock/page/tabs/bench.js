// Shows the Engines tab: engine and speed, the log, and the device's serial console.
import { h, section, small, write } from "../dom.js";
import { _, number } from "../language.js";

/** Descriptions of the engines for people. @type {Record<string, [string, string]>} */
export const ENGINES = {
  here: [_("In this browser"), _("The firmware on MicroPython in WebAssembly, in a worker of this page.")],
  desk: [_("Server: desk"), _("The firmware on MicroPython for this computer.")],
  wasm: [_("Server: wasm"), _("The firmware on MicroPython in WebAssembly, on the server.")],
  chip: [_("Server: chip"), _("An emulated RP2040 that boots the real MicroPython image.")],
  board: [_("A board on the cable"), _("A real Pico, through the browser's serial port.")],
};
/** Words for the state of an engine. @type {Record<string, string>} */
export const STATUS = { idle: _("idle"), opening: _("starting"), ready: _("ready"), lost: _("stopped") };

/** @param {HTMLElement} root @param {import("../main.js").Actions} actions */
export function makeBench(root, actions) {
  const facts = h("dl", { className: "facts" });
  const switches = h("div", { className: "engines", role: "group", "aria-label": _("Engine") });
  const lacks = h("p", { className: "note" });
  const log = h("ol", { className: "log", "aria-label": _("What happened") });
  const serial = makeConsole(actions);
  const sharing = [
    small(_("Copy a link to this session"), actions.share),
    small(_("Report a problem"), actions.report),
    small(_("Put Pingblock on a new board"), actions.install),
  ];
  root.append(
    section(_("Engine"), switches, lacks, facts, h("div", { className: "buttons" }, ...sharing)),
    section(_("What happened"), log),
    section(_("Serial console"), serial.root),
  );
  let logged = 0,
    offered = "";
  return { draw };

  /** @param {import("../state.js").State} state */
  function draw(state) {
    const { engine } = state;
    const choices = actions.engines();
    const next = JSON.stringify([choices, engine.name]);
    if (offered !== next) {
      offered = next;
      switches.replaceChildren(
        ...choices.map(({ name, lack }) =>
          h(
            "button",
            {
              type: "button",
              className: "small",
              "aria-pressed": String(name === engine.name),
              disabled: Boolean(lack),
              onclick: () => actions.use(name),
            },
            ENGINES[name][0],
          ),
        ),
      );
      write(
        lacks,
        choices
          .map(({ lack }) => lack)
          .filter(Boolean)
          .join(" "),
      );
    }
    drawFacts(state);
    drawLog(state);
    serial.draw(state);
  }

  /** @param {import("../state.js").State} state */
  function drawFacts(state) {
    const sound = actions.sound(),
      underruns = { n: sound.underruns };
    const outputs = {
      off: _("waits for the first touch, {n} underruns", underruns),
      thread: _("audio thread, {n} underruns", underruns),
      page: _("the page itself, without an audio thread, {n} underruns", underruns),
      none: _("none in this browser"),
    };
    const rows = [
      [_("Runs"), ENGINES[state.engine.name]?.[1] ?? _("not started yet")],
      [_("Firmware"), state.engine.firmware || "–"],
      [_("Device time"), `${number(state.nowMs / 1000, 1)} s`],
      [
        _("Speed"),
        state.engine.status === "ready"
          ? _("{n} × real time", { n: number(state.engine.speed, 2) })
          : STATUS[state.engine.status],
      ],
      [_("Sound"), outputs[/** @type {keyof typeof outputs} */ (sound.out)]],
    ];
    const texts = rows.flat();
    if (facts.childElementCount !== texts.length)
      facts.replaceChildren(...texts.map((_text, i) => h(i % 2 ? "dd" : "dt", {})));
    texts.forEach((text, i) => write(facts.children[i], text));
  }

  /** @param {import("../state.js").State} state */
  function drawLog(state) {
    const last = state.log.at(-1)?.number ?? 0;
    if (last === logged) return;
    const atEnd = log.scrollTop + log.clientHeight > log.scrollHeight - 30;
    if (last < logged) log.replaceChildren();
    for (const line of state.log.filter(({ number }) => number > logged || last < logged)) {
      log.append(
        h(
          "li",
          { className: `by-${line.who}` },
          h("time", {}, `${number(line.atMs / 1000, 1)} s`),
          h("span", {}, line.text),
        ),
      );
    }
    while (log.childElementCount > state.log.length) log.firstChild?.remove();
    logged = last;
    if (atEnd || log.scrollTop === 0) log.scrollTop = log.scrollHeight;
  }
}

/** @param {import("../main.js").Actions} actions */
function makeConsole(actions) {
  const shown = h("pre", { tabindex: "0", role: "log", "aria-live": "off", "aria-label": _("Serial output") });
  const line = h("input", {
    type: "text",
    id: "console-line",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: _("help, status, battery, or JSON"),
    "aria-label": _("A line for the device"),
  });
  /** @type {string[]} */
  const typed = [];
  let back = 0;
  line.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    back = Math.min(Math.max(back + (event.key === "ArrowUp" ? 1 : -1), 0), typed.length);
    line.value = back ? typed[typed.length - back] : "";
    event.preventDefault();
  });
  const form = h(
    "form",
    {
      className: "typing",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        actions.type(line.value);
        if (line.value) typed.push(line.value);
        line.value = "";
        back = 0;
      },
    },
    line,
    h("button", { type: "submit", className: "small" }, _("Send")),
    h(
      "button",
      {
        type: "button",
        className: "small",
        onclick: () => actions.control("\r\x03"),
        title: _("Interrupt the firmware and open the prompt"),
      },
      "Ctrl-C",
    ),
    h(
      "button",
      {
        type: "button",
        className: "small",
        onclick: () => actions.control("\x04"),
        title: _("Soft reset, at the prompt"),
      },
      "Ctrl-D",
    ),
  );
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
