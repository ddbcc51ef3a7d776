"""The name of a user where the server takes fewer characters: Claude Code's names have about 150."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

LONGEST = {"openai_chat": 64, "azure_chat": 64, "openai_responses": 64, "openrouter_chat": 128}
USER = {"role": "user", "content": "Hello"}


def named(user: str) -> dict[str, Any]:
    return {"model": "m", "max_tokens": 100, "messages": [USER], "metadata": {"user_id": user}}


def written(user: str, target: str) -> tuple[str, list[tuple[str, str]]]:
    done = turnwire.convert(named(user), target, source="anthropic_messages", kind="request")
    return json.loads(done.data)["user"], [(loss.kind, loss.path) for loss in done.losses]


@pytest.mark.parametrize("target", LONGEST)
def test_a_longer_name_is_cut_and_stays_a_name_of_its_own(target: str) -> None:
    one, losses = written("u" * 300, target)
    other, _ = written("u" * 301, target)
    assert len(one) == len(other) == LONGEST[target]
    assert one != other
    assert written("u" * 300, target)[0] == one
    assert losses == [("degraded", "/settings/user")]


@pytest.mark.parametrize("target", LONGEST)
def test_a_name_that_fits_is_written_as_it_is(target: str) -> None:
    name = "u" * LONGEST[target]
    assert written(name, target) == (name, [])


@pytest.mark.parametrize("dialect", LONGEST)
def test_its_own_request_comes_back(dialect: str) -> None:
    key = "input" if dialect == "openai_responses" else "messages"
    body = {"model": "m", key: [USER], "user": "u" * 300}
    done = turnwire.convert(body, dialect, source=dialect, kind="request")
    assert json.loads(done.data) == body
    assert done.losses == ()
