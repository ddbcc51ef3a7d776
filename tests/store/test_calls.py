"""Calls of tools: which are unanswered, which failed, and what of a conversation says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.store.conftest import AT, result, said, session, use

from turnwire.model import Message, MessageMetadata, ToolId, ToolResultBlock, ToolUseBlock
from turnwire.sessions.session_ids import SessionIds
from turnwire.sessions.store import verify

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.documents.ids import Ulids
    from turnwire.sessions.store import Store


def unanswered(store: Store, session_id: str = "s") -> list[str]:
    return [each.id for each in store.unanswered(session_id)]


@pytest.fixture(autouse=True)
def _consistent(store: Store) -> Iterator[None]:
    """Whatever a test did: what is noted of calls is what the messages say."""
    store.add_session(session())
    yield
    assert [] == [found for found in verify(store) if found.severity == "error"]


def test_a_call_from_its_making_to_its_answer(store: Store) -> None:
    store.append("s", [use("m1", "a", "b", "c", created_at="2026-05-08T12:00:00Z")], at=AT)
    assert ["a", "b", "c"] == unanswered(store)
    store.append("s", [result("m2", "b"), result("m3", "c", failed=True)], at=AT + 3)
    assert ["a"] == unanswered(store)
    assert 1 == store.failed("s")
    assert {"pending": 1, "succeeded": 1, "failed": 1} == store.count_calls("s")
    (failed,) = store.calls("s", "failed")
    assert ("c", "s", "m1", "m3", "read_file") == (
        failed.id,
        failed.session_id,
        failed.message_id,
        failed.result_message_id,
        failed.name,
    )
    assert (1_778_241_600_000_000, AT + 3) == (failed.created_at, failed.completed_at)


def test_all_that_is_appended_at_once_is_seen_in_its_order(store: Store) -> None:
    # The first result stands before its call, and answers nothing.
    store.append("s", [result("m1", "a"), use("m2", "a", "b"), result("m3", "b")], at=AT)
    assert ["a"] == unanswered(store)
    assert ["store.orphan-result"] == [found.code for found in verify(store)]


def test_a_call_is_answered_once(store: Store) -> None:
    store.append("s", [use("m1", "a"), result("m2", "a", failed=True), result("m3", "a")], at=AT)
    store.append("s", [result("m4", "a")], at=AT)
    assert [("failed", "m2")] == [(each.status, each.result_message_id) for each in store.calls("s")]


def test_no_other_session_answers_a_call(store: Store) -> None:
    store.add_session(session("t"))
    store.append("s", [use("m1", "a")], at=AT)
    store.append("t", [result("n1", "a")], at=AT)
    assert (["a"], []) == (unanswered(store), unanswered(store, "t"))


def test_calls_of_a_message_that_was_cancelled_wait_for_nothing(store: Store) -> None:
    about = MessageMetadata(status="cancelled", provider="acme")
    store.append("s", [use("m1", "a", metadata=about), use("m2", "b")], at=AT)
    assert ["b"] == unanswered(store)
    assert [("cancelled", "acme")] == [(each.status, each.provider) for each in store.calls("s", "cancelled")]


def test_a_call_that_nobody_will_answer_is_cancelled(store: Store) -> None:
    store.append("s", [use("m1", "a", "b"), result("m2", "b")], at=AT)
    assert (True, False, False, False) == tuple(store.cancel(each, at=AT + 1) for each in ("a", "a", "b", "c"))
    assert {"cancelled": 1, "succeeded": 1} == store.count_calls("s")


def test_tools_that_the_provider_runs_are_not_among_them(store: Store) -> None:
    own = Message(
        "assistant",
        [ToolUseBlock("srv_1", "web_search", run_by="provider"), ToolResultBlock("srv_1", run_by="provider")],
        id="m1",
    )
    store.append("s", [own, msgspec.structs.replace(own, id="m2")], at=AT)
    assert [] == store.calls("s")


def test_a_message_that_is_saved_again_has_the_calls_that_it_says(store: Store) -> None:
    partial = MessageMetadata(status="partial")
    store.append("s", [use("m1", "a", "b", metadata=partial), result("m2", "a"), said("m3")], at=AT)
    store.save(use("m1", "a", "c"), session_id="s", at=AT)
    assert ["c"] == unanswered(store)
    assert [("a", "succeeded")] == [(each.id, each.status) for each in store.calls("s", "succeeded")]
    # A result that stood there already answers a call that came later.
    store.append("s", [result("m4", "d")], at=AT)
    store.save(use("m3", "d"), session_id="s", at=AT)
    assert ["c"] == unanswered(store)
    store.save(result("m2", "c", failed=True), session_id="s", at=AT)
    assert (["a"], 1) == (unanswered(store), store.failed("s"))
    cancelled = MessageMetadata(status="cancelled")
    store.save(use("m1", "a", "c", metadata=cancelled), session_id="s", at=AT)
    assert ([], 1) == (unanswered(store), store.failed("s"))


def test_a_name_with_nul_is_noted_and_kept(store: Store) -> None:
    message = Message("assistant", [ToolUseBlock("a", "read\0file")], id="m1")
    store.append("s", [message], at=AT)
    assert ["read\\u0000file"] == [each.name for each in store.calls("s")]
    found = store.message("m1")
    assert found is not None
    assert message.content == found.content


@pytest.mark.parametrize(
    ("said_by", "noted_as", "provider"),
    [
        (None, "openai_chat", "openai"),
        (None, "gemini_generate", "google"),
        (None, "acme", "acme"),
        (None, "turnwire", None),
        (None, "canonical", None),
        ("openrouter", "openai_chat", "openrouter"),
    ],
)
def test_the_provider_of_a_call_is_no_dialect(
    store: Store, said_by: str | None, noted_as: str, provider: str | None
) -> None:
    message = use("m1", "a")
    message.metadata = MessageMetadata(provider=said_by)
    store.append("s", [message], at=AT, tool_ids=[ToolId("a", noted_as, "call_1")])
    assert [("call_1", provider)] == [(each.provider_id, each.provider) for each in store.calls("s")]


def test_the_ids_of_providers_are_kept_in_their_order(store: Store, ulids: Ulids) -> None:
    ids = SessionIds("s")
    calls = [ids.new_call("openai", each, ulids) for each in ("call_1", "call_1", "a\0b\\0", "", "long" * 9_999)]
    store.append("s", [use("m1", *calls)], at=AT, tool_ids=ids.rows())
    assert ids == SessionIds("s", store.tool_ids("s"))
    assert [("call_1", "openai")] * 2 == [(each.provider_id, each.provider) for each in store.calls("s")][:2]
    store.add_tool_ids("s", [*ids.rows(), ToolId(calls[0], "anthropic", "toolu_1")])
    assert [*ids.rows(), ToolId(calls[0], "anthropic", "toolu_1")] == store.tool_ids("s")
