"""The proto packages and schemas of the other systems: the same rules, and the places where their own JSON is wider."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from tests.schemas import parity

from turnwire.documents import schemas

Json = dict[str, Any]

FOLDER = Path(__file__).parents[2] / "schemas"
SYSTEMS = [system for system in schemas.systems() if system != schemas.NATIVE]

# What the JSON of a system may say in two ways, and its proto in one.
WIDER = {
    "geppetto": {
        # The server's model allows null for what it does not demand; the document alone must not be null.
        f"{place} in the schemas"
        for place in (
            "ConversationRequest.context: string in the proto, string|null",
            "ConversationRequest.maxTokens: integer in the proto, integer|null",
            "ConversationRequest.temperature: number in the proto, number|null",
            "ListRequest.fileNames: array of string in the proto, array|null",
            *(
                f"{answer}.error: message ErrorResponse in the proto, message ErrorResponse|null"
                for answer in ("ConversationResponse", "ListResponse", "UploadResponse", "IngestResponse")
            ),
            # Written as texts, and read as objects too.
            "ConversationResponse.citations: array of json in the proto, array of string|message Citation",
            # A text in the server, a number in an admin tool.
            "ErrorResponse.code: json in the proto, string|integer",
            # A reason in words, or FastAPI's list of faults, whose places are keys and positions.
            "Refusal.detail: json in the proto, string|array of message Fault",
            "Fault.loc: array of json in the proto, array of string|integer",
        )
    },
    "glm": {
        # "This is used when a (or multiple) function call is made": one call may stand without a list.
        f"{who}.function_calls: array of message FunctionCall in the proto, "
        "array of message FunctionCall|message FunctionCall in the schemas"
        for who in ("User", "Assistant")
    }
    # "A list of available functions. Each function has the following properties"; the only real file gives names.
    | {
        f"FunctionCallSettings.available_functions: array of {what} in the proto, array of string|{what} in the schemas"
        for what in ("message AvailableFunction",)
    }
    # A time as text or as seconds, a limit as a number or in words: "types unstated" in the specification.
    | {
        f"{place}: json in the proto, string|number in the schemas"
        for place in (
            "ChatMeta.chat_started",
            "FunctionCallSettings.compiler_trust_level",
            "FunctionCallSettings.max_calls_per_output",
            "FunctionCallSettings.max_tokens_per_code_segment",
        )
    },
    "gpt2099": {
        # A list without entries is left out in the JSON of a proto; a window without messages says so.
        "required ContextWindow.messages: only in the schemas",
        # Of `continues`: "Type: `string | list<string>`" (docs/reference/schemas.md).
        *(
            f"{place}.continues: json in the proto, string|array of string in the schemas"
            for place in ("NewTurn", "TurnMeta")
        ),
        # "null" where there are no turns; and of a call without arguments, or a reply without a stop sequence.
        "ContextWindow.options: message Options in the proto, message Options|null in the schemas",
        "ToolUseBlock.input: json in the proto, object|null in the schemas",
        *(
            f"{place}.stop_sequence: string in the proto, string|null in the schemas"
            for place in ("ReplyMessage", "ReplyMeta")
        ),
        # "content?: string, Content to append to current block"; Gemini's calls are told as objects.
        "StreamerEvent.content: json in the proto, string|object in the schemas",
        # JSON-RPC: "An identifier established by the Client that MUST contain a String, Number, or NULL value".
        "McpResponse.id: json in the proto, string|integer in the schemas",
    },
}


def documents(system: str) -> dict[str, Json]:
    return {name: json.loads(schemas.schema(name)) for name in schemas.names(system)}


def definitions(system: str) -> list[tuple[str, Json]]:
    """(reference, definition) of each message and enum of a system."""
    return [
        (name if title == document["title"] else f"{name}#/$defs/{title}", node)
        for name, document in documents(system).items()
        for title, node in parity.definitions(document)
    ]


@pytest.mark.parametrize("system", SYSTEMS)
def test_proto_and_schemas_say_the_same(system: str) -> None:
    package = f"turnwire.{system}.v1"
    proto = parity.of_proto(parity.proto_files(package), package)
    found = parity.differences(proto, parity.of_schemas(documents(system)))
    assert sorted(WIDER.get(system, set())) == found


@pytest.mark.parametrize("name", [name for system in SYSTEMS for name in schemas.names(system)])
def test_the_meta_schema_accepts_it(name: str) -> None:
    document = json.loads(schemas.schema(name))
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert document["$id"] == schemas.id_of(name)
    assert jsonschema_rs.meta.is_valid(document)


@pytest.mark.parametrize(
    ("ref", "node"), [pytest.param(*each, id=each[0]) for system in SYSTEMS for each in definitions(system)]
)
def test_every_field_stands_in_a_valid_example(ref: str, node: Json) -> None:
    examples = node.get("examples", [])
    assert [] == [each.message for example in examples for each in schemas.validator(ref).iter_errors(example)]
    shown = {key for example in examples for key in example}
    assert set(node.get("properties", {})) <= shown
    if node.get("additionalProperties"):
        assert shown - set(node["properties"]), "no example has a further key"


EXAMPLES = [path for system in SYSTEMS for path in sorted(FOLDER.glob(f"{system}/examples/*/*.json"))]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_an_example_file(path: Path) -> None:
    name = f"{path.parts[-4]}/{path.parts[-2]}"
    assert [] == [each.message for each in schemas.validator(name).iter_errors(json.loads(path.read_bytes()))]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_schema_has_an_example_file(system: str) -> None:
    folders = {f"{system}/{path.parent.name}" for path in FOLDER.glob(f"{system}/examples/*/*.json")}
    assert set(schemas.names(system)) == folders


UNFIT = [
    ("geppetto/conversation-request", {"requestType": "query"}, '"persona" is a required property'),
    ("geppetto/conversation-response", {"inputTokenCount": -1}, "-1 is less than the minimum of 0"),
    ("geppetto/conversation-response", {"citations": [1]}, "1 is not valid under any of the schemas"),
    ("geppetto/citation", {"page": "4"}, "is not of type"),
    ("geppetto/error-response", {"code": 1.5, "message": ""}, "1.5 is not of types"),
    ("geppetto/file-drawers", {"Herbs": "mint"}, "is not of type"),
    ("geppetto/upload-request", {"filedrawer": "Herbs", "files": []}, "[] has less than 1 item"),
    ("geppetto/list-request", {"requestType": "listfiles"}, '"dataOperands" is a required property'),
    ("geppetto/refusal", {"detail": [{"type": "missing"}]}, "not valid under any of the schemas"),
    ("glm/history", {}, '"history" is a required property'),
    ("glm/history", {"history": [{"role": "user", "content": "Hi"}]}, "'role'"),
    ("glm/history", {"history": [{"user": {}, "assistant": {}}]}, "more than 1 property"),
    ("glm/history", {"history": [{}]}, "is not valid under any of the schemas"),
    ("glm/history", {"history": [{"user": {"mood": 1}}]}, "'mood' was unexpected"),
    ("glm/history", {"history": [], "settings": {"settings": {}}}, "'settings' was unexpected"),
    ("glm/history", {"history": [], "system": {"primary_message": 1}}, "is not of type"),
    ("gpt2099/context-window", {"messages": [{"role": "tool"}]}, '"tool" is not one of'),
    ("gpt2099/context-window", {"messages": [{"content": []}]}, '"role" is a required property'),
    ("gpt2099/content-block", {"type": "text", "text": ["a"]}, 'is not of type "string"'),
    ("gpt2099/content-block", {"type": "tool_result", "content": []}, '"name" is a required property'),
    ("gpt2099/content-block", {"type": "tool_use", "name": "a", "input": "{}"}, "is not of types"),
    ("gpt2099/turn-frame", {"id": "a", "topic": "gpt.turn", "meta": {"continues": 1}}, "is not valid under"),
    ("gpt2099/reply", {"role": "assistant"}, '"message" is a required property'),
]


@pytest.mark.parametrize(("name", "document", "words"), UNFIT)
def test_what_does_not_fit_is_refused(name: str, document: Json, words: str) -> None:
    found = [each.message for each in schemas.validator(name).iter_errors(document)]
    assert [words] == [words for message in found if words in message], found
