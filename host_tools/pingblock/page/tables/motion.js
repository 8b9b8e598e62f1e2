// Moves tokens and dice from one state to the next. Moves of the game do not wait for this, and a tap ends it.
import { isStill } from "../still.js";

const STEP_MS = 140, // time for a step to the next space
  STRAIGHT_MS = 450,
  TUMBLE_MS = 520;
const FORWARD_MOST = 12; // the largest total of two dice

/**
 * Returns the spaces on the way from one space of a ring to another, without the first. The way goes forward by up to
 * the largest roll, or backward if that is as near. Any other way, such as the one to jail, is a single jump.
 * @param {number} from @param {number} to @param {number} count
 */
export function way(from, to, count) {
  const forward = (to - from + count) % count,
    sign = forward <= FORWARD_MOST ? 1 : -1,
    steps = sign > 0 ? forward : count - forward;
  if (steps > FORWARD_MOST) return [to];
  return Array.from({ length: steps }, (_, i) => (from + sign * (i + 1) + count) % count);
}

/** Token -> its last walk. @type {WeakMap<SVGGElement, Animation>} */
const walks = new WeakMap();

/**
 * Moves a token from the position at which it is drawn.
 * @param {SVGGElement} token @param {string[]} through transforms, of which the last is the token's new position
 */
export function walk(token, through) {
  const last = walks.get(token),
    before = token.style.transform,
    // Only the browser knows where a moving token is. It is asked only in this case, because that takes long.
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
 * @param {SVGGElement[]} dice  dice drawn at 0, 0 @param {string} key number of the roll
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
/** The first frame for each way in which a thing can appear. @type {Record<string, Keyframe>} */
const FROM = {
  drops: { transform: "translateY(-46px) scale(1.4)", opacity: 0 },
  turns: { transform: "scaleX(0)" },
  closes: { transform: "scale(3.4) rotate(160deg)", opacity: 0 },
};

/**
 * Moves a thing to its position: it drops, turns over or closes in.
 * @param {SVGElement} thing at 0, 0 @param {keyof FROM} how
 */
export function enter(thing, how) {
  if (!isStill()) thing.animate([FROM[how], {}], { duration: ENTER_MS, easing: "cubic-bezier(0.3, 0, 0.4, 1.3)" });
}

/** Ends the motion inside an element. Each part jumps to its final position. @param {Element} element */
export function stop(element) {
  for (const animation of element.getAnimations({ subtree: true }))
    if (!(animation instanceof CSSAnimation)) animation.cancel();
}
