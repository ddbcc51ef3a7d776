// The executor of protobuf-es, and of turnwire's native JSON for it. tests/conformance/python/serve.py says how.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createRegistry, fromBinary, fromJsonString, toBinary, toJsonString } from "@bufbuild/protobuf";

import { fromNativeJson, toNativeJson } from "../../../generated/typescript/dist/native/index.js";

const dist = new URL("../../../generated/typescript/dist/", import.meta.url);

async function registry() {
  const files = [];
  for (const entry of readdirSync(dist, { recursive: true })) {
    if (!entry.endsWith("_pb.js")) continue;
    const module = await import(pathToFileURL(join(dist.pathname, entry)).href);
    files.push(...Object.values(module).filter((value) => value?.kind === "file"));
  }
  return createRegistry(...files);
}

const messages = await registry();
const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const codecs = {
  binary: { parse: (schema, data) => fromBinary(schema, data), serialize: (schema, message) => toBinary(schema, message) },
  proto_json: {
    parse: (schema, data) => fromJsonString(schema, text.decode(data)),
    serialize: (schema, message) => Buffer.from(toJsonString(schema, message)),
  },
  native: { parse: fromNativeJson, serialize: (schema, message) => Buffer.from(toNativeJson(schema, message)) },
};

const hexed = (data) => (data.length ? Buffer.from(data).toString("hex") : "-");
const places = (found) => found.map(({ code, pointer, line, column }) => ({ code, pointer, line, column }));
const reason = (error) => Buffer.from(error.diagnostics ? JSON.stringify(places(error.diagnostics)) : String(error));

function answer(line) {
  const [source, name, target, hex] = line.split(" ");
  if (!(source in codecs) || !(target in codecs)) return "skipped";
  const schema = messages.getMessage(name);
  if (!schema) return "skipped";
  let message;
  try {
    message = codecs[source].parse(schema, hex === "-" ? new Uint8Array() : new Uint8Array(Buffer.from(hex, "hex")));
  } catch (error) {
    return `parse-error ${hexed(reason(error))}`;
  }
  try {
    return `ok ${hexed(codecs[target].serialize(schema, message))}`;
  } catch (error) {
    return `serialize-error ${hexed(reason(error))}`;
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  process.stdout.write(`${answer(line)}\n`);
}
