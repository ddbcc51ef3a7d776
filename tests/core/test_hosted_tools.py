"""Tools that a provider ran itself, written for another provider: as calls, in words, or not at all."""

import json
from typing import Any

import pytest

import turnwire
from turnwire import Keeping
from turnwire.dialects import get, names
from turnwire.testing.accounts import unaccounted

CALLS, TEXT, DROP = (
    Keeping(hosted_tools="calls"),
    Keeping(hosted_tools="text"),
    Keeping(hosted_tools="drop"),
)
WAYS = {"calls": CALLS, "text": TEXT, "drop": DROP}

SEARCH: list[dict[str, Any]] = [
    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "tallest oak"}},
    {
        "type": "web_search_tool_result",
        "tool_use_id": "srvtoolu_1",
        "content": [
            {
                "type": "web_search_result",
                "title": "Oaks of the north",
                "url": "https://oaks.example/north",
                "encrypted_content": "SEALEDPAGE",
                "page_age": None,
            }
        ],
    },
]
RUN = [
    {"executableCode": {"language": "PYTHON", "code": "for n in range(2):\n    print(n)\n"}},
    {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "0\n1\n"}},
]
DRAWN = "iVBORw0KGgoAAAANSUhEUg=="
ITEMS = [
    {
        "type": "web_search_call",
        "id": "ws_0123456789abcdef0123456789abcdef0123456789abcdef",
        "status": "completed",
        "action": {"type": "search", "query": "tallest oak"},
    },
    {
        "type": "code_interpreter_call",
        "id": "ci_1",
        "container_id": "cntr_1",
        "code": "print(6 * 7)",
        "outputs": [{"type": "logs", "logs": "42\n"}],
        "status": "completed",
    },
    {"type": "image_generation_call", "id": "ig_1", "status": "completed", "result": DRAWN},
    {
        "type": "mcp_call",
        "id": "mcp_1",
        "server_label": "trees",
        "name": "measure",
        "arguments": '{"tree": "oak"}',
        "output": "forty metres",
        "status": "completed",
    },
]
SAID = {
    "anthropic_messages": ("tallest oak", "Oaks of the north", "https://oaks.example/north"),
    "gemini_generate": ("PYTHON", "for n in range(2):", "OUTCOME_OK"),
    "openai_responses": ("tallest oak", "print(6 * 7)", "42", "measure", "forty metres"),
}
SECRETS = ("SEALEDPAGE", "srvtoolu_1", "ws_0123", "ci_1", "cntr_1", "ig_1", "mcp_1")


def request_of(source: str) -> dict[str, Any]:
    """A request whose history has what the provider ran, between words of the model, and a call of the caller's."""
    asked = "Which tree?"
    if source == "anthropic_messages":
        said = [{"type": "text", "text": "I look."}, *SEARCH, {"type": "text", "text": "Found."}]
        turns = [("user", asked), ("assistant", said), ("user", "Thanks.")]
        return {"model": "m", "max_tokens": 9, "messages": [{"role": role, "content": it} for role, it in turns]}
    if source == "gemini_generate":
        said = [{"text": "I count."}, *RUN, {"text": "Done."}]
        turns = [("user", [{"text": asked}]), ("model", said), ("user", [{"text": "Thanks."}])]
        return {"contents": [{"role": role, "parts": parts} for role, parts in turns]}
    return {
        "model": "m",
        "input": [{"role": "user", "content": asked}, *ITEMS, {"role": "user", "content": "Thanks."}],
    }


def reply_of(source: str) -> dict[str, Any]:
    """The same as a reply."""
    if source == "anthropic_messages":
        content = [{"type": "text", "text": "I look."}, *SEARCH, {"type": "text", "text": "Found."}]
        usage = {"input_tokens": 1, "output_tokens": 1}
        head = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m"}
        return {**head, "content": content, "stop_reason": "end_turn", "stop_sequence": None, "usage": usage}
    if source == "gemini_generate":
        parts = [{"text": "I count."}, *RUN, {"text": "Done."}]
        return {
            "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
            "modelVersion": "m",
        }
    return {"id": "resp_1", "object": "response", "status": "completed", "model": "m", "output": ITEMS}


MAKERS = {"request": request_of, "response": reply_of}
MAIN = (
    "anthropic_messages",
    "openai_chat",
    "openai_responses",
    "gemini_generate",
    "ollama_chat",
    "mistral_chat",
)
PAIRS = [(source, target) for source in SAID for target in MAIN if target != source]


def written(source: str, target: str, kind: Any, keeping: Keeping) -> tuple[Any, str]:
    """The output as JSON, and all of its texts, those inside of JSON in texts too."""
    body = MAKERS[kind](source)
    result = json.loads(turnwire.convert(body, target, source=source, kind=kind, keeping=keeping).data)
    return result, "\n".join(texts(result))


def texts(tree: Any) -> list[str]:
    """Every text of some JSON."""
    if isinstance(tree, dict):
        return [text for value in tree.values() for text in texts(value)]
    if isinstance(tree, list):
        return [text for value in tree for text in texts(value)]
    if isinstance(tree, str):
        return [tree, *(texts(json.loads(tree)) if tree[:1] == "{" else [])]
    return []


@pytest.mark.parametrize("way", ["calls", "text"])
@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_a_request_says_what_was_called_and_found(source: str, target: str, way: str) -> None:
    _, said = written(source, target, "request", WAYS[way])
    assert [] == [text for text in SAID[source] if text not in said]
    assert [] == [secret for secret in SECRETS if secret in said]


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_a_reply_says_it_only_in_text_that_nobody_runs(source: str, target: str) -> None:
    result, said = written(source, target, "response", TEXT)
    assert [] == [text for text in SAID[source] if text not in said]
    assert [] == [secret for secret in SECRETS if secret in said]
    left_out, unsaid = written(source, target, "response", CALLS)
    assert not any(text in unsaid for text in SAID[source])
    for each in (result, left_out):
        assert not any(f'"{word}"' in json.dumps(each) for word in ("tool_use", "function", "functionCall"))


@pytest.mark.parametrize("kind", ["request", "response"])
@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_what_is_left_out_is_dropped(source: str, target: str, kind: Any) -> None:
    _, said = written(source, target, kind, DROP)
    assert not any(text in said for text in SAID[source])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ["request", "response"])
@pytest.mark.parametrize("source", SAID)
def test_at_home_everything_stays(source: str, kind: Any, way: str) -> None:
    body = MAKERS[kind](source)
    again = turnwire.convert(body, source, source=source, kind=kind, keeping=WAYS[way])
    assert body == json.loads(again.data)
    assert [] == list(again.losses)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ["request", "response"])
@pytest.mark.parametrize("source", SAID)
def test_the_losses_account_for_everything(source: str, kind: Any, way: str) -> None:
    document = turnwire.read(MAKERS[kind](source), source, kind=kind)
    found = {}
    for target in names():
        if get(target).part(kind) is not None:
            done = turnwire.write(document, target, keeping=WAYS[way])
            back = turnwire.read(done.data, target, kind=kind, envelope=done.envelope)
            found[target] = unaccounted(document, back, done.losses, target)
    assert {} == {target: faults for target, faults in found.items() if faults}


def test_text_that_follows_is_a_paragraph_of_its_own() -> None:
    result, _ = written("anthropic_messages", "openai_chat", "response", TEXT)
    assert (
        "I look.\n\n"
        "Called the tool web_search:\nquery: tallest oak\n\n"
        "Result of the tool web_search:\ntitle: Oaks of the north\nurl: https://oaks.example/north\n\n"
        "Found."
    ) == result["choices"][0]["message"]["content"]


def test_the_sealed_part_of_a_result_is_dropped_by_itself() -> None:
    done = turnwire.convert(request_of("anthropic_messages"), "openai_chat", source="anthropic_messages")
    sealed = [loss for loss in done.losses if str(loss.value) == "SEALEDPAGE"]
    assert [("dropped", "/history/1/content/2/provider_result/0/encrypted_content")] == [
        (loss.kind, loss.path) for loss in sealed
    ]


PAGES = [
    {
        "type": "web_search_result",
        "title": "",
        "url": "https://oaks.example/north",
        "page_age": None,
        "about": {"type": "forest", "trees": [{"type": "oak", "age": 300}, {"type": "oak", "age": 90}]},
    }
]
OUTPUT = {"n": 0, "type": "report", "note": "", "gaps": [], "more": {}, "none": None}


def test_the_text_of_a_result_holds_what_was_found_however_deep() -> None:
    block = {**SEARCH[1], "content": PAGES}
    body = request_of("anthropic_messages") | {
        "messages": [
            {"role": "user", "content": "Oaks?"},
            {"role": "assistant", "content": [SEARCH[0], block, {"type": "text", "text": "There."}]},
            {"role": "user", "content": "Thanks."},
        ]
    }
    done = turnwire.convert(body, "openai_chat", source="anthropic_messages")
    assert json.loads(done.data)["messages"][2]["content"] == (
        "url: https://oaks.example/north\n"
        "about:\n  type: forest\n  trees:\n    type: oak\n    age: 300\n\n    type: oak\n    age: 90"
    )


def test_the_text_of_a_call_holds_empty_members_too() -> None:
    call = {**SEARCH[0], "input": OUTPUT}
    body = request_of("anthropic_messages") | {
        "messages": [{"role": "user", "content": "Oaks?"}, {"role": "assistant", "content": [call, SEARCH[1]]}]
    }
    done = turnwire.convert(body, "openai_chat", source="anthropic_messages", keeping=Keeping(hosted_tools="text"))
    text = json.loads(done.data)["messages"][1]["content"][0]["text"]
    assert text == ('Called the tool web_search:\nn: 0\ntype: report\nnote: ""\ngaps: []\nmore: {}\nnone: null')


def test_a_call_that_becomes_an_ordinary_one_is_one_loss() -> None:
    done = turnwire.convert(request_of("anthropic_messages"), "openai_chat", source="anthropic_messages")
    call = [
        (loss.kind, loss.path, loss.feature) for loss in done.losses if loss.path.startswith("/history/1/content/1")
    ]
    assert call == [("reshaped", "/history/1/content/1", "tool_use.run_by")]


def test_no_mark_of_residue_is_in_the_value_of_a_loss() -> None:
    said = {"text": "x", "thought": False, "zz": {"$form": 1}, "thoughtSignature": "c2VhbA=="}
    body = {"contents": [{"role": "model", "parts": [said]}, {"role": "user", "parts": [{"text": "y"}]}]}
    done = turnwire.convert(body, "openai_chat", source="gemini_generate")
    values: list[Any] = [loss.value for loss in done.losses if loss.feature == "provider_raw"]
    assert values == [{"thought": False, "zz": {"$form": 1}, "thoughtSignature": "c2VhbA=="}]


USED = {"type": "tool_use", "id": "toolu_1", "name": "save", "input": {"n": 1}}
GIVEN = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "saved"}]}
SECOND = [{**SEARCH[0], "id": "srvtoolu_2"}, {**SEARCH[1], "tool_use_id": "srvtoolu_2"}]
TURNS: dict[str, tuple[list[Any], list[Any]]] = {
    "a search alone": (SEARCH, [["C"], "t"]),
    "a search between words": (
        [{"type": "text", "text": "A."}, *SEARCH, {"type": "text", "text": "B."}],
        [["C"], "t", []],
    ),
    "two searches at once": ([SEARCH[0], SECOND[0], SECOND[1], SEARCH[1]], [["C", "C"], "t", "t"]),
    "two searches, one after the other": ([*SEARCH, *SECOND], [["C"], "t", ["C"], "t"]),
    "the result comes late": ([SEARCH[0], {"type": "text", "text": "A."}, SEARCH[1]], [["C"], "t", []]),
    "a call of the caller's after it": ([*SEARCH, USED], [["C"], "t", ["save"], "t"]),
    "a call of the caller's before it": ([USED, *SEARCH, {"type": "text", "text": "A."}], [["C"], "t", ["save"], "t"]),
    "a search without its result": ([SEARCH[0], {"type": "text", "text": "A."}], [[]]),
    "a result without its search": ([SEARCH[1], {"type": "text", "text": "A."}], [[]]),
}


@pytest.mark.parametrize("name", TURNS)
def test_every_call_is_answered_at_once(name: str) -> None:
    content, expected = TURNS[name]
    messages = [{"role": "user", "content": "Go."}, {"role": "assistant", "content": content}]
    messages += [GIVEN] if USED in content else []
    body = {"model": "m", "max_tokens": 9, "messages": messages}
    found = json.loads(turnwire.convert(body, "openai_chat", source="anthropic_messages", kind="request").data)
    shape: list[Any] = []
    waiting: list[str] = []
    for message in found["messages"][1:]:
        if message["role"] == "tool":
            waiting.remove(message["tool_call_id"])
            shape.append("t")
            continue
        assert [] == waiting
        calls = message.get("tool_calls", [])
        waiting = [call["id"] for call in calls]
        shape.append(["C" if call["function"]["name"] == "web_search" else "save" for call in calls])
    assert [] == waiting
    assert expected == shape


def test_ids_are_new_short_and_the_same_in_the_next_turn() -> None:
    body = request_of("openai_responses")
    first = ids_of(body)
    body["input"] += [{"role": "assistant", "content": "Welcome."}, {"role": "user", "content": "Bye."}]
    assert first == ids_of(body)
    assert len(set(first)) == len(first)
    assert max(map(len, first)) <= 40


def ids_of(body: dict[str, Any]) -> list[str]:
    """The ids of the calls in the request that OpenAI's chat gets."""
    found = json.loads(turnwire.convert(body, "openai_chat", source="openai_responses", kind="request").data)
    return [call["id"] for message in found["messages"] for call in message.get("tool_calls", ())]
