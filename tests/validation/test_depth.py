"""Documents that are nested too deeply, as a whole or in a piece of free JSON, have a finding that says so."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import turnwire
from turnwire.codec.limits import FREE_DEPTH, MAX_DEPTH
from turnwire.validation.engines import ENGINES

if TYPE_CHECKING:
    from turnwire.validation.engines import EngineName


def nested(levels: int, inner: Any, *, is_list: bool) -> Any:
    """A value inside of so many levels, in each of which are other values, too."""
    for _ in range(levels):
        inner = [None, inner] if is_list else {"a": "b", "c": inner}
    return inner


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
