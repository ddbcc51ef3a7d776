"""A session of the canonical message format is read, comes back, and is written for two providers as recorded.

What its own code writes otherwise is named in canonical_deviations.json.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.systems import canonical

if TYPE_CHECKING:
    from tests.systems.canonical import Difference

ROOT = Path(__file__).parents[2]
DEVIATIONS = json.loads(Path(__file__).with_name("canonical_deviations.json").read_bytes())


@pytest.fixture(scope="module")
def session() -> dict[str, Any]:
    file = Path(os.environ.get("TURNWIRE_DATA", ROOT.parent / "shared")) / "systems/canonical/worked-session.json"
    if not file.is_file():
        pytest.skip("SKIPPED, the worked session: no systems/canonical under TURNWIRE_DATA or ../shared")
    found: dict[str, Any] = json.loads(file.read_bytes())
    return found


def found_in(session: dict[str, Any]) -> list[Difference]:
    found: list[Difference] = []
    for name, tree in canonical.documents(session).items():
        found += canonical.comes_back(name, tree)
    for message in session["messages"]:
        if message["role"] == "assistant":
            found += canonical.replies_come_back(message)
    found += canonical.held(session)
    for provider in canonical.WIRES:
        found += canonical.wire(session, provider)
    return found


def test_every_difference_is_a_named_deviation_and_every_deviation_is_met(session: dict[str, Any]) -> None:
    wanted = [(each["file"], each["place"], each["ours"]) for each in DEVIATIONS]
    assert sorted(wanted) == sorted(map(tuple, found_in(session)))


def test_every_deviation_has_a_reason_and_stands_once() -> None:
    assert [] == [each for each in DEVIATIONS if len(each["reason"]) < 20]
    told = Counter((each["file"], each["place"]) for each in DEVIATIONS)
    assert [] == [place for place, times in told.items() if times > 1]


def test_the_session_is_whole(session: dict[str, Any]) -> None:
    assert len(session["messages"]) == 12
    assert {"system", "user", "assistant", "tool"} == {message["role"] for message in session["messages"]}
    kinds = {block["type"] for message in session["messages"] for block in message["content"]}
    assert {"text", "image", "tool_use", "tool_result", "thinking", "redacted_thinking"} == kinds


def test_a_change_on_the_way_would_be_seen(session: dict[str, Any]) -> None:
    changed = json.loads(json.dumps(session))
    changed["anthropic"]["messages"][3]["content"][0]["signature"] = "sig_y"
    changed["openai"]["messages"].insert(1, {"role": "user", "content": "Hi"})
    changed["messages"][5]["metadata"]["parent_tool_use_id"] = None
    new = {(each.file, each.place) for each in found_in(changed)} - {
        (each["file"], each["place"]) for each in DEVIATIONS
    }
    assert ("anthropic", "/messages/3/content/0/signature") in new
    assert ("openai", "/messages/1/content") in new
    assert ("list", "/history/5") in new
