"""What holds for every schema."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st
from tests.tool_schemas.drawn import inputs, odd_schemas, schemas, takes

from turnwire.documents.residue import pointer_part
from turnwire.model import ABSENT, Loss
from turnwire.validation.tool_schemas import Rules, check, portable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.tool_schemas.drawn import Schema

sets = st.sampled_from(["documented", "implemented"])


@given(odd_schemas | schemas(), sets)
def test_the_reduced_schema_passes_and_stays_as_it_is(schema: Any, rules: Rules) -> None:
    reduced, losses = portable(schema, rules)
    assert () == check(reduced, rules) == check(reduced, "implemented")
    assert (reduced, ()) == portable(reduced, rules)
    if not check(schema, "documented"):
        assert (schema, ()) == (reduced, losses)


@given(odd_schemas)
def test_what_the_documented_set_allows_the_implemented_one_allows_too(schema: Any) -> None:
    assert not check(schema, "implemented") or check(schema, "documented")


@given(schemas(), sets, st.lists(inputs, min_size=5, max_size=20))
def test_the_reduced_schema_takes_whatever_the_given_one_takes(schema: Schema, rules: Rules, tried: list[Any]) -> None:
    before = takes(schema)
    assume(before is not None)
    reduced, losses = portable(schema, rules)
    after = takes(reduced)
    taken = [each for each in tried if before(each)]
    event(f"of {len(tried)} inputs, {len(taken)} are taken")
    assert [] == [each for each in taken if not after(each)]
    if only_reshaped(losses):
        event("nothing lost")
        assert taken == [each for each in tried if after(each)]


HARMLESS = frozenset({"description", "title", "default", "format", "$comment", "$defs"})
"""Words that refuse no input."""


def only_reshaped(losses: tuple[Loss, ...]) -> bool:
    """Whether the reduced schema claims to mean the same; what is told inside an unused definition means nothing."""
    return all(loss.kind == "reshaped" or loss.feature.rpartition(".")[2] in HARMLESS for loss in losses)


@given(schemas(), sets)
def test_nothing_is_dropped_silently(schema: Schema, rules: Rules) -> None:
    reduced, losses = portable(schema, rules)
    there = {(word, json.dumps(value)) for _, word, value in leaves(reduced)}
    missing = [
        place
        for place, word, value in leaves(schema)
        if (word, json.dumps(value)) not in there and not any(accounts_for(loss, place) for loss in losses)
    ]
    assert [] == missing


def leaves(tree: Any, place: str = "", word: str = "") -> Iterator[tuple[str, str, Any]]:
    """Each value that has nothing inside, with its place and the nearest word above it; empty things say nothing."""
    if isinstance(tree, dict | list):
        named = tree.items() if isinstance(tree, dict) else enumerate(tree)
        for name, inner in named:
            above = word if isinstance(name, int) else "enum" if name == "const" else str(name)
            yield from leaves(inner, f"{place}/{pointer_part(str(name))}", above)
    else:
        yield place, word, tree


_AS_A_WHOLE = re.compile(r"/(allOf|anyOf|oneOf|prefixItems|items|(\$defs|definitions)/[^/]*)\Z")
"""Places of which it is told that they are put together otherwise: each thing in them must be found, or be told."""


def accounts_for(loss: Loss, place: str) -> bool:
    if place == loss.path:
        return True
    if loss.kind != "dropped" and _AS_A_WHOLE.search(loss.path):
        return False
    return place.startswith(loss.path + "/")


def test_a_property_of_one_alternative_keeps_its_schema_although_the_other_takes_anything_there() -> None:
    """The one exception to the law above: the documentation names it."""
    one = {"type": "object", "properties": {"kind": {"enum": ["a"]}, "x": {"type": "integer"}}, "required": ["kind"]}
    other = {"type": "object", "properties": {"kind": {"enum": ["b"]}}, "required": ["kind"]}
    schema = {"anyOf": [one, other]}
    reduced, _ = portable(schema)
    assert takes(schema)({"kind": "b", "x": "text"})
    assert not takes(reduced)({"kind": "b", "x": "text"})


@pytest.mark.parametrize("lost", ["/anyOf/0/minimum", "/anyOf/0", "/$defs/M/type"])
def test_the_account_of_leaves_finds_what_is_missing(lost: str) -> None:
    told = Loss("degraded", "/anyOf", "tool.input_schema.anyOf", "portable", ABSENT)
    moved = Loss("reshaped", "/$defs/M", "tool.input_schema.$defs", "portable", ABSENT)
    assert not any(accounts_for(loss, lost) for loss in (told, moved))
    assert accounts_for(Loss("dropped", lost, "x", "portable", ABSENT), lost + "/inside")
