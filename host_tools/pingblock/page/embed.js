/**
 * Lets another page embed this one. Both exchange messages, which docs/programs.md lists. The other page can only use
 * the device in the browser, not a real one or one on a server.
 */

/** @typedef {import("./state.js").State} State */
/**
 * @typedef {object} Device
 * @property {() => State} state
 * @property {(name: string, down: boolean) => void} hand
 * @property {(on: boolean) => void} plug
 * @property {(message: Record<string, unknown>) => void} ask  sends a request over the serial link
 * @property {() => Promise<string | null>} link  makes a link to this session
 */

const HANDS = ["block", "check", "lever"];
const PRESS_MS = 60;
const LONGEST_MS = 60000;

/**
 * Starts to listen for messages. Returns a function that must be called after each change of the state.
 * @param {Device} device
 * @returns {(now: State, before: State) => void}
 */
export function embed(device) {
  self.addEventListener("message", ({ data, source }) => {
    if (source === self.parent && data?.pingblock === 1) obey(device, data);
  });
  return (now, before) => {
    const { engine, outcome, hands } = now;
    if (engine.status !== before.engine.status) {
      const { status, name, firmware, reason } = engine;
      say({ kind: status, engine: name, ...(status === "lost" ? { reason } : { firmware }) });
    }
    for (const name of HANDS) {
      if (hands[name] !== before.hands[name]) say({ kind: "hand", name, down: hands[name] });
    }
    if (outcome.shown && outcome.shown !== before.outcome.shown) {
      say({ kind: "outcome", ...outcome.shown });
    }
    if (now.sound.on !== before.sound.on) say({ kind: "sound", on: now.sound.on });
  };
}

/** @param {Record<string, unknown>} message */
function say(message) {
  self.parent.postMessage({ pingblock: 1, ...message }, "*");
}

/** @param {string} reason */
const refuse = (reason) => say({ kind: "refused", reason });

/** @param {Device} device @param {any} asked */
function obey(device, asked) {
  const { name } = device.state().engine;
  if (name !== "here") return refuse(`A frame cannot use the engine '${name}'.`);
  switch (asked.do) {
    case "press": {
      device.hand("block", true);
      const forMs = Math.min(Number(asked.for_ms) || PRESS_MS, LONGEST_MS);
      return setTimeout(() => device.hand("block", false), forMs);
    }
    case "hand":
      if (!HANDS.includes(asked.name)) return refuse("'name' can be block, check or lever.");
      return device.hand(asked.name, Boolean(asked.down));
    case "plug":
      return device.plug(Boolean(asked.on));
    case "ask":
      if (typeof asked.request?.do !== "string") return refuse("'request' must be an object with a text 'do'.");
      return device.ask(asked.request);
    case "session":
      return device.link().then((link) => say({ kind: "session", link }));
    default:
      return refuse("'do' can be press, hand, plug, ask or session.");
  }
}
