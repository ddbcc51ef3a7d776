// Copied by tools/protoc-gen-native from its typescript/residue.ts. Do not edit.

/** What native JSON brings and this version does not know: how it is kept in `provider_raw`, and put back. */
import { Text } from "./text.js";

const FORM = "$form";
const [OMIT, ALSO, KEYS] = ["$omit", "$also", "$keys"] as const;
const PRIVATE = [FORM, "$envelope", "$chunks", "$spelled"];
const MARKS: ReadonlySet<string> = new Set([...PRIVATE, OMIT, ALSO, KEYS]);
const DEFAULTS: ReadonlySet<string> = new Set(["null", "[]", "{}", '""', "false", "0"]);

/** The members of an object: the text of each, as it stands there. */
export type Members = Map<string, string>;

export function joined(members: Members): string {
  return `{${[...members].map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(",")}}`;
}

/** The members of the object that a text is; undefined where it is none. */
export function membersOf(text: string): Members | undefined {
  if (!text.startsWith("{")) return undefined;
  const parsed = new Text(text);
  if (parsed.root.kind !== "object") return undefined;
  return new Map([...parsed.root.members].map(([key, node]) => [key, parsed.of(node)]));
}

/** Unknown members as residue: those called like its marks stand apart, under `$keys`. */
export function kept(unknown: Members): string {
  const own = new Map([...unknown].filter(([key]) => MARKS.has(key)));
  if (own.size === 0) return joined(unknown);
  const others = [...unknown].filter(([key]) => !MARKS.has(key));
  return joined(new Map([...others, [KEYS, joined(own)]]));
}

/** The residue of a root, marked: there is something below it, or at it, to put back. */
export function marked(residue: string | undefined): string {
  return joined(new Map([...(membersOf(residue ?? "{}") ?? []), [FORM, '{"residue":true}']]));
}

/** The object `base` with the members of `overlay` that it lacks, objects recursively. */
export function merged(base: string, overlay: string): string {
  const members = membersOf(base);
  const extra = membersOf(overlay);
  if (members === undefined || extra === undefined) return base;
  const taken = (name: string) => {
    const text = extra.get(name);
    extra.delete(name);
    return text;
  };
  const omit = taken(OMIT);
  const more = [taken(ALSO), taken(KEYS)];
  for (const name of PRIVATE) extra.delete(name);
  for (const [key, value] of more.flatMap((text) => [...(membersOf(text ?? "") ?? [])])) extra.set(key, value);
  for (const [key, value] of extra) {
    const mine = members.get(key);
    members.set(key, mine === undefined ? value : merged(mine, value));
  }
  for (const name of namesOf(omit)) if (DEFAULTS.has(members.get(name) ?? "")) members.delete(name);
  return joined(members);
}

function namesOf(text: string | undefined): string[] {
  const names: unknown = JSON.parse(text ?? "[]");
  return Array.isArray(names) && names.every((name) => typeof name === "string") ? names : [];
}
