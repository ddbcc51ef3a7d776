"""The Messages API on Vertex AI and Bedrock: what stands in the path, and what the platforms share and do not.

The laws run over all three; the tables in tests/cases show what bodies become.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import structs
from tests.laws import checks

import turnwire
from turnwire.dialects import get
from turnwire.testing import validate_identity

VERTEX, BEDROCK = "vertex_anthropic", "bedrock_anthropic"
VERSIONS = {VERTEX: "vertex-2023-10-16", BEDROCK: "bedrock-2023-05-31"}
PLATFORMS = ("anthropic_messages", BEDROCK, VERTEX)
PROJECT = "/v1/projects/p/locations/us-east5/publishers/anthropic/models/"


def body(dialect: str, **more: Any) -> dict[str, Any]:
    version = {"anthropic_version": VERSIONS[dialect]} if dialect in VERSIONS else {"model": "claude-haiku-4-5"}
    return {**version, "max_tokens": 1, "messages": [{"role": "user", "content": "Hi"}], **more}


def read(dialect: str, envelope: dict[str, Any] | None, **more: Any) -> Any:
    return turnwire.read(json.dumps(body(dialect, **more)), dialect, kind="request", envelope=envelope)


PATHS = [
    (VERTEX, f"{PROJECT}claude-sonnet-4-5@20250929:rawPredict", "claude-sonnet-4-5@20250929", None),
    (VERTEX, f"{PROJECT}claude-sonnet-4-5%4020250929:streamRawPredict", "claude-sonnet-4-5@20250929", True),
    (BEDROCK, "/model/us.anthropic.claude-haiku-4-5-v1:0/invoke", "us.anthropic.claude-haiku-4-5-v1:0", None),
    (BEDROCK, "/model/arn%3Aaws%3Abedrock%2Fa/invoke-with-response-stream", "arn:aws:bedrock/a", True),
    (BEDROCK, "/model/%FF/invoke", "%FF", None),
    (VERTEX, "/v1/messages", None, None),
]


@pytest.mark.parametrize(("dialect", "path", "model", "stream"), PATHS)
def test_the_path_says_the_model_and_the_stream(dialect: str, path: str, model: Any, stream: Any) -> None:
    document = read(dialect, {"path": path})
    found = (document.settings.model, document.settings.generation.stream)
    written = turnwire.write(document, dialect)
    assert (found, written.losses, written.envelope) == ((model, stream), (), {"path": path})
    assert json.loads(written.data) == body(dialect)


ADDRESSED = [
    (VERTEX, {"model": "m@1"}, {"path": "/v1/publishers/anthropic/models/m@1:rawPredict"}),
    (VERTEX, {"model": "a/b c"}, {"path": "/v1/publishers/anthropic/models/a%2Fb%20c:rawPredict"}),
    (VERTEX, {"model": "m", "stream": True}, {"path": "/v1/publishers/anthropic/models/m:streamRawPredict"}),
    (BEDROCK, {"model": "a.m-v1:0"}, {"path": "/model/a.m-v1:0/invoke"}),
    (BEDROCK, {"model": "m", "stream": True}, {"path": "/model/m/invoke-with-response-stream"}),
    (BEDROCK, {"model": "m", "stream": False}, {"path": "/model/m/invoke", "stream": False}),
]


@pytest.mark.parametrize(("dialect", "said", "envelope"), ADDRESSED)
def test_a_request_is_addressed(dialect: str, said: dict[str, Any], envelope: dict[str, Any]) -> None:
    written = turnwire.convert(json.dumps(body("anthropic_messages", **said)), dialect, kind="request")
    streams = {"stream": said["stream"]} if dialect == VERTEX and "stream" in said else {}
    assert (written.envelope, written.losses, json.loads(written.data)) == (envelope, (), body(dialect, **streams))
    back: Any = turnwire.read(written.data, dialect, kind="request", envelope=written.envelope)
    assert (back.settings.model, back.settings.generation.stream) == (said["model"], said.get("stream"))


def test_a_stream_without_a_model_has_no_path_and_is_said_in_words() -> None:
    written = turnwire.write(read(VERTEX, None, stream=True), BEDROCK)
    back: Any = turnwire.read(written.data, BEDROCK, kind="request", envelope=written.envelope)
    assert (written.envelope, written.losses, back.settings.generation.stream) == ({"stream": True}, (), True)
    assert turnwire.write(back, BEDROCK).envelope == {"stream": True}


def test_an_edited_model_and_stream_change_the_path_that_was_kept() -> None:
    document = read(VERTEX, {"path": f"{PROJECT}claude-haiku-4-5:rawPredict", "query": {"a": "b"}})
    document.settings.model, document.settings.generation.stream = "claude-opus-4-5", True
    written = turnwire.write(document, VERTEX)
    assert written.envelope == {"path": f"{PROJECT}claude-opus-4-5:streamRawPredict", "query": {"a": "b"}}
    assert json.loads(written.data) == body(VERTEX, stream=True)


ODD = [
    (VERTEX, {"model": "claude-haiku-4-5"}, "claude-haiku-4-5:rawPredict"),
    (VERTEX, {"model": "another"}, "claude-haiku-4-5:rawPredict"),
    (VERTEX, {"stream": True}, "claude-haiku-4-5:streamRawPredict"),
    (VERTEX, {"anthropic_version": "vertex-tomorrow"}, "claude-haiku-4-5:rawPredict"),
    (VERTEX, {"anthropic_version": None}, "claude-haiku-4-5:rawPredict"),
]


@pytest.mark.parametrize(("dialect", "more", "end"), ODD)
def test_what_breaks_the_rules_comes_back_with_its_path(dialect: str, more: dict[str, Any], end: str) -> None:
    written = turnwire.write(read(dialect, {"path": PROJECT + end}, **more), dialect)
    assert (json.loads(written.data), written.envelope) == (body(dialect, **more), {"path": PROJECT + end})


def test_a_version_left_out_is_left_out() -> None:
    wire = {"max_tokens": 1, "messages": []}
    validate_identity(VERTEX, wire)
    validate_identity(BEDROCK, wire)


@pytest.mark.parametrize("dialect", sorted(VERSIONS))
def test_a_request_is_told_by_its_version(dialect: str) -> None:
    names = [name for name, kind in turnwire.detect(json.dumps(body(dialect))) if kind == "request"]
    assert names[0] == dialect
    without = {"max_tokens": 1, "messages": [], "system": "Be brief."}
    assert turnwire.detect(json.dumps(without))[0] == ("anthropic_messages", "request")


def signed(dialect: str) -> Any:
    thought = {"type": "thinking", "thinking": "Politely.", "signature": "c2lnbmVkLXNpZ25lZA=="}
    hidden = {"type": "redacted_thinking", "data": "aGlkZGVuLWhpZGRlbg=="}
    turns = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": [thought, hidden]}]
    return read(dialect, None, messages=turns)


@pytest.mark.parametrize("source", PLATFORMS)
@pytest.mark.parametrize("target", PLATFORMS)
def test_signatures_are_valid_on_all_platforms(source: str, target: str) -> None:
    written = turnwire.write(signed(source), target)
    found = {loss.feature for loss in written.losses} - {"settings.model"}
    assert found == (set() if source == target else {"origin.dialect", "redacted_thinking"})
    assert b"c2lnbmVkLXNpZ25lZA==" in written.data
    assert checks.foreign_state_stays_home(signed(source), target) == []


def test_the_law_still_sees_a_signature_that_is_sent_to_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    stranger = structs.replace(get(VERTEX), kin=frozenset())
    monkeypatch.setattr(checks, "get", lambda _: stranger)
    assert checks.foreign_state_stays_home(signed("anthropic_messages"), VERTEX) != []


def test_reasoning_of_another_provider_stays_at_home() -> None:
    native = {"role": "assistant", "content": [{"type": "thinking", "text": "t", "signature": "s"}]}
    native["content"][0]["origin"] = {"dialect": "gemini_generate"}  # type: ignore[index]
    written = turnwire.convert(json.dumps({"history": [native]}), VERTEX, source="turnwire", kind="request")
    assert ("/history/0/content/0", "thinking") in {(loss.path, loss.feature) for loss in written.losses}


INSIDE = {
    "role": "user",
    "content": [
        {
            "type": "document",
            "source": {
                "kind": "content",
                "content": [
                    {"type": "image", "source": {"kind": "file_ref", "data": "here.png"}},
                    {"type": "image", "source": {"kind": "url", "data": "https://example.com/a.png"}},
                    {"type": "audio", "source": {"kind": "base64", "data": "AAAA"}, "transcript": "Hello"},
                    {"type": "text", "text": "Below."},
                ],
            },
        }
    ],
}


@pytest.mark.parametrize("target", PLATFORMS)
def test_what_stands_in_a_document_is_made_legal_too(target: str) -> None:
    native = json.dumps({"history": [INSIDE]})
    written = turnwire.convert(native, target, source="turnwire", kind="request")
    [part] = json.loads(written.data)["messages"][0]["content"]
    kinds = [inner["type"] for inner in part["source"]["content"]]
    place = "/history/0/content/0/source/content"
    lost = {(str(loss.kind), loss.path) for loss in written.losses if loss.path.startswith(place)}
    # Where pictures have no address, a line of text gives it.
    said = set() if target == "anthropic_messages" else {("degraded", f"{place}/1")}
    assert (kinds, lost) == (
        ["text" if said else "image", "text", "text"],
        {("dropped", f"{place}/0"), ("degraded", f"{place}/2"), *said},
    )
