// Gives a person a link: through the system's share sheet, or by copying and showing it.
import { h, small } from "./dom.js";
import { addStyle, fileOf } from "./files.js";
import { _ } from "./language.js";
import { showLayer } from "./layers.js";
import { part } from "./part.js";

/** The page's public address, or "" if there is none. @type {Promise<string>} */
const home = fileOf("data/games.json")
  .then((answer) => answer.json())
  .then((data) => data.home ?? "")
  .catch(() => "");

/** Returns a link with this fragment to a page that others can open. @param {string} fragment */
export async function linkTo(fragment) {
  return `${isOurs() ? (await home) || here() : here()}#${fragment}`;
}

/**
 * Returns a link that replays a session.
 * @param {string} engine @param {import("./engines/engine.js").Session} session
 */
export async function linkToSession(engine, session) {
  const { encode } = await part(import("./engines/session.js"));
  return linkTo(`engine=${engine}&session=${await encode(session)}`);
}

/**
 * Copies a report about a problem. @param {import("./state.js").State} state @param {string | null} session a link to
 * the session
 */
export async function copyReport({ log, engine }, session) {
  const lines = log.slice(-30).map((line) => `${(line.atMs / 1000).toFixed(1)} s  ${line.who}  ${line.text}`);
  const text = [
    "What went wrong:",
    "",
    "",
    `Engine ${engine.name} ${engine.firmware}, speed ${engine.speed.toFixed(2)}`,
    navigator.userAgent,
    session ?? "no session link",
    "",
    ...lines,
  ].join("\n");
  await navigator.clipboard?.writeText(text).catch(() => {});
}

// On file:// the origin is the text "null".
const here = () => `${location.protocol}//${location.host}${location.pathname}`;
const isFile = () => location.protocol === "file:";
/** Returns whether the page's server is a computer of the player, which others cannot reach. */
const isOurs = () =>
  isFile() ||
  /(^|&)(token|at)=/.test(location.hash.slice(1)) ||
  ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** Returns a sentence about who can open a link to this computer. */
function ofThisComputer() {
  return isFile()
    ? _(
        "It opens this file on this computer. For another person, send the file, too: they open it and paste the link on the page, or add its part from # to the address.",
      )
    : _("It works on this computer only, while the server of this page runs.");
}

/** @param {string} url @param {string} title @param {string} [note] describes the content of the link */
export async function shareLink(url, title, note = "") {
  await part(addStyle("style/evening.css"));
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    const refused = await navigator.share({ title, url }).then(
      () => "",
      ({ name }) => name,
    );
    if (!refused || refused === "AbortError") return;
  }
  const copied = await (navigator.clipboard?.writeText(url) ?? Promise.reject()).then(
    () => true,
    () => false,
  );
  const words = [
    note,
    copied ? _("The link is copied.") : _("Copy the link from here."),
    isOurs() && url.startsWith(here()) ? ofThisComputer() : "",
  ];
  const dialog = h(
    "dialog",
    { className: "sheet", "aria-label": title },
    h("h3", {}, title),
    h("p", { className: "note" }, words.filter(Boolean).join(" ")),
    h("input", {
      type: "text",
      readonly: true,
      value: url,
      "aria-label": _("Link"),
      onfocus: (/** @type {any} */ event) => event.target.select(),
    }),
    small(_("Close"), () => dialog.close()),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  showLayer(dialog);
}
