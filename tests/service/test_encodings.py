"""Documents in YAML and Protobuf: the content type in the envelope says what the bytes are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import grpc
import pytest

import turnwire
from turnwire import InvalidDocument
from turnwire.dialects.glm import encodings
from turnwire.validation import validate

if TYPE_CHECKING:
    from turnwire.service.client import Client

CHAT = {"tracker": [{"role": "USER", "content": "Hi"}], "system_message": "You help."}
BODY = json.dumps(CHAT).encode()
YAML = b"tracker:\n- role: !ConversationRole 'USER'\n  content: Hi\nsystem_message: You help.\n"
SPECIFIED = encodings.from_binary(encodings.to_binary(BODY))


def typed(name: str, **more: Any) -> dict[str, Any]:
    return {"headers": {"Content-Type": name, **more}}


@pytest.mark.parametrize("name", ["application/yaml", "application/x-yaml; charset=utf-8", "Text/YAML"])
def test_yaml_of_glm_is_taken(client: Client, name: str) -> None:
    expected = turnwire.convert(BODY, "openai_chat", source="glm")
    written = client.convert(YAML, "openai_chat", source="glm", envelope=typed(name))
    assert expected.data == written.data
    tag = written.losses[0]
    assert ("reshaped", "/tracker/0/role", "yaml.tag", "glm") == (tag.kind, tag.path, tag.feature, tag.dialect)
    assert "!ConversationRole" == str(tag.value)
    assert expected.losses == written.losses[1:]


@pytest.mark.parametrize("name", ["application/protobuf", "application/x-protobuf"])
def test_protobuf_of_glm_is_taken(client: Client, name: str) -> None:
    data = encodings.to_binary(BODY)
    expected = turnwire.convert(SPECIFIED, "openai_chat", source="glm")
    assert expected == client.convert(data, "openai_chat", source="glm", envelope=typed(name))
    assert turnwire.read(SPECIFIED, "glm") == client.read(data, "glm", envelope=typed(name))


def test_yaml_of_any_dialect_is_taken(client: Client) -> None:
    body = b'{"model":"m","messages":[{"role":"user","content":"Hi"}]}'
    text = b"model: m\nmessages:\n- {role: user, content: Hi}\n"
    for source in ("openai_chat", None):
        written = client.convert(text, "turnwire", source=source, envelope=typed("application/yaml"))
        assert turnwire.convert(body, "turnwire").data == written.data


# Files of the programs; anchors and aliases, also as keys, are read of `glm` alone.
_FILES = {
    "tags": YAML,
    "anchors": YAML.replace(b"role: ", b"role: &user ") + b"inversion_scheme:\n  *user: ASSISTANT\n",
    "a time": b"history:\n- user:\n    content: Hi\nmeta:\n  chat_started: 2024-01-02 10:00:00\n",
}


@pytest.mark.parametrize("name", _FILES)
def test_yaml_of_glm_is_detected(client: Client, name: str) -> None:
    named = client.convert(_FILES[name], "openai_chat", source="glm", envelope=typed("application/yaml"))
    assert "yaml.tag" in [loss.feature for loss in named.losses]
    assert named == client.convert(_FILES[name], "openai_chat", envelope=typed("application/yaml"))
    assert "glm" == client.validate(_FILES[name], envelope=typed("application/yaml")).dialect


def test_tags_in_yaml_of_another_dialect_are_refused(client: Client) -> None:
    text = b"model: m\nmessages:\n- {role: !ConversationRole user, content: Hi}\n"
    for source in ("openai_chat", None):
        with pytest.raises(InvalidDocument) as refused:
            client.convert(text, "turnwire", source=source, envelope=typed("application/yaml"))
        assert "yaml.tag" == refused.value.diagnostics[0].code


def test_other_headers_stay_in_the_envelope(client: Client) -> None:
    document = client.read(YAML, "glm", envelope=typed("application/yaml", a="b"))
    assert turnwire.read(BODY, "glm", envelope={"headers": {"a": "b"}}) == document
    json_body = client.read(BODY, "glm", envelope=typed("application/json"))
    assert turnwire.read(BODY, "glm", envelope=typed("application/json")) == json_body


def test_both_are_validated(client: Client) -> None:
    binary = encodings.to_binary(BODY)
    for data, body, name in ((YAML, BODY, "application/yaml"), (binary, SPECIFIED, "application/protobuf")):
        expected = [(each.code, each.pointer) for each in validate(body, "glm").diagnostics]
        report = client.validate(data, "glm", envelope=typed(name))
        assert expected == [(each.code, each.pointer) for each in report.diagnostics]
    assert client.validate(binary, "glm", envelope=typed("application/protobuf")).valid
    report = client.validate(b"tracker: [", "glm", envelope=typed("application/yaml"))
    assert (False, "glm", ["yaml.syntax"]) == (report.valid, report.dialect, [each.code for each in report.diagnostics])


FAULTY = b"history:\n- user:\n    content: 5\nsettings:\n  colour: red\n"
FAULTS = [("TW201", 3, 14), ("TW203", 5, 3)]


def test_findings_have_the_lines_of_the_yaml(client: Client) -> None:
    report = client.validate(FAULTY, "glm", envelope=typed("application/yaml"))
    assert FAULTS == [(each.code, each.line, each.column) for each in report.diagnostics]
    chat = b"model: m\nmessages:\n- role: wizard\n  content: Hi\n"
    report = client.validate(chat, "openai_chat", envelope=typed("application/yaml"))
    assert [("TW204", 3, 9)] == [(each.code, each.line, each.column) for each in report.diagnostics]


def test_repairs_and_what_was_left_have_the_lines_of_the_yaml_and_the_rest_those_of_the_json(client: Client) -> None:
    made = client.repair(FAULTY, "glm", envelope=typed("application/yaml"))
    assert FAULTS[:1] == [(each.code, each.line, each.column) for each in made.applied]
    assert [("TW203", 1)] == [(each.code, each.line) for each in made.left]
    assert FAULTS[1:] == [(each.code, each.line, each.column) for each in made.left_before]
    assert "5" == json.loads(made.data)["history"][0]["user"]["content"]


def test_a_refusal_has_the_line_of_the_yaml(client: Client) -> None:
    with pytest.raises(InvalidDocument) as refused:
        client.read(b"# a chat\n\nhistory: 5\n", "glm", envelope=typed("application/yaml"))
    assert [(3, 1)] == [(each.line, each.column) for each in refused.value.diagnostics]


def test_findings_in_protobuf_have_no_lines(client: Client) -> None:
    body = b'{"history":[]}'
    binary = encodings.to_binary(body)
    assert [1] == [each.line for each in validate(body, "glm").diagnostics]
    report = client.validate(binary, "glm", envelope=typed("application/protobuf"))
    assert [(None, None)] == [(each.line, each.column) for each in report.diagnostics]


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (b"tracker: !!python/name:os.system x", "application/yaml", "yaml.tag"),
        (b"\xff\xff", "application/protobuf", "proto.syntax"),
    ],
)
def test_what_cannot_be_decoded_is_refused(client: Client, data: bytes, name: str, code: str) -> None:
    with pytest.raises(InvalidDocument) as refused:
        client.convert(data, "turnwire", source="glm", envelope=typed(name))
    assert [code] == [each.code for each in refused.value.diagnostics]


@pytest.mark.parametrize("source", ["openai_chat", None])
def test_protobuf_needs_a_dialect_that_has_it(client: Client, source: str | None) -> None:
    with pytest.raises(grpc.RpcError, match="is not read as application/protobuf"):
        client.convert(b"", "turnwire", source=source, envelope=typed("application/protobuf"))
