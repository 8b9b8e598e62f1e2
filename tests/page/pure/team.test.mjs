// Tests which device rolls and plays calls at a table, without a browser. Started by test_pure_modules.py.
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
const { Team } = await load("tables/team.js");

/** A device that sits at the table and notes what it is asked for. */
const device = () => ({
  seated: true,
  ready: true,
  holds: false,
  asked: [],
  call(requests) {
    this.asked.push(...requests);
  },
  does(request) {
    this.asked.push(request);
    return true;
  },
});

/** A table of Ann and Ben, with the page's block and boards for these players, "" for all. */
function table(...players) {
  const heard = [],
    said = [];
  const model = { players: ["Ann", "Ben"], shown: { turn: 0, rolls: 0, device: { calls: ["jailed", "won"] } } };
  const offers = [],
    ask = ({ heard: message }) => void heard.push(message);
  const evening = { model, ask, offer: (rolls) => void offers.push(rolls), say: (text) => void said.push(text) };
  const block = device(),
    team = new Team(
      evening,
      () => block,
      () => ({ real: false }),
    );
  team.boards = players.map((player, i) => ({ uid: `b${i}`, name: `Board ${i}`, player, device: device() }));
  const boards = team.boards.map((board) => board.device);
  return { team, block, boards, heard, offers, said, shown: model.shown };
}

test("seat's Pico rolls at its turn, otherwise another or the block", () => {
  const { team, block, boards, shown } = table("Ann", "", "Cleo");
  const [ann, all, cleo] = boards;
  assert.deepEqual(team.rolling, [ann]);
  shown.rolls = 1; // A roll of Ben closes Ann's turn.
  assert.deepEqual(team.rolling, [all, cleo]); // This game lacks Cleo.
  for (const board of boards) board.ready = false;
  assert.deepEqual(team.rolling, [block]);
  block.seated = false;
  assert.deepEqual(team.rolling, []);
  assert.ok(!team.does({ draw: true })); // The page rolls.
});

test("roll counts once, and only at its seat's turn", () => {
  const { team, block, boards, heard, said } = table("Ann", "Ben", "");
  const [ann, ben, all] = boards,
    roll = { event: "outcome", draw: 1 };
  for (const wrong of [ben, all, block]) team.take(wrong, roll);
  assert.deepEqual([heard, said.length], [[], 2]);
  ann.ready = false; // It was unplugged after it had rolled.
  team.take(ann, roll);
  assert.deepEqual(heard, [{ event: "outcome", draw: "b0 1" }]);
  team.take(all, { ...roll, draw: 1 });
  assert.deepEqual(heard.at(-1), { event: "outcome", draw: "b2 1" }); // another roll with the same number
});

test("call goes to Picos of its players and to shared ones", () => {
  const { team, block, boards } = table("Ann", "Ben", "");
  const [turn, pay, won] = [
    { do: "call", name: "turn", player: 2 },
    { do: "call", name: "pay", seats: [0] },
    { do: "call", name: "winner" },
  ];
  const paid = { do: "call", name: "pay" };
  team.call([{ do: "dice", row: 0 }, turn, pay, won]);
  const dice = { do: "dice", row: 0 };
  assert.deepEqual(
    boards.map(({ asked }) => asked),
    [
      [dice, paid, won],
      [dice, turn, won],
      [dice, turn, paid, won],
    ],
  );
  assert.deepEqual(block.asked, [dice]);
});

test("device that rolls here makes a phone's roll or wiggle", () => {
  const { team, block, boards, offers, shown } = table("Ben");
  team.call([{ do: "roll" }]);
  assert.deepEqual(block.asked, [{ do: "run" }]);
  Object.assign(shown, { rolls: 1, due: { do: "dice" } });
  team.call([{ do: "roll" }]);
  assert.deepEqual(boards[0].asked, [{ draw: true }]);
  team.offer();
  block.ready = boards[0].ready = false;
  team.offer();
  assert.deepEqual(offers, [true, false]);
});

test("server rolls for a phone if the host's device does not", async (t) => {
  t.after(() => (location.hash = ""));
  location.hash = "#at=abc";
  const { team, block, shown } = table();
  const asked = [],
    rolls = { ok: true, rolls_there: true };
  team._evening.ask = async (request) => (asked.push(request), rolls);
  assert.ok(team.does({ draw: true }));
  await new Promise(setImmediate);
  assert.deepEqual(asked, [{ press: true, draw: true }, { draw: true }]);
  team._evening.ask = async (request) => (asked.push(request), (shown.steps = 1), rolls);
  team.does({ draw: true });
  await new Promise(setImmediate);
  assert.deepEqual(asked.slice(2), [{ press: true, draw: true }]);
  assert.deepEqual(block.asked, []);
});

test("page sounds for events that no device calls", () => {
  const { team, block, boards } = table("Ann", "");
  const [jailed, other] = [
    { kind: "jailed", seat: 0 },
    { kind: "jailed", seat: 1 },
  ];
  assert.deepEqual(team.calls([jailed, other]), ["jailed", "won"]);
  boards[1].ready = block.ready = false;
  assert.ok(team.calls([jailed]).includes("jailed"));
  assert.ok(!team.calls([jailed, other]).includes("jailed"));
});

test("roll made while the device was away does not count", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const turns = async (count) => {
    for (let turn = 0; turn < count; turn++) {
      t.mock.timers.tick(100);
      for (let step = 0; step < 20; step++) await Promise.resolve();
    }
  };
  const rolled = [],
    facts = { game: "dice", settings: {}, ready: true, real: true, sounds: false, held: null, runs: false };
  const shown = { device: { games: ["dice"], of: {}, set: {}, begin: {} }, steps: 1 };
  const evening = {
    log: [],
    model: { game: "a game", shown },
    seated: 0,
    seatDevice: async () => void evening.seated++,
  };
  const ports = {
    changed() {},
    ask() {},
    device: () => facts,
    kept: () => ({ atTable: true, lent: { game: "", of: {}, set: {} } }),
    keep() {},
  };
  const board = new DeviceAtTable(evening, ports, (message) => void rolled.push(message));
  board.settle();
  await turns(3);
  facts.ready = false;
  board.settle();
  assert.ok(board.isAway);
  const [old, next] = [
    { event: "outcome", draw: 1 },
    { event: "outcome", draw: 2 },
  ];
  Object.assign(facts, { ready: true, held: old }); // It reports a roll from the meantime.
  board.settle();
  await turns(3);
  assert.equal(evening.seated, 2); // It knows how to judge the next roll.
  board.heard(old);
  board.heard(next);
  assert.deepEqual(rolled, [next]);
});
