// Long lists and texts: a part is shown, and a button shows the next part.

import { button, element } from "./elements.js";
import { counted } from "./words.js";

/**
 * Return a list that has an element for each item, and a button for those that are not shown yet.
 * `noun` is the word for an item.
 */
export function inSteps(list, items, step, make, noun) {
  const label = (left) => `Show ${Math.min(step, left).toLocaleString("en")} more (${counted(left, noun)} left)`;
  return withButton(list, items, step, make, label);
}

function withButton(list, items, step, make, label) {
  let shown = 0;
  const append = () => {
    const made = items.slice(shown, shown + step).map((item, at) => make(item, shown + at));
    shown += made.length;
    list.append(...made);
    return made[0];
  };
  append();
  const left = () => items.length - shown;
  return element("div", {}, list, left() > 0 ? moreButton(append, left, label) : null);
}

function moreButton(append, left, label) {
  const more = button(label(left()), () => {
    const first = append();
    more.textContent = label(left());
    if (left() === 0) more.remove();
    // The button may be gone: the keyboard goes on at what has come.
    first.setAttribute("tabindex", "-1");
    first.focus();
  }, { class: "more" });
  return more;
}

/** Return a text with its first `step` characters, and the others a step at a time. */
export function longText(text, step, attributes = {}) {
  const parts = [];
  for (let at = 0; at < text.length; at = parts.at(-1)[1]) parts.push([at, cut(text, at + step)]);
  const span = ([start, end]) => element("span", {}, text.slice(start, end));
  const label = (left) => `Show more (${counted(text.length - parts.at(-left)?.[0], "character")} left)`;
  return withButton(element("div", attributes), parts, 1, span, label);
}

// Not between the halves of a surrogate pair.
function cut(text, at) {
  if (at >= text.length) return text.length;
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code < 0xdc00 ? at + 1 : at;
}
