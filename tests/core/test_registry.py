"""The registry: what is imported to tell formats apart is what the declarations say."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner
from msgspec import Raw

import turnwire
from turnwire.cli.app import app
from turnwire.codec.members import Members
from turnwire.dialects import VENDORS, get, looks_of, names, told_apart
from turnwire.dialects.dialect import KINDS

MEMBERS: list[dict[str, object]] = [
    {"messages": [], "model": "m"},
    {"messages": [{"role": "user", "content": "hi"}], "system": "s", "max_tokens": 1},
    {"contents": [{"parts": [{"text": "hi"}]}]},
    {"choices": [{"message": {}}]},
    {"error": {"message": "no", "type": "t"}},
    {"type": "error", "error": {"type": "api_error", "message": "no"}},
    {"input": "hi", "model": "m"},
    {"history": []},
]


@pytest.mark.parametrize("name", told_apart())
def test_the_signs_are_those_of_the_declaration(name: str) -> None:
    looks = looks_of(name)
    assert {kind for kind in KINDS if get(name).part(kind)} == set(looks)
    for tree in MEMBERS:
        members = Members({key: Raw(json.dumps(value).encode()) for key, value in tree.items()})
        for kind, look in looks.items():
            part = get(name).part(kind)
            assert part is not None
            assert part.looks_like(members) == look(members)


def test_every_dialect_is_told_apart_or_a_vendor_of_one_that_is() -> None:
    vendors = {vendor for each in VENDORS.values() for vendor in each}
    assert set(names()) == {*told_apart(), *vendors}
    assert VENDORS.keys() <= set(told_apart())


def test_names_are_those_that_the_command_lists() -> None:
    done = CliRunner().invoke(app, ["dialects", "--format", "json"])
    assert [json.loads(line)["name"] for line in done.stdout.splitlines()] == list(names())
    assert list(names()) == sorted(names())


def test_telling_formats_apart_imports_no_reader_and_no_writer() -> None:
    program = (
        "import sys, turnwire\n"
        "turnwire.detect(b'{}')\n"
        "print([name for name in sys.modules if name.startswith('turnwire.') and '.read' in name or '.write' in name])"
    )
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert run.stdout == "[]\n"


def test_a_conversion_imports_one_half_of_each_of_its_formats() -> None:
    program = (
        "import sys, turnwire\n"
        'body = b\'{"model":"m","messages":[{"role":"user","content":"Hello."}]}\'\n'
        "turnwire.convert(body, 'anthropic_messages', source='openai_chat', kind='request')\n"
        "halves = [f'{half}_{kind}' for half in ('read', 'write') for kind in ('request', 'response', 'error')]\n"
        "print(sorted(name for name in sys.modules if name.startswith('turnwire.') and name.split('.')[-1] in halves))"
    )
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert run.stdout == "['turnwire.families.anthropic.write_request', 'turnwire.families.chat.read_request']\n"


EMPTY_REPLIES = [
    (b"[{},{}]", "turnwire"),
    (b"{}", "turnwire"),
    (b'{"responseId":"r"}', "turnwire"),
]


@pytest.mark.parametrize(("body", "expected"), EMPTY_REPLIES)
def test_a_reply_without_candidates_is_told_as_native_json(body: bytes, expected: str) -> None:
    native = turnwire.write(turnwire.read(body, "gemini_generate", kind="response"), "turnwire").data
    assert (expected, "response") == turnwire.detect(native)[0]
    assert turnwire.detect(b'{"candidates":[]}')[0] == ("gemini_generate", "response")
