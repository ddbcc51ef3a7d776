"""Whatever the target's reader takes arrives there; what does not has a reason, and each reason explains something."""

from __future__ import annotations

from tests.carried.kept import Row, matches, reasons, rows

from turnwire import Keeping

LIMIT = 60


def test_less_than_the_goal_or_than_the_best_peer_has_a_reason() -> None:
    short = [row for row in rows(LIMIT, Keeping()) if row.is_short]
    assert [] == [row for row in short if not any(matches(reason, row) for reason in reasons())]


def test_no_reason_is_stale() -> None:
    short = [row for row in rows(LIMIT, Keeping()) if row.is_short]
    assert [] == [reason for reason in reasons() if not any(matches(reason, row) for row in short)]


def test_a_reason_names_target_kind_and_class() -> None:
    assert all("*" not in reason[1:4] and reason[4].endswith(".") for reason in reasons())


def test_replies_hold_what_provider_run_tools_found_where_the_caller_wants_it_as_text() -> None:
    found = rows(LIMIT, Keeping(hosted_tools="text"))
    hosted = [row for row in found if (row.kind, row.class_) == ("response", "hosted")]
    assert hosted
    assert [] == [row for row in hosted if row.share < 0.8]


def test_servers_that_take_no_reasoning_get_it_as_text_where_the_caller_wants_it() -> None:
    found = rows(LIMIT, Keeping(reasoning="text"))
    reasoning = [row for row in found if row.class_ == "reasoning"]
    assert reasoning
    assert [] == [row for row in reasoning if row.share < 0.95]


def test_the_measure_can_fail() -> None:
    assert Row("a", "b", "request", "content", 0.98, 0.0).is_short
    assert Row("a", "b", "request", "content", 0.995, 1.0).is_short
    assert not Row("a", "b", "request", "content", 0.995, 0.9).is_short
