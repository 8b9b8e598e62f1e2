// Moves tokens and dice from one state to the next. Moves do not wait for the motion, and a tap ends it.
import { isStill } from "../still.js";

const STEP_MS = 140, // from one space to the next
  STRAIGHT_MS = 450,
  TUMBLE_MS = 520;
const FORWARD_MOST = 12; // the most that two dice can show

/**
 * Returns the spaces on the way from one space of a ring to another, without the first. The way leads forward as far as
 * dice can go, or back if that is as near. A longer way, such as the one to jail, is a single jump.
 * @param {number} from @param {number} to @param {number} count
 */
export function way(from, to, count) {
  const forward = (to - from + count) % count,
    sign = forward <= FORWARD_MOST ? 1 : -1,
    steps = sign > 0 ? forward : count - forward;
  if (steps > FORWARD_MOST) return [to];
  return Array.from({ length: steps }, (_, i) => (from + sign * (i + 1) + count) % count);
}

/** The last walk of each token. @type {WeakMap<SVGGElement, Animation>} */
const walks = new WeakMap();

/**
 * Moves a token from its drawn place.
 * @param {SVGGElement} token @param {string[]} through  transforms, of which the last is the token's new place
 */
export function walk(token, through) {
  const last = walks.get(token),
    before = token.style.transform,
    // Only the browser knows where a moving token is. It is asked only then, because the answer takes long.
    from = last?.playState === "running" ? getComputedStyle(token).transform : before;
  token.style.transform = through[through.length - 1];
  if (!before || isStill()) return;
  last?.cancel();
  const duration = through.length > 1 ? through.length * STEP_MS : STRAIGHT_MS,
    frames = [from, ...through].map((transform) => ({ transform, easing: "ease-in-out" }));
  walks.set(token, token.animate(frames, { duration }));
}

let thrown = { key: "", atMs: 0 };

/**
 * Tumbles dice. If the picture is drawn again meanwhile, the new dice continue the motion.
 * @param {SVGGElement[]} dice  each drawn around 0, 0 @param {string} key  the number of the roll
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
/** The first frame of each way in which a thing comes to the table. @type {Record<string, Keyframe>} */
const FROM = {
  drops: { transform: "translateY(-46px) scale(1.4)", opacity: 0 },
  turns: { transform: "scaleX(0)" },
  closes: { transform: "scale(3.4) rotate(160deg)", opacity: 0 },
};

/**
 * Moves a thing to its place: it drops, turns over or closes in.
 * @param {SVGElement} thing around 0, 0 @param {keyof FROM} how
 */
export function enter(thing, how) {
  if (!isStill()) thing.animate([FROM[how], {}], { duration: ENTER_MS, easing: "cubic-bezier(0.3, 0, 0.4, 1.3)" });
}

/** Ends the motion within an element. Each part is then at its place. @param {Element} element */
export function stop(element) {
  for (const animation of element.getAnimations({ subtree: true }))
    if (!(animation instanceof CSSAnimation)) animation.cancel();
}
