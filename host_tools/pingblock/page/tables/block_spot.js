// Moves the scene's block to the game's screen, so that its light, presses and motion are the same in both places.
import { byId } from "../dom.js";

/** Puts the scene's block next to the moves, or back where it was. @param {HTMLElement} spot @param {boolean} on */
export function placeBlock(spot, on) {
  const stage = byId("stage"),
    place = on ? spot : byId("table");
  spot.hidden = !on;
  if (stage && place && stage.parentElement !== place) place.append(stage);
}
