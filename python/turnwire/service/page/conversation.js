// The conversation for reading, from the native JSON that Read returns, with the losses at their messages.

import { blocksOf, code } from "./blocks.js";
import { byId, element } from "./elements.js";
import { kindElement, valueElement } from "./losses.js";
import { partOf } from "./places.js";
import { clipped, counted, word } from "./words.js";

const STEP = 30;
const MOST_NOTES = 8;
const LONGEST_NAME = 200;

/** The conversation on the page. */
export class Conversation {
  constructor() {
    this.into = byId("messages");
    this.messages = [];
    this.notes = new Map();
    this.clear();
  }

  clear() {
    this.show([], null);
  }

  /** Show a document: a history, a completion or an error reply. */
  show(messages, settings) {
    this.messages = messages;
    this.shown = [];
    this.list = element("ol", { class: "messages" });
    this.rest = element("div", {});
    this.into.replaceChildren(settings ?? "", this.list, this.rest);
    this.showUpTo(STEP - 1);
  }

  /** Show the messages up to one, which has a number from 0. */
  showUpTo(number) {
    for (let at = this.shown.length; at <= Math.min(number, this.messages.length - 1); at += 1) {
      const made = messageOf(this.messages[at], at);
      this.shown.push(made);
      this.list.append(made);
      this.note(at);
    }
    this.offerMore();
  }

  offerMore() {
    const left = this.messages.length - this.shown.length;
    if (left === 0) return this.rest.replaceChildren();
    const more = element("button", { type: "button", class: "more" }, `Show more messages (${left.toLocaleString("en")} left)`);
    more.addEventListener("click", () => {
      const next = this.shown.length;
      this.showUpTo(next + STEP - 1);
      this.shown[next].focus();
    });
    return this.rest.replaceChildren(more);
  }

  /** Show the losses of a conversion at the messages that they concern. */
  mark(losses) {
    this.notes = Map.groupBy(losses, (loss) => partOf(loss.path ?? "")[0]);
    this.shown.forEach((_, at) => this.note(at));
  }

  note(at) {
    const losses = this.notes.get(at) ?? [];
    const notes = this.shown[at].querySelector(":scope > .notes");
    notes.replaceChildren(...losses.slice(0, MOST_NOTES).map((loss) => element("li", {},
      kindElement(loss.kind), element("b", {}, loss.feature ?? ""), valueElement(loss))));
    if (losses.length > MOST_NOTES) notes.append(element("li", {}, `and ${losses.length - MOST_NOTES} more in the list of losses`));
    notes.hidden = losses.length === 0;
  }
}

function messageOf(message, at) {
  const role = word(message.role, "ROLE_") || "no role";
  const body = message.interactionJson === undefined
    ? blocksOf(message.content ?? [])
    : code(message.interactionJson, true);
  return element("li", { class: `message ${role.replaceAll(" ", "-")}`, id: `message-${at + 1}`, tabindex: "-1",
    "aria-label": `Message ${at + 1}, ${role}` },
  element("div", { class: "who" },
    element("span", { class: "role" }, role),
    message.name ? element("span", {}, clipped(message.name, LONGEST_NAME)) : null,
    element("span", { class: "facts" }, facts(message)),
    element("span", { class: "number" }, `${at + 1}`)),
  body,
  element("ul", { class: "notes rows", hidden: true, "aria-label": `Losses of message ${at + 1}` }));
}

function facts({ metadata = {}, createdAt }) {
  const usage = metadata.usage ?? {};
  return clipped([
    metadata.model,
    metadata.stopReason && `stopped: ${word(metadata.stopReason, "STOP_REASON_")}`,
    usage.outputTokens && counted(Number(usage.outputTokens), "output token"),
    createdAt,
  ].filter(Boolean).join(" · "), 2 * LONGEST_NAME);
}
