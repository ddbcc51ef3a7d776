// Content blocks of messages, each as an element: a function for each type of block.

import { element } from "./elements.js";
import { indented } from "./indent.js";
import { inSteps, longText } from "./more.js";
import { clipped, counted, word } from "./words.js";

const LONGEST = 4000;
const MOST_BLOCKS = 30;
const DEEPEST = 6;
// A label of a provider or a program may be any text.
const LONGEST_NAME = 200;
const PICTURES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const LARGEST_PICTURE = 4e6;

/** Return an element with content blocks, at most some at first. */
export function blocksOf(blocks, depth = 0) {
  return inSteps(element("div", { class: "blocks" }), blocks, MOST_BLOCKS, (each) => blockOf(each, depth), "block");
}

const BLOCKS = {
  text: (block) => element("div", {}, longText(block.text ?? "", LONGEST, { class: "text" }), citations(block)),
  image: (block) => picture(block) ?? media("image", block),
  document: (block, depth) => media("document", block, depth),
  audio: (block) => media("audio", block),
  video: (block) => media("video", block),
  toolUse: (block) => box(
    "tool use", block.name, block.id, code(block.inputJson ?? block.inputText ?? "", block.inputJson !== undefined)),
  toolResult: (block, depth) => box(
    block.isError ? "tool result, an error" : "tool result", block.name, block.toolUseId,
    blocksOf(block.content ?? [], depth + 1), json(block.structuredJson), json(block.providerResultJson)),
  thinking: (block) => thought(block),
  redactedThinking: () => note("Reasoning that the provider hides."),
  refusal: (block) => box("refusal", null, null, longText(block.text ?? "", LONGEST, { class: "text" })),
  opaque: (block) => box("kept as it came", block.blockType, block.dialect, json(block.valueJson)),
};

function blockOf(block, depth) {
  const [type, value] = Object.entries(block)[0] ?? ["opaque", {}];
  const make = BLOCKS[type];
  if (make === undefined || depth > DEEPEST) return box(type, null, null, code(JSON.stringify(value), true));
  return element("div", { class: "block" }, make(value, depth));
}

function box(kind, name, id, ...children) {
  return element("div", { class: "box" },
    element("p", { class: "box-title" }, element("span", { class: "kind" }, kind),
      name ? element("b", {}, clipped(name, LONGEST_NAME)) : null,
      id ? element("code", { class: "id" }, clipped(id, LONGEST_NAME)) : null),
    ...children);
}

const note = (text) => element("p", { class: "note" }, text);

const json = (text) => (text === undefined ? null : code(text, true));

/** Return JSON, indented, or another text of a program. */
export function code(text, isJson) {
  const shown = isJson ? indented(text, 10 * LONGEST) : text;
  return longText(shown, LONGEST, { class: "code" });
}

function thought(block) {
  const text = block.text || (block.summary ?? []).join("\n\n");
  const hidden = block.encrypted || block.signature ? "Signed or encrypted by its provider." : "No text.";
  return element("details", { class: "box" }, element("summary", {}, "reasoning"),
    text ? longText(text, LONGEST, { class: "text" }) : note(hidden));
}

function picture(block) {
  const { kind, data = "" } = block.source ?? {};
  const shown = kind === "SOURCE_KIND_BASE64" && PICTURES.has(block.mediaType) && data.length < LARGEST_PICTURE;
  if (!shown || !BASE64.test(data)) return null;
  return element("img", { src: `data:${block.mediaType};base64,${data}`, alt: "image in the message" });
}

// Nothing is loaded: a URL is a text here, and no link.
function media(kind, block, depth = 0) {
  const source = block.source ?? {};
  if (source.kind === "SOURCE_KIND_CONTENT") return box(kind, title(block), null, blocksOf(source.content ?? [], depth + 1));
  if (source.kind === "SOURCE_KIND_TEXT") {
    return box(kind, title(block), null, longText(source.data ?? "", LONGEST, { class: "text" }));
  }
  return box(kind, title(block), null, note(placeOf(source)), block.transcript ? note(block.transcript) : null);
}

const title = (block) => block.title ?? block.filename ?? block.mediaType ?? block.id;

function placeOf({ kind, data = "" }) {
  if (kind === "SOURCE_KIND_BASE64") return `${counted(Math.floor(data.length * 0.75), "byte")}, not shown`;
  if (kind === undefined) return "no bytes";
  return `${word(kind, "SOURCE_KIND_")}, not loaded: ${clipped(data, 2 * LONGEST_NAME)}`;
}

function citations(block) {
  const cited = block.citations ?? [];
  if (cited.length === 0) return null;
  const item = (each) => element("li", {}, clipped(
    [each.title, each.url, each.source, each.citedText].filter(Boolean).join(" · ") || word(each.kind, "CITATION_KIND_"),
    2 * LONGEST_NAME));
  return element("details", { class: "citations" }, element("summary", {}, counted(cited.length, "citation")),
    inSteps(element("ul", {}), cited, MOST_BLOCKS, item, "citation"));
}
