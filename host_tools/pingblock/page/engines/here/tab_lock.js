/** Lets one tab at a time store the device in this browser. */

const LOCK = "pingblock device";
const LOCK_MS = 700;
/** Other tabs answer within this time, because their devices run in workers. */
const ANSWER_MS = 300;

/**
 * Asks for the lock, which this tab then keeps until `ended` aborts. Returns false if another tab has it.
 * @param {AbortController} ended
 * @returns {Promise<boolean>}
 */
export function locked(ended) {
  return navigator.locks ? fromBrowser(ended) : fromTabs(ended);
}

/** @param {AbortController} ended @returns {Promise<boolean>} */
function fromBrowser(ended) {
  return new Promise((resolve, reject) => {
    let has = false;
    const hold = () => {
      resolve((has = true));
      return new Promise((release) => ended.signal.addEventListener("abort", release));
    };
    navigator.locks.request(LOCK, { signal: ended.signal }, hold).catch(reject);
    // A busy page can be informed late that it has the lock, but always before this answer.
    const look = async () => {
      const { held } = await navigator.locks.query();
      if (has || !held?.some(({ name }) => name === LOCK)) return;
      resolve(false);
      ended.abort();
    };
    setTimeout(() => look().catch(reject), LOCK_MS); // A page that was just closed can keep it for a moment.
  });
}

/**
 * Asks the other tabs, because a page over plain http has no locks. The tab that has the lock answers. If two tabs ask
 * at the same time, the one with the lower number gets the lock.
 * @param {AbortController} ended
 * @returns {Promise<boolean>}
 */
async function fromTabs(ended) {
  const tabs = new BroadcastChannel(LOCK);
  const mine = crypto.getRandomValues(new Uint32Array(1))[0];
  let has = false,
    refused = false;
  tabs.onmessage = ({ data: { asks, refuses } }) => {
    if (refuses === mine || (!has && asks < mine)) refused = true;
    // All tabs receive this, but it is meant for one of them.
    else if (asks !== undefined) tabs.postMessage({ refuses: asks });
  };
  ended.signal.addEventListener("abort", () => tabs.close());
  tabs.postMessage({ asks: mine });
  await new Promise((then) => setTimeout(then, ANSWER_MS));
  has = !refused;
  if (refused) ended.abort();
  return has;
}
