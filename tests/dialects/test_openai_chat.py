"""The tables of tests/cases/openai_chat, and the rules that no table shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import turnwire
from turnwire.dialects.openai_chat import DIALECT
from turnwire.families.chat.lane_reader import PlainRequest
from turnwire.families.chat.wire_request import ChatRequest
from turnwire.model import (
    Completion,
    Generation,
    History,
    Message,
    ProviderTool,
    Settings,
    TextBlock,
    ThinkingBlock,
    ToolChoice,
    ToolDefinition,
    ToolUseBlock,
)
from turnwire.testing import validate_all, validate_identity
from turnwire.testing.tables import told

NAME = "openai_chat"
CASES = Path(__file__).parent.parent / "cases" / NAME
CALL = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}


def cases(table: str) -> list[Any]:
    found = json.loads((CASES / f"{table}.json").read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["name"].replace(" ", "_")) for case in found]


def body(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"model": "gpt-4.1", "messages": list(messages), **more}


def history(*messages: Any, **more: Any) -> History:
    document = turnwire.read(body(*messages, **more), NAME, kind="request")
    assert isinstance(document, History)
    return document


def written(document: Any) -> Any:
    return json.loads(turnwire.write(document, NAME).data)


@pytest.mark.parametrize("case", cases("identity"))
def test_comes_back(case: dict[str, Any]) -> None:
    validate_identity(NAME, case["wire"], kind=case["kind"])


@pytest.mark.parametrize("case", cases("native"))
def test_is_read_as(case: dict[str, Any]) -> None:
    validate_all(NAME, case["wire"], kind=case["kind"], read={"turnwire": case["native"]})


@pytest.mark.parametrize("case", cases("from_anthropic_messages"))
def test_is_written_from_anthropic_messages(case: dict[str, Any]) -> None:
    made = turnwire.convert(json.dumps(case["wire"]), NAME, source="anthropic_messages", kind=case["kind"])
    assert case["becomes"] == json.loads(made.data)
    assert [tuple(loss) for loss in case["losses"]] == told(made)


@pytest.mark.parametrize("digits", ["0.1234567890123456789", "1.0", "1e2", "12345678901234567890.5"])
def test_numbers_keep_their_spelling(digits: str) -> None:
    wire = b'{"model":"m","messages":[],"temperature":' + digits.encode() + b',"top_p":' + digits.encode() + b"}"
    validate_identity(NAME, wire)


def test_an_edited_number_wins_over_its_spelling() -> None:
    document = turnwire.read(b'{"model":"m","messages":[],"temperature":0.1234567890123456789}', NAME, kind="request")
    assert isinstance(document, History)
    assert document.settings is not None
    assert document.settings.generation is not None
    document.settings.generation.temperature = 0.5
    assert written(document)["temperature"] == 0.5


def test_an_edited_text_wins_over_every_spelling() -> None:
    said: list[Any] = ["", None, "a", [], [{"type": "text", "text": "a"}]]
    document = history(*({"role": "user", "content": content} for content in said))
    for message in document.history:
        message.content = [TextBlock("new")]
    texts = [message["content"] for message in written(document)["messages"]]
    assert [["new"]] * 4 + [["new"]] == [
        [text] if isinstance(text, str) else [part["text"] for part in text] for text in texts
    ]


def test_a_dropped_thought_takes_its_details_along() -> None:
    told_twice = {"role": "assistant", "content": "a", "reasoning": "hm", "reasoning_details": [{"text": "hm"}]}
    document = history(told_twice)
    document.history[0].content = [b for b in document.history[0].content if type(b) is not ThinkingBlock]
    assert [{"role": "assistant", "content": "a"}] == written(document)["messages"]


def test_an_edited_thought_is_not_told_by_its_old_details() -> None:
    details = [{"type": "reasoning.text", "text": "hm"}]
    document = history({"role": "assistant", "content": "a", "reasoning": "hm", "reasoning_details": details})
    thought = document.history[0].content[0]
    assert isinstance(thought, ThinkingBlock)
    thought.text = "well"
    assert [{"role": "assistant", "reasoning": "well", "content": "a"}] == written(document)["messages"]


def test_a_total_follows_its_counts() -> None:
    usage = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 9}
    reply = {"id": "r", "object": "chat.completion", "created": 0, "model": "m", "choices": [], "usage": usage}
    document = turnwire.read(reply, NAME, kind="response")
    assert isinstance(document, Completion)
    assert document.usage is not None
    document.usage.output_tokens = 5
    assert {"prompt_tokens": 1, "completion_tokens": 5, "total_tokens": 6} == written(document)["usage"]


def test_input_that_is_no_object_becomes_text_and_says_so() -> None:
    result = {"role": "tool", "tool_call_id": "call_1", "content": "Nothing."}
    document = history({"role": "assistant", "tool_calls": [CALL]}, result)
    document.history[0].content = [ToolUseBlock("call_1", "look", msgspec.Raw(b"null"))]
    assert [("reshaped", "/history/0/content/0/input", "tool_use.input")] == told(turnwire.write(document, NAME))


def test_native_json_without_ids_is_written_and_what_is_made_up_is_told() -> None:
    document = turnwire.read({"candidates": [{"role": "assistant", "content": []}]}, "turnwire", kind="response")
    made = turnwire.write(document, NAME)
    assert [
        ("invented", "/candidates/0/metadata/stop_reason", "metadata.stop_reason"),
        ("invented", "/created_at", "completion.created_at"),
        ("invented", "/id", "completion.id"),
        ("invented", "/model", "completion.model"),
    ] == told(made)


def test_a_key_inside_the_residue_does_not_stand_for_the_model() -> None:
    document = history({"role": "user", "content": "Hi"}, plugins=[{"model": "other"}])
    assert document.settings is not None
    document.settings.model = None
    made = turnwire.write(document, NAME)
    assert "model" in json.loads(made.data)
    assert [("invented", "/settings/model", "settings.model")] == told(made)


def test_null_is_no_setting() -> None:
    generation = Generation(stream_options=msgspec.Raw(b"null"), logit_bias=msgspec.Raw(b"[]"))
    tools = [ToolDefinition("look", input_schema=msgspec.Raw(b"null"))]
    made = turnwire.write(History([], Settings("gpt-4.1", generation=generation, tools=tools)), NAME)
    assert [
        ("dropped", "/settings/generation/logit_bias", "generation.logit_bias"),
        ("dropped", "/settings/generation/stream_options", "generation.stream_options"),
        ("dropped", "/settings/tools/0/input_schema", "tool.input_schema"),
    ] == sorted(told(made))


@pytest.mark.parametrize("target", [NAME, "anthropic_messages"])
@pytest.mark.parametrize("choice", [ToolChoice("required"), ToolChoice("none"), ToolChoice(parallel=False)])
def test_a_choice_without_tools_is_dropped(target: str, choice: ToolChoice) -> None:
    settings = Settings("gpt-4.1", tool_choice=choice, generation=Generation(64))
    made = turnwire.write(History([Message("user", [TextBlock("Hi")])], settings), target)
    assert "tool_choice" not in json.loads(made.data)
    assert [("dropped", "/settings/tool_choice", "settings.tool_choice")] == told(made)


@pytest.mark.parametrize("target", [NAME, "anthropic_messages"])
def test_a_choice_goes_with_the_last_tool(target: str) -> None:
    tool = ToolDefinition("search", provider_tool=ProviderTool("search", "elsewhere"))
    settings = Settings("gpt-4.1", [tool], ToolChoice("required"), Generation(64))
    made = turnwire.write(History([Message("user", [TextBlock("Hi")])], settings), target)
    assert "tool_choice" not in json.loads(made.data)
    assert [
        ("dropped", "/settings/tool_choice", "settings.tool_choice"),
        ("dropped", "/settings/tools/0", "tool.provider_tool"),
    ] == sorted(told(made))


@pytest.mark.parametrize(
    ("dialect", "choice"),
    [
        (NAME, {"tool_choice": "required"}),
        (NAME, {"parallel_tool_calls": True}),
        (NAME, {"function_call": "auto"}),
        ("anthropic_messages", {"max_tokens": 1, "tool_choice": {"type": "any"}}),
    ],
)
def test_a_choice_read_without_tools_comes_back(dialect: str, choice: dict[str, Any]) -> None:
    validate_identity(dialect, body({"role": "user", "content": "Hi"}, **choice), kind="request")


@pytest.mark.parametrize(
    ("wire", "kind"),
    [
        (body({"role": "user", "content": "Hi"}, stop=["a"]), "request"),
        (body({"role": "assistant", "tool_calls": [CALL]}), "request"),
        ({"choices": [{"message": {"content": "x"}}]}, "response"),
        ({"error": {"message": "m"}}, "error"),
        ({"detail": "m"}, "error"),
        ({"message": "m", "type": "t", "code": 400}, "error"),
    ],
)
def test_is_recognised(wire: dict[str, Any], kind: str) -> None:
    assert (NAME, kind) == turnwire.detect(wire)[0]


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b'{"messages":{}}', b'{"messages":["x"]}', b'{"messages":[', b"\xff"]
)
def test_what_is_no_request_is_refused(data: bytes) -> None:
    with pytest.raises(turnwire.InvalidDocument) as refused:
        turnwire.read(data, NAME, kind="request")
    assert refused.value.diagnostics[0].severity == "error"


def test_most_recorded_requests_decode_on_the_fast_path(recorded: Path) -> None:
    import gzip

    form = DIALECT.request.form if DIALECT.request else None
    assert form is not None
    fast = total = 0
    with gzip.open(recorded / "openai.chat.jsonl.gz") as lines:
        for line in lines:
            total += 1
            try:
                form.fast.decode(json.dumps(json.loads(line)["request"]).encode())
            except msgspec.ValidationError:
                continue
            fast += 1
    assert fast / total > 0.95


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b'{"messages":[],"metadata":{"a":"\xff"}}', "request"),
        (b'{"messages":[],"prompt_cache_key":"\xff"}', "request"),
        (b'{"messages":[],"temperature":"\xff"}', "request"),
        (b'{"messages":[],"function_call":{"name":"\xff"}}', "request"),
        (b'{"messages":[{"role":"user","content":"x","cache_control":{"type":"\xff"}}]}', "request"),
        (
            b'{"messages":[{"role":"assistant","reasoning_content":"x","reasoning_details":[{"text":"\xff"}]}]}',
            "request",
        ),
        (b'{"choices":[],"system_fingerprint":"\xff"}', "response"),
        (b'{"choices":[{"message":{"content":"x","padding":"\xff"}}]}', "response"),
        (b'{"choices":[{"message":{"content":"x"},"logprobs":"\xff"}]}', "response"),
        (b'{"choices":[],"usage":{"cost":"\xff"}}', "response"),
    ],
)
def test_what_is_kept_as_it_is_must_be_utf_8(data: bytes, kind: Any) -> None:
    with pytest.raises(turnwire.InvalidDocument) as refused:
        turnwire.read(data, NAME, kind=kind)
    assert refused.value.diagnostics[0].code == "json.utf8"


def test_a_tool_message_without_a_result_is_told_with_all_that_it_says() -> None:
    turn = {"role": "tool", "id": "i", "name": "n", "content": [{"type": "text", "text": "x"}]}
    made = turnwire.convert({"history": [turn, {"role": "tool", "metadata": {}}], "settings": {"model": "m"}}, NAME)
    assert [] == json.loads(made.data)["messages"]
    assert [
        ("dropped", "/history/0/content/0", "text"),
        ("dropped", "/history/0/id", "message.id"),
        ("dropped", "/history/0/name", "message.name"),
        ("dropped", "/history/0/role", "message"),
        ("dropped", "/history/1/metadata", "message.metadata"),
        ("dropped", "/history/1/role", "message"),
    ] == told(made)


def test_the_first_result_of_a_message_says_what_the_message_says_of_itself() -> None:
    result = {"type": "tool_result", "tool_use_id": "i", "content": [{"type": "text", "text": "x"}]}
    turn = {"role": "tool", "id": "i", "content": [{"type": "text", "text": "x"}, result]}
    made = turnwire.convert({"history": [turn], "settings": {"model": "m"}}, NAME)
    assert [("dropped", "/history/0/content/0", "text"), ("dropped", "/history/0/id", "message.id")] == told(made)


@pytest.mark.parametrize("odd", ["data:", 5, 3.0, [], {"a": 2}, True, None])
@pytest.mark.parametrize("place", ["usage", "choice", "message"])
def test_odd_values_in_a_reply_come_back(place: str, odd: Any) -> None:
    usage: dict[str, Any] = {"prompt_tokens": 1, "completion_tokens": 2}
    message: dict[str, Any] = {"role": "assistant", "content": "x", "refusal": None}
    choice: dict[str, Any] = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    at, key = {"usage": (usage, "total_tokens"), "choice": (choice, "logprobs"), "message": (message, "refusal")}[place]
    at[key] = odd
    wire = {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
    validate_identity(NAME, wire, kind="response")


def test_a_total_that_was_not_told_is_not_made_up() -> None:
    usage = {"prompt_tokens": 1, "completion_tokens": 2}
    validate_identity(NAME, {"choices": [], "usage": usage}, kind="response")


@pytest.mark.parametrize("named", [{}, {"name": None}, {"name": 7}, {"name": "look"}])
def test_a_function_message_comes_back(named: dict[str, Any]) -> None:
    validate_identity(NAME, body({"role": "function", "content": "r", **named}), kind="request")


@pytest.mark.parametrize(("limit", "limits"), [(5, [5, 9]), (7, [7]), (None, [])])
def test_a_changed_limit_is_the_only_one(limit: int | None, limits: list[int]) -> None:
    document = history({"role": "user", "content": "x"}, max_tokens=5, max_completion_tokens=9)
    assert document.settings is not None
    assert document.settings.generation is not None
    document.settings.generation.max_tokens = limit
    made = written(document)
    assert limits == [made[key] for key in ("max_tokens", "max_completion_tokens") if key in made]


@pytest.mark.parametrize("told", [[{"text": "old"}], [{"text": "o"}, {"text": "l"}], [{"data": "old"}], {"a": "old"}])
@pytest.mark.parametrize("key", ["reasoning", "reasoning_content"])
def test_details_of_a_thought_go_when_it_is_changed(told: Any, key: str) -> None:
    message = {"role": "assistant", "content": "x", "refusal": None, key: "old", "reasoning_details": told}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    wire = {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    validate_identity(NAME, wire, kind="response")
    document = turnwire.read(wire, NAME, kind="response")
    assert isinstance(document, Completion)
    thought = document.candidates[0].content[0]
    assert isinstance(thought, ThinkingBlock)
    thought.text = "new"
    expected = {"role": "assistant", "content": "x", "refusal": None, key: "new"}
    assert expected == written(document)["choices"][0]["message"]


def test_a_cache_mark_beside_a_result_marks_its_text() -> None:
    wire = body({"role": "tool", "tool_call_id": "a", "content": "k", "cache_control": {"type": "ephemeral"}})
    validate_identity(NAME, wire, kind="request")
    made = json.loads(turnwire.convert(wire, "anthropic_messages", source=NAME, kind="request").data)
    assert {"type": "ephemeral"} == made["messages"][0]["content"][0]["content"][0]["cache_control"]


@pytest.mark.parametrize(
    ("more", "stops", "source"),
    [
        ({"stop": "END"}, ["END"], {"stop": "END"}),
        ({"stop": ["END", "STOP"]}, ["END", "STOP"], None),
        ({"stop": list("abcde")}, list("abcde"), {"stop": list("abcde")}),
        (
            {"stop": "END", "max_completion_tokens": 5},
            ["END"],
            {"max_completion_tokens": 5, "stop": "END"},
        ),
        ({"stop": "END", "n": 2}, ["END"], {"stop": "END"}),
    ],
)
def test_how_texts_to_stop_at_are_spelled_is_kept(more: Any, stops: Any, source: Any) -> None:
    said = {"role": "user", "content": "hi"}
    settings = history(said, **more).settings
    assert settings is not None
    assert settings.generation is not None
    assert settings.generation.stop_sequences == stops
    kept = settings.generation.provider_raw
    assert (kept and json.loads(bytes(kept[NAME]))) == (source and {"$form": {"source": source}})
    validate_identity(NAME, body(said, **more), kind="request")


def test_a_plain_request_has_its_fields_where_the_short_way_of_settings_looks() -> None:
    assert PlainRequest.__struct_fields__ == ChatRequest.__struct_fields__
