// Copied by tools/protoc-gen-native from its typescript/index.ts. Do not edit.

/** Turnwire's native JSON (proto/README.md) for the messages of protobuf-es. */
export { fromNativeJson } from "./read.js";
export { type Diagnostic, InvalidDocument } from "./text.js";
export { toNativeJson } from "./write.js";
