// Finds files of the page by their paths: next to index.html, or inside it if the page is one file (tools/one_file.py).
import { bytesOf } from "./base64.js";
import { streamOf } from "./unpack.js";

/** @param {string} path */
const held = (path) => document.querySelector(`script[data-file="${path}"]`);
/** Returns whether the page is one file, which contains its other files. */
export const isOneFile = () => Boolean(document.querySelector("script[data-file]"));
/** Returns whether the page is one file that lacks this file. @param {string} path relative to the page */
export const isLeftOut = (path) => isOneFile() && !held(path);
/** Returns the address of a file next to the page. @param {string} path relative to the page */
export const addressOf = (path) => new URL(path, document.baseURI).href;
/** path -> address of a file inside the page @type {Map<string, string>} */
const made = new Map();

/**
 * Returns a file like `fetch`: `ok` is false if the page does not have it.
 * @param {string} path relative to the page
 */
export async function fileOf(path) {
  if (!isOneFile()) return fetch(addressOf(path));
  const file = held(path);
  if (!file) return new Response(null, { status: 404 });
  const content = bytesOf(file.textContent ?? "");
  if (!file.hasAttribute("data-gzip")) return new Response(content);
  return new Response(streamOf(content).pipeThrough(new DecompressionStream("gzip")));
}

/**
 * Returns the address of a script for a worker or an audio worklet. For a file inside the page it is `data:`, because
 * Chromium refuses modules from `blob:` on file://.
 * @param {string} path relative to the page
 */
export async function scriptOf(path) {
  if (!isOneFile()) return addressOf(path);
  return `data:text/javascript,${encodeURIComponent(await (await fileOf(path)).text())}`;
}

/** Returns an address from which a person can download a file. @param {string} path relative to the page */
export async function downloadOf(path) {
  if (isOneFile() && !made.has(path)) made.set(path, URL.createObjectURL(await (await fileOf(path)).blob()));
  return made.get(path) ?? addressOf(path);
}

/**
 * Data about a real device (make_page/page_device.py).
 * @typedef {{settings: any[], sounds: (import("./board/own_sound.js").Rule & {means: Record<string, string>})[],
 *   drawn: import("./own/tune.js").Drawn}} DeviceData
 */
/** @type {Promise<DeviceData> | null} */
let device = null;

/**
 * Returns the data about a real device. After a failure, the next call tries again.
 * @returns {Promise<DeviceData>}
 */
export function deviceData() {
  return (device ??= fileOf("data/device.json")
    .then((answer) => answer.json())
    .catch((fault) => {
      device = null;
      throw fault;
    }));
}

/** Lets a person save a text as a file. @param {string} text @param {string} name @param {string} type */
export function saveText(text, name, type) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([text], { type }));
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}

/** Path of a style sheet that is loaded or being loaded -> its loading. @type {Map<string, Promise<unknown>>} */
const styles = new Map();

/**
 * Adds a style sheet, and waits until it is loaded. A page that is one file contains all style sheets from the start.
 * @param {string} path relative to the page @returns {Promise<unknown>}
 */
export function addStyle(path) {
  if (isOneFile()) return Promise.resolve();
  const coming = styles.get(path) ?? loaded(path);
  styles.set(path, coming);
  coming.catch(() => styles.delete(path));
  return coming;
}

/** @param {string} path @returns {Promise<unknown>} */
function loaded(path) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = path;
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = (fault) => {
      link.remove(); // The next attempt adds it again.
      reject(fault);
    };
  });
}
