// Draws what a person must do: each kind of Pico, a finger on BOOTSEL while the cable is plugged in, dragging a file.
import { _ } from "../language.js";
import { el } from "../scene/draw.js";

/** @typedef {import("./images.js").Image} Image */

/**
 * Makes a picture.
 * @param {number} wide @param {number} high @param {string} [label] without a label, screen readers ignore it
 */
function picture(wide, high, label) {
  /** @type {Record<string, string>} */
  const about = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return el("svg", { viewBox: `0 0 ${wide} ${high}`, class: "ipicture", ...about });
}

/**
 * @param {Element} root @param {number} x @param {number} y @param {number} width @param {number} height
 * @param {string} of class @param {number} [rx]
 */
const box = (root, x, y, width, height, of, rx = 2) => el("rect", { x, y, width, height, rx, class: of }, root);

/** @param {Element} root @param {string} text @param {number} x @param {number} y @param {string} of class */
function words(root, text, x, y, of) {
  el("text", { x, y, class: of, "text-anchor": "middle" }, root).textContent = text;
}

/**
 * Draws a Pico from above with its USB plug on the left, 150 by 62.
 * @param {Element} root @param {Pick<Image, "chip" | "label">} board
 */
function drawBoard(root, { chip, label }) {
  const radio = label.endsWith("W");
  box(root, 8, 3, 142, 56, "iboard", 4);
  for (let i = 0; i < 20; i++)
    for (const y of [7, 55]) el("circle", { cx: 16 + i * 6.8, cy: y, r: 1.7, class: "ihole" }, root);
  box(root, 0, 20, 20, 22, "imetal");
  box(root, 33, 15, 11, 9, "iring", 1.5);
  el("circle", { cx: 38.5, cy: 19.5, r: 3, class: "ibutton" }, root);
  if (chip === "rp2350") box(root, 62, 20, 24, 24, "ichip", 1);
  else box(root, 64, 22, 19, 19, "ichip", 1);
  words(root, chip === "rp2350" ? "2350" : "2040", 74, 34, "iprint");
  if (radio) box(root, 100, 18, 28, 26, "imetal", 1.5);
  el(
    "path",
    { d: radio ? "M134 18v26M139 18v26M134 18h5M134 44h5" : "M104 26h34M104 32h26M104 38h30", class: "isilk" },
    root,
  );
}

/** @param {Image} board */
export function boardPicture(board) {
  const root = picture(150, 62);
  drawBoard(root, board);
  return root;
}

/**
 * Draws a drive as an operating system shows it.
 * @param {Element} root @param {number} x @param {number} y @param {string} name
 */
function drawDrive(root, x, y, name) {
  const drive = el("g", { transform: `translate(${x} ${y})` }, root);
  box(drive, -44, -25, 88, 42, "idrive", 6);
  el("path", { d: "M-44 3h88", class: "iline" }, drive);
  el("circle", { cx: 34, cy: 10, r: 2.6, class: "ilit" }, drive);
  words(drive, name, 0, -7, "iname");
}

/**
 * Draws a finger on BOOTSEL while the cable is plugged in. Then a drive appears.
 * @param {Image} board @param {string} drive
 */
export function bootselPicture(board, drive) {
  const root = picture(
    340,
    116,
    _("A finger holds the BOOTSEL button, next to the plug, while the cable goes in. Then a drive {drive} appears.", {
      drive,
    }),
  );
  const held = el("g", { transform: "translate(52 46)" }, root);
  drawBoard(held, board);
  const cable = el("g", { class: "iplugs" }, root);
  el("path", { d: "M0 77h22", class: "icable" }, cable);
  box(cable, 18, 68, 20, 18, "iplug", 3);
  box(cable, 38, 71, 10, 12, "imetal");
  const finger = el("g", { transform: "translate(90.5 62)" }, root);
  el("path", { d: "M-8 -56v46a8 10 0 0 0 16 0v-46", class: "ifinger" }, finger);
  el("path", { d: "M-4.500 -9a4.500 5 0 0 1 9 0v5a4.500 4.500 0 0 1-9 0z", class: "inail" }, finger);
  words(root, "BOOTSEL", 146, 32, "ilabel");
  el("path", { d: "M112 30L101 38", class: "ipoint" }, root);
  el("path", { d: "M214 77h24m-8-7l8 7-8 7", class: "iarrow" }, root);
  drawDrive(root, 292, 80, drive);
  return root;
}

/** Draws a file that a person drags onto the drive. @param {string} drive */
export function dragPicture(drive) {
  const root = picture(340, 104, _("The file is dragged onto the drive {drive}.", { drive }));
  const file = el("g", { transform: "translate(66 54)" }, root);
  el("path", { d: "M-24 -34h32l16 16v50h-48z", class: "ipaper" }, file);
  el("path", { d: "M8 -34v16h16", class: "iline" }, file);
  words(file, ".uf2", 0, 14, "iname");
  el("path", { d: "M104 46c44-24 78-18 112 2m-11-7l11 7-11 6", class: "iarrow" }, root);
  el("path", { d: "M84 62l0 22 6-6 5 10 5-3-5-9 9-1z", class: "ihand" }, root);
  drawDrive(root, 274, 58, drive);
  return root;
}
