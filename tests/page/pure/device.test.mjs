// Tests of the device at the table without a browser: `node --test`, started by test_pure_modules.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

Object.assign(globalThis, {
  document: { documentElement: {}, querySelector: () => null },
  location: { search: "", hash: "" },
  window: globalThis,
});
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
const load = (name) => import(pathToFileURL(`${process.env.PAGE}/${name}`));
const { DeviceAtTable } = await load("tables/device.js");
const { DeviceLink } = await load("device_link.js");

const FORTUNE = {
  games: ["fortune"],
  gives: ["card"],
  of: { game: "fortune" },
  set: { press: "all" },
  begin: {},
  calls: [],
};
const STORM = {
  games: ["storm_dice"],
  gives: ["dice", "storm"],
  of: { game: "storm_dice" },
  set: {},
  begin: { do: "storm" },
  calls: [],
};

/** A table whose device answers when the test lets it. */
function table(first) {
  const told = {
    game: "block",
    settings: { press: "one" },
    ready: true,
    real: false,
    sounds: false,
    held: null,
    runs: false,
  };
  const asked = [],
    hands = [];
  let kept = { atTable: true, lent: { game: "", of: {}, set: {} } };
  const evening = { log: [], model: { shown: { device: first, steps: 1 }, game: "a game" }, seated: 0, heard: [] };
  evening.seatDevice = async () => void (evening.seated += 1);
  const ports = {
    ask: (request) => void asked.push(request),
    changed: () => {},
    hand: (name, down) => void hands.push([name, down]),
    device: () => told,
    keep: (changes) => void (kept = { ...kept, ...changes }),
    kept: () => kept,
  };
  const device = new DeviceAtTable(evening, ports, (heard) => void evening.heard.push(heard));
  const play = (record, before = () => {}) => {
    evening.log = [];
    evening.model.shown.device = record;
    before();
    device.settle();
  };
  return { asked, device, evening, hands, play, told };
}

const turns = async (t, ms) => {
  for (let waited = 0; waited < ms; waited += 100) {
    t.mock.timers.tick(100);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }
};

test("device that failed at one game plays the next", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { device, evening, play, told } = table(FORTUNE);
  device.settle(); // The device answers nothing, so the page gives up after its limit.
  await turns(t, 1000);
  play(STORM);
  await turns(t, 9200);
  assert.ok(device.on);
  told.game = "storm_dice";
  await turns(t, 200);
  assert.ok(device.seated);
  assert.equal(evening.seated, 1);
});

test("device gets only requests of the game that it plays", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { asked, device, play, told } = table(FORTUNE);
  device.settle();
  await turns(t, 100);
  play(STORM, () => void device.call([STORM.begin])); // while the device is being prepared for the earlier game
  told.game = "fortune";
  await turns(t, 500);
  assert.ok(!asked.includes(STORM.begin));
  told.game = "storm_dice";
  await turns(t, 500);
  void device.call([STORM.begin]);
  await turns(t, 100);
  assert.ok(asked.includes(STORM.begin));
  const call = { do: "call", name: "pay" },
    judge = { do: "storm_dice", next: "roll" };
  told.sounds = true;
  void device.call([call]);
  void device.call([judge]); // It does not wait for the call.
  await turns(t, 300);
  assert.deepEqual(asked.slice(-2), [STORM.begin, judge]);
  told.sounds = false;
  await turns(t, 300);
  assert.deepEqual(asked.slice(-2), [judge, call]);
});

test("device that leaves the table gets its game and settings back", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { asked, device, told } = table(FORTUNE);
  device.settle();
  await turns(t, 100);
  told.game = "fortune";
  await turns(t, 500);
  assert.deepEqual(asked.at(-1), { do: "settings", game: "fortune", set: { press: "all" } });
  void device.leave();
  await turns(t, 100);
  assert.deepEqual(asked.slice(-2), [
    { do: "settings", game: "fortune", set: { press: "one" } },
    { do: "game", name: "block" },
  ]);
});

test("device rolls only what it can, and is pressed when quiet", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { device, evening, hands, told } = table(FORTUNE);
  device.settle();
  await turns(t, 100);
  told.game = "fortune";
  await turns(t, 500);
  evening.model.shown.due = { do: "dice" };
  assert.ok(!device.does({ draw: true })); // The page rolls them.
  evening.model.shown.due = { do: "card" };
  told.sounds = true; // It plays the call of the turn.
  assert.ok(device.does({ draw: true }));
  assert.ok(device.does({ draw: true })); // It is a second tap.
  await turns(t, 1000);
  assert.deepEqual(hands, []);
  told.sounds = false;
  await turns(t, 1000);
  const press = [
    ["block", true],
    ["block", false],
  ];
  assert.ok(device.does({ draw: true })); // A busy computer shows the first press late.
  await turns(t, 300);
  assert.deepEqual(hands, press);
  device.heard({ event: "outcome", draw: 1 });
  assert.ok(device.does({ draw: true }));
  await turns(t, 300);
  assert.deepEqual(hands, [...press, ...press]);
});

test("rolls count only in the device's game and without a seed", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { device, evening, told } = table(FORTUNE);
  const [roll, run] = [
    { event: "outcome", draw: 1 },
    { event: "run", state: "started" },
  ];
  device.settle();
  await turns(t, 100);
  device.heard(roll); // of the earlier game
  told.game = "fortune";
  await turns(t, 500);
  device.heard(roll);
  evening.model.seeded = true;
  device.heard(roll);
  device.heard(run);
  assert.deepEqual(evening.heard, [roll, run]);
});

test("device's refusal of its odds is not shown", async () => {
  const told = [];
  const sent = [];
  const decoder = new TextDecoder();
  const link = new DeviceLink(
    (event) => event.kind === "message" && told.push(event.message),
    (bytes) => void sent.push(JSON.parse(decoder.decode(bytes).replace(/\*?[0-9a-f]*\r?\n$/i, ""))),
  );
  const answered = async (answer) => {
    await new Promise(setImmediate);
    link._read({ id: sent.at(-1).id, ...answer });
    await new Promise(setImmediate);
  };
  link.learn(() => {});
  await answered({ ok: { game: "block" } });
  assert.equal(sent.at(-1).do, "odds");
  await answered({ error: { code: "other_game", say: "Choose it first." } });
  assert.deepEqual(told, [{ id: sent[0].id, ok: { game: "block" } }]);
});

test("only refusals for this page or a typed line are shown", async () => {
  const told = [];
  const link = new DeviceLink(
    (event) => event.kind === "message" && told.push(event.message.id),
    () => {},
  );
  const error = { code: "other_game", say: "Choose it first." };
  for (const id of ["0a1b2c-7", "7", 7, null, `${link.session._name}-1`]) link._read({ id, error });
  assert.deepEqual(told, ["7", 7, null, `${link.session._name}-1`]);
});
