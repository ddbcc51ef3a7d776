"""What a target could not hold, collected while a document is written; returned beside the output, never logged."""

from __future__ import annotations

import functools
import math
import operator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.wire import ENCODER
from turnwire.documents.ids import SAME_IDS, IdMap
from turnwire.model import ABSENT, Loss

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

LOSS_KINDS: Final = ("dropped", "degraded", "invented", "reshaped")
"""The kinds of loss, the worst first."""


class Losses(Struct, gc=False):
    """The losses of one writing, in the order in which they were met."""

    dialect: str
    found: list[Loss] = []
    ids: IdMap = SAME_IDS
    """The ids that a pass changed, beside telling it as a loss."""
    names: dict[str, str] | None = None
    """The names of tools that a pass changed, by the new name."""
    inside: dict[str, list[str]] | None = None
    """Where the blocks of a result stood that passes have left or put there, by the place of the result."""
    messages: dict[str, str] | None = None
    """The places of what is no message in the caller's document, and became one; and the feature of each."""
    told_once: set[str] | None = None
    """The places of what is told as reshaped, from the first time that somebody asks."""

    def becomes_message(self, place: str, feature: str) -> None:
        """Notes that what stands at a place is a message from now on; what is told of that is told of what it was."""
        if self.messages is None:
            self.messages = {}
        self.messages[place] = feature

    def places_inside(self, place: str, count: int) -> list[str]:
        """The places of the `count` blocks of the result at a place, as the caller gave it."""
        moved = self.inside.get(place) if self.inside is not None else None
        return [f"{place}/content/{n}" for n in range(count)] if moved is None else moved

    def moved_inside(self, place: str, places: list[str]) -> None:
        """Notes the places of the blocks that the result at a place has from now on."""
        if self.inside is None:
            self.inside = {}
        self.inside[place] = places

    def dropped(self, path: str, feature: str, value: Any) -> None:
        """The target has no place for it."""
        self._add("dropped", path, feature, value)

    def degraded(self, path: str, feature: str, value: Any) -> None:
        """The target holds it with less meaning."""
        self._add("degraded", path, feature, value)

    def invented(self, path: str, feature: str, value: Any) -> None:
        """The target demands what the document does not have; `value` is what was made up."""
        self._add("invented", path, feature, value)

    def has_invented(self, path: str) -> bool:
        """Whether the document has nothing at this path and a pass made a value for it."""
        return any(loss.kind == "invented" and loss.path == path for loss in self.found)

    def reshaped(self, path: str, feature: str, value: Any) -> None:
        """The same content in another tree; `value` is what it was."""
        self._add("reshaped", path, feature, value)
        if self.told_once is not None:
            self.told_once.add(path)

    def reshaped_once(self, path: str, feature: str, value: Any) -> None:
        """The same, unless it is told: a message may be taken apart by one pass, and its parts by another."""
        if self.told_once is None:
            self.told_once = {loss.path for loss in self.found if loss.kind == "reshaped"}
        if path not in self.told_once:
            self.reshaped(path, feature, value)

    def dropped_fields(self, node: Struct, held: frozenset[str], path: str, feature: str) -> None:
        """Every field of a node that is set and not among `held` (nor `provider_raw`) has no place in the target."""
        values_of, unset = others(type(node), held)
        if values_of(node) == unset:
            return
        for name in _names(type(node), held):
            value = getattr(node, name)
            if value is not None and value is not ABSENT and value != []:
                self.dropped(f"{path}/{name}", f"{feature}.{name}", value)

    def told(self, document: Struct) -> tuple[Loss, ...]:
        """The losses as they are returned to the caller who gave `document`: each thing once.

        A pass reports what it changes, and a later pass may drop the changed thing.  Then only the drop is reported,
        with the value that the caller gave.  The same holds for a thing that a pass has completed first.
        """
        if not self.found:
            return ()
        for place, feature in (self.messages or {}).items():
            self.found = list(self._of_what_it_was(place, feature, standing(document, place)))
        if len(self.found) == 1 or _are_apart(self.found):
            return tuple(self.found)
        whole = {loss.path for loss in self.found if loss.kind == "dropped"}
        inside = [_whole(loss, whole) if whole else None for loss in self.found]
        changed = {*inside, *_completed(self.found), *_without_residue(self.found, whole)}
        invented = {loss.path for loss in self.found if loss.kind == "invented"}
        kept = [loss for loss, place in zip(self.found, inside, strict=True) if place is None]
        kept = _once_each([loss for loss in kept if not _is_of_invention(loss, invented, document)])
        return tuple(self._as_given(loss, document) if loss.path in changed else loss for loss in kept)

    def _of_what_it_was(self, place: str, feature: str, value: Any) -> Iterator[Loss]:
        """The losses, where a message was made of a text: of the message the caller has only that."""
        kinds: set[str] = set()
        for loss in self.found:
            if loss.path == place and loss.kind not in kinds:
                kinds.add(loss.kind)
                yield Loss(loss.kind, place, feature, self.dialect, value)
            elif loss.kind == "invented" or (loss.path != place and not loss.path.startswith(f"{place}/")):
                yield loss

    def _as_given(self, loss: Loss, document: Struct) -> Loss:
        node = standing(document, loss.path)
        if loss.kind == "invented" or not isinstance(node, Struct | Raw):
            return loss
        if loss.kind != "dropped" and type(loss.value) in _SCALARS:
            return loss  # a word about the thing: the role of a message
        if isinstance(node, Raw):  # a picture in what a tool found is told as the JSON that it was
            return Loss(loss.kind, loss.path, loss.feature, self.dialect, _plain(node))
        before, dot, tag = loss.feature.rpartition(".")
        feature = f"{before}{dot}{node.__struct_config__.tag or tag}" if loss.kind == "dropped" else loss.feature
        return Loss(loss.kind, loss.path, feature, self.dialect, _plain(ENCODER.encode(node)))

    def _add(self, kind: Any, path: str, feature: str, value: Any) -> None:
        # Encoded and decoded, so that a caller gets plain JSON whatever the writer had in hand.
        plain = value if type(value) in _SCALARS else _plain(value if type(value) is Raw else ENCODER.encode(value))
        self.found.append(Loss(kind, path, feature, self.dialect, plain))


_INSIDE = msgspec.json.Decoder(dict[str, Raw] | list[Raw])


def standing(document: Any, place: str) -> Any:
    """What stands in the caller's document at a JSON Pointer; None where it leads nowhere."""
    node = document
    for part in place.split("/")[1:]:
        try:
            if isinstance(node, Raw):
                node = _INSIDE.decode(node)
            node = node[int(part)] if part.isdigit() else node[part] if isinstance(node, dict) else getattr(node, part)
        except (AttributeError, IndexError, KeyError, TypeError, msgspec.DecodeError):
            return None
    return node


def _is_of_invention(loss: Loss, invented: set[str], document: Struct) -> bool:
    """Whether a loss is inside something that a pass made up, or is a change of it by a later pass."""
    if not invented or loss.kind == "invented":
        return False
    above = loss.path if loss.kind in ("degraded", "reshaped") else loss.path.rpartition("/")[0]
    while above and above not in invented:
        above = above.rpartition("/")[0]
    return bool(above) and standing(document, above) is None


def _once_each(found: list[Loss]) -> list[Loss]:
    """Keep the first loss of each kind, path and feature: its value is the caller's."""
    first: dict[tuple[str, str, str], Loss] = {}
    for loss in found:
        first.setdefault((loss.kind, loss.path, loss.feature), loss)
    return list(first.values())


def _are_apart(found: list[Loss]) -> bool:
    """Whether nothing is told of a thing that was dropped, completed, or told of before: then all is told as it is.

    In order, what begins with a path comes right after it.  So does `/10` after `/1`: a closer look tells them apart.
    """
    paths = sorted([loss.path for loss in found])
    if not any(map(str.startswith, paths[1:], paths)):
        return True
    told = sorted([(loss.path, loss.kind) for loss in found])
    if "invented" in [kind for _, kind in told]:
        return False
    return not any(
        after.startswith(path) and (kind == "dropped" or after == path) for (path, kind), (after, _) in pairwise(told)
    )


def _without_residue(found: list[Loss], whole: set[str]) -> Iterator[str]:
    """The places of what is dropped whole after its residue was told and left out."""
    for loss in found if whole else ():
        place, mark, _ = loss.path.partition("/provider_raw/")
        if mark and place in whole:
            yield place


def _whole(loss: Loss, whole: set[str]) -> str | None:
    """The place of what is dropped whole, where the loss is one of it or of a thing in it; None for all others."""
    path = loss.path
    if loss.kind in ("degraded", "reshaped") and path in whole:
        return path
    if "/provider_raw/" in path:
        return None  # residue has reports of its own in any case
    above = path.rpartition("/")[0]
    while above and above not in whole:
        above = above.rpartition("/")[0]
    return above or None


def _completed(found: list[Loss]) -> set[str]:
    """The places in which something was made up."""
    places: set[str] = set()
    for loss in found:
        above = loss.path.rpartition("/")[0] if loss.kind == "invented" else ""
        while above and above not in places:
            places.add(above)
            above = above.rpartition("/")[0]
    return places


_SCALARS = frozenset({str, int, bool, type(None)})


@functools.lru_cache(1024)
def others(kind: type[Struct], held: frozenset[str]) -> tuple[Callable[[Any], Any], Any]:
    """What gets the fields of a node that are not among `held`, in one call; and what it gets where none is set.

    Residue is not among them.  For a look that costs less than `dropped_fields`, where nothing is lost.
    """
    names = _names(kind, held)
    if not names:
        return _nothing, None
    # The defaults are of the last fields.  `structs.fields` would evaluate every annotation to tell the same.
    defaults = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
    unset = tuple(_made(defaults.get(name, msgspec.NODEFAULT)) for name in names)
    return operator.attrgetter(*names), unset[0] if len(names) == 1 else unset


def _made(default: Any) -> Any:
    """What a field holds by default: an empty list is told as what makes one."""
    make = getattr(default, "factory", None)
    return default if make is None else make()


@functools.lru_cache(1024)
def _names(kind: type[Struct], held: frozenset[str]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name not in held and name != "provider_raw")


def _nothing(_: Any) -> None:
    return None


def _plain(text: bytes | Raw) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return _wide(bytes(text))


def _wide(text: bytes) -> Any:
    try:
        return _WIDE.decode(text)  # a number that no double holds: 1e400
    except msgspec.DecodeError:
        return text.decode()  # an integer of more digits than Python parses


def _read_float(text: str) -> float | str:
    value = float(text)
    return value if math.isfinite(value) else text


_WIDE = msgspec.json.Decoder(float_hook=_read_float)


def not_allowed(losses: tuple[Loss, ...], allow: Collection[str]) -> tuple[Loss, ...]:
    """The losses of which neither the kind nor the feature is among those that a caller of a strict conversion accepts.

    A name also stands for the features below it: `generation` for `generation.seed`.
    """
    if not allow:
        return losses
    accepted = frozenset((allow,) if isinstance(allow, str) else allow)  # one name is easily given without a list
    return tuple(loss for loss in losses if accepted.isdisjoint((loss.kind, *_and_above(loss.feature))))


def _and_above(feature: str) -> Iterator[str]:
    """`generation.seed` and `generation`."""
    while feature:
        yield feature
        feature = feature.rpartition(".")[0]
