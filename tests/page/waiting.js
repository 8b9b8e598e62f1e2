// Runs cases of tests/data/waiting in a worker: `runs(url of the page, code that comes first, cases)`. `report` then
// has the result of each: how often it waited, and its printed text.
globalThis.runs = (base, first, cases) => {
  const code = `
    import { Machine } from "${base}engines/here/machine.js";
    import { loadPack } from "${base}engines/here/pack.js";
    onmessage = async ({ data: [first, cases] }) => {
      const pack = await fetch("${base}engines/here/here.bin");
      const { module } = await loadPack(await pack.arrayBuffer()), report = {};
      for (const [name, source] of Object.entries(cases)) {
        let waits = 0;
        const machine = new Machine(module, () => {}, async () => new Uint8Array(++waits && 0));
        try {
          machine.start();
          await machine.wait(first);
          await machine.wait(source);
        } catch (fault) {
          machine.printed += fault.stack;
        }
        report[name] = [machine.printed, waits];
      }
      postMessage(report);
    };`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
  worker.onmessage = ({ data }) => (globalThis.report = data);
  worker.onerror = ({ message }) => (globalThis.report = { worker: [String(message), 0] });
  worker.postMessage([first, cases]);
};
