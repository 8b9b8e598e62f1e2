// Lets people make their own block: they choose colours, draw a tune, listen to it, put it on the block, or send it.
import { teller } from "../board/act.js";
import { packed, soundFrom, soundOf } from "../board/own_sound.js";
import { ACCEPT } from "../board/sounds.js";
import { choice, h, small, write } from "../dom.js";
import { deviceData } from "../files.js";
import { _, number } from "../language.js";
import { LinkError } from "../link/errors.js";
import { playSound, putSound, removeSound } from "../link/later/own_sounds.js";
import { linkTo, shareLink } from "../share.js";
import { NEW, ownOf, PACES, STEPS, textOf } from "./form.js";
import { makePads } from "./pads.js";
import { heardNotes, isLikeCoins, isSilent, programOf, stepMs } from "./tune.js";
import { hummed, record } from "./voice.js";

const RECORD_MS = 1900; // A longer recording does not fit into the block's memory.

const PACE_NAMES = [_("slow"), _("medium"), _("fast")];

/** @typedef {import("../board/own_sound.js").Rule} Rule */

/** @param {import("../main.js").Actions} actions */
export function makeOwnBlock(actions) {
  const tell = teller();
  let own = ownOf(actions.kept().own || NEW),
    last = ""; // the previous block, until the new one is changed
  const anew = small(_("Begin a new one"), () => {
    const back = last;
    last = back ? "" : textOf(own);
    edit(back || NEW);
  });
  const sound = choice(_("Plays at"), [], (value) => change({ sound: value }));
  const pace = choice(
    _("Pace"),
    PACES.map((pace, i) => [String(pace), PACE_NAMES[i]]),
    (value) => change({ pace: Number(value) }),
  );
  const body = colour(_("Colour of the body"), (value) => change({ body: value }));
  const cap = colour(_("Colour of the button"), (value) => change({ cap: value }));
  const pads = makePads((notes, note) => {
    change({ notes });
    if (note) void hear(note);
  });
  const file = h("input", {
    type: "file",
    accept: ACCEPT,
    id: "own-file",
    className: "aloud",
    onchange: () => actions.watches() || put(ofFile),
  });
  const root = laidOut();
  void tell.run(root, async () => {
    const { sounds } = await deviceData();
    const outcomes = actions.state().games.words.block?.outcome ?? {};
    const titleOf = (/** @type {string} */ name) => String(outcomes[name]?.[0].title ?? name);
    sound.fill(sounds.filter(({ outcome }) => outcome).map(({ name }) => [name, _(titleOf(name))]));
    edit(textOf(own));
  });
  return root;

  function laidOut() {
    return h(
      "div",
      { className: "own-block" },
      h("p", { className: "note" }, _("Each row is a note, each column a beat. Tap fields to draw a tune.")),
      pads.root,
      pace.row,
      sound.row,
      body.row,
      cap.row,
      h(
        "div",
        { className: "buttons" },
        small(_("Hum it"), hum),
        small(_("Hear it"), () => hear(own.notes)),
        small(_("Put it on the block"), () => actions.watches() || put(drawn)),
        small(_("Take it off the block"), () => actions.watches() || takeOff()),
        small(_("Send it"), send),
        anew,
      ),
      h(
        "p",
        { className: "note" },
        _("You can also put a recorded sound on the block. A link cannot hold it, because it is too large."),
      ),
      h(
        "div",
        { className: "buttons" },
        small(_("Record it"), () => actions.watches() || put(recorded)),
        file,
        h("label", { htmlFor: "own-file", className: "small" }, _("Use a file")),
      ),
      tell.root,
    );
  }

  /** Shows a block, and stores it. @param {string} text */
  function edit(text) {
    own = ownOf(text);
    pads.show(own.notes);
    Object.assign(sound.input, { value: own.sound });
    if (!sound.input.value) sound.input.selectedIndex = 0; // The sound in a link need not be an outcome.
    own.sound = sound.input.value;
    Object.assign(pace.input, { value: String(own.pace) });
    Object.assign(body.input, { value: own.body });
    Object.assign(cap.input, { value: own.cap });
    change({});
  }

  /** @param {Partial<typeof own>} changes */
  function change(changes) {
    own = { ...own, ...changes };
    if (Object.keys(changes).length) last = "";
    write(anew, last ? _("Bring the last one back") : _("Begin a new one"));
    tell.say("");
    if (textOf(own) !== (actions.kept().own || NEW)) actions.keep({ own: textOf(own) });
  }

  /** @param {string} notes */
  async function hear(notes) {
    const { drawn } = await deviceData();
    actions.play(heardNotes({ ...own, notes }, drawn));
  }

  /** Lets a person hum for the length of the tune, and draws the notes. */
  function hum() {
    return tell.run(root, async () => {
      const ms = STEPS * stepMs(own),
        heard = await record(ms, () => tell.say(_("Hum now, for {s} s.", { s: number(ms / 1000, 1) })));
      const notes = hummed(heard, stepMs(own));
      if (isSilent({ ...own, notes }))
        throw new LinkError("input", _("No note was heard: hum louder, or closer to the microphone."));
      pads.show(notes);
      change({ notes });
      return _("These notes were heard. Tap a field to change one.");
    });
  }

  /**
   * Replaces the chosen sound on the block, and plays the new one.
   * @param {(rule: Rule, said: string[]) => Promise<Uint8Array | null>} make returns null for no sound, and adds
   *   sentences about changes that were made to it
   */
  function put(make) {
    return tell.run(root, async () => {
      const rule = (await deviceData()).sounds.find(({ name }) => name === own.sound);
      if (!rule) throw new LinkError("input", _("This page does not know the sound '{name}'.", { name: own.sound }));
      const said = /** @type {string[]} */ ([]),
        data = await make(rule, said);
      if (!data) return "";
      const from = await putSound(actions.session(), own.sound, data, (done, all) => tell.share(done / all));
      await playSound(actions.session(), own.sound);
      return [_("Your sound is on the block."), ...said, from].join(" ");
    });
  }

  /** @param {Rule} rule */
  async function drawn(rule) {
    const { drawn } = await deviceData();
    if (isSilent(own)) throw new LinkError("input", _("There is no note yet: tap some of the fields."));
    if (isLikeCoins(own, drawn))
      throw new LinkError("input", _("The tune could be mistaken for coins. Change its notes or its pace."));
    return packed(programOf(own, drawn, rule), new Uint16Array(0));
  }

  /** @param {Rule} rule @param {string[]} said */
  async function recorded(rule, said) {
    const seconds = { s: number(RECORD_MS / 1000, 1) },
      heard = await record(RECORD_MS, () => tell.say(_("Speak or play now, for {s} s.", seconds)));
    return soundFrom(heard, rule, said).data;
  }

  /** @param {Rule} rule @param {string[]} said */
  async function ofFile(rule, said) {
    const picked = file.files?.[0];
    if (!picked) return null;
    try {
      const made = await soundOf(await picked.arrayBuffer(), rule);
      said.push(...made.said);
      return made.data;
    } finally {
      file.value = ""; // So people can choose the same file again.
    }
  }

  function takeOff() {
    return tell.run(root, async () => {
      const was = await removeSound(actions.session(), own.sound);
      return was ? _("The built-in sound plays again.") : _("The block has its built-in sound.");
    });
  }

  async function send() {
    const title = _("A block of my own");
    await shareLink(await linkTo(`own=${textOf(own)}`), title, _("It shows your colours and plays your tune."));
  }
}

/** @param {string} label @param {(value: string) => void} act */
function colour(label, act) {
  const input = h("input", { type: "color", "aria-label": label, oninput: () => act(input.value) });
  return { row: h("div", { className: "row" }, h("span", {}, label), input), input };
}
