// Lets the owner play each sound of the Pico, or replace it with a custom sound.
import { choice, h, small, write } from "../dom.js";
import { _, number, written } from "../language.js";
import { held, playSound, putSound, removeSound } from "../link/later/own_sounds.js";
import { teller } from "./act.js";
import { part } from "../part.js";

export const ACCEPT = "audio/*,.wav,.mp3,.ogg,.oga,.opus,.flac,.snd";

/** @param {import("./act.js").Board} board @returns {import("./act.js").Part} */
export function makeSounds(board) {
  const tell = teller();
  const chosen = choice(_("Sound"), [], () => tell.say(""));
  const own = h("ul", { className: "own" }),
    room = h("p", { className: "note" });
  const file = h("input", { type: "file", accept: ACCEPT, id: "own-sound", className: "aloud", onchange: () => put() });
  const root = h(
    "div",
    {},
    h(
      "p",
      { className: "note" },
      _("Hear a sound of the board, or replace it with your own: a WAV, MP3, Ogg or FLAC file."),
    ),
    chosen.row,
    h(
      "div",
      { className: "buttons" },
      small(_("Play it on the board"), () => play()),
      file,
      h("label", { htmlFor: "own-sound", className: "small" }, _("Replace it with a file")),
    ),
    tell.root,
    own,
    room,
  );
  /** @type {any[]} */
  let rules = [];
  return { title: _("Sounds"), root, begin };

  function name() {
    return chosen.input.value;
  }

  async function begin() {
    await tell.run(root, async () => {
      if (!rules.length) {
        rules = (await board.data()).sounds;
        chosen.fill(rules.map((rule) => [rule.name, `${rule.name}: ${rule.means[written()]}`]));
        chosen.input.value = "ping";
      }
      await list();
    });
  }

  async function list() {
    const { own: mine, unusable, ram } = await held(board.session());
    own.replaceChildren(
      ...[...Object.keys(mine), ...unusable].sort().map((each) =>
        h(
          "li",
          {},
          h(
            "span",
            {},
            h("b", {}, each),
            ` ${mine[each] ? ownWords(mine[each]) : _("cannot be played: the built-in sound plays instead")}`,
          ),
          small(_("Remove"), () => drop(each)),
        ),
      ),
    );
    write(
      room,
      Object.keys(mine).length + unusable.length
        ? _("Your own sounds take {used} of {all} bytes of memory.", { used: ram[0], all: ram[1] })
        : _("All sounds are the built-in ones."),
    );
  }

  function play() {
    return tell.run(root, async () => {
      await playSound(board.session(), name());
      return _("The board is playing the sound.");
    });
  }

  /** @param {string} each */
  function drop(each) {
    return tell.run(root, async () => {
      await removeSound(board.session(), each);
      await list();
      return _("The built-in {sound} plays again.", { sound: each });
    });
  }

  function put() {
    return tell.run(root, async () => {
      const picked = file.files?.[0];
      if (!picked) return;
      const { soundOf } = await part(import("./own_sound.js"));
      try {
        const { data, said } = await soundOf(
          await picked.arrayBuffer(),
          rules.find((rule) => rule.name === name()),
        );
        const from = await putSound(board.session(), name(), data, (done, all) => tell.share(done / all));
        await list();
        return [
          _("The board now plays {file} instead of {sound}.", { file: picked.name, sound: name() }),
          ...said,
          from,
        ].join(" ");
      } finally {
        file.value = "";
      }
    });
  }
}

/** @param {[number, number]} own bytes and ms */
function ownWords([bytes, ms]) {
  return _("your own, {s} s, {bytes} bytes", { s: number(ms / 1000, 1), bytes });
}
