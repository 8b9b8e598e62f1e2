/**
 * Runs the cases of tests/data/waiting. Returns each result: the printed text, and the number of waits.
 * @param {string} base  the page's address, or its path
 * @param {string} first  code that comes before each case
 * @param {Record<string, string>} cases
 */
globalThis.ran = async (base, first, cases) => {
  const { Machine } = await import(`${base}engines/here/machine.js`);
  const { loadPack } = await import(`${base}engines/here/pack.js`);
  const pack = await fetch(`${base}engines/here/here.bin`);
  const { module } = await loadPack(await pack.arrayBuffer()),
    report = {};
  for (const [name, source] of Object.entries(cases)) {
    let waits = 0;
    const machine = new Machine(
      module,
      () => {},
      async () => new Uint8Array(++waits && 0),
    );
    try {
      machine.start();
      await machine.wait(first);
      await machine.wait(source);
    } catch (fault) {
      machine.printed += fault.stack;
    }
    report[name] = [machine.printed, waits];
  }
  return report;
};

/** Runs the cases in a worker, and then sets `report`. */
globalThis.runs = (...given) => {
  const code = `onmessage = async ({ data }) => postMessage(await (${ran})(...data));`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
  worker.onmessage = ({ data }) => (globalThis.report = data);
  worker.onerror = ({ message }) => (globalThis.report = { worker: [String(message), 0] });
  worker.postMessage(given);
};
