"""What has no place in native JSON is refused when generating, in words that name it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from google.protobuf import text_format
from google.protobuf.compiler.plugin_pb2 import CodeGeneratorRequest
from google.protobuf.descriptor_pb2 import FileDescriptorProto

from protoc_gen_msgspec import names
from protoc_gen_msgspec.plugin import answer

_A = 'message_type { name: "A" '
_ONE = 'message_type { name: "A" oneof_decl { name: "one" } '
_EMPTY = 'message_type { name: "Empty" }'
_MEMBER = 'name: "%s" number: %d type: TYPE_MESSAGE type_name: ".x.v1.%s" label: LABEL_OPTIONAL oneof_index: 0'
_TEXT = "type: TYPE_STRING label: LABEL_OPTIONAL"


def _union(name: str, *members: tuple[str, str]) -> str:
    fields = " ".join(f"field {{ {_MEMBER % (tag, number, to)} }}" for number, (tag, to) in enumerate(members, 1))
    return f'message_type {{ name: "{name}" oneof_decl {{ name: "one" }} {fields} }}'


REFUSED = {
    "bytes": (
        'message_type { name: "A" field { name: "b" number: 1 type: TYPE_BYTES label: LABEL_OPTIONAL } }',
        "A.b: this scalar type has no place in native JSON",
    ),
    "float": (
        'message_type { name: "A" field { name: "f" number: 1 type: TYPE_FLOAT label: LABEL_OPTIONAL } }',
        "A.f: this scalar type has no place in native JSON",
    ),
    "message of another package": (
        (
            'message_type { name: "A" field { name: "m" number: 1 type: TYPE_MESSAGE type_name: ".y.M" '
            "label: LABEL_OPTIONAL } }"
        ),
        "A.m: .y.M is not of this package",
    ),
    "nested type": (
        'message_type { name: "A" nested_type { name: "B" } }',
        "A: nested types are not supported",
    ),
    "map of numbers": (
        (
            'message_type { name: "A" field { name: "m" number: 1 type: TYPE_MESSAGE type_name: ".x.v1.A.MEntry" '
            'label: LABEL_REPEATED } nested_type { name: "MEntry" options { map_entry: true } '
            f'field {{ name: "key" number: 1 {_TEXT} }} '
            'field { name: "value" number: 2 type: TYPE_INT64 label: LABEL_OPTIONAL } } }'
        ),
        "A.m: a map goes from string to JSON text and is named ..._json",
    ),
    "same key twice": (
        _A + f'field {{ name: "a" number: 1 {_TEXT} }} field {{ name: "a_json" number: 2 {_TEXT} }} }}',
        "A: two fields have the same key in native JSON",
    ),
    "oneof beside fields": (
        (f'{_EMPTY} {_ONE} field {{ {_MEMBER % ("e", 1, "Empty")} }} field {{ name: "t" number: 2 {_TEXT} }} }}'),
        "A.e: a oneof must be the whole message",
    ),
    "union of scalars": (
        _ONE + f'field {{ name: "t" number: 1 {_TEXT} oneof_index: 0 }} }}',
        "A.t: a scalar is not of this package",
    ),
    "union of unions": (
        f"{_EMPTY} {_union('U', ('e', 'Empty'))} {_union('V', ('u', 'U'))}",
        "V: members of a union must be messages of the package: ['u']",
    ),
    "member of two unions": (
        f"{_EMPTY} {_union('U', ('e', 'Empty'))} {_union('V', ('f', 'Empty'))}",
        "Empty is a member of two unions, or twice of one",
    ),
    "member outside of its union": (
        (
            f'{_EMPTY} {_union("U", ("e", "Empty"))} message_type {{ name: "A" field {{ name: "e" number: 1 '
            'type: TYPE_MESSAGE type_name: ".x.v1.Empty" label: LABEL_OPTIONAL } }'
        ),
        "A: a member of a union stands outside of it: ['e']",
    ),
    "member with the key of the tag": (
        f'message_type {{ name: "A" field {{ name: "type" number: 1 {_TEXT} }} }} {_union("U", ("a", "A"))}',
        "members of a union must have no field named type: ['A']",
    ),
    "required and optional": (
        (
            f'message_type {{ name: "A" oneof_decl {{ name: "_t" }} field {{ name: "t" number: 1 {_TEXT} '
            "proto3_optional: true oneof_index: 0 } } source_code_info { location { path: 4 path: 0 path: 2 path: 0 "
            'leading_comments: " Required. A text." } }'
        ),
        "A.t: a required field is not optional",
    ),
    "enum that starts with a meaning": (
        'enum_type { name: "Mode" value { name: "MODE_FAST" number: 0 } }',
        "Mode: the value 0 must be the unspecified one",
    ),
}


def _error(descriptor: str, parameter: str = "") -> str:
    file = text_format.Parse(
        f'name: "x/v1/x.proto" package: "x.v1" syntax: "proto3" {descriptor}', FileDescriptorProto()
    )
    return answer(CodeGeneratorRequest(file_to_generate=[file.name], proto_file=[file], parameter=parameter)).error


@pytest.mark.parametrize(("descriptor", "words"), REFUSED.values(), ids=REFUSED)
def test_what_native_json_cannot_say_is_refused(descriptor: str, words: str) -> None:
    assert words == _error(descriptor)


def test_an_unknown_option_is_refused() -> None:
    known = "exclude=FILE, raw=PACKAGE.MESSAGE.FIELD, camel=PACKAGE and runtime=PACKAGE"
    assert f"unknown option 'fast=yes'; known are {known}" == _error(_EMPTY, "fast=yes")


@pytest.mark.parametrize("options", ["runtime=y.v1", "runtime=x.v1,runtime=y.v1"])
def test_what_all_share_stands_in_a_package_of_them(options: str) -> None:
    assert _error(_EMPTY, options).endswith("that is not one of the packages, x.v1")


@pytest.mark.parametrize(("options", "home"), [("", "a/v1"), ("runtime=b.v1", "b/v1")])
def test_what_all_adapters_share_is_written_once(options: str, home: str) -> None:
    files = [FileDescriptorProto(name=f"{name}/v1/x.proto", package=f"{name}.v1", syntax="proto3") for name in "ab"]
    request = CodeGeneratorRequest(file_to_generate=[file.name for file in files], proto_file=files, parameter=options)
    made = {file.name: file.content for file in answer(request).file}
    assert [f"{home}/upb_runtime.py"] == [name for name in made if name.endswith("upb_runtime.py")]
    wanted = f"from {home.replace('/', '.')}.upb_runtime import "
    assert [True, True] == [wanted in made[f"{name}/v1/upb.py"] for name in "ab"]


def test_an_excluded_file_gets_no_model() -> None:
    file = FileDescriptorProto(name="x/v1/x.proto", package="x.v1", syntax="proto3")
    request = CodeGeneratorRequest(file_to_generate=[file.name], proto_file=[file], parameter="exclude=x/v1/x.proto")
    assert (answer(request).error, [made.name for made in answer(request).file]) == ("", [])


@pytest.mark.parametrize(
    ("name", "snake"),
    [("ToolUseBlock", "tool_use_block"), ("Usage", "usage"), ("HTTPReply", "http_reply"), ("Sha256Sum", "sha256_sum")],
)
def test_snake_case(name: str, snake: str) -> None:
    assert snake == names.snake_case(name)


@pytest.mark.parametrize(
    ("enum", "value", "word"),
    [("Role", "ROLE_USER", "user"), ("StopReason", "STOP_REASON_END_TURN", "end_turn")],
)
def test_a_word_of_an_enum(enum: str, value: str, word: str) -> None:
    assert word == names.native_enum_value(enum, value)


def test_a_word_of_python_is_another_attribute_under_the_same_key() -> None:
    field = f'field {{ name: "return_json" number: 1 {_TEXT} }}'
    file = text_format.Parse(
        f'name: "x/v1/x.proto" package: "x.v1" syntax: "proto3" {_A}{field} }}', FileDescriptorProto()
    )
    made = answer(CodeGeneratorRequest(file_to_generate=[file.name], proto_file=[file])).file
    structs = next(each.content for each in made if each.name == "x/v1/structs.py")
    module: dict[str, Any] = {}
    exec(structs, module)  # noqa: S102 - generated code is what this is about
    assert msgspec.json.encode(module["A"](return_=msgspec.Raw(b"1"))) == b'{"return":1}'
