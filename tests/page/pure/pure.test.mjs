// Tests of the page's pure modules without a browser: `node --test`, started by test_pure_modules.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

Object.assign(globalThis, {
  document: { documentElement: {} },
  location: { search: "", hash: "" },
  matchMedia: () => ({ matches: false }),
});
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
const load = (name) => import(pathToFileURL(`${process.env.PAGE}/${name}`));
const { headline, initialState, reduce } = await load("state.js");
const { cellsOf, chargeOf } = await load("parts/cells.js");
const { moves, turnLine } = await load("tables/moves.js");
const { asked, filled, isAnswered } = await load("tables/forms.js");
const { within } = await load("limit.js");
const { capital, tokens } = await load("text.js");
const { Keyboard } = await load("engines/serial/keyboard.js");
const { bringBack } = await load("engines/serial/recovery.js");

const GAME = { start: "Press the block", also: "or pull the lever" };
const DATA = {
  fresh: { alkaline: [1600, 0.15], nimh: [1400, 0.05] },
  used: [
    [100, 1600, 0.15],
    [50, 1250, 0.5],
    [0, 900, 3],
  ],
};
const after = (...events) => events.reduce(reduce, initialState());

test("notice is announced, logged and shown unless it is beside a press", () => {
  const shown = after({ kind: "notify", text: "A file is on its way." });
  assert.deepEqual([shown.say.text, shown.toast.text, shown.log.at(-1).text], Array(3).fill("A file is on its way."));
  const beside = after({ kind: "notify", text: "Locked.", beside: true });
  assert.deepEqual([beside.say.text, beside.toast.text], ["Locked.", ""]);
});

test("reason why the device is not stored lasts until the next engine", () => {
  const lost = after({ kind: "ready", engine: "here", firmware: "1", keeps: false, unkept: "Another tab has it." });
  assert.equal(lost.engine.unkept, "Another tab has it.");
  assert.match(
    after({ kind: "ready", engine: "here", firmware: "1", keeps: false }).engine.unkept,
    /^This block is not saved here/,
  );
  assert.equal(reduce(lost, { kind: "ready", engine: "here", firmware: "1", keeps: true }).engine.unkept, "");
});

test("change of control and a request for it are shown", () => {
  const control = (mine, more = {}) => ({ kind: "control", mine, holder: "Page 1", watchers: 0, asked: "", ...more });
  const watching = after(control(false));
  assert.match(watching.toast.text, /^Page 1 has the block/);
  const mine = reduce(watching, control(true));
  assert.equal(mine.toast.text, "This page has the block now.");
  assert.equal(reduce(mine, control(true, { asked: "Page 2" })).toast.text, "Page 2 is asking for the block.");
  assert.equal(reduce(mine, control(true)).toast, mine.toast);
});

test("answer with one setting keeps the other settings", () => {
  const told = (ok) => ({ kind: "message", message: { ok }, pageMs: 0 });
  const all = told({ settings: { profile: "classic", volume: 6, names: ["Ann"] } });
  const { settings, volume, rules } = after(all, told({ profile: "junior" }), told({ volume: 2, cap: 8 })).device;
  assert.deepEqual(settings, { profile: "junior", volume: 2, names: ["Ann"], cap: 8 });
  assert.deepEqual([volume, rules], [2, "junior"]);
});

test("headline names the event that the page waits for", () => {
  assert.equal(headline(after({ kind: "guest" }), GAME)[0], "Wait until the host begins a game.");
  assert.equal(headline(after({ kind: "invite" }), GAME)[0], "A block from a friend");
  assert.deepEqual(headline(after({ kind: "ready", engine: "here", firmware: "1", keeps: true }), GAME), [
    GAME.start,
    GAME.also,
  ]);
});

test("charge of each kind of cells follows from the voltage", () => {
  for (const kind of ["alkaline", "nimh"]) {
    for (const pct of [100, 75, 50, 20, 0])
      assert.ok(Math.abs(chargeOf(DATA, kind, cellsOf(DATA, kind, pct)) - pct) < 1e-9, `${kind} ${pct}`);
  }
  assert.deepEqual(
    [chargeOf(DATA, "alkaline", { openMv: 1700 }), chargeOf(DATA, "alkaline", { openMv: 100 })],
    [100, 0],
  );
});

test("likely move comes first, and the end of the turn last", () => {
  const offered = [
    [{ do: "end", seat: 0 }, "end the turn"],
    [{ do: "buy", seat: 0 }, "buy Brown 1 for 2"],
    [{ do: "bid", seat: 1, bid: 1 }, "bid 1"],
  ];
  const { own, others } = moves({ ok: true, to_act: [0], turn: 0, offered }, ["Ann", "Ben"]);
  assert.deepEqual(
    own.map(({ words }) => words),
    ["Buy Brown 1 for 2", "End the turn"],
  );
  assert.deepEqual(
    others.map(({ request }) => request.seat),
    [1],
  );
  assert.deepEqual([turnLine(1, ["Ann", "Ben"]), turnLine(null, [])], ["Ben’s turn", ""]);
  assert.deepEqual([capital("worms"), capital("")], ["Worms", ""]);
});

test("single outcome of chance has one button", () => {
  const shown = (offered) => ({ ok: true, to_act: [], turn: 0, due: { do: "deal", example: "deal" }, offered });
  const words = (offered) => moves(shown(offered), ["Ann", "Ben"]).own.map(({ words }) => words);
  assert.deepEqual(words([[{ do: "deal" }, "deal: a card"]]), ["Deal a card"]);
  assert.equal(
    words([
      [{ do: "deal", n: 1 }, "one"],
      [{ do: "deal", n: 2 }, "two"],
    ]).length,
    2,
  );
});

test("quick moves of the acting seat come before its form", () => {
  const bid = (amount) => ({ do: "bid", seat: 1, amount });
  const forms = [
    { do: "bid", seat: 1, words: "Bid …", quick: [[bid(31), "Ben: bid 31"]] },
    { do: "offer", seat: 0, words: "Make an offer …", quick: [] },
  ];
  const { own, quick, others } = moves({ ok: true, to_act: [0, 1], turn: 0, forms }, ["Ann", "Ben"], 1);
  assert.deepEqual(
    quick.map(({ words }) => words),
    ["Bid 31", "Bid …"],
  );
  assert.deepEqual([own, others.map(({ words }) => words)], [[], ["Ann: Make an offer …"]]);
  const passes = [[{ do: "pass", seat: 1 }, "pass"]],
    moves_ = [[{ do: "move", seat: 1 }, "move 5"]];
  const shown = (offered) => moves({ ok: true, to_act: [1], turn: 1, forms, offered }, ["Ann", "Ben"]);
  const [bidding, moving] = [shown(passes), shown(moves_)];
  assert.deepEqual([bidding.quick.length, bidding.own.length, moving.quick.length], [2, 1, 0]);
  assert.deepEqual(
    moving.own.map(({ words }) => words),
    ["Move 5", "Bid 31", "Bid …"],
  );
});

test("form omits empty optional answers but sends required false and zero", () => {
  const choices = [
      [0, "Ann"],
      [1, "Ben"],
    ],
    cash = { name: "cash", side: "", kind: "amount", needed: false, least: 0, most: 9 };
  const form = {
    do: "offer",
    seat: 0,
    questions: [{ name: "to", kind: "choice", needed: true, choices }],
    follow: {
      0: [
        cash,
        { name: "on", kind: "switch", needed: true },
        { name: "deeds", kind: "several", needed: false, choices },
      ],
    },
  };
  assert.deepEqual(filled(form, { to: 0, cash: 0, on: false, deeds: [] }), { do: "offer", seat: 0, to: 0, on: false });
  assert.deepEqual(filled(form, { to: 0, cash: 7, on: true, deeds: [1] }), {
    do: "offer",
    seat: 0,
    to: 0,
    cash: 7,
    on: true,
    deeds: [1],
  });
  assert.deepEqual(
    asked(form, { to: 1 }).map(({ name }) => name),
    ["to"],
  );
  assert.deepEqual(
    [isAnswered(cash, 10), isAnswered(cash, 9), isAnswered(form.questions[0], undefined)],
    [false, true, false],
  );
  const dice = { kind: "counts", needed: true, least: 3, most: 3 };
  assert.deepEqual([isAnswered(dice, "G2"), isAnswered(dice, "G2X1")], [false, true]);
});

test("wait has a limit", async () => {
  assert.equal(await within(Promise.resolve(7), 1000), 7);
  await assert.rejects(within(new Promise(() => {}), 1), /too late/);
});

/** Makes a Pico at the prompt whose answers take this long. With null it does not report what it starts. */
async function boardAtPrompt(slowMs, tellsMs, facts = "0; 1;") {
  const keyboard = new Keyboard((bytes) => {
    const keys = new TextDecoder().decode(bytes);
    const say = (afterMs, text) => setTimeout(() => keyboard.take(new TextEncoder().encode(text)), afterMs);
    if (keys === "\x04") say(slowMs, '{"event":"hello"}');
    else if (!keys.includes("'mode'")) say(slowMs, `${keys}\n${keys.includes("3007") ? "9054077\r\n" : ""}>>> `);
    else if (tellsMs !== null) say(tellsMs, `\r\nmode: ; Raspberry Pi Pico with RP2040; ${facts}\r\n>>> `);
    else say(slowMs, keys);
  });
  const agrees = () => assert.fail("a slow prompt was taken for a program");
  return bringBack({ keyboard, agrees, heard: ">>> " });
}

test("slow Pico at the prompt is described by its answer", async () => {
  const [slow, mute, other] = await Promise.all([
    boardAtPrompt(500, 1900),
    boardAtPrompt(10, null),
    boardAtPrompt(10, 20, "0; 0;"),
  ]);
  assert.deepEqual([slow.back, /was at MicroPython’s prompt/.test(slow.say)], [true, true]);
  assert.match(mute.say, /did not say in time whether it starts Pingblock: connect the board again/);
  assert.match(other.say, /\(Raspberry Pi Pico with RP2040\), but it does not start Pingblock/);
});

test("token walks the length of a roll or jumps", async () => {
  const { way } = await load("tables/motion.js");
  assert.deepEqual(way(38, 1, 40), [39, 0, 1]);
  assert.deepEqual(way(7, 4, 40), [6, 5, 4]);
  assert.deepEqual(way(30, 10, 40), [10]);
  assert.deepEqual(way(5, 5, 40), []);
});

test("phone announces events of its seats, of all, and wins", async () => {
  const { notesOf, toldHere, CUES } = await load("tables/cues.js");
  const all = [
    { kind: "paid", seat: 0 },
    { kind: "paid", seat: 1 },
    { kind: "time_over", seat: null },
    { kind: "won", seat: 0 },
  ];
  const seatsOf = (seats) => toldHere(all, seats).map(({ seat }) => seat);
  assert.deepEqual(seatsOf(null), [0, 1, null, 0]);
  assert.deepEqual(seatsOf({ own: null, phones: {} }), [0, 1, null, 0]);
  assert.deepEqual(seatsOf({ own: [1], phones: {} }), [1, null, 0]);
  assert.deepEqual(notesOf(all), CUES.win.notes);
  assert.deepEqual(notesOf([all[0], all[1]]), CUES.loss.notes);
});

test("letters of each player's token are unique", () => {
  for (const [players, letters] of [
    ["Ann Ben", "A B"],
    ["Ann Alf Ben", "An Al B"],
    ["Anna Anne Andi", "A1 A2 A3"],
    ["A Ab", "A1 Ab"],
    ["\u{1F468}\u200D\u{1F467}a \u{1F468}\u200D\u{1F466}a", "\u{1F468}\u200D\u{1F467} \u{1F468}\u200D\u{1F466}"],
  ])
    assert.equal(tokens(players.split(" ")).join(" "), letters);
});

test("seed in an address that is not a number reaches the referee", async () => {
  document.querySelector = () => null; // the page is not one file
  const { asked: table } = await load("tables/table.js");
  for (const [seed, read] of [
    ["&seed=5", 5],
    ["&seed=zz", "zz"],
    ["&seed=-4", "-4"],
    ["", null],
  ])
    assert.equal(table(`?table=fortune${seed}`).wanted.seed, read);
});
