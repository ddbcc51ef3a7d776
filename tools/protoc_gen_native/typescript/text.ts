/** JSON text to a tree that knows where everything stands: strict, with every digit, and no key twice. */

/** What is wrong with a document, and where: a JSON Pointer, and line and column from 1, in characters. */
export interface Diagnostic {
  code: string;
  pointer: string | null;
  line: number | null;
  column: number | null;
  message: string;
}

/** A document that cannot be read or written. */
export class InvalidDocument extends Error {
  override readonly name = "InvalidDocument";

  constructor(readonly diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(({ code, message, pointer }) => `${pointer ?? ""}: ${message} [${code}]`).join("; "));
  }
}

export function invalid(code: string, message: string, pointer: string | null, place?: Place): InvalidDocument {
  const { line, column } = place ?? { line: null, column: null };
  return new InvalidDocument([{ code, pointer, line, column, message }]);
}

export interface Place {
  line: number;
  column: number;
}

interface Extent {
  start: number;
  end: number;
}

/** One value of a document; `start` and `end` are offsets in its text. */
export type Node = Extent &
  (
    | { kind: "object"; members: Map<string, Node> }
    | { kind: "array"; items: Node[] }
    | { kind: "string"; value: string }
    | { kind: "number" | "true" | "false" | "null" }
  );

/** Levels of one document; those of free JSON in it are fewer, since it stands inside of one. */
export const MAX_DEPTH = 64;
export const FREE_DEPTH = 48;
const MAX_DIGITS = 4300;

const SPACES = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const HIGH = /\\u[dD][89abAB]/y;
const LOW = /\\u[dD][c-fC-F]/y;

/** A parsed document: its tree, and what its error messages need. */
export class Text {
  readonly root: Node;
  readonly text: string;
  private at = 0;
  private readonly path: (string | number)[] = [];

  /** Throws InvalidDocument for what is not one JSON text in UTF-8. */
  constructor(data: string | Uint8Array) {
    this.text = typeof data === "string" ? data : decoded(data);
    if (this.text.startsWith("\ufeff")) throw invalid("json.bom", "a byte order mark", null, { line: 1, column: 1 });
    this.skip();
    if (this.at === this.text.length) throw this.fault("json.empty", "the document is empty");
    this.root = this.value(0);
    this.skip();
    if (this.at < this.text.length) throw this.unexpected();
  }

  /** The line and column of an offset. */
  place(offset: number): Place {
    const start = this.text.lastIndexOf("\n", offset - 1) + 1;
    let line = 1;
    for (let i = this.text.indexOf("\n"); i >= 0 && i < start; i = this.text.indexOf("\n", i + 1)) line += 1;
    return { line: offset === 0 ? 1 : line, column: offset === 0 ? 1 : [...this.text.slice(start, offset)].length + 1 };
  }

  /** The text of a value, as it stands there. */
  of(node: Extent): string {
    return this.text.slice(node.start, node.end);
  }

  private fault(code: string, message: string, at = this.at): InvalidDocument {
    return invalid(code, message, pointerOf(this.path), this.place(at));
  }

  private unexpected(): InvalidDocument {
    if (this.at === this.text.length) return this.fault("json.truncated", "the text ends too early");
    const at = this.at;
    // What looks like a string and is none is wrong further on.
    if (this.text[at] === '"') this.string();
    return this.fault("json.syntax", `\`${this.text[at]}\` is not expected here`, at);
  }

  private skip(): void {
    this.match(SPACES);
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private value(depth: number): Node {
    const start = this.at;
    const first = this.text[start];
    if (first === "{" || first === "[") {
      if (depth === MAX_DEPTH) throw this.fault("json.depth", `nested deeper than ${MAX_DEPTH} levels`);
      this.at += 1;
      return first === "{" ? this.object(start, depth + 1) : this.array(start, depth + 1);
    }
    if (first === '"') return { kind: "string", value: this.string(), start, end: this.at };
    const number = this.match(NUMBER);
    if (number) {
      if (number.length > MAX_DIGITS && /^-?[0-9]*$/.test(number)) {
        throw this.fault("json.number", `an integer of more than ${MAX_DIGITS} digits`, start);
      }
      return { kind: "number", start, end: this.at };
    }
    const word = this.match(WORD) as "true" | "false" | "null" | undefined;
    if (word === undefined) throw this.unexpected();
    return { kind: word, start, end: this.at };
  }

  private array(start: number, depth: number): Node {
    const items: Node[] = [];
    this.path.push(0);
    this.skip();
    while (this.text[this.at] !== "]" || items.length > 0) {
      items.push(this.value(depth));
      if (!this.goesOn("]")) break;
      this.path[this.path.length - 1] = items.length;
    }
    return { kind: "array", items, start, end: this.closed() };
  }

  private object(start: number, depth: number): Node {
    const members = new Map<string, Node>();
    this.skip();
    // Until there is a key, the place is the object itself.
    for (let more = this.text[this.at] !== "}"; more; ) {
      if (this.text[this.at] !== '"') throw this.unexpected();
      const at = this.at;
      const key = this.string();
      this.path.push(key);
      if (members.has(key)) throw this.fault("json.duplicate-key", "a key stands twice in one object", at);
      this.skip();
      if (this.text[this.at] !== ":") throw this.unexpected();
      this.at += 1;
      this.skip();
      members.set(key, this.value(depth));
      more = this.goesOn("}");
      this.path.pop();
    }
    this.path.push("");
    return { kind: "object", members, start, end: this.closed() };
  }

  /** After a value: whether a comma, and with it another one, follows. */
  private goesOn(closer: string): boolean {
    this.skip();
    const next = this.text[this.at];
    if (next === closer) return false;
    if (next !== ",") throw this.unexpected();
    this.at += 1;
    this.skip();
    return true;
  }

  private closed(): number {
    this.path.pop();
    this.at += 1;
    return this.at;
  }

  private string(): string {
    const start = this.at;
    const { text } = this;
    let plain = true;
    for (this.at += 1; text[this.at] !== '"'; ) {
      if (this.at >= text.length) throw this.fault("json.truncated", "the text ends inside a string");
      const code = text.charCodeAt(this.at);
      if (code < 0x20) throw this.fault("json.syntax", "a control character in a string");
      if (code !== 0x5c) this.at += 1;
      else {
        plain = false;
        if (this.match(ESCAPE) === undefined) throw this.fault("json.syntax", "a backslash that starts no escape");
      }
    }
    this.at += 1;
    if (plain) return text.slice(start + 1, this.at - 1);
    this.checkPairs(start);
    return JSON.parse(text.slice(start, this.at));
  }

  private checkPairs(start: number): void {
    for (let at = this.text.indexOf("\\", start); at >= 0 && at < this.at; at = this.text.indexOf("\\", at)) {
      const first = starts(HIGH, this.text, at);
      if ((first && !starts(LOW, this.text, at + 6)) || (!first && starts(LOW, this.text, at))) {
        throw this.fault("json.surrogate", "half of a surrogate pair", at);
      }
      at += first ? 12 : this.text[at + 1] === "u" ? 6 : 2;
    }
  }
}

function starts(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** A JSON Pointer (RFC 6901). */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** How many levels of arrays and objects a value has. */
export function depthOf(node: Node): number {
  if (node.kind === "array") return 1 + Math.max(0, ...node.items.map(depthOf));
  if (node.kind === "object") return 1 + Math.max(0, ...[...node.members.values()].map(depthOf));
  return 0;
}

function decoded(data: Uint8Array): string {
  const utf16 = (data[0] === 0xff && data[1] === 0xfe) || (data[0] === 0xfe && data[1] === 0xff);
  if (utf16 || data.subarray(0, 4).includes(0)) {
    throw invalid("json.utf8", "the text is in UTF-16 or UTF-32", null, { line: 1, column: 1 });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    const good = new TextDecoder("utf-8", { ignoreBOM: true }).decode(data.subarray(0, validUntil(data)));
    const lines = good.split("\n");
    const place = { line: lines.length, column: [...(lines.at(-1) ?? "")].length + 1 };
    throw invalid("json.utf8", "a byte that is not UTF-8", null, place);
  }
}

/** The offset of the first byte that is not UTF-8, in a text that has one. */
function validUntil(data: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (let at = 0; at < data.length; ) {
    const lead = data[at] as number;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    try {
      decoder.decode(data.subarray(at, at + length));
    } catch {
      return at;
    }
    at += length;
  }
  return data.length;
}
