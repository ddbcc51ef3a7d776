"""What replies say in another shape: moments, log-probabilities, sound without a type."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

TOKEN = {"token": "Hi", "logprob": -0.5, "bytes": [72, 105], "top_logprobs": []}


def ollama(**members: Any) -> dict[str, Any]:
    said = {"role": "assistant", "content": "Hi"}
    return {"model": "m", "created_at": "2026-05-04T22:48:13Z", "message": said, "done": True} | members


@pytest.mark.parametrize(
    ("moment", "seconds", "told"),
    [
        ("1970-01-01T00:00:01.25Z", 1.25, ["reshaped"]),
        ("2026-05-04T22:48:13.541071Z", 1777934893.541071, ["reshaped"]),
        ("1970-01-01T00:00:01Z", 1, []),
        # These would come back otherwise.
        ("1970-01-01T00:00:01.0Z", 1, ["degraded"]),
        ("1970-01-01T01:00:01.25+01:00", 1, ["degraded"]),
    ],
)
def test_responses_count_parts_of_a_second(moment: str, seconds: float, told: list[str]) -> None:
    body = ollama(created_at=moment)
    written = turnwire.convert(body, "openai_responses", source="ollama_chat", kind="response")
    assert seconds == json.loads(written.data)["created_at"]
    assert told == [loss.kind for loss in written.losses if loss.path == "/created_at" and loss.kind != "invented"]
    if told != ["degraded"]:
        document: Any = turnwire.read(written.data, "openai_responses", kind="response")
        assert moment == document.created_at


@pytest.mark.parametrize("text", ["1777934893.541071", "1777934893.0", "1777934893.50", "0.5", "1e3", "-1.5", "01.5"])
def test_odd_moments_come_back(text: str) -> None:
    body = (
        b'{"id":"r","object":"response","created_at":%s,"model":"m","status":"completed","output":[]}' % text.encode()
    )
    if text == "01.5":
        with pytest.raises(turnwire.InvalidDocument):
            turnwire.read(body, "openai_responses", kind="response")
        return
    written = turnwire.convert(body, "openai_responses", source="openai_responses", kind="response")
    assert b'"created_at":' + text.encode() in written.data
    assert () == written.losses


@pytest.mark.parametrize("target", ["openai_chat", "openrouter_chat", "openai_responses"])
def test_log_probabilities_of_ollama_go_along(target: str) -> None:
    written = turnwire.convert(ollama(logprobs=[TOKEN]), target, source="ollama_chat", kind="response")
    made = json.loads(written.data)
    if target == "openai_responses":
        assert [TOKEN] == made["output"][0]["content"][0]["logprobs"]
    else:
        assert {"content": [TOKEN], "refusal": None} == made["choices"][0]["logprobs"]
    assert [loss.kind for loss in written.losses if loss.path.endswith("/logprobs")] == ["reshaped"]
    back = turnwire.convert(written.data, "ollama_chat", source=target, kind="response")
    assert [TOKEN] == json.loads(back.data)["logprobs"]


NUMBERED = {**TOKEN, "id": 7, "top_logprobs": [{"id": 7, "token": "Hi", "logprob": -0.5, "bytes": [72, 105]}]}
PLAIN = {**TOKEN, "top_logprobs": [{"token": "Hi", "logprob": -0.5, "bytes": [72, 105]}]}


def chat(logprobs: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": "Hi", "refusal": None}
    choice = {"index": 0, "message": message, "logprobs": logprobs, "finish_reason": "stop"}
    return {"id": "r", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}


@pytest.mark.parametrize(
    ("source", "body"),
    [
        ("llamacpp_chat", chat({"content": [NUMBERED]})),
        ("openai_chat", chat({"content": [NUMBERED], "refusal": None})),
        ("openai_chat", chat({"content": None, "refusal": [NUMBERED]})),
        ("ollama_chat", ollama(logprobs=[NUMBERED])),
    ],
)
@pytest.mark.parametrize("target", ["openai_chat", "openrouter_chat", "openai_responses", "ollama_chat"])
def test_ids_of_tokens_stay_with_the_server_that_sent_them(source: str, body: dict[str, Any], target: str) -> None:
    written = turnwire.convert(body, target, source=source, kind="response")
    kinds = [loss.kind for loss in written.losses if loss.path.endswith("/logprobs")]
    if source == target:
        assert (json.loads(written.data), []) == (body, kinds)
        return
    assert b'"id":7' not in written.data
    assert kinds[0] in ("degraded", "dropped")
    if kinds[0] == "degraded":
        assert json.dumps(PLAIN, separators=(",", ":")).encode() in written.data


def test_log_probabilities_of_responses_with_ids_come_back() -> None:
    part = {"type": "output_text", "text": "Hi", "annotations": [], "logprobs": [NUMBERED]}
    item = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": [part]}
    body = {"id": "resp_1", "object": "response", "model": "m", "status": "completed", "output": [item]}
    assert body == json.loads(turnwire.convert(body, "openai_responses", source="openai_responses").data)


def test_log_probabilities_without_what_the_target_requires_are_dropped() -> None:
    body = ollama(logprobs=[{"token": "Hi", "logprob": -0.5}])
    written = turnwire.convert(body, "openai_chat", source="ollama_chat", kind="response")
    assert json.loads(written.data)["choices"][0]["logprobs"] is None
    assert [loss.kind for loss in written.losses if loss.path.endswith("/logprobs")] == ["dropped"]


@pytest.mark.parametrize(
    ("data", "word"),
    [
        ("SUQzBAAAAAAAI1RTU0UAAAAP", "mp3"),
        ("//NkxAAAAANIAAAAAExBTUVV", "mp3"),
        ("//uQxAAAAAAAAAAAAAAAAAAA", "mp3"),
        ("UklGRiQAAABXQVZFZm10IBAA", "wav"),
        ("T2dnUwACAAAAAAAAAAAo+Bxq", None),
        ("AAAAIGZ0eXBpc29tAAACAGlz", None),
    ],
)
def test_the_first_bytes_of_sound_tell_its_format(data: str, word: str | None) -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": [{"type": "input_audio", "input_audio": data}]}]}
    written = turnwire.convert(body, "openai_chat", source="mistral_chat", kind="request")
    messages = json.loads(written.data)["messages"]
    if word is None:
        assert [loss.kind for loss in written.losses if loss.feature == "audio"] == ["dropped"]
    else:
        assert [{"type": "input_audio", "input_audio": {"data": data, "format": word}}] == messages[0]["content"]
        assert "invented" in [loss.kind for loss in written.losses if loss.feature == "audio.media_type"]
