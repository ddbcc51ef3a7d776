"""Command lines and what comes of them: exit code, standard output, standard error."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from tests.cli.conftest import LOSSY, PLAIN, PLAIN_TOY, TWICE, YAML

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result


class Case(NamedTuple):
    line: str
    files: dict[str, str]
    code: int
    stdout: str = ""
    stderr: str = ""
    stdin: str = ""


TWICE_FOUND = (
    "bad.json:2:2: /history: the key `history` is repeated in one object [json.duplicate-key]\n  hint: keep one\n"
)
TWICE_SHOWN = (
    "bad.json:2:2: error: /history: the key `history` is repeated in one object (keep one) [TW104]\n"
    "bad.json:2:12: warning: /history: there are no messages (add the first message) [TW310]\n"
)
CHECKED = '{"layer":"syntax","checked":true,"reason":null},'
SKIPPED = (
    '{"layer":"schema","checked":false,"reason":"REASON"},{"layer":"meaning","checked":false,"reason":"REASON"},'
    '{"layer":"target","checked":false,"reason":"REASON"}'
)
LOSSES = (
    'a.json: /settings/model: degraded settings.model = "m"\n'
    'a.json: /history/0/content/1: dropped refusal = {"type": "refusal", "text": "no"}\n'
)
LOSS_LINES = (
    '{"file":"a.json","kind":"degraded","path":"/settings/model","feature":"settings.model","dialect":"toy","value":"m"}\n'
    '{"file":"a.json","kind":"dropped","path":"/history/0/content/1","feature":"refusal","dialect":"toy",'
    '"value":{"type":"refusal","text":"no"}}\n'
)

CONVERT = [
    Case("convert --to turnwire a.json", {"a.json": PLAIN}, 0, PLAIN + "\n"),
    Case("convert --to toy a.json", {"a.json": LOSSY}, 0, PLAIN_TOY + "\n", LOSSES),
    Case("convert --to toy -q a.json", {"a.json": LOSSY}, 0, PLAIN_TOY + "\n"),
    Case("convert --to toy --fail-on-loss a.json", {"a.json": LOSSY}, 1, PLAIN_TOY + "\n", LOSSES),
    Case("convert --to toy --fail-on-loss a.json", {"a.json": PLAIN}, 0, PLAIN_TOY + "\n"),
    Case("convert --to toy --losses - -o b.json a.json", {"a.json": LOSSY}, 0, LOSS_LINES,
         "1 document: 1 converted, 0 refused; 2 losses (1 degraded, 1 dropped)\n"),
    Case(
        "convert --to turnwire --pretty -",
        {},
        0,
        '{\n  "history": [\n    {\n      "role": "user",\n      "content": [\n        {\n          "type": "text",\n'
        '          "text": "hi"\n        }\n      ]\n    }\n  ]\n}\n',
        stdin=PLAIN,
    ),
    Case("convert --to turnwire", {}, 0, PLAIN + "\n", stdin=PLAIN),
    Case("convert --to turnwire --stdin-filename a.yaml", {}, 0, PLAIN + "\n", stdin=YAML),
    Case("convert --to turnwire --input-format yaml a.txt", {"a.txt": YAML}, 0, PLAIN + "\n"),
    Case(
        "convert --to turnwire --output-format yaml a.json",
        {"a.json": PLAIN},
        0,
        "---\nhistory:\n  - role: user\n    content:\n      - type: text\n        text: hi\n",
    ),
    Case("convert --to turnwire a.json", {"a.json": PLAIN[:-1]}, 1, "",
         "a.json:1:69: /history: the text ends inside an object [json.truncated]\n  hint: is the file complete?\n"
         ""),
    Case(
        "convert --to toy --kind response --from turnwire a.json",
        {"a.json": '{"candidates":[]}'},
        1,
        "",
        "a.json: toy has no place for a Completion; toy takes a History [convert.no-place]\n",
    ),
]  # fmt: skip

MANY = [
    Case(
        "convert --to turnwire a.json bad.json c.json",
        {"a.json": PLAIN, "bad.json": TWICE, "c.json": PLAIN},
        1,
        f"{PLAIN}\n{PLAIN}\n",
        TWICE_FOUND + "3 documents: 2 converted, 1 refused\n",
    ),
    Case(
        "convert --to turnwire l.jsonl",
        {"l.jsonl": f"{PLAIN}\r\n\n[1,\n{PLAIN}"},
        1,
        f"{PLAIN}\n{PLAIN}\n",
        "l.jsonl:3:4: /1: the text ends inside an array [json.truncated]\n  hint: is the file complete?\n"
        "3 documents: 2 converted, 1 refused\n",
    ),
    Case("convert --to turnwire --jsonl", {}, 0, f"{PLAIN}\n{PLAIN}\n", "2 documents: 2 converted, 0 refused\n",
         stdin=f"{PLAIN}\n{PLAIN}\n"),
    Case(
        "convert --to toy l.ndjson",
        {"l.ndjson": f"{PLAIN}\n{LOSSY}\n"},
        0,
        f"{PLAIN_TOY}\n{PLAIN_TOY}\n",
        LOSSES.replace("a.json", "l.ndjson:2")
        + "2 documents: 2 converted, 0 refused; 2 losses (1 degraded, 1 dropped)\n",
    ),
    Case(
        "detect .",
        {"b/x.yml": YAML, "a.json": PLAIN, ".git/c.json": PLAIN, "notes.txt": "no", "z.jsonl": PLAIN},
        0,
        "a.json: turnwire request\nz.jsonl:1: turnwire request\nb/x.yml: turnwire request\n",
        "3 documents: 3 known, 0 refused; not read: 1 .txt\n",
    ),
    Case(
        "detect b/**/*.json",
        {"b/c/x.json": PLAIN, "b/y.json": PLAIN, "b/z.yml": YAML, "b/.h/q.json": PLAIN},
        0,
        "b/c/x.json: turnwire request\nb/y.json: turnwire request\n",
        "2 documents: 2 known, 0 refused\n",
    ),
    Case("detect a.json a.json ./a.json", {"a.json": PLAIN}, 0, "a.json: turnwire request\n"),
]  # fmt: skip

REPORTS = [
    Case("validate a.json", {"a.json": PLAIN}, 0, "", "1 document: 1 valid, 0 refused\n"),
    Case("validate -q a.json", {"a.json": PLAIN}, 0),
    Case("validate --invariants a.json", {"a.json": PLAIN}, 0, "", "1 document: 1 valid, 0 refused\n"),
    Case("validate --format concise --invariants a.json", {"a.json": '{"history":[\n{"role":"user"}]}'}, 1,
         "a.json:2:1: error: /history/0: a message of the user without content"
         " (leave the message out, or set status: partial until it is complete) [TW350]\n",
         "1 document: 0 valid, 1 refused\n"),
    Case("validate --format concise bad.json", {"bad.json": TWICE}, 1, TWICE_SHOWN,
         "1 document: 0 valid, 1 refused\n"),
    Case(
        "validate --format jsonl --layer syntax a.json bad.json",
        {"a.json": PLAIN, "bad.json": TWICE},
        1,
        '{"file":"a.json","dialect":"turnwire","kind":"request","valid":true,"diagnostics":[],"coverage":['
        + CHECKED
        + SKIPPED.replace("REASON", "not asked for")
        + "]}\n"
        '{"file":"bad.json","dialect":"turnwire","kind":"request","valid":false,"diagnostics":[{"code":"TW104",'
        '"message":"the key `history` is repeated in one object",'
        '"severity":"error","pointer":"/history","line":2,"column":2,"hint":"keep one","file":"bad.json",'
        '"name":"duplicate-key"}],"coverage":['
        + CHECKED
        + SKIPPED.replace("REASON", "not asked for")
        + "]}\n",
        '{"summary":{"documents":2,"valid":1,"refused":1,"losses":{}}}\n',
    ),
    Case("validate --format concise a.yaml", {"a.yaml": YAML.replace("text: hi", "txt: hi")}, 1,
         "a.yaml:4:5: error: /history/0/content/0: `content[0]` has no `text`"
         " (`txt` looks like a misspelt `text`) [TW202]\n"
         "a.yaml:4:18: warning: /history/0/content/0/txt: `txt` is not a member of `content[0]`"
         " (did you mean `text`?) [TW203]\n",
         "1 document: 0 valid, 1 refused\n"),
    Case("detect --format json a.json", {"a.json": PLAIN}, 0,
         '{"file":"a.json","candidates":[{"dialect":"turnwire","kind":"request"}]}\n',
         '{"summary":{"documents":1,"known":1,"refused":0,"losses":{}}}\n'),
    Case("detect a.json", {"a.json": '{"a":1}'}, 1, "",
         "a.json: this does not look like any known dialect: its members are a [detect.none]\n"
         "  hint: name its dialect and kind with --from and --kind\n"),
    Case("detect bad.json", {"bad.json": TWICE}, 1, "", TWICE_FOUND + ""),
    Case("dialects", {}, 0,
         "dialect   short  kinds                     what\n"
         "toy       -      request                   who said what\n"
         "turnwire  -      request, response, error  native JSON: the canonical form\n"),
    Case(
        "convert a.json",
        {"a.json": LOSSY},
        0,
        "a.json: turnwire request\n"
        "target    takes, of 1  dropped  degraded  invented  reshaped  most frequent\n"
        "toy       1            1        1         0         0         settings.model, refusal\n"
        "turnwire  1            0        0         0         0         -\n",
    ),
    Case(
        "convert --format json a.json",
        {"a.json": LOSSY},
        0,
        '{"file":"a.json","dialect":"turnwire","kind":"request","targets":[{"target":"toy","losses":{"degraded":1,"dropped":1},'
        '"features":{"settings.model":1,"refusal":1}},{"target":"turnwire","losses":{},"features":{}}]}\n',
        '{"summary":{"documents":1,"read":1,"refused":0,"losses":{}}}\n',
    ),
]  # fmt: skip

CANNOT = [
    Case("convert --to turnwire nope.json a.json", {"a.json": PLAIN}, 2, PLAIN + "\n",
         "nope.json: cannot be read: No such file or directory\n"),
    Case("convert --to turnwire x*.json", {}, 2, "",
         "x*.json: nothing here to read\n0 documents: 0 converted, 0 refused\n"),
    Case("convert --to turnwire -o no/b.json a.json", {"a.json": PLAIN}, 2, "",
         "Error: no/b.json: cannot be written: No such file or directory\n"),
]  # fmt: skip

USAGE = [
    ("convert --to nope a.json", "there is no dialect 'nope'; there are toy, turnwire"),
    ("convert --from nope a.json", "there is no dialect 'nope'; there are toy, turnwire"),
    (
        "convert --to turnwir a.json",
        "there is no dialect 'turnwir'; did you mean turnwire? `turnwire dialects`",
    ),
    ("convert --from toy:m a.json", "'toy:m' names a model, which only --to takes; say 'toy'"),
    ("convert -o b.json a.json", "--output needs --to"),
    ("convert --losses l a.json", "--losses needs --to"),
    ("convert --to toy --losses - a.json", "cannot share standard output; add -o"),
    ("convert --to toy -o b.json a.jsonl", "a.jsonl may hold many documents, a json file holds one"),
    ("convert --to toy -o out/ a.json b/a.json", "a.json and b/a.json would both become out/a.json"),
    ("convert --to toy -o b.binpb a.json", "toy has no form in binpb and protojson: --to turnwire"),
    (
        "convert --to turnwire a.binpb",
        "a.binpb holds a document of turnwire's own model: give its --kind, and no other --from",
    ),
    ("convert --to turnwire --output-format binpb a.json b.json", "cannot share standard output"),
    ("nope", "No such command 'nope'"),
    ("schema nope", "there is no schema 'nope'; `turnwire schema` lists them"),
    ("schema opnai_chat", "there is no schema 'opnai_chat'; did you mean `openai_chat`?"),
    ("schema anthropic/reqest", "there is no schema 'anthropic/reqest'; did you mean `anthropic_messages/request`?"),
]


@pytest.mark.parametrize("case", [*CONVERT, *MANY, *REPORTS, *CANNOT], ids=lambda case: case.line)
def test_a_command_line_and_what_comes_of_it(case: Case, folder: Path, turnwire_command: Callable[..., Result]) -> None:
    for name, text in case.files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, newline="")
    found = turnwire_command(case.line, input=case.stdin)
    assert (case.code, case.stdout, case.stderr) == (found.exit_code, found.stdout, found.stderr)


@pytest.mark.parametrize(("line", "words"), USAGE)
def test_what_cannot_be_meant_is_refused_with_2(
    line: str, words: str, folder: Path, turnwire_command: Callable[..., Result]
) -> None:
    for name in ("a.json", "b.json", "a.jsonl", "b/a.json"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(PLAIN)
    found = turnwire_command(line)
    said = words if words in " ".join(found.stderr.split()) else found.stderr
    expected = (2, "", words)
    assert expected == (found.exit_code, found.stdout, said)


def test_help_imports_no_command(turnwire_command: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnwire.cli.commands.importlib", None)
    found = turnwire_command("--help")
    names = [
        "convert",
        "plan",
        "canonical",
        "price",
        "migrate",
        "hash",
        "stream",
        "validate",
        "repair",
        "redact",
        "explain",
        "detect",
        "dialects",
        "schema",
        "tools",
        "bindings",
        "thread",
        "bulk",
        "sessions",
        "store",
        "lsp",
        "geppetto",
        "serve",
    ]
    assert (0, names) == (found.exit_code, [line.split()[0] for line in found.stdout.splitlines()[-len(names) :]])


def test_schemas_are_printed_as_they_are(turnwire_command: Callable[..., Result]) -> None:
    from turnwire.documents import schemas

    assert schemas.schema("history") == turnwire_command("schema history").stdout_bytes
    assert schemas.schema("glm/history") == turnwire_command("schema glm/history").stdout_bytes
    assert schemas.schema("openai_chat/request") == turnwire_command("schema openai_chat").stdout_bytes
    assert schemas.schema("openai_chat/request") == turnwire_command("schema openai").stdout_bytes
    assert schemas.schema("anthropic_messages/error") == turnwire_command("schema anthropic/error").stdout_bytes
    assert b'"additionalProperties": false' in turnwire_command("schema openai_chat --strict").stdout_bytes
    assert {*schemas.names(), "glm/history", "openai_chat/request"} <= set(
        turnwire_command("schema").stdout.splitlines()
    )
