// A device that only does what a test tells it, in the place of `engines/here.js`. Tests only.
export const lacks = () => "";

export function create(tell) {
  const noted = [];
  const engine = {
    name: "here",
    open: async () => tell({ kind: "ready", engine: "here", firmware: "0.1.0", keeps: false }),
    close: async () => {},
    hand: (name, down) => noted.push(`${name} ${down}`),
    cells: (cells) => noted.push(cells),
    plug: (on) => noted.push(`plug ${on}`),
    send: (bytes) => noted.push(new TextDecoder().decode(bytes)),
    session: () => null,
  };
  window.double = { tell, noted };
  return engine;
}
