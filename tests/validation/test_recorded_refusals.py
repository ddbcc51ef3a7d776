"""Recorded refusals: with `--target` each has an error, or a row says why no rule can know it."""

from __future__ import annotations

import functools
import json
import re
from typing import Any, Final, NamedTuple

import pytest
from tests.data import data
from tests.validation.meaning.recorded import dialect_of, items

import turnwire

_MODEL: Final = "The model does not exist; the names of models come and go."
_KEY: Final = "The key of the account is wrong, and it is not in the body."
_FETCH: Final = "A picture or file at an address cannot be fetched; validation opens no socket."
_CUT: Final = "The recording has a word in the place of the long text."
_HOST: Final = "The router chose a host that does not serve this feature for the model; other hosts do."
_BEHIND: Final = "The provider behind the router refuses what the router made of the request."

# Words of the reply, why no rule can know it, and how many refusals have them.
UNKNOWABLE: Final = (
    ("does not exist.", _MODEL, 12),
    ("nvalid model", _MODEL, 5),
    ("unexpected model name format", _MODEL, 1),
    ("The supported API model names are", _MODEL, 2),
    ("is not a valid model ID", _MODEL, 2),
    ("Not supported model", _MODEL, 1),
    ("Model not found", _MODEL, 1),
    ("API key not valid", _KEY, 3),
    ("Incorrect API key", _KEY, 1),
    ("Cannot fetch content from the provided URL", _FETCH, 2),
    ("Download multimodal file timed out", _FETCH, 3),
    ("Error while downloading", _FETCH, 1),
    ("Multimodal data is corrupted", _FETCH, 3),
    ("prompt is too long", _CUT, 1),
    ("prompt too long", _CUT, 1),
    ("exceeds the context window", _CUT, 1),
    ("function calling not support", _HOST, 3),
    ("structured outputs not support", _HOST, 4),
    ("field: 'tools[0].function.arguments'", _HOST, 1),
    ("Invalid json_schema format", _HOST, 1),
    ("due to advanced speculative decoding", _HOST, 2),
    ("Provider returned error", _BEHIND, 3),
    ("role 'system' is not supported on this model", "The same body is taken with a header for a beta.", 1),
    ("exceeds the available context size", "The server was started with a context of 512 tokens.", 1),
    ("Could not finish the message", "The model wrote as many tokens as it was allowed.", 1),
    ("Previous response with id", "The earlier reply is on the server, or was.", 1),
    (
        "No tool output found for tool call call-a",
        "The output is there; the server loses it behind another message and call, which OpenAI takes.",
        1,
    ),
)


class Refusal(NamedTuple):
    """The reply to a request, and the places of the errors in the request."""

    reply: Any
    places: tuple[str, ...]

    @property
    def words(self) -> str:
        """The reply as text."""
        return json.dumps(self.reply)

    @property
    def member(self) -> str:
        """The pointer of the member that the reply names; empty if it names none."""
        error = self.reply.get("error", self.reply) if isinstance(self.reply, dict) else {}
        error = error if isinstance(error, dict) else {}
        begin = re.match(r"(?:messages|tools|input|contents|system)[\w.\[\]]*(?=:)", str(error.get("message")))
        named = error.get("param") or (begin.group() if begin else "")
        # Anthropic's server has a step more than the body: `tools.0.custom.input_schema`.
        steps = re.split(r"[.\[\]]+", named.replace(".custom.", ".").strip("]"))
        return "" if " " in named or not named else "".join(f"/{step}" for step in steps)


@functools.cache
def refusals() -> tuple[Refusal, ...]:
    """The recorded refusals of requests."""
    data("corpus")
    found = []
    for item in items():
        if item["status"] in (400, 422) and item["request"] is not None:
            dialect = dialect_of(item)
            target = ":".join([dialect, *re.findall(r"models/([^:/]+)", item["path"] or "")])
            report = turnwire.validate(json.dumps(item["request"]), dialect, kind="request", target=target)
            errors = [each for each in report.diagnostics if each.severity == "error"]
            found.append(Refusal(item["response"], tuple(each.pointer or "" for each in errors)))
    return tuple(found)


def test_each_refusal_is_an_error_or_has_a_row() -> None:
    silent = [each.words for each in refusals() if not each.places]
    assert [] == [reply for reply in silent if not any(words in reply for words, *_ in UNKNOWABLE)]


@pytest.mark.parametrize(("words", "reason", "number"), UNKNOWABLE, ids=[words for words, *_ in UNKNOWABLE])
def test_a_row_is_about_so_many_refusals(words: str, reason: str, number: int) -> None:
    assert reason
    assert number == sum(words in each.words and not each.places for each in refusals())


def test_an_error_is_at_the_member_that_the_reply_names() -> None:
    named = [each for each in refusals() if each.places and each.member]
    assert [] == [(each.words, each.places) for each in named if not any(_meet(each.member, at) for at in each.places)]
    assert len(named) > len(refusals()) // 5


def _meet(one: str, other: str) -> bool:
    """Whether one place is the other, or inside of it; of the whole document, a member can be missing."""
    if not other:
        return one.count("/") == 1
    return f"{one}/".startswith(f"{other}/") or f"{other}/".startswith(f"{one}/")
