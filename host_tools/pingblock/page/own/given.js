// Shows a block that came in a link: its colours and its tune, and a button to make your own.
import { byId, h, small } from "../dom.js";
import { deviceData } from "../files.js";
import { _ } from "../language.js";
import { bare, isOwn, ownOf } from "./form.js";
import { paint } from "./paint.js";
import { heardNotes } from "./tune.js";
import { part } from "../part.js";

/**
 * @param {string} link  text of the block, which can come from a stranger
 * @param {HTMLElement} stage
 * @param {{notify: (text: string) => void, play: (notes: [number, number][]) => void, kept: () => {own: string},
 *   keep: (changes: {own: string}) => void, openTab: () => void}} actions
 */
export function showGiven(link, stage, { notify, play, kept, keep, openTab }) {
  const text = bare(link);
  if (!isOwn(text))
    return notify(_("The address contains no block that can be read: copy the whole address, or make your own block."));
  const mark = h(
    "p",
    { className: "mark" },
    _("Somebody has sent you this block."),
    small(_("Hear it"), () => part(deviceData()).then(({ drawn }) => play(heardNotes(ownOf(text), drawn)))),
    small(_("Make yours"), () => {
      if (!kept().own) keep({ own: text });
      end();
      openTab();
      byId("make-own").click();
    }),
    small(_("Close"), end),
  );
  paint(stage, text);
  byId("marks").append(mark);

  function end() {
    mark.remove();
    paint(stage, kept().own);
  }
}
