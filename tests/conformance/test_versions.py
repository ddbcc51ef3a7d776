"""The runner sees what a reader of an older version loses; the older version here lacks what today's vectors have."""

from __future__ import annotations

import functools
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from google.protobuf import descriptor_pb2
from tests.conformance.executors import EXECUTORS, OF_BEFORE, ROOT
from tests.conformance.registry import KEPT
from tests.conformance.runner import Run, vectors
from tests.conformance.versions import asked

if TYPE_CHECKING:
    from tests.conformance.executors import Executor

# google's runtime for Python, over the image that is given, with a place for a line that spoils it.
PROGRAM = """
import sys
from pathlib import Path

from google.protobuf import json_format, message_factory
from tests.conformance.python.official import serialize_binary, serialize_json
from tests.conformance.python.serve import Codec, Skipped, serve
from tests.conformance.registry import image

OLDER = image(Path({image!r}).read_bytes())
KINDS = {{each.full_name: message_factory.GetMessageClass(each) for each in OLDER.messages}}


def empty(name):
    if name not in KINDS:
        raise Skipped
    return KINDS[name]()


def parse_binary(name, data):
    message = empty(name)
    message.ParseFromString(data)
    return message


def parse_json(name, data):
    return json_format.Parse(data, empty(name))


{spoiled}
serve({{"binary": Codec(parse_binary, serialize_binary), "proto_json": Codec(parse_json, serialize_json)}})
"""
DROPPING = """
keep = parse_binary


def parse_binary(name, data):
    message = keep(name, data)
    message.DiscardUnknownFields()
    return message
"""
EMPTYING = """
def parse_json(name, data):
    json_format.Parse(data, empty(name), ignore_unknown_fields=True)
    return empty(name)
"""
TAKING = """
def parse_json(name, data):
    return json_format.Parse(data, empty(name), ignore_unknown_fields=True)
"""
INVENTING = """
def parse_binary(name, data):
    return KINDS.get(name, KINDS["turnwire.v1.History"])()
"""
SPOILED = {
    "unknown fields are dropped": (DROPPING, "later: turnwire.v1.Message.metadata, binary; binary to binary"),
    "what is known is lost with what is new": (
        EMPTYING,
        "later: turnwire.v1.Message, filled, proto_json, what is known in it; proto_json to binary",
    ),
    "what is new is taken": (TAKING, "later: turnwire.v1.Message.metadata, proto_json; proto_json to binary"),
    "a message that is not there is answered": (INVENTING, "turnwire.v1.ToolIds, the least; binary to binary"),
}


@functools.cache
def some() -> list[dict[str, Any]]:
    """The vectors of what the older version lacks, of what is beside it, and those that name no message."""
    named = ("ContentBlock", "Message", "Role.", "ToolIds")
    kept = [case for case in vectors() if any(f"turnwire.v1.{each}" in case["name"] for each in named)]
    return [case for case in vectors() if case in kept or "turnwire." not in case["name"]]


def older(folder: Path, spoiled: str = "") -> Executor:
    """A reader of a version that has not `Message.metadata`, no block `image`, and no role `tool`."""
    files = descriptor_pb2.FileDescriptorSet.FromString(KEPT.read_bytes())
    for file in files.file:
        for message in file.message_type:
            for field in list(message.field):
                if (message.name, field.name) in (("Message", "metadata"), ("ContentBlock", "image")):
                    message.field.remove(field)
        for enum in file.enum_type:
            for value in list(enum.value):
                if value.name == "ROLE_TOOL":
                    enum.value.remove(value)
    image, program = folder / "older.binpb", folder / "older.py"
    image.write_bytes(files.SerializeToString())
    program.write_text(PROGRAM.format(image=str(image), spoiled=spoiled))
    official = EXECUTORS[0]
    return replace(official, name="previous_python_official", command=(official.command[0], str(program)), image=image)


def test_a_reader_of_an_older_version_holds(tmp_path: Path) -> None:
    executor = older(tmp_path)
    run = Run([executor], some())
    run.run()
    assert {} == run.results[executor.name].faults
    names = {check.name for case in some() for check in asked(executor, case)}
    assert {fault for _, fault in SPOILED.values()} <= names
    assert "turnwire.v1.Message.name; proto_json to binary" in names


@pytest.mark.parametrize(("spoiled", "fault"), SPOILED.values(), ids=SPOILED)
def test_one_that_loses_something_is_seen(tmp_path: Path, spoiled: str, fault: str) -> None:
    executor = older(tmp_path, spoiled)
    run = Run([executor], [case for case in some() if "turnwire.v1." in case["name"]])
    run.run()
    assert fault in run.results[executor.name].faults


def needs(executor: Executor) -> set[str]:
    """The bindings whose code, or whose built program, an executor needs."""
    parts = [Path(file).parts for file in executor.files]
    return {part[1] if part[0] == "generated" else part[2].partition(".")[0] for part in parts}


def test_the_previous_version_of_each_binding_is_made() -> None:
    made = re.findall(r"^previous-(\w+): previous-executors", (ROOT / "previous.mk").read_text(), re.MULTILINE)
    assert sorted(made) == sorted(set[str]().union(*map(needs, OF_BEFORE)))


@pytest.mark.parametrize("executor", [EXECUTORS[2], OF_BEFORE[2]], ids=lambda each: each.name)
def test_a_model_is_asked_to_give_back_what_is_new(executor: Executor) -> None:
    case = next(case for case in vectors() if case["name"] == "later: fields of turnwire.v1.Message, ProtoJSON")
    targets = {check.target for check in asked(executor, case)}
    assert ({"proto_json"} if executor in OF_BEFORE else {"binary"}) == targets
