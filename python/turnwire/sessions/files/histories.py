"""A thread as a canonical history, and the lines of a file from such histories."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, structs

from turnwire.codec.wire import ENCODER
from turnwire.documents.json_text import is_same_json
from turnwire.documents.residue import own_members
from turnwire.model import History, Message, MessageMetadata, Meta
from turnwire.sessions.files.members import is_shallow, number_of
from turnwire.sessions.files.repeated import of_residue, read_once, repeated_in, residue_of, with_repeated
from turnwire.sessions.files.threads import in_order
from turnwire.sessions.files.tree import Node, Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from turnwire.model import Settings
    from turnwire.sessions.files.format import SessionFormat
    from turnwire.sessions.files.line import Line
    from turnwire.sessions.files.repeated import Repeated
    from turnwire.sessions.files.threads import Thread

FOLDER: Final = "working_folder"
BRANCH: Final = "git_branch"
"""The members of `meta.extra` with the working folder and the branch of git at the beginning of the thread."""

COMPACTION: Final = "compaction"
"""The member of a message's `metadata.extra` that marks the summary of a compaction."""

CONTEXT: Final = "context"
"""The member that marks a message of the user that the agent wrote itself."""

LINES: Final = "lines"
"""The member of a message's residue with the lines that it came from; in that of a history, all other lines."""

REPEATED: Final = "repeated"
"""The member of a line in a residue with the earlier values of names that the line repeats; in that of a history, of
those that the document repeats around its messages."""

_LIST: Final = msgspec.json.Decoder(list[dict[str, Raw]])


def history_of(thread: Thread, form: SessionFormat, repeated: Sequence[Repeated] = ()) -> History:
    """Return a thread as a history.

    The residue under the format's name holds the members of the lines that the messages do not hold, and the lines
    that hold no message.

    Args:
        thread: the thread.
        form: the format.
        repeated: earlier values of names that the document repeats around its messages.
    """
    messages: list[Message] = []
    lines: list[dict[str, Any]] = []
    before = _id_of(thread.after)
    for found in in_order(thread):
        if isinstance(found, Node):
            made = _of_node(found, form, before)
            before = made[0].id or before
            messages += made
        elif found.messages:
            messages += _of_parts([found], form, None)
        else:
            lines.append(_kept(found))
    model = next((m.metadata.model for m in reversed(messages) if m.metadata and m.metadata.model), None)
    extra = {"thread": _json(thread.id), "kind": _json(thread.kind)}
    if thread.parent is not None:
        extra["parent_thread"] = _json(thread.parent.id)
    if thread.after is not None:
        extra["parent_message"] = _json(_id_of(thread.after))
    if thread.agent is not None:
        extra["agent"] = _json(thread.agent)
    if thread.call:
        extra["parent_tool_use_id"] = _json(thread.call)
    extra |= {name: _json(value) for name, value in _place(thread) if value}
    kept = ({LINES: lines} if lines else {}) | ({REPEATED: residue_of(repeated)} if repeated else {})
    raw = {form.name: _json(kept)} if kept else None
    started = next((message.created_at for message in messages if message.created_at), None)
    meta = Meta(chat_started=started, used_model=model, extra=extra)
    return History(history=messages, id=thread.id, meta=meta, settings=_settings(thread, form), provider_raw=raw)


def _place(thread: Thread) -> Iterator[tuple[str, str | None]]:
    """Yield the working folder and the branch of git at the beginning of the thread, as members of `meta.extra`."""
    lines = (part.line for node in thread.nodes for part in node.parts)
    first = next((line for line in lines if line.folder), None)
    if first is not None:
        yield from ((FOLDER, first.folder), (BRANCH, first.branch))


def _settings(thread: Thread, form: SessionFormat) -> Settings | None:
    """Return the settings that the first message of a thread was written with, if the format tells them."""
    if form.settings is None or not thread.nodes:
        return None
    return form.settings(thread.nodes[0].parts[0].line)


def _json(value: Any) -> Raw:
    return Raw(ENCODER.encode(value))


def _id_of(node: Node | None) -> str | None:
    return None if node is None else node.parts[0].messages[0].id


def _kept(part: Part) -> dict[str, Any]:
    """Return a line that holds no message: as JSON, as text if it is none or deep, or as base64 if it is not UTF-8."""
    line = part.line
    if line.role != "broken" and line.text.strip() and is_shallow(line.text):
        return {"line": line.number, "record": Raw(line.text)} | _original(line)
    text = line.original or line.text
    try:
        return {"line": line.number, "text": text.decode()}
    except UnicodeDecodeError:
        return {"line": line.number, "base64": base64.b64encode(text).decode()}


def _original(line: Line) -> dict[str, Any]:
    """Return what is kept of a line that was mended: the line itself, and the earlier values of names in it."""
    if line.original is None:
        return {}
    found = repeated_in(line.original)
    return {"original": line.original.decode()} | ({REPEATED: residue_of(found)} if found else {})


def _of_node(node: Node, form: SessionFormat, before: str | None) -> list[Message]:
    line = node.parts[0].line
    marks = [name for name, is_set in ((COMPACTION, line.is_summary), (CONTEXT, line.is_context)) if is_set]
    return _of_parts(node.parts, form, before, marks)


def _of_parts(parts: list[Part], form: SessionFormat, before: str | None, marks: Sequence[str] = ()) -> list[Message]:
    """Return the messages of a line, or the one message whose parts are on several lines."""
    first = parts[0].messages[0]
    lines = [_line(part, parts) for part in parts]
    if len(parts) > 1:
        content = [block for part in parts for message in part.messages for block in message.content]
        metadata = parts[-1].messages[0].metadata or first.metadata
        first = structs.replace(first, content=content, metadata=metadata, provider_raw=None)
    extra = {} if before is None else {"parent_id": _json(before)}
    extra |= dict.fromkeys(marks, Raw(b"true"))
    if extra:
        first = structs.replace(first, metadata=structs.replace(first.metadata or MessageMetadata(), extra=extra))
    raw = (first.provider_raw or {}) | {form.name: _json({LINES: lines})}
    following = parts[0].messages[1:] if len(parts) == 1 else []
    number = parts[0].line.number
    return [structs.replace(first, provider_raw=raw), *(_continued(each, form, number) for each in following)]


def _continued(message: Message, form: SessionFormat, number: int) -> Message:
    raw = (message.provider_raw or {}) | {form.name: _json({"continues": number})}
    return structs.replace(message, provider_raw=raw)


def _line(part: Part, parts: list[Part]) -> dict[str, Any]:
    """Return what a message keeps of a line: its number, its other members, and how many blocks of it there are.

    The message has the session of its first line and the model of its last one; a line that names others keeps them.
    A last line that tells nothing about the message (`bare`) is written without what the others tell.
    """
    message = part.messages[0]
    found: dict[str, Any] = {"line": part.line.number, "rest": part.rest, "blocks": len(message.content)}
    if message.provider_raw:
        found["provider_raw"] = message.provider_raw
    first, last = parts[0].messages[0], parts[-1].messages[0]
    if (own := _model_of(message)) != _model_of(last if last.metadata else first):
        found["model"] = own
    if message.session_id != first.session_id:
        found["session"] = message.session_id
    if part is parts[-1] and len(parts) > 1 and message.metadata is None:
        found["bare"] = True
    return found | _original(part.line)


def lines_of(histories: Iterable[History], form: SessionFormat) -> list[tuple[int, bytes]]:
    """Return the lines of a session with their numbers, from the histories of its threads.

    A message without the residue of this format has no line here.
    """
    found: dict[int, bytes] = {}
    for history in histories:
        for kept in _LIST.decode(own_members(history.provider_raw, form.name).get(LINES, Raw(b"[]"))):
            found[number_of(kept, "line")] = _text(kept)
        for lines, messages in _grouped(history.history, form):
            found.update(_rebuilt(lines, messages, form))
    return sorted(found.items())


def repeated_around(histories: Iterable[History], form: SessionFormat) -> list[Repeated]:
    """Return the earlier values of names that a document repeats around its messages, from its histories."""
    residues = (own_members(history.provider_raw, form.name) for history in histories)
    return [each for residue in residues for each in of_residue(residue.get(REPEATED))]


def _text(kept: dict[str, Raw]) -> bytes:
    if "record" in kept:
        return _spelled(kept, bytes(kept["record"]))
    if "text" in kept:
        return msgspec.json.decode(kept["text"], type=str).encode()
    return msgspec.json.decode(kept["base64"], type=bytes)


def _grouped(messages: list[Message], form: SessionFormat) -> Iterator[tuple[list[dict[str, Raw]], list[Message]]]:
    """Yield the lines of each message, with the message and those that continue it."""
    lines: list[dict[str, Raw]] = []
    group: list[Message] = []
    for message in messages:
        own = own_members(message.provider_raw, form.name)
        if "continues" in own and group:
            group.append(_without(message, form))
            continue
        if group:
            yield lines, group
        lines = _LIST.decode(own[LINES]) if LINES in own else []
        group = [_without(message, form)] if lines else []
    if group:
        yield lines, group


def _without(message: Message, form: SessionFormat) -> Message:
    raw = {name: value for name, value in (message.provider_raw or {}).items() if name != form.name}
    return structs.replace(message, provider_raw=raw or None)


def _rebuilt(lines: list[dict[str, Raw]], messages: list[Message], form: SessionFormat) -> Iterator[tuple[int, bytes]]:
    """Yield each line of a message; if the number of its blocks has changed, the first line has them all."""
    counts = [number_of(line, "blocks") for line in lines]
    first = messages[0]
    if len(lines) > 1 and sum(counts) != len(first.content):
        lines, counts = lines[:1], [len(first.content)]
    begin = 0
    for index, (line, count) in enumerate(zip(lines, counts, strict=True)):
        rest = msgspec.json.decode(line["rest"], type=dict[str, Raw])
        if len(lines) == 1:
            yield number_of(line, "line"), _spelled(line, form.rebuild(rest, messages))
            continue
        raw = msgspec.json.decode(line["provider_raw"], type=dict[str, Raw]) if "provider_raw" in line else None
        part = structs.replace(first, content=first.content[begin : begin + count], provider_raw=raw)
        begin += count
        part = part if index == 0 else structs.replace(part, id=None, created_at=None)
        if "session" in line:
            part = structs.replace(part, session_id=msgspec.json.decode(line["session"], type=str | None))
        if index < len(lines) - 1 or "bare" in line:
            part = structs.replace(part, metadata=None if "bare" in line else _model(line, part))
        yield number_of(line, "line"), _spelled(line, form.rebuild(rest, [part]))


def _spelled(line: dict[str, Raw], made: bytes) -> bytes:
    """Return the original of a line that was mended, while it still means the same."""
    if "original" not in line:
        return made
    original = msgspec.json.decode(line["original"], type=str).encode()
    is_same = is_same_json(made, read_once(original)) or _are_same(made.split(b"\n"), original.split(b"\n"))
    return original if is_same else with_repeated(made, of_residue(line.get(REPEATED)))


def _are_same(made: list[bytes], originals: list[bytes]) -> bool:
    """Return whether lines that were read as one, such as the chunks of a text, still mean the same."""
    return len(made) == len(originals) > 1 and all(map(is_same_json, made, map(read_once, originals)))


def _model(line: dict[str, Raw], message: Message) -> MessageMetadata | None:
    """Return the metadata of a line that is not the last one of its message, which has that of the whole: a model."""
    model = msgspec.json.decode(line["model"], type=str | None) if "model" in line else _model_of(message)
    return MessageMetadata(model=model) if model else None


def _model_of(message: Message) -> str | None:
    return message.metadata.model if message.metadata else None
