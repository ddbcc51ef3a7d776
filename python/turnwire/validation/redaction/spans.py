"""The parts of a text that patterns of the user replace, each with all other matches that overlap it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from turnwire.validation.redaction.patterns import Pattern


class Span(NamedTuple):
    """A part of a text that a pattern found."""

    start: int
    end: int
    kind: str
    is_own: bool
    """Whether a pattern of the user found it."""


def spans(text: str, own: Iterable[Pattern], ours: Iterable[Pattern]) -> list[Span]:
    """Return the matches of the user's patterns, each joined with the matches that overlap it, in order.

    A pattern such as `E-[0-9]+` may match inside of an API key.  If that match alone were replaced, the rest of the key
    would stay, and no pattern would match it any more.

    Args:
        text: the text.
        own: the patterns of the user.
        ours: the other patterns.
    """
    found = [span for pattern in own for span in _of(text, pattern, is_own=True)]
    if not found:
        return []
    found += [span for pattern in ours for span in _of(text, pattern, is_own=False)]
    return [_joined(group) for group in _groups(sorted(found)) if any(span.is_own for span in group)]


def _of(text: str, pattern: Pattern, *, is_own: bool) -> Iterator[Span]:
    if pattern.signs and not any(sign in text for sign in pattern.signs):
        return
    group = pattern.regex.groupindex.get("secret", 0)
    for each in pattern.regex.finditer(text):
        secret = each[group]
        if pattern.holds is None or pattern.holds(secret):
            yield Span(each.start(group), each.end(group), pattern.kind, is_own)


def _groups(found: Sequence[Span]) -> Iterator[list[Span]]:
    """Yield lists of spans that overlap each other."""
    group: list[Span] = []
    end = 0
    for span in found:
        if group and span.start >= end:
            yield group
            group = []
        group.append(span)
        end = max(end, span.end)
    if group:
        yield group


def _joined(group: Sequence[Span]) -> Span:
    """Return one span for all that overlap, of the kind of the longest one."""
    longest = max(group, key=lambda span: (span.end - span.start, span.is_own))
    return longest._replace(start=group[0].start, end=max(span.end for span in group))
