// What a document is: the format that it is read as, the other ones that fit, and its findings.

import { button, byId, element } from "./elements.js";
import { showFindings } from "./findings.js";
import { counted, word } from "./words.js";

/** The panel; `readAs` is called with the name of a format that is to be read instead. */
export class Report {
  constructor(source, titles, readAs) {
    Object.assign(this, { source, titles, readAs });
    this.status = byId("status");
  }

  /** Say one sentence, and nothing else. */
  say(text) {
    this.status.replaceChildren(text);
    byId("findings").replaceChildren();
  }

  /** Show the reply of Validate, the other guesses of Detect, and a sentence about the document that was read. */
  show(validated, others, about) {
    const findings = validated.diagnostics ?? [];
    const { dialect, kindName } = validated;
    const name = dialect ? [element("b", {}, this.titles.get(dialect) ?? dialect), ` (${dialect}), ${kindName}`] : ["In no format that turnwire knows"];
    this.status.replaceChildren(...name, about ? `: ${about}. ` : ". ", `${summary(findings)}.`);
    showFindings(byId("findings"), findings, this.source);
    byId("findings").append(...this.othersOf(others), ...uncheckedOf(validated));
  }

  othersOf(others) {
    if (others.length === 0) return [];
    return [element("p", { class: "hint" }, "It may also be read as ",
      ...others.map((each) => button(this.titles.get(each.dialect) ?? each.dialect, () => this.readAs(each.dialect), { class: "link" })))];
  }
}

const SEVERITIES = ["error", "warning", "info"];

function summary(findings) {
  const count = (severity) => findings.filter((each) => word(each.severity, "SEVERITY_") === severity).length;
  const told = SEVERITIES.map((each) => [count(each), each === "info" ? "note" : each]).filter(([number]) => number > 0);
  return told.map(([number, noun]) => counted(number, noun)).join(", ") || "No findings";
}

// A target is never given here, so that nothing is to be said of it.
function uncheckedOf({ coverage = [] }) {
  return coverage.filter((each) => each.reason && each.layer !== "LAYER_TARGET").map((each) => element("p", { class: "hint" },
    `${word(each.layer, "LAYER_")}: ${each.reason}.`));
}
