"""Logs of the canonical message format with faults: what the format does not allow is changed, and reported.

Other formats have no need of it: what their readers do not understand, the writer of this format reports as dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.codec.json import dumps, loads
from turnwire.documents.migrations.versions import NEWEST
from turnwire.documents.residue import form_of, own_members
from turnwire.validation import validate
from turnwire.validation.counts import COUNTS
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.patching import patched
from turnwire.validation.patching.places import steps_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.dialects.dialect import Kind
    from turnwire.losses import Losses
    from turnwire.model import Message

    Steps = tuple[str, ...]

DIALECT: Final = "canonical"
_ROUNDS: Final = 4
"""A list may hide what is wrong with its entries, and metadata what is wrong in it."""
_ROUTING: Final = ("mode", "chosen_model", "reason")
_IN_BLOCKS: Final = frozenset({"input", "content", "signature", "is_error", "critical", "media_type"})
"""The members that a block may lack, or have in another form; a block with another fault is one of an unknown type."""
_EXACT: Final = 15
"""As many digits has every count that a number with a point holds exactly."""


def mended(body: bytes, kind: Kind, losses: Losses) -> bytes:
    """Return a log without what its format does not allow in a message; all other bytes stay.

    Args:
        body: the log, as JSON that the format's reader takes.
        kind: what it is.
        losses: gets a `dropped` for each member that is left out, a `reshaped` for each that is written in another
            form, and a `degraded` for each role that becomes `user`.  Blocks that do not fit stay.
    """
    for _ in range(_ROUNDS):
        report = validate(body, DIALECT, kind=kind, layers=["schema"])
        wrong = [found.pointer or "" for found in report.diagnostics if found.severity == "error"]
        tree = loads(body) if wrong else None
        changes = list(_changes(tree, [*wrong, *_versions(tree)], losses)) if wrong else []
        if not changes:
            break
        body = patched(body.decode(), dumps(changes).decode()).encode()
    return body


def report_unread(message: Message, place: str, losses: Losses) -> None:
    """Report what a reader of the format did not take, and native JSON has kept, since new values replace it.

    Args:
        message: a message of a log in native JSON.
        place: its place.
        losses: gets a `dropped` for each member of the message and of its metadata.
    """
    metadata = None if message.metadata is None else message.metadata.provider_raw
    for raw, path, feature in ((message.provider_raw, place, "message"), (metadata, f"{place}/metadata", "metadata")):
        own = own_members(raw, DIALECT)
        for name in form_of(raw, DIALECT).get("absent", ()):
            if name in own:
                losses.dropped(f"{path}/{name}", f"{feature}.{name}", own[name])


def _changes(tree: Any, wrong: list[str], losses: Losses) -> Iterator[dict[str, Any]]:
    """Yield the operations of a patch, from the last place to the first, so that none moves the place of another."""
    above = 1 if isinstance(tree, list) else 2 if isinstance(tree, dict) and "messages" in tree else 0
    places = {steps[:above] + inner for steps in map(steps_of, wrong) if (inner := _meant(steps[above:]))}
    for steps in sorted(places, key=_order, reverse=True):
        if any(steps[:length] in places for length in range(len(steps))):
            continue
        number, inner = steps[above - 1] if above else "0", steps[above:]
        feature = ".".join(inner) if inner[0] == "metadata" else f"{_tag(_at(tree, steps[:-1]))}.{inner[-1]}"
        place = f"/history/{number}{pointer_of(inner)}"
        yield _changed(pointer_of(steps), place, feature, _at(tree, steps), losses)


def _at(tree: Any, steps: Steps) -> Any:
    for step in steps:
        tree = tree[int(step)] if isinstance(tree, list) else tree[step]
    return tree


def _tag(node: Any) -> str:
    """Return the type of a content block, or `message`: the first word of a feature."""
    return text(node, "type") or "message"


def _versions(tree: Any) -> Iterator[str]:
    """Yield the places of versions that are none, which `validate` does not look for beside other faults."""
    above, listed = ("", tree) if isinstance(tree, list) else ("/messages", member(tree, "messages"))
    messages = [(f"{above}/{n}", each) for n, each in enumerate(listed)] if isinstance(listed, list) else [("", tree)]
    for place, message in messages:
        version = member(message, "schema_version")
        if version is not None and (type(version) is not int or not 0 <= version <= NEWEST):
            yield f"{place}/schema_version"


def _order(steps: Steps) -> list[tuple[int, str]]:
    return [(int(step), "") if step.isdigit() else (-1, step) for step in steps]


def _meant(inner: Steps) -> Steps:
    """Return the member of a message that has to change for what is wrong at a place; nothing if none has to."""
    if inner[:2] == ("metadata", "routing"):
        return inner[:2] if inner[2:] and inner[2] in _ROUTING else inner
    is_in_block = inner[:1] == ("content",) and len(inner) > 1
    return () if is_in_block and inner[-1] not in _IN_BLOCKS else inner


def _changed(path: str, place: str, feature: str, value: Any, losses: Losses) -> dict[str, Any]:
    name = feature.rpartition(".")[2]
    if name == "role":
        losses.degraded(place, feature, value)
        return {"op": "replace", "path": path, "value": "user"}
    make: Callable[[Any], Any] = _FORMS.get(name, _nothing)
    form = make(value)
    if form is None:
        losses.dropped(place, feature, value)
        return {"op": "remove", "path": path}
    losses.reshaped(place, feature, value)
    return {"op": "replace", "path": path, "value": form}


def _input(value: Any) -> Any:
    # As an input that is no object is written for all formats that take objects alone.
    return None if value is None else {"input": value}


def _content(value: Any) -> Any:
    return [{"type": "text", "text": value}] if isinstance(value, str) else None


def _count(value: Any) -> Any:
    """Return the number that a text or a number with a point stands for; None for everything else."""
    if isinstance(value, float):
        return int(value) if value.is_integer() and 0 <= value < 10**_EXACT else None
    is_number = isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= _EXACT
    return int(value) if is_number else None


def _nothing(_: Any) -> None:
    """Leave the member out."""


_FORMS: Final[dict[str, Callable[[Any], Any]]] = {
    "input": _input,
    "content": _content,
    **dict.fromkeys(COUNTS, _count),
}
"""The members that keep what they say in another form."""
