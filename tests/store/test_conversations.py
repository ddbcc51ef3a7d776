"""Conversations of any dialect go into a store and come out of it again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.data import ROOT
from tests.store.conftest import AT, ids, said, session
from tests.store.test_store import code

import turnwire
from turnwire.dialects import get, names
from turnwire.model import History
from turnwire.sessions.store import Store, append_history, export_history, import_history

if TYPE_CHECKING:
    from pathlib import Path

    from turnwire.documents.ids import Ulids

EXAMPLES = sorted((ROOT / "examples").rglob("*.json"))


def read(data: bytes | str | dict[str, Any], dialect: str) -> History:
    found = turnwire.read(data, dialect, kind="request")
    assert isinstance(found, History)
    return found


REQUESTS = [(path.parent.name, path) for path in EXAMPLES if "." not in path.stem or path.stem.endswith(".request")]


@pytest.mark.parametrize(("dialect", "path"), REQUESTS, ids=lambda each: getattr(each, "stem", each))
def test_an_example_comes_out_as_it_went_in(store: Store, ulids: Ulids, dialect: str, path: Path) -> None:
    document = read(path.read_bytes(), dialect)
    done = import_history(store, document, ulids, at=AT, source=dialect)
    assert len(document.history) == done.messages == store.count_messages(done.session.id)
    assert turnwire.write(document, dialect).data == export_history(store, done.session.id, dialect).data


ASKED = {
    "id": "chat-7",
    "settings": {"model": "large", "tools": [{"name": "weather", "input_schema": {"type": "object"}}]},
    "meta": {"chat_started": "2026-05-08"},
    "history": [
        {"role": "system", "content": [{"type": "text", "text": "be brief"}]},
        {"role": "user", "name": "Ada", "content": [{"type": "text", "text": "Weather?"}], "id": "msg_1"},
        {
            "role": "assistant",
            "content": [
                {"type": "tool_use", "id": "call_1", "name": "weather", "input": {"at": "Bonn"}},
                {"type": "tool_use", "id": "call_2", "name": "weather", "input": {"at": "Ulm"}},
            ],
        },
        {
            "role": "tool",
            "content": [
                {"type": "tool_result", "tool_use_id": "call_1", "content": [{"type": "text", "text": "rain"}]}
            ],
            "metadata": {"parent_tool_use_id": "call_1"},
        },
    ],
}
WRITERS = [name for name in names() if get(name).request is not None]


@pytest.mark.parametrize("dialect", WRITERS)
def test_each_dialect_comes_out_as_it_went_in(tmp_path: Path, ulids: Ulids, dialect: str) -> None:
    body = turnwire.write(read(ASKED, "turnwire"), dialect).data
    document = read(body, dialect)
    with Store(tmp_path / "store.db", create=True) as store:
        first = import_history(store, document, ulids, at=AT, source=dialect)
        # Once more: none of its ids are in the way.
        again = import_history(store, document, ulids, at=AT, source=dialect, new_ids=True)
        for done in (first, again):
            assert turnwire.write(document, dialect).data == export_history(store, done.session.id, dialect).data
        for target in WRITERS:
            written = export_history(store, first.session.id, target)
            # What the store alone has added is not missed where there is no place for it.
            values: list[Any] = [loss.value for loss in written.losses]
            assert first.session.id not in values


def test_a_session_has_ids_of_its_own(store: Store, ulids: Ulids) -> None:
    document = read(ASKED, "turnwire")
    done = import_history(store, document, ulids, at=AT, source="turnwire")
    found = json.loads(export_history(store, done.session.id, "canonical").data)
    turns = found if isinstance(found, list) else found.get("messages", found.get("history"))
    assert [done.session.id] * 4 == [each["session_id"] for each in turns]
    assert [None] * 4 == [None if len(each["id"]) == 26 else each["id"] for each in turns]
    (call,) = store.unanswered(done.session.id)
    assert ("call_2", None, "weather") == (call.provider_id, call.provider, call.name)
    assert call.id.startswith("tu_")
    assert {"pending": 1, "succeeded": 1} == store.count_calls(done.session.id)
    assert "large" == store.session(done.session.id).active_model
    assert ASKED == json.loads(export_history(store, done.session.id, "turnwire").data)


CANONICAL = {
    "history": [
        {
            "role": "assistant",
            "id": "01HZ0000000000000000000001",
            "session_id": "sess_42",
            "content": [{"type": "tool_use", "id": "tu_01HZ0000000000000000000100", "name": "read_file", "input": {}}],
            "created_at": "2026-05-08T12:00:00Z",
            "schema_version": 1,
        }
    ]
}


def test_canonical_ids_are_kept_and_taken_once(store: Store, ulids: Ulids) -> None:
    document = read(CANONICAL, "turnwire")
    done = import_history(store, document, ulids, at=AT, source="turnwire")
    assert "sess_42" == done.session.id
    assert ["01HZ0000000000000000000001"] == ids(store, "sess_42")
    assert ["tu_01HZ0000000000000000000100"] == [each.id for each in store.unanswered("sess_42")]
    assert "store.repeated-id" == code(lambda: import_history(store, document, ulids, at=AT, source="turnwire"))
    again = import_history(store, document, ulids, at=AT, source="turnwire", new_ids=True)
    assert "sess_42" != again.session.id
    for each in ("sess_42", again.session.id):
        assert CANONICAL == json.loads(export_history(store, each, "turnwire").data)


def test_a_conversation_of_two_sessions_is_refused(store: Store, ulids: Ulids) -> None:
    turns = [{**CANONICAL["history"][0], "session_id": each} for each in ("sess_1", "sess_2")]
    document = read({"history": turns}, "turnwire")
    assert "store.other-session" == code(lambda: import_history(store, document, ulids, at=AT))


def test_what_follows_is_appended_and_answers_the_calls_of_before(store: Store, ulids: Ulids) -> None:
    done = import_history(store, read(ASKED, "turnwire"), ulids, at=AT, source="openai_chat")
    more = {"history": [{"role": "tool", "content": [{"type": "tool_result", "tool_use_id": "call_2"}]}]}
    appended = append_history(store, done.session.id, read(more, "turnwire"), ulids, at=AT + 9, source="openai_chat")
    assert 1 == appended.messages
    assert [] == store.unanswered(done.session.id)
    assert AT + 9 == store.session(done.session.id).updated_at
    # Another provider's call_1 is another call.
    other = {"history": [{"role": "assistant", "content": [{"type": "tool_use", "id": "call_1", "name": "weather"}]}]}
    append_history(store, done.session.id, read(other, "turnwire"), ulids, at=AT, source="mistral_chat")
    assert [("call_1", "mistral")] == [(c.provider_id, c.provider) for c in store.unanswered(done.session.id)]
    written = json.loads(export_history(store, done.session.id, "openai_chat").data)["messages"]
    assert ["call_1", "call_2"] == [each["id"] for each in written[2]["tool_calls"]]
    assert "call_2" == written[4]["tool_call_id"]
    assert written[5]["tool_calls"][0]["id"] not in ("call_1", "call_2")
    assert "store.no-session" == code(lambda: append_history(store, "sess_0", read(more, "turnwire"), ulids, at=AT))


def test_messages_of_a_program_and_of_a_conversation_stand_in_one_session(store: Store, ulids: Ulids) -> None:
    store.add_session(session("sess_1"))
    store.append("sess_1", [said("m1")], at=AT)
    append_history(store, "sess_1", read(ASKED, "turnwire"), ulids, at=AT, source="turnwire")
    assert 5 == len(json.loads(export_history(store, "sess_1", "turnwire").data)["history"])


def test_an_empty_conversation_is_a_session(store: Store, ulids: Ulids) -> None:
    done = import_history(store, read({"history": []}, "turnwire"), ulids, at=AT, source="turnwire")
    assert {"history": []} == json.loads(export_history(store, done.session.id, "turnwire").data)


def test_the_worked_session_reads_and_comes_out_equal(store: Store, ulids: Ulids, worked: dict[str, Any]) -> None:
    document = read({"history": worked["messages"]}, "turnwire")
    done = import_history(store, document, ulids, at=AT, source="canonical")
    assert "sess_42" == done.session.id
    assert document.history == list(store.messages("sess_42"))
    assert (
        turnwire.write(document, "turnwire").data
        == turnwire.write(History(list(store.messages("sess_42"))), "turnwire").data
    )
    assert [] == store.unanswered("sess_42")
    assert 1 == store.failed("sess_42")
