"""One finding for one cause: what two parts of validation find about the same value is reported once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import structs

from turnwire.validation.meaning.media import TYPE_MEMBERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from turnwire.model import Diagnostic

_IDS: Final = (
    *("id", "call_id", "tool_call_id", "tool_use_id", "toolUseId"),
    *("toolUse/toolUseId", "toolResult/toolUseId"),
)
_CONTENTS: Final = ("content", "parts")

_FOLLOWS: Final = {"TW301": _IDS, "TW302": _IDS, "TW308": _CONTENTS}
"""What only follows from an error of the schema in one of these members, or members of members: a call without an id
has no result."""
_UNKNOWN: Final = "TW203"
_WORD: Final = "TW204"
_MEDIUM: Final = "TW402"
_NOT_JSON, _ARGUMENTS = "TW313", "TW444"
_TYPE: Final = "TW315"
"""A media type that the format does not have is not that of the bytes either."""
_SHAPES: Final = frozenset({"TW201", "TW202"})
_SAID_BETTER: Final[Mapping[str, tuple[tuple[str, str, str | None], ...]]] = {
    "TW308": (("TW207", "/text", None),),
    "TW309": (("TW202", "", "a member `signature`"),),
    "TW316": (("TW206", "", None),),
}
"""For findings of the meaning those of the structure that they say better, with the member that these are about, and
what was expected: an empty text is too short, thinking without a signature lacks a member, and data that is no base64
does not match a pattern."""


def joined(layer: str, findings: list[Diagnostic], more: list[Diagnostic]) -> list[Diagnostic]:
    """Return the findings of several layers with those of the next one, so that each cause has one finding.

    Args:
        layer: the next layer: only `"meaning"` and `"target"` have findings that repeat those of the layers before.
        findings: the findings of the layers before.
        more: the findings of the next layer.
    """
    join = _JOINS.get(layer) if findings else None
    return join(findings, more) if join is not None else findings + more


def without_doubles(structure: Sequence[Diagnostic], meaning: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the findings of both parts, without those whose cause another one names.

    Args:
        structure: what the schema does not allow.
        meaning: what is wrong with the conversation.
    """
    told = {each for found in structure for each in _places(found)}
    kept = [each for each in meaning if told.isdisjoint(f"{each.pointer}/{it}" for it in _FOLLOWS.get(each.code, ()))]
    kept, types = _of_types(structure, kept)
    structure = [types.get(id(each), each) for each in structure]
    better = {
        (code, f"{each.pointer}{member}", expected)
        for each in kept
        for code, member, expected in _SAID_BETTER.get(each.code, ())
    }
    said = (each for each in structure if better.isdisjoint(_forms(each)))
    return [*said, *kept]


def without_refused_twice(findings: Sequence[Diagnostic], refusals: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the findings about a document and those about its target, with one for each member.

    At the place of an error of the schema, what the target refuses is left out.  Three findings are left out where the
    target's says more: the warning about an unknown member that the target refuses, the one about an unknown type of
    content of a kind that the target does not take, and the one about arguments that are no JSON.

    Args:
        findings: the findings about the document itself.
        refusals: the findings of the layer `target`.
    """
    wrong = {each.pointer for each in findings if each.severity == "error" and each.code.startswith("TW2")}
    kept = [each for each in refusals if each.pointer not in wrong]
    refused = {(_UNKNOWN, each.pointer) for each in kept if each.severity == "error"}
    refused |= {(_WORD, f"{each.pointer}/type") for each in kept if each.code == _MEDIUM}
    refused |= {(_NOT_JSON, each.pointer) for each in kept if each.code == _ARGUMENTS}
    return [*(each for each in findings if (each.code, each.pointer) not in refused), *kept]


def _forms(found: Diagnostic) -> tuple[tuple[str, str | None, str | None], ...]:
    return (found.code, found.pointer, None), (found.code, found.pointer, found.expected)


def _of_types(
    structure: Sequence[Diagnostic], meaning: Sequence[Diagnostic]
) -> tuple[list[Diagnostic], Mapping[int, Diagnostic]]:
    """Find the types of media that both parts refuse.

    Returns:
        The findings of the meaning without these, and for those of the structure, by their identity, what replaces
        them: it says what the bytes are, and its fixes, which do not know the bytes, are left out.
    """
    words = {each.pointer: each for each in structure if each.code == _WORD}
    if not words:
        return list(meaning), {}
    kept: list[Diagnostic] = []
    replaced: dict[int, Diagnostic] = {}
    for each in meaning:
        places = ["/".join((each.pointer or "", *names)) for names in TYPE_MEMBERS] if each.code == _TYPE else []
        word = next((words[place] for place in places if place in words), None)
        if word is None:
            kept.append(each)
        else:
            replaced[id(word)] = structs.replace(word, hint=f"the bytes are {each.expected}", fixes=[])
    return kept, replaced


def _places(found: Diagnostic) -> Iterator[str]:
    """Yield the pointers of the members that a finding about a shape is about."""
    if found.code in _SHAPES and found.severity == "error" and found.pointer is not None:
        yield found.pointer
        if found.expected is not None and found.expected.startswith("a member `"):
            yield f"{found.pointer}/{found.expected.removeprefix('a member `').removesuffix('`')}"


_JOINS: Final[Mapping[str, Callable[[Sequence[Diagnostic], Sequence[Diagnostic]], list[Diagnostic]]]] = {
    "meaning": without_doubles,
    "target": without_refused_twice,
}
