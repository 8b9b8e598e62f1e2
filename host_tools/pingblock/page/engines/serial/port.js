/**
 * Chooses and opens the browser's serial port. If that fails, reports the reason and what to do.
 * @module engines/serial/port
 */

import { _ } from "../../language.js";
import { EngineError } from "../engine.js";
import { servedPorts } from "./served.js";

const RASPBERRY_PI = 0x2e8a;
const BUFFER_BYTES = 16384;
const FILTERS = [{ usbVendorId: RASPBERRY_PI }];
const NONE_CHOSEN = _(
  "No board was chosen. If it was not in the list, try another cable, because many only charge. Then plug the board in without holding BOOTSEL.",
);
const LATER = _("Press the button once more: the browser asks for the port only after a press.");
const TAKEN = _(
  "The port is in use: close other programs and tabs that use the board, such as an editor, a terminal or 'pingblock monitor', and try again.",
);
const RULE = 'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", MODE="0660", TAG+="uaccess", ENV{ID_MM_DEVICE_IGNORE}="1"';
const GROUP = "sudo usermod -aG dialout $USER";
const RIGHTS = _(
  "If no other program uses the port, your user must get permission to open it. Write this line into {file}, then unplug the board and plug it in again: {rule}. Or run '{group}', then log in again.",
  { file: "/etc/udev/rules.d/60-pingblock.rules", rule: RULE, group: GROUP },
);
const GONE = _("The board disconnected while the port was opened. Check that the plug is firm, and try again.");
export const UNPLUGGED = _("The board has been unplugged, or has started again. This page continues when it is back.");

/** The open ports of this page. @type {Set<SerialPort>} */
const inUse = new Set();

/** @param {SerialPort} port */
const isPico = (port) => port.getInfo().usbVendorId === RASPBERRY_PI;

/** Returns the Picos that this page can open and that are not open. @returns {Promise<SerialPort[]>} */
export async function freePorts() {
  const [own, served] = await Promise.all([navigator.serial?.getPorts() ?? [], servedPorts()]);
  return [...own, ...served].filter((port) => isPico(port) && !inUse.has(port));
}

/**
 * Returns the Pico that was used before, or lets a person choose one.
 * @param {SerialPort | null} before  the last Pico of this engine. If it is not plugged in, this waits for it.
 * @returns {Promise<SerialPort>}
 */
export async function chosenPort(before) {
  const known = await freePorts();
  if (known.length === 1) return known[0];
  if (before && known.includes(before)) return before;
  if (before && !known.length) throw new EngineError(UNPLUGGED, true);
  return askedPort();
}

/** Returns the next free Pico of the server's computer, or lets a person choose one. @returns {Promise<SerialPort>} */
export async function askedPort() {
  const served = (await servedPorts()).find((port) => !inUse.has(port));
  if (served) return served;
  if (!navigator.serial) throw new EngineError(NONE_CHOSEN);
  try {
    return await navigator.serial.requestPort({ filters: FILTERS });
  } catch (fault) {
    const asked = /** @type {Error} */ (fault).name === "SecurityError";
    throw new EngineError(asked ? LATER : NONE_CHOSEN);
  }
}

/** Lets the person choose a Pico other than the one that the browser knows. */
export async function chooseAnother() {
  const serial = /** @type {Serial} */ (navigator.serial);
  await serial.requestPort({ filters: FILTERS }).catch(() => {});
}

/** Opens a port. @param {SerialPort} port */
export async function opened(port) {
  try {
    await port.open({ baudRate: 115200, bufferSize: BUFFER_BYTES });
    inUse.add(port);
  } catch (fault) {
    if (fault instanceof EngineError) throw fault;
    if (/** @type {Error} */ (fault).name === "InvalidStateError") throw new EngineError(TAKEN, true);
    const there = (await navigator.serial?.getPorts())?.includes(port);
    const linux = navigator.userAgent.includes("Linux");
    throw new EngineError(there ? (linux ? `${TAKEN} ${RIGHTS}` : TAKEN) : GONE, true);
  }
  await port.setSignals({ dataTerminalReady: true }).catch(() => {}); // A test's fake port has no such method.
}

/** Closes a port. @param {SerialPort} port */
export async function closed(port) {
  await port.close().catch(() => {}); // If the cable was unplugged, the port is closed already.
  inUse.delete(port);
}
