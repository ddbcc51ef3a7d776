"""The laws as functions from a case to a list of faults, for the tests and for the runner of the mutants."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import msgspec

import turnwire
from turnwire.dialects import get
from turnwire.lane.reply_route import reply_by_lane
from turnwire.lane.route import by_lane
from turnwire.model import OpaqueBlock, RedactedThinkingBlock, ThinkingBlock, ToolResultBlock
from turnwire.testing import difference, faults, normal
from turnwire.testing.accounts import kind_of, read_back
from turnwire.testing.difference import parse
from turnwire.testing.records import without_records

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.laws.edits import Edit
    from tests.laws.encodings import Encoding

    from turnwire.dialects.dialect import Kind
    from turnwire.documents.inputs import Envelope
    from turnwire.model import ContentBlock, Document

SHORTEST = 6
"""Shorter texts may stand in a document by chance."""

encode = msgspec.json.Encoder().encode


def identity(dialect: str, kind: Kind, body: bytes, envelope: Envelope | None = None) -> list[str]:
    """Law 1: read then write in the same dialect gives the same JSON and no loss."""
    written = turnwire.write(turnwire.read(body, dialect, kind=kind, envelope=envelope), dialect)
    changed = difference(body, written.data)
    told = [f"a loss was reported: {loss.kind} {loss.feature} at {loss.path}" for loss in written.losses]
    return [*([changed] if changed else []), *told]


def no_silent_loss(document: Document, target: str) -> list[str]:
    """Law 2: where no loss is reported, reading back gives an equal document."""
    written = turnwire.write(document, target)
    if written.losses:
        return []
    back = read_back(written, document, target)
    changed = difference(normal(without_records(document, back), target), normal(back, target))
    return [changed] if changed else []


def losses_account_for_everything(document: Document, target: str) -> list[str]:
    """Law 3: the document minus the reported losses is what comes back."""
    return faults(document, target)


def foreign_state_stays_home(document: Document, target: str) -> list[str]:
    """Part of law 3: opaque state of a provider is never sent to another one, reported or not.

    A format that stores it (`Dialect.keeps`) sends it to nobody; that it is read as theirs again, law 3 itself asks.
    """
    data = turnwire.write(document, target).data
    return [f"{secret!r} was sent to {target}" for secret in _foreign_state(document, target) if secret in data]


def _foreign_state(document: Document, target: str) -> Iterator[bytes]:
    turns = getattr(document, "history", None) or getattr(document, "candidates", None) or []
    for block in (block for turn in turns for block in _with_results(turn.content)):
        origin = block.origin if isinstance(block, ThinkingBlock | RedactedThinkingBlock) else None
        if origin and origin.dialect != target and origin.dialect not in get(target).keeps:
            # What a provider signs is valid on all platforms that it says it is.
            valid = ("signature",) if origin.dialect in get(target).kin else ()
            names = {"signature", "encrypted", "data"}.difference(valid)
            secrets = (getattr(block, name, None) for name in names)
            yield from (encode(secret)[1:-1] for secret in secrets if secret and len(secret) > 8)
        if isinstance(block, OpaqueBlock) and block.dialect != target and len(block.value) > 40:
            yield bytes(block.value)


def _with_results(blocks: list[ContentBlock]) -> Iterator[ContentBlock]:
    """Blocks, and those inside the results of tools."""
    for block in blocks:
        yield block
        if isinstance(block, ToolResultBlock):
            yield from _with_results(block.content)


def settles(document: Document, target: str) -> list[str]:
    """Law 4: a second trip changes and loses nothing."""
    first = turnwire.write(document, target)
    second = identity(target, kind_of(document), first.data, first.envelope)
    return [f"on the second trip: {fault}" for fault in second]


def nothing_is_mutated(document: Document, target: str) -> list[str]:
    """Law 7: writing leaves the document as it was, and the same input gives the same output."""
    before = encode(document)
    first, second = turnwire.write(document, target), turnwire.write(document, target)
    found = []
    if encode(document) != before:
        found.append(f"writing changed the document: {difference(before, encode(document))}")
    if first.data != second.data or first.losses != second.losses:
        found.append("writing twice gives two results")
    return found


def reading_is_pure(dialect: str, kind: Kind, wire: dict[str, Any]) -> list[str]:
    """Law 7: reading leaves a parsed document as it was, and reading twice gives equal documents."""
    before = encode(wire)
    first, second = (turnwire.read(wire, dialect, kind=kind) for _ in range(2))
    found = ["reading changed what it was given"] if encode(wire) != before else []
    return [*found, *(["reading twice gives two documents"] if encode(first) != encode(second) else [])]


def edits_win(wire: bytes, edit: Edit, dialect: str) -> list[str]:
    """Law 5: what was edited is what is written, and what was edited away does not come back."""
    found = faults(edit.document, dialect)
    gone = edit.gone
    if gone is None or len(gone) < SHORTEST or not stands_once(gone, wire) or says(edit.document, gone):
        return found
    return [*found, *came_back(gone, turnwire.write(edit.document, dialect))]


def stands_once(text: str, wire: bytes) -> bool:
    """Whether a text stands in JSON exactly once, inside of texts that are JSON again included."""
    word = encode(text)[1:-1]
    return wire.count(word) == 1 == wire.replace(b"\\", b"").count(word.replace(b"\\", b""))


def says(document: Document, text: str) -> bool:
    """Whether a document says a text anywhere but in residue: a word may be a tool choice and the key of a schema."""
    return _spelled(text)[1:-1] in _spelled(_without_residue(parse(encode(document))))


def came_back(gone: str, written: turnwire.Written) -> list[str]:
    """Whether a text stands in what was written, more often than in what was told as invented there."""
    word = encode(gone)[1:-1]
    invented = sum(encode(loss.value).count(word) for loss in written.losses if loss.kind == "invented")
    is_told = gone in [str(loss.value) for loss in written.losses]
    is_back = written.data.count(word) > invented and not is_told
    return [f"{gone!r} was edited away and came back"] if is_back else []


def _without_residue(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {name: _without_residue(value) for name, value in tree.items() if name != "provider_raw"}
    return [_without_residue(value) for value in tree] if isinstance(tree, list) else tree


def _spelled(tree: Any) -> str:
    return json.dumps(tree, ensure_ascii=False, default=str)


_MAPS = frozenset({"extra", "metadata", "provider_raw"})


def both_ways_agree(body: bytes, source: str | None, target: str) -> list[str] | None:
    """Law 11: the plain lane gives what the canonical route gives; None where the lane does not take the body.

    Without a source, both detect it.  The lane converts the body three times: settings that come for the second time
    are remembered, and used the third time.
    """
    short = [by_lane(body, source, target, None) for _ in range(3)]
    if None in short:
        return None if short == [None] * 3 else [f"the lane gives {short}, one after the other"]
    long = turnwire.write(turnwire.read(body, source, kind=None if source is None else "request"), target)
    return [difference for written in short if written is not None for difference in differences(written, long)]


def both_ways_agree_on_a_reply(body: bytes, source: str, target: str, model: str | None = None) -> list[str] | None:
    """The same of a reply, whose dialect is named."""
    short = reply_by_lane(body, source, target, model)
    if short is None:
        return None
    return differences(short, turnwire.write(turnwire.read(body, source, kind="response"), target, model=model))


def differences(short: turnwire.Written, long: turnwire.Written) -> list[str]:
    """Return where two results differ."""
    return [
        f"{name}: the lane gives {one}, the canonical route {other}"
        for name, one, other in zip(("data", "losses", "envelope", "ids"), _parts(short), _parts(long), strict=True)
        if one != other
    ]


def _parts(written: turnwire.Written) -> tuple[Any, ...]:
    return written.data, written.losses, dict(written.envelope), written.ids


def encodings_agree(document: Document, encoding: Encoding) -> list[str]:
    """Law 10: a document reads back equal from each encoding, or the encoding says that it cannot hold it.

    Protobuf has one spelling for 1 and 1.0, no empty map, and its number fields refuse an integer between two doubles.
    """
    try:
        data = encoding.dump(document)
    except turnwire.InvalidDocument as refusal:
        if encoding.has_doubles and "no double holds" in str(refusal):
            return []
        raise
    back = encoding.load(data, type(document))
    changed = difference(_tree(document, encoding), _tree(back, encoding))
    return [f"{encoding.name}: {changed}"] if changed else []


def _tree(document: Document, encoding: Encoding) -> Any:
    tree = parse(encode(document))
    return _with_one_spelling(tree) if encoding.has_doubles else tree


def _with_one_spelling(tree: Any) -> Any:
    if isinstance(tree, dict):
        said = {name: value for name, value in tree.items() if value != {} or name not in _MAPS}
        return {name: _with_one_spelling(value) for name, value in said.items()}
    if isinstance(tree, list):
        return [_with_one_spelling(value) for value in tree]
    return Decimal(tree) if isinstance(tree, int) and not isinstance(tree, bool) else tree
