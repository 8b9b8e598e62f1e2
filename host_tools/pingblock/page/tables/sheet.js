// Shows a sheet over the game: the questions of a move, a rule in words, or a list to choose from.
import { h, small } from "../dom.js";
import { _ } from "../language.js";
import { showLayer } from "../layers.js";
import { capital } from "../text.js";
import { makeForm } from "./forms.js";
import { makeWhole } from "./whole.js";

/** @typedef {import("./moves.js").Move} Move */
/** @typedef {import("./table.js").Answer} Answer */
/** @typedef {ReturnType<typeof makeSheet>} Sheet */

/** @param {HTMLElement} root @param {import("./evening.js").Evening} evening */
export function makeSheet(root, evening) {
  const sheet = /** @type {HTMLDialogElement} */ (h("dialog", { className: "sheet" }));
  sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close());
  /** The reason why the form in the sheet was refused. Closing the sheet removes it. @type {Answer["error"]} */
  let refusal;
  sheet.addEventListener("close", () => evening.forget(refusal));
  root.append(sheet);
  return {
    root: sheet,
    show,
    close: () => sheet.close(),
    sayWith,
    explain,
    choose,
    openAll,
    askBy,
    askWhole,
    choiceOf,
  };

  /**
   * Shows a sentence, and after a tap its rule.
   * @param {HTMLElement} place @param {string} say @param {string} [rule]
   */
  function sayWith(place, say, rule) {
    place.replaceChildren(
      say,
      ...(rule
        ? [
            " ",
            h(
              "button",
              {
                type: "button",
                className: "rule",
                "aria-label": _("Why? Rule {rule}", { rule }),
                onclick: () => void explain(rule),
              },
              _("Why?"),
            ),
          ]
        : []),
    );
  }

  /** @param {string} id */
  async function explain(id) {
    const { ok, rule, error } = await (await evening.referee()).ask({ rule: id });
    if (!ok || !rule) return show(_("Rule"), [h("p", {}, error?.say ?? "")]);
    show(_("Rule {rule}", { rule: rule.rule }), [
      h("p", { className: "text" }, rule.say),
      h("p", { className: "note" }, _("Source: {source}.", { source: rule.source })),
    ]);
  }

  /** @param {string} title @param {(Node | null)[]} children */
  function show(title, children) {
    const close = small(_("Close"), () => sheet.close());
    sheet.setAttribute("aria-label", title);
    sheet.replaceChildren(h("h3", {}, title), h("div", { className: "scrolls" }, ...children), close);
    showLayer(sheet);
  }

  /** @param {string} title @param {[import("./table.js").Command, string][]} steps */
  function choose(title, steps) {
    show(title, [h("div", { className: "all" }, ...steps.map(([step, words]) => choiceOf(capital(words), step)))]);
  }

  /** @param {Move[]} hidden @param {Move[]} others */
  function openAll(hidden, others) {
    const all = [...hidden, ...others].flatMap(({ words, request, steps, form }) => {
      if (form) return [small(words, () => void askBy(form, words))];
      return steps.length
        ? steps.map(([step, text]) => choiceOf(capital(text), step))
        : [choiceOf(words, request ?? {})];
    });
    show(_("Other moves"), [h("div", { className: "all" }, ...all)]);
  }

  /**
   * Asks for the arguments of a command. If the command is refused, the same sheet shows the reason.
   * @param {[string, number | null]} wanted the command's verb and seat @param {string} [words]
   */
  function askBy(wanted, words = evening.model.shown.menus?.[wanted[0]] ?? "") {
    return askForm(words, { form: wanted }, ({ form }, done) => form && makeForm(form, done));
  }

  /** Asks for everything that corrections can set. @param {string} words */
  function askWhole(words) {
    return askForm(
      words,
      { whole: true },
      ({ whole }, done) => whole && makeWhole(whole, (steps) => done({ correct: steps })),
    );
  }

  /**
   * Shows a form. If the referee refuses the answers, the form stays open.
   * @param {string} words @param {object} request for the questions of the form
   * @param {(answer: Answer, done: (request: object) => Promise<boolean>) => Node | undefined} make
   */
  async function askForm(words, request, make) {
    const after = evening.model.shown.steps; // The answers are about the state that people see now.
    root.setAttribute("aria-busy", "true");
    const asked = await (await evening.referee()).ask(request);
    root.setAttribute("aria-busy", String(evening.model.busy));
    const wrong = h("p", { className: "fault", role: "alert", hidden: true });
    const form = make(asked, async (filled) => {
      const answer = await evening.ask({ after, ...filled });
      refusal = answer.error;
      if (answer.ok) sheet.close();
      sayWith(wrong, answer.error?.say ?? "", answer.error?.rule);
      wrong.hidden = answer.ok;
      return answer.ok;
    });
    show(words.replace(" …", ""), form ? [form, wrong] : [h("p", {}, asked.error?.say ?? "")]);
  }

  /**
   * Makes a list entry that refers to the state shown now, even if it is tapped later.
   * @param {string} text @param {object} request
   */
  function choiceOf(text, request) {
    const dated = evening.dated(request);
    return small(text, () => {
      sheet.close();
      void evening.ask(dated);
    });
  }
}
