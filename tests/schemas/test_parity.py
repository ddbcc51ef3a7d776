"""Neither the proto nor the schemas say anything that the other does not; and the comparison is shown to see it."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool
from tests.schemas import parity

from turnwire.documents import schemas

if TYPE_CHECKING:
    from collections.abc import Callable

Documents = dict[str, dict[str, Any]]
Files = dict[str, descriptor_pb2.FileDescriptorProto]

# Files that others import, in an order in which each finds what it imports.
IMPORTED = ("provenance", "content", "metadata", "message", "tool", "settings")

Field = descriptor_pb2.FieldDescriptorProto

MOOD = Field(name="mood", number=99, type=Field.TYPE_STRING, label=Field.LABEL_OPTIONAL)


def documents() -> Documents:
    return {name: json.loads(schemas.schema(name)) for name in schemas.names()}


def unchanged() -> list[str]:
    return parity.differences(parity.of_proto(parity.proto_files()), parity.of_schemas(documents()))


def test_proto_and_schemas_say_the_same() -> None:
    assert unchanged() == []


def test_the_comparison_sees_the_whole_model() -> None:
    found = parity.of_proto(parity.proto_files())
    assert (found.required["Message"], found.required["TextBlock"]) == ({"role"}, {"type", "text"})
    assert found.fields["Settings"]["metadata"] == "object"
    assert found.fields["ToolResultBlock"]["content"] == "array of message ContentBlock"
    assert found.unions["ContentBlock"]["opaque"] == "OpaqueBlock"


CHANGED_SCHEMAS: list[tuple[Callable[[Documents], object], list[str]]] = [
    (lambda d: d["message"]["properties"].pop("name"), ["Message.name: only in the proto"]),
    (lambda d: d["message"]["properties"].update(mood={}), ["Message.mood: only in the schemas"]),
    (lambda d: d["message"].update(required=[]), ["required Message.role: only in the proto"]),
    (lambda d: d["message"].pop("required"), ["required Message.role: only in the proto"]),
    (lambda d: d["message"]["required"].append("id"), ["required Message.id: only in the schemas"]),
    (lambda d: d["message"]["$defs"]["Role"]["enum"].remove("tool"), ["Role.tool: only in the proto"]),
    (lambda d: d["message"]["$defs"]["Role"]["enum"].append("developer"), ["Role.developer: only in the schemas"]),
    (
        lambda d: d["message"]["properties"]["name"].update(type="integer"),
        ["Message.name: string in the proto, integer in the schemas"],
    ),
    (
        lambda d: d["message"]["properties"].update(content={"$ref": "content-block"}),
        ["Message.content: array of message ContentBlock in the proto, message ContentBlock in the schemas"],
    ),
    (
        lambda d: d["message"]["properties"]["interaction"].update(type="string"),
        ["Message.interaction: json in the proto, string in the schemas"],
    ),
    (
        lambda d: d["message"]["properties"]["provider_raw"].pop("type"),
        ["Message.provider_raw: object in the proto, json in the schemas"],
    ),
    (
        lambda d: d["metadata"]["properties"]["completion_time"].update(type="integer"),
        ["MessageMetadata.completion_time: number in the proto, integer in the schemas"],
    ),
    (
        lambda d: d["content-block"]["$defs"]["int64"].update(type="number"),
        [
            f"Citation.{name}: integer in the proto, number in the schemas"
            for name in ("range_end", "range_start", "span_end", "span_start")
        ],
    ),
    (lambda d: d["content-block"]["$defs"].update(Mood={"enum": ["good"]}), ["Mood: only in the schemas"]),
    (
        lambda d: d["content-block"]["allOf"].pop(),
        ["ContentBlock.opaque: OpaqueBlock in the proto, nothing in the schemas"],
    ),
    (
        lambda d: d["content-block"]["allOf"][0]["then"].update({"$ref": "#/$defs/ImageBlock"}),
        ["ContentBlock.text: TextBlock in the proto, ImageBlock in the schemas"],
    ),
    (
        lambda d: d["content-block"]["$defs"]["TextBlock"]["properties"]["type"].update(const="txt"),
        ["TextBlock.type: const text in the proto, const txt in the schemas"],
    ),
    (lambda d: d.pop("loss"), ["Loss: only in the proto", "LossKind: only in the proto"]),
]


@pytest.mark.parametrize(("change", "expected"), CHANGED_SCHEMAS)
def test_a_change_of_the_schemas_alone_is_seen(change: Callable[[Documents], object], expected: list[str]) -> None:
    changed = copy.deepcopy(documents())
    change(changed)
    actual = parity.differences(parity.of_proto(parity.proto_files()), parity.of_schemas(changed))
    assert expected == [each for each in actual if each not in unchanged()]


CHANGED_PROTO: list[tuple[Callable[[Files], object], list[str]]] = [
    (lambda f: f["loss"].message_type[0].field.append(MOOD), ["Loss.mood: only in the proto"]),
    (lambda f: f["loss"].message_type[0].field.pop(1), ["Loss.path: only in the schemas"]),
    (lambda f: f["loss"].enum_type[0].value.add(name="LOSS_KIND_NEW", number=9), ["LossKind.new: only in the proto"]),
    (lambda f: f["loss"].enum_type[0].value.pop(), ["LossKind.reshaped: only in the schemas"]),
    (
        lambda f: setattr(f["loss"].message_type[0].field[1], "type", Field.TYPE_INT64),
        ["Loss.path: integer in the proto, string in the schemas"],
    ),
    (
        lambda f: setattr(f["loss"].message_type[0].field[1], "label", Field.LABEL_REPEATED),
        ["Loss.path: array of string in the proto, string in the schemas"],
    ),
]


@pytest.mark.parametrize(("change", "expected"), CHANGED_PROTO)
def test_a_change_of_the_proto_alone_is_seen(change: Callable[[Files], object], expected: list[str]) -> None:
    files = {}
    for file in parity.proto_files():
        name = file.name.removeprefix("turnwire/v1/").removesuffix(".proto")
        files[name] = descriptor_pb2.FileDescriptorProto()
        file.CopyToProto(files[name])
    change(files)
    pool = descriptor_pool.DescriptorPool()
    for name in sorted(files, key=lambda name: IMPORTED.index(name) if name in IMPORTED else len(IMPORTED)):
        pool.Add(files[name])
    changed = [pool.FindFileByName(file.name) for file in files.values()]
    actual = parity.differences(parity.of_proto(changed), parity.of_schemas(documents()))
    assert expected == [each for each in actual if each not in unchanged()]
