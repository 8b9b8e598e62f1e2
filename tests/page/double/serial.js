// Web Serial with a test's ports. A port carries the bytes of a device: `carry(heard)` connects to it and returns its
// `send` and `close`. Each port can be made faulty, silent, damaged or unplugged.
(() => {
  const known = [];

  function makePort(carry) {
    // `away` is how many searches of the page do not find the port.
    const port = Object.assign(new EventTarget(), { fault: "", away: 0 });
    let stream = null,
      line = null;
    const begin = () => {
      const before = stream;
      port.readable = new ReadableStream({ start: (made) => void (stream = made) });
      return before;
    };
    port.getInfo = () => ({ usbVendorId: 0x2e8a, usbProductId: 5 });
    port.setSignals = async () => {};
    port.open = async () => {
      if (port.fault) throw new DOMException("Failed to open serial port.", port.fault);
      begin();
      line = await carry((bytes) => !port.deaf && !port.says && port.readable && stream.enqueue(bytes));
      const write = (bytes) => {
        const text = new TextDecoder().decode(bytes);
        port.restarted ||= text === "\x04";
        if (port.restarted && text.includes('"do":"hello"')) return; // The device answers slowly.
        if (port.says) stream.enqueue(new TextEncoder().encode(port.says));
        else line.send(bytes);
      };
      port.writable = new WritableStream({ write });
    };
    port.send = (bytes) => line.send(bytes);
    port.damage = () => begin().error(new DOMException("A damaged byte.", "FramingError"));
    port.pull = (looks = 1) => {
      port.readable = null;
      stream.error(new DOMException("The device has been lost.", "NetworkError"));
      port.away = looks;
    };
    port.close = async () => line.close();
    return port;
  }

  // The device of the page's server.
  const onServer = async (heard) => {
    const line = new WebSocket(location.origin.replace("http", "ws") + "/device");
    line.binaryType = "arraybuffer";
    const token = new URLSearchParams(location.hash.slice(1)).get("token");
    await new Promise((then) => (line.onopen = then));
    line.send(JSON.stringify({ do: "hello", version: 1, token, name: "cable" }));
    let caughtUp = false; // The server first sends the messages from before the connection. A board does not do that.
    line.onmessage = ({ data }) => {
      if (typeof data === "string" || new Uint8Array(data)[0] !== 2) return;
      if (caughtUp) heard(new Uint8Array(data, 1));
      caughtUp = true;
    };
    port.line = line;
    return { send: (bytes) => line.send(new Uint8Array([2, ...bytes])), close: () => line.close() };
  };

  // Makes a virtual device in this page. It returns functions that press its button and pull its cable.
  window.virtualBoard = async (uid, seed) => {
    const [{ create }, { decoded, LineCutter, sealed }] = await Promise.all([
      import("/engines/here.js"),
      import("/link/lines.js"),
    ]);
    const cutter = new LineCutter(),
      asked = [],
      told = [];
    let heard = () => {};
    const started = new Promise((then) => (heard = then));
    const engine = create((event) => {
      if (event.kind === "serial") for (const line of cutter.take(event.bytes)) heard(named(line));
    });
    const named = (line) => {
      const message = decoded(line); // All virtual devices have the same number.
      const of = message?.ok?.uid ? message.ok : message;
      if (of?.uid) of.uid = uid;
      if (message) told.push(message);
      return message ? sealed(JSON.stringify(message)) : new TextEncoder().encode(`${line}\n`);
    };
    await engine.open({ seed });
    await started;
    const port = makePort(async (take) => {
      heard = take;
      return {
        send(bytes) {
          const text = new TextDecoder().decode(bytes);
          if (text.startsWith("{")) asked.push(JSON.parse(text.split("*")[0]));
          engine.send(bytes);
        },
        close: () => (heard = () => {}),
      };
    });
    return Object.assign(port, {
      asked,
      told,
      allow: () => known.push(port), // The page knows the port, as after a reload.
      press() {
        engine.hand("block", true);
        setTimeout(() => engine.hand("block", false), 80);
      },
      lever(down) {
        engine.hand("lever", down);
      },
      unplug() {
        engine.plug(false);
        heard = () => {};
        port.pull(Infinity);
      },
      plugIn() {
        engine.plug(true);
        port.away = 0;
        navigator.serial.dispatchEvent(new Event("connect"));
      },
    });
  };

  window.port = makePort(onServer); // the port that a person chooses
  Object.defineProperty(Navigator.prototype, "serial", {
    value: Object.assign(new EventTarget(), {
      getPorts: async () => known.filter((port) => port.away-- <= 0),
      requestPort: async () => {
        if (port.none) throw new DOMException("No port selected.", "NotFoundError");
        if (!known.includes(port)) known.push(port);
        return port;
      },
    }),
  });
})();
