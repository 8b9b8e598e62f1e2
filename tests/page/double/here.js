// A device that only does what a test tells it, in the place of `engines/here.js`.
export const lacks = () => "";

let opened = 0;

export function create(tell) {
  const noted = [];
  let port = null;
  const told = (event) => {
    if (["sound", "silence", "amp"].includes(event.kind)) port.postMessage(event);
    tell(event);
  };
  window.double = { tell: told, noted, opened: () => opened };
  return {
    name: "here",
    direct: true,
    async open({ soundPort }) {
      opened++;
      port = soundPort;
      tell({ kind: "ready", engine: "here", firmware: "0.1.0", keeps: false });
    },
    close: async () => {},
    hand: (name, down) => noted.push(`${name} ${down}`),
    cells: (cells) => noted.push(cells),
    plug: (on) => noted.push(`plug ${on}`),
    send: (bytes) => noted.push(new TextDecoder().decode(bytes)),
    session: () => null,
  };
}
