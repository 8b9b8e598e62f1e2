// Shows the log: the events of the game as sentences, with their rules.
import { h } from "../dom.js";
import { _ } from "../language.js";

/** @typedef {import("./table.js").TableEvent} TableEvent */

/** @param {(place: HTMLElement, say: string, rule?: string) => void} sayWith */
export function makeLog(sayWith) {
  const log = h("ol", {}),
    root = h("div", { className: "said", tabindex: "0", role: "log", "aria-label": _("What happened") }, log);
  let told = /** @type {TableEvent[]} */ ([]);
  /** Scrolls to the newest lines. Space is added below them so that the first visible line is whole. */
  const toEnd = () => {
    if (root.matches(":hover, :focus")) return;
    const lines = /** @type {HTMLElement[]} */ ([...log.children]),
      newest = lines.at(-1);
    if (!newest) return;
    const end = newest.offsetTop + newest.offsetHeight,
      first = lines.find((line) => line.offsetTop >= end - root.clientHeight) ?? newest;
    const below = Math.max(0, first.offsetTop + root.clientHeight - end);
    log.style.paddingBottom = `${below + 1}px`; // because the offsets are rounded
    root.scrollTop = first.offsetTop;
  };
  // The moves below the log need more or less space, and new lines make the log longer.
  const sizes = new ResizeObserver(toEnd);
  for (const each of [root, log]) sizes.observe(each);
  return { root, draw, forget: () => ((told = []), log.replaceChildren()) };

  /** @param {TableEvent[]} events */
  function draw(events) {
    if (events === told) return;
    const fresh = events.filter((event) => !told.includes(event)),
      lines = [...log.children];
    told.forEach((event, i) => events.includes(event) || lines[i].remove());
    told = events;
    for (const { say, rule, seat } of fresh) {
      const item = h("li", seat === null ? {} : { style: `--seat: var(--seat-${seat})`, className: "of" });
      sayWith(item, say, rule);
      log.append(item);
    }
  }
}
