"""The vocabulary for named cases: one call says what a document of a dialect is, becomes, and costs.

    validate_identity("anthropic_messages", wire)

    validate_all(
        "anthropic_messages",
        wire,
        write={"openai_chat": (expected, [("dropped", "/history/0/content/0", "thinking")])},
    )

Documents are given as JSON values (dict, list) or as bytes of JSON, which keep numbers beyond doubles exact.
A refusal is an expected value too: the code of the InvalidDocument, such as `"json.duplicate-key"`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import turnwire
from turnwire.codec.wire import ENCODER
from turnwire.errors import InvalidDocument
from turnwire.testing.difference import difference
from turnwire.testing.sameness import normal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from turnwire.dialects.dialect import Kind
    from turnwire.model import Document

Json: TypeAlias = Any
Told = tuple[str, str, str]
"""(kind, path, feature) of a loss."""


def validate_identity(dialect: str, wire: Json, *, kind: Kind = "request") -> None:
    """Asserts that reading and writing back in one dialect gives the same JSON and no loss."""
    written = turnwire.write(turnwire.read(_bytes(wire), dialect, kind=kind), dialect)
    _assert_same(f"{dialect} {kind} came back changed", _bytes(wire), written.data)
    _assert_losses(dialect, (), written)


def validate_all(
    dialect: str,
    wire: Json,
    *,
    kind: Kind = "request",
    read: Mapping[str, Json] | None = None,
    write: Mapping[str, tuple[Json, Iterable[Told]] | str] | None = None,
    losses: Iterable[Told] = (),
) -> None:
    """Asserts everything about one document of a dialect.

    `read`: dialect -> what reads there as the same document (for `turnwire` this is its native JSON), or the code
    with which that dialect refuses `wire` itself.  `write`: dialect -> (what it becomes, what that costs).
    `losses`: what writing it back costs, where it is not nothing.
    """
    document = turnwire.read(_bytes(wire), dialect, kind=kind)
    _assert_written(document, dialect, wire, losses)
    for name, other in (read or {}).items():
        _assert_read(document, name, other, wire, kind)
    for name, expected in (write or {}).items():
        if isinstance(expected, str):
            _assert_refused(expected, lambda name=name: turnwire.write(document, name))
        else:
            _assert_written(document, name, *expected)


def validate_refusal(dialect: str, wire: Json, code: str, *, kind: Kind = "request") -> None:
    """Asserts that a dialect refuses a document with the code given."""
    _assert_refused(code, lambda: turnwire.read(_bytes(wire), dialect, kind=kind))


def told(written: turnwire.Written) -> list[Told]:
    """The losses of a writing as they stand in tables, sorted."""
    return sorted((loss.kind, loss.path, loss.feature) for loss in written.losses)


def _assert_read(document: Document, dialect: str, other: Json, wire: Json, kind: Kind) -> None:
    if isinstance(other, str):
        validate_refusal(dialect, wire, other, kind=kind)
        return
    read = turnwire.read(_bytes(other), dialect, kind=kind)
    _assert_same(f"{dialect} reads as another document", normal(document), normal(read))


def _assert_written(document: Document, dialect: str, expected: Json, losses: Iterable[Told]) -> None:
    written = turnwire.write(document, dialect)
    _assert_same(f"{dialect} is written otherwise", _bytes(expected), written.data)
    _assert_losses(dialect, losses, written)


def _assert_losses(dialect: str, expected: Iterable[Told], written: turnwire.Written) -> None:
    wanted, found = sorted((kind.lower(), path, feature) for kind, path, feature in expected), told(written)
    if wanted != found:
        missing = [loss for loss in wanted if loss not in found]
        more = [loss for loss in found if loss not in wanted]
        raise AssertionError(f"{dialect}: losses not reported: {missing}; reported and not expected: {more}")


def _assert_same(what: str, expected: Any, found: Any) -> None:
    if place := difference(expected, found):
        raise AssertionError(f"{what}: {place}")


def _assert_refused(code: str, act: Any) -> None:
    try:
        act()
    except InvalidDocument as refused:
        codes = [found.code for found in refused.diagnostics]
        if code not in codes:
            raise AssertionError(f"refused with {codes}, not with {code}") from refused
    else:
        raise AssertionError(f"not refused; {code} was expected")


def _bytes(wire: Json) -> bytes:
    return wire if isinstance(wire, bytes) else ENCODER.encode(wire)
