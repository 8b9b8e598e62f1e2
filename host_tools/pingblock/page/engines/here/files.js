/** Changes the files of a device that is switched off, by Python code for `Runner.prepare`. */

const MOUNT = `
import vfs, _engine, os, json, binascii
vfs.mount(vfs.VfsLfs2(_engine.Flash(), progsize=256), "/")
def put(path, data, mode):
    folders = path.split("/")[1:-1]
    for count in range(len(folders)):
        try:
            os.mkdir("/" + "/".join(folders[:count + 1]))
        except OSError:
            pass
    with open(path, mode) as file:
        file.write(binascii.a2b_base64(data))
def remove(path):
    try:
        os.remove(path)
    except OSError:
        pass
def walk(folder):
    for name, kind, *_ in os.ilistdir(folder):
        path = folder.rstrip("/") + "/" + name
        if kind == 0x4000:
            yield from walk(path)
        else:
            yield path
`;
const UMOUNT = 'vfs.umount("/")';
const SEED = "/seed";
const PIECE = 2000;

/** @typedef {import("./run.js").Runner} Runner */

/**
 * Sets the seed for the firmware's draws, or removes it for null. Puts files onto the device.
 * @param {Runner} runner
 * @param {number | null} seed
 * @param {Record<string, string>} files  path to content in base64
 */
export function putFiles(runner, seed, files) {
  const all = { ...files, ...(seed === null ? {} : { [SEED]: btoa(`${seed}\n`) }) };
  const puts = Object.entries(all).flatMap(([path, content]) => {
    const pieces = [];
    for (let at = 0; at === 0 || at < content.length; at += PIECE) {
      const [piece, mode] = [content.slice(at, at + PIECE), at ? "ab" : "wb"];
      pieces.push(`put(${JSON.stringify(path)}, "${piece}", "${mode}")`);
    }
    return pieces;
  });
  runner.prepare([MOUNT, `remove("${SEED}")`, ...puts, UMOUNT]);
}

/**
 * Returns only settings and sounds, because a stranger may have put a program among the files.
 * @param {Record<string, string>} files
 * @param {string} owners  a regular expression
 */
export function ownersOf(files, owners) {
  const fits = new RegExp(`^(?:${owners})$`, "u");
  return Object.fromEntries(Object.entries(files).filter(([path]) => fits.test(path)));
}

/**
 * Returns the owner's files, such as settings: path to content in base64.
 * @param {Runner} runner
 * @param {string[]} shipped  paths of the firmware's files. Slot b also belongs to the firmware.
 * @param {number} bytesMost  the size limit of a file. Larger files are skipped.
 * @returns {Record<string, string>}
 */
export function ownFiles(runner, shipped, bytesMost) {
  const tops = new Set(shipped.map((path) => path.split("/")[1]).concat("b", SEED.slice(1)));
  const show = `
shipped = ${JSON.stringify([...tops])}
for path in walk("/"):
    if path.split("/")[1] not in shipped and os.stat(path)[6] <= ${Math.min(bytesMost, 1 << 24)}:
        print(json.dumps([path, binascii.b2a_base64(open(path, "rb").read()).decode().strip()]))
`;
  const printed = runner.prepare([MOUNT, show, UMOUNT]).trim();
  return Object.fromEntries(printed ? printed.split("\n").map((line) => JSON.parse(line)) : []);
}
