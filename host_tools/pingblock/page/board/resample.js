// Another rate for a recording, without what the new rate cannot hold.

const CROSSINGS = 24; // of zero on either side of a sample: the filter's steepness
const KEPT = 0.95; // of the lower rate's band

/**
 * Returns the samples at another rate: a sinc under a Blackman window.
 * @param {Float64Array} samples @param {number} from samples a second @param {number} to samples a second
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
