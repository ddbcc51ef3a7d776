"""The tables of tests/cases/anthropic_messages, and the rules that no table shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw

import turnwire
from turnwire import model
from turnwire.testing import validate_all, validate_identity
from turnwire.testing.tables import told

NAME = "anthropic_messages"
CASES = Path(__file__).parent.parent / "cases" / NAME


def cases(table: str) -> list[Any]:
    found = json.loads((CASES / f"{table}.json").read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["name"].replace(" ", "_")) for case in found]


def body(*blocks: Any, **more: Any) -> dict[str, Any]:
    return {
        "model": "claude-sonnet-4-5",
        "max_tokens": 64,
        "messages": [{"role": "user", "content": list(blocks)}],
        **more,
    }


@pytest.mark.parametrize("case", cases("identity"))
def test_comes_back(case: dict[str, Any]) -> None:
    validate_identity(NAME, case["wire"], kind=case.get("kind", "request"))


@pytest.mark.parametrize("case", cases("native"))
def test_is_read_as(case: dict[str, Any]) -> None:
    validate_all(NAME, case["wire"], kind=case["kind"], read={"turnwire": case["native"]})


@pytest.mark.parametrize("case", cases("from_openai_chat"))
def test_is_written_from_openai_chat(case: dict[str, Any]) -> None:
    losses = [tuple(loss) for loss in case["losses"]]
    written = turnwire.convert(json.dumps(case["wire"]), NAME, source="openai_chat", kind="request")
    assert json.loads(written.data) == case["becomes"]
    assert sorted(told(written)) == sorted(losses)  # in which order passes report is not promised


@pytest.mark.parametrize(
    ("wire", "kind"),
    [
        (body("Hi"), "request"),
        ({"max_tokens": 1, "messages": [], "system": "Be brief."}, "request"),
        ({"messages": [], "tools": [{"name": "now", "input_schema": {}}]}, "request"),
        ({"messages": [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}]}, "request"),
        ({"type": "message", "role": "assistant", "content": []}, "response"),
        ({"type": "error", "error": {"type": "api_error", "message": "Oops"}}, "error"),
    ],
)
def test_is_detected(wire: Any, kind: str) -> None:
    assert turnwire.detect(json.dumps(wire))[0] == (NAME, kind)


@pytest.mark.parametrize(
    "wire",
    [
        {"model": "gpt-4.1", "messages": [], "max_completion_tokens": 1},
        {"model": "gpt-4.1", "messages": [{"role": "user", "content": [{"type": "image_url"}]}]},
        {"contents": []},
    ],
)
def test_is_not_taken_for_its_own(wire: Any) -> None:
    assert NAME not in [name for name, _ in turnwire.detect(json.dumps(wire))][:1]


def native(*history: Any, **settings: Any) -> Any:
    document = {"history": list(history), "settings": {"model": "m", "generation": {"max_tokens": 64}, **settings}}
    return turnwire.read(json.dumps(document), "turnwire", kind="request")


USE = {"type": "tool_use", "id": "", "name": "now", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "", "content": [{"type": "text", "text": "noon"}]}


def test_calls_without_ids_are_answered_in_order() -> None:
    document = native(
        {"role": "assistant", "content": [USE, USE]},
        {"role": "tool", "content": [RESULT]},
        {"role": "tool", "content": [RESULT]},
    )
    written = turnwire.write(document, NAME)
    calls, results = json.loads(written.data)["messages"]
    assert [part["id"] for part in calls["content"]] == ["toolu_1", "toolu_2"]
    assert [part["tool_use_id"] for part in results["content"]] == ["toolu_1", "toolu_2"]
    assert [kind for kind, _, _ in told(written)] == ["invented"] * 4


def test_rewritten_ids_do_not_meet_others() -> None:
    uses = [{**USE, "id": "a:b"}, {**USE, "id": "a_b"}]
    written = turnwire.write(native({"role": "assistant", "content": uses}), NAME)
    calls, results = json.loads(written.data)["messages"]
    assert [part["id"] for part in calls["content"]] == ["a_b_2", "a_b"]
    assert [part["tool_use_id"] for part in results["content"]] == ["a_b_2", "a_b"]
    assert told(written) == [
        ("degraded", "/history/0/content/0/id", "tool_use.id"),
        ("invented", "/history/0/content/0/result", "tool_result"),
        ("invented", "/history/0/content/1/result", "tool_result"),
    ]


def test_thinking_without_signature_is_dropped_with_its_text() -> None:
    thinking = {"type": "thinking", "text": "Hm"}
    written = turnwire.write(native({"role": "assistant", "content": [thinking, {"type": "text", "text": "A"}]}), NAME)
    assert json.loads(written.data)["messages"] == [{"role": "assistant", "content": "A"}]
    found: list[Any] = [(loss.path, loss.value) for loss in written.losses]
    assert found == [("/history/0/content/0", thinking)]


def test_an_edit_wins_over_what_was_read() -> None:
    document = turnwire.read(json.dumps(body({"type": "text", "text": "A", "x": 1}, temperature=2.5)), NAME)
    assert isinstance(document, turnwire.History)
    assert document.settings is not None
    assert document.settings.generation is not None
    document.settings.generation.temperature = 0.5
    document.history[0].content[0].text = "B"  # type: ignore[union-attr]
    wire = json.loads(turnwire.write(document, NAME).data)
    assert wire["temperature"] == 0.5
    assert wire["messages"][0]["content"] == [{"type": "text", "text": "B", "x": 1}]


def test_a_number_that_no_double_holds_keeps_its_digits() -> None:
    text = '{"model":"m","max_tokens":1,"temperature":0.1234567890123456789,"messages":[]}'
    assert b"0.1234567890123456789" in turnwire.convert(text, NAME, source=NAME, kind="request").data


def test_a_picture_without_media_type_is_looked_at() -> None:
    image = {"type": "image", "source": {"kind": "base64", "data": "iVBORw0KGgoAAAA="}}
    written = turnwire.write(native({"role": "user", "content": [image]}), NAME)
    (part,) = json.loads(written.data)["messages"][0]["content"]
    assert part["source"]["media_type"] == "image/png"
    assert told(written) == [("invented", "/history/0/content/0/media_type", "image.media_type")]


@pytest.mark.parametrize(
    ("reasoning", "wire", "losses"),
    [
        ({"effort": "none"}, {"thinking": {"type": "disabled"}}, [("reshaped", "effort")]),
        ({"effort": "minimal"}, {"output_config": {"effort": "low"}}, [("degraded", "effort")]),
        ({"mode": "enabled"}, {"thinking": {"type": "adaptive"}}, [("degraded", "mode")]),
        (
            {"mode": "enabled", "budget_tokens": 10},
            {"thinking": {"type": "enabled", "budget_tokens": 1024}},
            [("degraded", "budget_tokens")],
        ),
        (
            {"budget_tokens": 2048},
            {"thinking": {"type": "enabled", "budget_tokens": 2048}},
            [("invented", "mode")],
        ),
        ({"mode": "adaptive", "summary": "auto"}, {"thinking": {"type": "adaptive"}}, [("dropped", "summary")]),
    ],
)
def test_reasoning(reasoning: Any, wire: Any, losses: list[tuple[str, str]]) -> None:
    room = {"max_tokens": 4096}
    written = turnwire.write(native({"role": "user", "content": []}, reasoning=reasoning, generation=room), NAME)
    found = json.loads(written.data)
    assert {key: found[key] for key in ("thinking", "output_config") if key in found} == wire
    expected = [(kind, f"/settings/reasoning/{field}", f"reasoning.{field}") for kind, field in losses]
    assert [loss for loss in told(written) if "reasoning" in loss[1]] == expected


REQUEST = {"model": "m", "max_tokens": 1, "messages": [{"role": "user", "content": "x"}]}
PICTURE = {"type": "image", "source": {"type": "url", "url": "u"}}
ODD_BLOCKS = [{"type": "zzz"}, {"type": "text"}, {}, "x", None, 5, PICTURE, {**PICTURE, "x": 1}]


@pytest.mark.parametrize("odd", ODD_BLOCKS, ids=json.dumps)
def test_what_is_no_text_in_a_system_prompt_comes_back(odd: Any) -> None:
    validate_identity(NAME, {**REQUEST, "system": [odd]}, kind="request")
    validate_identity(NAME, {**REQUEST, "system": [odd, {"type": "text", "text": ""}, PICTURE]}, kind="request")


def read_request(**more: Any) -> turnwire.History:
    document = turnwire.read(json.dumps({**REQUEST, **more}), NAME, kind="request")
    assert isinstance(document, turnwire.History)
    return document


def test_a_picture_added_to_a_system_prompt_with_a_picture_is_told() -> None:
    document = read_request(system=[PICTURE])
    document.history[0].content.append(model.ImageBlock(model.Source("url", Raw(b'"v"'))))
    written = turnwire.write(document, NAME)
    assert json.loads(written.data)["system"] == [PICTURE]
    assert told(written) == [("dropped", "/history/0/content/1", "system.image")]


@pytest.mark.parametrize("data", [{"a": 1}, 7, [], True], ids=json.dumps)
@pytest.mark.parametrize("kind", ["base64", "url", "text"])
def test_the_data_of_a_source_is_text(kind: str, data: Any) -> None:
    block = {"type": "document", "source": {"kind": kind, "data": data}, "media_type": "application/pdf"}
    for found in (block, {"type": "tool_result", "tool_use_id": "a", "content": [block]}):
        with pytest.raises(turnwire.InvalidDocument) as refused:
            native({"role": "user", "content": [found]})
        assert [each.code for each in refused.value.diagnostics] == ["model.source-data"]


@pytest.mark.parametrize("data", [None, b"7", b'{"a":1}', b"aGk=", b'"'])
@pytest.mark.parametrize("kind", ["image", "document"])
@pytest.mark.parametrize("target", [NAME, "openai_chat"])
def test_a_source_without_data_is_dropped(target: str, kind: str, data: bytes | None) -> None:
    media = {"type": kind, "source": {"kind": "base64", "data": "QQ=="}, "media_type": "image/png"}
    inside = {"type": "document", "source": {"kind": "content", "content": [media]}}
    result = {"type": "tool_result", "tool_use_id": "a", "content": [inside, media]}
    text = {"type": "text", "text": "A"}
    document = native({"role": "user", "content": [text, media]}, {"role": "tool", "content": [result]})
    asked, answered = document.history
    for block in (asked.content[1], answered.content[0].content[0].source.content[0], answered.content[0].content[1]):
        block.source.data = Raw() if data is None else Raw(data)
    written = turnwire.write(document, target)
    assert "A" in json.dumps(json.loads(written.data))
    dropped = [path for how, path, feature in told(written) if how == "dropped" and feature == kind]
    at = "/history/1/content/0/content"
    assert dropped == ["/history/0/content/1", f"{at}/0/source/content/0", f"{at}/1"]


@pytest.mark.parametrize("name", [None, 5, [], {"a": 1}, -0.0, ""], ids=json.dumps)
def test_a_name_of_a_tool_that_is_no_name_comes_back(name: Any) -> None:
    validate_identity(NAME, {**REQUEST, "tools": [{"name": name, "input_schema": {}}]}, kind="request")


def reply(**usage: Any) -> dict[str, Any]:
    head = {"id": "i", "type": "message", "role": "assistant", "model": "m", "content": []}
    counts = {"input_tokens": 1, "output_tokens": 1}
    return {**head, "stop_reason": "end_turn", "stop_sequence": None, "usage": {**counts, **usage}}


SPLIT = {"ephemeral_5m_input_tokens": 1, "ephemeral_1h_input_tokens": 2}


@pytest.mark.parametrize("total", [0, 3, 4, None])
@pytest.mark.parametrize("split", [SPLIT, {"ephemeral_5m_input_tokens": 3}, {**SPLIT, "x": "y"}, 5, None, []])
def test_a_split_of_cached_tokens_goes_when_their_number_changes(split: Any, total: Any) -> None:
    wire = reply(cache_creation_input_tokens=total, cache_creation=split)
    validate_identity(NAME, wire, kind="response")
    document = turnwire.read(json.dumps(wire), NAME, kind="response")
    assert isinstance(document, turnwire.Completion)
    assert document.usage is not None
    document.usage.cache_creation_input_tokens = 100
    written = json.loads(turnwire.write(document, NAME).data)["usage"]
    assert written["cache_creation_input_tokens"] == 100
    assert not written.get("cache_creation")


ODD_TOOLS: list[Any] = [None, [], {}, 1, "x"]


@pytest.mark.parametrize("tools", [{}, *({"tools": odd} for odd in ODD_TOOLS)], ids=json.dumps)
@pytest.mark.parametrize(
    "choice",
    [
        {"type": "tool", "name": "f"},
        {"type": "tool", "name": "f", "x": 1},
        {"type": "tool"},
        {"type": "none", "disable_parallel_tool_use": True},
        {"type": "none", "disable_parallel_tool_use": False},
    ],
    ids=json.dumps,
)
def test_a_choice_among_no_tools_comes_back(choice: Any, tools: Any) -> None:
    validate_identity(NAME, {**REQUEST, **tools, "tool_choice": choice}, kind="request")


def test_residue_of_an_object_goes_with_the_object() -> None:
    cited = {"type": "document", "source": {"type": "url", "url": "u"}, "citations": {"enabled": True, "q": 1}}
    odd = {"type": "document", "source": {"type": "url", "url": "u"}, "citations": {"q": 1}}
    asked = [{"role": "user", "content": [cited, odd]}]
    more = {"metadata": {"user_id": "u", "x": 1}, "output_config": {"effort": "low", "p": 1}, "messages": asked}
    validate_identity(NAME, {**REQUEST, **more}, kind="request")
    document = read_request(**more)
    assert document.settings is not None
    document.settings.user = document.settings.reasoning = None
    document.history[0].content[0].citations = None  # type: ignore[union-attr]
    wire = json.loads(turnwire.write(document, NAME).data)
    assert wire["messages"][0]["content"] == [{"type": "document", "source": cited["source"]}, odd]
    assert wire.keys() == {"model", "max_tokens", "messages"}


def test_a_schema_that_does_not_say_its_type_is_one_of_an_object() -> None:
    tools = [{"name": "now", "input_schema": {"properties": {"zone": {"type": "string"}}}}]
    written = turnwire.convert(json.dumps({"history": [], "settings": {"tools": tools}}), NAME, source="turnwire")
    [tool] = json.loads(written.data)["tools"]
    assert tool["input_schema"] == {"type": "object", **tools[0]["input_schema"]}  # type: ignore[dict-item]
    assert ("invented", "/settings/tools/0/input_schema/type") in {(loss.kind, loss.path) for loss in written.losses}
