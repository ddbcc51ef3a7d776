// What is shown as words: numbers with nouns, and the names of enumerations.

/** `1 loss`, `2 losses`, `no losses`. */
export function counted(number, noun, none = "no") {
  const plural = /[sx]$/.test(noun) ? `${noun}es` : `${noun}s`;
  return `${number === 0 ? none : number.toLocaleString("en")} ${number === 1 ? noun : plural}`;
}

/** `ROLE_USER_INTERACTION` with the beginning `ROLE_` is `user interaction`. */
export function word(name, beginning) {
  return (name ?? "").replace(beginning, "").toLowerCase().replaceAll("_", " ");
}

/** `1.5 MB`. */
export function size(bytes) {
  if (bytes < 1000) return counted(bytes, "byte");
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A text of at most `most` characters. */
export const clipped = (text, most) => (text.length > most ? `${text.slice(0, most)}…` : text);
