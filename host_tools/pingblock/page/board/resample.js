// Converts a recording to another rate, without the frequencies that are too high for it.

const CROSSINGS = 24; // Number of zero crossings on each side of a sample. It determines how steep the filter is.
const KEPT = 0.95; // share of the lower rate's band that is kept

/**
 * Returns the samples at another rate, filtered by a sinc with a Blackman window.
 * @param {Float64Array} samples @param {number} from samples per second @param {number} to samples per second
 */
export function resampled(samples, from, to) {
  const band = (Math.min(from, to) / from) * KEPT,
    reach = CROSSINGS / band;
  const found = new Float64Array(Math.max(1, Math.round((samples.length * to) / from)));
  for (let n = 0; n < found.length; n++) {
    const middle = (n * from) / to,
      last = Math.min(samples.length - 1, Math.floor(middle + reach));
    let sum = 0;
    for (let i = Math.max(0, Math.ceil(middle - reach)); i <= last; i++)
      sum += samples[i] * weight(i - middle, band, reach);
    found[n] = sum;
  }
  return found;
}

/** @param {number} away @param {number} band @param {number} reach */
function weight(away, band, reach) {
  const turn = (Math.PI * away) / reach,
    window = 0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
  const x = Math.PI * away * band;
  return window * (x === 0 ? band : (Math.sin(x) / x) * band);
}
