"""The provider of a thread: aliases, the request to it, and its reply."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.threads.conftest import name
from tests.threads.test_command import done, run, window

from turnwire.errors import InvalidDocument
from turnwire.systems.gpt2099.threads import Frame, InMemory
from turnwire.systems.gpt2099.threads.frames import decode
from turnwire.systems.gpt2099.threads.pointers import Pointer, pointer_frame, pointer_of, pointers, required

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("_here")

CLAUDE, GPT = Pointer("anthropic", "claude-haiku-4-5"), Pointer("openai", "gpt-4.1")


@pytest.fixture
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TURNWIRE_THREADS", raising=False)


def aliases(letter: str, meta: Any) -> Frame:
    return decode(json.dumps({"id": name(letter), "topic": "gpt.provider.ptrs", "meta": meta}).encode())


def test_the_newest_frame_has_the_aliases() -> None:
    old = aliases("a", {"milli": {"provider": "openai", "model": "x"}, "kilo": {"provider": "openai", "model": "y"}})
    new = aliases("b", {"milli": {"provider": "anthropic", "model": "claude-haiku-4-5"}})
    turns = InMemory([new, old, Frame(id=name("c"))], {})
    assert {"milli": CLAUDE} == pointers(turns)
    added = pointer_frame(turns, {"kilo": GPT}, name("d")).frame
    assert {"milli": CLAUDE, "kilo": GPT} == pointers(InMemory([added], {}))
    assert {} == pointers(InMemory([], {}))


@pytest.mark.parametrize("options", [None, {}, {"provider_ptr": None}, {"provider_ptr": ""}, {"provider_ptr": 7}])
def test_a_provider_pointer_is_required(options: dict[str, Any] | None) -> None:
    with pytest.raises(InvalidDocument, match="provider_ptr is required") as refused:
        required(options)
    found = refused.value.diagnostics[0]
    assert ("thread.provider-ptr", "/options/provider_ptr") == (found.code, found.pointer)


@pytest.mark.parametrize(
    ("meta", "alias", "code"),
    [
        ({"milli": {"provider": "anthropic"}}, "milli", "thread.pointers"),
        ({"milli": "anthropic"}, "milli", "thread.pointers"),
        ({}, "milli", "thread.provider-ptr"),
        (None, "milli", "thread.provider-ptr"),
    ],
)
def test_an_alias_that_stands_for_nothing(meta: Any, alias: str, code: str) -> None:
    with pytest.raises(InvalidDocument) as refused:
        pointer_of(InMemory([aliases("a", meta)], {}), alias)
    assert code == refused.value.diagnostics[0].code


def test_an_alias_that_stands_for_nothing_is_named_and_keeps_no_other_from_its_provider(tmp_path: Path) -> None:
    done("add", "one", "-p", "kilo")
    line = {"id": name("b"), "topic": "gpt.provider.ptrs", "meta": {"milli": 5, "kilo": {"provider": "openai"}}}
    line["meta"]["kilo"]["model"] = "gpt-4.1"  # type: ignore[index]
    with (tmp_path / "threads" / "frames.jsonl").open("a") as log:
        log.write(json.dumps(line) + "\n")
    listed = run("pointer")
    assert (1, ["alias  provider  model", "kilo   openai    gpt-4.1"]) == (listed.exit_code, listed.stdout.splitlines())
    assert "the alias 'milli' has no provider and model" in listed.stderr
    assert "gpt-4.1" == json.loads(done("request"))["model"]
    assert "the alias 'milli' has no provider and model" in run("request", "--to", "milli").stderr
    done("pointer", "milli", "anthropic:claude-haiku-4-5")
    assert 0 == run("pointer").exit_code


@pytest.mark.parametrize("alias", ["", "role", "head"])
def test_what_cannot_be_an_alias(alias: str) -> None:
    with pytest.raises(InvalidDocument, match=r"thread\.pointers"):
        pointer_frame(InMemory([], {}), {alias: GPT}, name("a"))


def test_the_alias_of_a_thread_becomes_the_dialect_and_the_model() -> None:
    done("pointer", "milli", "anthropic:claude-haiku-4-5")
    done("pointer", "kilo", "openai:gpt-4.1")
    done("add", "Rhine or Elbe?", "-b", "rivers", "-p", "milli")
    expected = {"messages": [{"role": "user", "content": "Rhine or Elbe?"}], "model": "claude-haiku-4-5"}
    found = run("request", "rivers")
    body = json.loads(found.stdout)
    del body["max_tokens"]
    # Where the request goes is not lost.
    assert (expected, 0, False) == (body, found.exit_code, "provider_ptr" in found.stderr)
    assert "gpt-4.1" == json.loads(done("request", "--to", "kilo"))["model"]
    assert "gpt-5-mini" == json.loads(done("request", "--to", "openai:gpt-5-mini"))["model"]
    listed = [json.loads(line) for line in done("pointer", "--json").splitlines()]
    assert [("kilo", "gpt-4.1"), ("milli", "claude-haiku-4-5")] == [(each["alias"], each["model"]) for each in listed]


def test_what_the_provider_has_no_place_for_is_told() -> None:
    done("pointer", "kilo", "openai:gpt-4.1")
    done("add", "one", "-p", "kilo", "--servers", "fs")
    found = run("request", "--fail-on-loss")
    assert (1, 'thread: /settings/options: dropped settings.options = {"servers": ["fs"]}\n') == (
        found.exit_code,
        found.stderr,
    )
    assert (0, "") == ((quiet := run("request", "-q")).exit_code, quiet.stderr)


CHAT = {
    "id": "c1",
    "object": "chat.completion",
    "model": "gpt-4.1",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "The Rhine."}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5},
}
CLAUDES = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-x",
    "content": [{"type": "text", "text": "The Rhine."}],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": {"input_tokens": 3, "output_tokens": 2},
}
GEMINIS = {
    "candidates": [{"content": {"role": "model", "parts": [{"text": "The Rhine."}]}, "finishReason": "STOP"}],
    "usageMetadata": {"promptTokenCount": 3, "candidatesTokenCount": 2, "totalTokenCount": 5},
    "modelVersion": "gemini-x",
}
REFUSED = {"error": {"message": "Slow down.", "type": "rate_limit_error", "param": None, "code": None}}
OWN = {"message": {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "The Rhine."}]}}


@pytest.mark.parametrize("reply", [CHAT, CLAUDES, GEMINIS, OWN], ids=["chat", "anthropic", "gemini", "gpt2099"])
def test_a_reply_of_any_dialect_is_added(reply: dict[str, Any]) -> None:
    asked = done("add", "Rhine or Elbe?", "-b", "rivers")
    done("add", "something else")
    frame = json.loads(run("reply", "-c", "rivers", "--json", said=json.dumps(reply)).stdout)
    assert ("assistant", asked, "rivers") == tuple(frame["meta"][key] for key in ("role", "continues", "head"))
    said = [{"type": "text", "text": "The Rhine."}]
    assert {"role": "assistant", "content": said} == window("rivers")["messages"][1]


def test_a_reply_keeps_its_calls_its_model_and_its_usage(tmp_path: Path) -> None:
    done("add", "Which files?")
    call = {"id": "call_1", "type": "function", "function": {"name": "fs___ls", "arguments": '{"path":"."}'}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    reply = CHAT | {"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]}
    (tmp_path / "reply.json").write_text(json.dumps(reply))
    done("reply", "reply.json", "--from", "openai_chat")
    shown = json.loads(done("show", "--json"))
    about = shown["frame"]["meta"]["message"]
    assert ("gpt-4.1", "tool_use", 3) == (about["model"], about["stop_reason"], about["usage"]["input_tokens"])
    use = {"type": "tool_use", "id": "call_1", "name": "fs___ls", "input": {"path": "."}}
    assert [use] == shown["content"]


@pytest.mark.parametrize(
    ("arguments", "said", "code", "word"),
    [
        (["request"], None, 1, "provider_ptr is required"),
        (["request", "--to", "nonsense"], None, 2, "the store has the aliases c; there is no dialect"),
        (["request", "--to", "openai:"], None, 2, "names no model"),
        (["request", "later"], None, 1, "[thread.provider-ptr]"),
        (["request", "unknown"], None, 1, "turnwire thread pointer mega PROVIDER:MODEL"),
        (["pointer", "milli"], None, 2, "ALIAS PROVIDER:MODEL"),
        (["pointer", "milli", "anthropic"], None, 2, "ALIAS PROVIDER:MODEL"),
        (["pointer", "milli", "nobody:x"], None, 2, "there is no dialect"),
        (["pointer", "role", "openai:x"], None, 1, "[thread.pointers]"),
        (["reply"], "nonsense", 1, "[json.syntax]"),
        (["reply", "--from", "openai"], json.dumps(CLAUDES), 1, "it looks like anthropic_messages [thread.content]"),
        (["reply", "--from", "openai"], json.dumps(CLAUDES), 1, "say `--from anthropic_messages`"),
        (["reply", "--from", "anthropic"], json.dumps(CLAUDES | {"content": []}), 1, "the reply has no content"),
        (["reply"], json.dumps(CHAT | {"choices": []}), 1, "the reply has no content"),
        (["reply", "--from", "openai"], json.dumps(REFUSED), 1, "the provider answered with an error"),
        (["reply"], json.dumps(REFUSED), 1, "the provider answered with an error"),
        (["reply", "-c", "nobody"], json.dumps(OWN), 1, "[thread.headish]"),
        (["reply", "nowhere.json"], None, 2, "nowhere.json: No such file"),
    ],
)
def test_what_is_refused(tmp_path: Path, arguments: list[str], said: str | None, code: int, word: str) -> None:
    done("add", "c", "-b", "later", "-p", "c")
    done("add", "u", "-b", "unknown", "-p", "mega")
    done("add", "one")
    # A later gpt2099 may have a provider that we have no dialect for.
    line = {"id": name("b"), "topic": "gpt.provider.ptrs", "meta": {"c": {"provider": "tomorrow", "model": "m"}}}
    with (tmp_path / "threads" / "frames.jsonl").open("a") as log:
        log.write(json.dumps(line) + "\n")
    before = (tmp_path / "threads" / "frames.jsonl").read_bytes()
    found = run(*arguments, said=said)
    assert (code, "", True) == (found.exit_code, found.stdout, word in found.stderr), found.stderr
    assert before == (tmp_path / "threads" / "frames.jsonl").read_bytes()
