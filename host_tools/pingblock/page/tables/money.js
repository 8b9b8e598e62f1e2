// Lets coins fly between purses, or between a purse and the bank. Moves do not wait for them, and a tap ends them.
import { h } from "../dom.js";
import { isStill } from "../still.js";

const COINS = 3,
  FLY_MS = 620,
  APART_MS = 90;

/**
 * Lets coins fly from each purse that has lost money to each that has gained some. The bank takes and gives the
 * difference.
 * @param {HTMLElement[]} purses  by seat @param {number[]} changes by seat
 * @param {HTMLElement} bank  money of the bank comes from its middle and goes to it
 */
export function fly(purses, changes, bank) {
  if (isStill()) return;
  const losers = purses.filter((_purse, seat) => changes[seat] < 0),
    gainers = purses.filter((_purse, seat) => changes[seat] > 0);
  if (!losers.length && !gainers.length) return;
  // All positions are read before the first coin is drawn. Otherwise each coin would make the browser compute the
  // layout.
  const starts = (losers.length ? losers : [bank]).map(middle),
    ends = (gainers.length ? gainers : [bank]).map(middle);
  for (const from of starts)
    for (const to of ends) for (let coin = 0; coin < COINS; coin++) throwCoin(from, to, coin * APART_MS, bank);
}

/** @param {HTMLElement} element */
function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, isSeen: width > 0 };
}

/**
 * @param {ReturnType<typeof middle>} from @param {ReturnType<typeof middle>} to @param {number} delay ms
 * @param {HTMLElement} root
 */
function throwCoin(from, to, delay, root) {
  if (!from.isSeen || !to.isSeen) return;
  const coin = h("i", { className: "flying", "aria-hidden": "true" }),
    at = (/** @type {number} */ x, /** @type {number} */ y) => `translate(${x}px, ${y}px)`;
  const over = at((from.x + to.x) / 2, Math.min(from.y, to.y) - 30);
  root.append(coin);
  const flight = coin.animate([{ transform: at(from.x, from.y) }, { transform: over }, { transform: at(to.x, to.y) }], {
    duration: FLY_MS,
    delay,
    fill: "backwards",
    easing: "ease-in-out",
  });
  flight.onfinish = flight.oncancel = () => coin.remove();
}
