"""What servers took and sent fits the schema of its own dialect; each exception has a reason."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.data import data
from tests.schemas.tables.recorded import bodies

from turnwire.documents import schemas
from turnwire.documents.dialect_schemas import provider_validator

EXCEPTIONS = [tuple(row) for row in json.loads(Path(__file__).with_name("exceptions.json").read_bytes())]
"""Rows (dialect, provider, kind, place, words of the finding, reason, number of the recorded bodies)."""


class Finding(NamedTuple):
    """What a schema has against a recorded body."""

    dialect: str
    provider: str
    kind: str
    place: str
    words: str
    item: str

    def fits(self, row: tuple[Any, ...]) -> bool:
        """Whether a row is about this."""
        return row[:4] == self[:4] and row[4] in self.words


@functools.cache
def findings() -> tuple[Finding, ...]:
    """What the schemas have against all that is recorded; unknown members are no error."""
    found = []
    for body in bodies():
        validator = provider_validator(body.dialect, body.kind, strict=False)
        assert validator is not None
        for error in () if validator.is_valid(body.tree) else validator.iter_errors(body.tree):
            place = "".join("/*" if isinstance(step, int) else f"/{step}" for step in error.instance_path)
            found.append(Finding(*body[:3], place, error.message, body.item))
    return tuple(found)


@pytest.fixture(autouse=True)
def _corpus() -> None:
    data("corpus")


def test_what_is_recorded_has_no_error() -> None:
    assert [] == [each for each in findings() if not any(map(each.fits, EXCEPTIONS))]


def test_no_exception_is_stale() -> None:
    assert [] == [row for row in EXCEPTIONS if not any(each.fits(row) for each in findings())]


def test_an_exception_is_about_so_many_bodies() -> None:
    """A body that is recorded later, and has the same error for another reason, is not taken for one of them."""
    assert EXCEPTIONS == [(*row[:6], len({each.item for each in findings() if each.fits(row)})) for row in EXCEPTIONS]


def test_each_format_with_a_schema_was_recorded() -> None:
    unseen = set(schemas.dialects()) - {body.dialect for body in bodies()}
    assert (
        unseen
        <= {"bedrock_converse", "cohere_chat", "fireworks_chat", "moonshot_chat", "sambanova_chat"} | _NOT_OF_SERVERS
    )


_NOT_OF_SERVERS = {
    "a2a_messages",
    "bedrock_anthropic",
    "canonical",
    "huggingface_messages",
    "langchain_messages",
    "mcp_content",
    "otel_genai",
    "sharegpt",
}
"""Formats of files and programs, and a platform; the recorded traffic has none of them."""
