// The document that is read: typed, pasted, dropped or opened.  A large one is held, and not put into the text field.

import { byId } from "./elements.js";
import { size } from "./words.js";

// The text field of a browser becomes slow beyond.
const LARGEST_SHOWN = 300_000;
// A longer first line is that of no session file.
const LOOKED_AT = 200_000;
const YAML = /\.ya?ml$/i;

/** The document; `changed` is called when another one has been put in as a whole. */
export class Source {
  constructor(changed) {
    this.area = byId("document");
    this.note = byId("held");
    this.changed = changed;
    this.hold(null);
    this.area.addEventListener("input", () => { this.lines = null; this.name = ""; });
    this.area.addEventListener("paste", (event) => this.pasted(event));
    this.takeDrops();
    const file = byId("file");
    byId("open").addEventListener("click", () => file.click());
    file.addEventListener("change", () => this.take(file.files[0]).then(() => { file.value = ""; }));
    byId("clear").addEventListener("click", () => { this.put("", ""); this.area.focus(); });
  }

  get isEmpty() {
    return this.held === null && this.area.value.trim() === "";
  }

  get canSelect() {
    return this.held === null;
  }

  /** The bytes of the document. */
  get blob() {
    return this.held ?? new Blob([this.area.value]);
  }

  get isYaml() {
    return YAML.test(this.name);
  }

  /** Whether the document has a JSON object on each line, as most session files have. */
  async hasLines() {
    const [first, second = ""] = (await this.blob.slice(0, LOOKED_AT).text()).trimStart().split("\n");
    try {
      return second.trimStart().startsWith("{") && JSON.parse(first) !== null;
    } catch {
      return false;
    }
  }

  /** Put a text into the field. */
  put(text, name) {
    this.hold(null);
    this.area.value = text;
    this.name = name;
    this.changed();
  }

  /** Take a file, which may be large. */
  async take(file) {
    if (!file) return;
    if (file.size <= LARGEST_SHOWN) {
      this.put(await file.text(), file.name);
      return;
    }
    this.hold(file, file.name);
    this.changed();
  }

  hold(blob, name = "") {
    this.held = blob;
    this.name = name;
    this.lines = null;
    this.area.hidden = blob !== null;
    this.note.hidden = blob === null;
    if (blob === null) return;
    this.area.value = "";
    this.note.textContent = `${name}, ${size(blob.size)}: too large for the text field, but read as a whole.`;
  }

  pasted(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const [file] = event.clipboardData?.files ?? [];
    if (file) {
      event.preventDefault();
      this.take(file);
    } else if (text.length > LARGEST_SHOWN) {
      event.preventDefault();
      this.hold(new Blob([text]), "The pasted text");
      this.changed();
    } else {
      // After the browser has put it in.
      setTimeout(this.changed, 0);
    }
  }

  takeDrops() {
    const at = document.body;
    at.addEventListener("dragover", (event) => {
      event.preventDefault();
      at.classList.add("dropping");
    });
    at.addEventListener("dragleave", (event) => { if (!event.relatedTarget) at.classList.remove("dropping"); });
    at.addEventListener("drop", (event) => {
      event.preventDefault();
      at.classList.remove("dropping");
      const [file] = event.dataTransfer.files;
      if (file) this.take(file);
      else if (event.dataTransfer.getData("text/plain")) this.put(event.dataTransfer.getData("text/plain"), "");
    });
  }

  /** Select the character at a line and a column, which count from 1. */
  select(line, column) {
    const at = this.offset(line, column);
    this.area.setSelectionRange(at, at + 1);
    // Browsers show the place of a selection when the field gets the focus.
    this.area.blur();
    this.area.focus();
  }

  /** Return the text before a place and the text from it on, at most `most` characters of its line. */
  around(line, column, most) {
    if (this.held !== null) return ["", ""];
    const text = this.area.value;
    const at = this.offset(line, column);
    const start = Math.max(text.lastIndexOf("\n", at - 1) + 1, at - most);
    const newline = text.indexOf("\n", at);
    return [text.slice(start, at), text.slice(at, Math.min(newline < 0 ? text.length : newline, at + most))];
  }

  // Columns count characters, and the text field counts the halves of surrogate pairs.
  offset(line, column) {
    const text = this.area.value;
    this.lines ??= [...text.matchAll(/\n/g)].map((found) => found.index + 1);
    let at = line > 1 ? this.lines[line - 2] ?? text.length : 0;
    for (let left = column - 1; left > 0 && at < text.length; left -= 1) at += text.codePointAt(at) > 0xffff ? 2 : 1;
    return at;
  }
}
