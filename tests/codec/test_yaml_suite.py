"""yaml-test-suite: no wrong value in a document we accept, every invalid one refused, and the valid ones that we
refuse listed with the reason in `yaml_refused_valid.json`.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from tests.codec.suites import suite

from turnwire.codec import yaml
from turnwire.codec.json import Tree, dumps
from turnwire.errors import InvalidDocument
from turnwire.model import Diagnostic

REFUSED_VALID = Path(__file__).with_name("yaml_refused_valid.json")
# Accepted, and the suite has no JSON for them: their keys are empty, which is our key "".
NO_JSON = ["DFF7", "FH7J", "PW8X", "UKK6/02"]


@cache
def cases() -> dict[str, Path]:
    root = suite("yaml-test-suite")
    return {path.parent.relative_to(root).as_posix(): path.parent for path in sorted(root.rglob("in.yaml"))}


def read(case: Path) -> list[Tree] | Diagnostic:
    try:
        return yaml.load_all((case / "in.yaml").read_bytes(), anchors=True)
    except InvalidDocument as error:
        return error.diagnostics[0]


def json_documents(text: str) -> list[Tree]:
    decoder, found, at = json.JSONDecoder(), [], 0
    while at < len(text.rstrip()):
        value, at = decoder.raw_decode(text, at + len(text[at:]) - len(text[at:].lstrip()))
        found.append(value)
    return found


def test_the_suite_is_whole() -> None:
    errors = sum((case / "error").exists() for case in cases().values())
    assert (len(cases()), errors) == (402, 94)


def test_every_invalid_document_is_refused_with_line_and_column() -> None:
    wrong = []
    for name, case in cases().items():
        if (case / "error").exists():
            result = read(case)
            if not isinstance(result, Diagnostic) or not result.line or not result.column:
                wrong.append((name, result))
    assert wrong == []


def test_accepted_documents_have_the_right_values() -> None:
    wrong, unknown, right = [], [], 0
    for name, case in cases().items():
        result = read(case)
        if (case / "error").exists() or isinstance(result, Diagnostic):
            continue
        if not (case / "in.json").exists():
            unknown.append(name)
        elif json_text(result) == json_text(json_documents((case / "in.json").read_text())):
            right += 1
        else:
            wrong.append((name, result))
    assert (wrong, unknown, right) == ([], NO_JSON, 214)


def json_text(documents: list[Tree]) -> list[Tree]:
    """The documents with 1, 1.0 and true told apart, whatever the order of their keys."""
    return [json.dumps(json.loads(dumps(document)), sort_keys=True) for document in documents]


def test_the_valid_documents_we_refuse_are_the_published_ones() -> None:
    ours: dict[str, list[str]] = {}
    for name, case in cases().items():
        result = read(case)
        if isinstance(result, Diagnostic) and not (case / "error").exists():
            words = f": {result.message}" if result.code == "yaml.syntax" else ""
            ours.setdefault(result.code + words, []).append(name)
    assert json.loads(REFUSED_VALID.read_text()) == ours
