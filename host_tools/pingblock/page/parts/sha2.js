/** Computes SHA-2 of short texts, because a page over plain http has no `crypto.subtle`. */

/**
 * Bits of the digest -> bits of a word, rounds, and rotations of words. Negative numbers are shifts.
 */
const KINDS = {
  256: {
    width: 32,
    rounds: 64,
    sums: [
      [2, 13, 22],
      [6, 11, 25],
      [7, 18, -3],
      [17, 19, -10],
    ],
  }, // prettier-ignore
  512: {
    width: 64,
    rounds: 80,
    sums: [
      [28, 34, 39],
      [14, 18, 41],
      [1, 8, -7],
      [19, 61, -6],
    ],
  }, // prettier-ignore
};

/**
 * Returns the first bits of the fraction of a prime's root.
 * @param {number} prime @param {number} power @param {number} width
 */
function fraction(prime, power, width) {
  const wanted = BigInt(prime) << BigInt(power * width);
  let root = 0n;
  for (let bit = 1n << BigInt(width + 5); bit; bit >>= 1n) if ((root | bit) ** BigInt(power) <= wanted) root |= bit;
  return BigInt.asUintN(width, root);
}

/** @param {number} count */
function primes(count) {
  const found = [2];
  for (let next = 3; found.length < count; next += 2) if (found.every((prime) => next % prime)) found.push(next);
  return found;
}

/**
 * Returns the digest of some bytes.
 * @param {256 | 512} bits
 * @param {Uint8Array} bytes
 */
export function sha2(bits, bytes) {
  const { width, rounds, sums } = KINDS[bits];
  const size = width / 8;
  const cut = (/** @type {bigint} */ word) => BigInt.asUintN(width, word);
  const mixed = sums.map((turns) => (/** @type {bigint} */ word) => {
    const parts = turns.map((by) =>
      by < 0 ? word >> BigInt(-by) : (word >> BigInt(by)) | cut(word << BigInt(width - by)),
    );
    return parts[0] ^ parts[1] ^ parts[2];
  });
  const constants = primes(rounds).map((prime) => fraction(prime, 3, width));
  let state = primes(8).map((prime) => fraction(prime, 2, width));
  const padded = new Uint8Array(Math.ceil((bytes.length + 1 + 2 * size) / (16 * size)) * 16 * size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  new DataView(padded.buffer).setUint32(padded.length - 4, bytes.length * 8);
  for (let at = 0; at < padded.length; at += 16 * size) {
    const words = Array.from({ length: 16 }, (_, place) => read(padded, at + place * size, size));
    for (let i = 16; i < rounds; i++)
      words.push(cut(words[i - 16] + mixed[2](words[i - 15]) + words[i - 7] + mixed[3](words[i - 2])));
    state = rolled(state, words, constants, mixed, cut);
  }
  const digest = state.flatMap((word) =>
    Array.from({ length: size }, (_, place) => Number((word >> BigInt(width - 8 - 8 * place)) & 255n)),
  );
  return Uint8Array.from(digest);
}

/** @param {Uint8Array} bytes @param {number} at @param {number} size */
function read(bytes, at, size) {
  return bytes.subarray(at, at + size).reduce((word, byte) => (word << 8n) | BigInt(byte), 0n);
}

/**
 * @param {bigint[]} state
 * @param {bigint[]} words
 * @param {bigint[]} constants
 * @param {((word: bigint) => bigint)[]} mixed
 * @param {(word: bigint) => bigint} cut
 */
function rolled(state, words, constants, mixed, cut) {
  let [a, b, c, d, e, f, g, h] = state;
  words.forEach((word, round) => {
    const first = h + mixed[1](e) + ((e & f) ^ (cut(~e) & g)) + constants[round] + word;
    const second = mixed[0](a) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [cut(first + second), a, b, c, cut(d + first), e, f, g];
  });
  return [a, b, c, d, e, f, g, h].map((value, place) => cut(value + state[place]));
}
