"""A new rollout of Codex, from the messages of another format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw

from turnwire.codec.members import begins, object_of, objects_of
from turnwire.codec.wire import ENCODER
from turnwire.sessions.files.codex.legal import FIRST
from turnwire.sessions.files.created import extra_text, has_mark, model_of, session_uuid, written_as
from turnwire.sessions.files.format import NewFile
from turnwire.sessions.files.histories import BRANCH, COMPACTION, CONTEXT, FOLDER
from turnwire.sessions.files.members import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from turnwire.model import History, MessageMetadata

VERSION: Final = "0.104.0"
"""The version of Codex whose lines are written."""

ROOT: Final = "/"
"""The working folder of a rollout, which must have one, if the history has none."""

_READ_ONLY: Final[Mapping[str, Any]] = {
    "type": "managed",
    "file_system": {
        "type": "restricted",
        "entries": [{"path": {"type": "special", "value": {"kind": "root"}}, "access": "read"}],
    },
    "network": "restricted",
}
"""The permissions of the sandbox `read-only`."""

_SYSTEM: Final = "system"
# "ToolSearchOutput { call_id: Option<String>, status: String, execution: String, tools: Vec<Value> }", and `execution`
# of a ToolSearchCall (openai/codex, codex-rs/protocol/src/models.rs): a line without one of them cannot be read.  The
# Responses API omits them from items that its server ran.  Codex 0.171 leaves out a call without `arguments`, and its
# result.
_SEARCHES: Final[Mapping[str, Mapping[str, Any]]] = {
    "tool_search_call": {"execution": "server", "arguments": {}},
    "tool_search_output": {"execution": "server", "status": "completed"},
}
"""The type of an item -> the members that Codex needs, with the values for items that lack them."""

_BODY: Final = msgspec.json.Decoder(dict[str, Raw])
_ITEMS: Final = msgspec.json.Decoder(list[dict[str, Raw]])
_PARTS: Final = msgspec.json.Decoder(list[Raw])


def create(history: History) -> NewFile:
    """Write the messages as items of a rollout: what the model sees, and beside it what the program shows.

    The system prompt becomes the instructions of the session, and what else the system says a message of the developer;
    settings are reported.
    """
    written = written_as(history, "openai_responses", "codex", FIRST)
    body = _BODY.decode(written.body)
    items = list(zip(_items(body.get("input")), written.times, written.about, strict=True))
    prompt = body.get("instructions")
    if prompt is None and items and (prompt := _prompt(items[0][0])) is not None:
        del items[0]
    lines = [*_head(history, prompt, written.start), *_lines(items, extra_text(history, FOLDER) or ROOT)]
    return NewFile(b"".join(ENCODER.encode(line) + b"\n" for line in lines), written.losses, written.ids)


def _prompt(item: dict[str, Raw]) -> Raw | None:
    """Return the text of a message of the system; None for another item, or a message that is more than texts."""
    if text_of(item, "role") != _SYSTEM:
        return None
    content = item.get("content")
    parts = objects_of(content)
    if parts is None:
        return content
    texts = [text_of(part, "text") for part in parts if text_of(part, "type") == "input_text"]
    return Raw(ENCODER.encode("\n\n".join(filter(None, texts)))) if texts and len(texts) == len(parts) else None


def _items(given: Raw | None) -> list[dict[str, Raw]]:
    """Return the items of a request; a text alone is a message of the user."""
    if given is None or begins(given, b"["):
        return [] if given is None else _ITEMS.decode(given)
    return [{"type": Raw(b'"message"'), "role": Raw(b'"user"'), "content": given}]


def _head(history: History, prompt: Raw | None, time: str) -> Iterator[dict[str, Any]]:
    folder, branch = extra_text(history, FOLDER) or ROOT, extra_text(history, BRANCH)
    name = session_uuid(history)
    meta = {
        # "id" is that of the thread, "session_id" that of the first thread of its tree (Codex 0.171)
        "id": name,
        "session_id": name,
        "timestamp": time,
        "cwd": folder,
        "originator": "turnwire",
        "cli_version": VERSION,
        "source": "cli",
        # "current Codex resolves a null provider to the empty name and fails resume" (skillsynchq/txcript,
        # docs/formats/codex.md)
        "model_provider": "openai",
        "base_instructions": None if prompt is None else {"text": prompt},
        **({"git": {"branch": branch}} if branch else {}),
    }
    yield {"timestamp": time, "type": "session_meta", "payload": meta}
    named = (each.metadata.model for each in history.history if each.metadata and each.metadata.model)
    yield _turn(next(named, model_of(history)), time, folder)


def _turn(model: str, time: str, folder: str) -> dict[str, Any]:
    context = {
        "cwd": folder,
        "approval_policy": "on-request",
        # Codex 0.171 writes the second of these, and Codex 0.104 needs the first.
        "sandbox_policy": {"type": "read-only"},
        "permission_profile": _READ_ONLY,
        "model": model,
        "summary": "auto",
    }
    return {"timestamp": time, "type": "turn_context", "payload": context}


def _lines(items: Iterable[tuple[dict[str, Raw], str, MessageMetadata]], folder: str) -> Iterator[dict[str, Any]]:
    """Yield the lines of the items; where a message is by another model than the one before, a turn of that model."""
    before: str | None = None
    for item, time, about in items:
        kind = text_of(item, "type") or "message"
        role = text_of(item, "role") or ""
        payload = _item(item, kind, role)
        if about.model and before and about.model != before:
            yield _turn(about.model, time, folder)
        before = about.model or before
        if has_mark(about, COMPACTION) and (summary := _text(payload, kind, role)):
            yield {"timestamp": time, "type": "compacted", "payload": _compacted(payload, summary)}
            continue
        # Codex writes no event for what it says itself as the user, so that it shows none of it as a person's words.
        for shown in () if has_mark(about, CONTEXT) else _shown(payload, kind, role):
            yield {"timestamp": time, "type": "event_msg", "payload": shown}
        yield {"timestamp": time, "type": "response_item", "payload": payload}


def _item(item: dict[str, Raw], kind: str, role: str) -> dict[str, Any]:
    """Return an item as Codex stores it: with its type, and the content of a message as a list."""
    found: dict[str, Any] = {"type": kind} | item
    if role == _SYSTEM:
        # Codex 0.171 reads these messages and does not send them; its own ones are of the developer.
        found["role"] = "developer"
    if kind == "local_shell_call_output":
        # Codex has no such item, and stores the output of a shell as that of a function.
        found = {name: value for name, value in found.items() if name != "id"}
        return found | {"type": "function_call_output", "call_id": item["id"]}
    if kind in _SEARCHES:
        return {**_SEARCHES[kind], **found}
    if kind != "message":
        return found
    content = found.setdefault("content", Raw(b"[]"))
    if not begins(content, b"["):
        part = "output_text" if role == "assistant" else "input_text"
        found["content"] = [{"type": part, "text": _as_text(content)}]
    return found


def _as_text(content: Raw) -> Raw:
    """Return a content as a JSON string; one that is no string, as in a broken file, becomes a string of its JSON."""
    return content if begins(content, b'"') else Raw(ENCODER.encode(bytes(content).decode()))


def _text(payload: dict[str, Any], kind: str, role: str) -> str:
    """Return the text of a message of the user that has only texts; an empty text for any other item."""
    if kind != "message" or role != "user":
        return ""
    parts = _parts(payload)
    return "".join(_texts(parts)) if all(text_of(part, "type") == "input_text" for part in parts) else ""


def _parts(payload: dict[str, Any]) -> list[Mapping[str, Raw]]:
    found = _PARTS.decode(ENCODER.encode(payload["content"]))
    return [object_of(part) for part in found if begins(part, b"{")]


def _texts(parts: list[Mapping[str, Raw]]) -> list[str]:
    """Return the texts of a message, without those of a broken file that are not strings."""
    texts = (text_of(part, "text") for part in parts)
    return [text for text in texts if text is not None]


def _compacted(payload: dict[str, Any], summary: str) -> dict[str, Any]:
    """Return the mark of a compaction: Codex sends only the last summary and the messages after it.

    "history.replace(replacement_history.clone())" (openai/codex, codex-rs/core/src/codex/rollout_reconstruction.rs)
    """
    return {"message": summary, "replacement_history": [payload]}


def _shown(payload: dict[str, Any], kind: str, role: str) -> list[dict[str, Any]]:
    """Return the events that the program replays on the screen for a message.

    The texts of the user are one event, `.join("")`, and each text of the agent is one (openai/codex,
    codex-rs/protocol/src/items.rs: UserMessageItem::message, AgentMessageItem::as_legacy_events).
    """
    if kind != "message" or role not in ("user", "assistant"):
        return []
    texts = _texts(_parts(payload))
    if role == "assistant":
        return [{"type": "agent_message", "message": text} for text in texts]
    return [{"type": "user_message", "message": "".join(texts), "images": [], "local_images": [], "text_elements": []}]
