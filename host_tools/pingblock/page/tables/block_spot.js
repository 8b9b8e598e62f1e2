// The block at the table: the scene's own, so that its light, its press and its motion are the same.
import { byId } from "../dom.js";

/** Puts the scene's block beside the moves, or back where it was. @param {HTMLElement} spot @param {boolean} on */
export function placeBlock(spot, on) {
  const stage = byId("stage"),
    place = on ? spot : byId("table");
  spot.hidden = !on;
  if (stage && place && stage.parentElement !== place) place.append(stage);
}
