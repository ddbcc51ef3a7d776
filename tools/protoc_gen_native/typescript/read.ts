/** Native JSON to messages. */
import type { DescEnum, DescField, DescMessage, MessageShape } from "@bufbuild/protobuf";
import { ScalarType } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { STAND_INS, TOGETHER } from "./facts.js";
import { giveBack } from "./later.js";
import { kept, marked, type Members } from "./residue.js";
import { type Field, fillOpaque, memberOf, NATIVE, residueMap, type Shape, shapeOf, TAG, wordsOf } from "./shape.js";
import { depthOf, FREE_DEPTH, invalid, InvalidDocument, type Node, pointerOf, Text } from "./text.js";

/**
 * The message that native JSON says.
 *
 * What a later version may say is kept, in `provider_raw` and in opaque blocks, and `toNativeJson` puts it back.
 * Throws InvalidDocument, with code, pointer, line and column.
 */
export function fromNativeJson<Desc extends DescMessage>(schema: Desc, data: string | Uint8Array): MessageShape<Desc> {
  return new Reader(new Text(data)).read(schema).message as MessageShape<Desc>;
}

type Path = readonly (string | number)[];

// A word of an enum, as a later version may have it; the unspecified one is never written.
const WORD = /^(?!unspecified$)[a-z][a-z0-9_]*$/;

/** A word that only a later version knows: whoever can do without it puts it aside. */
class NewWord extends Error {
  constructor(readonly fault: InvalidDocument) {
    super(fault.message);
  }
}

class Reader {
  private readonly free: Node[] = [];
  private isLeftOver = false;

  /** `takesAnyWord`: only looks whether new words are all that does not fit. */
  constructor(
    private readonly text: Text,
    private readonly takesAnyWord = false,
  ) {}

  read(schema: DescMessage): ReflectMessage {
    let message: ReflectMessage;
    try {
      message = this.message(shapeOf(schema), this.text.root, []);
    } catch (error) {
      throw error instanceof NewWord ? error.fault : error;
    }
    if (this.free.some((node) => depthOf(node) > FREE_DEPTH)) {
      throw invalid("json.depth", `free JSON nested deeper than ${FREE_DEPTH} levels`, null);
    }
    if (this.isLeftOver) mark(message);
    giveBack(message);
    return message;
  }

  private refuse(code: string, message: string, node: Node, path: Path): InvalidDocument {
    return invalid(code, message, pointerOf(path), this.text.place(node.start));
  }

  private message(shape: Shape, node: Node, path: Path): ReflectMessage {
    if (node.kind !== "object") throw this.refuse("json.type", "expected an object", node, path);
    if (shape.members) return this.union(shape, node, path);
    if (shape.tag !== undefined) {
      const { tag, word } = this.tag(node, path);
      if (word !== shape.tag) throw this.refuse("json.value", "another type is expected here", tag, [...path, TAG]);
    }
    return this.struct(shape, node, path);
  }

  private union(shape: Shape, node: Node & { kind: "object" }, path: Path): ReflectMessage {
    const { tag, word } = this.tag(node, path);
    const member = shape.members?.get(word);
    const message = reflect(shape.desc);
    const known = member?.message && this.member(shapeOf(member.message), node, path);
    if (member && known) message.set(member, known);
    else if (shape.opaque) {
      fillOpaque(message, shape.opaque, [word, this.freeText(node), NATIVE]);
      this.isLeftOver = true;
    } else throw this.refuse("json.value", "a type that is not known", tag, [...path, TAG]);
    return message;
  }

  private tag(node: Node & { kind: "object" }, path: Path): { tag: Node; word: string } {
    const tag = node.members.get(TAG);
    if (tag === undefined) throw this.refuse("json.required", "there is no `type`", node, path);
    return { tag, word: this.string(tag, [...path, TAG]) };
  }

  /** A member of a union; undefined where it needs a new word, and nothing else is wrong with it. */
  private member(shape: Shape, node: Node & { kind: "object" }, path: Path): ReflectMessage | undefined {
    try {
      return this.struct(shape, node, path);
    } catch (error) {
      if (!(error instanceof NewWord)) throw error;
      new Reader(this.text, true).struct(shape, node, path);
      return undefined;
    }
  }

  private struct(shape: Shape, node: Node & { kind: "object" }, path: Path): ReflectMessage {
    const message = reflect(shape.desc);
    const unknown: Members = new Map();
    for (const [key, value] of node.members) {
      const field = shape.keys.get(key);
      if (field && field !== shape.open) {
        if (!this.fits(message, shape, field, value, [...path, key])) unknown.set(key, this.freeText(value));
      } else if (key !== TAG || shape.tag === undefined) unknown.set(key, this.freeText(value));
    }
    const absent = shape.fields.find((field) => field.required && !node.members.has(field.key));
    this.leftOver(message, shape, unknown, node, path);
    if (absent) throw this.refuse("json.required", `there is no \`${absent.key}\``, node, path);
    return message;
  }

  /** Reads a field; false where it needs a new word that can be put aside, and nothing else is wrong with it. */
  private fits(message: ReflectMessage, shape: Shape, field: Field, node: Node, path: Path): boolean {
    try {
      this.field(message, shape, field, node, path);
      return true;
    } catch (error) {
      if (!(error instanceof NewWord)) throw error;
      message.clear(field.desc);
      new Reader(this.text, true).field(reflect(shape.desc), shape, field, node, path);
      const standIn = STAND_INS.get(field.name);
      if (!shape.residue || TOGETHER.has(field.name) || (field.required && standIn === undefined)) throw error;
      if (standIn !== undefined && field.desc.enum) message.set(field.desc, wordsOf(field.desc.enum).get(standIn));
      return false;
    }
  }

  /** What the message does not know: open keys of other systems, and residue of the model. */
  private leftOver(message: ReflectMessage, shape: Shape, unknown: Members, node: Node, path: Path): void {
    if (unknown.size === 0) return;
    const field = shape.open ?? shape.residue;
    if (field?.desc.fieldKind !== "map") {
      throw this.refuse("json.unknown-key", `\`${[...unknown.keys()].join("`, `")}\` is not known`, node, path);
    }
    const map = message.get(field.desc);
    if (field === shape.open) for (const [key, value] of unknown) map.set(key, value);
    else {
      map.set(NATIVE, kept(unknown));
      this.isLeftOver = true;
    }
  }

  private freeText(node: Node): string {
    this.free.push(node);
    return this.text.of(node);
  }

  private field(message: ReflectMessage, shape: Shape, field: Field, node: Node, path: Path): void {
    const { desc } = field;
    const isValue = field.required || (field.free && desc.fieldKind === "scalar");
    // "null means absent" (10) is a rule of the model; other systems have no null where nothing can be absent.
    if (node.kind === "null" && !isValue && (shape.canonical || canBeAbsent(desc))) return;
    if (desc.fieldKind === "list") this.list(message, field, node, path);
    else if (desc.fieldKind === "map") this.map(message, field, node, path);
    else message.set(desc, this.one(field, node, path));
  }

  private list(message: ReflectMessage, field: Field, node: Node, path: Path): void {
    if (node.kind !== "array") throw this.refuse("json.type", "expected an array", node, path);
    if (field.desc.fieldKind !== "list") return;
    const list = message.get(field.desc);
    node.items.forEach((item, index) => list.add(this.one(field, item, [...path, index])));
  }

  private map(message: ReflectMessage, field: Field, node: Node, path: Path): void {
    if (node.kind !== "object") throw this.refuse("json.type", "expected an object", node, path);
    if (field.desc.fieldKind !== "map") return;
    const map = message.get(field.desc);
    for (const [key, value] of node.members) map.set(key, this.freeText(value));
  }

  private one(field: Field, node: Node, path: Path): unknown {
    const { desc } = field;
    if (field.free) return this.freeText(node);
    if (desc.message) return this.message(shapeOf(desc.message), node, path);
    return desc.enum ? this.word(desc.enum, desc.parent, node, path) : this.scalar(desc.scalar as ScalarType, node, path);
  }

  private word(desc: DescEnum, parent: DescMessage, node: Node, path: Path): number {
    const word = this.string(node, path);
    const number = wordsOf(desc).get(word);
    if (number !== undefined) return number;
    const fault = this.refuse("json.value", `\`${word}\` is no word that is known here`, node, path);
    if (!shapeOf(parent).canonical || !WORD.test(word)) throw fault;
    if (!this.takesAnyWord) throw new NewWord(fault);
    return Math.max(...wordsOf(desc).values());
  }

  private scalar(type: ScalarType, node: Node, path: Path): unknown {
    if (type === ScalarType.STRING) return this.string(node, path);
    if (type === ScalarType.BOOL) {
      if (node.kind !== "true" && node.kind !== "false") throw this.refuse("json.type", "expected true or false", node, path);
      return node.kind === "true";
    }
    if (node.kind !== "number") throw this.refuse("json.type", "expected a number", node, path);
    const text = this.text.of(node);
    return type === ScalarType.DOUBLE ? this.double(text, node, path) : this.integer(text, node, path);
  }

  private double(text: string, node: Node, path: Path): number {
    const number = Number(text);
    if (!Number.isFinite(number)) throw this.refuse("json.number", "no double is as large", node, path);
    return number;
  }

  private integer(text: string, node: Node, path: Path): bigint {
    if (!/^-?[0-9]+$/.test(text)) throw this.refuse("json.type", "expected an integer", node, path);
    const number = BigInt(text);
    if (BigInt.asIntN(64, number) !== number) throw this.refuse("json.number", "more than 64 bits", node, path);
    return number;
  }

  private string(node: Node, path: Path): string {
    if (node.kind !== "string") throw this.refuse("json.type", "expected a text", node, path);
    return node.value;
  }
}

function canBeAbsent(desc: DescField): boolean {
  return desc.proto.proto3Optional || desc.fieldKind === "message" || desc.fieldKind === "enum" || desc.fieldKind === "map";
}

/** Says at the root that there is residue at it or below, so that a writer need not look for it. */
function mark(message: ReflectMessage): void {
  const member = memberOf(message);
  if (member?.fieldKind === "message") mark(message.get(member));
  const map = residueMap(message);
  map?.set(NATIVE, marked(map.get(NATIVE) as string | undefined));
}

