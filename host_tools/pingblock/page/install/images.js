// Loads the firmware images of the page.
import { fileOf } from "../files.js";
import { _ } from "../language.js";
import { within } from "../limit.js";
import { DriveError } from "./drive.js";

/**
 * @typedef {object} Image
 * @property {string} board  for example pico2w
 * @property {string} label  for example Pico 2 W
 * @property {string} chip  rp2040 or rp2350
 * @property {string} file  "" if the page lacks it
 * @property {number} bytes
 * @property {string} sha256
 */

const FOLDER = "data/firmware/";
const LIST_MS = 20_000,
  IMAGE_MS = 120_000;

/** Returns the list of the page's images. @returns {Promise<{version: string, images: Image[]}>} */
export async function known() {
  const found = await within(listed(), LIST_MS).catch(() => null);
  if (!found?.images?.length)
    throw new DriveError(
      _(
        "The list of this page's images could not be loaded: load this page again. 'pingblock image' makes one on a computer, too.",
      ),
    );
  return found;
}

async function listed() {
  const answer = await fileOf(`${FOLDER}images.json`);
  return answer.ok ? answer.json() : null;
}

/** Returns the path of an image. @param {Image} image */
export const pathOf = (image) => FOLDER + image.file;

/** Loads an image and checks that it is complete. @param {Image} image */
export async function load(image) {
  const content = await within(loaded(image), IMAGE_MS).catch(() => new Uint8Array());
  const whole = content.length === image.bytes && (!crypto.subtle || (await hash(content)) === image.sha256);
  if (!whole) throw new DriveError(_("The image is incomplete: try again, or load this page again."));
  return content;
}

/** @param {Image} image */
async function loaded(image) {
  const answer = await fileOf(pathOf(image));
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : new Uint8Array();
}

/** @param {Uint8Array<ArrayBuffer>} content */
async function hash(content) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
