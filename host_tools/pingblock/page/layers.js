// What is open above the page, such as a sheet, a game or a dialog: Back closes one at a time.

/** From the lowest to the top. @type {{close: () => void}[]} */
const open = [];
let waits = false; // for a step back that is on its way
let asked = false;

/** @returns {number} layers that the browser's history knows */
const known = () => history.state?.layer ?? 0;

/**
 * Notes that a layer is open; returns what to call when it was closed by hand.
 * @param {() => void} close  called by Back
 */
export function opened(close) {
  const layer = { close };
  open.push(layer);
  soon();
  return () => {
    const at = open.indexOf(layer);
    if (at < 0) return;
    open.splice(at, 1);
    soon();
  };
}

/** A dialog is a layer as long as it is open. @param {HTMLDialogElement} dialog */
export function showLayer(dialog) {
  if (dialog.open) return;
  dialog.showModal();
  dialog.addEventListener(
    "close",
    opened(() => dialog.close()),
    { once: true },
  );
}

/** Brings the history in line, once for all that happens now: a layer may take the place of another. */
function soon() {
  if (asked) return;
  asked = true;
  setTimeout(() => {
    asked = false;
    settle();
  });
}

function settle() {
  if (waits) return;
  const more = open.length - known();
  for (let layer = known() + 1; layer <= open.length; layer++) history.pushState({ layer }, "");
  if (more < 0) {
    waits = true;
    history.go(more);
  }
}

window.addEventListener("popstate", () => {
  if (waits) waits = false;
  else while (open.length > known()) open.pop()?.close();
  soon(); // what a layer opened as it was closed, or Forward
});
