"""Read messages of the conventions as canonical messages.

A tool result becomes a tool message of its own; the parts of one message are marked with one number (`$form`
`{"in": n}`), so that they are joined again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.dialects.otel_genai.enums import FINISH_WORDS, ROLES, STOP_REASONS
from turnwire.dialects.otel_genai.read_parts import read_part
from turnwire.dialects.otel_genai.wire import NAME, ToolResponsePart
from turnwire.documents.residue import residue, unknown_role
from turnwire.documents.roles import meaning
from turnwire.model import Message, MessageMetadata, ToolResultBlock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.dialects.otel_genai.wire import Said
    from turnwire.lowering.optional_call_ids import Reading


def read_messages(messages: Sequence[Said], reading: Reading) -> list[Message]:
    """The messages of a request."""
    found: list[Message] = []
    for n, said in enumerate(messages):
        parts = () if said.parts is UNSET else said.parts
        if any(type(part) is ToolResponsePart for part in parts):
            found += _read_results(said, n, reading)
        else:
            found.append(_read_spoken(said, reading))
    return found


def read_candidate(said: Said, reading: Reading) -> Message:
    """A message of a reply: "each message represents a single output choice/candidate"."""
    form: dict[str, Any] = {}
    if said.role != "assistant":
        form["role"] = None if said.role is UNSET else said.role
    message = Message("assistant")
    if said.parts is not UNSET:
        message.content = [read_part(part, reading) for part in said.parts]
    _finish(message, said, form, reply=True)
    return message


def _read_spoken(said: Said, reading: Reading) -> Message:
    word = None if said.role is UNSET else said.role
    role = meaning(word, ROLES)
    message = Message(role)
    if said.parts is not UNSET:
        message.content = [read_part(part, reading) for part in said.parts]
    _finish(message, said, {} if word == role else {"role": word})
    return message


def _read_results(said: Said, number: int, reading: Reading) -> list[Message]:
    """Return each result by itself, and the parts between them."""
    word = None if said.role is UNSET else said.role
    other = meaning(word, ROLES)
    found: list[Message] = []
    for part in said.parts or ():
        block = read_part(part, reading)
        if type(block) is ToolResultBlock and block.run_by is None:
            found.append(Message("tool", [block]))
        elif found and found[-1].role != "tool":
            found[-1].content.append(block)
        else:
            found.append(Message(other, [block]))
    form: dict[str, Any] = {"in": number} if len(found) > 1 else {}
    for follower in found[1:]:
        follower.provider_raw = residue(NAME, form=form)
    _finish(found[0], said, {**form, **({} if word == found[0].role else {"role": word})})
    return found


def _finish(message: Message, said: Said, form: dict[str, Any], *, reply: bool = False) -> None:
    """Add the members of a message besides its parts."""
    if said.parts is UNSET:
        form["lacks"] = ["parts"]
    if said.name is not UNSET:
        message.name = said.name
    rest = dict(said.unknown.fields)
    if reply or said.role not in ROLES:
        rest |= unknown_role(form)
    word = said.finish_reason
    if word is UNSET:
        # OutputMessage: "required": ["role", "parts", "finish_reason"]
        if reply and "finish_reason" not in rest:
            form["lacks"] = [*form.get("lacks", ()), "finish_reason"]
    elif (reason := STOP_REASONS.get(word)) is None:
        rest["finish_reason"] = word
    else:
        message.metadata = MessageMetadata(stop_reason=reason)
        if FINISH_WORDS[reason] != word:
            form["finish"] = word
    message.provider_raw = residue(NAME, rest, form=form)
