// Makes a field for each option of a game.
import { choice, h, toggle } from "../dom.js";
import { _ } from "../language.js";

/** @typedef {import("./table.js").Option} Option */
/**
 * @typedef {object} Field
 * @property {string} name
 * @property {HTMLElement} row
 * @property {() => Promise<string>} value  the value as text if it is not the default, otherwise ""
 */

export const BOARD = "board"; // the option whose value is the text of a board file
const COUNTED = "counted"; // choice for a value that is counted

/** @param {Option} option @returns {Field} */
export function optionOf(option) {
  const { name, help, allowed, choices, number, things, default: usual } = option,
    label = `${help} (${name})`;
  if (name === BOARD) return fileOf(name);
  if (typeof usual === "boolean") {
    const { row, input } = toggle(label, () => {});
    input.checked = usual;
    return { name, row, value: async () => (input.checked === usual ? "" : input.checked ? "on" : "off") };
  }
  if (number) {
    const [least, most] = number,
      [[, unchanged = ""] = []] = choices; // the text of an empty field
    const kind = { type: "number", inputmode: "numeric", min: least, max: most };
    return inputOf(name, label, { ...kind, placeholder: unchanged }, choices.length ? "" : String(usual));
  }
  if (choices.length) return choiceOf(label, option, things.length ? countsOf(things) : null);
  return inputOf(name, label, { type: "text", title: allowed }, Array.isArray(usual) ? usual.join(",") : String(usual));
}

/** @param {string} name @returns {Field} */
function fileOf(name) {
  const input = h("input", { type: "file", accept: ".toml", id: `opt-${name}` });
  return {
    name,
    row: h("div", { className: "row" }, h("label", { htmlFor: input.id }, _("Your own board, a file")), input),
    value: async () => (input.files?.[0] ? input.files[0].text() : ""),
  };
}

/** @param {string} name @param {string} label @param {object} kind @param {string} usual @returns {Field} */
function inputOf(name, label, kind, usual) {
  const input = h("input", { ...kind, value: usual, id: `opt-${name}` });
  return {
    name,
    row: h("div", { className: "row" }, h("label", { htmlFor: input.id }, label), input),
    value: async () => (input.value === usual ? "" : input.value),
  };
}

/**
 * @param {string} label @param {Option} option @param {ReturnType<typeof countsOf> | null} counts for the last choice
 * @returns {Field}
 */
function choiceOf(label, { name, choices, default: usual }, counts) {
  const listed = counts ? [...choices, [COUNTED, _("count yours")]] : choices;
  const { row, input } = choice(label, listed, (value) => counts && (counts.root.hidden = value !== COUNTED));
  input.value = String(usual);
  return {
    name,
    row: counts ? h("div", {}, row, counts.root) : row,
    value: async () =>
      input.value === COUNTED && counts ? counts.text() : input.value === String(usual) ? "" : input.value,
  };
}

/** @param {[string, string][]} things */
function countsOf(things) {
  const fields = things.map(([thing, words]) => {
    const input = h("input", { type: "number", inputmode: "numeric", min: 0, value: "0", id: `count-${thing}` });
    return { thing, input, row: h("div", { className: "row" }, h("label", { htmlFor: input.id }, words), input) };
  });
  const given = () => fields.map(({ thing, input }) => [thing, Number(input.value)]).filter(([, count]) => count);
  return {
    root: h("div", { hidden: true }, ...fields.map(({ row }) => row)),
    text: () => JSON.stringify(Object.fromEntries(given())),
  };
}
