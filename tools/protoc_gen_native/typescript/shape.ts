/** How messages look in native JSON: the rules of proto/README.md, from descriptors and from what `facts.ts` adds. */
import type { DescEnum, DescField, DescMessage } from "@bufbuild/protobuf";
import { ScalarType } from "@bufbuild/protobuf";
import { reflect, type ReflectMap, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { CAMEL, CANONICAL, REQUIRED, TAGS } from "./facts.js";

/** The dialect under whose name residue of native JSON is kept. */
export const NATIVE = "turnwire";
export const TAG = "type";

/** One field: its key in native JSON, and what stands there. */
export interface Field {
  desc: DescField;
  /** Its full name. */
  name: string;
  key: string;
  required: boolean;
  /** Free JSON, or an object of it. */
  free: boolean;
}

export interface Shape {
  desc: DescMessage;
  /** In the order they are written in: the required ones first. */
  fields: readonly Field[];
  keys: ReadonlyMap<string, Field>;
  /** The members by their tags, where the message is one oneof and nothing else. */
  members: ReadonlyMap<string, DescField> | undefined;
  /** The word under `type`, where the message is a member of a union. */
  tag: string | undefined;
  /** Whether unknown keys are kept as residue, and unknown types as opaque. */
  canonical: boolean;
  /** The member of a union that holds what is not known. */
  opaque: DescField | undefined;
  /** The field whose keys stand inline in the object itself. */
  open: Field | undefined;
  residue: Field | undefined;
}

const SHAPES = new Map<string, Shape>();

export function shapeOf(desc: DescMessage): Shape {
  let shape = SHAPES.get(desc.typeName);
  if (shape === undefined) SHAPES.set(desc.typeName, (shape = made(desc)));
  return shape;
}

function made(desc: DescMessage): Shape {
  const canonical = desc.file.proto.package === CANONICAL;
  const camel = CAMEL.has(desc.file.proto.package);
  const all = desc.fields.map((field) => fieldOf(field, camel));
  const fields = [...all.filter((field) => field.required), ...all.filter((field) => !field.required)];
  const oneof = desc.oneofs[0];
  const union = desc.oneofs.length === 1 && oneof?.fields.length === desc.fields.length;
  const named = (name: string) => all.find((field) => field.desc.name === name);
  return {
    opaque: canonical && union ? named("opaque")?.desc : undefined,
    desc,
    fields,
    canonical,
    tag: TAGS.get(desc.typeName),
    members: union ? new Map(desc.fields.map((field) => [field.name, field])) : undefined,
    open: canonical ? undefined : named("extra_json"),
    residue: canonical ? named("provider_raw_json") : undefined,
    keys: new Map(fields.map((field) => [field.key, field])),
  };
}

function fieldOf(desc: DescField, camel: boolean): Field {
  const text = desc.scalar === ScalarType.STRING || (desc.fieldKind === "map" && desc.mapKind === "scalar");
  const free = text && desc.name.endsWith("_json");
  const short = free ? desc.name.slice(0, -"_json".length) : desc.name;
  const key = camel ? short.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) : short;
  const name = nameOf(desc);
  return { desc, name, key, free, required: REQUIRED.has(name) };
}

/** The full name of a field. */
export function nameOf(desc: DescField): string {
  return `${desc.parent.typeName}.${desc.name}`;
}

/** The member that is set, where the message is a union. */
export function memberOf(message: ReflectMessage): DescField | undefined {
  return [...(shapeOf(message.desc).members?.values() ?? [])].find((field) => message.isSet(field));
}

/** What is kept at a message, by dialect; undefined where it has no place for that. */
export function residueMap(message: ReflectMessage): ReflectMap | undefined {
  const field = shapeOf(message.desc).residue?.desc;
  return field?.fieldKind === "map" ? message.get(field) : undefined;
}

/** Makes a union opaque: the word for its type, the whole, and where it came from, in this order. */
export function fillOpaque(message: ReflectMessage, opaque: DescField, texts: readonly string[]): void {
  if (!opaque.message) throw new TypeError(`${nameOf(opaque)} is no opaque member`);
  const inside = reflect(opaque.message);
  texts.forEach((text, index) => inside.set(opaque.message.fields[index] as DescField, text));
  message.set(opaque, inside);
}

const WORDS = new Map<string, ReadonlyMap<string, number>>();

/** The words of an enum, and their numbers; the unspecified value has none. */
export function wordsOf(desc: DescEnum): ReadonlyMap<string, number> {
  let words = WORDS.get(desc.typeName);
  if (words === undefined) {
    const prefix = desc.name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_").toUpperCase() + "_";
    const said = desc.values.filter(({ number }) => number !== 0);
    words = new Map(said.map(({ name, number }) => [name.slice(prefix.length).toLowerCase(), number]));
    WORDS.set(desc.typeName, words);
  }
  return words;
}
