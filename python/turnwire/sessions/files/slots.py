"""The values of a line that its messages hold: taken out when the line is read, put back when it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Raw

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.errors import InvalidDocument, invalid
from turnwire.model import ABSENT, OpaqueBlock, RefusalBlock, TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.model import ContentBlock, Message
    from turnwire.sessions.files.format import Rest

Place: TypeAlias = tuple[str | int, ...]
"""The names and positions that lead to a value of a record."""

JSON_INSIDE: Final = -1
"""A step of a place: from a text to the JSON that it holds.  The text keeps its spelling until it is edited."""

AS_JSON: Final = -2
"""The last step of a place, for a value that is any JSON: the message has its text."""

RECORD: Final = "record"
SLOTS: Final = "slots"


class Held:
    """The blocks of a message, and for each leaf of them its place in the record; None for one that it keeps."""

    def __init__(self) -> None:
        self.blocks: list[ContentBlock] = []
        self.places: list[Place | None] = []

    def add(self, block: ContentBlock, *places: Place | None) -> None:
        """Add a block, with the places of its leaves."""
        self.blocks.append(block)
        self.places += places

    def add_text(self, value: Any, place: Place) -> bool:
        """Add a text; return whether the value is one that is not empty."""
        if not isinstance(value, str) or not value:
            return False
        self.add(TextBlock(text=value), place)
        return True


def objects(value: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of a list, with their positions; none of any other value."""
    for index, each in enumerate(value if isinstance(value, list) else ()):
        if isinstance(each, dict):
            yield index, each


def opaque(part: Any, dialect: str, kind: str = "type") -> OpaqueBlock:
    """Return a part that is not known, as it is."""
    word = part.get(kind) if isinstance(part, dict) else None
    return OpaqueBlock(block_type=word if isinstance(word, str) else "", value=Raw(dumps(part)), dialect=dialect)


def add_json(held: Held, value: Any, place: Place) -> None:
    """Add a value that is any JSON as a text, which can be edited."""
    if isinstance(value, str):
        held.add(TextBlock(text=value), place)
    else:
        held.add(TextBlock(text=dumps(value).decode()), (*place, AS_JSON))


def text_or(value: Any, other: str = "") -> str:
    """Return a value that is a text; `other` for any other value."""
    return value if isinstance(value, str) else other


def data_of(text: str) -> Raw:
    """Return the data of a source: a text as JSON."""
    return Raw(dumps(text))


def taken(record: Any, places: Iterable[Place | None]) -> Rest:
    """Return a record without the values that its messages hold.

    Args:
        record: the line as a tree; the values are replaced by null in it.
        places: for each leaf of the messages its place in the record; None for one that the record keeps.
    """
    kept = list(places)
    for place in kept:
        if place is not None and JSON_INSIDE not in place:
            _set(record, place, None)
    return {RECORD: Raw(dumps(record)), SLOTS: Raw(dumps([None if each is None else list(each) for each in kept]))}


def put_back(rest: Rest, messages: Iterable[Message]) -> Any:
    """Return the record, with the values that the messages have now.

    Raises:
        InvalidDocument: blocks were added or removed, for which the record has no place.
    """
    record = loads(bytes(rest[RECORD]), FAST)
    places = loads(bytes(rest[SLOTS]), FAST)
    found = list(leaves(messages))
    if len(found) != len(places):
        raise invalid(
            "session.blocks",
            f"a message has {len(found)} blocks, and its line has places for {len(places)}",
            hint="write a new file: export the messages without `provider_raw`",
        )
    _put(record, [(tuple(at), _value(leaf)) for at, leaf in zip(places, found, strict=True) if at is not None])
    return record


def _put(record: Any, values: list[tuple[Place, Any]]) -> None:
    """Put values at their places; those inside of one text are put into it together."""
    inside: dict[Place, list[tuple[Place, Any]]] = {}
    for place, value in values:
        if JSON_INSIDE in place:
            end = place.index(JSON_INSIDE)
            inside.setdefault(place[:end], []).append((place[end + 1 :], value))
        else:
            _set(record, place, value)
    for place, found in inside.items():
        parent = _parent(record, place)
        parent[place[-1]] = _respelled(parent[place[-1]], found)


def _set(record: Any, place: Place, value: Any) -> None:
    if place[-1] == AS_JSON:
        place, value = place[:-1], _json_of(value)
    _parent(record, place)[place[-1]] = value


def _json_of(text: Any) -> Any:
    """Return the JSON of a text; a text that was edited so that it is no JSON any more stays one."""
    try:
        return loads(text.encode(), FAST) if isinstance(text, str) else text
    except InvalidDocument:
        return text


def _respelled(text: str, values: list[tuple[Place, Any]]) -> str:
    """Return the JSON of a text with values at their places; the same text if nothing has changed."""
    tree = loads(text.encode(), FAST)
    before = dumps(tree)
    if values[0][0]:
        _put(tree, values)
        made = dumps(tree).decode()
    else:
        whole = values[0][1]
        made = whole if isinstance(whole, str) else dumps(whole).decode()
    return text if made.encode() == before else made


def _parent(record: Any, place: Place) -> Any:
    found = record
    for step in place[:-1]:
        found = found[step]
    return found


def leaves(messages: Iterable[Message]) -> Iterator[Any]:
    """Yield the blocks of messages, and those inside of results instead of the results that have some."""
    for message in messages:
        for block in message.content:
            if isinstance(block, ToolResultBlock) and block.content:
                yield from block.content
            else:
                yield block


def _value(leaf: Any) -> Any:
    if isinstance(leaf, TextBlock | RefusalBlock | ThinkingBlock):
        return leaf.text
    if isinstance(leaf, ToolUseBlock):
        return leaf.input_text if leaf.input is ABSENT else loads(bytes(leaf.input), FAST)
    if isinstance(leaf, ToolResultBlock) and leaf.structured is not ABSENT:
        return loads(bytes(leaf.structured), FAST)
    return None
