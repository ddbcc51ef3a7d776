"""Words that a misspelled word may have meant: of a role, a member, a model, a tool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_LONGEST: Final = 48
"""Letters of a word that is compared; longer words have no near miss.  Bounds the cost of one comparison."""
_MOST: Final = 400
"""Words that are compared at most."""
_BOUNDS: Final = (2, 5, 9)
"""Words with more letters than these may have one edit more each."""
_ELSEWHERE: Final = (
    ("max_completion_tokens", "max_tokens", "max_output_tokens", "maxOutputTokens", "maxTokens", "num_predict"),
    ("stop", "stop_sequences", "stopSequences"),
    ("parameters", "input_schema", "inputSchema"),
    ("arguments", "input", "args"),
    ("content", "text", "parts", "value"),
    ("role", "from", "author"),
    ("messages", "contents", "input"),
    ("call_id", "tool_call_id", "tool_use_id", "toolUseId", "toolCallId", "id"),
    ("seed", "random_seed"),
    ("top_p", "topP", "p"),
    ("top_k", "topK", "k"),
    ("system", "systemInstruction", "system_instruction", "instructions"),
)
"""The names of one member in different formats; of several that a format has, one in the same spelling is meant, or
else the first."""
OTHER_NAMES: Final = frozenset(name for names in _ELSEWHERE for name in names)
"""The names that `name_here` knows."""


def name_here(name: str, known: Collection[str]) -> str | None:
    """Return the name that a format has for a member of another one; None if it has none.

    Args:
        name: the name in another format.
        known: the names that the format has.

    Example:
        `name_here("stop", ["max_tokens", "stop_sequences"])` is `"stop_sequences"`.
    """
    here = [each for names in _ELSEWHERE if name in names for each in names if each in known]
    return next((each for each in here if _is_camel(each) == _is_camel(name)), here[0] if here else None)


def longer(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that ends with a word, or None if none or several do.

    Args:
        word: a word that is not known.
        known: the words that are; spellings in another case are one word, of which the first is returned.

    Example:
        `longer("NONE", ["BLOCK_NONE", "OFF"])` is `"BLOCK_NONE"`.
    """
    ending = f"_{word.lower()}"
    found = {each.lower(): each for each in reversed([*known]) if each.lower().endswith(ending)} if word else {}
    return next(iter(found.values())) if len(found) == 1 else None


def _is_camel(name: str) -> bool:
    return name != name.lower()


def near_miss(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that a word was probably meant to be, or None if none is near.

    Two words are near if few edits (a letter missing, added, replaced, or swapped with its neighbour) make one of the
    other: one edit in words of three to five letters, two in words of up to nine, three in longer ones.  Case, hyphens,
    underscores and blanks are not counted.

    Args:
        word: the word that is not known.
        known: the words that are; of two that are equally near, the first is returned.

    Example:
        `near_miss("temprature", ["top_p", "temperature"])` is `"temperature"`.
    """
    if not 1 < len(word) <= _LONGEST:
        return None
    bare = _bare(word)
    best: str | None = None
    least = _allowed(len(bare)) + 1
    for n, candidate in enumerate(known):
        if n >= _MOST or least == 0:
            break
        other = _bare(candidate[:_LONGEST])
        if candidate != word and _can_be_near(bare, other, least):
            distance = edits(bare, other, least)
            if distance < least:
                best, least = candidate, distance
    return best


def _can_be_near(one: str, other: str, least: int) -> bool:
    """Return whether fewer edits may make one word of another; this is cheaper than to count them.

    Each letter too many, and each letter that only one of the words has, takes an edit.
    """
    if abs(len(other) - len(one)) >= least:
        return False
    letters, others = set(one), set(other)
    return len(letters - others) < least and len(others - letters) < least


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return a sentence that names the near miss, or None if no known word is near.

    Example:
        `did_you_mean("asistant", ["user", "assistant"])` is ``"did you mean `assistant`?"``.
    """
    found = near_miss(word, known)
    return None if found is None else f"did you mean `{found}`?"


def is_misspelling(word: str, meant: str) -> bool:
    """Return whether at most one edit makes one word of another, so that it is certainly misspelt.

    Of words that are further apart both may be meant: `BLOCK_SOME` is not certainly `BLOCK_NONE`.

    Example:
        `is_misspelling("asistant", "assistant")` is True.
    """
    return edits(_bare(word), _bare(meant)) <= 1


def edits(one: str, other: str, enough: int | None = None) -> int:
    """Return how many edits make one word of another: the optimal string alignment distance.

    Args:
        one: a word.
        other: another one.
        enough: stop counting there, and return this number or a greater one: most words have nothing in common.

    Example:
        `edits("seperate", "separate")` is 1.
    """
    if one == other:
        return 0
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, against in enumerate(other, 1):
            least = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                least = min(least, before[j - 2] + 1)
            row.append(least)
        # The rows below have no smaller number: a swap adds one to the row before, whose least is at most one less.
        if enough is not None and min(row) >= enough:
            return enough
        before, last = last, row
    return last[-1]


def _bare(word: str) -> str:
    return word.lower().replace("-", "").replace("_", "").replace(" ", "")


def _allowed(length: int) -> int:
    return sum(length > longest for longest in _BOUNDS)
