// A double of the device, which acts only at a test's request and answers the request `hello`. It replaces
// `engines/here.js`.
import { sealed } from "../link/lines.js";

export const lacks = () => "";

const RATE_HZ = 22050,
  STEP = 225;
let opened = 0;

export function create(tell) {
  const noted = [],
    hands = [];
  let port = null;
  const told = (event) => {
    if (["sound", "silence", "amp"].includes(event.kind)) port.postMessage(event);
    tell(event);
  };
  let atSample = 0;
  const sound = () => {
    for (const end = atSample + RATE_HZ / 2; atSample < end; atSample += STEP) {
      const samples = Int16Array.from({ length: STEP }, (_, i) => 9000 * Math.sin((atSample + i) / 4));
      told({ kind: "sound", atSample, rateHz: RATE_HZ, samples });
    }
    told({ kind: "silence", atSample });
  };
  // Without an answer the page would ask the person after 10 s whether it should start the device again.
  const answer = (line) => {
    const { do: what, id } = line[0] === "{" ? JSON.parse(line.split("*")[0]) : {};
    if (what === "status" && window.double.status)
      setTimeout(() => told({ kind: "serial", bytes: sealed(JSON.stringify({ id, ok: window.double.status })) }));
  };
  window.double = { tell: told, noted, hands, opened: () => opened };
  return {
    name: "here",
    direct: true,
    async open({ soundPort, replay }) {
      if (replay) noted.push({ replay });
      opened++;
      port = soundPort;
      tell({ kind: "ready", engine: "here", firmware: "0.1.0", keeps: window.doubleKeeps ?? true });
    },
    close: async () => {},
    hand: (name, down) => {
      hands.push(`${name} ${down}`);
      if (window.doubleSounds && down === (name !== "lever")) sound();
    },
    cells: (cells) => noted.push(cells),
    plug: (on) => noted.push(`plug ${on}`),
    send(bytes) {
      const line = new TextDecoder().decode(bytes);
      noted.push(line);
      answer(line);
    },
    session: () => null,
  };
}
