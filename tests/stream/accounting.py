"""What a stream says otherwise than the reply that is written without one, and whether a loss at that place tells it.

The stream has the losses of writing the reply, and more.  By all of them the reply must become what comes back (law 3);
and by those that it has more, what is read of the reply must: so no loss covers what stands at another place, and none
of those of the reply covers what only the stream has done.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from turnwire.codec.wire import unmarked
from turnwire.testing import difference, normal, unaccounted
from turnwire.testing.difference import parse
from turnwire.testing.pieces import named_leaves
from turnwire.testing.pointers import NowhereError, is_under, resolve
from turnwire.testing.sameness import ExactText

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from turnwire.model import Completion, Loss


class Told(NamedTuple):
    """A reply, what is read of it when it is written without a stream, and the losses of that."""

    reply: Completion
    wanted: Completion
    losses: Sequence[Loss]


def beyond(told: Iterable[Loss], losses: Iterable[Loss]) -> list[Loss]:
    """The losses that a stream has, and its reply (`told`) has not, but for those of how the source spelled things.

    What is lost of an event that folding passes over says nothing of the reply.
    """
    known = {_key(loss) for loss in told}
    more = [loss for loss in losses if _key(loss) not in known and not loss.path.startswith("/events/")]
    return [loss for loss in more if loss.feature != "provider_raw"]


def _key(loss: Loss) -> tuple[str, str, str]:
    return loss.kind, loss.path, loss.feature


def uncovered(told: Told, back: Completion, losses: Sequence[Loss], dialect: str) -> list[str]:
    """What a stream says otherwise, or tells to say otherwise, though that is not so."""
    more = beyond(told.losses, losses)
    other = difference(normal(told.wanted, dialect), normal(back, dialect))
    if other is not None:  # that a content is put together otherwise is told once, be it by the reply or by its chunks
        more += [loss for loss in told.losses if (loss.kind, loss.feature) == ("reshaped", "message.content")]
    cut = {loss.path for loss in more if (loss.kind, loss.feature) == ("degraded", "message.content")}
    more = [loss for loss in more if loss.kind != "reshaped" or loss.path not in cut]
    if not more:
        return [other] if other else []
    # What was reshaped may have in it what was degraded when the reply was written, wherever it stands now.
    moved = [loss.path for loss in more if loss.kind == "reshaped"]
    inside = [loss for loss in told.losses if loss.kind == "degraded" and any(is_under(loss.path, at) for at in moved)]
    places = Places(told)
    placed = {_key(each): each for each in map(places.of, [*more, *filter(places.has, inside)])}
    both = [json.loads(msgspec.json.encode(each)) for each in (told.wanted, back)]
    losses = [_named(each, both) for each in placed.values()]
    return [*unaccounted(told.wanted, back, losses, dialect), *_from_nowhere(told.wanted, back, losses, dialect)]


def _named(loss: Loss, both: list[object]) -> Loss:
    """What was shown, with the id that it is read with, where the reply has the same one at that place.

    A call without an id is read with its number, which is that of its place, whatever else is said of it.
    """
    value: Any = loss.value
    if loss.feature != "stream.shown" or not isinstance(value, dict):
        return loss
    try:
        mine, other = (resolve(each, f"{loss.path}/id") for each in both)
    except NowhereError:
        return loss
    named: Any = {**value, "id": mine}
    return msgspec.structs.replace(loss, value=named) if mine == other else loss


def _from_nowhere(wanted: Completion, back: Completion, losses: Sequence[Loss], dialect: str) -> Iterator[str]:
    """What stands in a content that was put together otherwise, and neither stood there before nor was invented."""
    before, after = normal(wanted, dialect), normal(back, dialect)
    degraded = {loss.path.rpartition("/")[2] for loss in losses if loss.kind == "degraded"}
    for loss in losses:
        if (loss.kind, loss.feature) == ("reshaped", "message.content"):
            invented = [other.value for other in losses if other.kind == "invented" and is_under(other.path, loss.path)]
            known = {str(piece) for value in (resolve(before, loss.path), *invented) for _, piece in _said(value)}
            for name, piece in _said(resolve(after, loss.path)):
                if name not in degraded and not _is_made_of(str(piece), known):
                    yield f"{loss.path}: {piece!r} came from nowhere"


def _said(value: Any) -> Iterator[tuple[str, Any]]:
    """What a value says, and what JSON in it says whose spelling counts."""
    for name, piece in named_leaves(value):
        yield from named_leaves(parse(piece.encode())) if isinstance(piece, ExactText) else [(name, piece)]


def _is_made_of(piece: str, known: Iterable[str]) -> bool:
    """Whether a text stands in one that is known, or is such texts one after the other."""
    rest = piece
    for text in sorted(known, key=len, reverse=True):
        rest = rest.replace(text, "")
    return not rest or any(rest in text for text in known)


class Places:
    """Where things of a reply stand in what is read of it."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._native = json.loads(msgspec.json.encode(told.wanted))
        # A message of which nothing is left may be told by its role, beside what was told of its blocks.
        dropped = [(loss.path, loss.feature) for loss in told.losses if loss.kind == "dropped"]
        self._dropped = {path.removesuffix("/role") if feature == "message" else path for path, feature in dropped}

    def of(self, loss: Loss) -> Loss:
        """A loss at the place that its thing has in what is read, with what stands there; without one, as it is."""
        path = self._path(loss.path)
        if loss.kind == "invented":
            return msgspec.structs.replace(loss, path=path)
        if not self.has(loss):
            return loss
        value = unmarked(resolve(self._native, path), is_residue="/provider_raw/" in path)
        return msgspec.structs.replace(loss, path=path, value=value)

    def has(self, loss: Loss) -> bool:
        """Whether the thing of a loss stands in what is read."""
        try:
            resolve(self._native, self._path(loss.path))
        except NowhereError:
            return False
        return True

    def _path(self, path: str) -> str:
        parts = path.split("/")
        if parts[1] != "candidates" or len(parts) == 2:
            return path
        candidate = int(parts[2])
        parts[2] = str(candidate - self._gone("/candidates", candidate))
        if len(parts) > 4 and parts[3] == "content":
            parts[4] = str(self._block(candidate, int(parts[2]), int(parts[4])))
        return "/".join(parts)

    def _gone(self, place: str, number: int) -> int:
        return sum(f"{place}/{n}" in self._dropped for n in range(number))

    def _block(self, candidate: int, read: int, number: int) -> int:
        """By position, where none was put together with another; else the one of the same type by its position."""
        place = f"/candidates/{candidate}/content"
        blocks = self._told.reply.candidates[candidate].content
        found = [block for message in self._told.wanted.candidates[read : read + 1] for block in message.content]
        if len(blocks) - self._gone(place, len(blocks)) == len(found):
            return number - self._gone(place, number)
        kind = type(blocks[number])
        position = sum(type(block) is kind for block in blocks[:number])
        same = [n for n, block in enumerate(found) if type(block) is kind]
        return same[min(position, len(same) - 1)] if same else number
