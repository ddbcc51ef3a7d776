"""Short names of dialects, and what is said of a name that is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import turnwire
from turnwire.dialects import aliases_of, full_name, get, names
from turnwire.dialects.aliases import ALIASES
from turnwire.sessions.session_ids import SessionIds
from turnwire.systems.canonical.adapters import adapter_for

if TYPE_CHECKING:
    from collections.abc import Callable

BODY = b'{"model":"m","seed":7,"messages":[{"role":"user","content":"hi"}]}'
NOT_OF_THE_VENDOR = {"chat": "openai_chat", "claude": "anthropic_messages", "google": "gemini_generate"}


@pytest.mark.parametrize(("alias", "name"), ALIASES.items())
def test_a_short_name_is_a_part_of_the_one_name_it_means(alias: str, name: str) -> None:
    assert name in names()
    assert alias not in names()
    assert full_name(alias) == name == get(alias).name
    assert alias in name.split("_") or NOT_OF_THE_VENDOR[alias] == name
    assert alias in aliases_of(name)


def _history() -> turnwire.History:
    document = turnwire.read(BODY, "openai", kind="request")
    assert isinstance(document, turnwire.History)
    return document


USES: list[tuple[Callable[[str], object], str]] = [
    (lambda name: turnwire.read(BODY, name, kind="request"), "openai"),
    (lambda name: turnwire.read(BODY, name), "openai"),
    (lambda name: turnwire.write(_history(), name), "anthropic"),
    (lambda name: turnwire.convert(BODY, name, source="openai"), "gemini"),
    (lambda name: turnwire.convert(BODY, "anthropic_messages", source=name), "openai"),
    (lambda name: turnwire.validate(BODY, name), "openai"),
    (lambda name: turnwire.plan(_history(), f"{name}:claude-sonnet-4-5"), "anthropic"),
    (lambda name: turnwire.stream_reader(name).feed(b"data: [DONE]\n\n"), "openai"),
    (lambda name: turnwire.stream_writer(name).close(), "anthropic"),
    (lambda name: vars(adapter_for(name)), "anthropic"),
    (lambda name: SessionIds("s").write(_history(), name), "anthropic"),
]


@pytest.mark.parametrize(("use", "alias"), USES)
def test_a_short_name_does_what_the_name_does(use: Callable[[str], object], alias: str) -> None:
    assert use(ALIASES[alias]) == use(alias)


def test_losses_and_residue_have_the_name_and_not_the_short_one() -> None:
    written = turnwire.convert(b'{"messages":[{"role":"user","content":"hi"}],"x_new":1}', "gemini", source="openai")
    assert {"gemini_generate"} == {loss.dialect for loss in written.losses}
    native = turnwire.write(turnwire.read(b'{"messages":[],"x_new":1}', "openai", kind="request"), "turnwire").data
    assert b'"openai_chat":' in native


WRONG = [
    ("antropic_messages", "there is no dialect 'antropic_messages'; did you mean anthropic_messages?"),
    ("anthropic-messages", "there is no dialect 'anthropic-messages'; did you mean anthropic_messages?"),
    ("Anthropic", "there is no dialect 'Anthropic'; did you mean anthropic_messages or bedrock_anthropic or "),
    ("OpenAI_Chat", "there is no dialect 'OpenAI_Chat'; did you mean openai_chat or "),
    ("gemeni", "there is no dialect 'gemeni'; did you mean gemini_generate"),
    ("vertex", "there is no dialect 'vertex'; did you mean vertex_anthropic or vertex_gemini?"),
    ("huggingface", "there is no dialect 'huggingface'; did you mean huggingface_chat or huggingface_messages?"),
    ("nonsense", "there is no dialect 'nonsense'; there are a2a_messages, "),
    ("", "there is no dialect ''; there are a2a_messages, "),
    ("x" * 100_000, "there is no dialect '"),
]


@pytest.mark.parametrize(("name", "expected"), WRONG, ids=lambda value: value[:20])
def test_a_wrong_name_is_answered_with_those_that_are_like_it(name: str, expected: str) -> None:
    with pytest.raises(turnwire.UnknownDialect) as refused:
        turnwire.write(turnwire.History([]), name)
    assert str(refused.value).startswith(expected)
