// Bytes, and the base64 that the JSON of a call has for them.

/** Return the base64 of a Blob; the browser encodes it without blocking the page. */
export function base64Of(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Return the bytes of a base64 text. */
export function bytesOf(base64) {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Return the text of bytes in UTF-8. */
export const textOf = (bytes) => new TextDecoder().decode(bytes);
