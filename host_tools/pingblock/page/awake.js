// Keeps the screen on during a game, because players do not touch the page while they count money.

let wanted = false;
/** @type {WakeLockSentinel | null} */
let lock = null;

/** @param {boolean} on */
export function stayAwake(on) {
  if (on === wanted) return;
  wanted = on;
  void settle();
}

// The system releases the lock when the page is hidden.
document.addEventListener("visibilitychange", () => void settle());

async function settle() {
  if (!wanted) {
    await lock?.release().catch(() => {});
    lock = null;
  } else if (document.visibilityState === "visible") {
    // The system refuses the lock if the battery is low.
    lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
    if (!wanted) await settle();
  }
}
