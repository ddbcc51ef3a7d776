"""Every command that writes JSON Lines writes one document a line, however the source is indented."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING

import click
import pytest
from click.testing import CliRunner

import turnwire.dialects
from turnwire.cli.app import app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ALL_DIALECTS = dict(turnwire.dialects.MODULES)

FREE = {"free": [1, {"deep": {"a": "b"}}]}
CHAT = {
    "model": "acme:large",
    "logit_bias": FREE,
    "messages": [
        {"role": "user", "content": "Weather in Bonn?", "mood": FREE},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{\n "city":\n "Bonn"}'}}
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "rain"},
    ],
    "tools": [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object", "x": FREE}}}],
}
PRICED = {
    "settings": {"tools": [{"name": "weather", "input_schema": {"type": "object", "x": FREE}}]},
    "history": [
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "c1", "name": "weather", "input": FREE}],
            "metadata": {"model": "acme:large", "usage": {"input_tokens": 8, "output_tokens": 42}},
            "provider_raw": {"acme": FREE},
        }
    ],
}
TABLE = "{pricing_version: v1, models: {acme:large: {input_per_mtok_usd: 3, output_per_mtok_usd: 15}}}"
OLDER = {"schema_version": 0, **PRICED}
CHUNKS = [
    {
        "candidates": [
            {"index": 0, "content": {"role": "model", "parts": [{"functionCall": {"name": "f", "args": FREE}}]}}
        ]
    },
    {
        "candidates": [{"index": 0, "finishReason": "STOP", "odd": FREE, "content": {"role": "model", "parts": []}}],
        "usageMetadata": {"promptTokenCount": 1},
    },
]
SAID = [{"type": "text", "text": "a"}]
CLAUDES = {"type": "message", "role": "assistant", "model": "m", "content": SAID, "usage": {}}
SCHEMA = {"type": "object", "title": "T", "oneOf": [{"properties": {"a": FREE}}], "x-odd": FREE}
FILES = {"a.json": CHAT, "b.json": PRICED, "old.json": OLDER, "g.json": CHUNKS, "s.json": SCHEMA, "bad.json": {"a": {}}}
FILES["c.json"] = CLAUDES
LINE_ENDS = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}

IMPORT = "store import --store x.db a.json b.json"
ADD = "thread add --blocks"
BLOCKS = '[\n{"type": "text",\n "text": "hi", "x":\n {"a":\n 1}}]'
REPLY = '{\n"message": {"role": "assistant",\n "content":\n [{"type": "text",\n "text": "yes"}]}}'

# The commands of one row run one after another; the lines are those of the last.
# `>` names the file that holds them, where it is not standard output.
ROWS = [
    "convert --to anthropic_messages a.json",
    "convert --to anthropic_messages a.json b.json",
    "convert --to turnwire a.json --output-format jsonl",
    "convert --to openai_chat --from openai_chat a.json",
    "convert --to turnwire -o x.jsonl a.json b.json > x.jsonl",
    "convert --to turnwire -o x a.json b.json > x/a.json",
    "convert --to turnwire --output-format protojson --from turnwire --kind request b.json",
    "convert --to glm --output-format jsonl a.json",
    "convert --to ollama_chat -q -o x --losses losses a.json > losses",
    "convert --to ollama_chat -o x --losses - a.json",
    "convert --to ollama_chat -o x --format json a.json > stderr",
    "convert --format json a.json",
    "plan --to ollama_chat --format json a.json",
    "canonical a.json b.json c.json",
    "price --table t.yaml --reprice b.json",
    "price --table t.yaml --reprice -o x.jsonl a.json b.json > x.jsonl",
    "price --table t.yaml --format json b.json",
    "migrate --format json old.json",
    "migrate -o x.jsonl old.json > x.jsonl",
    "hash --format json a.json",
    "stream g.json --from gemini_generate",
    "stream g.json --from gemini_generate --fold",
    "stream g.json --from gemini_generate --fold --to openai_chat",
    "stream g.json --from gemini_generate --to ollama_chat",
    "stream g.json --from gemini_generate --to anthropic_messages -q --losses losses > losses",
    "validate --format jsonl a.json bad.json",
    "detect --format json a.json",
    "dialects --format json",
    "explain --format json",
    "tools check --format json a.json",
    "tools check --schema --format json s.json",
    "tools portable a.json b.json",
    "tools portable --schema s.json",
    "tools portable --format json a.json > stderr",
    f"{ADD} '{BLOCKS}'; thread resolve",
    f"{ADD} --json '{BLOCKS}'",
    f"{ADD} '{BLOCKS}'; thread add --reply --json '{REPLY}'",
    f"{ADD} '{BLOCKS}'; thread show --json",
    f"{ADD} '{BLOCKS}'; thread branch b; thread branch --json",
    f"{ADD} '{BLOCKS}'; thread graph --json",
    f"{ADD} '{BLOCKS}'; thread list --json",
    f"{ADD} '{BLOCKS}'; thread list SESSION --json",
    f"{ADD} '{BLOCKS}'; thread request --to openai",
    f"{ADD} '{BLOCKS}'; thread reply c.json --json",
    f"{ADD} '{BLOCKS}'; thread export",
    f"{ADD} '{BLOCKS}'; thread export -o out; thread import out --store other --json",
    "thread pointer milli openai:m; thread pointer --json",
    f"{IMPORT} --format json",
    f"{IMPORT}; store export --all --store x.db",
    f"{IMPORT}; store export --all --store x.db --to openai_chat -o x.jsonl --losses losses > x.jsonl",
    f"{IMPORT}; store export --all --store x.db --to ollama_chat -o x.jsonl --losses losses > losses",
    f"{IMPORT}; store list --store x.db --format json",
    f"{IMPORT}; store show --store x.db --format json SESSION",
    f"{IMPORT}; store reprice --store x.db --table t.yaml --format json",
]

# Each writes no JSON Lines: a JSON Schema for people, files of protobuf, a server, words.
# `repair` and `redact` keep every byte that they do not change, line breaks too.
OTHERS = {"schema", "bindings", "serve", "geppetto serve", "lsp", "repair", "redact"}
OTHERS |= {"store verify", "store backup", "store restore", "thread verify"}  # findings of a damaged store alone
OTHERS |= {f"bulk {name}" for name in ("convert", "validate", "repair", "stats")}  # tests/bulk/test_commands.py
OTHERS |= {f"sessions {name}" for name in ("list", "show", "export", "convert")}  # tests/cli/test_sessions.py


@pytest.fixture(autouse=True)
def _files(folder: Path, _two_dialects: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turnwire.dialects, "MODULES", ALL_DIALECTS)
    (folder / "t.yaml").write_text(TABLE)


def write_files(folder: Path, line_end: str) -> None:
    for name, tree in FILES.items():
        (folder / name).write_bytes(json.dumps(tree, indent=1).replace("\n", line_end).encode())


def ran(row: str, line_end: str, folder: Path) -> bytes:
    """What the last command of a row writes."""
    commands, _, place = row.partition(" > ")
    stdout = stderr = b""
    for command in commands.split("; "):
        first = stdout.decode().splitlines()[:1]
        arguments = [word.replace("\n", line_end) for word in shlex.split(command)]
        arguments = [first[0].split()[-1] if word == "SESSION" else word for word in arguments]
        done = CliRunner().invoke(app, arguments, catch_exceptions=False)
        assert done.exit_code in (0, 1), done.output
        stdout, stderr = done.stdout_bytes, done.stderr_bytes
    if place == "stderr":
        return stderr
    return (folder / place).read_bytes() if place else stdout


@pytest.mark.parametrize("line_end", LINE_ENDS.values(), ids=LINE_ENDS)
@pytest.mark.parametrize("row", ROWS)
def test_each_line_is_a_document(row: str, line_end: str, folder: Path) -> None:
    write_files(folder, line_end)
    written = ran(row, line_end, folder)
    assert written.endswith(b"\n")
    assert b"\r" not in written
    for line in written.splitlines():
        json.loads(line)


@pytest.mark.parametrize("line_end", LINE_ENDS.values(), ids=LINE_ENDS)
@pytest.mark.parametrize("target", ["anthropic_messages", "gemini_generate", "openai_chat", "openai_responses"])
def test_each_event_of_a_stream_has_one_line_of_data(target: str, line_end: str, folder: Path) -> None:
    write_files(folder, line_end)
    written = ran(f"stream g.json --from gemini_generate --to {target}", line_end, folder)
    for event in written.removesuffix(b"\n\n").split(b"\n\n"):
        names = [line.partition(b":")[0] for line in event.split(b"\n")]
        assert names in ([b"data"], [b"event", b"data"])


def leaves(command: click.Command, name: str) -> Iterator[str]:
    if not isinstance(command, click.Group):
        yield name
        return
    ctx = click.Context(command)
    for each in command.list_commands(ctx):
        child = command.get_command(ctx, each)
        assert child is not None
        yield from leaves(child, f"{name} {each}".strip())


def test_every_command_has_a_row() -> None:
    rows = {command for row in ROWS for command in row.split("; ")}
    missing = {name for name in leaves(app, "") if not any(f"{command} ".startswith(f"{name} ") for command in rows)}
    assert missing == OTHERS
