"""Law 9, of streams that are written: "translating a stream and folding equals folding and translating".

And law 3 of their losses: they are those of writing the reply, and what is beyond is told and stands somewhere.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.laws.subjects import recordings_for
from tests.stream.recordings import STREAMED as ENDPOINTS
from tests.stream.recordings import recordings
from tests.stream.replies import CASES
from tests.stream.writing import FAMILIES, STREAMED, events_of, fault, nowhere, written

import turnwire
from turnwire.model import Completion, ErrorEvent
from turnwire.testing import difference, normal
from turnwire.testing.documents import completions

if TYPE_CHECKING:
    from pathlib import Path

    from turnwire.testing.documents import Profile

EVERY = 4
"""Of the recorded streams that law 9 reads, every so-many-th is written too."""


@pytest.mark.parametrize("profile", ["plain", "wild"])
@given(data=st.data())
@settings(max_examples=300)
def test_folding_undoes_unfolding(profile: Profile, data: st.DataObject) -> None:
    reply = data.draw(completions(profile))
    # What says nothing need not come back: metadata without a field.
    assert difference(normal(reply), normal(turnwire.fold(turnwire.unfold(reply)))) is None


def as_json(reply: Completion) -> bytes:
    return turnwire.write(reply, "turnwire").data


@pytest.mark.parametrize("profile", ["plain", "wild"])
@given(data=st.data())
def test_generated_replies(profile: Profile, data: st.DataObject) -> None:
    events = list(turnwire.unfold(data.draw(completions(profile))))
    assert {} == {target: found for target in FAMILIES if (found := fault(events, target)) is not None}


@pytest.mark.parametrize("target", STREAMED)
@given(reply=completions("plain"))
@settings(max_examples=8)
def test_every_dialect_that_streams(target: str, reply: Completion) -> None:
    assert fault(list(turnwire.unfold(reply)), target) is None


@pytest.mark.parametrize("name", CASES)
def test_cases(name: str) -> None:
    case = CASES[name]
    events = events_of(case.stream, case.dialect)
    assert {} == {target: found for target in STREAMED if (found := fault(events, target)) is not None}
    assert {} == {target: lost for target in STREAMED if (lost := nowhere(events, written(events, target).losses))}


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_recorded_streams(endpoint: str, recorded: Path) -> None:
    faults: dict[str, object] = {}
    for number, (name, dialect, data) in enumerate(recordings(recorded, endpoint)[::EVERY]):
        events = events_of(data, dialect)
        if any(isinstance(event, ErrorEvent) for event in events):
            continue
        for target in (*FAMILIES, STREAMED[number % len(STREAMED)]):
            if (found := fault(events, target)) is not None:
                faults[f"{name} as {target}"] = found
            if lost := nowhere(events, written(events, target).losses):
                faults[f"{name} as {target}"] = lost
    assert faults == {}


def test_recorded_replies_are_the_fold_of_their_events(recorded: Path) -> None:
    faults, asked = {}, 0
    for dialect in FAMILIES:
        for body in recordings_for(recorded, dialect):
            if body.kind != "response" or body.dialect != dialect:
                continue
            reply = turnwire.read(body.body, dialect, kind="response")
            assert isinstance(reply, Completion)
            asked += 1
            if reply != (found := turnwire.fold(turnwire.unfold(reply))):
                faults[body.name] = difference(json.loads(as_json(reply)), json.loads(as_json(found)))
    assert faults == {}
    assert asked >= 100
