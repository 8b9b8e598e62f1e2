// Lets people move the block, its check button and the lever by touch, mouse, keys or a screen reader.
const TAP_MS = 120,
  LEVER_TAP_MS = 600;
// A finger that rests on the lever for this long pulls it. A finger that moves earlier can drag it instead.
const REST_MS = 180,
  MOVED_PX = 7;
const FULL_SHARE = 0.11; // Dragging over this share of the scene's height moves the lever to its end.
const PULLED = 0.6,
  FREE = 0.4;
/** @type {Record<string, string>} */
const LETTERS = { c: "check", l: "lever" };

/**
 * @param {HTMLElement} stage
 * @param {{hand: (name: string, down: boolean) => void, used: (hint: string) => void,
 *   drag: (share: number | null) => void, letters: () => boolean}} act
 */
export function takeHands(stage, act) {
  /** @type {Record<string, boolean>} */
  const down = { block: false, check: false, lever: false };

  /** @param {string} name @param {boolean} on */
  function move(name, on) {
    if (down[name] === on) return;
    down[name] = on;
    act.hand(name, on);
    if (on) act.used(name);
  }

  for (const button of /** @type {NodeListOf<HTMLElement>} */ (stage.querySelectorAll("[data-hand]"))) {
    const name = /** @type {string} */ (button.dataset.hand);
    if (name === "lever") dragLever(button, stage, move, act.drag);
    else touch(button, name, move);
    // Only a screen reader's press comes without a pointer or a key. It has no end.
    button.addEventListener("click", (event) => {
      if (event.detail || down[name]) return;
      move(name, true);
      setTimeout(() => move(name, false), name === "lever" ? LEVER_TAP_MS : TAP_MS);
    });
  }
  keys(move, act.letters);
  window.addEventListener("blur", () => Object.keys(down).forEach((name) => move(name, false)));
}

/** @param {HTMLElement} button @param {string} name @param {(name: string, on: boolean) => void} move */
function touch(button, name, move) {
  button.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    button.setPointerCapture(event.pointerId);
    move(name, true);
  });
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture"])
    button.addEventListener(kind, () => move(name, false));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

/**
 * Makes the lever work: people can drag it down and let go, hold it, or tap it.
 * @param {HTMLElement} button @param {HTMLElement} stage
 * @param {(name: string, on: boolean) => void} move @param {(share: number | null) => void} drag
 */
function dragLever(button, stage, move, drag) {
  let fromY = 0,
    share = 0,
    held = false,
    dragged = false,
    resting = 0;

  /** @param {number} next */
  function pull(next) {
    share = next;
    drag(share);
    if (share > PULLED) move("lever", true);
    else if (share < FREE) move("lever", false);
  }

  function letGo() {
    clearTimeout(resting);
    if (!held) return;
    held = false;
    drag(null);
    if (dragged || share) return move("lever", false);
    move("lever", true);
    setTimeout(() => move("lever", false), LEVER_TAP_MS);
  }

  button.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    button.setPointerCapture(event.pointerId);
    [fromY, share, held, dragged] = [event.clientY, 0, true, false];
    resting = window.setTimeout(() => held && !dragged && pull(1), REST_MS);
  });
  button.addEventListener("pointermove", (event) => {
    const moved = event.clientY - fromY;
    if (!held || (!dragged && Math.abs(moved) < MOVED_PX)) return;
    dragged = true;
    pull(Math.max(0, moved / (stage.clientHeight * FULL_SHARE)));
  });
  for (const kind of ["pointerup", "pointercancel"]) button.addEventListener(kind, letGo);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

/**
 * Lets keys press and release like fingers. Letters work only while no element has the focus.
 * @param {(name: string, on: boolean) => void} move @param {() => boolean} letters  returns whether letters are
 * switched on
 */
function keys(move, letters) {
  let byPointer = /** @type {EventTarget | null} */ (null); // the button that a finger or a mouse has pressed last
  /** @param {KeyboardEvent} event @returns {string | undefined} */
  function meant(event) {
    const at = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
    if (at.dataset.hand && (event.key === " " || event.key === "Enter")) return at.dataset.hand;
    if (document.querySelector("dialog[open], .cannot:not([hidden]), [data-table]")) return undefined;
    const isFree = at === document.body || at.closest(".stage") || at === byPointer;
    if (event.key === " ") return isFree ? "block" : undefined;
    return isFree && letters() ? LETTERS[event.key.toLowerCase()] : undefined;
  }
  /** Key -> the pressed part. @type {Record<string, string>} */
  const held = {};
  document.addEventListener(
    "pointerdown",
    ({ target }) => (byPointer = /** @type {Element} */ (target).closest("button")),
    { capture: true },
  );
  document.addEventListener("keydown", (event) => {
    const name = meant(event),
      { key, target, repeat } = event;
    if (key === "Tab") byPointer = null;
    // A held key, or Space after a click, would press the button again without intent.
    const again = key === " " ? target === byPointer : key === "Enter" && repeat;
    if (name || (again && /** @type {Element} */ (target).closest("button"))) event.preventDefault();
    if (!name || repeat) return;
    held[event.code] = name;
    move(name, true);
  });
  document.addEventListener("keyup", (event) => {
    if (event.key === " " && event.target === byPointer) event.preventDefault();
    if (!held[event.code]) return;
    event.preventDefault();
    move(held[event.code], false);
    delete held[event.code];
  });
}
