/** Records a person's actions in a session in order of time. The time of a press is the time at which it starts. */

/** @typedef {import("./engine.js").Session} Session */
/** @typedef {Session["actions"][number]} Action */

/** shortest press in ms */
const SHORTEST_MS = 40;

/**
 * Adds an action, or the end of a press whose start was added before.
 * @param {Action[]} actions @param {Action} action
 */
export function note(actions, action) {
  const begun = actions.findLast((one) => one.at_ms === action.at_ms && one.do === action.do);
  if (begun && "for_ms" in action && !("for_ms" in begun)) begun.for_ms = action.for_ms;
  else actions.push({ ...action });
}

/**
 * Returns a session up to now. If a button is still pressed, the press ends now.
 * @param {Session} session @param {number} nowMs @returns {Session}
 */
export function upTo(session, nowMs) {
  const actions = session.actions.map((action) =>
    ["press", "check"].includes(action.do)
      ? { for_ms: Math.max(nowMs - action.at_ms, SHORTEST_MS), ...action }
      : action,
  );
  // The device can be a little ahead of the time that it has reported.
  const ends = actions.map(({ at_ms, for_ms }) => at_ms + Number(for_ms ?? 0));
  return { ...session, actions, until_ms: Math.max(nowMs, ...ends) };
}
