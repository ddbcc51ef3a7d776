"""Both engines over the public test suite of JSON Schema 2020-12: what the packages that we rely on get right."""

from __future__ import annotations

import functools
import importlib
import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import jsonschema
import jsonschema_rs
import pytest
import referencing
from tests.data import data

from turnwire.documents.schemas import every_name, schema
from turnwire.validation.engines import ENGINES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    Check = Callable[[Any], bool]

SUITE = "suites/JSON-Schema-Test-Suite"
DRAFT = "draft2020-12"
REMOTE = "http://localhost:1234/"
LEAST = 1_200
"""Cases that the required part of the suite has at least."""

UNICODE = b"\\\\p{"
"""A pattern with a property of Unicode, as JSON text."""
VOCABULARY = "vocabulary: schema that uses custom metaschema with with no validation vocabulary: no validation:"
WRONG: dict[str, dict[str, str]] = {
    "jsonschema_rs": {},
    "jsonschema": {
        "pattern: pattern with Unicode property escape": "it matches with `re`, which has no properties of Unicode",
        "patternProperties: patternProperties with Unicode property escape": "the same, for names of members",
        VOCABULARY: "it has no vocabularies; every schema of turnwire names the metaschema of 2020-12",
    },
}
"""The beginnings of the names of cases that an engine gets wrong, each with the reason."""


class Case(NamedTuple):
    """One instance of the suite."""

    name: str
    schema: Any
    instance: Any
    valid: bool


def cases(folder: Path) -> Iterator[Case]:
    for path in sorted((folder / "tests" / DRAFT).glob("*.json")):
        for group in json.loads(path.read_bytes()):
            for test in group["tests"]:
                name = f"{path.stem}: {group['description']}: {test['description']}"
                yield Case(name, group["schema"], test["data"], test["valid"])


def remotes(folder: Path) -> Mapping[str, Any]:
    root = folder / "remotes"
    return {
        f"{REMOTE}{path.relative_to(root).as_posix()}": json.loads(path.read_bytes()) for path in root.rglob("*.json")
    }


def _rust(tree: Any, known: Mapping[str, Any]) -> Check:
    return jsonschema_rs.Draft202012Validator(tree, retriever=known.__getitem__).is_valid


def _python(tree: Any, known: Mapping[str, Any]) -> Check:
    draft = referencing.jsonschema.DRAFT202012
    resources = ((uri, referencing.Resource.from_contents(each, draft)) for uri, each in known.items())
    registry: Any = importlib.import_module("jsonschema_specifications").REGISTRY.with_resources(resources)
    return jsonschema.Draft202012Validator(tree, registry=registry).is_valid


_COMPILERS = {"jsonschema_rs": _rust, "jsonschema": _python}


@pytest.mark.parametrize("engine", ENGINES)
def test_the_required_cases_of_the_suite_hold(engine: str) -> None:
    folder = data(SUITE)
    known = remotes(folder)
    compiled = functools.cache(lambda text: _COMPILERS[engine](json.loads(text), known))
    wrong = []
    every = list(cases(folder))
    for case in every:
        try:
            holds = compiled(json.dumps(case.schema))(case.instance) == case.valid
        except (ValueError, LookupError, RecursionError, re.error, referencing.exceptions.Unresolvable):
            holds = False
        if not holds:
            wrong.append(case.name)
    assert len(every) >= LEAST
    known_wrong = WRONG[engine]
    assert [] == [name for name in wrong if not name.startswith(tuple(known_wrong))]
    assert [] == [start for start in known_wrong if not any(name.startswith(start) for name in wrong)]


@pytest.mark.parametrize("name", sorted(every_name()))
def test_schemas_need_nothing_that_an_engine_gets_wrong(name: str) -> None:
    text = schema(name)
    assert UNICODE not in text
    assert json.loads(text)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
