// The document converted to another format, with its losses.

import { bytesOf, textOf } from "./bytes.js";
import { code } from "./blocks.js";
import { button, byId, element } from "./elements.js";
import { explain } from "./errors.js";
import { showLosses } from "./losses.js";
import { counted, size } from "./words.js";

/** The panel with the converted document; `conversation` shows the losses at its messages. */
export class Conversion {
  constructor(service, conversation) {
    this.service = service;
    this.conversation = conversation;
    this.target = byId("target");
    this.status = byId("converted");
    this.target.addEventListener("change", () => this.show(this.source, this.signal));
  }

  clear() {
    this.fill("", [], null);
  }

  /** Convert a document, and show what comes of it; `source` is the member of the request that has it. */
  async show(source, signal) {
    [this.source, this.signal] = [source, signal];
    const target = this.target.value;
    if (!source || !target) return;
    this.status.textContent = "Converting…";
    try {
      const reply = await this.service.call("Convert", { ...source, target }, signal);
      if (source === this.source && target === this.target.value) this.fill(...this.partsOf(reply, target));
    } catch (error) {
      if (!signal.aborted) this.fill(explain(error).join(" "), [], null);
    }
  }

  partsOf(reply, target) {
    const losses = reply.losses ?? [];
    const bytes = bytesOf(reply.data ?? "");
    const about = `${counted(losses.length, "loss", "Without")}, ${size(bytes.length)}.`;
    return [losses.length === 0 ? `Nothing is lost, ${size(bytes.length)}.` : about, losses, { bytes, target, reply }];
  }

  fill(status, losses, converted) {
    this.status.textContent = status;
    this.conversation.mark(losses);
    showLosses(byId("losses"), losses, this.conversation);
    byId("output").replaceChildren(...(converted ? outputOf(converted) : []));
  }
}

function outputOf({ bytes, target, reply }) {
  const text = textOf(bytes);
  const copied = element("span", { role: "status" });
  const copy = button("Copy", () => navigator.clipboard.writeText(text).then(
    () => { copied.textContent = "Copied."; },
    () => { copied.textContent = "The browser does not allow it."; }));
  const bar = element("div", { class: "bar" },
    element("h3", {}, target), element("span", { class: "actions" }, copied, copy, button("Save", () => save(bytes, target))));
  const outside = reply.envelopeJson ? [element("h3", {}, "Outside the body"), code(JSON.stringify(reply.envelopeJson), true)] : [];
  return [bar, code(text, true), ...outside];
}

function save(bytes, target) {
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/json" }));
  element("a", { href: url, download: `${target}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
