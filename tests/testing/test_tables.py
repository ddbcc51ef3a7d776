"""The vocabulary for named cases says what is wrong, and where."""

from __future__ import annotations

from typing import Any

import pytest

from turnwire.testing import validate_all, validate_identity, validate_refusal

HELLO: dict[str, Any] = {"history": [{"role": "user", "content": [{"type": "text", "text": "hello"}]}]}
OTHER: dict[str, Any] = {"history": [{"role": "user", "content": [{"type": "text", "text": "other"}]}]}


def test_what_holds() -> None:
    validate_identity("turnwire", HELLO)
    validate_all("turnwire", HELLO, read={"turnwire": HELLO}, write={"turnwire": (HELLO, [])})
    assert validate_refusal("turnwire", b'{"history":[],}', "json.syntax") is None  # type: ignore[func-returns-value]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"read": {"turnwire": OTHER}}, "/history/0/content/0/text"),
        ({"write": {"turnwire": (OTHER, [])}}, "/history/0/content/0/text"),
        ({"write": {"turnwire": (HELLO, [("dropped", "/history/0", "message")])}}, "losses not reported"),
        ({"write": {"turnwire": "json.syntax"}}, "not refused"),
        ({"losses": [("dropped", "/history/0", "message")]}, "losses not reported"),
    ],
)
def test_what_does_not_hold(options: dict[str, Any], words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        validate_all("turnwire", HELLO, **options)
