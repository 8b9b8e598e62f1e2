// Tests of the page's copy of a table's game without a browser, started by test_pure_modules.py.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { pathToFileURL } from "node:url";

const kept = {};
Object.assign(globalThis, {
  document: { documentElement: {}, querySelector: () => null, getElementById: () => null, addEventListener() {} },
  location: { search: "", hash: "" },
  window: globalThis,
  addEventListener() {},
  localStorage: { getItem: (key) => kept[key] ?? null, setItem: (key, value) => void (kept[key] = value) },
});
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
const load = (name) => import(pathToFileURL(`${process.env.PAGE}/${name}`));
const { Evening } = await load("tables/evening.js");
const { keptGames } = await load("tables/kept_games.js");
const { movesOf } = await load("tables/games/fortune/moves.js");
const calls = [];
Object.assign(document, { title: "" });

/** A page at a server's table that has just begun a game. */
function table() {
  const evening = new Evening(
    () => {},
    (requests) => void calls.push(...requests),
    () => {},
  );
  const log = [{ game: "wasteland" }];
  evening._take({ ok: true, table: "wasteland", players: ["Ann", "Ben"], seed: 5, log, state: {}, steps: 0 });
  return evening;
}

const step = (steps) => ({ ok: true, state: {}, steps, kept: [{ do: "roll" }], calls: [{ do: "call" }] });

test("page that left the table stores the game that phones continue", () => {
  const evening = table();
  evening.leave();
  assert.deepEqual(keptGames(), []);
  evening._take(step(1));
  evening._take(step(2));
  const [{ game, players, steps, log }] = keptGames();
  assert.deepEqual([game, players, steps, log.length], ["wasteland", ["Ann", "Ben"], 2, 3]);
  assert.deepEqual([evening.model.game, calls, document.title], ["", [], "Pingblock"]);
});

test("continuing the table's game keeps the server's newer log", async () => {
  const evening = table(),
    asked = [];
  evening._referee = Promise.resolve({
    ask: async (request) => (asked.push(request), { ok: true, state: {}, steps: 0 }),
  });
  evening._take({ ...step(1), language: "en" });
  await evening.goOn({ log: [{ game: "wasteland" }], address: "?seed=5" });
  assert.deepEqual([asked, evening.model.seeded], [[], true]);
  await evening.goOn({ log: [{ game: "storm" }], address: "" });
  assert.deepEqual(asked, [{ load: '{"game":"storm"}\n', language: "en" }]);
});

test("earlier game is not stored under the address of the new one", async () => {
  const evening = table();
  let arrives;
  evening._referee = new Promise((then) => (arrives = then));
  const begun = evening.begin({ game: "storm" }, false, "?table=storm");
  evening._take(step(1));
  assert.equal(keptGames()[0].address, "");
  arrives({ ask: async () => ({ ok: false, error: { code: "refused", say: "" } }) });
  await begun;
  assert.equal(evening._address, "?table=storm");
});

test("refusal disappears after some time, when the table changes", async () => {
  let nowMs = 0;
  mock.method(performance, "now", () => nowMs);
  const evening = table(),
    fault = { code: "refused", say: "The table has changed." };
  evening._referee = Promise.resolve({ ask: async () => ({ ok: false, error: fault }) });
  await evening.ask({ do: "roll" });
  evening._take(step(1)); // Another page made this step at the same time.
  assert.equal(evening.model.fault, fault);
  nowMs = 20_000;
  evening._take({ ...step(1), kept: [] }); // A device has joined the table.
  assert.equal(evening.model.fault, fault);
  evening._take(step(2));
  assert.equal(evening.model.fault, null);
});

test("undone step removes its events from the log", () => {
  const evening = table(),
    says = () => evening.model.events.map(({ say }) => say);
  evening._take({ ...step(1), events: [{ say: "Ann rolls." }] });
  evening._take({ ...step(2), events: [{ say: "Corrected: Ben." }, { say: "Ben is next." }] });
  evening._take({ ...step(1), kept: [{ undo: 1 }], gone: 2 });
  assert.deepEqual(says(), ["Ann rolls."]);
  evening._take({ ...step(0), kept: [{ undo: 1 }], gone: 3 }); // The page has not seen all of them.
  assert.deepEqual(says(), []);
});

test("without chosen dice, stopping is offered before an empty chest", () => {
  const steps = ["G2", ""].map((dice) => ({ do: "place", dice })),
    offered = [...steps, { do: "stop" }].map((step) => [step, ""]),
    shown = { offered, state: { dice: "G2S1", stop_scores: 300 } };
  const words = (...chosen) => movesOf(shown, [], new Set(chosen)).map((move) => move.words);
  assert.deepEqual(words(0, 1), ["Put these on the chest", "Stop and score 300"]);
  assert.deepEqual(words(), ["Stop and score 300", "Put nothing on the chest"]);
});
