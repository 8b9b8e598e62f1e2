// Translates the page: `_("Roll again.")` returns the text in the reader's language. The sources contain the English
// texts. The words of another language are in a file that is loaded first. A text that the file lacks is shown in
// English.
import { fileOf } from "./files.js";
import { keep, kept } from "./keep.js";
import { within } from "./limit.js";
import { session } from "./stored.js";

/**
 * Code -> name of the language. Languages that are not in `WHOLE` have only some words, such as the block's.
 * @type {Record<string, string>}
 */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  pt: "Português",
  it: "Italiano",
  nl: "Nederlands",
  sv: "Svenska",
  da: "Dansk",
  no: "Norsk (bokmål)",
  fi: "Suomi",
  pl: "Polski",
};
export const WHOLE = new Set(["en", "de", "fr"]);
/** Storage key which marks that a game must stay open after the page is loaded again. */
export const GOES_ON = "pingblock.goes-on";
const LOAD_MS = 8000; // After this time the page starts in English, and a message explains why.
const IN = "\u0004"; // separates a context from its text

/** @typedef {Record<string, string | number>} Values  values for the placeholders of a text, such as {n} */

/** The code of the page's language. */
export const language = chosen();
/**
 * The texts of this language, which the page also sends to the referees.
 * @type {{language: string, texts: Record<string, string | string[]>, plurals?: string, catalogue?: boolean}}
 */
export const words = language === "en" ? { language, texts: {} } : await load();
const { texts } = words;
const plurals = new Intl.PluralRules(language);
const forms = ["zero", "one", "two", "few", "many", "other"].filter((form) =>
  plurals.resolvedOptions().pluralCategories.includes(/** @type {any} */ (form)),
);
const numbers = new Intl.NumberFormat(written(), { useGrouping: false, maximumFractionDigits: 3 });
document.documentElement.lang = written();

/**
 * Returns the language of texts that are not about the block. It is English if only the block's words are translated.
 */
export function written() {
  return WHOLE.has(language) ? language : "en";
}

function chosen() {
  const asked = new URLSearchParams(location.search).get("lang");
  const short = (/** @type {string | null} */ code) => (code ?? "").toLowerCase().slice(0, 2).replace(/nb|nn/, "no");
  // A language that has only the block's words is used only if a person has chosen it.
  return (
    [asked, kept().language].map(short).find((code) => code in LANGUAGES) ??
    navigator.languages.map(short).find((code) => WHOLE.has(code)) ??
    "en"
  );
}

async function load() {
  const answer = fileOf(`languages/${language}.json`).then((found) => (found.ok ? found.json() : null));
  return (await within(answer, LOAD_MS).catch(() => null)) ?? { language, texts: {} };
}

/** Returns the translation of a text, with its placeholders filled. @param {string} english @param {Values} [values] */
export function _(english, values) {
  const found = texts[english] ?? english;
  return filled(typeof found === "string" ? found : found[0], values);
}

/**
 * Translates an English word that has several meanings. `context` names the meaning.
 * @param {string} context @param {string} english @param {Values} [values]
 */
export function pgettext(context, english, values) {
  return filled(String(texts[`${context}${IN}${english}`] ?? english), values);
}

/**
 * Returns the form of a text for `n` things. The placeholder {n} shows the number.
 * @param {string} one @param {string} many @param {number} n @param {Values} [values]
 */
export function ngettext(one, many, n, values) {
  const found = texts[one];
  const form = Array.isArray(found)
    ? found[Math.min(forms.indexOf(plurals.select(n)), found.length - 1)]
    : n === 1
      ? one
      : many;
  return filled(form, { n, ...values });
}

/** @param {string} text @param {Values} [values] */
function filled(text, values) {
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (place, name) => (name in values ? shown(values[name]) : place));
}

/** @param {string | number} value */
const shown = (value) => (typeof value === "number" ? numbers.format(value) : value);

/** Returns a share from 0 to 1 as a whole percentage. @param {number} share */
export const percent = (share) => share.toLocaleString(written(), { style: "percent" });

/** Returns a number with this many decimal places. @param {number} value @param {number} [digits] */
export function number(value, digits = 0) {
  return value.toLocaleString(written(), {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Returns a list such as "Ann, Ben and Cleo". @param {string[]} items */
export function listed(items) {
  return new Intl.ListFormat(written(), { type: "conjunction" }).format(items);
}

/** Translates the texts of the document. @param {ParentNode} root */
export function translate(root) {
  if (language === "en") return;
  for (const each of root.querySelectorAll("[aria-label], [title]")) {
    for (const name of ["aria-label", "title"]) {
      const text = each.getAttribute(name);
      if (text) each.setAttribute(name, _(text));
    }
  }
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = node.textContent?.trim();
    if (text) node.textContent = _(text);
  }
}

/** Changes the page's language. The page is loaded again, and continues where it was. @param {string} code */
export function speak(code) {
  keep({ language: code });
  if ("table" in document.documentElement.dataset) session.write(GOES_ON, "1");
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  history.replaceState(history.state, "", address);
  location.reload();
}

/**
 * Fills the list of languages, and reacts to a choice.
 * @param {HTMLSelectElement} select @param {HTMLElement} shown shows the code of the language
 */
export function offer(select, shown) {
  select.replaceChildren(
    ...Object.entries(LANGUAGES).map(([code, name]) => {
      // Translators: of a language in which only some of the page is said
      const part = _("in part");
      const option = new Option(WHOLE.has(code) ? name : `${name} (${part})`, code, false, code === language);
      option.lang = code;
      return option;
    }),
  );
  shown.textContent = language.toUpperCase();
  select.addEventListener("change", () => speak(select.value));
}

/** Returns a sentence if the words of the language could not be loaded, otherwise "". */
export function lacking() {
  if (language === "en" || Object.keys(texts).length) return "";
  return filled("The words of {language} could not be loaded: all is said in English.", {
    language: LANGUAGES[language],
  });
}
