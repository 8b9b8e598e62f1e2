// Makes the form for a command: an input for each question. Turns the answers into a command. See tables/forms.py.
import { choice, h, toggle, write } from "../dom.js";
import { _ } from "../language.js";
import { capital } from "../text.js";

/** @typedef {import("./table.js").Question} Question */
/** @typedef {import("./table.js").Form} Form */
/** @typedef {Record<string, any>} Answers  argument -> answer */

const LISTED = 24; // If there are more choices than this, they are in a drop-down list.

/**
 * Returns the questions of a form, including those that follow from the first answer.
 * @param {Form} form @param {Answers} answers
 */
export function asked({ questions, follow }, answers) {
  return [...questions, ...(follow[String(answers[questions[0]?.name])] ?? [])];
}

/**
 * Returns the command for a form. Empty answers to optional questions are left out.
 * @param {Form} form @param {Answers} answers
 */
export function filled(form, answers) {
  const given = asked(form, answers).map((question) => [question, answers[question.name]]);
  const kept = given.filter(
    ([{ needed, kind }, value]) =>
      needed ||
      !(
        value === undefined ||
        value === "" ||
        value?.length === 0 ||
        ((kind === "amount" || kind === "switch") && !value)
      ),
  );
  return {
    do: form.do,
    ...(form.seat === null ? {} : { seat: form.seat }),
    ...Object.fromEntries(kept.map(([{ name }, value]) => [name, value])),
  };
}

/** Returns whether a question has a valid answer. @param {Question} question @param {any} value */
export function isAnswered({ kind, needed, least = 0, most = Infinity }, value) {
  if (!needed && (value === undefined || value === "" || value?.length === 0)) return true;
  if (kind === "amount") return Number.isInteger(value) && value >= least && value <= most;
  if (kind === "several") return value.length >= least && value.length <= most;
  if (kind === "counts") return countOf(value) >= least && countOf(value) <= most;
  return value !== undefined && value !== "";
}

/** @param {string} text a text such as "G3X1" */
const countOf = (text) => [...text.matchAll(/\d+/g)].reduce((sum, [n]) => sum + Number(n), 0);

/**
 * Makes the inputs of a form. `done` gets the command, and returns whether it was carried out. If the answers leave no
 * question open, `done` is called at once.
 * @param {Form} form @param {(command: object) => Promise<boolean>} done @returns {HTMLElement}
 */
export function makeForm(form, done) {
  /** @type {Answers} */
  const answers = {};
  const root = h("form", {
    className: "asks",
    onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void send()),
  });
  const submit = h("button", { type: "submit", className: "go" }, _("Do it"));
  draw();
  return root;

  async function send() {
    if (submit.disabled || !isFull()) return;
    submit.disabled = true; // if the command is refused, `done` returns false, and the button is enabled again
    submit.disabled = await done(filled(form, answers));
  }

  function isFull() {
    return asked(form, answers).every((question) => isAnswered(question, answers[question.name]));
  }

  /**
   * Takes an answer. If no other question is open, the last answer completes the form.
   * @param {Question} question @param {any} value @param {boolean} [ends]
   */
  function take(question, value, ends = false) {
    answers[question.name] = value;
    const all = asked(form, answers),
      first = question === form.questions[0];
    submit.disabled = !isFull();
    if (ends && isFull() && all.every((each) => each === question || (each.needed && each.kind === "choice")))
      return void send();
    if (first && Object.keys(form.follow).length) {
      for (const name of Object.keys(answers)) if (name !== question.name) delete answers[name];
      draw();
    }
    submit.disabled = !isFull();
  }

  function draw() {
    const all = asked(form, answers),
      sides = [...new Set(all.map(({ side }) => side))];
    root.replaceChildren(
      ...sides.flatMap((side) => {
        const rows = all.filter((question) => question.side === side).map(place);
        return side ? [h("fieldset", {}, h("legend", {}, side), ...rows)] : rows;
      }),
      submit,
    );
    submit.disabled = !isFull();
  }

  /** @param {Question} question @returns {HTMLElement} */
  function place(question) {
    const act = (/** @type {any} */ value, ends = false) => take(question, value, ends),
      { kind, choices = [] } = question;
    if (kind === "switch") return toggleOf(question, act);
    if (kind === "amount") return amount(question, act);
    if (kind === "choice")
      return choices.length > LISTED ? listOf(question, act) : buttons(question, answers[question.name], act);
    if (kind === "text") return text(question, act);
    return kind === "several" && !question.again ? several(question, act) : counted(question, act);
  }
}

/** @param {Question} question @param {(value: any) => void} act */
function toggleOf({ label, needed }, act) {
  if (needed) act(false);
  return toggle(label, act).row;
}

/** @param {string} label @param {...Node} children */
function group(label, ...children) {
  return h("div", { className: "ask", role: "group", "aria-label": label }, h("b", {}, label), ...children);
}

/** @param {string} words @param {() => void} act @param {boolean} [on] */
function pad(words, act, on) {
  return h(
    "button",
    { type: "button", className: "small", onclick: act, ...(on === undefined ? {} : { "aria-pressed": String(on) }) },
    capital(words),
  );
}

/** @param {Question} question @param {any} chosen @param {(value: any, ends: boolean) => void} act */
function buttons({ label, choices = [], needed }, chosen, act) {
  const all = choices.map(([value, words]) => {
    const button = pad(
      words,
      () => {
        const off = !needed && button.getAttribute("aria-pressed") === "true";
        for (const each of all) each.setAttribute("aria-pressed", String(each === button && !off));
        act(off ? undefined : value, true);
      },
      value === chosen,
    );
    return button;
  });
  return group(label, h("div", { className: "pads" }, ...all));
}

/** @param {Question} question @param {(value: any) => void} act */
function listOf({ label, choices = [] }, act) {
  const { row, input } = choice(
    label,
    [["", "…"], ...choices.map(([, words], i) => [String(i), capital(words)])],
    (at) => act(at === "" ? undefined : choices[Number(at)][0]),
  );
  input.value = "";
  return row;
}

/** @param {Question} question @param {(value: any) => void} act */
function several({ label, choices = [] }, act) {
  const chosen = new Set();
  const all = choices.map(([value, words]) => {
    const button = pad(
      words,
      () => {
        if (!chosen.delete(value)) chosen.add(value);
        button.setAttribute("aria-pressed", String(chosen.has(value)));
        act(choices.map(([each]) => each).filter((each) => chosen.has(each)));
      },
      false,
    );
    return button;
  });
  act([]);
  return group(label, h("div", { className: "pads" }, ...all));
}

/**
 * Makes an input for things that can be chosen several times, such as dice. Each tap adds one.
 * @param {Question} question @param {(value: any, ends: boolean) => void} act @param {any[]} [now] the present choice
 */
export function counted({ label, kind, choices = [], least = 0, most = 99 }, act, now = []) {
  let chosen = now;
  const said = h("output", {}),
    last = pad(_("Take the last one back"), () => change(chosen.slice(0, -1)));
  const all = choices.map(([value, words]) => pad(words, () => chosen.length < most && change([...chosen, value])));
  change(now);
  return group(
    label,
    h("div", { className: kind === "several" ? "pads tight" : "pads" }, ...all),
    h("p", { className: "chosen" }, said, last),
  );

  /** @param {any[]} values */
  function change(values) {
    chosen = values;
    const words = (/** @type {any} */ value) => choices.find(([each]) => each === value)?.[1] ?? "";
    write(said, `${chosen.map(words).join(", ")} ${least === most ? `(${chosen.length}/${most})` : ""}`.trim() || "…");
    last.disabled = !chosen.length;
    const counts = choices
      .map(([each]) => [each, chosen.filter((value) => value === each).length])
      .filter(([, n]) => n);
    act(
      kind === "several" ? chosen : counts.map(([each, n]) => `${each}${n}`).join(""),
      chosen.length > 0 && chosen.length === most && least === most,
    );
  }
}

/** @param {Question} question @param {(value: any) => void} act */
function amount({ label, least = 0, most = 0, steps = [] }, act) {
  const start = Math.max(least, Math.min(0, most)),
    input = h("input", {
      type: "number",
      inputmode: "numeric",
      min: least,
      max: most,
      value: String(start),
      "aria-label": label,
      oninput: () => act(input.value === "" ? undefined : Number(input.value)),
    });
  const add = (/** @type {number} */ more) => set(Math.max(least, Math.min(most, (Number(input.value) || 0) + more)));
  const signs = least < 0 || steps.length < 3 ? [1, -1] : [1];
  act(start);
  return group(
    label,
    h(
      "div",
      { className: "amount-row" },
      input,
      pad(least < 0 ? "0" : String(start), () => set(start)),
    ),
    ...signs.map((sign) =>
      h(
        "div",
        { className: "pads tight" },
        ...steps.slice(0, 4).map((step) => pad(`${sign > 0 ? "+" : "−"}${step}`, () => add(sign * step))),
      ),
    ),
  );

  /** @param {number} value */
  function set(value) {
    input.value = String(value);
    act(value);
  }
}

/** @param {Question} question @param {(value: any) => void} act */
function text({ label, choices = [], most = 30 }, act) {
  const input = h("input", {
    type: "text",
    maxlength: most,
    "aria-label": label,
    autocomplete: "off",
    oninput: () => act(input.value.trim()),
  });
  const ideas = choices.map(([value, words]) => pad(words, () => ((input.value = value), act(value))));
  act("");
  return group(label, input, h("div", { className: "pads" }, ...ideas));
}
