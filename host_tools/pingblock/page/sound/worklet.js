// Runs the ring buffer in the browser's audio thread.
import { Ring } from "./ring.js";

class Player extends AudioWorkletProcessor {
  /** @param {AudioWorkletNodeOptions} options  `takenS` is the time that the output requests at once */
  constructor({ processorOptions }) {
    super();
    const ring = new Ring(sampleRate, processorOptions?.takenS, (data) => this.port.postMessage(data));
    this.port.onmessage = ({ data, ports }) => ring.take(data, ports?.[0]);
    this.ring = ring;
  }

  /** @param {Float32Array[][]} _inputs @param {Float32Array[][]} outputs */
  process(_inputs, [[out]]) {
    this.ring.fill(out, currentTime);
    return true;
  }
}

registerProcessor("pingblock-player", Player);
