// Bytes as text in base64, and back. Pure.

/** @param {string} base64 @returns {Uint8Array<ArrayBuffer>} @throws if it is not base64 */
export function bytesOf(base64) {
  const text = atob(base64),
    bytes = new Uint8Array(text.length);
  // A loop, because the page may hold 8 MB: Uint8Array.from takes seconds for that.
  for (let place = 0; place < text.length; place++) bytes[place] = text.charCodeAt(place);
  return bytes;
}

/** @param {Uint8Array} bytes */
export function base64Of(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
