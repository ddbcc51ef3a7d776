"""What the check of written streams lets pass: a loss covers what stands at its place, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Raw
from tests.stream.accounting import Told, uncovered

import turnwire
from turnwire.model import Completion, Loss

TARGET = "openai_responses"


def reply(*content: Any) -> Completion:
    native = {"candidates": [{"role": "assistant", "content": list(content), "metadata": {"stop_reason": "end_turn"}}]}
    found = turnwire.read(native, "turnwire", kind="response")
    assert isinstance(found, Completion)
    return found


def lost(kind: Any, path: str, feature: str, value: Any) -> Loss:
    return Loss(kind, path, feature, TARGET, value)


def text(said: str) -> dict[str, str]:
    return {"type": "text", "text": said}


CALL = {"type": "tool_use", "id": "c1", "name": "f", "input": {"a": 1}}
AT = "/candidates/0/content"
BEFORE = (text("Hm."), text("Yes."), CALL)
SHOWN = lost("invented", f"{AT}/1", "stream.shown", Raw(b'{"text":"No."}'))
OTHERWISE = lost("dropped", f"{AT}/1", "stream.said_otherwise", BEFORE[1])
OTHER_CALL = [
    lost("invented", f"{AT}/2", "stream.shown", {"functionCall": {"name": "f", "args": {"a": 2}}}),
    lost("dropped", f"{AT}/2", "stream.said_otherwise", CALL),
]
MOVED = lost("reshaped", AT, "message.content", list(BEFORE))

COVERED: dict[str, tuple[tuple[Any, ...], list[Loss]]] = {
    "the same": (BEFORE, []),
    "a text that was shown otherwise": ((text("Hm."), text("No."), CALL), [SHOWN, OTHERWISE]),
    "a call without an id that was shown otherwise": ((*BEFORE[:2], {**CALL, "input": {"a": 2}}), OTHER_CALL),
    "another order": ((CALL, text("Hm."), text("Yes.")), [MOVED]),
}
UNCOVERED: dict[str, tuple[tuple[Any, ...], list[Loss]]] = {
    "a call that was shown otherwise, with an id of another": (
        (*BEFORE[:2], {**CALL, "id": "c2", "input": {"a": 2}}),
        OTHER_CALL,
    ),
    "nothing told": ((text("Hm."), text("No."), CALL), []),
    "another place": ((text("Well."), text("Yes."), CALL), [SHOWN, OTHERWISE]),
    "one of two places": ((text("Well."), text("No."), CALL), [SHOWN, OTHERWISE]),
    "a block is missing": ((text("Hm."), text("No.")), [SHOWN, OTHERWISE]),
    "a block twice": ((text("Hm."), text("No."), CALL, CALL), [SHOWN, OTHERWISE]),
    "words that nobody told": ((text("Hm."), text("Never."), CALL), [SHOWN, OTHERWISE]),
    "what was told of, and came all the same": (BEFORE, [OTHERWISE]),
    "another order, and a text more": ((CALL, text("Hm."), text("Yes."), text("Well.")), [MOVED]),
    "another order, and words more": ((CALL, text("Hm."), text("Well, Yes.")), [MOVED]),
    "another order, and a text less": ((CALL, text("Hm.")), [MOVED]),
    "a place where nothing stands": (BEFORE, [lost("dropped", f"{AT}/7", "stream.said_otherwise", "x")]),
    "an event's loss": ((text("Hm."),), [lost("dropped", "/events/0", "opaque", {})]),
    "how it was spelled": (
        (text("Hm."),),
        [lost("dropped", f"{AT}/1/provider_raw/x/$form", "provider_raw", 1)],
    ),
}


def found(came: tuple[Any, ...], losses: list[Loss]) -> list[str]:
    whole = reply(*BEFORE)
    return uncovered(Told(whole, whole, ()), reply(*came), losses, TARGET)


@pytest.mark.parametrize("name", COVERED)
def test_covered(name: str) -> None:
    assert [] == found(*COVERED[name])


@pytest.mark.parametrize("name", UNCOVERED)
def test_not_covered(name: str) -> None:
    assert [] != found(*UNCOVERED[name])


def test_a_loss_of_the_reply_covers_nothing_that_only_the_stream_does() -> None:
    """Of the reply the first block was dropped: those behind it stand one place before."""
    thought = {"type": "thinking", "text": "h"}
    dropped = lost("dropped", f"{AT}/0", "thinking", thought)
    told = Told(reply(thought, text("Yes."), CALL), reply(text("Yes."), CALL), [dropped])
    assert [] == uncovered(told, reply(text("Yes."), CALL), [dropped], TARGET)
    assert [] != uncovered(told, reply(text("No."), CALL), [dropped], TARGET)
    assert [] == uncovered(told, reply(text("No."), CALL), [dropped, SHOWN, OTHERWISE], TARGET)
    assert [] != uncovered(told, reply(text("Yes.")), [dropped, SHOWN, OTHERWISE], TARGET)
