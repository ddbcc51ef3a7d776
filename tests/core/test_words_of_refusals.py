"""Refusals say what is the case, in words that fit who asked."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import pytest

import turnwire
from turnwire.errors import InvalidDocument, LossyConversion, UnknownDialect

if TYPE_CHECKING:
    from collections.abc import Callable

CHAT = b'{"model":"m","messages":[{"role":"user","content":"hi"}],"seed":5}'
NO_KIND: Any = "reqest"


def test_a_strict_refusal_says_what_happened_to_each_part() -> None:
    with pytest.raises(LossyConversion) as caught:
        turnwire.convert(CHAT, "anthropic_messages", source="openai_chat", kind="request", strict=True)
    text = str(caught.value)
    assert "invented generation.max_tokens at /settings/generation/max_tokens" in text
    assert "dropped generation.seed at /settings/generation/seed" in text
    assert "cannot hold" not in text


@pytest.mark.parametrize(
    "ask",
    [
        lambda: turnwire.read(CHAT, kind=NO_KIND),
        lambda: turnwire.read(CHAT, "openai_chat", kind=NO_KIND),
        lambda: turnwire.convert(CHAT, "turnwire", kind=NO_KIND),
        lambda: turnwire.validate(CHAT, kind=NO_KIND),
    ],
)
def test_a_wrong_kind_is_answered_with_those_that_exist(ask: Callable[[], object]) -> None:
    with pytest.raises(UnknownDialect, match=r"there is no kind 'reqest'; .*request.*response.*error"):
        ask()


@pytest.mark.parametrize("dialect", [None, "openai_chat"])
def test_compressed_bytes_are_called_so(dialect: str | None) -> None:
    with pytest.raises(InvalidDocument, match="compressed by gzip") as caught:
        turnwire.read(gzip.compress(CHAT, mtime=0), dialect)
    assert "decompress them first" == caught.value.diagnostics[0].hint


@pytest.mark.parametrize("ask", [turnwire.read, lambda data: turnwire.convert(data, "turnwire")])
def test_a_hint_names_no_argument_that_a_function_does_not_have(ask: Callable[[bytes], object]) -> None:
    with pytest.raises(InvalidDocument) as caught:
        ask(b'{"a":1}')
    assert "name the dialect and the kind" == caught.value.diagnostics[0].hint
