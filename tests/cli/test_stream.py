"""`turnwire stream`: what a provider sends goes in, and each piece goes out as soon as it is known."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.stream.chopping import streamed

import turnwire.dialects

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

REPLY = {
    "id": "c1",
    "object": "chat.completion",
    "created": 1772355600,
    "model": "gpt-5",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "It rains."},
            "logprobs": None,
            "finish_reason": "stop",
        }
    ],
    "usage": {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7},
}
STREAM = streamed("openai_chat", REPLY)
ERROR = b'data: {"error":{"message":"no more","type":"server_error"}}\n\n'


@pytest.fixture(autouse=True)
def _providers(_two_dialects: None, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("anthropic_messages", "glm", "ollama_chat", "openai_chat", "turnwire")
    monkeypatch.setattr(turnwire.dialects, "MODULES", {name: f"turnwire.dialects.{name}" for name in names})


@pytest.fixture
def stream(folder: Path, turnwire_command: Callable[..., Result]) -> Callable[..., Result]:
    """`stream("--to anthropic_messages", b"...")`: the command, over a file of these bytes."""

    def run(line: str, data: bytes = STREAM) -> Result:
        (folder / "a.sse").write_bytes(data)
        return turnwire_command(f"stream a.sse --from openai_chat {line}")

    return run


def test_events(stream: Callable[..., Result]) -> None:
    found = stream("")
    events = [json.loads(line) for line in found.stdout.splitlines()]
    assert (0, "start", "complete") == (found.exit_code, events[0]["type"], events[-1]["type"])
    assert ["It ", "rai", "ns."] == [event["text"] for event in events if event["type"] == "text_delta"]


def test_another_stream(stream: Callable[..., Result]) -> None:
    found = stream("--to ollama_chat")
    lines = [json.loads(line) for line in found.stdout.splitlines()]
    assert ["", "It ", "rai", "ns.", ""] == [line["message"]["content"] for line in lines]
    assert [False, False, False, False, True] == [line["done"] for line in lines]
    assert (0, 'a.sse: /id: dropped completion.id = "c1"\n') == (found.exit_code, found.stderr)


def test_the_model_of_the_target_is_the_one_that_the_stream_names(stream: Callable[..., Result]) -> None:
    lines = [json.loads(line) for line in stream("--to ollama:qwen3:8b").stdout.splitlines()]
    assert {"qwen3:8b"} == {line["model"] for line in lines}
    assert "qwen3:8b" == json.loads(stream("--fold --to anthropic:qwen3:8b").stdout)["model"]


def test_the_losses_go_to_a_file_and_can_fail_the_run(folder: Path, stream: Callable[..., Result]) -> None:
    found = stream("--to ollama_chat --losses lost.jsonl --fail-on-loss -q")
    assert (1, "") == (found.exit_code, found.stderr)
    lost = [json.loads(line) for line in (folder / "lost.jsonl").read_text().splitlines()]
    assert [("a.sse", "dropped", "/id")] == [(loss["file"], loss["kind"], loss["path"]) for loss in lost]


def test_one_reply(stream: Callable[..., Result]) -> None:
    assert REPLY["choices"][0]["message"]["content"] in stream("--fold").stdout  # type: ignore[index]
    found = json.loads(stream("--fold --to openai_chat").stdout)
    assert REPLY == found | {
        "choices": [{**found["choices"][0], "message": {"role": "assistant", "content": "It rains."}}]
    }


BROKEN = [
    (STREAM[: len(STREAM) // 2], "a.sse: the stream ended before the reply did [stream.truncated]\n"),
    (ERROR, "a.sse: no more [stream.error]\n"),
    (b": c\n\ndata: [1]\n\n", "a.sse:3:7: a chunk of a stream is an object [stream.chunk]\n"),
    (
        b"<html>502</html>\n",
        (
            "a.sse: no event of a stream in 17 bytes: it is HTML or XML [stream.none]\n"
            "  hint: read it: it may be the page of a proxy, or of another address than the API's\n"
        ),
    ),
    (
        b'{"a":1}\n{"a":2}\n',
        (
            "a.sse:2:1: `{` after the end of the document [json.syntax]\n"
            "  hint: if each line is an event, write `data: ` in front of it and an empty line after it: server-sent"
            " events\n"
        ),
    ),
]


@pytest.mark.parametrize(("data", "said"), BROKEN)
@pytest.mark.parametrize("option", ["", "--to anthropic_messages", "--fold"])
def test_what_broke_off(option: str, data: bytes, said: str, stream: Callable[..., Result]) -> None:
    found = stream(f"{option} -q", data)
    assert (1, said) == (found.exit_code, found.stderr)
    assert "message_stop" not in found.stdout


def test_an_error_is_the_error_of_the_other_stream(stream: Callable[..., Result]) -> None:
    found = stream("--to anthropic_messages -q", ERROR)
    assert 'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"no more"}}\n\n' == found.stdout


def test_what_is_no_stream_of_the_dialect_is_no_whole_one(
    folder: Path, turnwire_command: Callable[..., Result]
) -> None:
    (folder / "a.sse").write_bytes(STREAM)
    found = turnwire_command("stream a.sse --from anthropic_messages --to openai_chat -q")
    assert (1, False) == (found.exit_code, "[DONE]" in found.stdout)


def test_numbers_that_no_double_holds(stream: Callable[..., Result]) -> None:
    found = stream("--to ollama_chat", STREAM.replace(b'"created"', b'"x": 1e999, "created"'))
    assert (0, True) == (found.exit_code, "1e999" in found.stderr)


@pytest.mark.parametrize(
    "line",
    [
        "stream a.sse",
        "stream --from glm",
        "stream --from openai_chat --to glm",
        "stream --from none",
        "stream --from openai_chat --losses -",
        "stream none.sse --from openai_chat",
        "stream . --from openai_chat",
        "stream --from openai_chat --fold --to glm",
    ],
)
def test_what_cannot_run(line: str, turnwire_command: Callable[..., Result], folder: Path) -> None:
    assert folder.is_dir()
    found = turnwire_command(line)
    assert (2, "") == (found.exit_code, found.stdout)
    assert found.stderr


def test_each_piece_goes_out_before_the_next_comes() -> None:
    command = [sys.executable, "-m", "turnwire", "stream", "--from", "openai_chat", "--to", "ollama_chat", "-q"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for event in STREAM.split(b"\n\n")[:4]:
            running.stdin.write(event + b"\n\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["done"] is False
        running.stdin.close()
        assert b"" == running.stdout.read()
    assert 1 == running.returncode


@pytest.mark.parametrize(
    ("place", "code", "said"),
    [
        (">/dev/full", 2, "standard output: cannot be written: No space left on device\n"),
        (">&-", 2, "standard output: cannot be written: Bad file descriptor\n"),
        ("| true", 141, ""),
    ],
)
@pytest.mark.parametrize("line", ["stream a.sse --from openai_chat -q", "stream a.sse --from openai_chat --fold -q"])
def test_output_that_cannot_be_written(line: str, place: str, code: int, said: str, folder: Path) -> None:
    """Where nobody reads any more the command ends as other programs do, without a word."""
    (folder / "a.sse").write_bytes(STREAM)
    wait = "sleep 0.2; " if "|" in place else ""
    command = f"({wait}{sys.executable} -m turnwire {line}; echo $? >code) {place}"
    done = subprocess.run(["/bin/sh", "-c", command], cwd=folder, capture_output=True, check=False)
    assert (f"{code}\n", said) == ((folder / "code").read_text(), done.stderr.decode())
