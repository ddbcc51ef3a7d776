// Prints who says what in a conversation: node examples/texts.mjs conversation.binpb
import { readFileSync } from "node:fs";
import { fromBinary, fromJson, toJson } from "@bufbuild/protobuf";
import { HistorySchema } from "turnwire/v1/history";
import { Role } from "turnwire/v1/message";

const bytes = new Uint8Array(readFileSync(process.argv[2]));

const history = fromBinary(HistorySchema, bytes);
for (const message of history.history) {
  for (const { block } of message.content) {
    if (block.case === "text") console.log(Role[message.role], block.value.text);
  }
}
const again = fromJson(HistorySchema, toJson(HistorySchema, history)); // ProtoJSON
if (again.history.length !== history.history.length) throw new Error("ProtoJSON lost a message");
