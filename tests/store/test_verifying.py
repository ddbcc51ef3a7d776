"""What is wrong with a store is found, whatever broke it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import delete, text, update
from tests.store.conftest import AT, ids, result, said, session, use

from turnwire.errors import InvalidDocument
from turnwire.model import MessageMetadata, ToolId
from turnwire.sessions.store import verify
from turnwire.sessions.store.checksums import write_digests
from turnwire.sessions.store.tables import MESSAGES, PLACES, TOOL_CALLS

if TYPE_CHECKING:
    from turnwire.sessions.store import Store


@pytest.fixture(autouse=True)
def _filled(store: Store) -> None:
    store.add_session(session())
    store.append("s", [said("m1"), use("m2", "tu_1", "tu_2"), result("m3", "tu_1")], at=AT)
    assert [] == list(verify(store))


def codes(store: Store) -> list[str]:
    return [found.code for found in verify(store)]


@pytest.mark.parametrize(
    "change",
    [
        update(TOOL_CALLS).where(TOOL_CALLS.c.id == "tu_2").values(result_message_id="m3"),
        update(TOOL_CALLS).where(TOOL_CALLS.c.id == "tu_1").values(result_message_id=None),
        update(TOOL_CALLS).where(TOOL_CALLS.c.id == "tu_1").values(message_id="m1"),
        update(TOOL_CALLS).where(TOOL_CALLS.c.id == "tu_1").values(id="tu_3"),
        update(TOOL_CALLS).where(TOOL_CALLS.c.id == "tu_1").values(status="failed"),
        update(TOOL_CALLS).where(TOOL_CALLS.c.id == "tu_2").values(status="succeeded"),
        delete(TOOL_CALLS).where(TOOL_CALLS.c.id == "tu_2"),
    ],
    ids=str,
)
def test_calls_that_are_not_noted_as_the_messages_say(store: Store, change: object) -> None:
    with store.writing() as connection:
        connection.execute(change)  # type: ignore[call-overload]
    assert {"store.call"} == set(codes(store))


@pytest.mark.parametrize("content", ["", "[", "{}", '[{"type":"text"}]', '[{"type":"text","text":5}]', "[" * 100_000])
def test_a_message_that_cannot_be_read(store: Store, content: str) -> None:
    with store.writing() as connection:
        connection.execute(update(MESSAGES).where(MESSAGES.c.id == "m1").values(content_json=content))
    (found,) = verify(store)
    assert ("error", True) == (found.severity, "'m1'" in found.message)
    assert len(found.message) < 300
    with pytest.raises(InvalidDocument):
        ids(store)
    assert ["m1", "m2", "m3"] == [each.id for each in store.records("s")]


def test_a_message_of_the_future_is_told(store: Store) -> None:
    with store.writing() as connection:
        connection.execute(update(MESSAGES).where(MESSAGES.c.id == "m1").values(schema_version=7))
    with store.writing() as connection:
        write_digests(connection)
    assert [("store.newer-message", "warning")] == [(found.code, found.severity) for found in verify(store)]


def test_a_message_without_its_place_is_told(store: Store) -> None:
    with store.writing() as connection:
        connection.execute(delete(PLACES).where(PLACES.c.message_id == "m1"))
    assert ["store.not-noted"] == codes(store)


def test_no_server_takes_a_row_that_belongs_to_nothing(store: Store) -> None:
    for table, session_id in (("messages", "t"), ("turnwire_messages", "t")):
        with pytest.raises(InvalidDocument), store.writing() as connection:
            connection.execute(text(f"UPDATE {table} SET session_id = '{session_id}'"))  # noqa: S608 - our own words


@pytest.mark.parametrize(("column", "value"), [("provider", "acne"), ("provider_id", "call_9")])
def test_a_message_that_is_saved_once_more_mends_the_provider_of_its_calls(
    store: Store, column: str, value: str
) -> None:
    message = use("m4", "tu_4", metadata=MessageMetadata(provider="acme"))
    store.append("s", [message], at=AT, tool_ids=[ToolId("tu_4", "acme", "call_4")])
    with store.writing() as connection:
        connection.execute(update(TOOL_CALLS).where(TOOL_CALLS.c.id == "tu_4").values({column: value}))
    assert ["store.call"] == codes(store)

    store.save(message, session_id="s", at=AT)

    assert [] == codes(store)
    assert ("acme", "call_4") == next(
        (each.provider, each.provider_id) for each in store.calls("s") if each.id == "tu_4"
    )


def test_a_call_has_the_provider_of_its_message_after_a_change(store: Store) -> None:
    store.append("s", [use("m4", "tu_4", metadata=MessageMetadata(provider="acme"))], at=AT)
    store.save(use("m4", "tu_4", metadata=MessageMetadata(provider="other")), session_id="s", at=AT)
    assert ["other"] == [each.provider for each in store.calls("s") if each.id == "tu_4"]
    assert [] == codes(store)


def test_an_id_that_was_noted_after_its_call_is_no_finding(store: Store) -> None:
    store.add_tool_ids("s", [ToolId("tu_1", "acme", "call_1"), ToolId("tu_1", "other", "toolu_1")])
    assert [] == codes(store)
    store.save(use("m2", "tu_1", "tu_2"), session_id="s", at=AT)
    assert [None, None] == [each.provider_id for each in store.calls("s")]
    assert [] == codes(store)
