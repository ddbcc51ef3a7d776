"""A session whose model is swapped in the middle: one id of each call, and each provider's own in its requests."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.session_ids.replies import (
    REPLIES,
    answered,
    asked,
    blocks,
    conversation,
    ids_of,
    new_ids,
    of_anthropic,
    of_chat,
    of_gemini,
)

import turnwire
from turnwire.documents.ids import is_made
from turnwire.errors import InvalidDocument
from turnwire.model import History, Message, MessageMetadata, ToolResultBlock, ToolUseBlock
from turnwire.sessions.session_ids import SessionIds

if TYPE_CHECKING:
    from collections.abc import Callable

ISSUED = {
    "anthropic_messages": "toolu_01A",
    "openai_chat": "call_abc",
    "mistral_chat": "D681PevKs",
    "gemini_generate": "fc-1",
}


def code_of(does: Callable[[], object]) -> str:
    with pytest.raises(InvalidDocument) as refused:
        does()
    return refused.value.diagnostics[0].code


def written_ids(ids: SessionIds, history: History, dialect: str) -> list[str]:
    """The ids in a request as it is sent, read without the map."""
    document = turnwire.read(ids.write(history, dialect).data, dialect, kind="request")
    assert isinstance(document, History)
    return ids_of(document.history)


def swapped() -> tuple[SessionIds, History]:
    """A session that every provider has answered once, with a call."""
    ids, ulids, history = SessionIds("sess_1"), new_ids(), asked()
    for dialect, issued in ISSUED.items():
        answered(history, ids.read_reply(REPLIES[dialect](issued), dialect, history, ulids))
    return ids, history


def test_a_call_has_one_id_of_the_session() -> None:
    _, history = swapped()
    found = ids_of(history.history)
    assert all(is_made(each, "tool_use") for each in found)
    assert (4, sorted(set(found))) == (len(set(found)), list(dict.fromkeys(found)))


@pytest.mark.parametrize("dialect", ISSUED)
def test_each_provider_gets_its_own_id_back_and_no_other_s(dialect: str) -> None:
    ids, history = swapped()
    found = written_ids(ids, history, dialect)
    own = list(ISSUED).index(dialect)
    assert [ISSUED[dialect]] * 2 == found[2 * own : 2 * own + 2]
    # One map for all providers would send the ids of the others too.
    assert not {ISSUED[other] for other in ISSUED if other != dialect} & set(found)
    assert 4 == len(set(found))


@pytest.mark.parametrize("dialect", ISSUED)
def test_a_request_is_the_same_again_after_the_map_was_kept(dialect: str) -> None:
    ids, history = swapped()
    first = ids.write(history, dialect)
    again = SessionIds.from_json(ids.to_json(), "sess_1")
    assert (ids, first.data) == (again, again.write(history, dialect).data)
    assert ids == SessionIds("sess_1", ids.rows())


@pytest.mark.parametrize("dialect", ISSUED)
def test_what_was_written_is_read_as_the_session_has_it(dialect: str) -> None:
    ids, history = swapped()
    written, before = ids.write(history, dialect), ids.rows()
    back = ids.read_request(written.data, dialect, new_ids("another"), envelope=written.envelope)
    assert ids_of(history.history) == ids_of(back.history)
    read: Any = turnwire.read(written.data, dialect, kind="request")
    assert ids_of(history.history) == ids_of(written.ids.restore(read).history)
    assert before == ids.rows()


@pytest.mark.parametrize("dialect", ISSUED)
def test_ids_that_come_back_are_no_losses(dialect: str) -> None:
    ids, history = swapped()
    assert [] == [loss for loss in ids.write(history, dialect).losses if loss.feature.startswith("tool_")]


def test_a_reply_read_again_is_the_same_reply() -> None:
    ids, ulids, history = SessionIds("s"), new_ids(), asked()
    one, other = (ids.read_reply(of_chat("call_1", "call_2"), "openai_chat", history, ulids) for _ in range(2))
    assert ids_of(one.candidates) == ids_of(other.candidates)
    assert 2 == len(ids.rows())


@pytest.mark.parametrize(
    ("dialect", "reply"),
    [
        ("openai_chat", of_chat("call_0")),
        ("gemini_generate", of_gemini(None)),
        ("openai_chat", of_chat("call_0", "call_0")),
    ],
)
def test_a_provider_that_repeats_its_ids_means_other_calls(dialect: str, reply: bytes) -> None:
    ids, ulids, history = SessionIds("s"), new_ids(), asked()
    for _ in range(3):
        answered(history, ids.read_reply(reply, dialect, history, ulids))
    calls = [block.id for block in blocks(history.history) if isinstance(block, ToolUseBlock)]
    assert len(calls) == len(set(calls))
    sent = written_ids(ids, history, dialect)
    assert len(calls) == len(set(sent))
    back = ids.read_request(ids.write(history, dialect).data, dialect, ulids)
    assert ids_of(history.history) == ids_of(back.history)


def test_a_client_s_conversation_keeps_its_ids_while_it_grows() -> None:
    ids, ulids = SessionIds("s"), new_ids()

    def request(turns: int) -> bytes:
        call = json.loads(of_chat("call_0", "call_0"))["choices"][0]["message"]
        results = [{"role": "tool", "tool_call_id": "call_0", "content": str(n)} for n in range(2)]
        messages = [{"role": "user", "content": "hi"}, *([call, *results] * turns)]
        return json.dumps({"model": "gpt-5", "messages": messages}).encode()

    found = [ids_of(ids.read_request(request(turns), "openai_chat", ulids).history) for turns in (1, 2, 3)]
    assert [found[2][:4], found[2][:8], found[2]] == found
    a, b, *_ = found[2]
    assert ([a, b, a, b], 6) == (found[2][:4], len(set(found[2])))


def test_an_id_is_never_guessed() -> None:
    # One that looks like ours, and one that only a cut prefix would make the same.
    ids, ulids = SessionIds("s"), new_ids()
    # A server of the family to which calls without results are sent as they are.
    found = ids.read_request(
        turnwire.write(conversation(["tu_1", "call_1"], []), "groq_chat").data, "openai_chat", ulids
    )
    one, other = ids_of(found.history)
    assert is_made(one, "tool_use")
    assert is_made(other, "tool_use")
    assert ["tu_1", "call_1"] == written_ids(ids, found, "openai_chat")
    assert {one, other}.isdisjoint(("tu_1", "call_1"))


def test_a_result_without_its_call_keeps_one_id() -> None:
    ids, ulids = SessionIds("s"), new_ids()
    data = turnwire.write(conversation([], ["call_7"]), "groq_chat").data
    one, other = (ids_of(ids.read_request(data, "openai_chat", ulids).history) for _ in range(2))
    assert (1, one) == (len(one), other)
    assert ["call_7"] == written_ids(ids, ids.read_request(data, "openai_chat", ulids), "openai_chat")


def test_the_call_of_a_message_of_a_tool_goes_along() -> None:
    ids, ulids = SessionIds("s"), new_ids()
    result = Message("tool", content=[ToolResultBlock("call_1")], metadata=MessageMetadata(parent_tool_use_id="call_1"))
    other = Message("tool", content=[ToolResultBlock("call_1")], metadata=MessageMetadata(parent_tool_use_id="x"))
    history = History(history=[Message("assistant", content=[ToolUseBlock("call_1", "f")]), result, other])
    found = ids.canonical(history, "p", ulids)
    use_id = ids_of(found.history)[0]
    assert [use_id, "x"] == [turn.metadata.parent_tool_use_id for turn in found.history[1:] if turn.metadata]
    assert "call_1" == result.metadata.parent_tool_use_id  # type: ignore[union-attr]
    # And back, as its result does; also to a provider that has never seen the call.
    for provider in ("p", "another"):
        back = turnwire.read(ids.write(found, "turnwire", provider=provider).data, "turnwire", kind="request")
        assert isinstance(back, History)
        told = [turn.content[0].tool_use_id for turn in back.history[1:2]]  # type: ignore[union-attr]
        assert [*told, "x"] == [turn.metadata.parent_tool_use_id for turn in back.history[1:] if turn.metadata]
        assert {"p": ["call_1"]}.get(provider, told) == told


def test_calls_that_the_provider_runs_keep_its_ids() -> None:
    ids, ulids = SessionIds("s"), new_ids()
    use = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}}
    result = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
    reply = json.loads(of_anthropic("toolu_1"))
    reply["content"] = [use, result, *reply["content"]]
    found = ids.read_reply(json.dumps(reply), "anthropic_messages", asked(), ulids)
    assert ["srvtoolu_1", "srvtoolu_1"] == ids_of(found.candidates)[:2]
    assert ["toolu_1"] == [row.provider_id for row in ids.rows()]
    history = asked()
    answered(history, found)
    assert ["srvtoolu_1", "srvtoolu_1", "toolu_1", "toolu_1"] == written_ids(
        ids, found_once(history), "anthropic_messages"
    )
    assert "srvtoolu_1" not in {row.canonical for row in ids.rows()}


def found_once(history: History) -> History:
    """Without the results that `answered` put for calls of the provider."""
    kept = [turn for turn in history.history if "srvtoolu_1" not in ids_of([turn]) or turn.role == "assistant"]
    return History(history=kept)


def test_a_name_for_the_provider_joins_two_of_its_endpoints() -> None:
    ids, ulids, history = SessionIds("s"), new_ids(), asked()
    answered(history, ids.read_reply(of_chat("call_abc"), "openai_chat", history, ulids, provider="openai"))
    written = ids.write(history, "openai_responses", provider="openai")
    assert b'"call_id":"call_abc"' in written.data
    (use_id,) = set(ids_of(history.history))
    assert ("call_abc", (use_id,)) == (ids.provider_id(use_id, "openai"), ids.canonical_ids("call_abc", "openai"))
    assert (None, ()) == (ids.provider_id(use_id, "openai_chat"), ids.canonical_ids("call_abc", "openai_chat"))


def test_a_stream_gets_its_ids_one_by_one() -> None:
    ids, ulids = SessionIds("s"), new_ids()
    one = ids.new_call("openai_chat", "call_1", ulids)
    assert ((one,), "call_1") == (ids.canonical_ids("call_1", "openai_chat"), ids.provider_id(one, "openai_chat"))
    read = ids.read_reply(of_chat("call_1"), "openai_chat", asked(), ulids)
    assert [one] == ids_of(read.candidates)


def test_ids_never_cross_sessions() -> None:
    ids, ulids = SessionIds("sess_1"), new_ids()
    mine, other = (conversation(["tu_1"], ["tu_1"]) for _ in range(2))
    mine.history[1].session_id, mine.history[0].session_id = "sess_1", ""
    other.history[1].session_id = "sess_2"
    ids.write(mine, "openai_chat")
    assert "id.session" == code_of(lambda: ids.write(other, "openai_chat"))
    assert "id.session" == code_of(lambda: ids.canonical(other, "openai_chat", ulids))
    assert "id.session" == code_of(lambda: SessionIds.from_json(ids.to_json(), "sess_2"))
    # Another session with the same provider's id has another call.
    one = ids.read_reply(of_chat("call_1"), "openai_chat", asked(), ulids)
    two = SessionIds("sess_2").read_reply(of_chat("call_1"), "openai_chat", asked(), ulids)
    assert ids_of(one.candidates) != ids_of(two.candidates)


def test_the_same_seed_after_a_start_makes_no_id_twice() -> None:
    ids = SessionIds("s")
    for n in range(3):
        ids.read_reply(of_chat(f"call_{n}"), "openai_chat", asked(), new_ids("the same"))
    assert 3 == len({row.canonical for row in ids.rows()})


def test_losses_are_told_in_the_words_of_the_caller() -> None:
    ids, ulids, history = SessionIds("s"), new_ids(), asked()
    answered(history, ids.read_reply(of_anthropic("toolu_1"), "anthropic_messages", history, ulids))
    use_id = ids_of(history.history)[0]
    result = history.history[-1]
    history.history.append(Message("tool", content=[ToolResultBlock(use_id, is_error=True)]))
    result.metadata = MessageMetadata(parent_tool_use_id=use_id)
    for dialect in turnwire.dialects.names():
        if turnwire.dialects.get(dialect).request is not None:
            losses = ids.write(history, dialect, provider="anthropic_messages").losses
            # What was made up is told as it was written.
            told = [loss.value for loss in losses if loss.kind != "invented"]
            assert "toolu_1" not in json.dumps(told), dialect


def test_a_format_that_counts_gets_its_losses_and_the_way_back() -> None:
    ids, ulids, history = SessionIds("s"), new_ids(), asked()
    answered(history, ids.read_reply(of_chat("call_x"), "openai_chat", history, ulids))
    rows, (use_id, _) = ids.rows(), ids_of(history.history)
    written = ids.write(history, "sharegpt")
    told: list[Any] = [
        loss.value for loss in written.losses if loss.feature in ("tool_use.id", "tool_result.tool_use_id")
    ]
    assert [use_id, use_id] == told
    back: Any = turnwire.read(written.data, "sharegpt", kind="request")
    assert [use_id, use_id] == ids_of(written.ids.restore(back).history)
    assert rows == ids.rows()
