"""Repair documents: apply the fixes of findings until none is left, and say what was done."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, structs

from turnwire.dialects.dialect import Kind, OtherKind, is_read
from turnwire.documents.inputs import as_bytes
from turnwire.model import Diagnostic
from turnwire.validation.patching.edits import Edit, PatchError, edits_of
from turnwire.validation.repair.before import Made, Round, places_before
from turnwire.validation.report import validate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from turnwire.documents.inputs import Input
    from turnwire.validation.report import Report

__all__ = ["Repaired", "repair"]

_ADDS: Final = '"op":"add"'
_OF_USER: Final = re.compile(r'"role"\s*:\s*"user"')
_AGAIN: Final = 4
"""How often the same addition is made at most: by then several values have moved to the same place."""
_ROUNDS: Final = 64
"""How often a document is checked again at most, since one repair may make another one possible."""


class Repaired(Struct, frozen=True):
    """What `repair` made of a document."""

    data: bytes
    """The document as JSON; the bytes that came in if nothing was changed."""
    applied: tuple[Diagnostic, ...] = ()
    """The findings that were mended, in order, each with the one fix that was made; its patch and its place are those
    of the document as it was when the finding was made."""
    left: tuple[Diagnostic, ...] = ()
    """The findings that are left, with the fixes that were not made."""
    dialect: str | None = None
    kind: Kind | OtherKind | None = None
    left_before: tuple[Diagnostic, ...] = ()
    """The findings that are left, with their lines and columns in the document that came in."""

    @property
    def changed(self) -> bool:
        """Whether anything was mended."""
        return bool(self.applied)


def repair(
    data: Input,
    dialect: str | None = None,
    *,
    kind: Kind | None = None,
    unsafe: bool = False,
    tools: Sequence[Any] = (),
    wanted: Callable[[Iterable[Diagnostic]], Sequence[Diagnostic]] | None = None,
) -> Repaired:
    """Mend what is wrong with a document, as far as that changes nothing that it means.

    Args:
        data: the body: JSON as bytes or text, or parsed JSON.
        dialect: the dialect of `data`, by its name or a short name; None detects it.
        kind: `"request"`, `"response"` or `"error"`; None detects it.
        unsafe: whether to make changes, too, that leave something out or guess.
        tools: definitions of tools, as parsed JSON in the form of the dialect, for documents that carry none.
        wanted: chooses the findings that are mended, or else are left, such as `Selection(ignore=("TW203",)).of`.

    Returns:
        The document, what was mended, and what is left.  All bytes outside of the changes are those that came in.

    Raises:
        UnknownDialect: the dialect or the kind does not exist.
        InvalidDocument: an entry of `tools` is no definition, or has no name; the document itself is never the reason.

    Example:
        `turnwire.repair(body).data`
    """
    first = body = data if type(data) is bytes else as_bytes(data)
    rounds: list[Round] = []
    done: list[Diagnostic] = []
    seen = {body}
    made: Counter[tuple[str, str | None, str]] = Counter()
    report = _report(body, dialect, kind, tools, wanted)
    for _ in range(_ROUNDS):
        better, chosen, changes = _mended(body, report, made, unsafe=unsafe)
        if better in seen:  # nothing is left to mend, or fixes undo one another
            break
        seen.add(better)
        done += chosen
        rounds.append(changes)
        body = better
        known = report.kind if report.kind is not None and is_read(report.kind) else None
        report = _report(body, report.dialect, known, tools, wanted)
    left = report.diagnostics
    before = places_before(left, body.decode(), first.decode(), rounds) if rounds and left else left
    return Repaired(body, tuple(done), left, report.dialect, report.kind, before)


def _report(
    body: bytes,
    dialect: str | None,
    kind: Kind | None,
    tools: Sequence[Any],
    wanted: Callable[[Iterable[Diagnostic]], Sequence[Diagnostic]] | None,
) -> Report:
    report = validate(body, dialect, kind=kind, tools=tools)
    return structs.replace(report, diagnostics=tuple(wanted(report.diagnostics))) if wanted else report


def _mended(
    body: bytes, report: Report, made: Counter[tuple[str, str | None, str]], *, unsafe: bool
) -> tuple[bytes, list[Diagnostic], Round]:
    """Make the fixes that do not touch the same places; the others are made when the document is checked again.

    An addition that is offered again and again for the same place does not help, and is not made any more.
    """
    chosen: list[Diagnostic] = []
    edits = _Edits()
    allowed = ((found, [fix for fix in found.fixes if fix.safe or unsafe]) for found in report.diagnostics)
    offered = [(found, fixes[0]) for found, fixes in allowed if fixes]
    text = body.decode() if offered else ""
    for found, fix in offered:
        known = (found.code, found.pointer, fix.patch)
        if made[known] >= _AGAIN and _ADDS in fix.patch:
            continue
        try:
            wanted = edits_of(text, fix.patch)
        except PatchError:  # it does not fit the document
            continue
        if edits.take(wanted):
            chosen.append(structs.replace(found, fixes=[fix]))
            made[known] += 1
    return (edits.applied(text).encode(), chosen, edits.made()) if chosen else (body, [], ())


class _Edits:
    """Edits of one text that do not touch the same places, but for entries that are put into a list in one place."""

    def __init__(self) -> None:
        self._edits: list[Edit] = []
        self._behind: dict[int, list[str]] = {}
        """By their place, the texts that come behind an entry which an edit inserts."""

    def take(self, wanted: Sequence[Edit]) -> bool:
        """Add the edits of a fix, and return whether they fit beside those that are there."""
        free = [_is_free(self._edits, each) for each in wanted]
        if not all(is_free or self._is_behind(each) for is_free, each in zip(free, wanted, strict=True)):
            return False
        for is_free, each in zip(free, wanted, strict=True):
            if is_free:
                insort(self._edits, each)
            else:
                self._behind[each.start].append(each.text)
        return True

    def _is_behind(self, wanted: Edit) -> bool:
        """Return whether an edit inserts an entry in the place where another one does so, too."""
        if wanted.start not in self._behind:
            at = bisect_left(self._edits, wanted[:2], key=lambda each: each[:2])
            if at == len(self._edits) or self._edits[at][:2] != wanted[:2] or not _is_entry(self._edits[at]):
                return False
            self._behind[wanted.start] = []
        return _is_entry(wanted)

    def applied(self, text: str) -> str:
        """Return the text with the edits made."""
        parts: list[str] = []
        end = 0
        for each in self._edits:
            parts += [text[end : each.start], self._text(each)]
            end = each.end
        return "".join(parts) + text[end:]

    def made(self) -> Round:
        """Return what the edits replace, and the length of what replaces it."""
        return tuple(Made(each.start, each.end, len(self._text(each))) for each in self._edits)

    def _text(self, edit: Edit) -> str:
        return "".join((edit.text, *self._behind.get(edit.start, ())))


def _is_entry(edit: Edit) -> bool:
    """Return whether an edit inserts an object, with its comma, into a list in which are others.

    A message of the user is left out: what else is inserted there may belong into it.
    """
    text = edit.text.strip()
    is_object = text.startswith("{") if text.endswith(",") else text[:1] == "," and text[1:].lstrip().startswith("{")
    return edit.start == edit.end and is_object and _OF_USER.search(text) is None


def _is_free(edits: Sequence[Edit], wanted: Edit) -> bool:
    """Return whether none of the edits, which are in order, touches what another one changes."""
    at = bisect_left(edits, wanted)
    before = at == 0 or edits[at - 1].end <= wanted.start > edits[at - 1].start
    return before and (at == len(edits) or wanted.end <= edits[at].start > wanted.start)
