"""The official packages take the streams that we write: chunk by chunk, all together, and in the provider's order.

A chunk is refused only where the whole reply, written without a stream, is refused for the same member, and what a
package's accumulator makes of the chunks is what that reply says.
Exceptions stand in stream_exceptions.json with their reason; one that nothing needs any more fails, which only a run
over the recorded traffic can see.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from tests.cases import case
from tests.objects.order import disorder
from tests.objects.streams import STREAMING, arrived, field, gathered, refused, refused_whole
from tests.objects.told import told
from tests.stream.recordings import STREAMED, recordings
from tests.stream.replies import CASES

import turnwire
from turnwire.model import ErrorEvent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.model import StreamEvent

EXCEPTIONS: list[dict[str, str]] = json.loads(Path(__file__).with_name("stream_exceptions.json").read_text("utf-8"))
EACH = pytest.mark.parametrize("target", STREAMING)
NEEDED = ("openai", "anthropic", "google.genai", "mistralai", "ollama")


class Reply(NamedTuple):
    """A reply on its way."""

    name: str
    events: tuple[StreamEvent, ...]


class Written(NamedTuple):
    """The same as a format's stream, and without one."""

    stream: bytes
    whole: bytes
    is_retold: bool
    """Whether the chunks said what the reply says otherwise, which the losses tell."""


def streamed(name: str, dialect: str, data: bytes) -> Iterator[Reply]:
    reader = turnwire.stream_reader(dialect)
    events = (*reader.feed(data), *reader.close())
    if not any(isinstance(event, ErrorEvent) for event in events):
        yield Reply(name, events)


def unfolded(name: str, dialect: str, data: bytes) -> Reply:
    return Reply(name, tuple(turnwire.unfold(turnwire.read(data, dialect, kind="response"))))


@functools.cache
def ours() -> tuple[Reply, ...]:
    """Our own replies, in pieces and whole."""
    found = []
    for name, each in CASES.items():
        found += streamed(name, each.dialect, each.stream)
        found.append(unfolded(f"{name}, whole", each.dialect, json.dumps(each.reply).encode()))
    for each in (each for file in case.files() for each in case.load(file)):
        if each.case.kind == "response" and each.case.refused is None:
            name = f"{each.folder}/{each.file.stem}/{each.case.name}"
            found.append(unfolded(name, each.source, bytes(each.case.wire)))
    return tuple(found)


@functools.cache
def theirs(folder: Path) -> tuple[Reply, ...]:
    """Recorded streams, one of so many."""
    return tuple(
        reply for endpoint in STREAMED for name, dialect, data in recordings(folder, endpoint)[::2]
        for reply in streamed(name, dialect, data)
    )


def written(reply: Reply, target: str) -> Written:
    writer = turnwire.stream_writer(target)
    stream = b"".join([*map(writer.send, reply.events), writer.close()])
    whole = turnwire.write(turnwire.fold(reply.events), target).data
    return Written(stream, whole, any(loss.feature.startswith("stream.") for loss in writer.losses))


def faults(reply: Reply, target: str) -> set[str]:
    """What the package has against a stream: refused chunks, another reply, another order."""
    made = written(reply, target)
    chunks = arrived(target, made.stream)
    against = refused_whole(target, made.whole)
    fields = set(map(field, against))
    found = {said for chunk in chunks for said in refused(target, chunk) if field(said) not in fields}
    found.update(disorder(target, made.stream, chunks))
    if not against and not made.is_retold:
        found.update(_otherwise(target, chunks, made.whole))
    return found


def _otherwise(target: str, chunks: list[Any], whole: bytes) -> list[str]:
    try:
        reply = gathered(target, chunks)
    except Exception as error:  # noqa: BLE001 - a package raises what it likes
        return [f"accumulator: {error!r}"]
    if reply is None or told(target, reply) == told(target, json.loads(whole)):
        return []
    return [f"accumulator: {told(target, reply)}, and not {told(target, json.loads(whole))}"]


def known(said: str, target: str, name: str) -> bool:
    """Whether an exception is about this."""
    return any(is_about(each, said, target, name) for each in EXCEPTIONS)


def is_about(exception: dict[str, str], said: str, target: str, name: str) -> bool:
    return exception["target"] == target and exception["says"] in said and exception.get("reply", name) == name


def unknown(replies: Iterable[Reply], target: str) -> dict[str, list[str]]:
    found = {
        reply.name: [said for said in sorted(faults(reply, target)) if not known(said, target, reply.name)]
        for reply in replies
    }
    return {name: words for name, words in found.items() if words}


@EACH
def test_the_package_takes_our_replies_as_streams(target: str) -> None:
    assert unknown(ours(), target) == {}


@EACH
def test_the_package_takes_recorded_streams_as_streams(recorded: Path, target: str) -> None:
    assert unknown(theirs(recorded), target) == {}
