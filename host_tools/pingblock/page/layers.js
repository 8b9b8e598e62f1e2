// Handles layers above the page: a sheet, a game or a dialog. The browser's Back button closes them one by one.

/** From the lowest to the top layer. @type {{close: () => void}[]} */
const open = [];
let waits = false; // true until a step back has happened
let asked = false;

/** @returns {number} the number of layers in the browser's history */
const known = () => history.state?.layer ?? 0;

/**
 * Notes that a layer is open. Returns a function that must be called when a person closes the layer by other means.
 * @param {() => void} close  called by the Back button
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

/** Opens a dialog as a layer. @param {HTMLDialogElement} dialog */
export function showLayer(dialog) {
  if (dialog.open) return;
  dialog.showModal();
  dialog.addEventListener(
    "close",
    opened(() => dialog.close()),
    { once: true },
  );
}

/** Adapts the history once after all present changes, because one layer can replace another. */
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
  soon(); // A layer that closes can open another one, and the step can be Forward.
});
