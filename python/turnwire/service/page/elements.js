// Elements of the page.  Text of documents becomes text nodes: nothing here, or elsewhere, parses HTML.

// Attributes that cannot run anything, whatever their value is.
const ATTRIBUTES = new Set([
  "alt", "class", "colspan", "disabled", "download", "for", "hidden", "href", "id", "lang", "open", "role", "scope",
  "src", "tabindex", "title", "type", "value",
]);

/** Make an element: attributes by name, children as texts and nodes; null is left out. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === false || value === undefined) continue;
    if (!ATTRIBUTES.has(key) && !key.startsWith("aria-")) throw new Error(`no attribute ${key}`);
    made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((each) => each !== null && each !== undefined));
  return made;
}

/** Make a button that calls a function. */
export function button(text, action, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", action);
  return made;
}

/** Find an element of the page by its id. */
export const byId = (id) => document.getElementById(id);

/** Move the view, and the focus of the keyboard, to an element. */
export function goTo(place) {
  for (let each = place; each; each = each.parentElement) if (each.tagName === "DETAILS") each.open = true;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: "center" });
}
