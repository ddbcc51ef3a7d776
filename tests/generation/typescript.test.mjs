// The TypeScript binding reads the bytes that Python made, and writes the same ones.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fromBinary, fromJson, toBinary, toJson } from "@bufbuild/protobuf";
import { HistorySchema } from "../../generated/typescript/dist/turnwire/v1/history_pb.js";
import { Role } from "../../generated/typescript/dist/turnwire/v1/message_pb.js";
import { ConverterService } from "../../generated/typescript/dist/turnwire/v1/service_pb.js";

const bytes = new Uint8Array(readFileSync(new URL("conversation.binpb", import.meta.url)));
const native = JSON.parse(readFileSync(new URL("conversation.json", import.meta.url), "utf8"));
const history = fromBinary(HistorySchema, bytes);

test("roles are those of the native JSON", () => {
  const roles = history.history.map((message) => Role[message.role].toLowerCase());
  assert.deepEqual(roles, native.history.map((message) => message.role));
});

test("blocks are those of the native JSON", () => {
  const camel = (word) => word.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  const cases = history.history.map((message) => message.content.map(({ block }) => block.case));
  assert.deepEqual(cases, native.history.map((message) => message.content.map(({ type }) => camel(type))));
});

test("text that is not ASCII comes through", () => {
  assert.equal(history.history[1].content[0].block.value.text, native.history[1].content[0].text);
});

test("free JSON keeps its text", () => {
  const input = history.history[2].content[1].block.value.inputJson;
  assert.equal(input, '{"b": 9007199254740993, "a": [1.50, null]}');
});

test("numbers of 64 bits are bigint, and a zero that is told is not absent", () => {
  const { usage } = history.history[2].metadata;
  assert.deepEqual([usage.inputTokens, usage.outputTokens, usage.reasoningTokens], [12n, 0n, undefined]);
});

test("the bytes written are the bytes read", () => {
  assert.deepEqual(toBinary(HistorySchema, history), bytes);
});

test("fields from the future are kept", () => {
  const newer = new Uint8Array([...bytes, 0xf8, 0xff, 0x07, 5]); // field 16383, the number 5
  assert.deepEqual(toBinary(HistorySchema, fromBinary(HistorySchema, newer)), newer);
});

test("ProtoJSON comes back", () => {
  const again = fromJson(HistorySchema, toJson(HistorySchema, history));
  assert.deepEqual(toBinary(HistorySchema, again), bytes);
});

test("the service is there", () => {
  assert.deepEqual(
    ConverterService.methods.map((method) => method.name),
    [
      ...["Convert", "Read", "Write", "Validate", "Repair", "Plan", "Detect", "ListDialects", "GetSchema"],
      ...["ConvertStream", "ConvertBatch"],
    ],
  );
});

function printed(example) {
  const path = (name) => new URL(name, import.meta.url).pathname;
  const script = path(`../../generated/typescript/examples/${example}`);
  return execFileSync(process.execPath, [script, path("conversation.binpb")], { encoding: "utf8" }).trimEnd().split("\n");
}

test("an example of the package prints who says what", () => {
  assert.deepEqual(printed("texts.mjs"), [
    "SYSTEM Answer in one line.",
    "USER Wie ist das Wetter in Köln? 天気 🌧",
    "ASSISTANT Rain.",
  ]);
});

test("an example of the package reads and writes native JSON", () => {
  assert.deepEqual(printed("native.mjs"), ['{"history":[{"role":"user"}]}', "/history"]);
});
