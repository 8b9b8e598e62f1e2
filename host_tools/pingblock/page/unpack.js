// Unpacks files with several parts, which make_page/page_pack.py packs.

/**
 * Returns bytes as a stream, because WebKit cannot read a Blob in a worker from a `data:` address.
 * @param {BufferSource} bytes
 */
export const streamOf = (bytes) => /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (new Response(bytes).body);

/**
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} packed
 * @returns {Promise<{about: Record<string, any>, parts: Record<string, Uint8Array<ArrayBuffer>>}>}
 */
export async function unpacked(packed) {
  const plain = packed.pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(plain).arrayBuffer());
  const head = 4 + new DataView(bytes.buffer).getUint32(0, true);
  const about = JSON.parse(new TextDecoder().decode(bytes.subarray(4, head)));
  const parts = /** @type {Record<string, Uint8Array<ArrayBuffer>>} */ ({});
  let place = head;
  for (const [name, size] of Object.entries(about.parts)) parts[name] = bytes.subarray(place, (place += Number(size)));
  return { about, parts };
}
