// The board games that the page can draw. Each has a folder with its words, its drawing and its styles.
import { capital } from "../../text.js";
import { fortune } from "./fortune/index.js";
import { editions } from "./property/index.js";
import { storm } from "./storm/index.js";
import { worms } from "./worms/index.js";

/**
 * @typedef {object} Game
 * @property {string} title
 * @property {string} about  a sentence about the game
 * @property {number} minutes  length in minutes
 * @property {(svg: Element) => void} picture  draws the picture for its card, 56 by 56
 * @property {() => Promise<{make: import("../view.js").MakeDrawing}>} drawing  loads the drawing of its table
 */

/** @type {Record<string, Game | undefined>} */
export const GAMES = { ...editions, fortune, storm, worms };

/** Returns the translated name of a game. @param {string} game */
export const titleOf = (game) => GAMES[game]?.title ?? capital(game.replaceAll("_", " "));
