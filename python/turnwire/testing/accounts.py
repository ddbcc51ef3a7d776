"""Check whether the losses of a conversion are complete: "the document minus the reported losses is what comes back".

It compares the normal form of the document that was written with that of the document read from the output.

* DROPPED: the value is removed from the first.  If it comes back nevertheless, it is an unreported addition.
* DEGRADED: one value of any shape may be in its place, or none.
* RESHAPED: it is removed, and all its content must be among the additions; of JSON whose spelling counts,
  what the JSON means.
* INVENTED: additions must consist of what was invented, reshaped or degraded, each piece used once.
* A message that is empty because all of it was reported may be missing.

The check cannot be weakened by wrong reports: a report at a place without a value, with another value, made twice,
or at the root of everything is a fault, and so is unreported residue of another dialect.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct

import turnwire
from turnwire.codec.wire import unmarked
from turnwire.documents.token_usage import TOTALS, with_totals
from turnwire.model import Completion, ErrorReply, History, Usage
from turnwire.testing.alignment import EmptiedNode, Fit, Hole, fit, may_be_missing
from turnwire.testing.arrival import (
    Arrivals,
    arrived_values,
    decimal_text,
    is_number,
    without_arrived,
)
from turnwire.testing.difference import difference, parse, token
from turnwire.testing.pieces import Pieces, named_leaves
from turnwire.testing.pointers import NowhereError, is_under, resolve
from turnwire.testing.provider_runs import with_included
from turnwire.testing.records import without_records
from turnwire.testing.sameness import ExactText, normal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from turnwire.dialects.dialect import Kind
    from turnwire.documents.written import Written
    from turnwire.model import Document, Loss

KINDS: dict[type, Kind] = {History: "request", Completion: "response", ErrorReply: "error"}
"""The kind of wire document that each document of the model becomes."""
_TOO_BROAD = frozenset({"", "/history", "/candidates"})
_ELSEWHERE = frozenset({"degraded", "reshaped"})
_SILENT_REST = frozenset({"role", "type", "tool_use_id", "kind"})


def kind_of(document: Document) -> Kind:
    """The kind of document that a dialect makes of it."""
    return KINDS[type(document)]


def read_back(written: Written, document: Document, dialect: str) -> Document:
    """Read a written document again.

    An error without a status is sent with the status of its class (`turnwire.documents.envelope`), which is removed
    here.
    """
    envelope = dict(written.envelope)
    if isinstance(document, ErrorReply) and document.status is None:
        envelope.pop("status", None)
    return turnwire.read(written.data, dialect, kind=kind_of(document), envelope=envelope)


def faults(document: Document, dialect: str) -> list[str]:
    """Write a document, read it back, and return what is unaccounted for; an empty list means nothing is.

    Raises the exceptions of `turnwire.write`.
    """
    written = turnwire.write(document, dialect)
    back = read_back(written, document, dialect)
    return unaccounted(document, back, written.losses, dialect)


def unaccounted(document: Document, back: Document, losses: Sequence[Loss], dialect: str) -> list[str]:
    """Return what of `document` is neither in `back` nor in `losses`, and what of `back` comes from neither."""
    after = normal(back, dialect)
    losses = list(with_included(document, _pointed(document, losses)))
    document = without_records(document, back, losses)
    before = normal(document, dialect, getattr(back, "model", None))
    came = Arrivals.between(document, back, dialect)
    found = [*misreported(document, losses, came), *unreported_residue(document, losses, dialect, came)]
    result = fit(_without_losses(before, _marks(losses), ""), after)
    found += result.missing
    elsewhere = arrived_values(_residue_members(document, dialect), came)
    found += _unexplained(before, losses, result, elsewhere)
    return found


def _marks(losses: Iterable[Loss]) -> dict[str, str]:
    """Return what happened at each place.  A reshaped role means that the content of a turn is in another turn."""
    # If a value was dropped and another invented in its place, the drop is what happened to it.
    first = sorted(losses, key=lambda loss: loss.kind != "invented")
    return {_turn_of(loss): loss.kind for loss in first}


def _turn_of(loss: Loss) -> str:
    return loss.path.removesuffix("/role") if loss.kind == "reshaped" else loss.path


def _without_losses(node: Any, marks: dict[str, str], place: str) -> Any:
    if marks.get(place) in _ELSEWHERE:
        return Hole()
    if isinstance(node, ExactText) and any(path.startswith(place + "/") for path in marks):
        return _without_losses(parse(node.encode()), marks, place)
    if isinstance(node, dict):
        return _object_without_losses(node, marks, place)
    if isinstance(node, list):
        items = [(f"{place}/{position}", item) for position, item in enumerate(node)]
        return [_without_losses(item, marks, at) for at, item in items if not _is_dropped(at, marks)]
    return node


def _object_without_losses(node: dict[str, Any], marks: dict[str, str], place: str) -> dict[str, Any]:
    rest = {}
    for name, value in node.items():
        at = f"{place}/{token(name)}"
        if not _is_dropped(at, marks):
            rest[name] = _without_losses(value, marks, at)
    says = {name for name, value in rest.items() if not may_be_missing(value)}
    told = any(kind != "invented" and is_under(path, place) for path, kind in marks.items())
    return EmptiedNode(rest) if told and says <= _SILENT_REST else rest


def _is_dropped(place: str, marks: dict[str, str]) -> bool:
    return marks.get(place) == "dropped"


def _unexplained(before: Any, losses: Sequence[Loss], result: Fit, elsewhere: Iterable[Any]) -> Iterator[str]:
    """Additions that no loss explains, and reshaped things that did not come back anywhere."""
    marks = _marks(losses)
    things = [(loss, _standing(before, loss, marks)) for loss in losses if loss.kind != "dropped"]
    invented = {loss.path for loss in losses if loss.kind == "invented"}
    pool = Pieces(each for loss, thing in things for each in _ways_of(thing, loss))
    for value in elsewhere:
        pool.add(value)
    came = Pieces([*(value for _, value in result.extra), *result.free, *map(_parsed, result.free)])
    changed = _changed_on_the_way(losses, marks)
    for place, value in result.extra:
        for name, piece in named_leaves(_without_inventions(value, place, invented)):
            if not (pool.take(piece) or _take(changed, name) or (name == "data" and pool.take_decoded(piece))):
                yield f"{place}: {piece!r} came from nowhere"
    for loss, thing in things:
        ways = [[each for each in named_leaves(way) if not _came(*each, came)] for way in _ways_of(thing, loss)]
        lost = [piece for _, piece in min(ways, key=len)]
        if loss.kind == "reshaped":
            yield from (f"{loss.path}: reported as reshaped, but {piece!r} is nowhere" for piece in lost)


def _changed_on_the_way(losses: Sequence[Loss], marks: dict[str, str]) -> Counter[str]:
    """Return the members that were degraded inside a reshaped node: a value of any type replaces them."""
    moved = [place for place, kind in marks.items() if kind == "reshaped"]
    degraded = (loss.path for loss in losses if loss.kind == "degraded")
    inside = (path for path in degraded if any(path != place and is_under(path, place) for place in moved))
    # An invented result has the id of its call, which may have been changed afterwards.
    made = (loss.value for loss in losses if loss.kind == "invented" and loss.feature == "tool_result")
    return Counter(path.rpartition("/")[2] for path in inside) + Counter("tool_use_id" for _ in made)


def _take(names: Counter[str], name: str) -> bool:
    names[name] -= 1
    return names[name] >= 0


def _came(name: str, piece: Any, came: Pieces) -> bool:
    """Return whether a piece is among the pieces that came back; the data of a text may be decoded there."""
    return came.has(piece) or (name == "data" and came.has_decoded(piece))


def _without_inventions(value: Any, place: str, invented: set[str]) -> Any:
    if place in invented:
        return None
    if not isinstance(value, dict):
        return value
    return {name: _without_inventions(inner, f"{place}/{token(name)}", invented) for name, inner in value.items()}


def _standing(before: Any, loss: Loss, marks: dict[str, str]) -> Any:
    """Return the value of a loss, without the parts that have losses of their own."""
    if loss.kind == "invented":
        return loss.value
    place = _turn_of(loss)
    try:
        thing = resolve(before, place)
    except NowhereError:
        return loss.value
    return _said(_without_losses(thing, {path: kind for path, kind in marks.items() if path != place}, place))


def _ways_of(thing: Any, loss: Loss) -> list[Any]:
    """Return the forms in which a value may come back: JSON as its text, and, if reshaped, as what it means."""
    if loss.kind == "reshaped" and is_number(thing):
        return [thing, decimal_text(thing)]
    return [thing, _parsed(thing)] if loss.kind == "reshaped" and isinstance(thing, ExactText) else [thing]


def _parsed(thing: Any) -> Any:
    """Parse JSON whose spelling counts; return any other value unchanged."""
    return parse(thing.encode()) if isinstance(thing, ExactText) else thing


def _said(node: Any) -> Any:
    """The same without holes."""
    if isinstance(node, dict):
        return {name: _said(inner) for name, inner in node.items() if not isinstance(inner, Hole)}
    return [_said(item) for item in node if not isinstance(item, Hole)] if isinstance(node, list) else node


def misreported(document: Document, losses: Iterable[Loss], came: Arrivals | None = None) -> Iterator[str]:
    """Yield reports that are wrong about the document; `came` are the members of what was read back."""
    tree = json.loads(msgspec.json.encode(document), parse_float=_read_float)
    told = Counter((loss.kind, loss.path, loss.feature) for loss in losses)
    for (kind, path, feature), times in told.items():
        if times > 1:
            yield f"{path}: {kind} {feature} is reported {times} times"
    invented = {loss.path for loss in losses if loss.kind == "invented"}
    left = (came or Arrivals()).copy()
    for loss in losses:
        # An invented value may be changed by a later pass.
        if wrong := loss.path not in invented and _wrong_report(tree, loss, left):
            yield f"{loss.path or '(root)'}: {loss.kind} {loss.feature} {wrong}"
    yield from _told_inside(losses)


def _wrong_report(tree: Any, loss: Loss, came: Arrivals) -> str | None:
    if loss.path in _TOO_BROAD:
        return "covers everything"
    try:
        thing = resolve(tree, loss.path)
    except NowhereError:
        return "is reported where nothing stands"
    value = _plain(loss.value)
    thing = unmarked(thing, is_residue="/provider_raw/" in loss.path)
    if "/provider_raw/" in loss.path:
        thing = without_arrived(thing, value, came)
    wrong = difference(thing, _without_totals(value, loss.path))
    return f"has another value than what stands there: {wrong}" if wrong else None


def _without_totals(value: Any, path: str) -> Any:
    """Remove the sums from the loss of all token counts, if they are correct."""
    if not path.endswith("/usage") or not isinstance(value, dict):
        return value
    counts = {name: count for name, count in value.items() if name not in TOTALS}
    return counts if with_totals(msgspec.json.decode(msgspec.json.encode(counts), type=Usage)) == value else value


def _pointed(document: Document, losses: Iterable[Loss]) -> list[Loss]:
    """Return the losses; one about a node, whose feature names a member, becomes a loss of the member.

    A picture without its media type is reported with the member only, not with its bytes.
    """
    tree = json.loads(msgspec.json.encode(document), parse_float=_read_float)
    return [_of_member(tree, loss) for loss in losses]


def _of_member(tree: Any, loss: Loss) -> Loss:
    name = loss.feature.rpartition(".")[2]
    try:
        thing = resolve(tree, loss.path)
    except NowhereError:
        return loss
    if loss.kind not in ("degraded", "reshaped") or not isinstance(thing, dict) or name not in thing:
        return loss
    if difference(thing[name], _plain(loss.value)) is not None:
        return loss
    return msgspec.structs.replace(loss, path=f"{loss.path}/{name}")


def _read_float(text: str) -> float | str:
    """Read a number as losses report one that no double holds: as text."""
    value = float(text)
    return value if math.isfinite(value) else text


def _told_inside(losses: Iterable[Loss]) -> Iterator[str]:
    """Yield losses that report a part of a value that was already dropped whole."""
    dropped = {loss.path for loss in losses if loss.kind == "dropped"}
    for path in dropped:
        parts = path.split("/")
        above = {"/".join(parts[:length]) for length in range(1, len(parts))}
        if above & dropped and "/provider_raw/" not in path:
            yield f"{path}: dropped inside of what is reported as dropped already"


def _plain(value: Any) -> Any:
    return json.loads(bytes(value)) if isinstance(value, Raw) else value


def unreported_residue(
    document: Document, losses: Iterable[Loss], dialect: str, came: Arrivals | None = None
) -> Iterator[str]:
    """Yield residue of other dialects with content that did not arrive and is not reported."""
    told = [loss.path for loss in losses if loss.kind == "dropped"]
    left = (came or Arrivals()).copy()
    for at, value in _residue_members(document, dialect):
        if not any(is_under(at, path) for path in told) and not left.take(at, value):
            yield f"{at}: residue of another dialect is neither written nor reported"


def _residue_members(document: Document, dialect: str) -> Iterator[tuple[str, Any]]:
    """Yield the members of other dialects' residue, with their places.

    Native JSON holds the residue of every dialect.
    """
    for place, name, text in () if dialect == "turnwire" else _residues(document, ""):
        if name != dialect:
            yield from _speaking(json.loads(text), f"{place}/provider_raw/{token(name)}")


def _speaking(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    """Yield the places in a residue that have content, and their values; explicit nulls have none."""
    if not isinstance(value, dict):
        if value is not None:
            yield place, value
        return
    for name, inner in value.items():
        if name not in ("$omit", "$also", "$form"):
            yield from _speaking(inner, f"{place}/{token(name)}")


def _residues(node: Any, place: str) -> Iterator[tuple[str, str, bytes]]:
    if isinstance(node, list):
        for position, item in enumerate(node):
            yield from _residues(item, f"{place}/{position}")
    elif isinstance(node, Struct):
        for name in node.__struct_fields__:
            value = getattr(node, name)
            if name != "provider_raw":
                yield from _residues(value, f"{place}/{token(name)}")
                continue
            for key, raw in (value or {}).items():
                yield place, key, bytes(raw)
