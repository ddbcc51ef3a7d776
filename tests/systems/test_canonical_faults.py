"""A log of the canonical format with faults becomes messages that the format allows, and each fault is reported."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.systems.test_canonical_messages import broken, made

import turnwire

TEXT = {"type": "text", "text": "Hi."}
CALL = {"type": "tool_use", "id": "tu_01JNA4QX000000000000000009", "name": "look", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": CALL["id"], "content": [TEXT]}
PICTURE = {"type": "image", "source": {"kind": "url", "data": "https://example.com/a.png"}, "media_type": "image/png"}
METADATA: dict[str, Any] = {
    "model": "a:b",
    "provider": "a",
    "routing": {"mode": "default", "chosen_model": "a:b", "reason": "the default"},
    "usage": {"input_tokens": 1, "output_tokens": 2, "cost_usd": "0", "pricing_version": "1", "latency_ms": 3},
}
NUMBER = "01JNA4QX00000000000000000{}"


def message(*blocks: Any, number: int = 1, **changed: Any) -> dict[str, Any]:
    said = {"id": NUMBER.format(number), "session_id": "sess_7", "role": "assistant", "content": list(blocks or [TEXT])}
    return {**said, "created_at": "2026-03-01T09:00:00Z", "metadata": METADATA, "schema_version": 1, **changed}


def about(**changed: Any) -> dict[str, Any]:
    return message(metadata={**METADATA, **changed})


def used(**changed: Any) -> dict[str, Any]:
    return about(usage={**METADATA["usage"], **changed})


def routed(**changed: Any) -> dict[str, Any]:
    return about(routing={**METADATA["routing"], **changed})


def answered(**changed: Any) -> list[dict[str, Any]]:
    return [message(CALL), message({**RESULT, **changed}, number=2, role="tool")]


USAGE = "metadata/usage"
NO_TIME = message(created_at="yesterday")
# What a log says -> the losses, as `kind path`, with paths below the last message.
FAULTS: list[tuple[str, Any, list[str]]] = [
    ("metadata that is null", message(metadata=None), ["dropped metadata"]),
    ("metadata that is a list", message(metadata=[1]), ["dropped metadata"]),
    ("an input that is a list", message({**CALL, "input": [1]}), ["reshaped content/0/input"]),
    ("an input that is a text", message({**CALL, "input": "x"}), ["reshaped content/0/input"]),
    ("an input that is null", message({**CALL, "input": None}), ["dropped content/0/input"]),
    ("a name that is a number", message(TEXT, {**CALL, "name": 5}), ["dropped content/1"]),
    ("an unknown type", message(TEXT, {"type": "hologram", "x": 1}), ["dropped content/1"]),
    ("no type", message({"x": 1}, TEXT), ["dropped content/0"]),
    ("a text in the place of a block", message(TEXT, "x"), ["dropped content/1"]),
    ("a text that is null", message(TEXT, {"type": "text", "text": None}), ["dropped content/1"]),
    ("an unknown kind of source", message(PICTURE | {"source": {"kind": "ftp"}}, TEXT), ["dropped content/0"]),
    ("a media type that is none", message(PICTURE | {"media_type": 5}, role="user"), ["dropped content/0/media_type"]),
    (
        "a signature that is none",
        message({"type": "thinking", "text": "Hm", "signature": 5}, TEXT),
        ["dropped content/0/signature"],
    ),
    ("a mark that is none", message({**TEXT, "critical": "yes"}), ["dropped content/0/critical"]),
    ("a text in the place of content", message(content="x"), ["reshaped content"]),
    ("no content", message(content=None), ["dropped content"]),
    ("a result whose content is a text", answered(content="x"), ["reshaped content/0/content"]),
    ("an error that is a number", answered(is_error=1), ["dropped content/0/is_error"]),
    ("an unknown type in a result", answered(content=[{"type": "x"}, TEXT]), ["dropped content/0/content/0"]),
    ("an unknown role", message(role="critic"), ["degraded role"]),
    ("an unknown status", about(status="paused"), ["dropped metadata/status"]),
    ("a status that is null", about(status=None), ["dropped metadata/status"]),
    ("an unknown way of routing", routed(mode="oracle"), ["dropped metadata/routing"]),
    ("two faults of a routing", routed(mode=5, reason=5, confidence=7), ["dropped metadata/routing"]),
    ("a confidence of 7", routed(confidence=7), ["dropped metadata/routing/confidence"]),
    (
        "alternatives that are numbers",
        routed(alternatives_considered=[1, "a", 2]),
        [f"dropped metadata/routing/alternatives_considered/{n}" for n in (2, 0)],
    ),
    ("tokens below nothing", used(input_tokens=-5), [f"dropped {USAGE}/input_tokens"]),
    ("a count with a point", used(input_tokens=1.0), [f"reshaped {USAGE}/input_tokens"]),
    ("a count that is a text", used(input_tokens="7"), [f"reshaped {USAGE}/input_tokens"]),
    ("a count that is no integer", used(latency_ms=1.5), [f"dropped {USAGE}/latency_ms"]),
    ("a cost that is none", used(cost_usd="free"), [f"dropped {USAGE}/cost_usd"]),
    ("a version with a point", message(schema_version=1.0), ["dropped schema_version"]),
    ("a version below nothing", message(schema_version=-1), ["dropped schema_version"]),
    ("a time that is a number", message(created_at=5), ["dropped created_at"]),
    ("a time that is none", NO_TIME, ["dropped created_at"]),
    ("an id that is a number", message(id=5), ["dropped id"]),
    ("an owner that is a number", about(user_id=5), ["dropped metadata/user_id"]),
    ("a model that is a number", about(model=5), ["dropped metadata/model"]),
]
IDS = [each[0] for each in FAULTS]


def log_of(said: Any) -> list[Any]:
    return said if isinstance(said, list) else [said]


@pytest.mark.parametrize(("said", "told"), [each[1:] for each in FAULTS], ids=IDS)
@pytest.mark.parametrize("form", ["list", "session", "native"])
def test_a_fault_is_reported_and_gone(form: str, said: Any, told: list[str]) -> None:
    log = log_of(said)
    body = json.dumps({"id": "sess_7", "messages": log} if form == "session" else log).encode()
    dialect = "turnwire" if form == "native" else "canonical"
    if form == "native":
        body = turnwire.write(turnwire.read(body, "canonical", kind="request"), "turnwire").data
    found = made(body, dialect, kind="request")
    assert [] == broken(found)
    last = f"/history/{len(log) - 1}/"
    losses = [
        loss for loss in found.losses if loss.kind != "invented" and loss.path not in ("/id", f"{last}session_id")
    ]
    # Native JSON keeps a text in the place of content where no block is, and has any text as a time.
    lost = {"reshaped content": "dropped content"} if form == "native" else {}
    if said == NO_TIME and form == "native":
        lost = {"dropped created_at": "degraded created_at"}
    expected = [lost.get(each, each) for each in told]
    assert expected == [f"{loss.kind} {loss.path.removeprefix(last)}" for loss in losses]


@pytest.mark.parametrize(
    ("said", "place", "value"),
    [
        (message({**CALL, "input": [1.50]}), ["content", 0, "input"], '{"input":[1.50]}'),
        (message(content="x"), ["content"], '[{"type":"text","text":"x"}]'),
        (used(input_tokens="7", latency_ms=2.0), ["metadata", "usage", "latency_ms"], "2"),
        (message(role="critic"), ["role"], '"user"'),
    ],
)
def test_what_becomes_of_a_fault(said: Any, place: list[Any], value: str) -> None:
    tree = json.loads(made(json.dumps([said]).encode(), "canonical", kind="request").data)[0]
    for step in place:
        tree = tree[step]
    assert json.loads(value) == tree


def test_the_feature_of_a_loss_has_the_type_of_the_block() -> None:
    said = message({**CALL, "input": [1]}, {**TEXT, "critical": 5}, created_at=5, metadata={"status": "paused"})
    found = made(json.dumps([said]).encode(), "canonical", kind="request")
    features = {loss.feature for loss in found.losses if loss.kind != "invented"}
    assert {"tool_use.input", "text.critical", "message.created_at", "metadata.status"} <= features


def test_one_message_and_a_reply_are_mended_too() -> None:
    for kind in ("request", "response"):
        found = made(json.dumps(used(latency_ms=1.5)).encode(), "canonical", kind=kind)
        assert [] == broken(found)
        assert "/history/0/metadata/usage/latency_ms" in [loss.path for loss in found.losses]


def test_a_log_without_faults_keeps_its_bytes_and_the_log_is_as_it_was_read() -> None:
    said = message({**CALL, "input": {"a": 1.0}})
    found = made(json.dumps([said]).encode(), "canonical", kind="request")
    assert [] == [loss for loss in found.losses if "input" in loss.path]
    assert b'"input":{"a":1.0}' in found.data.replace(b" ", b"")
    faulty = made(json.dumps([message(role="critic")]).encode(), "canonical", kind="request")
    assert "critic" in json.dumps(json.loads(turnwire.write(faulty.document, "canonical").data))


def test_broken_data_of_media_stays_and_is_found() -> None:
    picture = PICTURE | {"source": {"kind": "base64", "data": "@@"}}
    found = made(json.dumps([message(TEXT, picture, role="user")]).encode(), "canonical", kind="request")
    assert [("TW316", "/0/content/1/source/data")] == broken(found)
