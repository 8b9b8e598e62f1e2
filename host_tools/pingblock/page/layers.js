// Handles layers above the page, such as a sheet, a game or a dialog. The browser's Back closes one at a time.

/** From the lowest to the top. @type {{close: () => void}[]} */
const open = [];
let waits = false; // true until a step back has happened
let asked = false;

/** @returns {number} the number of layers that the browser's history has */
const known = () => history.state?.layer ?? 0;

/**
 * Notes that a layer is open. Returns a function that must be called when a person closes it by hand.
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

/** Adapts the history once after all changes of the moment, because one layer can replace another. */
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
  soon(); // A closing layer can open another, and the step can be Forward.
});
