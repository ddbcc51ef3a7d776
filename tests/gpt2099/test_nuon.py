"""The reader of NUON reads what the real files have; what it reads wrongly would be tested wrongly."""

from __future__ import annotations

from typing import Any

import pytest
from tests.gpt2099 import nuon

READ: list[tuple[str, Any]] = [
    ("[]", []),
    ("{}", {}),
    ("[a, b c]", ["a", "b", "c"]),
    ('{a: 1, "b c": -2.5, d: null, e: true}', {"a": 1, "b c": -2.5, "d": None, "e": True}),
    ('"two\nlines, \\"quoted\\""', 'two\nlines, "quoted"'),
    ("[[id, role]; [x, user], [y, assistant]]", [{"id": "x", "role": "user"}, {"id": "y", "role": "assistant"}]),
    ("[[number]; [16], [2.25]]", [{"number": 16}, {"number": 2.25}]),
    ("{a: [[t]; [[[u]; [1]]]]}", {"a": [{"t": [{"u": 1}]}]}),
    ("claude-3-7", "claude-3-7"),
]


@pytest.mark.parametrize(("text", "expected"), READ)
def test_reading(text: str, expected: Any) -> None:
    assert expected == nuon.loads(text)


@pytest.mark.parametrize("text", ["[1] 2", "{a 1}", "{a:}", "[[a]; [1, 2]]"])
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"more|colon|no value|argument"):
        nuon.loads(text)
