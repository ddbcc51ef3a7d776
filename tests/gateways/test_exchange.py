"""One request and its reply, without a socket."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import TYPE_CHECKING, Any

import pytest
from tests.continuity.providers import ANTHROPIC, seal, thought

import turnwire
from turnwire import Continuity, InvalidDocument, Keeping, Loss
from turnwire.gateway import Exchange, with_pauses

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

TOOLS = [{"type": "function", "function": {"name": "river.source", "parameters": {"type": "object"}}}]
ASK: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "Where?"}], "tools": TOOLS}
NOW = "2026-11-22T10:00:00Z"
REPLY = json.dumps(ANTHROPIC.answer(0)).encode()


def exchange(**options: Any) -> Exchange:
    return Exchange({**ASK, "stream": True}, "openai_chat", "anthropic_messages", created_at=NOW, **options)


def events() -> list[bytes]:
    writer = turnwire.stream_writer("anthropic_messages")
    return [*(writer.send(event) for event in turnwire.unfold(turnwire.read(REPLY, kind="response"))), writer.close()]


def message(data: bytes) -> Any:
    return json.loads(data)["choices"][0]["message"]


def test_a_reply_has_the_clients_names_and_a_time() -> None:
    written = exchange().reply(REPLY, 200, {"Request-Id": "r1", "X-RateLimit-Reset": "5", "Date": "today"})
    assert "river.source" == message(written.data)["tool_calls"][0]["function"]["name"]
    assert 1795341600 == json.loads(written.data)["created"]
    assert {"request-id": "r1", "x-request-id": "r1", "x-ratelimit-reset": "5"} == written.envelope["headers"]
    assert 200 == written.envelope["status"]


def test_a_stream_has_them_too_for_for_and_for_async_for() -> None:
    async def coming() -> AsyncIterator[bytes]:
        for event in events():
            yield event

    async def collected() -> bytes:
        return b"".join([data async for data in exchange().stream(coming())])

    data = b"".join(exchange().stream(events()))
    assert data == asyncio.run(collected())
    assert b'"name":"river.source"' in data
    assert b'"created":1795341600' in data
    assert b'"created":0' not in data


@pytest.mark.parametrize("keeping", [Keeping(), Keeping(reasoning="text")], ids=["native", "text"])
@pytest.mark.parametrize("stream", [False, True])
def test_what_the_server_demands_back_is_stored_before_the_client_has_the_end(
    *, stream: bool, keeping: Keeping
) -> None:
    stored: list[Continuity] = []
    first = exchange(continuity=Continuity(), store=stored.append, keeping=keeping)
    if stream:
        for data in first.stream(events()):
            assert stored or b"[DONE]" not in data
    shown = first.reply(REPLY)
    again = {**ASK, "messages": [*ASK["messages"], message(shown.data)]}
    again["messages"].append({"role": "tool", "tool_call_id": "toolu_00", "content": "High up."})
    sent = Exchange(again, "openai_chat", "anthropic_messages", continuity=stored[0], keeping=keeping).sent.json()
    assert [(thought(0), seal(0))] == list(ANTHROPIC.demanded(sent))


def test_usage_is_asked_of_servers_that_give_it_only_then() -> None:
    asked = {"model": "m", "max_tokens": 9, "stream": True, "messages": ASK["messages"]}
    sent = Exchange(asked, "anthropic_messages", "openai_chat").sent.json()
    assert {"include_usage": True} == sent["stream_options"]
    assert "stream_options" not in Exchange(asked | {"stream": False}, "anthropic_messages", "openai_chat").sent.json()
    assert "stream_options" not in exchange().sent.json()


def test_losses_are_of_the_request_and_of_the_reply() -> None:
    one = Exchange({**ASK, "n": 2}, "openai_chat", "anthropic_messages")
    assert "/settings/generation/candidates" in {loss.path for loss in one.losses}
    before: tuple[Loss, ...] = one.losses
    one.reply(json.dumps({**ANTHROPIC.answer(0), "stop_sequence": "END", "stop_reason": "stop_sequence"}).encode())
    assert len(one.losses) > len(before)


@pytest.mark.parametrize(
    ("body", "message_"),
    [(b"<html>", "<html>"), (b"", "the server answered 502 with an empty body"), (b"\xff", "�")],
    ids=["html", "empty", "no text"],
)
@pytest.mark.parametrize("dialect", ["anthropic_messages", "openai_chat", "gemini_generate", "ollama_chat", "turnwire"])
def test_an_error_with_a_status_may_be_any_bytes(dialect: str, body: bytes, message_: str) -> None:
    headers = {"retry-after": "3"}
    error = turnwire.read(body, dialect, kind="error", envelope={"status": 502, "headers": headers})
    assert (message_, 502, 3) == (error.message, error.status, error.retry_after)
    assert message_ in json.dumps(turnwire.write(error, dialect).json(), ensure_ascii=False)
    for envelope in (None, {"headers": headers}, {"status": "502"}):
        with pytest.raises(InvalidDocument):
            turnwire.read(body, dialect, kind="error", envelope=envelope)
    with pytest.raises(InvalidDocument):
        turnwire.read(body, dialect, kind="response", envelope={"status": 502})


def test_an_error_deeper_than_the_limits_is_refused() -> None:
    with pytest.raises(InvalidDocument, match="deep"):
        turnwire.read(b"[" * 1000 + b"]" * 1000, "openai_chat", kind="error", envelope={"status": 502})


@pytest.mark.parametrize(
    ("target", "sign"),
    [("anthropic_messages", b"event: ping"), ("openai_chat", b": "), ("ollama_chat", b"")],
)
def test_none_is_a_pause(target: str, sign: bytes) -> None:
    first, *rest = events()
    found = list(turnwire.translate([None, first, None, *rest], "anthropic_messages", target))
    assert not sign or any(each.startswith(sign) for each in found[1:])
    plain = list(turnwire.translate(events(), "anthropic_messages", target))
    assert len(found) - len(plain) == (2 if sign else 0)


def test_pauses_are_told_and_what_is_raised_passes_on() -> None:
    def items() -> Iterator[int]:
        yield 1
        raise TimeoutError("too late")

    stopped: list[bool] = []
    with pytest.raises(TimeoutError, match="too late"):
        assert [1] == list(with_pauses(items(), 9, stop=lambda: stopped.append(True)))
    assert [True] == stopped
    assert [1, 2] == list(with_pauses([1, 2], 9))


def test_silence_ends_when_the_client_is_gone() -> None:
    waits = threading.Event()

    def items() -> Iterator[int]:
        waits.wait()
        yield 1

    answers = iter([False, False, True])
    found: list[int | None] = []
    with pytest.raises(ConnectionAbortedError):
        found.extend(with_pauses(items(), 0.01, is_gone=lambda: next(answers), stop=waits.set))
    assert waits.is_set()


def test_a_provider_waits_for_a_slow_client_and_is_not_read_any_more_when_it_is_gone() -> None:
    """What was read from a socket after it was shut down opened no window, and the provider heard of no end."""
    taken: list[int] = []
    is_stopped = threading.Event()

    def items() -> Iterator[int]:
        for each in range(1000):
            taken.append(each)
            yield each

    answers: Any = with_pauses(items(), 9, stop=is_stopped.set)
    assert 0 == next(answers)
    threading.Event().wait(0.3)
    ahead = len(taken)
    assert 1 < ahead < 50
    answers.close()
    assert is_stopped.is_set()
    threading.Event().wait(0.1)
    assert len(taken) == ahead
