// Makes a form with everything that corrections can set, for example to continue a game from paper.
import { choice, h, toggle } from "../dom.js";
import { _ } from "../language.js";
import { capital } from "../text.js";
import { counted } from "./forms.js";

/** @typedef {import("./table.js").Row} Row */

/**
 * @param {Row[]} rows
 * @param {(steps: object[]) => Promise<boolean>} done  gets the corrections, and returns whether they were carried out
 * @returns {HTMLElement}
 */
export function makeWhole(rows, done) {
  /** Row -> the new value. @type {Map<Row, any>} */
  const changes = new Map();
  const titles = [...new Set(rows.map(({ title }) => title))];
  const submit = h("button", { type: "submit", className: "go", disabled: true }, _("Set these"));
  return h(
    "form",
    {
      className: "asks",
      onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void send()),
    },
    h(
      "p",
      { className: "note" },
      _("Change the values that differ from the real table. The page sets all of them at once."),
    ),
    ...titles.map((title) =>
      h(
        "details",
        {},
        h("summary", {}, capital(title)),
        ...rows.filter((row) => row.title === title).map((row) => place(row, (value) => take(row, value))),
      ),
    ),
    submit,
  );

  async function send() {
    submit.disabled = true;
    const steps = [...changes].map(([{ step, question }, value]) => ({ ...step, [question.name]: value }));
    submit.disabled = await done(steps);
  }

  /** @param {Row} row @param {any} value undefined if it is not valid */
  function take(row, value) {
    if (JSON.stringify(value ?? null) === JSON.stringify(row.step[row.question.name])) changes.delete(row);
    else changes.set(row, value);
    submit.disabled = !changes.size || [...changes.values()].includes(undefined);
  }
}

/** @param {Row} row @param {(value: any) => void} act @returns {HTMLElement} */
function place({ of, title, step, question }, act) {
  const now = step[question.name],
    label = of || capital(title),
    { kind, choices = [], least = 0, most = 0 } = question;
  if (kind === "switch") {
    const { row, input } = toggle(label, act);
    input.checked = now;
    return row;
  }
  if (kind === "choice") {
    const options = choices.map(([, words], i) => [String(i), capital(words)]);
    const { row, input } = choice(label, now === null ? [["", "…"], ...options] : options, (at) =>
      act(at === "" ? undefined : choices[Number(at)][0]),
    );
    input.value = now === null ? "" : String(choices.findIndex(([value]) => value === now));
    return row;
  }
  if (kind === "several") return counted({ ...question, label }, act, now);
  const { row, input } = field(label);
  Object.assign(input, { min: least, max: most, value: now, required: true });
  input.oninput = () => act(input.validity.valid ? Number(input.value) : undefined);
  return row;
}

/** @param {string} label */
function field(label) {
  const input = h("input", { type: "number", inputmode: "numeric" });
  return { row: h("label", { className: "row" }, label, input), input };
}
