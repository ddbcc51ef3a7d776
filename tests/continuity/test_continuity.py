"""Which replies are kept, and how they are found again in what a client sends back."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from tests.continuity.providers import ANTHROPIC, anthropic, seal

import turnwire
from turnwire import Completion, Continuity, History
from turnwire.model import ThinkingBlock, ToolUseBlock

ASKED = {"role": "user", "content": "Where do these rivers rise?"}


def reply(content: list[Any] | None = None, turn: int = 0) -> Completion:
    body = anthropic(turn)
    found = turnwire.read(json.dumps(body if content is None else {**body, "content": content}), "anthropic_messages")
    assert isinstance(found, Completion)
    return found


def chat(*messages: Any) -> History:
    found = turnwire.read(json.dumps({"model": "m", "messages": [ASKED, *messages]}), "openai_chat", kind="request")
    assert isinstance(found, History)
    return found


def call(turn: int = 0, arguments: str = '{"river": "Aare"}', name: str = "river_source") -> dict[str, Any]:
    return {"id": f"toolu_0{turn}", "type": "function", "function": {"name": name, "arguments": arguments}}


def said(content: str | None = "I look it up.", *calls: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content, **({"tool_calls": calls} if calls else {})}


def signatures(history: History) -> list[str | None]:
    return [block.signature for each in history.history for block in each.content if type(block) is ThinkingBlock]


KEPT = Continuity().reply(reply())


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (said("I look it up.", call()), [seal(0)]),
        (said("  I look\nit up. ", call(arguments='{ "river":"Aare" }')), [seal(0)]),
        (said("I look it up.", {**call(), "id": "another"}), [seal(0)]),
        (said("The client shortened it.", call()), [seal(0)]),
        (said(None, call()), [seal(0)]),
        (said("I look it up."), []),
        (said("Something else.", call(turn=7)), []),
        ({"role": "user", "content": "I look it up."}, []),
    ],
    ids=["same", "spelled otherwise", "other ids", "other words", "no words", "no call", "another reply", "the user"],
)
def test_a_reply_is_found_by_what_the_client_saw(message: Any, expected: list[str]) -> None:
    history = chat(message)
    before = msgspec.json.encode(history)
    assert expected == signatures(KEPT.request(history))
    assert before == msgspec.json.encode(history)


def test_what_the_client_changed_stays_changed() -> None:
    restored = KEPT.request(chat(said("Shorter.", call(arguments='{"river": "Inn"}'))))
    sealed, text, use = restored.history[1].content
    assert isinstance(sealed, ThinkingBlock)
    assert ("Shorter.", b'{"river": "Inn"}') == (getattr(text, "text", None), bytes(getattr(use, "input", b"")))


def test_a_reply_in_several_messages_is_one() -> None:
    restored = KEPT.request(chat(said("I look it up."), said(None, call())))
    assert [seal(0)] == signatures(restored)
    assert ["user", "assistant"] == [each.role for each in restored.history]


def test_replies_that_look_alike_are_found_in_their_order() -> None:
    text = {"type": "text", "text": "Done."}
    kept = Continuity()
    for turn in range(3):
        kept = kept.reply(reply([{"type": "thinking", "thinking": "", "signature": seal(turn)}, text]))
    again = [said("Done."), ASKED]
    assert [seal(0), seal(1), seal(2)] == signatures(kept.request(chat(*again, *again, said("Done."))))
    assert [seal(1), seal(2)] == signatures(kept.request(chat(*again, said("Done."))))
    assert [seal(1), seal(2)] == signatures(
        kept.only(chat(*again, said("Done."))).request(chat(*again, *again, *again))
    )


def test_a_mark_for_the_cache_stays() -> None:
    use = {"type": "tool_use", "id": "toolu_00", "name": "river_source", "input": {"river": "Aare"}}
    text = {"type": "text", "text": "I look it up."}
    marked = {"role": "assistant", "content": [text, {**use, "cache_control": {"type": "ephemeral"}}]}
    body = {"model": "m", "max_tokens": 9, "messages": [ASKED, marked]}
    history = turnwire.read(json.dumps(body), "anthropic_messages", kind="request")
    assert isinstance(history, History)
    last = KEPT.request(history).history[1].content[-1]
    assert isinstance(last, ToolUseBlock)
    assert last.cache is not None


def test_a_reply_without_state_is_not_kept() -> None:
    assert Continuity() == Continuity().reply(reply([{"type": "text", "text": "The Aare rises in the Alps."}]))
    assert Continuity() == Continuity().reply(reply([{"type": "thinking", "thinking": "Hm.", "signature": seal(0)}]))


def test_reasoning_that_is_shown_as_text_is_found_by_it() -> None:
    answer = turnwire.write(reply(), "gpt2099", keeping=turnwire.Keeping(reasoning="text"))
    shown = chat(said("Thinking aloud. I look it up.", call())).history[1]
    kept = Continuity().reply(reply(), shown=Completion([shown]), ids=answer.ids)
    assert [seal(0)] == signatures(kept.request(chat(said("Thinking aloud. I look it up.", call()))))


def test_ids_that_were_changed_for_the_client_come_back() -> None:
    answer = turnwire.write(reply(), "mistral_chat")
    (theirs,) = json.loads(answer.data)["choices"][0]["message"]["tool_calls"]
    assert "toolu_00" != theirs["id"]
    kept = Continuity().reply(reply(), ids=answer.ids)
    result = {"role": "tool", "tool_call_id": theirs["id"], "content": "High up."}
    body = {"model": "m", "messages": [ASKED, {**said(), "tool_calls": [theirs]}, result]}
    history = turnwire.read(json.dumps(body), "mistral_chat", kind="request")
    assert isinstance(history, History)
    sent = json.loads(turnwire.write(kept.request(history), ANTHROPIC.dialect, model=ANTHROPIC.model).data)
    assert "toolu_00" == sent["messages"][1]["content"][-1]["id"]
    (answered,) = sent["messages"][2]["content"]
    assert ("toolu_00", "High up.") == (answered["tool_use_id"], answered["content"])


def test_it_is_plain_json() -> None:
    text = msgspec.json.encode(KEPT)
    assert KEPT == msgspec.json.decode(text, type=Continuity)
    assert b"{}" == msgspec.json.encode(Continuity())


def test_a_streamed_call_has_the_names_of_the_caller() -> None:
    tools = [{"type": "function", "function": {"name": "river.source", "parameters": {"type": "object"}}}]
    body = {"model": "m", "messages": [ASKED], "tools": tools}
    written = turnwire.convert(json.dumps(body), "anthropic_messages", source="openai_chat", kind="request")
    events = [written.ids.restore_event(event) for event in turnwire.unfold(reply())]
    found = turnwire.fold(events)
    assert ["river.source"] == [each.name for each in found.candidates[0].content if type(each) is ToolUseBlock]
