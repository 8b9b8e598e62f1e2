// Shows lasting messages below the page's header: features that the browser lacks, values that are not stored, and
// which page controls the block.
import { byId, h, small, write } from "./dom.js";
import { _, ngettext } from "./language.js";

/** @param {{askControl: () => void, answerControl: (yes: boolean) => void, ownBlock: (() => void)}} actions */
export function makeMarks({ askControl, answerControl, ownBlock }) {
  const why = h("span", {}),
    own = small(_("Play my own block"), ownBlock),
    kept = h("p", { className: "mark", hidden: true }, why, own),
    control = makeControl(askControl, answerControl);
  byId("marks").append(kept, control.root);
  return { draw };

  /** @param {import("./state.js").State} state */
  function draw(state) {
    const { status, unkept, name, linked } = state.engine;
    write(why, unkept);
    kept.hidden = status !== "ready" || !unkept;
    own.hidden = name !== "here" || !linked;
    control.draw(state);
  }
}

/**
 * Shows which page controls the block if several pages show it.
 * @param {() => void} ask @param {(yes: boolean) => void} answer
 */
function makeControl(ask, answer) {
  const words = h("span", {});
  const asks = small(_("Ask for the block"), ask),
    yes = small(_("Hand it over"), () => answer(true)),
    no = small(_("Keep it"), () => answer(false));
  const root = h("p", { className: "mark", hidden: true }, words, asks, yes, no);
  return { root, draw };

  /** @param {import("./state.js").State} state */
  function draw({ control, engine }) {
    const { mine, watchers, asked } = control;
    root.hidden = engine.status !== "ready" || (mine && !watchers && !asked);
    write(words, told(control));
    asks.hidden = mine;
    yes.hidden = no.hidden = !mine || !asked;
  }
}

/** @param {import("./state.js").State["control"]} control */
function told({ mine, holder, watchers, asked }) {
  if (!mine) return _("Watching: {page} has the block.", { page: holder });
  if (asked) return _("{page} is asking for the block.", { page: asked });
  return ngettext("{n} other page is watching.", "{n} other pages are watching.", watchers);
}
