// Shows results and expected results of the chosen game as bars.
import { h, small, write } from "../dom.js";
import { _, ngettext, percent } from "../language.js";
import { coins, plainName, told } from "../words.js";

const FACES = [1, 2, 3, 4, 5, 6].map((face) => `face${face}`);
const ACTIONS = ["shot", "hammer", "heal", "dance"];

/** @param {string} key @param {import("../state.js").State} state */
function label(key, state) {
  if (key.startsWith("coins")) return coins(Number(key.slice(5)));
  if (key.startsWith("face")) return _("A {n}", { n: key.slice(4) });
  const { names, outcome } = state.games.words[state.device.game] ?? {};
  if (outcome?.[key]) return told({ outcome: key }, state.games)[0];
  const swords = /** @type {Record<string, string>} */ ({
    sea2: _("2 swords"),
    sea3: _("3 swords"),
    sea4: _("4 swords"),
  });
  const name = Object.values(names ?? {}).find((words) => key in words)?.[key];
  return swords[key] ?? (name ? _(name) : plainName(key));
}

/**
 * Returns keys with their expected shares.
 * @param {string[]} keys @param {number[]} weights @returns {[string, number][]}
 */
function shares(keys, weights) {
  const sum = weights.reduce((a, b) => a + b, 0);
  return keys.map((key, i) => [key, sum ? weights[i] / sum : 0]);
}

/**
 * Returns groups of keys, each with its expected share.
 * @param {import("../state.js").State} state
 * @returns {[string, number][][]}
 */
export function expected(state) {
  const { game, weights, settings } = state.device;
  if (game === "dice") return [shares(FACES, [1, 1, 1, 1, 1, 1])];
  if (game === "storm_dice")
    return [shares(FACES, [1, 1, 1, 1, 1, 1]), shares(ACTIONS, settings.action_weights ?? [2, 2, 1, 1])];
  if (game === "fortune") {
    const chosen = settings.fortune_deck;
    const deck = typeof chosen === "object" ? chosen : (state.games.decks[chosen] ?? {});
    return [shares(Object.keys(deck), Object.values(deck))];
  }
  if (game !== "block") return []; // The page does not know the expected shares of other games.
  const { outcomes, manual } = state.games;
  const known = outcomes.map(([kind, coins]) => `${kind}${coins || ""}`);
  const held = weights.length ? weights : manual;
  const keys = held.map((_weight, i) => known[i] ?? `outcome ${i + 1}`); // A newer device can have more outcomes.
  return [shares(keys, held).filter(([, share]) => share > 0)];
}

/** @param {HTMLElement} root @param {import("../main.js").Actions} actions */
export function makeOdds(root, actions) {
  const title = h("p", { className: "note" });
  const bars = h("div", { className: "bars", role: "list" });
  root.append(title, bars, small(_("Count from zero"), actions.forgetCounts));
  let drawn = "";
  return { draw };

  /** @param {import("../state.js").State} state */
  function draw(state) {
    const groups = expected(state),
      counts = state.counts[state.device.game] ?? {};
    const next = JSON.stringify([groups, counts]);
    if (next === drawn) return;
    drawn = next;
    /** @type {HTMLElement} */ (root.parentElement).hidden = !groups.length; // The heading is also hidden.
    const first = (groups[0] ?? []).reduce((sum, [key]) => sum + (counts[key] ?? 0), 0);
    write(
      title,
      first
        ? ngettext(
            "{n} draw so far. The bars are the outcomes, and the marks are the expected shares.",
            "{n} draws so far. The bars are the outcomes, and the marks are the expected shares.",
            first,
          )
        : _("No draw yet. The marks are the expected shares."),
    );
    bars.replaceChildren(...groups.flatMap((group) => rows(group, counts, state)));
  }
}

/**
 * @param {[string, number][]} group @param {Record<string, number>} counts @param {import("../state.js").State} state
 */
function rows(group, counts, state) {
  const all = group.reduce((sum, [key]) => sum + (counts[key] ?? 0), 0);
  const most = Math.max(0.01, ...group.map(([key, share]) => Math.max(share, all ? (counts[key] ?? 0) / all : 0)));
  return group.map(([key, share]) => {
    const count = counts[key] ?? 0,
      came = all ? count / all : 0;
    const bar = h("i", {}),
      mark = h("u", {});
    bar.style.width = `${(came / most) * 96}%`;
    mark.style.left = `${(share / most) * 96}%`;
    const part = all ? percent(came) : "–";
    const words = ngettext(
      "{what}: {n} time, {part}, expected {share}",
      "{what}: {n} times, {part}, expected {share}",
      count,
      { what: label(key, state), part, share: percent(share) },
    );
    return h(
      "div",
      { role: "listitem", "aria-label": words },
      h("span", {}, label(key, state)),
      h("span", { className: "track" }, bar, mark),
      h("em", {}, part),
    );
  });
}
