/** Connects to a server in a worker, so that sound goes directly to the audio thread. */

/** @typedef {import("../engine.js").EngineEvent} EngineEvent */
/** @typedef {{url: string, hello: object, soundPort: MessagePort | null}} Begin */

const SOUND = 1;
const SERIAL = 2;
const SOUND_HEAD_BYTES = 24;

/** @type {WebSocket | null} */
let socket = null;
let nowMs = 0;

/** @param {Begin} begin */
function connect({ url, hello, soundPort }) {
  const made = new WebSocket(url);
  made.binaryType = "arraybuffer";
  made.onopen = () => made.send(JSON.stringify(hello));
  made.onmessage = ({ data }) => {
    const event = typeof data === "string" ? JSON.parse(data) : binary(data);
    if (["sound", "silence", "amp"].includes(event.kind)) soundPort?.postMessage(event);
    if (event.kind === "clock") nowMs = event.nowMs;
    self.postMessage({ event });
  };
  made.onclose = ({ code, reason }) => self.postMessage({ code, reason });
  socket = made;
}

/** @param {ArrayBuffer} data @returns {EngineEvent} */
function binary(data) {
  const view = new DataView(data);
  if (view.getUint8(0) === SERIAL) return { kind: "serial", atMs: nowMs, bytes: new Uint8Array(data, 1) };
  if (view.getUint8(0) !== SOUND) throw new Error("The server sent a message that this page does not know.");
  const [atSample, rateHz] = [view.getFloat64(8, true), view.getFloat64(16, true)];
  return { kind: "sound", atSample, rateHz, samples: new Int16Array(data, SOUND_HEAD_BYTES) };
}

/** @type {(message: MessageEvent<Begin | string | Uint8Array<ArrayBuffer>>) => void} */
self.onmessage = ({ data }) => {
  if (typeof data !== "string" && !(data instanceof Uint8Array)) connect(data);
  else if (socket?.readyState === WebSocket.OPEN) socket.send(data);
};
