"""Session files that are one JSON document: they are cut into lines, so that they are read as the others are.

A conversation becomes a line with everything but its messages, and a line for each message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.members import begins
from turnwire.codec.wire import ENCODER
from turnwire.errors import invalid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LIST: Final = msgspec.json.Decoder(list[Raw])
_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])


class Messages(Struct, frozen=True):
    """Where the messages of a conversation are.

    Attributes:
        member: the member of the conversation that holds them.
        by_id: whether it is an object with the messages by their ids; it is a list otherwise.
    """

    member: str
    by_id: bool = False


def cut(data: bytes, messages: Messages) -> Iterator[bytes]:
    """Yield the lines of a document: for each conversation one with everything else, and one for each message.

    The first line of a conversation is an object, or a list with one object if the conversation is in a list.

    Raises:
        InvalidDocument: the file is no JSON, or has no conversations.
    """
    try:
        data.decode()
        if not begins(Raw(data.lstrip()), b"["):
            yield from _conversation(Raw(data), messages, is_listed=False)
            return
        for raw in _LIST.decode(data):
            yield from _conversation(raw, messages, is_listed=True)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as fault:
        raise invalid("session.json", f"the file is no JSON document of conversations: {fault}") from None


def _conversation(raw: Raw, messages: Messages, *, is_listed: bool) -> Iterator[bytes]:
    members = _OBJECT.decode(raw)
    held = members.pop(messages.member, None)
    head: Any = {**members, messages.member: None} if held is None else members
    yield ENCODER.encode([head] if is_listed else head)
    if held is None:
        return
    if messages.by_id:
        for name, item in _OBJECT.decode(held).items():
            yield ENCODER.encode({name: item})
    else:
        yield from (ENCODER.encode(item) for item in _LIST.decode(held))


def conversations(lines: Iterable[bytes]) -> Iterator[list[tuple[int, bytes]]]:
    """Yield the lines of each conversation with their numbers in the file, from 1."""
    found: list[tuple[int, bytes]] = []
    for number, line in enumerate(lines, 1):
        if found and line.startswith(b"["):
            yield found
            found = []
        found.append((number, line))
    if found:
        yield found


def joined(lines: Iterable[bytes], messages: Messages) -> bytes:
    """Return the document that was cut into these lines, given the lines of one file in their order."""
    conversations: list[tuple[dict[str, Raw], list[bytes], bool]] = []
    for line in lines:
        is_listed = line.startswith(b"[")
        if is_listed or not conversations:
            head = _LIST.decode(line)[0] if is_listed else Raw(line)
            conversations.append((_OBJECT.decode(head), [], is_listed))
        else:
            conversations[-1][1].append(line)
    made = [_put_together(members, items, messages) for members, items, _ in conversations]
    return ENCODER.encode(made) if any(is_listed for _, _, is_listed in conversations) else ENCODER.encode(made[0])


def _put_together(members: dict[str, Raw], items: list[bytes], messages: Messages) -> dict[str, Any]:
    if bytes(members.get(messages.member, b"")) == b"null":
        return {name: value for name, value in members.items() if name != messages.member}
    if messages.by_id:
        return members | {
            messages.member: {name: item for line in items for name, item in _OBJECT.decode(line).items()}
        }
    return members | {messages.member: [Raw(item) for item in items]}
