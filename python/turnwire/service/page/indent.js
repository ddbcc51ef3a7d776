// JSON for reading: white space is changed, and nothing else.  Numbers keep their digits, which JSON.parse would round.

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;

/** Return JSON text with indentation, at most about `most` characters; other text comes back as it is. */
export function indented(text, most) {
  const lines = new Lines();
  TOKEN.lastIndex = 0;
  for (let match; lines.size < most && (match = TOKEN.exec(text)); ) lines.add(match[0]);
  return lines.parts.join("");
}

class Lines {
  constructor() {
    this.parts = [];
    this.size = 0;
    this.depth = 0;
    this.opened = false;
  }

  add(token) {
    if (token === "}" || token === "]") this.close(token);
    else {
      if (this.opened) this.line();
      this.opened = token === "{" || token === "[";
      if (this.opened) this.depth += 1;
      this.put(token === ":" ? ": " : token);
      if (token === ",") this.line();
    }
  }

  close(token) {
    this.depth -= 1;
    if (!this.opened) this.line();
    this.opened = false;
    this.put(token);
  }

  line() {
    this.put(`\n${"  ".repeat(Math.max(Math.min(this.depth, 40), 0))}`);
  }

  put(text) {
    this.parts.push(text);
    this.size += text.length;
  }
}
