/** Packs and unpacks batches of records for the link to the firmware's side. See virtual/desk/messages.py. */

const HEAD_BYTES = 13;

/** @typedef {{kind: string, atNs: number, payload: Uint8Array}} Told */

/** @type {(kind: string, atNs?: number, payload?: Uint8Array) => Told} */
export function record(kind, atNs = 0, payload = new Uint8Array(0)) {
  return { kind, atNs, payload };
}

/**
 * Returns a batch as bytes.
 * @param {Told[]} records
 */
export function pack(records) {
  const size = records.reduce((sum, { payload }) => sum + HEAD_BYTES + payload.length, 0);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let place = 0;
  for (const { kind, atNs, payload } of records) {
    view.setUint8(place, kind.charCodeAt(0));
    view.setBigInt64(place + 1, BigInt(atNs), true);
    view.setUint32(place + 9, payload.length, true);
    bytes.set(payload, place + HEAD_BYTES);
    place += HEAD_BYTES + payload.length;
  }
  return bytes;
}

/**
 * Returns the records of a batch.
 * @param {Uint8Array} bytes
 * @returns {Told[]}
 */
export function unpack(bytes) {
  const view = viewOf(bytes);
  const records = [];
  for (let place = 0; place < bytes.length; ) {
    const begin = place + HEAD_BYTES;
    const end = begin + view.getUint32(place + 9, true);
    const kind = String.fromCharCode(bytes[place]);
    const atNs = Number(view.getBigInt64(place + 1, true));
    records.push({ kind, atNs, payload: bytes.subarray(begin, end) });
    place = end;
  }
  return records;
}

/** @param {Uint8Array} bytes */
export function viewOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Returns the levels, 0..1, in a `B` or `L` record, and their period.
 * @param {Told} told
 */
export function levelsOf({ kind, payload }) {
  const view = viewOf(payload);
  if (kind === "L") {
    const share = view.getUint16(0, true) / (view.getUint16(2, true) + 1);
    return { periodUs: 0, levels: Float64Array.of(Math.min(share, 1)) };
  }
  const [numerator, denominator] = [view.getUint32(0, true), view.getUint32(4, true)];
  const [top, size, channel] = [view.getUint16(8, true) + 1, payload[10], payload[11]];
  const levels = new Float64Array((payload.length - 12) / size);
  for (let place = 0; place < levels.length; place++) {
    const at = 12 + place * size;
    // A narrow write fills both channels of the register (RP2040 datasheet 2.1.4).
    const level = size === 1 ? payload[at] * 257 : view.getUint16(at + (size === 4 ? 2 * channel : 0), true);
    levels[place] = Math.min(level / top, 1);
  }
  return { periodUs: denominator ? numerator / denominator / 1000 : 0, levels };
}
