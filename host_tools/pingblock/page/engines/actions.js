/** What hands have done in a session, in order of time: a press stands where it began. */

/** @typedef {import("./engine.js").Session} Session */
/** @typedef {Session["actions"][number]} Action */

/** Of a press, ms. */
const SHORTEST_MS = 40;

/** Notes an action, or the end of a press that was noted when it began. @param {Action[]} actions @param {Action} action */
export function note(actions, action) {
  const begun = actions.findLast((one) => one.at_ms === action.at_ms && one.do === action.do);
  if (begun && "for_ms" in action && !("for_ms" in begun)) begun.for_ms = action.for_ms;
  else actions.push({ ...action });
}

/** Returns a session as it is now: a finger that is still on a button has pressed up to now.
 * @param {Session} session @param {number} nowMs @returns {Session} */
export function upTo(session, nowMs) {
  const actions = session.actions.map((action) =>
    ["press", "check"].includes(action.do)
      ? { for_ms: Math.max(nowMs - action.at_ms, SHORTEST_MS), ...action }
      : action,
  );
  // The device may be a little ahead of the clock that it tells.
  const ends = actions.map(({ at_ms, for_ms }) => at_ms + Number(for_ms ?? 0));
  return { ...session, actions, until_ms: Math.max(nowMs, ...ends) };
}
