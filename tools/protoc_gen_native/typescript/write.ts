/** Messages to native JSON. */
import type { DescField, DescMessage, MessageShape } from "@bufbuild/protobuf";
import { reflect, type ReflectMap, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { STAND_INS } from "./facts.js";
import { holders, withNewAside } from "./later.js";
import { joined, membersOf, merged, type Members } from "./residue.js";
import { type Field, memberOf, NATIVE, residueMap, type Shape, shapeOf, TAG, wordsOf } from "./shape.js";
import { depthOf, FREE_DEPTH, invalid, InvalidDocument, pointerOf, Text } from "./text.js";

/**
 * Native JSON of a message, without spaces outside of free JSON.
 *
 * Unknown fields, and numbers that an enum does not have, stand in `provider_raw` under `protobuf`; `fromNativeJson`
 * puts them into their old place.
 * Throws InvalidDocument for what native JSON cannot say; its pointer has the names of the proto.
 */
export function toNativeJson<Desc extends DescMessage>(schema: Desc, message: MessageShape<Desc>): string {
  const root = writable(reflect(schema, message));
  const text = new Writer(residueOf(inner(root)) !== undefined).message(root);
  try {
    new Text(text);
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error;
    const found = error.diagnostics[0];
    throw invalid("proto.depth", found?.message ?? "", found?.pointer ?? null);
  }
  return text;
}

type Path = readonly (string | number)[];

/** The message itself, or what is in it, where it is a union. */
function inner(message: ReflectMessage): ReflectMessage {
  const member = memberOf(message);
  return member?.fieldKind === "message" ? message.get(member) : message;
}

function residueOf(message: ReflectMessage): string | undefined {
  return residueMap(message)?.get(NATIVE) as string | undefined;
}

/** The message, or where it has something new a copy with that put aside.  Throws where it cannot be said. */
function writable(message: ReflectMessage): ReflectMessage {
  const fault = faultOf(message);
  if (!fault && !hasUnknown(message)) return message;
  const copy = withNewAside(message);
  check(copy, []);
  return copy;
}

function faultOf(message: ReflectMessage): InvalidDocument | undefined {
  try {
    check(message, []);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidDocument) return error;
    throw error;
  }
}

function hasUnknown(message: ReflectMessage): boolean {
  return (message.getUnknown()?.length ?? 0) > 0 || [...holders(message)].some(([, child]) => hasUnknown(child));
}

/** Throws for the first thing that native JSON cannot say. */
function check(message: ReflectMessage, path: Path): void {
  const shape = shapeOf(message.desc);
  const fault = (code: string, words: string, at: Path) => invalid(code, words, pointerOf(at));
  if (shape.members && !memberOf(message)) throw fault("proto.member", "no member that is known here is set", path);
  for (const { desc, required, free } of message.desc.fields.map((field) => fieldOf(shape, field))) {
    const needed = required && (free || desc.fieldKind === "message" || desc.fieldKind === "enum");
    if (needed && desc.fieldKind !== "list" && !message.isSet(desc)) {
      throw fault("proto.required", "a required field is absent", [...path, desc.name]);
    }
  }
  for (const desc of message.sortedFields) {
    if (!message.isSet(desc)) continue;
    for (const [at, value] of elements(message, desc)) checkOne(fieldOf(shape, desc), value, [...path, ...at]);
  }
}

function fieldOf(shape: Shape, desc: DescField): Field {
  return shape.fields.find((field) => field.desc === desc) as Field;
}

function* elements(message: ReflectMessage, desc: DescField): Generator<[Path, unknown]> {
  if (desc.fieldKind === "list") {
    let index = 0;
    for (const item of message.get(desc)) yield [[desc.name, index++], item];
  } else if (desc.fieldKind === "map") {
    for (const [key, value] of sorted(message.get(desc))) yield [[desc.name, key], value];
  } else yield [[desc.name], message.get(desc)];
}

function checkOne(field: Field, value: unknown, path: Path): void {
  const { desc } = field;
  if (desc.message) check(value as ReflectMessage, path);
  else if (desc.enum) {
    const known = [...wordsOf(desc.enum).values()].includes(value as number);
    if (!known) throw invalid("proto.value", `${value} is no number that is known here`, pointerOf(path));
  } else if (typeof value === "number" && !Number.isFinite(value)) {
    throw invalid("proto.number", `JSON has no ${value}`, pointerOf(path));
  } else if (field.free) checkFree(value as string, path);
}

function checkFree(text: string, path: Path): void {
  try {
    if (depthOf(new Text(text).root) <= FREE_DEPTH) return;
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error;
    const deep = error.diagnostics[0]?.code === "json.depth";
    throw invalid(deep ? "proto.depth" : "proto.json-text", error.message, pointerOf(path));
  }
  throw invalid("proto.depth", `the JSON nests deeper than ${FREE_DEPTH} levels`, pointerOf(path));
}

/** The entries of a map, its keys in the order of their characters: it has no order of its own. */
function sorted(map: ReflectMap): [string, string][] {
  return ([...map] as [string, string][]).sort(([one], [other]) => compare([...one], [...other]));
}

function compare(one: string[], other: string[]): number {
  for (let i = 0; i < Math.min(one.length, other.length); i += 1) {
    const order = (one[i] as string).codePointAt(0)! - (other[i] as string).codePointAt(0)!;
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

class Writer {
  /** `restores`: what a reader of native JSON left over is put back. */
  constructor(private readonly restores: boolean) {}

  message(message: ReflectMessage): string {
    return this.struct(inner(message));
  }

  private struct(message: ReflectMessage): string {
    const shape = shapeOf(message.desc);
    const { tag } = shape;
    if (tag === "opaque" && this.restores && shape.canonical) {
      const [, value, dialect] = message.desc.fields;
      if (value && dialect && message.get(dialect) === NATIVE) return message.get(value) as string;
    }
    const members: Members = new Map();
    if (tag !== undefined) members.set(TAG, JSON.stringify(tag));
    const own = this.restores ? residueOf(message) : undefined;
    const restored = own?.startsWith("{") ? own : undefined;
    for (const field of shape.fields) {
      if (field === shape.open || !(field.required || message.isSet(field.desc))) continue;
      const text = this.field(message, field, field === shape.residue && restored !== undefined);
      if (text !== undefined) members.set(field.key, text);
    }
    if (shape.open) this.addOpen(message, shape, shape.open, members);
    if (restored === undefined) return joined(members);
    const aside = membersOf(restored);
    for (const { key, name } of shape.fields) {
      // A word that only stands for the one that was put aside.
      const standIn = STAND_INS.get(name);
      if (standIn && aside?.has(key) && members.get(key) === JSON.stringify(standIn)) members.delete(key);
    }
    return merged(joined(members), restored);
  }

  private addOpen(message: ReflectMessage, shape: Shape, open: Field, members: Members): void {
    if (open.desc.fieldKind !== "map") return;
    for (const [key, value] of sorted(message.get(open.desc))) {
      if ((shape.keys.has(key) && shape.keys.get(key) !== open) || (key === TAG && shape.tag !== undefined)) {
        throw invalid("model.extra", `an open key is called like one of the object's own: ${key}`, null);
      }
      members.set(key, value);
    }
  }

  private field(message: ReflectMessage, field: Field, withoutOwn: boolean): string | undefined {
    const { desc } = field;
    if (desc.fieldKind === "list") return `[${[...message.get(desc)].map((item) => this.one(field, item)).join(",")}]`;
    if (desc.fieldKind !== "map") return this.one(field, message.get(desc));
    const entries = sorted(message.get(desc)).filter(([key]) => !(withoutOwn && key === NATIVE));
    return entries.length > 0 ? joined(new Map(entries)) : undefined;
  }

  private one(field: Field, value: unknown): string {
    if (field.free) return (value as string).trim();
    if (field.desc.message) return this.message(value as ReflectMessage);
    if (field.desc.enum) {
      const word = [...wordsOf(field.desc.enum)].find(([, number]) => number === value)?.[0];
      return JSON.stringify(word);
    }
    // A double that is whole has no point, and minus zero is zero.
    return typeof value === "string" ? JSON.stringify(value) : String(value);
  }
}

