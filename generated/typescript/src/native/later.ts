// Copied by tools/protoc-gen-native from its typescript/later.ts. Do not edit.

/**
 * What binary of a later version has and this one does not know (docs/evolution.md).
 *
 * It stands in native JSON under `protobuf`, as base64 of its own bytes: in `provider_raw`, or in an opaque block.
 */
import { clone, type DescField, fromBinary, toBinary } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";
import { REQUIRED, STAND_INS, TOGETHER } from "./facts.js";
import { joined, type Members, membersOf } from "./residue.js";
import { fillOpaque, memberOf, nameOf, residueMap, shapeOf, wordsOf } from "./shape.js";
import { invalid } from "./text.js";

const BINARY = "protobuf";

/** What was put aside at one message. */
interface Aside {
  /** The fields that have no name here. */
  unknown: Uint8Array;
  /** By name: those whose values need a number that an enum does not have here, each as JSON text. */
  fields: Members;
}

/** The message with all that is new in it, and in those in it, put aside: a copy. */
export function withNewAside(message: ReflectMessage): ReflectMessage {
  const copy = reflect(message.desc, clone(message.desc, message.message));
  putAside(copy);
  return copy;
}

/** The messages that stand directly in a message, each with its field. */
export function* holders(message: ReflectMessage): Generator<[DescField, ReflectMessage]> {
  for (const field of message.sortedFields) {
    if (!message.isSet(field)) continue;
    if (field.fieldKind === "message") yield [field, message.get(field)];
    if (field.fieldKind === "list" && field.listKind === "message") {
      for (const item of message.get(field)) yield [field, item as ReflectMessage];
    }
  }
}

function putAside(message: ReflectMessage): void {
  const opaque = shapeOf(message.desc).opaque;
  if (opaque && (needsNew(message) || !memberOf(message))) {
    asOpaque(message, opaque);
    return;
  }
  for (const [field, child] of [...holders(message)]) {
    if (field.fieldKind === "message" && needsNew(child)) keepField(message, field);
    else putAside(child);
  }
  for (const field of message.sortedFields.filter((field) => isNew(message, field))) {
    keepField(message, field);
    const number = standIn(field);
    if (number !== undefined) message.set(field, number);
  }
  const unknown = message.getUnknown() ?? [];
  if (unknown.length === 0) return;
  const nameless = reflect(message.desc);
  nameless.setUnknown(unknown);
  keepMore(message, (own) => ({ ...own, unknown: new Uint8Array([...own.unknown, ...wire(nameless)]) }));
  message.setUnknown([]);
}

/** The number that stands for one that only a later version knows. */
function standIn(field: DescField): number | undefined {
  const word = STAND_INS.get(nameOf(field));
  return word !== undefined && field.enum ? wordsOf(field.enum).get(word) : undefined;
}

function isNew(message: ReflectMessage, field: DescField): boolean {
  return field.fieldKind === "enum" && message.isSet(field) && field.enum.value[message.get(field)] === undefined;
}

/** Whether a message cannot be read without something new: whatever holds it keeps it whole. */
function needsNew(message: ReflectMessage): boolean {
  const member = memberOf(message);
  if (member?.fieldKind === "message") return needsNew(message.get(member));
  return message.sortedFields.some((field) => {
    const name = nameOf(field);
    if (!message.isSet(field) || !(REQUIRED.has(name) || TOGETHER.has(name))) return false;
    if (isNew(message, field)) return standIn(field) === undefined;
    return field.fieldKind === "message" && needsNew(message.get(field));
  });
}

function asOpaque(message: ReflectMessage, opaque: DescField): void {
  const data = wire(message);
  if (data.length === 0) return;
  const word = memberOf(message)?.name ?? "";
  empty(message);
  fillOpaque(message, opaque, [word, joined(new Map([[BINARY, encoded(data)]])), BINARY]);
}

function empty(message: ReflectMessage): void {
  for (const field of message.fields) message.clear(field);
  message.setUnknown([]);
}

function keepField(message: ReflectMessage, field: DescField): void {
  const alone = reflect(message.desc);
  alone.set(field, message.get(field));
  keepMore(message, (own) => ({ ...own, fields: new Map([...own.fields, [field.name, encoded(wire(alone))]]) }));
  message.clear(field);
}

function keepMore(message: ReflectMessage, more: (own: Aside) => Aside): void {
  const map = residueMap(message);
  const own = map && asideOf((map.get(BINARY) as string | undefined) ?? "{}");
  if (!own) throw invalid("proto.unknown-field", "fields that this version does not know", null);
  const { unknown, fields } = more(own);
  const kept: Members = new Map();
  if (unknown.length > 0) kept.set("unknown", encoded(unknown));
  if (fields.size > 0) kept.set("fields", joined(fields));
  map.set(BINARY, joined(kept));
}

/** What stands in an entry of the map; undefined where somebody else wrote it. */
function asideOf(text: string): Aside | undefined {
  const found = membersOf(text);
  if (!found || [...found.keys()].some((key) => key !== "unknown" && key !== "fields")) return undefined;
  const unknown = decoded(found.get("unknown") ?? '""');
  const fields = membersOf(found.get("fields") ?? "{}");
  return unknown && fields ? { unknown, fields } : undefined;
}

/** Puts all that was put aside in a message, and in those in it, into its old place; what is set there wins. */
export function giveBack(message: ReflectMessage): void {
  for (const [, child] of [...holders(message)]) giveBack(child);
  const opaque = shapeOf(message.desc).opaque;
  if (opaque) fromOpaque(message, opaque);
  const map = residueMap(message);
  const own = map?.has(BINARY) ? asideOf(map.get(BINARY) as string) : undefined;
  const parts = own && partsOf(message, own);
  if (!parts) return;
  message.setUnknown([...(message.getUnknown() ?? []), ...parts.unknown]);
  for (const [field, alone] of parts.fields) {
    const number = standIn(field);
    if (!message.isSet(field) || (number !== undefined && message.get(field) === number)) {
      message.set(field, alone.get(field));
    }
  }
  map?.delete(BINARY);
}

interface Parts {
  unknown: NonNullable<ReturnType<ReflectMessage["getUnknown"]>>;
  fields: [DescField, ReflectMessage][];
}

/** What was put aside, read; undefined where no writer did: it is only an entry of a map then, and stays one. */
function partsOf(message: ReflectMessage, own: Aside): Parts | undefined {
  const nameless = read(message, own.unknown);
  // What has a name is said by the document itself.
  if (!nameless || setFields(nameless).length > 0) return undefined;
  const fields: Parts["fields"] = [];
  for (const [name, text] of own.fields) {
    const alone = read(message, decoded(text));
    const [field, ...others] = alone ? setFields(alone) : [];
    const isOne = field?.name === name && others.length === 0 && field.fieldKind !== "list" && field.fieldKind !== "map";
    if (!alone || !isOne) return undefined;
    fields.push([field, alone]);
  }
  return { unknown: nameless.getUnknown() ?? [], fields };
}

function fromOpaque(message: ReflectMessage, opaque: DescField): void {
  if (opaque.fieldKind !== "message" || !message.isSet(opaque)) return;
  const inside = message.get(opaque);
  const [, value, dialect, ...others] = inside.desc.fields;
  if (!value || !dialect || others.some((field) => inside.isSet(field)) || inside.get(dialect) !== BINARY) return;
  const members = membersOf(inside.get(value) as string);
  const data = members?.size === 1 ? decoded(members.get(BINARY) ?? "") : undefined;
  const whole = data?.length ? read(message, data) : undefined;
  if (!whole) return;
  empty(message);
  for (const field of setFields(whole)) message.set(field, whole.get(field));
  message.setUnknown(whole.getUnknown() ?? []);
}

function setFields(message: ReflectMessage): DescField[] {
  return message.sortedFields.filter((field) => message.isSet(field));
}

function wire(message: ReflectMessage): Uint8Array {
  return toBinary(message.desc, message.message);
}

/** The bytes as a message of the same kind; undefined where they are none. */
function read(message: ReflectMessage, data: Uint8Array | undefined): ReflectMessage | undefined {
  if (!data) return undefined;
  try {
    return reflect(message.desc, fromBinary(message.desc, data));
  } catch {
    return undefined;
  }
}

function encoded(data: Uint8Array): string {
  return JSON.stringify(base64Encode(data));
}

/** The bytes of a JSON text in base64; undefined where it is none. */
function decoded(text: string): Uint8Array | undefined {
  try {
    const said: unknown = JSON.parse(text);
    const data = typeof said === "string" ? base64Decode(said) : undefined;
    return data && encoded(data) === JSON.stringify(said) ? data : undefined;
  } catch {
    return undefined;
  }
}
