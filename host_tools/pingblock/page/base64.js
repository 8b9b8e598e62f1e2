// Encodes and decodes base64. Pure.

/** @param {string} base64 @returns {Uint8Array<ArrayBuffer>} @throws if the text is not base64 */
export function bytesOf(base64) {
  const text = atob(base64),
    bytes = new Uint8Array(text.length);
  // A loop, because the page can hold 8 MB, for which Uint8Array.from takes seconds.
  for (let place = 0; place < text.length; place++) bytes[place] = text.charCodeAt(place);
  return bytes;
}

/** @param {Uint8Array} bytes */
export function base64Of(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
