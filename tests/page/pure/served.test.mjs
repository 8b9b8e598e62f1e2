// Tests of the connection with a server's table without a browser, started by test_pure_modules.py.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { pathToFileURL } from "node:url";

/** A connection whose server is the test. */
class Line {
  static CONNECTING = 0;
  static OPEN = 1;
  static made = [];
  readyState = Line.CONNECTING;
  sent = [];

  constructor() {
    Line.made.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  /** A browser waits for the server until it calls `onclose`. */
  close() {
    this.readyState = 2;
  }

  hear(...messages) {
    this.readyState = Line.OPEN;
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
  }
}

Object.assign(globalThis, {
  document: { documentElement: {}, querySelector: () => null },
  location: { search: "", hash: "#at=abc", href: "http://192.0.2.1/" },
  window: globalThis,
  WebSocket: Line,
});
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
const { open } = await import(pathToFileURL(`${process.env.PAGE}/tables/served.js`));
const BEAT = { kind: "beat" },
  TABLE = { kind: "table", answer: null };

/** Opens a connection. Returns it, its referee, and the reasons for its end. */
function opened() {
  const lost = [];
  const told = { drives() {}, seats() {}, table() {}, invitation() {}, lost: (why, again) => lost.push(again) };
  const referee = open(told);
  referee.catch(() => {});
  return { line: Line.made.at(-1), referee, lost };
}

const wait = (seconds) => {
  for (let second = 0; second < seconds; second++) mock.timers.tick(1000);
};

test("silent server counts as lost, and the waiting request is answered", async () => {
  const { line, referee, lost } = opened();
  line.hear(TABLE, BEAT);
  const answer = (await referee).ask({ draw: true });
  wait(12);
  assert.deepEqual(lost, []);
  line.hear(BEAT);
  wait(12);
  assert.deepEqual(lost, []);
  wait(6);
  assert.deepEqual([lost, line.readyState], [[true], 2]);
  assert.equal((await answer).ok, false);
  line.onclose?.({ code: 1006, reason: "" }); // The browser reports this much later.
  assert.deepEqual(lost, [true]);
});

test("refusal of a taken seat is explained", async () => {
  const { line, referee } = opened();
  line.hear(TABLE);
  const answer = (await referee).ask({ take: 0 });
  line.hear({ kind: "answer", id: 1, answer: { ok: false, error: { code: "seat", say: "" } } });
  assert.match((await answer).error.say, /^This seat is no longer free/);
});

test("server that never answers the first message is tried again", () => {
  const { line, lost } = opened();
  wait(20);
  assert.deepEqual([lost, line.readyState], [[true], 2]);
});

test("server without beats can be silent", async () => {
  const { line, referee, lost } = opened();
  line.hear(TABLE);
  await referee;
  wait(60);
  assert.deepEqual(lost, []);
});
