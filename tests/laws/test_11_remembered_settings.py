"""Law 11, of settings that are remembered: they give what the canonical route gives, whatever came before."""

from __future__ import annotations

import copy
import itertools
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws import checks
from tests.laws.subjects import all_requests
from tests.laws.test_11_both_ways_agree import FORMATS, TARGETS, body_of, damaged

import turnwire
from turnwire.lane import settings
from turnwire.lane.pairs import pair_of
from turnwire.lane.route import by_lane

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAIRS = [(source, target) for source, target in itertools.product(FORMATS, TARGETS) if source != target]
MESSAGES = {
    "openai_chat": "messages",
    "anthropic_messages": "messages",
    "openai_responses": "input",
    "gemini_generate": "contents",
}
PROMPTS = {"anthropic_messages": "system", "gemini_generate": "systemInstruction"}


@pytest.fixture(autouse=True)
def nothing_is_remembered() -> Iterator[None]:
    settings.REMEMBERED.clear()
    yield
    settings.REMEMBERED.clear()


def spoken(source: str, *, first: int = 0, last: int | None = None) -> bytes:
    """The conversation with some of its messages alone, and the same settings."""
    body = copy.deepcopy(body_of(source))
    name = MESSAGES[source]
    body[name] = body[name][first:last]
    return msgspec.json.encode(body)


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_other_messages_with_the_same_settings(source: str, target: str) -> None:
    whole, first, last = spoken(source), spoken(source, last=1), spoken(source, first=-1)
    settings.REMEMBERED.clear()
    assert checks.both_ways_agree(whole, source, target) == []
    assert not checks.both_ways_agree(first, source, target)
    assert checks.both_ways_agree(last, source, target) == []
    assert checks.both_ways_agree(whole, source, target) == []
    assert len(settings.REMEMBERED) == 1


@pytest.mark.parametrize("source", PROMPTS)
@pytest.mark.parametrize("target", FORMATS)
def test_a_system_prompt_comes_and_goes(source: str, target: str) -> None:
    if source == target:
        return
    with_prompt = body_of(source)
    without = {name: value for name, value in with_prompt.items() if name != PROMPTS[source]}
    assert len(without) == len(with_prompt) - 1
    for body in (with_prompt, without, with_prompt):
        assert checks.both_ways_agree(msgspec.json.encode(body), source, target) == []


@pytest.mark.parametrize("model", ["gpt-5-mini", "claude-opus-4-8", "gemini-3-pro", None])
@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_the_model_that_the_caller_names(source: str, target: str, model: str | None) -> None:
    body = spoken(source)
    for _ in range(2):
        by_lane(body, source, target, "m-1")
    for _ in range(3):
        found = by_lane(body, source, target, model)
        if found is not None:
            read = turnwire.read(body, source, kind="request")
            assert checks.differences(found, turnwire.write(read, target, model=model)) == []


@pytest.mark.parametrize("source", FORMATS)
@given(data=st.data())
def test_one_request_after_another(source: str, data: st.DataObject) -> None:
    bodies = [body_of(source), *(msgspec.json.decode(data.draw(damaged(source))) for _ in range(3))]
    target = data.draw(st.sampled_from([target for target in TARGETS if target != source]))
    for body in (*bodies, *bodies):
        assert not checks.both_ways_agree(msgspec.json.encode(body), source, target)


@pytest.mark.parametrize("source", FORMATS)
@given(data=st.data())
def test_equal_texts_mean_equal_settings(source: str, data: st.DataObject) -> None:
    assert_the_text_says_all(data.draw(damaged(source)), source)


@pytest.mark.parametrize("source", FORMATS)
def test_equal_texts_of_what_was_recorded_mean_equal_settings(source: str, recorded: Path) -> None:
    assert sum([assert_the_text_says_all(body, source) for _, body in all_requests(recorded, source)]) > 0


def assert_the_text_says_all(body: bytes, source: str) -> bool:
    """Decoding the text gives the request without its messages again; return whether there is a text."""
    pair = pair_of(source, "groq_chat" if source == "openai_chat" else "openai_chat")
    assert pair is not None
    try:
        wire = pair.decode(body)
    except msgspec.DecodeError:
        return False
    settings.taken_out(wire, pair.reader)
    text = settings.text_of(wire, pair)
    if text is not None:
        assert pair.decode(text) == wire
    return text is not None


def test_a_caller_may_change_its_losses() -> None:
    body = spoken("openai_chat")
    for _ in range(2):
        first = turnwire.convert(body, "openai_responses", source="openai_chat", kind="request")
    again = turnwire.convert(body, "openai_responses", source="openai_chat", kind="request")
    assert first.losses == again.losses != ()
    before = copy.deepcopy(again.losses)
    for written in (first, again):
        for loss in written.losses:
            loss.path = "changed"
    assert turnwire.convert(body, "openai_responses", source="openai_chat", kind="request").losses == before


@pytest.mark.parametrize("stream", [False, True])
def test_a_caller_may_change_its_envelope(*, stream: bool) -> None:
    body = msgspec.json.encode({**body_of("openai_chat"), "stream": stream})
    envelopes: list[Any] = []
    for _ in range(4):
        written = turnwire.convert(body, "gemini_generate", source="openai_chat", kind="request")
        envelopes.append(copy.deepcopy(written.envelope))
        given_away: Any = written.envelope
        given_away.setdefault("query", {})["key"] = "secret"
        given_away["path"] = "changed"
    assert envelopes == [envelopes[0]] * 4
    assert ("query" in envelopes[0]) is stream


def test_few_and_short_settings_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "MOST", 3)
    monkeypatch.setattr(settings, "_LONGEST", 2_000)
    body: dict[str, Any] = body_of("openai_chat")
    for n in range(10):
        data = msgspec.json.encode({**body, "user": f"user {n}"})
        assert checks.both_ways_agree(data, "openai_chat", "anthropic_messages") == []
        assert 1 <= len(settings.REMEMBERED) <= 3
    settings.REMEMBERED.clear()
    data = msgspec.json.encode({**body, "user": "u" * 2_000})
    assert checks.both_ways_agree(data, "openai_chat", "anthropic_messages") == []
    assert len(settings.REMEMBERED) == 0


def test_settings_that_come_once_are_not_remembered() -> None:
    body: dict[str, Any] = body_of("openai_chat")
    for n in range(3 * settings.MOST):
        data = msgspec.json.encode({**body, "seed": n})
        assert by_lane(data, "openai_chat", "anthropic_messages", None) is not None
    assert len(settings.REMEMBERED) == 0
    for seed, are_known in ((0, False), (0, True), (1, True), (1, True)):
        by_lane(msgspec.json.encode({**body, "seed": seed}), "openai_chat", "anthropic_messages", None)
        assert (len(settings.REMEMBERED) > 0) is are_known
