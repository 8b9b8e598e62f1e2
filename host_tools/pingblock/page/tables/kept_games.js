// Stores the logs of games in this browser, so that people can continue them later. The newest log is the first.
import { read, write } from "../stored.js";

/**
 * @typedef {{id: string, game: string, players: string[], steps: number, over: boolean, atMs: number,
 *   address: string, log: Record<string, any>[]}} KeptGame
 */

const KEY = "pingblock.tables",
  MOST = 6;

/** @returns {KeptGame[]} */
export function keptGames() {
  return read(KEY)?.games ?? [];
}

/** Stores a game instead of its older state. If there are too many games, removes the oldest. @param {KeptGame} game */
export function keepGame(game) {
  const games = [game, ...keptGames().filter(({ id }) => id !== game.id)];
  for (let most = MOST; most > 0; most--) if (write(KEY, { version: 1, games: games.slice(0, most) })) return;
}

/** @param {string} id */
export function forgetGame(id) {
  const games = keptGames(),
    others = games.filter((game) => game.id !== id);
  if (others.length < games.length) write(KEY, { version: 1, games: others });
}

/** Returns a log as text with a record on each line. @param {Record<string, any>[]} log */
export function asText(log) {
  return log.map((record) => `${JSON.stringify(record)}\n`).join("");
}
