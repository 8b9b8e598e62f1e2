// Keeps the screen on while a game is on: nobody touches it while they count money.

let wanted = false;
/** @type {WakeLockSentinel | null} */
let lock = null;

/** @param {boolean} on */
export function stayAwake(on) {
  if (on === wanted) return;
  wanted = on;
  void settle();
}

// The system takes it from a page that is not in sight.
document.addEventListener("visibilitychange", () => void settle());

async function settle() {
  if (!wanted) {
    await lock?.release().catch(() => {});
    lock = null;
  } else if (document.visibilityState === "visible") {
    lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null; // a low battery refuses it
    if (!wanted) await settle();
  }
}
