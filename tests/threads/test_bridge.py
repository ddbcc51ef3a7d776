"""What a thread resolves to is what the dialect `gpt2099` reads, and writes back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.threads.conftest import frame, name, thread
from tests.threads.test_recorded import HEADISH

import turnwire
from turnwire.systems.gpt2099.threads import Document, InMemory, Told, add_turn, document_turn, reply_turn, resolve
from turnwire.systems.gpt2099.threads.frames import decode

if TYPE_CHECKING:
    from pathlib import Path

    from turnwire.systems.gpt2099.threads import Order, Window


def check(window: Window) -> None:
    text = window.to_json()
    assert ("gpt2099", "request") == turnwire.detect(text)[0]
    document = turnwire.read(text, "gpt2099", kind="request")
    written = turnwire.write(document, "gpt2099")
    assert (json.loads(text), ()) == (json.loads(written.data), written.losses)


def test_a_thread_of_every_kind_of_turn() -> None:
    told = Told(servers=["fs"], search=True, provider_ptr="milli", cache=True)
    turns = thread(frame("a", role="system", head="main"))
    made = [
        document_turn(b"# notes", Document(name="notes.md", bookmark="doc"), name("b")),
        add_turn(turns, ["one", "two"], Told(continues="main", bookmark="c"), name("c")),
        reply_turn(
            turns,
            b'{"message":{"content":[{"type":"tool_use","id":"t","name":"fs___ls","input":{}}]}}',
            "main",
            name("d"),
        ),
        add_turn(turns, "x", told, name("e")),
    ]
    frames = [frame("a", role="system"), *(each.frame for each in made)]
    contents = {"#a": turns.content("#a")} | {str(each.frame.hash): each.content for each in made}
    check(resolve(InMemory(frames, contents), [each.id for each in frames]))


@pytest.mark.parametrize("order", ["gpt2099", "fixed"])
@pytest.mark.parametrize("window", HEADISH)
def test_a_recorded_thread(window: str, order: Order, derived: Path) -> None:
    data = json.loads((derived / "ctx-resolve.json").read_text())
    frames = [decode(json.dumps(each).encode()) for each in data["frames"]]
    turns = InMemory(frames, {address: text.encode() for address, text in data["blobs"].items()})
    check(resolve(turns, HEADISH[window], order=order))
