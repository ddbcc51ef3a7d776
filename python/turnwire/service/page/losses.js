// The losses of a conversion as a list, and as notes at the messages that they concern.

import { element } from "./elements.js";
import { inSteps } from "./more.js";
import { placeElement } from "./places.js";
import { clipped, word } from "./words.js";

const STEP = 40;
const LONGEST_VALUE = 160;
const MEANS = {
  dropped: "the target has no place for it",
  degraded: "the target holds it with less meaning",
  invented: "the target needs it, and the document does not have it",
  reshaped: "the same content in another structure",
};

/** Return the word for the kind of a loss, such as `dropped`, as an element. */
export function kindElement(kind) {
  const name = word(kind, "LOSS_KIND_");
  return element("span", { class: `tag ${MEANS[name] ? name : ""}`, title: MEANS[name] ?? null }, name);
}

/** Return the value of a loss, clipped, or null. */
export function valueElement(loss) {
  return loss.valueJson === undefined ? null : element("code", { class: "value" }, clipped(loss.valueJson, LONGEST_VALUE));
}

/** Fill an element with the losses. */
export function showLosses(into, losses, conversation) {
  const item = (loss) => element("li", {},
    kindElement(loss.kind), element("b", {}, loss.feature ?? ""), placeElement(loss.path ?? "", conversation),
    valueElement(loss));
  into.replaceChildren(inSteps(element("ul", { class: "rows" }), losses, STEP, item, "loss"));
}
