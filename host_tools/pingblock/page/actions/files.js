// Saves and loads files for a person: the page's content, links, reports, and board files.
import { saveText } from "../files.js";
import { kept } from "../keep.js";
import { _ } from "../language.js";
import { part } from "../part.js";

/**
 * @typedef {object} Ports
 * @property {() => import("../state.js").State} state
 * @property {(event: import("../state.js").PageEvent) => void} dispatch
 * @property {import("../running.js").Running} running
 * @property {(text: string) => void} notify
 * @property {() => void} save  stores the page's values at once
 * @property {(now: import("../keep.js").Kept) => void} obey  applies stored values
 */

/** @param {Ports} page */
export function fileActions({ state, dispatch, running, notify, save, obey }) {
  /** @returns {Promise<string | null>} */
  async function sessionLink() {
    const session = running.engine?.session?.();
    if (!session) return null;
    const { linkToSession } = await part(import("../share.js"));
    return linkToSession(running.engine?.name ?? "", session);
  }

  return {
    sessionLink,
    async exportState() {
      save();
      const { saved } = await part(import("../saved.js"));
      const text = await saved().catch(() => "");
      if (!text)
        return notify(
          _(
            "The page has no data to save, because this browser blocks its storage. Allow data for this page in the browser's settings.",
          ),
        );
      saveText(text, "pingblock-page.json", "application/json");
    },
    async importState(/** @type {File} */ file) {
      const { takeOver } = await part(import("../saved.js"));
      notify(_("One moment: the page checks the content of the file."));
      let closed = false;
      const wrong = await takeOver(file, async () => {
        closed = true;
        await running.engine?.close();
      });
      if (closed) {
        const { counts, tellAtOnce } = kept();
        dispatch({ kind: "restore", counts, tellAtOnce });
        obey(kept());
        await running.open();
      }
      notify(
        wrong ||
          _(
            "The page has loaded the content of the file. If it contains a device, the page uses only its settings and sounds.",
          ),
      );
    },
    async install() {
      const { openInstall } = await part(import("../install/view.js"), "install/install.css");
      return openInstall({ use: (name) => running.use(name) });
    },
    async share() {
      const url = await sessionLink();
      if (!url) return notify(_("This engine cannot save its session: only the one in the browser can."));
      const { shareLink } = await part(import("../share.js"));
      return shareLink(url, _("A link to this session"), _("The link plays again what this block has done."));
    },
    async report() {
      const { copyReport } = await part(import("../share.js"));
      await copyReport(state(), await sessionLink());
      return notify(_("A report with a link to this session is copied: paste it where you report problems."));
    },
  };
}
