"""An outline, with what fixes look up in it: made once for all findings of a document."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from turnwire.validation.meaning.calls import pair
from turnwire.validation.outline.records import Part, pointer_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from turnwire.validation.meaning.calls import Pairs
    from turnwire.validation.outline import Outline
    from turnwire.validation.outline.records import Turn


class Step(Struct):
    """The calls of one step of the assistant that have no result, and the results after it that answer no call.

    `strays` are the results that name another call, or one that has a result already.
    `nameless` are the results without an id, which answer the open calls in order: their numbers, by their pointers.
    `has_names` is whether each of those names its tool.
    """

    open: list[Part]
    strays: list[Part]
    nameless: dict[str, int]
    has_names: bool = True


class Index:
    """The parts, the turns and the pairs of one outline."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline

    @cached_property
    def pairs(self) -> Pairs:
        """Which result answers which call."""
        return pair(self.outline)

    @cached_property
    def parts(self) -> Mapping[str, tuple[int, Part]]:
        """The parts that are no plain texts, each with the position of its turn, by their pointers."""
        found: dict[str, tuple[int, Part]] = {}
        for position, part in self.outline.marked:
            found.setdefault(part.pointer, (position, part))
        return found

    @cached_property
    def media(self) -> Mapping[str, Part]:
        """The same, with the parts inside of results."""
        inner = {each.pointer: each for _, part in self.outline.marked for each in part.parts}
        return inner | {pointer: part for pointer, (_, part) in self.parts.items()}

    @cached_property
    def values(self) -> Mapping[str, Part]:
        """The parts by the pointers of their values."""
        return {pointer_of(part.value_path): part for _, part in self.outline.marked if part.value_path}

    @cached_property
    def turns(self) -> Mapping[str, Turn]:
        """The turns by their pointers."""
        return {turn.pointer: turn for turn in reversed(self.outline.turns)}

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """The positions of the turns, by their pointers."""
        return {turn.pointer: position for position, turn in reversed([*enumerate(self.outline.turns)])}

    @cached_property
    def by_id(self) -> Mapping[str, Sequence[Part]]:
        """The calls and results that have an id, by it."""
        found: dict[str, list[Part]] = {}
        for _, part in self.outline.marked:
            if part.id and part.kind in ("tool_use", "tool_result"):
                found.setdefault(part.id, []).append(part)
        return found

    @cached_property
    def fresh(self) -> Mapping[str, str]:
        """The ids that calls without one get, by the pointers of the calls: `call_1`, `call_2`."""
        nameless = [part for _, part in self.outline.marked if part.kind == "tool_use" and not part.id]
        known = self.by_id
        names = (name for n in range(1, len(known) + len(nameless) + 1) if (name := f"call_{n}") not in known)
        return {part.pointer: name for part, name in zip(nameless, names, strict=False)}

    @cached_property
    def step_of(self) -> Sequence[int]:
        """For each turn, the number of the assistant's step that it belongs to, or follows."""
        numbers: list[int] = []
        step, before = 0, ""
        for turn in self.outline.turns:
            step += turn.role == "assistant" != before
            before = turn.role
            numbers.append(step)
        return numbers

    @cached_property
    def steps(self) -> Mapping[int, Step]:
        """The steps of the assistant that have calls without results, or results without calls."""
        pairs, step_of = self.pairs, self.step_of
        found: dict[int, Step] = {}
        named = {use for use, result in pairs.answers.items() if pairs.results[result][1].id}
        for n, (turn, use) in enumerate(pairs.uses):
            if n not in named:
                found.setdefault(step_of[turn], Step([], [], {})).open.append(use)
        strays = {*pairs.orphans, *(n for n, _ in pairs.again)}
        for n, (turn, result) in enumerate(pairs.results):
            step = found.setdefault(step_of[turn], Step([], [], {}))
            if n in strays:
                step.strays.append(result)
            elif not result.id:
                step.nameless[result.pointer] = len(step.nameless)
                step.has_names = step.has_names and bool(result.name)
        return found

    @cached_property
    def again(self) -> Mapping[str, tuple[int, int]]:
        """The results that answer a call once more, and the call, by the pointers of the results."""
        return {self.pairs.results[result][1].pointer: (result, use) for result, use in self.pairs.again}

    @cached_property
    def early(self) -> frozenset[str]:
        """The ids of the results that come before their calls."""
        return frozenset(self.pairs.results[n][1].id for n in self.pairs.early)

    @cached_property
    def results_after(self) -> Sequence[int]:
        """How many of the turns directly after each turn are results."""
        numbers = [0]
        for turn in reversed(self.outline.turns[1:]):
            numbers.append(numbers[-1] + 1 if turn.role == "tool" else 0)
        return numbers[::-1]

    @cached_property
    def asked_at(self) -> Mapping[str, int]:
        """The position of the turn of each call, by its id, unless several calls have it."""
        times = Counter(use.id for _, use in self.pairs.uses)
        return {use.id: position for position, use in self.pairs.uses if times[use.id] == 1}

    def is_same(self, again: int, use: int) -> bool:
        """Return whether a result that answers a call once more says the same as the first one."""
        second, first = self.pairs.results[again][1], self.pairs.results[self.pairs.answers[use]][1]
        return bool(second.value == first.value and second.is_error == first.is_error)

    def at(self, pointer: str | None) -> tuple[int, Part] | None:
        """Return the part that a finding is about, with the position of its turn; None if there is none."""
        return self.parts.get(pointer) if pointer is not None else None

    def step_at(self, position: int) -> Step:
        """Return the step that a turn belongs to, or follows."""
        return self.steps.get(self.step_of[position]) or Step([], [], {})
