"""Whatever the target's reader takes arrives there; each text that does not has a reason, and none is stale.

So a pair in which another converter keeps more has its reasons, too: such a converter sends what the server refuses, or
what a client would run.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.carried.kept import rows
from tests.carried.missing import REASONS, Missing, missing

from turnwire import Keeping

SAMPLES = (25, 60, 90)
"""How many recordings of each endpoint are looked at, evenly spread; other samples meet other texts."""
ALL = 1_000_000
FORMATS = frozenset(
    ("anthropic_messages", "gemini_generate", "mistral_chat", "ollama_chat", "openai_chat", "openai_responses")
)
DEFAULT, IN_TEXT = Keeping(), Keeping(hosted_tools="text")
HOSTED = ("response", "hosted")
"""What tools of the provider's own did and found is left out of replies, because a client would run a call."""


def lost(limit: int, keeping: Keeping) -> list[Missing]:
    """The texts that do not arrive; of provider-run tools in replies, those that are not said in text either."""
    return [each for each in missing(limit, keeping) if ((each.kind, each.class_) == HOSTED) == (keeping == IN_TEXT)]


def unexplained(found: list[Missing]) -> list[Missing]:
    return [each for each in found if not any(each.fits(row) for row in REASONS)]


@pytest.mark.parametrize("keeping", [DEFAULT, IN_TEXT], ids=["default", "in text"])
@pytest.mark.parametrize("limit", SAMPLES)
def test_what_does_not_arrive_has_a_reason(limit: int, keeping: Keeping) -> None:
    assert [] == unexplained(lost(limit, keeping))


def stale(found: list[Missing], keeping: Keeping) -> list[Any]:
    """The rows of reasons, each with the targets in which nothing is missing for it."""
    about = [row for row in REASONS if ((row[1], row[2]) == HOSTED) == (keeping == IN_TEXT)]
    assert about
    return [(row, sorted(left)) for row in about if (left := targets(row) - {e.target for e in found if e.fits(row)})]


def targets(row: list[Any]) -> set[str]:
    """The targets that a row is about."""
    return set(FORMATS - {row[0]}) if row[4] == "all" else set(row[4])


def test_a_reason_is_a_sentence_about_one_class() -> None:
    for source, kind, class_, place, where, reason in REASONS:
        assert source == "*" or source in FORMATS
        assert kind in ("request", "response")
        assert class_ in ("content", "reasoning", "hosted")
        assert place != "*" or class_ == "reasoning"
        assert where == "all" or set(where) <= FORMATS
        assert reason.endswith(".")


TAKE_REASONING = ("gemini_generate", "mistral_chat", "ollama_chat")
"""The formats whose servers take reasoning in requests."""
# (kind, class, targets, what the caller asks for) -> the share that arrives at least, in each pair.
GOALS: list[tuple[str, str, frozenset[str], Keeping, float]] = [
    ("response", "reasoning", FORMATS, DEFAULT, 0.95),
    ("request", "reasoning", frozenset(TAKE_REASONING), DEFAULT, 0.95),
    ("request", "reasoning", FORMATS, Keeping(reasoning="text"), 0.95),
    ("request", "hosted", FORMATS, DEFAULT, 0.8),
    ("response", "hosted", FORMATS, IN_TEXT, 0.8),
]


def below(limit: int, goals: list[tuple[str, str, frozenset[str], Keeping, float]]) -> list[Any]:
    """The pairs that do not reach a goal; raises an AssertionError for a goal without a pair."""
    found = []
    for kind, class_, formats, keeping, share in goals:
        own = [row for row in rows(limit, keeping) if row[1:4] in {(name, kind, class_) for name in formats}]
        assert own
        found += [row for row in own if row.share < share]
    return found


def test_the_goals_are_reached() -> None:
    assert [] == below(SAMPLES[1], GOALS)


@pytest.mark.parametrize(
    "keeping", list(dict.fromkeys(goal[3] for goal in GOALS)), ids=["default", "reasoning", "hosted"]
)
def test_all_that_is_recorded_reaches_the_goals_and_what_does_not_arrive_has_a_reason(keeping: Keeping) -> None:
    # One test, because one walk over all that is recorded takes minutes.
    assert [] == below(ALL, [goal for goal in GOALS if goal[3] == keeping])
    if keeping in (DEFAULT, IN_TEXT):
        found = lost(ALL, keeping)
        assert [] == unexplained(found)
        assert [] == stale(found, keeping)


def test_the_measure_can_fail() -> None:
    text = Missing("anthropic_messages", "openai_chat", "request", "content", ("/messages/*/content/*/text",), "1")
    assert [text] == unexplained([text])
    assert below(SAMPLES[0], [("response", "hosted", FORMATS, DEFAULT, 0.8)])
