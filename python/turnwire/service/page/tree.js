// The tree of a session file: the conversation, its branches, and the conversations of its subagents.

import { button, byId, element } from "./elements.js";
import { inSteps } from "./more.js";
import { clipped, counted } from "./words.js";

const STEP = 50;
// Branches of branches are indented so far.
const DEEPEST = 12;
const LONGEST_NAME = 120;

/** The panel of a session; `choose` is called with the history of a thread. */
export class Tree {
  constructor(choose) {
    this.choose = choose;
    this.panel = byId("session");
    this.into = byId("threads");
    this.clear();
  }

  clear() {
    this.panel.hidden = true;
    this.into.replaceChildren();
  }

  /** Show the conversations of a file, and choose the first thread; return how many threads there are. */
  show(conversations) {
    const roots = conversations.map((each) => [each, treeOf(each.threads)]);
    const item = ([conversation, threads]) => element("li", {},
      element("h3", {}, clipped(conversation.title || conversation.id, LONGEST_NAME)), this.listOf(threads));
    this.panel.hidden = false;
    this.into.replaceChildren(inSteps(element("ul", { class: "tree" }), roots, STEP, item, "conversation"));
    this.into.querySelector("button")?.click();
    return conversations.reduce((sum, each) => sum + each.threads.length, 0);
  }

  listOf(threads) {
    return inSteps(element("ul", { class: "tree" }), threads, STEP, (each) => this.itemOf(each), "thread");
  }

  itemOf(thread) {
    const select = button(labelOf(thread), () => {
      for (const each of this.into.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current");
      select.setAttribute("aria-current", "true");
      this.choose(thread.history);
    }, { class: "link" });
    const facts = element("span", { class: "facts" }, counted(thread.messages.length, "message"));
    return element("li", {}, select, " ", facts, thread.children.length > 0 ? this.listOf(thread.children) : null);
  }
}

/** Return the threads that leave no other one, each with those that leave it. */
function treeOf(documents) {
  const threads = documents.map(({ history }) => ({
    history, messages: history.history ?? [], facts: factsOf(history.meta?.extraJson ?? {}),
    from: null, parent: null, children: [], depth: 0,
  }));
  const byName = new Map(threads.map((each) => [each.facts.thread, each]));
  const callers = callersOf(threads);
  const roots = [];
  for (const each of threads) {
    const caller = callers.get(each.facts.parent_tool_use_id);
    const parent = byName.get(each.facts.parent_thread) ?? caller?.thread ?? null;
    each.from = caller?.number ?? numberOf(each.facts.parent_message, parent);
    if (parent === null || isBelow(parent, each)) roots.push(each);
    else put(each, parent.depth < DEEPEST ? parent : parent.parent);
  }
  return roots;
}

function put(thread, parent) {
  parent.children.push(thread);
  Object.assign(thread, { parent, depth: parent.depth + 1 });
}

// A file may say of two threads that each began in the other.
function isBelow(thread, other) {
  for (let each = thread; each !== null; each = each.parent) if (each === other) return true;
  return false;
}

const factsOf = (texts) => Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.parse(text)]));

/** Return, by the id of each tool use, the thread and the number of the message that it is in. */
function callersOf(threads) {
  const found = new Map();
  for (const thread of threads) {
    thread.messages.forEach(({ content = [] }, at) => {
      for (const { toolUse } of content) if (toolUse?.id) found.set(toolUse.id, { thread, number: at + 1 });
    });
  }
  return found;
}

function numberOf(id, parent) {
  const at = parent?.messages.findIndex((each) => each.id === id) ?? -1;
  return id && at >= 0 ? at + 1 : null;
}

function labelOf({ facts, from }) {
  if (facts.kind === "main") return "The conversation";
  const name = facts.kind === "sidechain" ? `Subagent ${clipped(facts.agent ?? facts.thread, LONGEST_NAME)}` : "Branch";
  if (from === null) return name;
  return `${name}, ${facts.kind === "sidechain" ? "started by" : "after"} message ${from}`;
}
