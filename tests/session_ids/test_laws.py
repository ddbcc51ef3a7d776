"""Laws of the map, whatever providers issue and callers bring."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.session_ids.replies import NOW, answered, asked, blocks, conversation, ids_of, new_ids, of_chat

import turnwire
from turnwire.codec.json import check
from turnwire.dialects import get, names
from turnwire.documents import schemas
from turnwire.documents.ids import Ulids, is_made, seeded
from turnwire.model import History, ToolUseBlock
from turnwire.sessions.session_ids import SessionIds, ToolId

if TYPE_CHECKING:
    from turnwire.documents.written import Written

# Its first ids, which nobody outside can know before they are made.
GUESSED = [Ulids(lambda: NOW, seeded("")).new("tool_use") for _ in range(2)]
HOSTILE = (
    "",
    "\0",
    "a b",
    "a_b",
    "a.b",
    "a_b_2",
    "call_1",
    "tu_1",
    "é" * 70,
    "x" * 64,
    "x" * 65,
    "9sLetters",
    *GUESSED,
)
TARGETS = ("anthropic_messages", "openai_chat", "openai_responses", "mistral_chat", "gemini_generate", "sharegpt")

# What each takes, by its own documentation; see the declarations.
TAKES = {
    "anthropic_messages": re.compile(r"[a-zA-Z0-9_-]+"),
    "bedrock_anthropic": re.compile(r"[a-zA-Z0-9_-]+"),
    "vertex_anthropic": re.compile(r"[a-zA-Z0-9_-]+"),
    "mistral_chat": re.compile(r"[a-zA-Z0-9]{9}"),
    "openai_responses": re.compile(r"(?s).{1,64}"),
}

replies = st.lists(
    st.tuples(
        st.sampled_from(["openai_chat", "mistral_chat"]), st.lists(st.sampled_from(HOSTILE), min_size=1, max_size=3)
    ),
    max_size=4,
)


def session(steps: list[tuple[str, list[str]]], own: list[str]) -> tuple[SessionIds, History]:
    """A conversation that begins with calls of the caller's own ids, and goes on with replies."""
    ids, ulids = SessionIds("s"), new_ids()
    history = conversation(own, own) if own else asked()
    for dialect, issued in steps:
        answered(history, ids.read_reply(of_chat(*issued), dialect, history, ulids))
    return ids, history


def calls_of(history: History) -> list[str]:
    return [block.id for block in blocks(history.history) if isinstance(block, ToolUseBlock)]


def back_from(ids: SessionIds, written: Written, dialect: str) -> list[str]:
    found = ids.read_request(written.data, dialect, new_ids("later"), envelope=written.envelope)
    return ids_of(found.history)


own_ids = st.lists(st.sampled_from([each for each in HOSTILE if each]), unique=True, max_size=4)


@given(replies, own_ids, st.lists(st.sampled_from(TARGETS), min_size=1, max_size=4))
@settings(max_examples=150)
@example([("openai_chat", ["a_b"])], ["a b"], ["anthropic_messages"])
@example([("openai_chat", ["a_b"])], ["a_b", "a_b_2"], ["openai_chat", "anthropic_messages"])
@example([("openai_chat", ["call_1"]), ("openai_chat", ["call_1"])], ["call_1"], ["openai_chat", "mistral_chat"])
@example([("mistral_chat", ["x" * 1_000_000])], ["y" * 1_000_000], ["openai_responses", "mistral_chat"])
def test_one_call_is_one_id_on_each_side(
    steps: list[tuple[str, list[str]]], own: list[str], targets: list[str]
) -> None:
    ids, history = session(steps, own)
    canonical = ids_of(history.history)
    assert len(calls_of(history)) == len(set(calls_of(history)))
    for dialect in targets:
        written = ids.write(history, dialect)
        document = turnwire.read(written.data, dialect, kind="request")
        assert isinstance(document, History)
        sent = ids_of(document.history)
        pairs = set(zip(canonical, sent, strict=True))
        assert len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})
        assert canonical == ids_of(written.ids.restore(document).history)
        if dialect != "sharegpt":
            assert canonical == back_from(ids, written, dialect)
            assert written.data == ids.write(history, dialect).data


@given(replies, own_ids)
@settings(max_examples=60)
def test_a_map_survives_being_kept_and_is_the_same_for_the_same_steps(
    steps: list[tuple[str, list[str]]], own: list[str]
) -> None:
    ids, history = session(steps, own)
    for dialect in ("mistral_chat", "anthropic_messages"):
        ids.write(history, dialect)
    kept = SessionIds.from_json(ids.to_json(), "s")
    again, _ = session(steps, own)
    for dialect in ("mistral_chat", "anthropic_messages"):
        again.write(history, dialect)
    assert (ids, ids.to_json()) == (kept, again.to_json())
    assert [row.canonical for row in ids.rows()] == [row.canonical for row in again.rows()]
    assert ids.rows() == (*ids.rows()[:2], *ids.rows(2))


@given(replies)
@settings(max_examples=60)
def test_every_new_call_has_an_id_of_the_session(steps: list[tuple[str, list[str]]]) -> None:
    _, history = session(steps, [])
    assert all(is_made(each, "tool_use") for each in ids_of(history.history))


@pytest.mark.parametrize("dialect", [name for name in names() if get(name).request is not None])
def test_ids_are_legal_in_every_target(dialect: str) -> None:
    issued = [("openai_chat" if dialect == "mistral_chat" else "mistral_chat", list(HOSTILE))] * 2
    ids, history = session(issued, ["a b", "a_b", "\0", "z" * 1_000_000])
    written = ids.write(history, dialect)
    document: Any = turnwire.read(written.data, dialect, kind="request", envelope=written.envelope)
    takes = TAKES.get(dialect, re.compile("(?s).*"))
    assert [] == [each for each in ids_of(document.history) if not takes.fullmatch(each)]
    assert written.data == ids.write(history, dialect).data
    check(written.data)


def test_only_what_a_provider_issued_itself_is_sent_against_its_rule() -> None:
    # It has called two calls `a b`: the first is called so again, the second as its rule has it.
    ids, history = session([("mistral_chat", ["a b"]), ("mistral_chat", ["a b"])], [])
    found: Any = turnwire.read(ids.write(history, "mistral_chat").data, "mistral_chat", kind="request")
    one, _, other, _ = ids_of(found.history)
    assert ("a b", True) == (one, TAKES["mistral_chat"].fullmatch(other) is not None)


def test_what_a_writer_makes_of_an_id_is_not_another_call_s() -> None:
    # `a b` becomes `a_b` for Anthropic, which has called another call so; that one is not in this request.
    ids, ulids, history = SessionIds("s"), new_ids(), asked()
    read: Any = turnwire.read(of_chat("a_b"), "openai_chat", kind="response")
    reply = ids.canonical(read, "anthropic_messages", ulids)
    written = ids.write(conversation(["a b"], ["a b"]), "anthropic_messages")
    assert ["a b", "a b"] == back_from(ids, written, "anthropic_messages")
    answered(history, reply)
    assert b'"id":"a_b"' in ids.write(history, "anthropic_messages").data
    assert b'"id":"a_b"' not in written.data


rows = st.builds(ToolId, *[st.sampled_from(["", "a", "b", "tu_1", "\0"])] * 3)


@given(st.text(max_size=3), st.lists(rows, max_size=8))
def test_any_rows_are_a_map(session_id: str, found: list[ToolId]) -> None:
    ids = SessionIds(session_id, found)
    assert set(found_keys(found)) == set(found_keys(ids.rows()))
    assert len(ids.rows()) == len(set(found_keys(found)))
    assert ids == SessionIds.from_json(ids.to_json())
    for row in found:
        assert row.canonical in ids.canonical_ids(row.provider_id, row.provider)
        sent = ids.provider_id(row.canonical, row.provider)
        assert sent is None or ids.canonical_ids(sent, row.provider)[0] == row.canonical


def found_keys(found: Any) -> list[tuple[str, str, str]]:
    return [(row.canonical, row.provider, row.provider_id) for row in found]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "id.table"),
        (b"{}", "id.table"),
        (b"[]", "id.table"),
        (b'{"session_id":1}', "id.table"),
        (b'{"session_id":"s","ids":[{"canonical":"a"}]}', "id.table"),
        (b'{"session_id":"s","mood":1}', "id.table"),
        (b'{"session_id":"\xff"}', "id.table"),
        (b'{"session_id":"s","ids":' + b"[" * 100_000, "id.table"),
        (b'{"session_id":"s","schema_version":2}', "id.version"),
        (b'{"session_id":"other"}', "id.session"),
    ],
)
def test_what_is_no_map(data: bytes, code: str) -> None:
    with pytest.raises(turnwire.InvalidDocument) as refused:
        SessionIds.from_json(data, "s")
    assert code == refused.value.diagnostics[0].code


def test_a_map_is_as_its_schema_has_it() -> None:
    ids, history = session([("openai_chat", ["call_1"])], ["a b"])
    ids.write(history, "mistral_chat")
    found = json.loads(ids.to_json())
    assert [] == list(schemas.validator("tool-ids").iter_errors(found))
    assert {"canonical", "provider", "provider_id"} == set(found["ids"][0])


def test_ids_that_are_no_text_are_refused() -> None:
    with pytest.raises(turnwire.InvalidDocument) as refused:
        SessionIds("s").new_call("openai_chat", "\ud800", new_ids())
    assert "id.text" == refused.value.diagnostics[0].code
