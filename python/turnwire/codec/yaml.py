"""Parse YAML into trees: libyaml's events, our own builder, the core schema, no recursion.

libyaml only tokenizes; its composer, which crashes on deep nesting, is never called.  Depth is checked while
the events arrive, so a text of 100 000 brackets is refused at the 65th.  Keys are names and keep their spelling:
`1: a` has the key `1`, `null: a` the key `null`.  Use the JSON codec for JSON texts: JSON is not a subset of YAML.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import yaml

from turnwire.codec.json import Tree, dumps
from turnwire.codec.limits import STRICT, check_size
from turnwire.codec.scan import Place, place_of
from turnwire.codec.yaml_builder import Builder
from turnwire.codec.yaml_events import events
from turnwire.codec.yaml_write import dump
from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from turnwire.codec.limits import Limits

__all__ = ["dump", "further_tags", "items", "load_all", "loads", "positions", "to_json"]

NO_TAGS: Mapping[str, str] = {}


def loads(data: bytes, limits: Limits = STRICT, *, anchors: bool = False, tags: Mapping[str, str] = NO_TAGS) -> Tree:
    """Parse the one document in `data` to a tree, as `turnwire.codec.json.loads` returns it.

    `anchors` allows anchors and aliases, within a limit.  `tags` maps further tags to `str`, `seq` or `map`; a tag that
    ends in `*` matches all tags with that beginning.  Raises InvalidDocument, with each repeated key.
    """
    documents = Builder(_text(data, limits), limits, anchors=anchors, tags=tags, many=False).build()
    if not documents:
        raise invalid("yaml.empty", "the text holds no document", line=1, column=1)
    return documents[0]


def load_all(
    data: bytes, limits: Limits = STRICT, *, anchors: bool = False, tags: Mapping[str, str] = NO_TAGS
) -> list[Tree]:
    """Parse all documents in `data` to trees."""
    return Builder(_text(data, limits), limits, anchors=anchors, tags=tags).build()


def to_json(data: bytes, limits: Limits = STRICT, *, anchors: bool = False, tags: Mapping[str, str] = NO_TAGS) -> bytes:
    """Convert the one document in `data` to compact JSON, with numbers digit for digit."""
    return dumps(loads(data, limits, anchors=anchors, tags=tags))


def further_tags(data: bytes, limits: Limits = STRICT, *, tags: Mapping[str, str]) -> list[tuple[str, str]]:
    """List where a text has a tag of `tags`, which its JSON does not show, as JSON Pointers, and the tags.

    A time without a tag is listed too: YAML 1.1 gives it one.  Raises InvalidDocument.
    """
    builder = Builder(_text(data, limits), limits, anchors=True, tags=tags, many=False)
    builder.finds_times = True
    builder.build()
    return builder.tagged


def positions(
    data: bytes, pointers: Collection[str], limits: Limits = STRICT, *, of_names: bool = False
) -> dict[str, Place]:
    """Find where the values at these JSON Pointers start, or the names of members; those not found are left out."""
    builder = Builder(_text(data, limits), limits, anchors=True, tags={"*": "any"})
    builder.of_names = of_names
    builder.wanted = frozenset(pointers)
    with suppress(InvalidDocument):
        builder.build()
    return builder.places


def items(data: bytes, limits: Limits = STRICT) -> list[tuple[Place, bytes]]:
    """Cut a list, such as `[{a: 1}, {b: 2}]`, into the texts of its items, each with the place where it begins.

    The items of a list with dashes are cut behind their last value, and nothing of their dashes is in them.
    Raises InvalidDocument.
    """
    text, depth, start = _text(data, limits), 0, None
    found: list[tuple[Place, bytes]] = []
    for event in events(text, limits.max_depth, lambda: ""):
        opens, closes = isinstance(event, yaml.CollectionStartEvent), isinstance(event, yaml.CollectionEndEvent)
        depth -= closes
        if depth == 1 and not closes and isinstance(event, yaml.NodeEvent):
            start = event.start_mark
        depth += opens
        if depth == 1 and start is not None:
            place = Place(start.line + 1, start.column + 1)
            found.append((place, text[start.index : event.end_mark.index].encode()))
            start = None
    return found


def _text(data: bytes, limits: Limits) -> str:
    check_size(data, limits, "yaml.size")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data[:4]:
        raise invalid("yaml.utf8", "the text is in UTF-16 or UTF-32", line=1, column=1, hint="save it as UTF-8")
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line, column = place_of(data, error.start)
        message = f"byte {data[error.start]:#04x} is not UTF-8: {error.reason}"
        raise invalid("yaml.utf8", message, line=line, column=column, hint="save it as UTF-8") from None
    # libyaml takes spaces on a last line without a line break for text of a block scalar.
    return text + "\n" if text.endswith(" ") and not text[text.rfind("\n") + 1 :].strip(" ") else text
