"""A file of traces, cut into spans: what is around them is a line, and each span is one.

"OTLP/JSON [...] trace" files are JSON documents with resourceSpans; the file exporter of the OpenTelemetry Collector
writes one such document per line.
"""

from __future__ import annotations

import functools
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.wire import ENCODER
from turnwire.errors import invalid
from turnwire.sessions.files.cutting import in_utf8, no_document
from turnwire.sessions.files.halves import hidden, mended, revealed
from turnwire.sessions.files.large import in_file, whole
from turnwire.sessions.files.otlp.conventions import is_of_model
from turnwire.sessions.files.otlp.protobuf import documents, is_traces
from turnwire.sessions.files.outline import Path, TooLarge, held_of, outline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from turnwire.sessions.files.outline import Source

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
    paths: tuple[Path, ...] = (("resourceSpans", None, "scopeSpans", None, "spans"),)

    def conversations(self, data: bytes) -> Iterator[list[tuple[int, bytes]]]:
        """Yield the lines of each conversation with their numbers.  Raises InvalidDocument."""
        return map(list, self.of_lines(_documents(data)))

    def of_lines(self, lines: Iterable[bytes]) -> Iterator[Iterable[tuple[int, bytes]]]:
        """Yield the same, given a file with a document on each line; read each conversation before the next one.

        Raises InvalidDocument.
        """
        return _grouped(_cut(lines))

    def large(self, source: Source) -> Iterator[Iterable[tuple[int, bytes]]]:
        """Yield the same, given a document that is not held in memory.  Raises InvalidDocument."""
        try:
            members = _OBJECT.decode(hidden(outline(source.text(), *self.paths)))
        except TooLarge:
            return self.conversations(whole(source))
        except (msgspec.DecodeError, RecursionError) as fault:
            raise no_document(fault) from None
        lists: list[Iterable[bytes]] = []
        head = _without(members, _LISTS, functools.partial(_left_out, source, lists))
        return _grouped(chain([revealed(ENCODER.encode([head]))], chain.from_iterable(lists)))

    def joined(self, lines: Iterable[bytes]) -> bytes:
        """Return the file that was cut into these lines.  Raises ValueError if there are none."""
        files: list[bytes] = []
        heads: list[tuple[Raw, list[bytes]]] = []
        for line in map(hidden, lines):
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
        return b"\n".join(map(revealed, files))


def _grouped(lines: Iterable[bytes]) -> Iterator[Iterable[tuple[int, bytes]]]:
    """Yield the lines of each conversation without holding them; lines before the first one belong to it."""
    begun = 0

    def conversation(numbered: tuple[int, bytes]) -> int:
        nonlocal begun
        _, line = numbered
        begun += not line.startswith(b"[") and is_of_model(mended(line))
        return max(begun, 1)

    for _, found in groupby(enumerate(lines, 1), conversation):
        yield found


def _cut(lines: Iterable[bytes]) -> Iterator[bytes]:
    for document in in_utf8(lines):
        try:
            head, spans = _apart(Raw(hidden(document)))
        except (msgspec.DecodeError, RecursionError):
            yield ENCODER.encode([document.decode()])
            continue
        yield revealed(ENCODER.encode([head]))
        yield from map(revealed, spans)


def _documents(data: bytes) -> Iterable[bytes]:
    """Return the documents of a file: the file, each of its lines, or its messages in Protobuf.

    Raises:
        InvalidDocument: the file is no text and no Protobuf, or its first line is no document.
    """
    if is_traces(data):
        return documents(data)
    try:
        data.decode()
        _ANY.decode(hidden(data))
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
        _ANY.decode(hidden(line))
    except (msgspec.DecodeError, RecursionError):
        return True
    return False


def _apart(document: Raw) -> tuple[dict[str, Any], list[bytes]]:
    """Return a document with numbers of spans instead of the spans, and the spans."""
    spans: list[bytes] = []
    return _without(_OBJECT.decode(document), _LISTS, functools.partial(_taken, spans)), spans


def _without(members: dict[str, Raw], lists: tuple[str, ...], take: Callable[[Raw], Any]) -> dict[str, Any]:
    name = lists[0]
    held = members.get(name, Raw(b""))
    if len(lists) == 1 and _is_object(held):
        return {**members, name: {"kept": held}}
    if bytes(memoryview(held)[:1]) != b"[":
        return dict(members)
    if len(lists) == 1:
        return {**members, name: take(held)}
    items = _LIST.decode(held)
    made = [_without(_OBJECT.decode(each), lists[1:], take) if _is_object(each) else each for each in items]
    return {**members, name: made}


def _taken(spans: list[bytes], held: Raw) -> Any:
    """Take the spans of a list; return what is in the document instead."""
    items = _LIST.decode(held)
    if not all(_is_object(item) for item in items):
        return {"kept": held}
    spans += [ENCODER.encode(item) for item in items]
    return [len(items)]


def _left_out(source: Source, lists: list[Iterable[bytes]], held: Raw) -> Any:
    """Do the same for a list that stays in the file."""
    found = held_of(held)
    if found is None or found.marks.strip("{"):
        return {"kept": Raw(source.data(found.begin, found.end)) if found else held}
    lists.append(in_file(source, found))
    return [found.count]


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
