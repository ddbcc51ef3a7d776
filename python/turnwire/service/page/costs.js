// What the document would lose in every format that has its kind: a table, cheapest first.

import { button, byId, element } from "./elements.js";
import { explain } from "./errors.js";
import { counted, word } from "./words.js";

const AT_ONCE = 3;
const MOST_FEATURES = 4;
const KINDS = ["dropped", "degraded", "invented", "reshaped"];

/** The table; `choose` is called with the name of a target that is to be shown. */
export class Costs {
  constructor(service, choose) {
    this.service = service;
    this.choose = choose;
    this.status = byId("compared");
    this.compare = byId("compare");
    this.compare.addEventListener("click", () => this.show());
  }

  /** Empty the table, for another document; `source` is the member of a request that has it. */
  reset(source, targets, signal) {
    Object.assign(this, { source, targets, signal });
    this.compare.hidden = false;
    this.status.textContent = source ? `It takes a call for each of ${counted(targets.length, "target")}.` : "";
    byId("targets").replaceChildren();
  }

  async show() {
    const { source, targets, signal } = this;
    const plans = [];
    const waiting = [...targets];
    this.compare.disabled = true;
    let failed = null;
    const work = async () => {
      for (let next; failed === null && (next = waiting.shift()); ) {
        try {
          plans.push([next, await this.service.call("Plan", { ...source, target: next.name }, signal)]);
        } catch (error) {
          failed ??= error;
        }
        if (!signal.aborted && source === this.source) this.status.textContent = `${plans.length} of ${targets.length} targets…`;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    this.compare.disabled = false;
    if (signal.aborted || source !== this.source) return;
    this.fill(plans, failed);
  }

  fill(plans, failed) {
    this.compare.hidden = failed === null;
    this.status.textContent = failed === null
      ? `${counted(plans.length, "target")}, the cheapest first.`
      : `${plans.length} of ${this.targets.length} targets. ${explain(failed).join(" ")}`;
    const rows = plans.map(([target, plan]) => ({ target, plan, total: totalOf(plan) }));
    rows.sort((a, b) => a.total - b.total || a.target.name.localeCompare(b.target.name));
    byId("targets").replaceChildren(tableOf(rows, this.choose));
  }
}

const totalOf = (plan) => (plan.costs ?? []).reduce((sum, each) => sum + Number(each.count ?? 0), 0);

function tableOf(rows, choose) {
  const heads = ["Target", ...KINDS, "What", "Not supported", "Context"];
  const head = element("tr", {}, ...heads.map((each) => element("th", { scope: "col" }, each)));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Costs" },
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows.map((row) => rowOf(row, choose)))));
}

function rowOf({ target, plan }, choose) {
  const costs = plan.costs ?? [];
  const count = (kind) => costs.filter((each) => word(each.kind, "LOSS_KIND_") === kind).reduce((sum, each) => sum + Number(each.count), 0);
  return element("tr", {},
    element("th", { scope: "row" }, button(target.title, () => choose(target.name), { class: "link" }), element("code", {}, target.name)),
    ...KINDS.map((kind) => element("td", { class: `number ${count(kind) ? kind : "none"}` }, String(count(kind)))),
    element("td", {}, few(costs.map((each) => each.feature)) || "nothing"),
    element("td", {}, few((plan.unmet ?? []).map((each) => each.capability)) || "nothing"),
    element("td", { class: "number" }, roomOf(plan.room)));
}

function few(names) {
  const different = [...new Set(names)];
  const rest = different.length - MOST_FEATURES;
  return different.slice(0, MOST_FEATURES).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function roomOf(room = {}) {
  if (!room.limit) return `~${Number(room.tokens ?? 0).toLocaleString("en")} tokens`;
  const share = (100 * Number(room.tokens ?? 0)) / Number(room.limit);
  return `${share < 1 ? "under 1" : Math.round(share)} % of ${Number(room.limit).toLocaleString("en")}`;
}
