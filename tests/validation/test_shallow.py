"""Documents of few levels need no count of them; deeper ones have the findings that the count gives."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import turnwire
from turnwire.codec.json import measured
from turnwire.codec.limits import FREE_DEPTH, MAX_DEPTH
from turnwire.validation.engines import ENGINES
from turnwire.validation.shallow import is_shallow

if TYPE_CHECKING:
    from turnwire.validation.engines import EngineName

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=4,
)


def nested(levels: int, inner: Any, *, is_list: bool) -> Any:
    """A value inside of so many levels, in each of which are other values, too."""
    for _ in range(levels):
        inner = [None, inner] if is_list else {"a": "b", "c": inner}
    return inner


@given(VALUES, st.integers(FREE_DEPTH - 4, FREE_DEPTH + 1), st.booleans())
def test_it_counts_the_levels(inner: Any, levels: int, is_list: bool) -> None:  # noqa: FBT001 - drawn
    tree = nested(levels, inner, is_list=is_list)
    assert is_shallow(tree) == (measured(json.dumps(tree).encode())[1] <= FREE_DEPTH)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("levels", "codes"),
    [(0, []), (FREE_DEPTH, []), (FREE_DEPTH + 1, ["TW105"]), (MAX_DEPTH, ["TW105"]), (250, ["TW105"])],
)
def test_each_depth_has_its_findings(levels: int, codes: list[str], engine: EngineName) -> None:
    parameters = nested(levels, {}, is_list=False)["c"] if levels else {}
    tool = {"type": "function", "function": {"name": "f", "parameters": parameters}}
    body = {"model": "m", "messages": [{"role": "user", "content": "Hi."}], "tools": [tool]}
    report = turnwire.validate(json.dumps(body).encode(), "openai_chat", kind="request", engine=engine)
    assert [each.code for each in report.diagnostics] == codes


@pytest.mark.parametrize("engine", ENGINES)
def test_a_text_that_cannot_be_read_has_the_same_finding(engine: EngineName) -> None:
    (found,) = turnwire.validate(b'{"a": ' * 70 + b"1" + b"}" * 70, "openai_chat", engine=engine).diagnostics
    assert (found.code, found.message) == ("TW105", "nested deeper than 64 levels, the most that turnwire reads")
