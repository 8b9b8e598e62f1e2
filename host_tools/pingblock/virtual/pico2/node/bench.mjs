/**
 * Runs an emulated Pico 2. Reads orders from the standard input and writes events to the standard output, a JSON array
 * on each line.
 *
 * Argument: the emulator's folder.
 * Takes ["begin", the flash's file, the speaker's GPIO], ["run", ns], ["drive", gpio, level, weakly],
 * ["send", base64], ["reads", bool], ["open", bool], ["plug", bool], ["power", bool, ns], ["flash", file],
 * ["cycles"]. Writes [kind, ns, ...] for each event, and ["done", ns] after each order, or ["done", cycles] after
 * "cycles". After ["adc", ns, channel] it waits for a line with the code. Weakly means through more than 8.2 kohm.
 */

import { readFileSync, readSync, writeFileSync, writeSync } from "node:fs";

import { Life } from "./life.mjs";

const [folder] = process.argv.slice(2);
const FLASH_WINDOW = 16 * 1024 * 1024;

let input = "";
let output = [];

function line() {
  const chunk = Buffer.alloc(65536);
  while (!input.includes("\n")) {
    const count = readSync(0, chunk, 0, chunk.length, null);
    if (!count) process.exit(0);
    input += chunk.toString("latin1", 0, count);
  }
  const end = input.indexOf("\n");
  const text = input.slice(0, end);
  input = input.slice(end + 1);
  return JSON.parse(text);
}

function flush() {
  let bytes = Buffer.from(output.join(""));
  output = [];
  while (bytes.length) bytes = bytes.subarray(writeSync(1, bytes));
}

function tell(...event) {
  output.push(`${JSON.stringify(event)}\n`);
  if (output.length > 256) flush();
}

function ask(nanos, channel) {
  life.outputs.flush();
  tell("adc", nanos, channel);
  flush();
  return line();
}

const flash = new Uint8Array(FLASH_WINDOW);
let speaker = 0;
const outside = new Map();
const weak = new Set();
let plugged = true;
let elapsedNs = 0;
let life = null;

function start(scratch, reason, cause) {
  const given = { flash, scratch, reason, outside, weak, tell, ask };
  life = new Life(folder, { ...given, sinceNs: elapsedNs, speaker });
  life.usb.connected = plugged;
  tell("reset", elapsedNs, cause);
}

function drive(gpio, level, weakly) {
  if (weakly) weak.add(gpio);
  outside.set(gpio, level);
  life?.settle(life.chip.gpio[gpio]);
}

function end() {
  elapsedNs = life.nanos;
  life.outputs.drop();
}

const TAKE = {
  begin(file, gpio) {
    flash.fill(0xff).set(readFileSync(file));
    speaker = gpio;
    outside.clear();
    weak.clear();
    plugged = true;
    elapsedNs = 0;
    life = null;
  },
  run(untilNs) {
    while (life && life.nanos < untilNs) {
      life.run(untilNs);
      if (!life.resetBy) break;
      end();
      start(life.scratch, life.chip.watchdog.reason, life.resetBy);
    }
    elapsedNs = Math.max(elapsedNs, life ? life.nanos : untilNs);
    life?.outputs.flush();
  },
  drive,
  send: (text) => life?.usb.send(Buffer.from(text, "base64")),
  reads: (reading) => life?.usb.read(reading),
  open: (opened) => life?.usb.open(opened),
  plug(connected) {
    plugged = connected;
    life?.usb.plug(connected);
  },
  power(on) {
    if (on && !life) start(new Uint32Array(8), 0, "power_on");
    if (!on && life) {
      end();
      life = null;
    }
  },
  cycles: () => life?.chip.core[0].cycles ?? 0,
  flash: (file) => writeFileSync(file, flash.subarray(0, 4 * 1024 * 1024)),
};

for (;;) {
  const [what, ...values] = line();
  const answer = TAKE[what](...values);
  tell("done", what === "cycles" ? answer : elapsedNs);
  flush();
}
