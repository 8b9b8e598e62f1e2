// The images that came with the page: which there are, and what is in one.
import { _ } from "../language.js";
import { DriveError } from "./drive.js";

/**
 * @typedef {object} Image
 * @property {string} board  such as pico2w
 * @property {string} label  such as Pico 2 W
 * @property {string} chip  rp2040 or rp2350
 * @property {boolean} base  whether it plays the apple base, too
 * @property {boolean} frozen  settings and sounds on the board outlive it
 * @property {string} file  "" where the page has none
 * @property {number} bytes
 * @property {string} sha256
 */

const FOLDER = "data/firmware/";

/** Returns what came with the page. @returns {Promise<{version: string, images: Image[]}>} */
export async function known() {
  const answer = await fetch(`${FOLDER}images.json`).catch(() => null);
  if (!answer?.ok) throw new DriveError(_("This page came without images for boards: a release of Pingblock has them, as files that end in .uf2."));
  return answer.json();
}

/** The address of an image. @param {Image} image */
export const addressOf = (image) => FOLDER + image.file;

/** Loads an image, which must be whole. @param {Image} image */
export async function load(image) {
  const answer = await fetch(addressOf(image)).catch(() => null);
  const content = answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : new Uint8Array();
  const whole = content.length === image.bytes && (!crypto.subtle || (await hash(content)) === image.sha256);
  if (!whole) throw new DriveError(_("The image did not arrive whole: try again, or load this page again."));
  return content;
}

/** @param {Uint8Array<ArrayBuffer>} content */
async function hash(content) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
