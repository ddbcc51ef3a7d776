"""A file of traces, cut into spans: what is around them is a line, and each span is one.

"OTLP/JSON [...] trace" files are JSON documents with resourceSpans; the file exporter of the OpenTelemetry Collector
writes one such document per line.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.wire import ENCODER
from turnwire.errors import invalid
from turnwire.sessions.files.documents import in_utf8
from turnwire.sessions.files.otlp.conventions import is_of_model
from turnwire.sessions.files.otlp.protobuf import documents, is_traces

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LISTS: Final = ("resourceSpans", "scopeSpans", "spans")
"""The members that lead to the spans, each a list (opentelemetry-proto, opentelemetry/proto/trace/v1/trace.proto)."""

_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_LIST: Final = msgspec.json.Decoder(list[Raw])
_ANY: Final = msgspec.json.Decoder(Raw)
_COUNT: Final = msgspec.json.Decoder(list[int])


class Spans(Struct, frozen=True):
    """The spans of OTLP documents; each span about a call of a model begins a conversation.

    A line of a file is kept as `["..."]` if it is no document, and as `[document]`, with the number of spans in each
    list instead of the spans, if it is one.
    """

    holds: frozenset[str] = frozenset(_LISTS)
    lists: str = ""

    def conversations(self, data: bytes) -> Iterator[list[tuple[int, bytes]]]:
        """Yield the lines of each conversation with their numbers.  Raises InvalidDocument."""
        return self.of_lines(_documents(data))

    def of_lines(self, lines: Iterable[bytes]) -> Iterator[list[tuple[int, bytes]]]:
        """Yield the same, given the lines of a file with a document on each.  Raises InvalidDocument."""
        found: list[tuple[int, bytes]] = []
        has_begun = False
        for number, line in enumerate(_cut(lines), 1):
            begins = not line.startswith(b"[") and is_of_model(line)
            if begins and has_begun:
                yield found
                found = []
            has_begun = has_begun or begins
            found.append((number, line))
        yield found

    def of_items(self, _: Iterable[bytes]) -> None:
        """Cut no list: a file of traces is none."""

    def joined(self, lines: Iterable[bytes]) -> bytes:
        """Return the file that was cut into these lines.  Raises ValueError if there are none."""
        files: list[bytes] = []
        heads: list[tuple[Raw, list[bytes]]] = []
        for line in lines:
            if line.startswith(b"["):
                heads.append((_LIST.decode(line)[0], []))
            elif heads:
                heads[-1][1].append(line)
            else:
                raise ValueError("a span is in no document")
        for head, spans in heads:
            is_text = bytes(memoryview(head)[:1]) == b'"'
            files.append(
                msgspec.json.decode(head, type=str).encode() if is_text else ENCODER.encode(_filled(head, iter(spans)))
            )
        if not files:
            raise ValueError("there are no lines")
        return b"\n".join(files)


def _cut(lines: Iterable[bytes]) -> Iterator[bytes]:
    for document in in_utf8(lines):
        try:
            head, spans = _apart(Raw(document))
        except (msgspec.DecodeError, RecursionError):
            yield ENCODER.encode([document.decode()])
            continue
        yield ENCODER.encode([head])
        yield from spans


def _documents(data: bytes) -> Iterable[bytes]:
    """Return the documents of a file: the file, each of its lines, or its messages in Protobuf.

    Raises:
        InvalidDocument: the file is no text and no Protobuf, or its first line is no document.
    """
    if is_traces(data):
        return documents(data)
    try:
        data.decode()
        _ANY.decode(data)
    except UnicodeDecodeError as fault:
        raise invalid("session.json", f"the file is no JSON document of traces: {fault}") from None
    except (msgspec.DecodeError, RecursionError) as fault:
        lines = data.split(b"\n")
        first = next((line for line in lines if line.strip()), b"")
        if _fault_of(first):
            raise invalid("session.json", f"the file is no JSON document of traces: {fault}") from None
        return lines
    return [data]


def _fault_of(line: bytes) -> bool:
    try:
        _ANY.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return True
    return False


def _apart(document: Raw) -> tuple[dict[str, Any], list[bytes]]:
    """Return a document with numbers of spans instead of the spans, and the spans."""
    spans: list[bytes] = []
    return _without(_OBJECT.decode(document), _LISTS, spans), spans


def _without(members: dict[str, Raw], lists: tuple[str, ...], spans: list[bytes]) -> dict[str, Any]:
    name = lists[0]
    held = members.get(name, Raw(b""))
    if len(lists) == 1 and _is_object(held):
        return {**members, name: {"kept": held}}
    if bytes(memoryview(held)[:1]) != b"[":
        return dict(members)
    items = _LIST.decode(held)
    if len(lists) == 1:
        if not all(_is_object(item) for item in items):
            return {**members, name: {"kept": held}}
        spans += [ENCODER.encode(item) for item in items]
        return {**members, name: [len(items)]}
    made = [_without(_OBJECT.decode(each), lists[1:], spans) if _is_object(each) else each for each in items]
    return {**members, name: made}


def _is_object(raw: Raw) -> bool:
    return bytes(memoryview(raw)[:1]) == b"{"


def _filled(head: Raw, spans: Iterator[bytes], lists: tuple[str, ...] = _LISTS) -> Any:
    """Return a document with the spans in their places."""
    members = _OBJECT.decode(head)
    name = lists[0]
    held = members.get(name, Raw(b""))
    begin = bytes(memoryview(held)[:1])
    if len(lists) == 1:
        if begin == b"{":
            return {**members, name: _OBJECT.decode(held)["kept"]}
        return {**members, name: _next(spans, _COUNT.decode(held)[0])} if begin == b"[" else members
    if begin != b"[":
        return members
    made = [_filled(each, spans, lists[1:]) if _is_object(each) else each for each in _LIST.decode(held)]
    return {**members, name: made}


def _next(spans: Iterator[bytes], number: int) -> list[Raw]:
    found = [Raw(span) for span in islice(spans, number)]
    if len(found) < number:
        raise ValueError(f"{number - len(found)} spans are missing")
    return found
