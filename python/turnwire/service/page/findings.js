// The findings of a validation, each with its place in the document.

import { button, element } from "./elements.js";
import { inSteps } from "./more.js";
import { word } from "./words.js";

const STEP = 20;
const AROUND = 40;

/** Fill an element with findings; `source` has the text of the document. */
export function showFindings(into, findings, source) {
  const list = element("ul", { class: "findings" });
  into.replaceChildren(inSteps(list, findings, STEP, (each) => findingOf(each, source), "finding"));
}

function findingOf(finding, source) {
  const severity = word(finding.severity, "SEVERITY_");
  return element("li", {},
    element("p", {}, element("span", { class: `tag ${severity}` }, severity), finding.message ?? "",
      finding.hint ? element("span", { class: "hint" }, ` ${finding.hint}`) : null),
    element("p", { class: "where" }, placeOf(finding, source),
      element("code", {}, finding.pointer || "the document"),
      element("span", { class: "hint" }, `${finding.name ?? ""} ${finding.code ?? ""}`)),
    excerpt(finding, source));
}

function placeOf({ line, column }, source) {
  if (line === undefined) return null;
  const text = `Line ${line}, column ${column ?? 1}`;
  return source.canSelect ? button(text, () => source.select(Number(line), Number(column ?? 1)), { class: "link" }) : text;
}

function excerpt({ line, column }, source) {
  if (line === undefined) return null;
  const [before, after] = source.around(Number(line), Number(column ?? 1), AROUND);
  if (before === "" && after === "") return null;
  return element("p", { class: "code excerpt" }, before, element("mark", {}, after.slice(0, 1) || " "), after.slice(1));
}
