// Sends a person's actions in tabs and scene to the device, or shows why that is not possible.
import { _ } from "../language.js";

/**
 * @typedef {object} Ports
 * @property {() => import("../state.js").State} state
 * @property {(event: import("../state.js").PageEvent) => void} dispatch
 * @property {import("../device_link.js").DeviceLink} link
 * @property {import("../running.js").Running} running
 * @property {(text: string) => void} notify
 */
/** @typedef {import("../words.js").Message} Message */

/** @param {Ports} page */
export function deviceActions({ state, dispatch, link, running, notify }) {
  /**
   * Returns whether another page controls the block, and reports that. In that case, this page must not move the block.
   * @returns {boolean}
   */
  function watches() {
    const { mine, holder } = state().control;
    if (!mine)
      notify(_("{page} has the block, so this page only shows it. To play here, ask for the block.", { page: holder }));
    return !mine;
  }

  /**
   * Returns whether a file is being sent, and reports that. A line in the middle of the file would damage it. @returns
   * {boolean}
   */
  function fileGoes() {
    if (link.session.isSending) notify(_("A file is being sent to the device: try again when it has arrived."));
    return link.session.isSending;
  }

  /** @param {Message} message */
  const ask = (message) => watches() || link.ask(message, ({ message: why }) => notify(why));

  return {
    watches,
    ask,
    answer: (/** @type {Message} */ { do: what, ...fields }) =>
      state().control.mine ? link.session.request(what, fields).catch(() => null) : Promise.resolve(null),
    session: () => link.session,
    type: (/** @type {string} */ line) => watches() || fileGoes() || link.type(line),
    control: (/** @type {string} */ key) =>
      watches() || fileGoes() || running.engine?.send(new TextEncoder().encode(key)),
    rules(/** @type {string} */ value) {
      const { games, device } = state();
      const setting = games.words[device.game]?.choices?.setting;
      if (!setting) return;
      ask(
        setting === "profile"
          ? { do: "profile", name: value }
          : { do: "settings", of: device.game, set: { [setting]: value } },
      );
    },
    cells(/** @type {import("../engines/engine.js").Cells} */ cells, /** @type {string} */ text) {
      if (watches()) return;
      running.engine?.cells(cells);
      dispatch({ kind: "cells", cells, text });
    },
    plug(/** @type {boolean} */ on) {
      if (watches()) return;
      running.engine?.plug(on);
      dispatch({ kind: "plug", on });
      if (on) link.begin();
    },
    hand(/** @type {string} */ name, /** @type {boolean} */ down) {
      if (down ? watches() : !state().control.mine) return;
      if (running.engine?.name === "board" && down && fileGoes()) return;
      running.engine?.hand(/** @type {any} */ (name), down);
      dispatch({ kind: "hand", name, down });
    },
    askControl() {
      running.engine?.askControl?.();
      if (!state().control.mine)
        notify(_("You have asked for the block: the other page can hand it over, or keep it."));
    },
    answerControl: (/** @type {boolean} */ yes) => running.engine?.answerControl?.(yes),
  };
}
