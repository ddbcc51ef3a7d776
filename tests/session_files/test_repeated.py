"""A name that one object of a session has twice: the last value is read, and the earlier one is kept and reported."""

from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec import structs
from tests.session_files.acp_files import ACP
from tests.session_files.claude import file_of, user
from tests.session_files.claude_files import CLAUDE
from tests.session_files.document_files import ATIF
from tests.session_files.files import FILES

import turnwire
from turnwire.cli.app import app
from turnwire.model import TextBlock
from turnwire.sessions.files import new_session, read_sessions, session_bytes, session_format
from turnwire.sessions.files.repeated import repeated_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from turnwire.model import History, Loss

FORMS = dict.fromkeys(form for form, _, _ in FILES)
TARGETS = ("canonical", "openai_chat", "anthropic_messages")


def repeating(tree: Any, numbers: Iterator[int]) -> str:
    """A tree as JSON, in which each object has its first name twice: the earlier value is a text of its own."""
    if isinstance(tree, list):
        return "[" + ",".join(repeating(each, numbers) for each in tree) + "]"
    if not isinstance(tree, dict) or not tree:
        return json.dumps(tree)
    first = f"{json.dumps(next(iter(tree)))}:" + json.dumps(f"earlier {next(numbers)}.")
    return "{" + ",".join([first, *(f"{json.dumps(k)}:{repeating(v, numbers)}" for k, v in tree.items())]) + "}"


def repeated(text: bytes) -> tuple[bytes, int]:
    """A file in which each object repeats a name, and how many objects there are."""
    numbers = count()
    lines = []
    try:
        lines.append(repeating(json.loads(text), numbers).encode())
    except ValueError:
        for line in text.split(b"\n"):
            try:
                lines.append(repeating(json.loads(line), numbers).encode())
            except ValueError:
                lines.append(line)
    return b"\n".join(lines), next(numbers)


def pairs(text: bytes) -> Any:
    """A file with the members of each object by name, the repeated ones in their order; lines, if it has several."""

    def members(found: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        return sorted(found, key=lambda pair: pair[0])

    try:
        return json.loads(text, object_pairs_hook=members)
    except ValueError:
        return text if b"\n" not in text else [pairs(line) for line in text.split(b"\n")]


def histories(text: bytes, form: str) -> list[History]:
    return [history for session in read_sessions(text, session_format(form)) for history in session.histories()]


def messages(found: list[History]) -> list[Any]:
    kept = [structs.replace(message, provider_raw=None) for history in found for message in history.history]
    return [json.loads(msgspec.json.encode(message)) for message in kept]


def files(form: str) -> Iterator[tuple[str, bytes, bytes, int]]:
    """The name of each file, the file, the same with repeated names, and how many there are."""
    for other, name, text in FILES:
        if other == form:
            yield (name, text, *repeated(text))


@pytest.mark.parametrize("form", FORMS)
def test_the_last_value_is_read(form: str) -> None:
    for name, text, data, _ in files(form):
        assert messages(histories(text, form)) == messages(histories(data, form)), name


@pytest.mark.parametrize("form", FORMS)
def test_the_file_comes_back_with_both_values(form: str) -> None:
    found = session_format(form)
    for name, _, data, _ in files(form):
        assert pairs(data) == pairs(session_bytes(histories(data, form), found)), name
        sessions = read_sessions(data, found)
        if len(sessions) == 1:
            assert pairs(data) == pairs(sessions[0].data()), name


@pytest.mark.parametrize("form", FORMS)
def test_the_export_repeats_no_name_and_becomes_the_file_again(form: str) -> None:
    for name, text, data, _ in files(form):
        exported = [turnwire.write(history, "turnwire").data for history in histories(data, form)]
        # The input of a call that is a text, as in the chat format, keeps what it repeats itself.
        of_texts = [repeated_in(turnwire.write(history, "turnwire").data) for history in histories(text, form)]
        assert of_texts == [repeated_in(line) for line in exported], name
        again = [turnwire.read(line, "turnwire", kind="request") for line in exported]
        assert pairs(data) == pairs(session_bytes(again, session_format(form))), name


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("form", FORMS)
def test_the_earlier_values_are_reported(form: str, target: str) -> None:
    for name, _, data, number in files(form):
        losses = [loss for history in histories(data, form) for loss in turnwire.write(history, target).losses]
        assert [] == missing_in(losses, number), name


@pytest.mark.parametrize("target", ["claude_code", "codex", "atif"])
@pytest.mark.parametrize("form", FORMS)
def test_the_earlier_values_are_reported_by_a_new_file(form: str, target: str) -> None:
    for name, _, data, number in files(form):
        made = [new_session(history, session_format(target)) for history in histories(data, form)]
        assert [] == missing_in([loss for file in made for loss in file.losses], number), name


def missing_in(losses: list[Loss], number: int) -> list[int]:
    """The earlier values that no loss has."""
    told = msgspec.json.encode(losses).decode()
    return [place for place in range(number) if f"earlier {place}." not in told]


# What is between the first and the second value: names and texts that are escaped where values are put back.
ODD = [
    pytest.param('{"a/~b": 1, "a/~b": 2}', id="a name with a slash"),
    pytest.param('{"": "x", "": [{"b": 1e400, "b": -0.0}]}', id="an empty name, and numbers as they are spelled"),
    pytest.param('{"\ufdd30 a": 1, "\ufdd30 a": "\ufdd3e \\"\ufdd31 x", "b": 1, "b": 2}', id="a noncharacter"),
    pytest.param('{"a:b": ": \\u003a", "a:b": 1}', id="colons"),
    pytest.param(f'{{"a": {"[" * 45}1{"]" * 45}, "a": 1}}', id="many levels"),
    pytest.param('{"a": {"b": 1, "b": 2}, "a": {"b": 3, "b": 4}, "a": 5}', id="inside of an earlier value"),
]


@pytest.mark.parametrize("odd", ODD)
def test_odd_names_come_back_in_lines(odd: str) -> None:
    data = file_of(*CLAUDE["call"]) + f'{{"type": "strange", "x": {odd}}}\n'.encode()
    assert pairs(data) == pairs(session_bytes(histories(data, "claude_code"), session_format("claude_code")))


@pytest.mark.parametrize("odd", ODD)
def test_odd_names_come_back_around_the_messages(odd: str) -> None:
    data = json.dumps(ATIF["call"]).encode()
    data = data[:-1] + f', "x": {odd}, "x": {odd}, '.encode() + odd[1:].encode()
    assert pairs(data) == pairs(session_bytes(histories(data, "atif"), session_format("atif")))


def test_an_earlier_value_of_many_levels_is_exported_as_a_text() -> None:
    data = b'{"x": %b1%b, "x": 1, %b' % (b"[" * 100, b"]" * 100, json.dumps(ATIF["call"]).encode()[1:])
    exported = [turnwire.write(each, "turnwire").data for each in histories(data, "atif")]
    again = [turnwire.read(line, "turnwire", kind="request") for line in exported]
    assert pairs(data) == pairs(session_bytes(again, session_format("atif")))


def test_an_edited_line_keeps_the_earlier_value() -> None:
    line = json.dumps(user("u1", None, "Hi."))
    data = line.replace('"content"', '"content": "earlier", "content"').encode()
    (history,) = histories(data, "claude_code")
    history.history[0].content = [TextBlock(text="Hello.")]
    made = session_bytes([history], session_format("claude_code"))
    assert pairs(data.replace(b"Hi.", b"Hello.")) == pairs(made)


def test_a_half_of_a_surrogate_pair_beside_a_repeated_name_comes_back() -> None:
    line = json.dumps(user("u1", None, "Hi. \ud83d"))
    data = line.replace('"content"', '"content": "earlier \\ud83d", "content"').encode()
    (history,) = histories(data, "claude_code")
    assert data == session_bytes([history], session_format("claude_code"))


def test_chunks_with_halves_come_back() -> None:
    data = file_of(*ACP["chunks"]).replace(b"mor", b"mor\\ud83d")
    assert b"\\ud83d" in data
    assert pairs(data) == pairs(session_bytes(histories(data, "acp"), session_format("acp")))


def run(*arguments: str) -> None:
    done = CliRunner().invoke(app, ["sessions", *arguments])
    assert 0 == done.exit_code, done.output


@pytest.mark.parametrize("size", [10, 9_000_000], ids=["small", "large"])
def test_a_document_is_converted_and_exported_by_the_command(tmp_path: Path, size: int) -> None:
    document = ATIF["call"] | {"notes": "x" * size}
    data, number = repeated(json.dumps(document).encode())
    source, made, losses = (tmp_path / name for name in ("a.json", "b.json", "losses.jsonl"))
    source.write_bytes(data)
    run("export", str(source), "-o", str(made), "--quiet")
    run("convert", str(made), "--to", "atif", "-o", str(tmp_path / "c.json"), "--quiet")
    assert pairs(data) == pairs((tmp_path / "c.json").read_bytes())
    run("convert", str(source), "--to", "codex", "-o", str(tmp_path / "d.jsonl"), "--losses", str(losses), "--quiet")
    assert [] == [place for place in range(number) if f"earlier {place}." not in losses.read_text()]
