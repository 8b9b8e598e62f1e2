/** Connects to the referee of the page's server, where other pages can be at the same table. @module tables/served */
import { closing } from "../closing.js";
import { _, written } from "../language.js";
import { ownName } from "../stored.js";
import { code, isGuest } from "./table.js";

/** @typedef {import("./table.js").Answer} Answer */
/** @typedef {import("./table.js").Told} Told */

const VERSION = 1,
  ROLL_MS = 10_000, // A roll on the host's page, including its sound, takes less.
  LOOK_MS = 3000,
  LOOKS_MOST = 5; // The server sends a beat every 3 s. After this many checks without a message, it is not reachable.
const PHONE = "pingblock.phone"; // name of the phone, with which it gets its seats back after an interruption
/** Sentences for the server's error codes. @type {Record<string, string>} */
const ERRORS = {
  guest: _("Only the host begins games and seats bots."),
  busy: _("The referee took too long over this and was ended. The game is as it was before."),
  seat: _("This seat is no longer free: another phone has just taken it."),
};
const GONE = _("The server does not answer. The game is kept in this browser, and continues here when it does.");

/** @param {Told} told @returns {Promise<import("./table.js").Referee>} */
export function open(told) {
  const hello = { do: "hello", version: VERSION, language: written() };
  const name = isGuest() ? ownName(PHONE, true) : "table";
  const socket = new WebSocket(new URL("/table", location.href.replace(/^http/, "ws")));
  /** @type {Map<number, (answer: Answer) => void>} */
  const waiting = new Map();
  let number = 0,
    closed = false,
    beats = false, // whether the server sends beats
    looks = 0, // number of checks since the last message
    offered = false, // whether the server was informed that a device here rolls for phones
    rolled = () => {}; // called with each new state of the game, so that a phone that waits for a roll gets its answer
  return new Promise((resolve, reject) => {
    socket.onopen = () => socket.send(JSON.stringify({ ...hello, token: code(), name }));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      looks = 0;
      beats ||= message.kind === "beat";
      if (message.kind === "drives") told.drives(message.on);
      if (message.kind === "seats") told.seats(message);
      if (message.kind === "invitation") told.invitation(message);
      if (message.kind === "table" && message.answer) told.table(message.answer);
      if (message.kind === "table") rolled();
      if (message.kind === "table") resolve({ ask, close, offer, empty: !message.answer });
      if (message.kind !== "answer") return;
      const { answer } = message;
      if (answer.error) answer.error.say = ERRORS[answer.error.code] ?? answer.error.say;
      if (answer.rolls_there) rolled = after(ROLL_MS, () => settle(message.id, answer));
      else settle(message.id, answer);
    };
    socket.onclose = ({ code: cause, reason }) => gone(cause, reason);
    // A phone that was out of reach does not notice that its connection has ended. While its button is disabled,
    // nothing else would update its old game.
    const looking = setInterval(() => {
      const waits = socket.readyState === (beats ? WebSocket.OPEN : WebSocket.CONNECTING);
      if (!waits || ++looks < LOOKS_MOST) return;
      socket.onmessage = socket.onclose = null;
      socket.close();
      gone(0, "");
    }, LOOK_MS);

    /** @param {number} cause @param {string} reason */
    function gone(cause, reason) {
      clearInterval(looking);
      const { why, again } = closing(cause, reason, GONE);
      if (!closed) told.lost(why, again);
      reject(new Error(why));
      for (const answer of waiting.values()) answer({ ok: false, error: { code: "bad_input", say: why } });
      waiting.clear();
    }
  });

  /** @param {number} id @param {Answer} answer */
  function settle(id, answer) {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  }

  /** @param {object} request @returns {Promise<Answer>} */
  function ask(request) {
    return new Promise((answer) => {
      if (socket.readyState !== WebSocket.OPEN) return answer({ ok: false, error: { code: "bad_input", say: GONE } });
      waiting.set(++number, answer);
      socket.send(JSON.stringify({ id: number, line: JSON.stringify(request) }));
    });
  }

  /** @param {boolean} rolls */
  function offer(rolls) {
    if (rolls !== offered) void ask({ rolls: (offered = rolls) });
  }

  function close() {
    closed = true;
    socket.close();
  }
}

/**
 * Calls a function after a time. Returns a function that makes the call earlier.
 * @param {number} ms @param {() => void} act
 */
function after(ms, act) {
  const timer = setTimeout(act, ms);
  return () => {
    clearTimeout(timer);
    act();
  };
}
