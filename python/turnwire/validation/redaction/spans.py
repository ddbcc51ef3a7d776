"""Where patterns of the user and our own overlap: the whole is replaced, so that no rest of a secret is left."""

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
    """Return what the patterns of the user find, each joined with what overlaps it, in order and without overlaps.

    `E-[0-9]+` also fits inside of a key: replaced alone, it would leave the rest of the key, which no pattern knows.

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
    """Yield the spans, those that overlap together."""
    group: list[Span] = []
    end = 0
    for span in found:
        if group and span.start >= end:
            yield group
            group = []
        group.append(span)
        end = max(end, span.end) if len(group) > 1 else span.end
    if group:
        yield group


def _joined(group: Sequence[Span]) -> Span:
    """Return the whole of spans that overlap, as of the kind of the longest one."""
    longest = max(group, key=lambda span: (span.end - span.start, span.is_own))
    return longest._replace(start=group[0].start, end=max(span.end for span in group))
