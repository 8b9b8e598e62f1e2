// Reads the address of the page: its engine, a seed, or a session to replay.
import { byId } from "./dom.js";
import { isOneFile } from "./files.js";
import { _ } from "./language.js";

const OF_SERVER = ["token", "at"],
  SEED_MOST = 2 ** 32 - 1;

/**
 * Returns the fields after # in the address. A page that is one file has no server, so it ignores the fields of a
 * server's link.
 */
export function fragment() {
  const found = new URLSearchParams(location.hash.slice(1));
  if (isOneFile()) for (const name of OF_SERVER) found.delete(name);
  return found;
}

export const asked = fragment();

/**
 * Returns how to start, as the address asks: a session to replay, or a seed.
 * @param {(text: string) => void} notify
 */
export async function beginning(notify) {
  const seed = asked.get("seed"),
    session = asked.get("session");
  if (session) {
    const { decode } = await import("./engines/session.js");
    const replay = await decode(session).catch(() => null);
    if (replay) return { replay };
    notify(_("The address contains no session that can be read: a new one begins."));
  }
  if (seed === null) return {};
  if (/^\d+$/.test(seed) && Number(seed) <= SEED_MOST) return { seed: Number(seed) };
  notify(
    _("The address contains no seed that can be read: a seed is a whole number from 0 to {most}.", { most: SEED_MOST }),
  );
  return {};
}

/** Waits for a press, because browsers play sound only after one. Then removes the link's fields from the address. */
export async function invited() {
  await new Promise((then) => byId("play").addEventListener("click", then, { once: true }));
  const hash = location.hash
    .slice(1)
    .split("&")
    .filter((part) => !part.startsWith("session="))
    .join("&");
  history.replaceState(history.state, "", `${location.pathname}${location.search}#${hash}`);
}

/** @typedef {{name: string, lack: string}[]} Choices  the engines of this page, and why they cannot run, if so */

/**
 * Returns the engine with which the page starts: that of the address, otherwise the server's, otherwise the one in the
 * page. Returns "" if there is none, for example because the person must choose a Pico.
 * @param {Choices} choices @param {string[]} all the names of all engines
 * @param {(name: string) => boolean} isServers @param {(text: string) => void} notify
 */
export function startsWith(choices, all, isServers, notify) {
  const able = choices.filter(({ lack }) => !lack).map(({ name }) => name),
    named = asked.get("engine");
  if (named === "none") return "";
  if (named && able.includes(named)) return named;
  if (named) notify(notHere(named, choices, all));
  return able.find(isServers) ?? able.find((name) => name === "here") ?? "";
}

/**
 * Shows why the engine in the address cannot be used.
 * @param {string} name @param {Choices} choices
 * @param {string[]} all  the names of all engines
 */
function notHere(name, choices, all) {
  const why = choices.find((choice) => choice.name === name)?.lack;
  if (why) return why;
  return all.includes(name)
    ? _("The engine '{name}' runs on a computer: start 'pingblock play' there, and open the address that it prints.", {
        name,
      })
    : _("There is no engine '{name}': the address can name {names}.", { name, names: all.join(", ") });
}
