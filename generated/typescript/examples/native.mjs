// Reads and writes native JSON: node examples/native.mjs
import { HistorySchema } from "turnwire/v1/history";
import { fromNativeJson, InvalidDocument, toNativeJson } from "turnwire/native";

const history = fromNativeJson(HistorySchema, '{"history": [{"role": "user"}]}');
console.log(toNativeJson(HistorySchema, history));

try {
  fromNativeJson(HistorySchema, '{"history": 1}');
} catch (error) {
  if (!(error instanceof InvalidDocument)) throw error;
  console.log(error.diagnostics[0].pointer);
}
