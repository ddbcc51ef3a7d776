"""A session that swaps models: "a 6-turn conversation alternates Anthropic/OpenAI" (provider adapter contract, 10.2).

Each turn thinks, calls a tool and is answered; what the other provider gets of it, and what it does not, is asked.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from turnwire.convert import read, write
from turnwire.documents.ids import Ulids, seeded
from turnwire.model import History, Message, MessageMetadata, TextBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.session_ids import SessionIds
from turnwire.systems.canonical.adapters import AdapterOptions, RequestContext, adapter_for, rejections
from turnwire.testing import normal
from turnwire.validation import invariants

SESSION = "sess_01M3250V0001P7GF55A6AX8VQR"
CLAUDE = adapter_for("anthropic_messages", model="anthropic:claude-sonnet-4-6")
GPT = adapter_for("openai_chat", model="openai:gpt-5")
GEMINI = adapter_for("gemini_generate", model="google:gemini-2.5-flash")


def claude(turn: int) -> dict[str, Any]:
    thought = {"type": "thinking", "thinking": f"Hm {turn}.", "signature": "c2ln"}
    call = {"type": "tool_use", "id": f"toolu_{turn}", "name": "look", "input": {"turn": turn}}
    usage = {"input_tokens": 3, "output_tokens": 5}
    top = {"id": f"msg_{turn}", "type": "message", "role": "assistant", "model": "claude-sonnet-4-6", "usage": usage}
    return {**top, "content": [thought, call], "stop_reason": "tool_use", "stop_sequence": None}


def gpt(turn: int) -> dict[str, Any]:
    call = {"id": f"call_{turn}", "type": "function", "function": {"name": "look", "arguments": f'{{"turn": {turn}}}'}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    usage = {"prompt_tokens": 3, "completion_tokens": 5, "total_tokens": 8}
    return {
        "id": f"c{turn}",
        "object": "chat.completion",
        "created": 1,
        "model": "gpt-5",
        "choices": [choice],
        "usage": usage,
    }


@pytest.fixture(scope="module")
def session() -> tuple[list[Message], list[Any], SessionIds]:
    """The session after six turns, the requests that were sent, and its ids."""
    ids, ulids = SessionIds(SESSION), Ulids(lambda: 1_790_000_000_000, seeded("swap"))
    messages, sent = list[Message](), []
    for turn in range(6):
        adapter, reply = ((CLAUDE, claude), (GPT, gpt))[turn % 2]
        messages.append(Message("user", [TextBlock(f"Turn {turn}?")], id=ulids.new(), session_id=SESSION))
        assert () == rejections(adapter, messages, [])
        request = adapter.to_wire(messages, [], AdapterOptions(max_output_tokens=64, ids=ids))
        sent.append((adapter, request))
        context = RequestContext(
            message_id=ulids.new(), session_id=SESSION, ids=ids, ulids=ulids, answering=request.document
        )
        answer = adapter.from_wire_response(reply(turn), context)
        (call,) = [block for block in answer.content if isinstance(block, ToolUseBlock)]
        given = Message("tool", [ToolResultBlock(call.id, content=[TextBlock(f"Result {turn}.")])])
        given.id, given.session_id, given.metadata = ulids.new(), SESSION, MessageMetadata(parent_tool_use_id=call.id)
        messages += [answer, given]
    return messages, sent, ids


Session = tuple[list[Message], list[Any], SessionIds]


def test_every_turn_gets_all_turns_before_it(session: Session) -> None:
    for turn, (_, request) in enumerate(session[1]):
        said = request.data.decode()
        assert all(f"Turn {n}?" in said and f"Result {n}." in said for n in range(turn))


def test_calls_and_results_name_each_other_in_every_request(session: Session) -> None:
    for adapter, request in session[1]:
        text = json.dumps(request.body["messages"])
        history = read(request.data, adapter.dialect, kind="request")
        assert isinstance(history, History)
        calls = [block.id for turn in history.history for block in turn.content if isinstance(block, ToolUseBlock)]
        answers = [b.tool_use_id for turn in history.history for b in turn.content if isinstance(b, ToolResultBlock)]
        assert calls == answers
        assert len(set(calls)) == len(calls)
        other = "call_" if adapter is CLAUDE else "toolu_"
        assert f'"{other}' not in text


def test_each_provider_has_its_own_ids_again(session: Session) -> None:
    (*_, (_, fifth), (_, sixth)) = session[1]
    assert ["toolu_0", "toolu_2"] == [n for n in ("toolu_0", "toolu_2", "toolu_4") if n in fifth.data.decode()]
    assert ["call_1", "call_3"] == [n for n in ("call_1", "call_3", "call_5") if n in sixth.data.decode()]


def test_thoughts_go_back_to_who_had_them_and_are_told_of_to_the_other(session: Session) -> None:
    for turn, (adapter, request) in enumerate(session[1]):
        before = [n for n in range(turn) if n % 2 == 0]
        told = [f"Hm {n}." in request.data.decode() for n in before]
        assert told == [adapter is CLAUDE] * len(before)
        dropped = [each.block_type for each in request.warnings]
        assert dropped == ([] if adapter is CLAUDE else ["thinking"] * len(before))


def test_the_session_keeps_the_rules_and_its_file_goes_on_with_a_third_provider(session: Session) -> None:
    messages, _, ids = session
    found = {each.name for each in invariants(History(messages))}
    assert found <= {"routing"}  # nobody decided a route here
    stored = write(History(messages), "canonical")
    again = read(stored.data, "canonical", kind="request")
    assert isinstance(again, History)
    said = [[normal(Message(turn.role, turn.content)) for turn in turns] for turns in (messages, again.history)]
    assert said[0] == said[1]
    request = GEMINI.to_wire(again.history, [], AdapterOptions(ids=SessionIds.from_json(ids.to_json(), SESSION)))
    assert all(f"Result {n}." in request.data.decode() for n in range(6))
