"""What is remembered is short, and names of any length cost no more than their length."""

from __future__ import annotations

import json
from functools import partial

import pytest
from tests.laws.growth import counted

import turnwire
from turnwire.catalogue.models import family_of
from turnwire.codec.remembering import LONGEST, remembered


def test_short_texts_are_remembered_and_long_ones_are_not() -> None:
    asked: list[int] = []

    @remembered(2)
    def length(text: bytes) -> int:
        asked.append(len(text))
        return len(text)

    for text in (b"a", b"a", b"b" * LONGEST, b"b" * LONGEST, b"c" * (LONGEST + 1), b"c" * (LONGEST + 1)):
        assert len(text) == length(text)
    assert [1, LONGEST, LONGEST + 1, LONGEST + 1] == asked


@pytest.mark.parametrize("name", ["/" * 100_000, "a." * 50_000, "gpt-4.1" * 40])
def test_a_very_long_name_has_no_family(name: str) -> None:
    assert family_of(name) is None
    assert counted(partial(family_of, name)) < 10


def test_a_name_behind_folders_has_one() -> None:
    assert family_of("a/" * 100 + "gpt-4.1") == family_of("gpt-4.1") is not None


def test_a_request_with_a_very_long_model_is_converted() -> None:
    body = {"model": "/" * 100_000, "messages": [{"role": "user", "content": "Hi."}]}
    written = turnwire.convert(json.dumps(body), "anthropic_messages", source="openai_chat", kind="request")
    assert body["model"] == written.json()["model"]
