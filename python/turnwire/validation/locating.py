"""Lines and columns of findings, looked up by their pointers once they are all known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import structs

from turnwire.validation.rules import ABOUT_NAMES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from turnwire.model import Diagnostic


class Find(Protocol):
    """Finds the lines and columns of the values at pointers, or of the names of members, in one text."""

    def __call__(self, pointers: Collection[str], *, of_names: bool) -> Mapping[str, tuple[int, int]]:
        """Return the places of those that are found."""


def located(findings: Iterable[Diagnostic], find: Find) -> list[Diagnostic]:
    """Return findings with their lines and columns; one about the whole document is at its beginning.

    A finding about a missing value has the place of the object that lacks it.

    Args:
        findings: the findings; those that have a line keep it.
        find: looks up pointers in the text of the document.
    """
    given = list(findings)
    pointers: dict[bool, set[str]] = {}
    for each in given:
        if each.line is None:
            pointers.setdefault(each.code in ABOUT_NAMES, set()).add(each.pointer or "")
    places = {of_names: dict(find(wanted, of_names=of_names)) for of_names, wanted in pointers.items()}
    for of_names, wanted in pointers.items():
        places[of_names].update(_above(wanted - places[of_names].keys(), find))
    return [_at(each, places) for each in given]


def _above(pointers: Collection[str], find: Find) -> Mapping[str, tuple[int, int]]:
    """Return the places of the objects that lack the members at these pointers."""
    above = {pointer: pointer.rpartition("/")[0] for pointer in pointers if not pointer.rpartition("/")[2].isdigit()}
    known = find(set(above.values()), of_names=False) if above else {}
    return {pointer: known[each] for pointer, each in above.items() if each in known}


def _at(found: Diagnostic, places: Mapping[bool, Mapping[str, tuple[int, int]]]) -> Diagnostic:
    place = places.get(found.code in ABOUT_NAMES, {}).get(found.pointer or "")
    if place is None or found.line is not None:
        return found
    return structs.replace(found, line=place[0], column=place[1])
