"""YAML with repeated keys: what else is wrong with it is checked, as in JSON, with the last value of each key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import structs

from turnwire.cli.encodings import as_json
from turnwire.codec.limits import FAST
from turnwire.errors import InvalidDocument
from turnwire.validation.syntax_rules import refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from turnwire.cli.inputs import Entry
    from turnwire.model import Diagnostic

_REPEATED: Final = "yaml.duplicate-key"


class Repeated(NamedTuple):
    """A document in YAML whose only fault as YAML are repeated keys."""

    json: bytes
    """Its JSON, with the last value of each key."""
    findings: list[Diagnostic]
    """A finding for each repetition."""

    def and_also(self, others: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return all findings of the document, in the order of its lines.

        Fixes are left out: they are made in the text, and a pointer may name several of its members.
        """
        plain = (structs.replace(each, fixes=[]) for each in others)
        return sorted([*map(refused, self.findings), *plain], key=_place)


def repeated_keys(entry: Entry, findings: Sequence[Diagnostic], source: str | None) -> Repeated | None:
    """Read YAML as lenient parsers do, if it was refused because of repeated keys alone.

    Args:
        entry: the document.
        findings: why strict parsers refuse it.
        source: the dialect; None detects it.

    Returns:
        The document; None if lenient parsers refuse it, too.
    """
    repeated = [each for each in findings if each.code == _REPEATED]
    if not repeated:
        return None
    try:
        return Repeated(as_json(entry, None, source, FAST), repeated)
    except InvalidDocument:
        return None


def _place(found: Diagnostic) -> tuple[int, int]:
    return found.line or 0, found.column or 0
