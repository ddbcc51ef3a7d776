"""What the cost table counts as held, as lost, and as something that a dialect can say."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import pytest
from msgspec import Raw
from tests.fidelity.test_goldens import committed

import turnwire
from fidelity_goldens import HELD, NATIVE, NO_SUCH, SILENT, parsed
from fidelity_rows import SPELT_OUT, document_for, places, rows, undecided
from fidelity_trials import faults, forget, made
from turnwire import model
from turnwire.model import Loss

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fidelity_goldens import Goldens
    from turnwire.documents.written import Written
    from turnwire.model import Document

FEW = (NATIVE, "anthropic_messages", "openai_chat")


@functools.cache
def read() -> Goldens:
    return parsed(committed())


SETTINGS = "dropped history.settings /settings"


def test_a_field_of_the_model_without_a_row_is_noticed() -> None:
    assert [] == undecided(rows())
    without = [row for row in rows() if not row.startswith("image.detail")]
    assert ["image.detail has no row in rows.yaml"] == undecided(without)


def test_a_type_of_the_model_without_a_name_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    named = {kind: name for kind, name in SPELT_OUT.items() if kind is not model.Usage}
    monkeypatch.setattr("fidelity_rows.SPELT_OUT", named)
    assert ["Usage has no name in fidelity_rows.py"] == undecided(rows())


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("image.detail", ["/history/1/content/0/detail"]),
        ("cache.ttl", ["/history/1/content/0/cache/ttl"]),
        ("message.id", ["/history/1/id"]),
        ("generation.max_tokens (none)", []),
        ("usage.cost_usd", ["/usage/cost_usd"]),
    ],
)
def test_where_a_feature_stands(row: str, expected: list[str]) -> None:
    assert expected == places(row.split(" ", maxsplit=1)[0], document_for(rows()[row], NATIVE)[1])


@pytest.mark.parametrize(
    ("source", "row", "target", "expected"),
    [
        # What holds a feature is dropped from every document of the kind, and the feature with it.
        (NATIVE, "generation.temperature", "mcp_content", SETTINGS),
        (NATIVE, "generation.max_tokens", "mcp_content", SETTINGS),
        (NATIVE, "usage.cost_usd", "mcp_content", "dropped completion.usage /usage"),
        # Of a row about something else it is no fault.
        (NATIVE, "text", "mcp_content", HELD),
        (NATIVE, "tool_use", "gemini_generate", HELD),
        (NATIVE, "error", "sharegpt", NO_SUCH),
        # A model that every reply has is lost where it has no place, and here that is what the row is about.
        (NATIVE, "settings.model", "sharegpt", "dropped settings.model /settings/model"),
        ("openai_chat", "generation.max_tokens (none)", "anthropic_messages", "invented generation.max_tokens "),
        ("anthropic_messages", "text.cache", "anthropic_messages", HELD),
        ("anthropic_messages", "text.cache", "openai_chat", "dropped text.cache /history/1/content/0/cache"),
    ],
)
def test_what_is_charged_to_a_row(source: str, row: str, target: str, expected: str) -> None:
    found = read()[source][row][target]
    assert expected == found[: len(expected)] if expected.endswith(" ") else expected == found


@pytest.mark.parametrize(
    ("said", "dialect", "row"),
    [
        (True, "anthropic_messages", "text.cache"),
        (False, "openai_chat", "text.cache"),
        # More had to be invented beside it.
        (True, "gemini_generate", "image (url)"),
        # What had to be invented is what the row is about.
        (False, "anthropic_messages", "generation.max_tokens (none)"),
        # Another tree, out of which it is read as it was; or not.
        (True, "openai_chat", "audio (base64)"),
        (False, "sharegpt", "text (several in one message)"),
        (False, "mcp_content", "generation.temperature"),
        (False, "sharegpt", "completion"),
    ],
)
def test_what_a_dialect_can_say(*, said: bool, dialect: str, row: str) -> None:
    assert said == (row in read()[dialect])


@pytest.fixture
def trying() -> Iterator[Callable[..., Goldens]]:
    """Tries rows anew: what was tried before is forgotten, and so is what was tried here."""

    def again(*some: str) -> Goldens:
        forget()
        return made({row: rows()[row] for row in some}, FEW)

    yield again
    forget()


def test_a_converter_that_loses_more_changes_the_goldens(
    monkeypatch: pytest.MonkeyPatch, trying: Callable[..., Goldens]
) -> None:
    before = trying("text", "text.cache")
    assert HELD == before[NATIVE]["text.cache"]["anthropic_messages"]
    _forgetful(monkeypatch, "anthropic_messages", '"cache":{"kind":"ephemeral"}', '"cache":null', told=True)
    after = trying("text", "text.cache")
    assert "dropped text.cache /somewhere" == after[NATIVE]["text.cache"]["anthropic_messages"]
    assert ("text.cache" in before["anthropic_messages"], "text.cache" in after["anthropic_messages"]) == (True, False)
    assert [] == list(faults(before))


def test_a_silent_loss_is_a_fault(monkeypatch: pytest.MonkeyPatch, trying: Callable[..., Goldens]) -> None:
    _forgetful(monkeypatch, "anthropic_messages", '"cache":{"kind":"ephemeral"}', '"cache":null', told=False)
    found = trying("text.cache")
    assert SILENT == found[NATIVE]["text.cache"]["anthropic_messages"]
    assert [f"{NATIVE} to anthropic_messages: text.cache: {SILENT}"] == list(faults(found))


def _forgetful(monkeypatch: pytest.MonkeyPatch, target: str, this: str, becomes: str, *, told: bool) -> None:
    """A writer of this target that forgets something of the native JSON, and tells of it or not."""
    honest = turnwire.write

    def write(document: Document, dialect: str) -> Written:
        native = honest(document, NATIVE).data
        if dialect != target or this.encode() not in native:
            return honest(document, dialect)
        poorer = turnwire.read(native.replace(this.encode(), becomes.encode()), NATIVE, kind="request")
        written = honest(poorer, dialect)
        loss = Loss("dropped", "/somewhere", "text.cache", dialect, Raw(b"null"))
        return turnwire.Written(written.data, (*written.losses, *([loss] if told else [])))

    monkeypatch.setattr(turnwire, "write", write)
