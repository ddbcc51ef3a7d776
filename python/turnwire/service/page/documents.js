// What Read returns, as messages and a part with everything else of the document.

import { code } from "./blocks.js";
import { element } from "./elements.js";
import { counted } from "./words.js";

/** Return the messages of a document, a sentence about it, and the element with its other members. */
export function partsOf(document) {
  const [[kind, body]] = Object.entries(document);
  return READERS[kind](body ?? {});
}

const READERS = {
  history: ({ history = [], ...others }) => ({
    messages: history, about: counted(history.length, "message"), settings: rest("Settings and more", others),
  }),
  completion: ({ candidates = [], ...others }) => ({
    messages: candidates, about: counted(candidates.length, "candidate"), settings: rest("About the reply", others),
  }),
  errorReply: ({ message = "", ...others }) => ({
    messages: [], about: "an error",
    settings: element("div", {}, element("p", { class: "text" }, message), rest("About the error", others, true) ?? ""),
  }),
};

function rest(title, members, open = false) {
  const names = Object.keys(members);
  if (names.length === 0) return null;
  return element("details", { class: "box settings", open },
    element("summary", {}, title, element("span", { class: "facts" }, summaryOf(members))),
    code(JSON.stringify(members), true));
}

function summaryOf({ settings = {}, model }) {
  const tools = settings.tools?.length ?? 0;
  return [settings.model ?? model, tools > 0 ? counted(tools, "tool") : null].filter(Boolean).join(" · ");
}
