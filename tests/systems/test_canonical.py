"""A session of the canonical message format is read, comes back, and is written for two providers as recorded.

What its own code writes otherwise is named in canonical_deviations.json.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.data import data
from tests.systems import canonical

import turnwire
from turnwire import canonical_hash
from turnwire.documents.ids import Ulids, seeded
from turnwire.model import ToolUseBlock
from turnwire.sessions.session_ids import SessionIds, ToolId

if TYPE_CHECKING:
    from tests.systems.canonical import Difference

DEVIATIONS = json.loads(Path(__file__).with_name("canonical_deviations.json").read_bytes())


@pytest.fixture(scope="module")
def session() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(data("systems/canonical/worked-session.json").read_bytes())
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


COMPARED = {
    "worked-session.json": "systems/test_canonical.py",
    "tool-schema-cases.json": "tool_schemas/test_check.py",
    "pricing-cases.json": "pricing/test_cost.py",
}
"""The recorded files of the system, and the tests that compare them."""


def test_every_recorded_file_is_compared() -> None:
    assert set(COMPARED) == {path.name for path in data("systems/canonical").glob("*.json")}
    tests = Path(__file__).parents[1]
    assert [] == [name for name, test in COMPARED.items() if name not in (tests / test).read_text("utf-8")]


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


def test_the_session_s_hash_does_not_depend_on_its_form(session: dict[str, Any]) -> None:
    whole: Any = turnwire.read(json.dumps(session["messages"]), "canonical", kind="request")
    native = turnwire.write(whole, "turnwire").data
    again: Any = turnwire.read(turnwire.write(whole, "canonical").data, "canonical", kind="request")
    found = {canonical_hash(each) for each in (whole, again, turnwire.read(native, "turnwire", kind="request"))}
    assert 1 == len(found)
    messages = [canonical_hash(message) for message in whole.history]
    assert len(messages) == len(set(messages))
    # Its own code writes every null and every default; without them it is the same session.
    short = [_without_defaults(message) for message in session["messages"]]
    assert json.dumps(short) != json.dumps(session["messages"])
    bare: Any = turnwire.read(json.dumps(short), "canonical", kind="request")
    assert messages == [canonical_hash(message) for message in bare.history]


def _without_defaults(node: Any) -> Any:
    if isinstance(node, list):
        return [_without_defaults(each) for each in node]
    if not isinstance(node, dict):
        return node
    defaults: dict[str, Any] = {"status": "complete", "is_error": False, "cached_input_tokens": 0}
    defaults |= {"cache_creation_input_tokens": 0, "alternatives_considered": []}
    kept = {name: value for name, value in node.items() if value is not None and defaults.get(name) != value}
    return {name: _without_defaults(value) for name, value in kept.items()}


ISSUED = ("tu_01HZ0000000000000000000200", "call_xyz789")
"""A call of the session, and the id that OpenAI has issued for it."""


def test_each_provider_of_the_session_gets_its_own_ids(session: dict[str, Any]) -> None:
    canonical_id, provider_id = ISSUED
    assert session["openai"]["map"][canonical_id] == session["anthropic"]["map"][canonical_id] == provider_id
    whole: Any = turnwire.read(json.dumps(session["messages"]), "canonical", kind="request")
    ids = SessionIds("sess_42", [ToolId(canonical_id, "openai_chat", provider_id)])
    sent = {provider: ids.write(whole, dialect).data.decode() for provider, dialect in canonical.WIRES.items()}
    assert sent["openai"].count(f'"{provider_id}"') == 2
    assert canonical_id not in sent["openai"]
    # Its own code has one map for all providers, and sends Anthropic what OpenAI has issued.
    assert provider_id in json.dumps(session["anthropic"]["messages"])
    assert provider_id not in sent["anthropic"]
    assert sent["anthropic"].count(f'"{canonical_id}"') == 2
    for dialect in canonical.WIRES.values():
        back = ids.read_request(ids.write(whole, dialect).data, dialect, Ulids(lambda: 0, seeded("")))
        assert _calls(whole) == _calls(back)


def _calls(history: Any) -> list[str]:
    return [block.id for turn in history.history for block in turn.content if isinstance(block, ToolUseBlock)]
