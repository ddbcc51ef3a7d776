"""The end of a stream that is written: the last chunks, the error that ended it, and the losses."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec import Struct, structs

from turnwire.convert import write
from turnwire.losses import Losses, standing
from turnwire.model import CompleteEvent, ErrorEvent, ErrorReply, Loss, StartEvent, StreamEvent, Usage, UsageEvent
from turnwire.stream.contradictions import Otherwise, settled
from turnwire.stream.fold import TRUNCATED, truncated
from turnwire.stream.pending_tool_calls import Rest
from turnwire.stream.progress import body_of
from turnwire.stream.spelling import put_on_one_line, spelling

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from turnwire.model import Completion, Message
    from turnwire.stream.emitted import GrowingParts
    from turnwire.stream.frames import Frame
    from turnwire.stream.progress import Progress

# Losses that are not reported for a stream that breaks off: breaking off already shows that it is incomplete.
_UNSAID: Final = frozenset((("dropped", "metadata.status"), ("invented", "metadata.stop_reason")))
_SAYS_NOTHING: Final[Mapping[type, StreamEvent]] = MappingProxyType(
    {StartEvent: StartEvent(), CompleteEvent: CompleteEvent(), UsageEvent: UsageEvent(Usage())}
)
"""Events as they are where they add nothing to a reply."""
_FAILED: Final = ErrorEvent("the reply failed")


def _stop_reason(message: Message) -> str | None:
    return None if message.metadata is None else message.metadata.stop_reason


class StreamOptions(Struct, frozen=True):
    """The options of the client of a stream (`stream_writer`)."""

    include_usage: bool = True
    truncation_as_error: bool = False
    created_at: str | None = None
    """The time of the reply where the events have none."""
    model: str | None = None
    """The model that the reply names; None for that of the events."""


class Closing:
    """The end of one stream, and its losses."""

    def __init__(self, progress: Progress, options: StreamOptions) -> None:
        self._progress, self._options = progress, options
        self.losses: list[Loss] = []
        self.is_done = False
        """Whether the last chunks were given."""

    def end(self, fault: ErrorEvent | None = None, number: int = 0) -> list[Frame]:
        """The last chunks; with an error, the `number`th event, where there is one."""
        self.is_done = True
        on = self._progress
        reply, whole = on.folding.completion(), on.folding.is_whole()
        if fault is None and not whole and not on.folding.is_empty():
            fault = truncated()
        if fault is None and self._is_unsaid_failure(reply):
            fault, whole = _FAILED, False
        if fault is not None and fault.code == TRUNCATED and not self._options.truncation_as_error:
            fault = None
        frames = self._tail(reply, whole=whole)
        return frames if fault is None else [*frames, *self._failed(fault, number)]

    def _is_unsaid_failure(self, reply: Completion) -> bool:
        """Whether every candidate failed and the target has no stop reason for that."""
        if not reply.candidates or any(_stop_reason(message) != "error" for message in reply.candidates):
            return False
        written = write(reply, self._progress.dialect, keeping=self._progress.keeping)
        return any(loss.feature == "metadata.stop_reason" for loss in written.losses)

    def _tail(self, reply: Completion, *, whole: bool) -> list[Frame]:
        on = self._progress
        if reply.usage is not None and on.chunking.has_optional_usage and not self._options.include_usage:
            losses = Losses(on.dialect)
            losses.dropped("/usage", "completion.usage", reply.usage)
            self.losses += losses.found
            reply = structs.replace(reply, usage=None)
        rest = Rest(reply, on.folding, on.turns.left(), on.chunking.waits)
        written = write(rest.reply, on.dialect, keeping=on.keeping)
        if on.folding.is_empty() and not on.shown.begun:
            lost = [loss for loss in written.losses if loss.kind == "dropped"]
            self.losses += [loss for loss in lost if loss.path.startswith("/provider_raw/")]
            self.losses += spelling(reply, on.dialect)
            return []
        on.body = body_of(written.data, on.streaming)
        on.chunking.losses = Losses(on.dialect)  # what was reshaped on the way need not be in the whole reply
        found = on.chunking.strands(on.body)
        frames = [*on.shown.begin(on.body), *on.shown.unsent_inputs(rest.inputs)]
        strands = settled(on.shown, found, rest.inputs)
        more = on.shown.more(strands)
        frames += self._calls_ended([name for name in strands if name in on.turns.names()], more) if whole else []
        frames += on.shown.tell(more)
        frames += on.chunking.end(on.body, whole=whole)
        told = [loss for loss in written.losses if whole or (loss.kind, loss.feature) not in _UNSAID]
        told += spelling(rest.reply, on.dialect)
        told += put_on_one_line(rest.reply, written, on.dialect) if on.streaming.whole_calls else []
        self.losses += [*rest.placed(told), *rest.losses(on.dialect)]
        if on.chunking.shows_first and 0 not in on.folding.candidates:
            on.chunking.losses.invented("/candidates", "stream.shown", [{"role": "assistant"}])
        otherwise = Otherwise(on.shown, on.folding, on.blocks, on.dialect)
        self.losses += otherwise.losses(reply, on.body, strands, whole=whole)
        self._report_of_chunks(reply)
        return frames

    def _calls_ended(self, calls: list[Hashable], more: GrowingParts) -> list[Frame]:
        """End the calls of a whole reply that have not ended, before other parts begin; take them out of `more`."""
        on = self._progress
        frames = on.shown.tell({name: more.pop(name) for name in calls if name in more})
        return [*frames, *(each for name in calls for each in on.chunking.whole_call(name))]

    def _failed(self, fault: ErrorEvent, number: int) -> list[Frame]:
        """The chunks for the error that ended the stream."""
        reply = ErrorReply(fault.message, type=fault.error_type, code=fault.code, provider_raw=fault.provider_raw)
        written = write(reply, self._progress.dialect, keeping=self._progress.keeping)
        frames = self._progress.chunking.error(written.data)
        is_ours = fault is _FAILED or not frames  # else the format has said it in the reply
        for loss in () if is_ours else written.losses:
            field = "/error_type" if loss.path == "/type" else loss.path  # `type` is that of the event
            self.losses.append(Loss(loss.kind, f"/events/{number}{field}", loss.feature, loss.dialect, loss.value))
        return frames

    def _report_of_chunks(self, reply: Completion) -> None:
        """Report what the chunks lost; degraded and reshaped values only if they are not reported yet."""
        told = {(loss.kind, loss.path) for loss in self.losses}
        losses = Losses(self._progress.dialect)
        for loss in self._progress.chunking.losses.found:
            if loss.kind == "invented":
                losses.invented(loss.path, loss.feature, loss.value)
            elif loss.kind == "dropped":
                if (lost := standing(reply, loss.path)) is not None:
                    losses.dropped(loss.path, loss.feature, lost)
            elif (loss.kind, loss.path) not in told:
                tell = losses.degraded if loss.kind == "degraded" else losses.reshaped
                tell(loss.path, loss.feature, standing(reply, loss.path))
        self.losses += losses.found

    def drop(self, event: StreamEvent, number: int) -> None:
        """Notes the `number`th event as dropped: it came behind the error that ended the stream."""
        if event != _SAYS_NOTHING.get(type(event)):
            losses = Losses(self._progress.dialect)
            losses.dropped(f"/events/{number}", str(event.__struct_config__.tag), event)
            self.losses += losses.found
