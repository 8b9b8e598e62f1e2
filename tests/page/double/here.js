// A device that only does what a test tells it, in the place of `engines/here.js`.
export const lacks = () => "";

let opened = 0;

export function create(tell) {
  const noted = [];
  window.double = { tell, noted, opened: () => opened };
  return {
    name: "here",
    async open() {
      opened++;
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
