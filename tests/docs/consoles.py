"""The files that the console blocks of the pages speak of."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.docs.pages import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def _said(letters: int) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": "x" * letters}]}


def small(folder: Path) -> None:
    """A conversation that can be anything, once as JSON and once as YAML, and a folder of them."""
    (folder / "chat.json").write_text(json.dumps({"history": [_said(3)]}))
    (folder / "chat.yaml").write_text("history:\n  - role: user\n    content: [{type: text, text: xxx}]\n")
    (folder / "chats").mkdir()
    (folder / "chats" / "monday.json").write_text(json.dumps({"history": [_said(5)]}))


def failing(folder: Path) -> None:
    """A conversation in which a tool failed."""
    call = {"type": "tool_use", "id": "call_1", "name": "look", "input": {}}
    given = {"type": "tool_result", "tool_use_id": "call_1", "content": [], "is_error": True}
    history = [_said(3), {"role": "assistant", "content": [call]}, {"role": "tool", "content": [given]}]
    (folder / "chat.json").write_text(json.dumps({"history": history, "settings": {"model": "m"}}))


def demanding(folder: Path) -> None:
    """A conversation that wants a seed and more tokens than the model gives."""
    settings = {"generation": {"seed": 1, "max_tokens": 99000}}
    (folder / "chat.json").write_text(json.dumps({"history": [_said(8388)], "settings": settings}))


def priced(folder: Path) -> None:
    """A conversation with a cost, and tables."""
    usage = {"input_tokens": 8, "output_tokens": 42, "cost_usd": "0.0006", "pricing_version": "2026-10"}
    about = {"model": "anthropic:claude-sonnet-4-6", "usage": usage}
    answer = {"role": "assistant", "content": [{"type": "text", "text": "A ULID."}], "metadata": about}
    (folder / "chat.json").write_text(json.dumps({"history": [_said(3), answer]}))
    rates = "{input_per_mtok_usd: 3, output_per_mtok_usd: 15}"
    (folder / "prices.yaml").write_text(
        f'pricing_version: "2026-11"\nmodels:\n  anthropic:claude-sonnet-4-6: {rates}\n'
    )
    (folder / "contract.yaml").write_text("pricing_version: contract-7\nmodels: {}\n")


def logs(folder: Path) -> None:
    """A folder of valid chat requests, and one of files to leave out."""
    chat = json.dumps({"model": "m", "messages": [{"role": "user", "content": "Hi."}]})
    for name in ("logs/2026-11/monday.jsonl", "logs/drafts/a.json", "logs/2026-11/a.tmp.json"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{chat}\n")


def misspelled(folder: Path) -> None:
    """A chat request with a role and a member that are misspelled."""
    (folder / "chat.json").write_text(
        '{\n  "model": "gpt-5",\n  "messages": [\n    {"role": "user", "content": "Hi."},\n'
        '    {"role": "asistant", "content": "Hello."}\n  ],\n  "temprature": 1\n}\n'
    )


def secret(folder: Path) -> None:
    """A chat request with a mail address and a key."""
    said = f"I am ada@example.org, my key is sk-ant-api03-{'aB3' * 20}."
    (folder / "chat.json").write_text(json.dumps({"messages": [{"role": "user", "content": said}]}) + "\n")


def answered(folder: Path) -> None:
    """The reply of a provider."""
    said = [{"type": "text", "text": "The Rhine."}]
    reply = {"type": "message", "id": "msg_1", "role": "assistant", "model": "claude-haiku-4-5", "content": said}
    usage = {"input_tokens": 12, "output_tokens": 5}
    (folder / "answer.json").write_text(
        json.dumps({**reply, "stop_reason": "end_turn", "stop_sequence": None, "usage": usage})
    )


def sessions(folder: Path) -> None:
    """Two session files."""
    for path in (ROOT / "docs" / "sessions").iterdir():
        (folder / path.name).write_bytes(path.read_bytes())


FILES: dict[str, Callable[[Path], None]] = {
    "turnwire convert": small,
    "turnwire validate logs": logs,
    "turnwire validate chat.json": misspelled,
    "turnwire repair logs": logs,
    "turnwire repair": misspelled,
    "turnwire redact": secret,
    "turnwire plan": demanding,
    "turnwire price": priced,
    "turnwire hash": small,
    "turnwire bindings": small,
    "turnwire thread pointer": answered,
    "turnwire thread": small,
    "turnwire sessions": sessions,
    "pip install 'turnwire[store]'": small,
    "pip install 'turnwire[archives]'": small,
}
"""The beginning of a block's first command -> what makes its files."""

NOT_RUN: dict[str, str] = {
    "cd third_party/turnwire && buf generate": "buf fetches generators",
    "pip install 'turnwire[store]'": "tests install nothing; the packages are there",
    "pip install 'turnwire[archives]'": "the same",
    "turnwire validate chat.json --watch": "it runs until Ctrl-C; tests/cli/test_watching.py drives it",
    "turnwire store export sess_01K5ZC8N2V8D3WQK6T3Y9F4M7A --store chats.db --to anthropic_messages": (
        "a session has another id each time; the tests of the store export those that they made"
    ),
    "make bench": "it takes a quarter of an hour of a quiet machine",
    "python -m benchmarks.large": "it measures for a minute, and the figures differ",
    "python -m benchmarks.large --peers": "the same; it needs packages of other projects",
    "python -m benchmarks.large --new-settings": "it measures for half a minute, and the figures differ",
    "python -m benchmarks.streams": "the same, of streams",
    "make demo": "it installs, and writes into the tree; tests/docs/test_demo.py runs its script",
    "make test": "it is what runs this",
    "python -m tests.schemas.digests": "it writes into the tree; tests/schemas/test_digests.py runs what it does",
    "python -m tests.schemas.digests --release": "the same",
}
"""Commands of console and shell blocks that are not run, and why."""

NO_EXAMPLES: dict[str, str] = {
    'data: {"besides"': "the stream of a format that tests/docs/test_adding_a_dialect.py makes",
    '[\n  {\n    "name": "a question"': "cases that tests/docs/test_adding_a_dialect.py runs",
    '[\n  {\n    "name": "two texts"': "the same",
    "chat.json: /history/2/content/0/is_error": "a line that test_a_loss_as_the_page_shows_it makes",
    "1802 documents: ": "the last line of a run over an archive; tests/cli/test_packed.py makes such lines",
    "1500 documents: ": "the last line of a repair; tests/validation/repair/test_command.py makes such lines",
    "session file ──►": "a picture of what happens to a session file",
    "FILE:LINE:COLUMN": "the form of a line, and no line",
    "A ---- B": "a picture; tests/threads draws the same graph",
    " bytes --> syntax": "a picture of the layers",
    'turnwire thread add "Rhine or Elbe?"': "docs/threads.md runs these; they store a thread",
    "turnwire geppetto serve --folder examples": "tests/drawer_server starts servers with the same options",
    "curl -s http://127.0.0.1:8080/message/": "tests/drawer_server/test_samples.py runs it",
    "jobs:\n": "settings of GitHub",
    "permissions:\n": "the same",
    "conversations:\n": "settings of GitLab",
    "bytes of one format --stream_reader": "a picture of what the functions of the page do",
    "[gateway]   ": "a file of tokens; tests/docs/test_operations.py reads it",
    '{"lines":': "the document that the snippets of the page read",
    '    "toy_chat"': "a line for the registry, which tests/docs/test_adding_a_dialect.py adds",
    ".venv/bin/python -m pytest tests/cases": "tests/docs/test_adding_a_dialect.py runs the same",
    ".venv/bin/python -m pytest tests/laws": "tests/docs/test_adding_a_dialect.py runs the same",
    ".venv/bin/python -m pytest tests/docs tests/core": "the tests of the lists in the table above it",
    "AssertionError: openai_chat": "the message of a test that fails",
    "pip install PATH ": "tests install nothing; the packages are there",
    "# turnwire.toml": "settings; tests/cli/test_configuration.py reads the file of the page",
    "turnwire.toml:2: there is no setting": "a message that tests/cli/test_configuration.py makes",
    "make test": "what the targets of the Makefile do",
    "                    +---": "a picture of a server",
    "mkdir -p drawers\n": "tests/drawer_server starts such a server",
    'echo "Mint needs': "tests/drawer_server/test_samples.py runs it",
    "import json\nimport urllib": "the same",
    "const base": "the same",
    "$ pip install 'turnwire[arrow,archives]'": "a job over an archive; tests/bulk runs such jobs",
    "$ turnwire bulk stats": "the same",
    "$ pip install 'turnwire[ray]'": "a program of an engine; tests/engines/test_page.py runs all of them",
    '{"type":"unit"': "a line of a manifest, which tests/bulk reads",
    "core seconds = ": "a formula",
    "ray start --head": "commands for a cluster, which the page says were not run",
    "venv-pack -o": "the same",
    " rows of the engine": "a picture",
    "SELECT block.name": "a question to DuckDB; tests/engines asks such ones",
    '{"messageStart"': "a stream; tests/cases/bedrock_converse has such ones",
    "$ RAY_ADDRESS=HEAD:6379": "commands for a cluster, which was not run here; the page says so",
    "title: the options of a request": "a part of a table; tests/docs/test_adding_a_dialect.py compares the two",
    "$ turnwire store backup": "the counts are those of one store; tests/store/test_copying.py runs both commands",
}
"""The beginning of each other block that is no code -> what it is."""
