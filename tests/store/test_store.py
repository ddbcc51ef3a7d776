"""Sessions and messages, put in and taken out, in SQLite and in PostgreSQL."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec
import pytest
from tests.store.conftest import AT, ids, said, session, use

import turnwire
from turnwire.errors import InvalidDocument
from turnwire.model import Message, MessageMetadata, TextBlock
from turnwire.sessions.store import Session, Store, messages, sessions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def code(done: Callable[[], object]) -> str:
    with pytest.raises(InvalidDocument) as refused:
        done()
    assert len(str(refused.value)) < 600
    return refused.value.diagnostics[0].code


def test_a_session_from_its_beginning_to_its_end(store: Store) -> None:
    about = session(active_model="acme:large", workspace_path="/home/who", routing_policy=msgspec.Raw(b'{"a": 1}'))
    store.add_session(about)
    assert about == store.session("s")
    assert 2 == store.append("s", [said("m1"), said("m2", "there", "assistant")], at=AT + 5)
    assert 3 == store.append("s", [said("m3")], at=AT + 7)
    assert ["m1", "m2", "m3"] == ids(store)
    assert ["m2", "m3"] == [each.id for each in store.messages("s", after=1)]
    assert (AT, AT + 7) == (store.session("s").created_at, store.session("s").updated_at)
    assert 3 == store.count_messages("s")
    store.update_session(msgspec.structs.replace(about, active_model=None, updated_at=AT + 9))
    assert (None, AT + 9) == (store.session("s").active_model, store.session("s").updated_at)
    store.delete_session("s")
    assert [] == list(store.sessions())
    assert None is store.message("m1")


def test_a_message_that_says_nothing_of_itself_has_the_ids_and_the_time_of_the_store(store: Store) -> None:
    store.add_session(session())
    store.append("s", [said("m1")], at=AT + 123_456)
    expected = said("m1", session_id="s", created_at="2026-09-21T14:13:20.123456Z", schema_version=1)
    assert expected == store.message("m1")


def test_a_message_is_what_it_was(store: Store) -> None:
    whole = said(
        "m1",
        session_id="s",
        name="Ada",
        created_at="2026-05-08T12:00:00+02:00",
        schema_version=1,
        metadata=MessageMetadata(model="acme:large", status="cancelled", extra={"x": msgspec.Raw(b"1.00")}),
        provider_raw={"acme": msgspec.Raw(b'{"b":1,"a":2}')},
    )
    store.add_session(session())
    store.append("s", [whole], at=AT)
    assert whole == store.message("m1")
    record = store.record("m1")
    assert record is not None
    assert 1_778_234_400_000_000 == record.created_at


CONTENT = '[{"type":"hologram","x":[1.00,  "\\u00e9\\u0000"],"b":{}},{"type":"text","text":"a","later":2}]'
UNKNOWN = (
    b'{"role":"user","content":' + CONTENT.encode() + b","
    b'"id":"m1","session_id":"s","metadata":{"new":{"z":1, "a":1e400}},"created_at":"2026-05-08T12:00:00Z",'
    b'"schema_version":1,"future":{"deep":[null]}}'
)


def test_unknown_blocks_and_fields_are_kept_letter_by_letter(store: Store) -> None:
    document = turnwire.read(b'{"history":[' + UNKNOWN + b"]}", "turnwire", kind="request")
    store.add_session(session())
    store.append("s", document.history, at=AT)
    record = store.record("m1")
    assert record is not None
    assert CONTENT == record.content
    assert '{"new":{"z":1, "a":1e400}}' == record.metadata
    assert '{"future":{"deep":[null]}}' == record.rest
    assert document.history == list(store.messages("s"))


def test_messages_stand_in_the_order_they_came_whatever_their_times_say(store: Store) -> None:
    store.add_session(session())
    times = ["2026-05-08T12:00:00Z", "1999-01-01T00:00:00Z", "2031-01-01T00:00:00Z", "1969-12-31T23:59:59.5Z"]
    for n, time in enumerate(times):
        store.append("s", [said(f"z{9 - n}", created_at=time)], at=AT)
    assert ["z9", "z8", "z7", "z6"] == ids(store)
    assert times == [each.created_at for each in store.messages("s")]


def test_a_time_that_is_none_is_kept_as_it_is_said(store: Store) -> None:
    store.add_session(session())
    store.append("s", [said("m1", created_at="yesterday"), said("m2", created_at="2026-02-30T00:00:00Z")], at=AT)
    assert ["yesterday", "2026-02-30T00:00:00Z"] == [each.created_at for each in store.messages("s")]


def test_what_is_taken_already_is_refused_and_nothing_of_it_is_stored(store: Store) -> None:
    store.add_session(session())
    store.add_session(session("t"))
    store.append("s", [said("m1"), use("m2", "tu_1")], at=AT)
    assert "store.repeated-id" == code(lambda: store.add_session(session()))
    assert "store.repeated-id" == code(lambda: store.append("t", [said("n1"), said("m1")], at=AT))
    assert "store.repeated-id" == code(lambda: store.append("t", [said("n1"), said("n1")], at=AT))
    assert "store.repeated-id" == code(lambda: store.append("t", [said("n1"), use("n2", "tu_1")], at=AT))
    assert "store.repeated-id" == code(lambda: store.append("t", [use("n1", "tu_2", "tu_2")], at=AT))
    assert "store.repeated-id" == code(lambda: store.append("t", [use("n1", "tu_2"), use("n2", "tu_2")], at=AT))
    assert ([], ["m1", "m2"]) == (ids(store, "t"), ids(store))
    with pytest.raises(InvalidDocument, match="'m1'"):
        store.append("t", [said("m0"), said("m1"), said("m4")], at=AT)
    # The refusals left nothing behind that would be in the way.
    assert 2 == store.append("t", [said("n1"), use("n2", "tu_2")], at=AT)


def test_many_at_once_are_all_stored_or_none(store: Store) -> None:
    store.add_session(session())
    many = [said(f"m{n:04}") for n in range(1_100)]
    assert "store.repeated-id" == code(lambda: store.append("s", [*many, said("m0003")], at=AT))
    assert [] == ids(store)
    assert 1_100 == store.append("s", iter(many), at=AT)
    assert [each.id for each in many] == ids(store)


def test_what_cannot_be_stored_is_refused(store: Store) -> None:
    store.add_session(session())
    assert "store.no-session" == code(lambda: store.append("t", [said("m")], at=AT))
    assert "store.no-session" == code(lambda: store.session("t"))
    assert "store.no-session" == code(lambda: list(store.messages("t")))
    assert "store.no-session" == code(lambda: store.unanswered("t"))
    assert "store.no-session" == code(lambda: store.delete_session("t"))
    assert "store.no-session" == code(lambda: store.update_session(session("t")))
    assert "store.no-id" == code(lambda: store.append("s", [Message("user", [])], at=AT))
    assert "store.no-id" == code(lambda: store.add_session(session("")))
    assert "store.text" == code(lambda: store.add_session(session("x" * 1_001)))
    assert "store.text" == code(lambda: store.append("s", [said("x" * 1_001)], at=AT))
    assert "store.text" == code(lambda: store.append("s", [use("m", "x" * 1_001)], at=AT))
    assert "store.text" == code(lambda: store.append("s", [use("m", "x\0")], at=AT))
    assert "store.no-id" == code(lambda: store.append("s", [use("m", "")], at=AT))
    assert "store.no-message" == code(lambda: store.save(said("m"), session_id="s", at=AT))
    assert "store.other-session" == code(lambda: store.append("s", [said("m", session_id="t")], at=AT))
    wrong: Message = Message("user", [TextBlock(5)], id="m")  # type: ignore[arg-type]
    with pytest.raises(InvalidDocument):
        store.append("s", [wrong], at=AT)
    assert [] == ids(store)


@pytest.mark.parametrize(
    "text", ["\0", "a\0b", "\\0", "\\u0000", "\ud800", "", "'; DROP TABLE messages", "%s %(id)s ?"]
)
def test_any_text_is_stored_or_refused(store: Store, text: str) -> None:
    store.add_session(session())
    if "\ud800" in text:
        with pytest.raises(InvalidDocument):
            store.append("s", [said("m1", text)], at=AT)
    else:
        store.append("s", [said("m1", text, name=text)], at=AT)
        assert [(text, text)] == [(each.content[0].text, each.name) for each in store.messages("s")]  # type: ignore[union-attr]
    if "\0" in text or "\ud800" in text:
        assert "store.text" == code(lambda: store.add_session(session(text)))
        assert "store.text" == code(lambda: store.add_session(session("t", workspace_path=text)))
    elif text:
        store.add_session(session(text, workspace_path=text, active_model=text))
        assert text == store.session(text).workspace_path
        store.append(text, [said(text)], at=AT)
        assert [text] == ids(store, text)


def test_numbers_that_no_column_holds_are_refused(store: Store) -> None:
    assert code(lambda: store.add_session(Session(id="s", created_at=2**70, updated_at=0))).startswith("store.")


def test_a_partial_message_becomes_a_complete_one_in_its_place(store: Store) -> None:
    store.add_session(session())
    partial = MessageMetadata(status="partial")
    store.append("s", [said("m1"), said("m2", "The Rh", "assistant", metadata=partial), said("m3")], at=AT)
    store.save(said("m2", "The Rhine.", "assistant"), session_id="s", at=AT + 1)
    assert ["m1", "m2", "m3"] == ids(store)
    assert [TextBlock("The Rhine.")] == list(store.messages("s"))[1].content
    store.add_session(session("t"))
    assert "store.no-message" == code(lambda: store.save(said("m2"), session_id="t", at=AT))


def test_sessions_are_listed_oldest_first_and_some_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "PAGE", 10)
    with store.writing() as connection:
        for n in range(35):
            sessions.add_session(connection, Session(id=f"s{n:03}", created_at=AT + n // 7, updated_at=AT))
    assert [f"s{n:03}" for n in range(35)] == [each.id for each in store.sessions()]


def test_a_large_message(store: Store) -> None:
    store.add_session(session())
    text = "river " * (50_000_000 // 6)
    store.append("s", [said("m0"), said("m1", text), said("m2")], at=AT)
    assert ["m0", "m1", "m2"] == ids(store)
    found = store.message("m1")
    assert found is not None
    assert [TextBlock(text)] == found.content


def test_a_session_is_read_some_messages_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "PAGE_SIZE", 10_000)
    store.add_session(session())
    store.append("s", [said(f"m{n:03}", "x" * (n * 40)) for n in range(300)], at=AT)
    pages = [[each.size for each in page] for page in store.pages("s")]
    assert 300 == sum(map(len, pages))
    assert [] == [page for page in pages if sum(page) > 10_000 and len(page) > 1]
    assert max(map(len, pages)) <= messages.PAGE


def test_what_is_added_while_a_session_is_read_is_read_too(store: Store) -> None:
    store.add_session(session())
    store.append("s", [said("m1")], at=AT)

    def reading() -> Iterator[str]:
        for each in store.messages("s"):
            if each.id == "m1":
                store.append("s", [said("m2")], at=AT)
            yield str(each.id)

    assert ["m1", "m2"] == list(reading())


def test_threads_share_a_store(store: Store) -> None:
    store.add_session(session())
    faults: list[BaseException] = []

    def add(name: str) -> None:
        try:
            for n in range(20):
                store.append("s", [said(f"{name}{n:02}")], at=AT)
        except BaseException as fault:
            faults.append(fault)
            raise

    threads = [threading.Thread(target=add, args=(name,)) for name in "abcd"]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert [] == faults
    found = ids(store)
    assert sorted(f"{name}{n:02}" for name in "abcd" for n in range(20)) == sorted(found)
    for name in "abcd":
        mine = [each for each in found if each.startswith(name)]
        assert mine == sorted(mine)


def test_a_server_that_isolates_more_by_itself_refuses_no_writer(postgresql: str) -> None:
    url = postgresql + quote(" -cdefault_transaction_isolation=serializable")
    with Store(url, create=True) as first, Store(url) as second:
        first.add_session(session())

        def add(store: Store, name: str) -> None:
            for n in range(20):
                store.append("s", [said(f"{name}{n}")], at=AT)

        writers = [threading.Thread(target=add, args=each) for each in ((first, "a"), (second, "b"))]
        for each in writers:
            each.start()
        for each in writers:
            each.join()
        assert list(range(1, 41)) == [each.seq for each in first.records("s")]


def test_a_store_is_opened_again(store: Store, where: str) -> None:
    store.add_session(session())
    store.append("s", [said("m1")], at=AT)
    with Store(where) as again, Store(where, read_only=True) as reader:
        assert ["m1"] == ids(again) == ids(reader)
        again.append("s", [said("m2")], at=AT)
        assert ["m1", "m2"] == ids(store) == ids(reader)
        assert "store.read-only" == code(lambda: reader.append("s", [said("m3")], at=AT))
