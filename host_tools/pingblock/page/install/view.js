// Shows the first installation: a sheet with three steps that put Pingblock on a new Pico.
import { h, small, write } from "../dom.js";
import { downloadOf } from "../files.js";
import { _, number } from "../language.js";
import { showLayer } from "../layers.js";
import { CHIPS, canWrite, checkTakes, chosenDrive, DriveError, write as writeTo } from "./drive.js";
import { known, load, pathOf } from "./images.js";
import { boardPicture, bootselPicture, dragPicture } from "./pictures.js";
import { chipIn } from "./uf2_file.js";

/** @typedef {import("./images.js").Image} Image */
/** @typedef {{use: (engine: string) => unknown}} Actions */

/** @type {HTMLDialogElement | null} */
let sheet = null;

/** Opens the sheet. @param {Actions} actions */
export function openInstall(actions) {
  if (!sheet) {
    sheet = makeSheet(actions);
    document.body.append(sheet);
  }
  showLayer(sheet);
}

/** @param {Actions} actions @returns {HTMLDialogElement} */
function makeSheet(actions) {
  const close = () => root.close();
  const busy = h(
    "p",
    { className: "note ibusy", role: "status" },
    _("One moment: the page loads the list of its images."),
  );
  const body = h("div", { className: "isteps" }, busy);
  const root = h(
    "dialog",
    { className: "sheet install", "aria-labelledby": "install-title" },
    h("h3", { id: "install-title" }, _("Put Pingblock on a new board")),
    body,
    small(_("Close"), close),
  );
  known()
    .then(({ version, images }) => {
      const connect = () => {
        close();
        actions.use("board");
      };
      body.replaceChildren();
      new Steps(body, version, images, connect);
    })
    .catch((fault) => body.replaceChildren(h("p", { className: "ifault", role: "alert" }, fault.message)));
  return root;
}

class Steps {
  /** @param {HTMLElement} root @param {string} version @param {Image[]} images @param {() => void} connect */
  constructor(root, version, images, connect) {
    this._version = version;
    this._images = images;
    /** @type {{name: string, content: Uint8Array<ArrayBuffer>, chip: string} | null} */
    this._own = null;
    this._board = images[0].board;
    this._about = h("p", { className: "note" });
    this._hold = h("div", {});
    this._how = h("p", {});
    this._write = h("button", { type: "button", className: "go", onclick: () => this._put() });
    this._download = h("a", { className: "small" }, _("Download the file"));
    this._download.onclick = () => this._downloaded();
    this._file = h("input", {
      type: "file",
      accept: ".uf2",
      id: "install-file",
      className: "aloud",
      onchange: () => this._take(),
    });
    this._pick = h("label", { htmlFor: "install-file", className: "small" }, _("Use your own UF2 file"));
    this._drag = h("div", { hidden: true });
    this._bar = h("progress", { max: 1, hidden: true, "aria-label": _("Written to the board") });
    this._said = h("p", { role: "status", className: "isaid" });
    this._connect = h(
      "button",
      { type: "button", className: "go", hidden: true, onclick: connect },
      _("Connect to the board"),
    );
    this._write.hidden = !canWrite();
    root.append(
      h("h4", {}, _("1. Which board is it?")),
      this._boards(),
      this._about,
      h("h4", {}, _("2. Hold BOOTSEL, and plug it in")),
      this._hold,
      h("h4", {}, _("3. Install Pingblock on it")),
      this._how,
      this._write,
      h("div", { className: "buttons" }, this._download, this._file, this._pick),
      this._drag,
      this._bar,
      this._said,
      this._connect,
    );
    this._draw();
  }

  /** The image for the chosen Pico. */
  get _image() {
    return /** @type {Image} */ (this._images.find((each) => each.board === this._board));
  }

  _boards() {
    const root = h("div", { role: "radiogroup", "aria-label": _("Which board is it?"), className: "iboards" });
    for (const image of this._images) {
      const id = `install-${image.board}`;
      const input = h("input", {
        type: "radio",
        name: "install-board",
        id,
        checked: image.board === this._board,
        onchange: () => this._choose(image.board),
      });
      root.append(h("label", { className: "ikind", htmlFor: id }, input, boardPicture(image), h("b", {}, image.label)));
    }
    return root;
  }

  /** @param {string} board */
  _choose(board) {
    this._board = board;
    this._own = null;
    this._draw();
  }

  _draw() {
    const image = this._image,
      own = this._own,
      { drive } = CHIPS[own?.chip ?? image.chip];
    write(
      this._about,
      own
        ? _("Your file {name}, for one of {boards}.", { name: own.name, boards: CHIPS[own.chip].boards })
        : image.file
          ? this._has(image)
          : this._lacks(image),
    );
    this._hold.replaceChildren(
      bootselPicture(image, drive),
      h(
        "p",
        {},
        _(
          "If the board has batteries, remove them. Hold its BOOTSEL button, plug its cable into this computer, then let go: a drive {drive} appears. If you see no drive, try another cable, because many cables only charge.",
          { drive },
        ),
      ),
    );
    write(
      this._how,
      canWrite()
        ? _("Choose the drive {drive}: the page writes Pingblock onto it, and the board starts with it.", { drive })
        : _(
            "This browser cannot write to a drive. Chrome and Edge can. In this browser, download the file and drag it onto the drive {drive}.",
            { drive },
          ),
    );
    write(this._write, _("Choose the drive {drive}", { drive }));
    this._write.disabled = !own && !image.file;
    this._download.hidden = Boolean(own) || !image.file;
    if (image.file) void this._offer(image);
    this._drag.replaceChildren(
      dragPicture(drive),
      h(
        "p",
        {},
        _(
          "Drag {file} onto the drive {drive}, or copy it there. The drive then disappears and the board starts. This is normal.",
          { file: image.file, drive },
        ),
      ),
    );
    this._drag.hidden = canWrite() || this._download.hidden;
    this._say("");
  }

  /** Sets the address of the download link. @param {Image} image */
  async _offer(image) {
    const href = await downloadOf(pathOf(image));
    if (image === this._image) Object.assign(this._download, { href, download: image.file });
  }

  /** @param {Image} image */
  _has({ bytes }) {
    return _(
      "Pingblock {version} with MicroPython, {size} MB. Settings and sounds stay on the board, but those of Pingblock 0.1 are lost: to keep them, use 'pingblock install'.",
      { version: this._version, size: number(bytes / 1e6, 1) },
    );
  }

  /** @param {Image} image */
  _lacks({ board, label }) {
    return _(
      "This page has no image for the {label}. A release of Pingblock has one, and 'pingblock image --board {board}' makes one: then choose that file.",
      { label, board },
    );
  }

  /** @param {string} text @param {{fault?: boolean, connects?: boolean}} [how] */
  _say(text, { fault = false, connects = false } = {}) {
    write(this._said, text);
    this._said.classList.toggle("ifault", fault);
    this._connect.hidden = !connects;
  }

  _downloaded() {
    this._drag.hidden = false;
    this._say(_("When the drive has disappeared, connect to the board to see that it has started."), {
      connects: true,
    });
  }

  /** Uses a file of the owner instead of the page's image. */
  async _take() {
    const file = this._file.files[0];
    this._file.value = "";
    if (!file) return;
    const content = new Uint8Array(await file.arrayBuffer());
    try {
      this._own = { name: file.name, content, chip: chipIn(content) };
      this._draw();
    } catch (fault) {
      this._failed(fault);
    }
  }

  async _put() {
    const own = this._own,
      image = this._image;
    this._say("");
    this._write.disabled = true;
    try {
      const drive = await chosenDrive();
      await checkTakes(drive, own?.chip ?? image.chip);
      if (!own) this._say(_("One moment: the page loads the image."));
      const content = own?.content ?? (await load(image));
      this._say(_("Writing. Leave the cable plugged in."));
      this._bar.hidden = false;
      await writeTo(drive, own?.name ?? image.file, content, (done) => (this._bar.value = done / content.length));
      this._say(
        _(
          "The whole file was written, and the drive has disappeared. Connect to the board to see that it has started.",
        ),
        { connects: true },
      );
    } catch (fault) {
      this._failed(fault);
    } finally {
      this._bar.hidden = true;
      this._write.disabled = !this._own && !image.file;
    }
  }

  /** @param {unknown} fault */
  _failed(fault) {
    if (!(fault instanceof DriveError)) throw fault;
    this._say(fault.message, { fault: true });
  }
}
