// JSON Pointers into the native JSON of a document: which part of the page shows a place.

import { byId, button, element, goTo } from "./elements.js";

const MESSAGE = /^\/(?:history|candidates)\/(\d+)(?:\/(.*))?$/s;

/** Return the number of the message (from 0) in which a place is, or null, and the rest of the place. */
export function partOf(pointer) {
  const found = MESSAGE.exec(pointer);
  return found ? [Number(found[1]), found[2] ?? ""] : [null, pointer.slice(1)];
}

/** Return the element that names a place; where a message is meant that is shown, it goes there. */
export function placeElement(pointer, conversation) {
  const [message, rest] = partOf(pointer);
  const inside = rest ? element("code", {}, rest) : null;
  if (message === null) return element("span", { class: "place" }, inside ?? "the document");
  const go = () => {
    conversation.showUpTo(message);
    goTo(byId(`message-${message + 1}`));
  };
  return element("span", { class: "place" }, button(`Message ${message + 1}`, go, { class: "link" }), inside);
}
