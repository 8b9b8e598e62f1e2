// Motion of tokens and dice between two states. No move waits for it, and a tap ends it.
import { isStill } from "../still.js";

const STEP_MS = 140, // from space to space
  STRAIGHT_MS = 450,
  TUMBLE_MS = 520;
const FORWARD_MOST = 12; // two dice

/**
 * Returns the spaces from one to another of a ring, without the first: forward as far as dice go, else back if that
 * is as near. A longer way, such as to jail, is one jump.
 * @param {number} from @param {number} to @param {number} count
 */
export function way(from, to, count) {
  const forward = (to - from + count) % count,
    sign = forward <= FORWARD_MOST ? 1 : -1,
    steps = sign > 0 ? forward : count - forward;
  if (steps > FORWARD_MOST) return [to];
  return Array.from({ length: steps }, (_, i) => (from + sign * (i + 1) + count) % count);
}

/** Moves a token from where it is drawn. @param {SVGGElement} token @param {string[]} through  transforms; the last one is its place */
export function walk(token, through) {
  const from = getComputedStyle(token).transform,
    before = token.style.transform;
  token.style.transform = through[through.length - 1];
  if (!before || isStill()) return;
  stop(token);
  const duration = through.length > 1 ? through.length * STEP_MS : STRAIGHT_MS;
  token.animate(
    [from, ...through].map((transform) => ({ transform, easing: "ease-in-out" })),
    { duration },
  );
}

let thrown = { key: "", atMs: 0 };

/**
 * Has dice tumble. A picture that is drawn once more meanwhile goes on where the one before was.
 * @param {SVGGElement[]} dice  each around 0, 0 @param {string} key  of the roll
 */
export function tumble(dice, key) {
  if (thrown.key !== key) thrown = { key, atMs: performance.now() };
  const passed = performance.now() - thrown.atMs;
  if (passed > TUMBLE_MS || isStill()) return;
  dice.forEach((die, i) => {
    const turn = (i % 2 ? -1 : 1) * (300 + 60 * (i % 3));
    const frames = [
      { transform: `translate(0px, -26px) rotate(${turn}deg) scale(0.7)`, opacity: 0.4 },
      { transform: `translate(0px, 4px) rotate(${turn / 6}deg) scale(1.04)`, opacity: 1, offset: 0.7 },
      { transform: "none", opacity: 1 },
    ];
    die.animate(frames, { duration: TUMBLE_MS, easing: "ease-out" }).currentTime = passed;
  });
}

const ENTER_MS = 480;
/** How things come to the table. @type {Record<string, Keyframe>} */
const FROM = {
  drops: { transform: "translateY(-46px) scale(1.4)", opacity: 0 },
  turns: { transform: "scaleX(0)" },
  closes: { transform: "scale(3.4) rotate(160deg)", opacity: 0 },
};

/** Has a thing come to its place: it drops, turns over or closes in. @param {SVGElement} thing around 0, 0 @param {keyof FROM} how */
export function enter(thing, how) {
  if (!isStill()) thing.animate([FROM[how], {}], { duration: ENTER_MS, easing: "cubic-bezier(0.3, 0, 0.4, 1.3)" });
}

/** Ends the motion within an element: each part is at its place. @param {Element} element */
export function stop(element) {
  for (const animation of element.getAnimations({ subtree: true }))
    if (!(animation instanceof CSSAnimation)) animation.cancel();
}
