"""Collect what a target cannot hold while a document is written."""

from __future__ import annotations

import functools
import math
import operator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.wire import ENCODER, unmarked
from turnwire.documents.ids import SAME_IDS, IdMap
from turnwire.model import ABSENT, Loss

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

LOSS_KINDS: Final = ("dropped", "degraded", "invented", "reshaped")
"""The kinds of loss, the worst first."""


class Losses(Struct, gc=False):
    """The losses of one call of `write`, in the order in which they are reported."""

    dialect: str
    found: list[Loss] = []
    ids: IdMap = SAME_IDS
    """The ids that a pass changed, in addition to reporting the loss."""
    names: dict[str, str] | None = None
    """The names of tools that a pass changed, by the new name."""
    inside: dict[str, list[str]] | None = None
    """Where the blocks of a result stood that passes have left or put there, by the place of the result."""
    messages: dict[str, str] | None = None
    """The places of what is no message in the caller's document, and became one; and the feature of each."""
    metadata_once: set[str] | None = None
    """The places that are reported as reshaped, once they have been asked for."""
    included: set[str] | None = None
    """The places whose change is a part of a loss that was reported already."""

    def becomes_message(self, place: str, feature: str) -> None:
        """Note that the node at `place` becomes a message: losses there are reported against the original node."""
        if self.messages is None:
            self.messages = {}
        self.messages[place] = feature

    def places_inside(self, place: str, count: int) -> list[str]:
        """Return the original places of the `count` blocks inside the tool result at `place`."""
        moved = self.inside.get(place) if self.inside is not None else None
        return [f"{place}/content/{n}" for n in range(count)] if moved is None else moved

    def moved_inside(self, place: str, places: list[str]) -> None:
        """Note the original places of the blocks that the tool result at `place` has from now on."""
        if self.inside is None:
            self.inside = {}
        self.inside[place] = places

    def dropped(self, path: str, feature: str, value: Any) -> None:
        """Report a value that the target has no place for."""
        self._add("dropped", path, feature, value)

    def degraded(self, path: str, feature: str, value: Any) -> None:
        """Report a value that the target holds with less meaning."""
        self._add("degraded", path, feature, value)

    def invented(self, path: str, feature: str, value: Any) -> None:
        """Report a value that the target requires and the document does not have; `value` is the invented value."""
        self._add("invented", path, feature, value)

    def has_invented(self, path: str) -> bool:
        """Return whether a pass made a value at this path, where the document has none."""
        return any(loss.kind == "invented" and loss.path == path for loss in self.found)

    def reshaped(self, path: str, feature: str, value: Any) -> None:
        """Report content that is written in another place or structure; `value` is the original."""
        self._add("reshaped", path, feature, value)
        if self.metadata_once is not None:
            self.metadata_once.add(path)

    def reshaped_once(self, path: str, feature: str, value: Any) -> None:
        """Report a reshaped value unless it is already reported: two passes may each split the same message."""
        if self.metadata_once is None:
            self.metadata_once = {loss.path for loss in self.found if loss.kind == "reshaped"}
        if path not in self.metadata_once:
            self.reshaped(path, feature, value)

    def dropped_fields(self, node: Struct, held: frozenset[str], path: str, feature: str) -> None:
        """Report every field of a node that is set and not among `held` (nor `provider_raw`) as dropped."""
        values_of, unset = others(type(node), held)
        if values_of(node) == unset:
            return
        for name in _names(type(node), held):
            value = getattr(node, name)
            if value is not None and value is not ABSENT and value != []:
                self.dropped(f"{path}/{name}", f"{feature}.{name}", value)

    def told(self, document: Struct) -> tuple[Loss, ...]:
        """Return the losses for the caller who passed `document`, each of them once.

        A pass reports what it changes, and a later pass may drop the changed node.  Then only the drop is reported,
        with the value that the caller passed.  The same holds for a node that one pass completed and another dropped.
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
        """Report a loss against the original node, if the message at `place` was made from a text."""
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
        if isinstance(node, Raw):  # a picture in a tool result is reported as its JSON
            return Loss(loss.kind, loss.path, loss.feature, self.dialect, _shown(node, loss.path))
        before, dot, tag = loss.feature.rpartition(".")
        feature = f"{before}{dot}{node.__struct_config__.tag or tag}" if loss.kind == "dropped" else loss.feature
        return Loss(loss.kind, loss.path, feature, self.dialect, _shown(ENCODER.encode(node), loss.path))

    def include(self, paths: Iterable[str]) -> None:
        """Leave out what is reported later at these places: a loss of the node around them includes it."""
        self.included = {*(self.included or ()), *paths}

    def _add(self, kind: Any, path: str, feature: str, value: Any) -> None:
        if self.included and path in self.included:
            return
        # Encode and decode, so that a caller gets plain JSON whatever type the writer reported.
        plain = (
            value if type(value) in _SCALARS else _shown(value if type(value) is Raw else ENCODER.encode(value), path)
        )
        self.found.append(Loss(kind, path, feature, self.dialect, plain))


_INSIDE = msgspec.json.Decoder(dict[str, Raw] | list[Raw])


def standing(document: Any, place: str) -> Any:
    """Return the value at a JSON Pointer of the caller's document; None if there is none."""
    node = document
    for step in place.split("/")[1:]:
        part = step.replace("~1", "/").replace("~0", "~")
        try:
            if isinstance(node, Raw):
                node = _INSIDE.decode(node)
            node = node[int(part)] if part.isdigit() else node[part] if isinstance(node, dict) else getattr(node, part)
        except (AttributeError, IndexError, KeyError, TypeError, msgspec.DecodeError):
            return None
    return node


def _is_of_invention(loss: Loss, invented: set[str], document: Struct) -> bool:
    """Return whether a loss is inside an invented value, or is a later change of one."""
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
    """Return whether no loss is inside another, so that all can be reported unchanged.

    Sorted paths that begin with a path follow it directly.  So does `/10` after `/1`, so the next character is checked.
    """
    paths = tuple([loss.path for loss in found])
    if _none_begins(paths) if len(paths) <= _FEW else _none_begins.__wrapped__(paths):
        return True
    told = sorted([(loss.path, loss.kind) for loss in found])
    if "invented" in [kind for _, kind in told]:
        return False
    return not any(
        after.startswith(path) and (kind == "dropped" or after == path) for (path, kind), (after, _) in pairwise(told)
    )


# Conversations of one kind have losses at the same few places.
_FEW, _REMEMBERED = 12, 256


@functools.lru_cache(_REMEMBERED)
def _none_begins(paths: tuple[str, ...]) -> bool:
    """Return whether no path begins with another one."""
    told = sorted(paths)
    return not any(map(str.startswith, told[1:], told))


def _without_residue(found: list[Loss], whole: set[str]) -> Iterator[str]:
    """Yield the places of nodes that are dropped whole after their residue was reported and left out."""
    for loss in found if whole else ():
        place, mark, _ = loss.path.partition("/provider_raw/")
        if mark and place in whole:
            yield place


def _whole(loss: Loss, whole: set[str]) -> str | None:
    """Return the place of the node dropped whole which a loss is about or inside of; None for other losses."""
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
    """Return the places in which a value was invented."""
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
    """Make a function that returns the fields of a node not among `held`, and the value it returns if none is set.

    Residue is not among the fields.  This check is cheaper than `dropped_fields` if nothing is lost.
    """
    names = _names(kind, held)
    if not names:
        return _nothing, None
    # The defaults belong to the last fields.  `structs.fields` would evaluate every annotation to find that out.
    defaults = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
    unset = tuple(_made(defaults.get(name, msgspec.NODEFAULT)) for name in names)
    return operator.attrgetter(*names), unset[0] if len(names) == 1 else unset


def _made(default: Any) -> Any:
    """Return the default of a field; a factory is replaced by the value that it makes."""
    make = getattr(default, "factory", None)
    return default if make is None else make()


@functools.lru_cache(1024)
def _names(kind: type[Struct], held: frozenset[str]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name not in held and name != "provider_raw")


def _nothing(_: Any) -> None:
    return None


def _shown(text: bytes | Raw, path: str) -> Any:
    """Return a value as plain JSON, without the marks of residue, which mean nothing to the caller."""
    value = _plain(text)
    return unmarked(value, is_residue="/provider_raw/" in path) if bytes(text).find(b'"$') >= 0 else value


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
    """Return the losses whose kind and feature are both not in `allow`.

    A name also allows the features below it: `generation` allows `generation.seed`.
    """
    if not allow:
        return losses
    accepted = frozenset((allow,) if isinstance(allow, str) else allow)  # one name is easily given without a list
    return tuple(loss for loss in losses if accepted.isdisjoint((loss.kind, *_and_above(loss.feature))))


def _and_above(feature: str) -> Iterator[str]:
    """Yield a feature and the features above it: `generation.seed` and `generation`."""
    while feature:
        yield feature
        feature = feature.rpartition(".")[0]
