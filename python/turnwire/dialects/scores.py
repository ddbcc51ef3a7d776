"""Score the formats that a document may be, by the members of its object or objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.codec.members import Documents, Members
from turnwire.dialects import FAMILY, get, looks_at_lists, looks_by_member, looks_of, looks_of_lists
from turnwire.dialects.wrapping import members_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from msgspec import Raw

    from turnwire.dialects.dialect import Kind

    Score = tuple[int, str, Kind]

SIGN = 20
"""What a document scores at least that has a sign of a format.  Less counts for a dialect that the caller names."""
CERTAIN = 85
"""What a document scores at least that has a sign of one format alone."""


def scores_of(found: dict[str, Raw] | list[dict[str, Raw]], name: str | None) -> list[Score]:
    """Score the dialects and kinds that a document may be, best first."""
    if isinstance(found, list):
        return scores_of_list(Documents(found), name)
    scores = _of_object(Members(found), name)
    if (not scores or scores[0][0] < SIGN) and (inside := members_in(Members(found))):
        return _of_object(inside, name) or scores
    return scores


def _of_object(members: Members, name: str | None) -> list[Score]:
    if name is not None:
        return _best(((look(members), name, kind) for kind, look in looks_of(name).items()), 1)
    by_member, always = looks_by_member()
    asked = dict.fromkeys(always)
    for member in members:
        for sign in by_member.get(member, ()):
            asked[sign] = None
    return _likely(_best(((look(members), dialect, kind) for dialect, kind, look in asked), SIGN))


def scores_of_list(documents: Documents, name: str | None) -> list[Score]:
    """Score a list of messages or chunks; for a list of documents, score each of them."""
    asked = ((look(documents), each, kind) for each, kind, look in looks_at_lists(name))
    scores = _best(asked, SIGN if name is None else 1)
    if scores:
        return scores if name else _likely(scores)
    if name is not None:
        # A dialect that the caller names decides itself what a list contains.
        request = get(name).request
        return [(1, name, "request")] if request is not None and request.bare_list else []
    each_best = [_of_object(Members(document), None)[:1] for document in documents]
    alike = {(dialect, kind) for best in each_best for _, dialect, kind in best}
    return each_best[0] if len(alike) == 1 and all(each_best) and _is_in_lists(*alike) else []


def _is_in_lists(found: tuple[str, Kind]) -> bool:
    """Whether lists of such documents are taken."""
    return found[1] == "request" and "request" in looks_of_lists(found[0])


def _best(scores: Iterable[Score], least: int) -> list[Score]:
    return sorted((each for each in scores if each[0] >= least), key=lambda score: (-score[0], score[1]))


def _likely(scored: list[Score]) -> list[Score]:
    """Return the best dialect of each family; if one of them has a certain sign, only those with such a sign."""
    found: list[Score] = []
    families: set[tuple[str, Kind]] = set()
    for score, name, kind in scored:
        family = (FAMILY.get(name, name), kind)
        least = CERTAIN if scored[0][0] >= CERTAIN and name != scored[0][1] else SIGN
        if score >= least and family not in families:
            families.add(family)
            found.append((score, name, kind))
    return found
