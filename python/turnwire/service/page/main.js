// The page: what is read goes to the service, and what comes back is shown.

import { base64Of } from "./bytes.js";
import { Conversation } from "./conversation.js";
import { Conversion } from "./conversion.js";
import { Costs } from "./costs.js";
import { partsOf } from "./documents.js";
import { byId, element } from "./elements.js";
import { explain, needsToken } from "./errors.js";
import { EXAMPLE } from "./example.js";
import { Report } from "./report.js";
import { Service } from "./service.js";
import { Source } from "./source.js";
import { Tree } from "./tree.js";
import { counted } from "./words.js";

const service = new Service(() => byId("token").value.trim());
const titles = new Map();
// In the list of formats; the name of no dialect.
const SESSION = "session";
let dialects = [];
let running = new AbortController();

const source = new Source(read);
const conversation = new Conversation();
const conversion = new Conversion(service, conversation);
const report = new Report(source, titles, readAs);
const costs = new Costs(service, (target) => {
  byId("target").value = target;
  byId("target").dispatchEvent(new Event("change"));
  byId("target").focus();
});

const tree = new Tree((history) => {
  showDocument(partsOf({ history }), { document: { history } }, { kind: "KIND_REQUEST" }, running.signal);
});

async function read() {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  problem(null);
  conversion.clear();
  conversation.clear();
  tree.clear();
  costs.reset(null, [], signal);
  document.body.classList.remove("read");
  if (source.isEmpty) return report.say("Nothing is read yet.");
  report.say("Reading…");
  try {
    if (dialects.length === 0) await list();
    await show(signal);
  } catch (error) {
    if (signal.aborted) return;
    report.say("Not read.");
    problem(error);
  }
}

async function show(signal) {
  const data = await base64Of(source.blob);
  const chosen = byId("dialect").value;
  if (chosen === SESSION) return showSession(await service.threads(data, signal));
  const hasLines = !chosen && await source.hasLines();
  let session = hasLines ? await service.threads(data, signal).catch(orNoSession) : null;
  const detected = chosen || session ? null : await service.call("Detect", { data }, signal).catch(orNull);
  const guesses = detected?.guesses ?? [];
  if (!chosen && !hasLines && guesses.length === 0) session = await service.threads(data, signal).catch(orNoSession);
  return session ? showSession(session) : showGuess(data, chosen, guesses, signal);
}

async function showGuess(data, chosen, guesses, signal) {
  const [best, ...others] = guesses;
  const wire = { data, dialect: chosen || best?.dialect, kind: best?.kind, ...envelope() };
  const [validated, document] = await Promise.all([
    service.call("Validate", { wire }, signal),
    service.call("Read", { wire }, signal).then((reply) => reply.document, orNull),
  ]);
  const parts = document ? partsOf(document) : null;
  report.show(validated, others.filter((each) => each.dialect !== best?.dialect), parts?.about);
  if (parts) await showDocument(parts, { wire: { ...wire, dialect: validated.dialect, kind: validated.kind } }, validated, signal);
}

function showSession({ format, conversations }) {
  const threads = tree.show(conversations);
  const broken = conversations.reduce((sum, each) => sum + each.broken.length, 0);
  report.say(`A session file (${format}): ${counted(conversations.length, "conversation")}, ${counted(threads, "thread")}. `
    + (broken > 0 ? `${counted(broken, "line")} cannot be read.` : ""));
}

// The findings say why a document cannot be read.
function orNull(error) {
  if (error.code === "invalid_argument") return null;
  throw error;
}

function orNoSession(error) {
  if (error.message.endsWith("[session.unknown]")) return null;
  throw error;
}

async function showDocument({ messages, settings }, source, { dialect, kind }, signal) {
  document.body.classList.add("read");
  conversation.show(messages, settings);
  const targets = dialects.filter((each) => (each.kinds ?? []).includes(kind));
  offer(targets, dialect);
  costs.reset(source, targets, signal);
  await conversion.show(source, signal);
}

const envelope = () => (source.isYaml ? { envelopeJson: { headers: '{"content-type": "application/yaml"}' } } : {});

function offer(targets, own) {
  const select = byId("target");
  const before = select.value;
  const names = targets.map((each) => each.name);
  select.replaceChildren(...targets.map((each) => element("option", { value: each.name }, `${each.title} (${each.name})`)));
  const wanted = [before, "anthropic_messages", "openai_chat"].find((each) => each !== own && names.includes(each));
  select.value = wanted ?? names[0] ?? "";
}

function readAs(dialect) {
  byId("dialect").value = dialect;
  read();
}

async function list() {
  ({ dialects = [] } = await service.call("ListDialects", {}));
  dialects.sort((a, b) => (a.title ?? "").localeCompare(b.title ?? ""));
  for (const each of dialects) {
    titles.set(each.name, each.title);
    byId("dialect").append(element("option", { value: each.name }, `${each.title} (${each.name})`));
  }
  byId("login").hidden = byId("token").value === "";
}

function problem(error) {
  const into = byId("problem");
  if (error === null) return into.replaceChildren();
  const [what, todo] = explain(error);
  into.replaceChildren(element("p", { class: "problem" }, element("b", {}, what), ` ${todo}`));
  if (!needsToken(error)) return undefined;
  byId("login").hidden = false;
  return byId("token").focus();
}

byId("read").addEventListener("click", read);
byId("dialect").addEventListener("change", read);
byId("example").addEventListener("click", () => source.put(EXAMPLE, "example.json"));
byId("document").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) read();
});
byId("login").addEventListener("submit", (event) => {
  event.preventDefault();
  problem(null);
  if (source.isEmpty) list().catch(problem);
  else read();
});
list().catch(problem);
