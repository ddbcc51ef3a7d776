"""The mutants of streams: each loses, invents or misplaces one thing silently while a stream is read or written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace
from tests.mutants import stream_damage as damage
from tests.mutants.mutant import Mutant
from tests.mutants.surgery import patched

from turnwire.model import (
    CitationDeltaEvent,
    CompleteEvent,
    ErrorEvent,
    Loss,
    SignatureDeltaEvent,
    ToolUseInputDeltaEvent,
    UsageEvent,
)
from turnwire.stream import closing
from turnwire.stream import reader as streams
from turnwire.stream import writer as stream_writing
from turnwire.stream.emitted import Shown
from turnwire.stream.fold import Folding

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.mutants.stream_damage import Edits
    from tests.mutants.surgery import Operation

    from turnwire.stream.frames import Frame

EACH = frozenset(damage.ALL)


def _edited(frame: Frame, dialect: str, edits: Edits) -> list[Frame]:
    if dialect not in edits or frame.data[:1] != b"{":
        return [frame]
    found = edits[dialect](msgspec.json.decode(frame.data))
    return [replace(frame, data=msgspec.json.encode(each)) for each in found]


def sending(edits: Edits) -> Operation:
    """What is written of a format's chunks is damaged."""

    def wrap(framed: Any) -> Any:
        def damaged(self: Any, frames: Any) -> bytes:
            return bytes(framed(self, [each for frame in frames for each in _edited(frame, self._dialect, edits)]))

        return damaged

    return patched(stream_writing.StreamWriter, "_framed", wrap)


def receiving(edits: Edits) -> Operation:
    """What is read of a format's chunks is damaged."""

    def wrap(take: Any) -> Any:
        def damaged(self: Any, frame: Frame) -> list[Any]:
            return [event for each in _edited(frame, self._dialect, edits) for event in take(self, each)]

        return damaged

    return patched(streams.StreamReader, "_take", wrap)


def folding(change: Callable[[Any], Any]) -> Operation:
    """The fold gets events after an edit; an event that becomes None is left out."""

    def wrap(add: Any) -> Any:
        def damaged(self: Any, event: Any) -> None:
            changed = change(event)
            if changed is not None:
                add(self, changed)

        return damaged

    return patched(Folding, "add", wrap)


def _without(kind: type) -> Callable[[Any], Any]:
    return lambda event: None if type(event) is kind else event


def _with(kind: type[msgspec.Struct], **fields: Any) -> Callable[[Any], Any]:
    return lambda event: replace(event, **fields) if isinstance(event, kind) else event


def _telling(change: Callable[[Loss], list[Loss]]) -> Operation:
    """The losses of a stream are told otherwise."""

    def wrap(told: Any) -> Any:
        return property(lambda self: tuple(new for loss in told.fget(self) for new in change(loss)))

    return patched(stream_writing.StreamWriter, "losses", wrap)


def _of_the_stream(loss: Loss) -> list[Loss]:
    return [] if loss.feature.startswith("stream.") else [loss]


def _elsewhere(loss: Loss) -> list[Loss]:
    return [replace(loss, path=loss.path.replace("/content/0", "/content/1"))]


def _without_events(loss: Loss) -> list[Loss]:
    return [] if loss.path.startswith("/events/") else [loss]


def _both_ways(name: str, edits: Edits) -> tuple[Mutant, Mutant]:
    harmed = frozenset(edits)
    return (
        Mutant(f"a stream that is written {name}", lambda: sending(edits), harmed),
        Mutant(f"a stream that is read {name}", lambda: receiving(edits), harmed),
    )


def _nothing(_: Any) -> Any:
    return lambda *_: []


TOLD_LATER = EACH - {damage.R}
"""Those whose last event does not say all again."""

STREAM_MUTANTS = (
    *_both_ways("cuts its pieces of text", damage.TEXTS),
    *_both_ways("leaves out a piece of text", damage.LEFT_OUT),
    *_both_ways("says its pieces of text twice", damage.TWICE),
    *_both_ways("forgets signatures", damage.SIGNATURES),
    *_both_ways("cuts the inputs of calls", damage.INPUTS),
    *_both_ways("has another reason to stop", damage.REASONS),
    *_both_ways("counts other tokens", damage.COUNTS),
    *_both_ways("loses its error", damage.ERRORS),
    *_both_ways("is of another model", damage.MODELS),
    *_both_ways("puts all candidates in the first", damage.CANDIDATES),
    *_both_ways("gives blocks another number", damage.PLACES),
    Mutant("a fold forgets signatures", lambda: folding(_without(SignatureDeltaEvent)), EACH),
    Mutant("a fold forgets citations", lambda: folding(_without(CitationDeltaEvent)), EACH),
    Mutant("a fold forgets the usage", lambda: folding(_without(UsageEvent)), EACH),
    Mutant("a fold forgets the error", lambda: folding(_without(ErrorEvent)), EACH),
    Mutant("a fold forgets the reason to stop", lambda: folding(_with(CompleteEvent, stop_reason=None)), EACH),
    Mutant("a fold gives inputs to another call", lambda: folding(_with(ToolUseInputDeltaEvent, block=0)), EACH),
    Mutant("a writer keeps silent about what it has shown", lambda: _telling(_of_the_stream), TOLD_LATER),
    Mutant("a writer tells losses at another place", lambda: _telling(_elsewhere), TOLD_LATER),
    Mutant("a writer keeps silent about events", lambda: _telling(_without_events), EACH),
    Mutant("a writer ends what broke off", lambda: patched(Folding, "is_whole", lambda _: lambda _: True), EACH),
    Mutant("a writer forgets the error", lambda: patched(closing.Closing, "_failed", _nothing), EACH),
    Mutant("a writer passes no piece on", lambda: patched(Shown, "go_on", _nothing), EACH),
)
