"""Read a request as a conversation; the model and whether to stream are in its path.

Responses of functions are in the user's turn, next to the user's own parts; some clients put them into the model's
turn.  Here each is a message of its own; where a turn began follows from the order, and is marked only if it does not,
or if the turn is the model's.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from turnwire.codec.wire import NOTHING
from turnwire.documents.residue import marked, unknown_role
from turnwire.families.gemini.overlays import fields_of, keep, verbatim
from turnwire.families.gemini.read_parts import read_parts
from turnwire.families.gemini.read_settings import read_settings
from turnwire.families.gemini.reading import Reading
from turnwire.families.gemini.wire import Content, Part
from turnwire.lowering.segments import is_result, marked_segments
from turnwire.model import ContentBlock, Generation, History, Message, OpaqueBlock, Settings, TextBlock

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.documents.inputs import Envelope
    from turnwire.families.gemini.wire_request import Body

# "https://generativelanguage.googleapis.com/v1beta/{model=models/*}:streamGenerateContent" (the method's page, 2026)
PATH: Final = re.compile(r"models/(?P<model>.*):(?P<method>generateContent|streamGenerateContent)\Z", re.DOTALL)
STREAM: Final = "streamGenerateContent"


def reader(name: str, marks_id: Callable[[str, str], bool]) -> Callable[[Body, Envelope | None], History]:
    """The reader of requests of a dialect of this name."""

    def read_request(body: Body, envelope: Envelope | None) -> History:
        reading = Reading(name, marks_id)
        system: Message | None = None
        inside: Any = {}
        if isinstance(body.system_instruction, Content | str):
            system = read_system(body.system_instruction, reading)
            inside = _beside(body.system_instruction, kept_whole=system is None)
        elif body.system_instruction is None:
            inside = None
        messages, form = read_contents(body.contents, reading)
        settings = read_settings(body, reading, inside)
        if envelope:
            settings = _from_envelope(envelope, settings)
        history = messages if system is None else [system, *messages]
        return History(history, settings, provider_raw=keep(name, {}, form=form))

    return read_request


def _beside(content: Content | str, *, kept_whole: bool) -> Any:
    if isinstance(content, str):
        return {}
    if kept_whole:
        return verbatim(content)
    role = {} if content.role in (*ROLES, UNSET) else {"role": content.role}
    return {**fields_of(content.unknown), **role}


def _from_envelope(envelope: Envelope, settings: Settings | None) -> Settings | None:
    path, stream = envelope.get("path"), envelope.get("stream")
    found = PATH.search(path) if isinstance(path, str) else None
    if found is not None and (settings is None or settings.model is None):
        settings = settings or Settings()
        settings.model = found["model"]
    if not isinstance(stream, bool):
        stream = True if found is not None and found["method"] == STREAM else None
    if stream is not None:
        settings = settings or Settings()
        settings.generation = settings.generation or Generation()
        settings.generation.stream = stream
    return settings


# The role of function results in older clients.
_OF_RESULTS = frozenset({"function", "tool"})
ROLES = {"user": "user", "model": "assistant", "system": "system"}


def read_contents(contents: Any, reading: Reading) -> tuple[list[Message], dict[str, Any]]:
    """The messages, and the mark of how the list was spelled."""
    messages: list[Message] = []
    if isinstance(contents, list):
        for item in contents:
            read_content(item, messages, reading)
        return messages, {}
    read_content(contents, messages, reading)
    return messages, {"contents": "single"}


def read_content(item: Content | str, messages: list[Message], reading: Reading) -> None:
    """Append the messages of one turn."""
    if isinstance(item, str):
        form = {"message": "text", "empty": True} if not item else {"message": "text"}
        messages.append(Message("user", [TextBlock(item)], provider_raw=keep(reading.name, {}, form=form)))
        return
    parts, role = item.parts, item.role
    if type(parts) is list and len(parts) == 1 and type(parts[0]) is Part and item.unknown is NOTHING:
        only = parts[0]
        if role in ("user", "model") and only.text and only == Part(only.text):
            messages.append(Message("user" if role == "user" else "assistant", [TextBlock(str(only.text))]))
            return
    _read_turn(item, messages, reading)


def _read_turn(item: Content, messages: list[Message], reading: Reading) -> None:
    form = spelling(item)
    blocks = [] if item.parts is UNSET else read_parts(item.parts, reading)
    if not blocks or has_empty_text(blocks):
        form["empty"] = True
    role: Any = ROLES.get(item.role, "user")  # type: ignore[arg-type]
    if item.role not in ROLES:
        form["role"] = None if item.role is UNSET else item.role
    if role == "system":
        form["place"] = "messages"
    if role != "system" and any(is_result(block) for block in blocks):
        _read_results(item, role, blocks, form, messages, reading)
        return
    rest = {**fields_of(item.unknown), **unknown_role(form)}
    messages.append(Message(role, blocks, provider_raw=keep(reading.name, rest, form=form)))


def has_empty_text(blocks: list[ContentBlock]) -> bool:
    """Return whether a text among the blocks is empty."""
    return any(type(block) is TextBlock and not block.text for block in blocks)


def spelling(item: Content) -> dict[str, Any]:
    """Return how the parts of a turn are spelled, if not as a list."""
    if item.parts is UNSET:
        return {"parts": "none"}
    return {} if isinstance(item.parts, list) else {"parts": "single"}


def _read_results(
    item: Content,
    said_by: Any,
    blocks: list[ContentBlock],
    form: dict[str, Any],
    messages: list[Message],
    reading: Reading,
) -> None:
    unknown = {**fields_of(item.unknown), **_odd_role(form, blocks)}
    before = messages[-1].role if messages else None
    for role, segment, marks in marked_segments(blocks, said_by, before):
        messages.append(Message(role, segment, provider_raw=keep(reading.name, unknown, form={**form, **marks})))
        unknown, form = {}, {"empty": True} if "empty" in form else {}


def _odd_role(form: dict[str, Any], blocks: list[ContentBlock]) -> dict[str, str]:
    """Return the unknown role of a turn with results, as residue.

    A word for "results" is redundant with results alone.
    """
    says_results = form.get("role") in _OF_RESULTS and all(is_result(block) for block in blocks)
    return {} if says_results else unknown_role(form)


def read_system(content: Content | str, reading: Reading) -> Message | None:
    """Read the system prompt; its members besides the parts are kept with the settings."""
    if isinstance(content, str):
        form: dict[str, Any] = {"message": "text"} if content else {"message": "text", "empty": True}
        return Message("system", [TextBlock(content)], provider_raw=keep(reading.name, {}, form=form))
    if content.parts is UNSET:
        return None
    form = spelling(content)
    if content.role is not UNSET:
        form["role"] = content.role
    blocks = read_parts(content.parts, reading)
    if not blocks:
        return None
    if has_empty_text(blocks):
        form["empty"] = True
    for block in blocks:
        if type(block) is not TextBlock and type(block) is not OpaqueBlock:
            # It is written back there.
            block.provider_raw = marked(block.provider_raw, reading.name, {"in": "system"})
    return Message("system", blocks, provider_raw=keep(reading.name, {}, form=form))
