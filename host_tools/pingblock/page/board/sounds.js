// The sounds on the board: each can be heard, and one's own put in its place.
import { choice, h, write } from "../dom.js";
import { held, playSound, putSound, removeSound } from "../link/later/own_sounds.js";
import { button, teller } from "./act.js";

const ACCEPT = "audio/*,.wav,.mp3,.ogg,.flac,.snd";

/** @param {import("./act.js").Board} board @returns {import("./act.js").Part} */
export function makeSounds(board) {
  const tell = teller();
  const chosen = choice("Sound", [], () => tell.say(""));
  const own = h("ul", { className: "own" }), room = h("p", { className: "note" });
  const file = h("input", { type: "file", accept: ACCEPT, id: "own-sound", className: "aloud", onchange: () => put() });
  const root = h("div", {},
    h("p", { className: "note" }, "Hear a sound of the board, or put one of your own in its place: any sound file that this browser can play."),
    chosen.row,
    h("div", { className: "buttons" }, button("Play it on the board", () => play()), file, h("label", { htmlFor: "own-sound", className: "small" }, "Put a file in its place")),
    tell.root, own, room);
  /** @type {any[]} */
  let rules = [];
  return { title: "Sounds", root, begin };

  function name() {
    return chosen.input.value;
  }

  async function begin() {
    await tell.run(root, async () => {
      if (!rules.length) {
        rules = (await board.data()).sounds;
        chosen.fill(rules.map((rule) => [rule.name, `${rule.name}: ${rule.means}`]));
        chosen.input.value = "ping";
      }
      await list();
    });
  }

  async function list() {
    const { own: mine, unusable, ram } = await held(board.session());
    own.replaceChildren(...[...Object.keys(mine), ...unusable].sort().map((each) => h("li", {},
      h("span", {}, h("b", {}, each), ` ${mine[each] ? `your own, ${(mine[each][1] / 1000).toFixed(1)} s, ${mine[each][0]} bytes` : "cannot be played: the built-in one sounds"}`),
      button("Remove", () => drop(each)))));
    write(room, Object.keys(mine).length + unusable.length ? `Your own sounds take ${ram[0]} of ${ram[1]} bytes of memory.` : "All sounds are the built-in ones.");
  }

  function play() {
    return tell.run(root, async () => {
      await playSound(board.session(), name());
      return "It plays on the board.";
    });
  }

  /** @param {string} each */
  function drop(each) {
    return tell.run(root, async () => {
      await removeSound(board.session(), each);
      await list();
      return `The built-in ${each} plays again.`;
    });
  }

  function put() {
    return tell.run(root, async () => {
      const picked = file.files?.[0];
      if (!picked) return;
      const { soundOf } = await import("./own_sound.js");
      try {
        const { data, said } = await soundOf(await picked.arrayBuffer(), rules.find((rule) => rule.name === name()));
        const from = await putSound(board.session(), name(), data, (done, all) => tell.share(done / all));
        await list();
        return [`${picked.name} is on the board now, in the place of ${name()}.`, ...said, from].join(" ");
      } finally {
        file.value = "";
      }
    });
  }
}
