"""Messages of the past become messages of today when they are read, and those of the future stay what they are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update
from tests.store.conftest import AT, session

import turnwire
from turnwire.documents.migrations import MIGRATIONS, Migrations, Step
from turnwire.sessions.store import Store
from turnwire.sessions.store.tables import MESSAGES

if TYPE_CHECKING:
    from turnwire.model import Message

USAGE = {"input_tokens": 100, "output_tokens": 5, "cached_input_tokens": 60}
OLD = {"provider": "openai", "model": "openai:gpt-5", "usage": USAGE, "later": 1}


@pytest.fixture
def old(store: Store) -> str:
    """A message of version 0: its input counts hold the cached tokens too."""
    text = {"role": "assistant", "id": "m1", "content": [{"type": "text", "text": "hi"}], "metadata": OLD}
    document = turnwire.read({"history": [text]}, "turnwire", kind="request")
    store.add_session(session())
    store.append("s", document.history, at=AT)
    with store.writing() as connection:
        connection.execute(update(MESSAGES).values(schema_version=0))
    return "m1"


def found(store: Store) -> Message:
    (message,) = store.messages("s")
    assert message == store.message("m1")
    return message


def test_a_message_of_the_past_is_migrated_on_reading_and_written_back_when_it_is_saved(store: Store, old: str) -> None:
    before = store.record(old)
    message = found(store)
    assert message.metadata is not None
    assert message.metadata.usage is not None
    assert (40, 1) == (message.metadata.usage.input_tokens, message.schema_version)
    assert before == store.record(old)
    store.save(message, session_id="s", at=AT)
    record = store.record(old)
    assert record is not None
    told = json.loads(record.metadata)
    assert (1, {**USAGE, "input_tokens": 40}, 1) == (record.schema_version, told["usage"], told["later"])
    assert message == found(store)


def test_a_message_of_the_future_is_kept_as_it_is(store: Store, old: str) -> None:
    with store.writing() as connection:
        connection.execute(update(MESSAGES).values(schema_version=2**40, content_json='[{"type":"dream","of":[1.0]}]'))
    message = found(store)
    assert 2**40 == message.schema_version
    store.save(message, session_id="s", at=AT)
    record = store.record(old)
    assert record is not None
    assert (2**40, '[{"type":"dream","of":[1.0]}]') == (record.schema_version, record.content)
    assert OLD == json.loads(record.metadata)


def test_a_store_takes_the_migrations_that_it_is_given(where: str, store: Store, old: str) -> None:
    later = Step(1, "message", "say who", lambda message: {**message, "name": message["id"]})
    with Store(where, migrations=Migrations(2, (*MIGRATIONS.steps, later))) as newer:
        message = found(newer)
        assert (2, old) == (message.schema_version, message.name)
        newer.save(message, session_id="s", at=AT)
    # This one is older than what it reads now.
    assert (2, old) == (found(store).schema_version, found(store).name)
