"""What an executor of another version is asked.

Where a vector says nothing that its version has not, the same as any other.  Else binary comes back whole, and what
comes of it in ProtoJSON is what is known; ProtoJSON may be refused, and where it is taken, what is known is whole.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from google.protobuf import json_format, message_factory
from google.protobuf.unknown_fields import UnknownFieldSet
from tests.conformance import registry
from tests.conformance.checks import SKIPPED, Answer, Check, checks, form, given, input_of, same
from tests.conformance.python import official
from tests.vectors.pieces import packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from google.protobuf.message import Message
    from tests.conformance.checks import Vector
    from tests.conformance.executors import Executor


def asked(executor: Executor, vector: Vector) -> Iterator[Check]:
    """All that a vector asks of an executor of any version."""
    if executor.image is None:
        yield from checks(executor, vector)
        return
    kind = _kinds(executor.image).get(vector["message"])
    if vector["name"].startswith("long: "):
        return  # a megabyte says nothing about versions, and takes as long as all others
    if kind is None:
        yield Check(vector["name"], "binary", vector["message"], "binary", b"", _stranger_fault)
    elif "rest" in vector:
        yield from _later(executor, kind, vector, in_model=isinstance(vector.get("model"), dict))
    elif not _is_news(kind, vector):
        yield from checks(executor, vector)
    elif "exact" in vector:  # another spelling of such a thing says nothing more
        for source in executor.formats & vector.keys() - {"yaml"}:
            yield from _later(executor, kind, _as_input(vector, source), in_model="native" in vector)


def knows(executor: Executor, vector: Vector) -> bool:
    """Whether the version of an executor has the message."""
    return executor.image is None or vector["message"] in _kinds(executor.image)


@functools.cache
def _kinds(image: Path) -> dict[str, type[Message]]:
    messages = registry.image(image.read_bytes()).messages
    return {message.full_name: message_factory.GetMessageClass(message) for message in messages}


def _stranger_fault(answer: Answer) -> str:
    return "" if answer.word == SKIPPED else f"{answer.word} for a message that its version has not"


def has_news(message: Message) -> bool:
    """Whether there are fields in it, or numbers in its enums, that its version has not."""
    if len(UnknownFieldSet(message)):
        return True
    for field, value in message.ListFields():
        elements = value if field.is_repeated else [value]
        if field.enum_type is not None and any(n not in field.enum_type.values_by_number for n in elements):
            return True
        is_map = field.message_type is not None and field.message_type.GetOptions().map_entry
        if field.message_type is not None and not is_map and any(map(has_news, elements)):
            return True
    return False


def _said(vector: Vector) -> Iterator[bytes]:
    """What a vector says, in binary: the document, or what comes of an input that is taken."""
    if "exact" in vector:
        yield form(vector, "binary")
    for taken in (vector.get("runtime"), vector.get("model")):
        if isinstance(taken, dict):
            yield bytes.fromhex(unpacked(taken["binary"]))


def _is_news(kind: type[Message], vector: Vector) -> bool:
    """Whether a vector says what this version has and the other one has not."""
    current = registry.messages()[vector["message"]].message
    if any(has_news(kind.FromString(data)) and not has_news(current.FromString(data)) for data in _said(vector)):
        return True
    return vector.get("format") == "proto_json" and isinstance(vector["runtime"], dict) and _is_refused(kind, vector)


def _is_refused(kind: type[Message], vector: Vector) -> bool:
    try:
        json_format.Parse(input_of(vector), kind())
    except json_format.ParseError:
        return True
    return False


def _as_input(vector: Vector, source: str) -> Vector:
    """A form of a canonical vector, as an input."""
    hexed = packed(form(vector, source).hex())
    name = f"later: {vector['name']}, {source}"
    return {"name": name, "message": vector["message"], "format": source, "input_hex": hexed}


def _later(executor: Executor, kind: type[Message], vector: Vector, *, in_model: bool) -> Iterator[Check]:
    source, message, data = vector["format"], vector["message"], input_of(vector)
    if source != "native" and not executor.model:
        taken = {**vector, **_taken(kind, source, data)}
        if taken["rest"] != vector.get("rest"):
            taken.pop("model", None)  # what is carried along in native JSON is more for it than for this version
        yield from given(executor, taken)
    elif source in executor.formats and in_model:
        yield Check(vector["name"], source, message, source, data, same(message, source, data))


def _taken(kind: type[Message], source: str, data: bytes) -> dict[str, Any]:
    """What a runtime that has these messages makes of an input."""
    if source == "binary":
        rest = official.serialize_json(kind.DESCRIPTOR.full_name, kind.FromString(data)).decode()
        return {"runtime": {"binary": packed(data.hex()), "exact": False}, "rest": packed(rest)}
    taken = json_format.Parse(data, kind(), ignore_unknown_fields=True)
    return {"runtime": "refused", "rest": packed(taken.SerializeToString(deterministic=True).hex())}
