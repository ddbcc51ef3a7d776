"""What is told of one thing is told once: what becomes of it in the end, as the caller gave it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import turnwire
from turnwire.losses import Losses
from turnwire.model import History, Message, RefusalBlock, SystemInfo, TextBlock

if TYPE_CHECKING:
    from collections.abc import Sequence

REFUSAL = RefusalBlock("I will not.")
GIVEN = History([Message("assistant", [REFUSAL, TextBlock("Hi.")])])
PLACE = "/history/0/content/0"
WHOLE = {"type": "refusal", "text": "I will not."}
SAID = TextBlock("I will not.")

Told = tuple[str, str, str, Any]

TABLE: dict[str, tuple[list[Told], list[Told]]] = {
    "one loss": ([("dropped", PLACE, "refusal", REFUSAL)], [("dropped", PLACE, "refusal", WHOLE)]),
    "losses of two things": (
        [("degraded", PLACE, "refusal", REFUSAL), ("dropped", "/settings", "history.settings", {})],
        [("degraded", PLACE, "refusal", WHOLE), ("dropped", "/settings", "history.settings", {})],
    ),
    "degraded to a text, and the text is dropped": (
        [("degraded", PLACE, "refusal", REFUSAL), ("dropped", PLACE, "system.text", SAID)],
        [("dropped", PLACE, "system.refusal", WHOLE)],
    ),
    "a member dropped, and then all of it": (
        [("dropped", f"{PLACE}/cache", "refusal.cache", {"kind": "x"}), ("dropped", PLACE, "refusal", REFUSAL)],
        [("dropped", PLACE, "refusal", WHOLE)],
    ),
    "a member made up in what is dropped": (
        [("invented", f"{PLACE}/name", "refusal.name", "x"), ("dropped", PLACE, "text", SAID)],
        [("dropped", PLACE, "refusal", WHOLE)],
    ),
    "a member made up in what is moved": (
        [("invented", f"{PLACE}/name", "refusal.name", "x"), ("reshaped", PLACE, "tool_result.content", SAID)],
        [("invented", f"{PLACE}/name", "refusal.name", "x"), ("reshaped", PLACE, "tool_result.content", WHOLE)],
    ),
    "a word about a thing in which a member is made up": (
        [("invented", f"{PLACE}/name", "refusal.name", "x"), ("degraded", PLACE, "message.role", "tool")],
        [("invented", f"{PLACE}/name", "refusal.name", "x"), ("degraded", PLACE, "message.role", "tool")],
    ),
    "something made up where another thing was": (
        [("dropped", "/settings/model", "settings.model", "a"), ("invented", "/settings/model", "settings.model", "b")],
        [("dropped", "/settings/model", "settings.model", "a"), ("invented", "/settings/model", "settings.model", "b")],
    ),
    "something made up, and changed by a later pass": (
        [("invented", f"{PLACE}/kind", "refusal.kind", "x"), ("degraded", f"{PLACE}/kind", "refusal.kind", "x")],
        [("invented", f"{PLACE}/kind", "refusal.kind", "x")],
    ),
    "residue of what is dropped": (
        [("dropped", f"{PLACE}/provider_raw/x", "provider_raw", {}), ("dropped", PLACE, "refusal", REFUSAL)],
        [("dropped", f"{PLACE}/provider_raw/x", "provider_raw", {}), ("dropped", PLACE, "refusal", WHOLE)],
    ),
    "residue told first, and then the rest without it": (
        [("dropped", f"{PLACE}/provider_raw/x", "provider_raw", {}), ("dropped", PLACE, "refusal", SAID)],
        [("dropped", f"{PLACE}/provider_raw/x", "provider_raw", {}), ("dropped", PLACE, "refusal", WHOLE)],
    ),
    "a place whose name begins alike": (
        [("degraded", f"{PLACE}1", "text", "x"), ("dropped", PLACE, "refusal", REFUSAL)],
        [("degraded", f"{PLACE}1", "text", "x"), ("dropped", PLACE, "refusal", WHOLE)],
    ),
}


@pytest.mark.parametrize("name", TABLE)
def test_each_thing_is_told_once(name: str) -> None:
    met, expected = TABLE[name]
    assert expected == told(met)


def told(met: Sequence[Told]) -> list[Told]:
    """What a caller is told of losses met in this order."""
    losses = Losses("some_chat")
    for kind, path, feature, value in met:
        getattr(losses, kind)(path, feature, value)
    return [(loss.kind, loss.path, loss.feature, loss.value) for loss in losses.told(GIVEN)]


SPOKEN = History([], system=SystemInfo(primary_message="Be kind."))
FIRST = "/system/primary_message"


def test_of_a_text_that_became_a_message_the_text_is_told() -> None:
    losses = Losses("some_chat")
    losses.reshaped(FIRST, "system.primary_message", "Be kind.")
    losses.becomes_message(FIRST, "system.primary_message")
    losses.dropped(f"{FIRST}/role", "message", "system")
    losses.dropped(FIRST, "text", TextBlock("Be kind."))
    losses.invented(f"{FIRST}/name", "message.name", "system")
    expected: list[Told] = [("dropped", FIRST, "system.primary_message", "Be kind.")]
    assert expected == [(loss.kind, loss.path, loss.feature, loss.value) for loss in losses.told(SPOKEN)]


def test_a_place_that_no_pass_made_a_message_of_is_told_as_any_other() -> None:
    losses = Losses("some_chat")
    losses.dropped(f"{FIRST}/role", "message", "system")
    assert [f"{FIRST}/role"] == [loss.path for loss in losses.told(SPOKEN)]


CHAT = {"model": "m", "seed": 7, "top_logprobs": 2, "messages": [{"role": "user", "content": "hi"}]}
# Towards Anthropic: two features of `generation` are dropped, and `max_tokens` is invented.
ALLOW: list[tuple[Any, set[str]]] = [
    ((), {"generation.seed", "generation.top_logprobs", "generation.max_tokens"}),
    (["invented"], {"generation.seed", "generation.top_logprobs"}),
    (("dropped", "invented"), set()),
    ({"generation.seed", "invented"}, {"generation.top_logprobs"}),
    (["generation"], set()),
    ("generation", set()),
    (["gener", "seed", "droppe", ""], {"generation.seed", "generation.top_logprobs", "generation.max_tokens"}),
]


@pytest.mark.parametrize(("allow", "refused"), ALLOW)
def test_a_strict_conversion_refuses_what_it_is_not_allowed_to_lose(allow: Any, refused: set[str]) -> None:
    try:
        turnwire.convert(CHAT, "anthropic_messages", source="openai_chat", strict=True, allow=allow)
    except turnwire.LossyConversion as lossy:
        found = {loss.feature for loss in lossy.losses}
    else:
        found = set()
    assert refused == found
