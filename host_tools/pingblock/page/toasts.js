// Shows messages of the page above the tabs for a while. The live region announces the same words.
import { byId, h } from "./dom.js";
import { _ } from "./language.js";

const MOST = 3; // If there are more, the oldest is removed.
const LEAST_MS = 6000,
  LETTER_MS = 90; // time for each letter, enough for a slow reader
const GAP_PX = 4;

/** @param {string} text */
export function showToast(text) {
  const list = byId("toasts");
  for (const each of [...list.children]) if (each.firstChild.textContent === text) each.remove();
  const close = h(
    "button",
    { type: "button", className: "icon", "aria-label": _("Close: {what}", { what: text }), onclick: () => end() },
    "×",
  );
  const toast = h("li", {}, h("span", {}, text), close);
  list.append(toast);
  while (list.childElementCount > MOST) list.firstChild.remove();
  // It is shown again so that it is above a dialog that was opened in the meantime.
  list.hidePopover?.();
  list.showPopover?.();
  list.hidden = false;
  placeToasts();
  wait();

  function wait() {
    setTimeout(() => (toast.matches(":hover, :focus-within") ? wait() : end()), LEAST_MS + text.length * LETTER_MS);
  }

  function end() {
    toast.remove();
    if (list.childElementCount) return;
    list.hidePopover?.();
    list.hidden = true;
  }
}

/** Positions toasts below the lasting messages. */
export function placeToasts() {
  const list = byId("toasts");
  if (!list.hidden) list.style.top = `${Math.max(byId("marks").getBoundingClientRect().bottom, 0) + GAP_PX}px`;
}
