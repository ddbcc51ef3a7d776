"""Each constraint of each schema refuses a document of a table, with the exact code at the exact place."""

from __future__ import annotations

import json

import pytest
from tests.schemas.loosened.catalogue import constraints_in, out_of_reach
from tests.schemas.loosened.constraints import Constraint, constraints_of
from tests.schemas.loosened.noticing import is_noticed, without_row
from tests.schemas.loosened.rows import FOLDER, file_of, findings, line_of, names, rows
from tests.schemas.loosened.spared import SPARED, reason_of

from turnwire.documents import schemas
from turnwire.validation import schema_files

CHAT = "openai_chat/request"
LEAST = 9000


@pytest.mark.parametrize("name", names())
def test_a_changed_document_has_this_one_finding(name: str) -> None:
    compiled = schema_files.compiled(schemas.id_of(name))
    table = list(rows(name))
    assert [] == [text for text in {row.document for row in table} if not compiled.is_valid(json.loads(text))]
    assert [] == [line_of(row) for row in table if findings(name, row.broken()) != [(row.code, row.pointer)]]


@pytest.mark.parametrize("name", schemas.every_name())
def test_each_constraint_has_a_row(name: str) -> None:
    assert [] == [each.name for each in without_row(name)], "run python -m tests.schemas.loosened.rewrite"


def test_there_is_no_table_of_a_schema_that_is_gone() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(map(file_of, names()))


def test_documents_are_compared_with_every_constraint() -> None:
    assert out_of_reach() == ()


def test_there_are_many_constraints() -> None:
    assert sum(len(constraints_in(name)) for name in schemas.every_name()) >= LEAST


def test_what_is_spared_is_there() -> None:
    every = [each for name in schemas.every_name() for each in constraints_of(schemas.id_of(name))]
    unused = set(SPARED) - {pattern for pattern, reason in SPARED.items() for c in every if reason_of(c) == reason}
    assert unused == set()


@pytest.mark.parametrize(
    ("place", "keyword", "item", "before", "after"),
    [
        ("", "required", "model", ["model", "messages"], ["messages"]),
        ("/properties/temperature", "maximum", "", 2, 3),
        ("/properties/messages", "minItems", "", 1, 0),
        ("/properties/model", "type", "null", "string", ["string", "null"]),
        ("/properties/n", "type", "number", ["integer", "null"], ["null", "number"]),
        ("/properties/tool_choice", "$ref", "", "#/$defs/ToolChoice", None),
        ("", "additionalProperties", "", False, None),
    ],
)
def test_a_constraint_is_loosened_and_stands_again(
    place: str, keyword: str, item: str, before: object, after: object
) -> None:
    base = schemas.id_of(CHAT)
    node = schema_files.node_at(base, place)
    assert node[keyword] == before
    with Constraint(base, place, keyword, item).loosened():
        assert node.get(keyword) == after
    assert node[keyword] == before


def test_what_is_loosened_is_noticed_by_a_row_about_it_alone() -> None:
    assert is_noticed(CHAT, Constraint(schemas.id_of(CHAT), "/properties/temperature", "maximum"))
    assert not is_noticed(CHAT, Constraint(schemas.id_of(CHAT), "/$defs/UserMessage/properties/role", "const"))
