"""An error body that is no JSON object comes back, and every other dialect says it or is told of it."""

from __future__ import annotations

import msgspec
import pytest

import turnwire
from turnwire.dialects import get, names

TELLERS = [name for name in names() if get(name).part("error") and name != "turnwire"]
TEXT = b'"oops"'
OTHERS = [b'[{"error":{"message":"m"}},{"error":{"message":"n"}}]', b'["x"]', b"5", b"true", b"[]"]


@pytest.mark.parametrize("name", TELLERS)
@pytest.mark.parametrize("body", [TEXT, b'""', b"null", *OTHERS])
def test_it_comes_back(name: str, body: bytes) -> None:
    written = turnwire.convert(body, name, source=name, kind="error")
    assert (written.data, written.losses) == (body, ())


@pytest.mark.parametrize("name", TELLERS)
def test_a_text_is_the_message(name: str) -> None:
    assert isinstance(document := turnwire.read(TEXT, name, kind="error"), turnwire.ErrorReply)
    assert document.message == "oops"


@pytest.mark.parametrize("name", TELLERS)
@pytest.mark.parametrize("body", OTHERS)
def test_what_is_no_text_is_told_as_lost(name: str, body: bytes) -> None:
    document = turnwire.read(body, name, kind="error")
    place = ("dropped", f"/provider_raw/{name}", "provider_raw")
    told = {
        target: [(loss.kind, loss.path, loss.feature) for loss in turnwire.write(document, target).losses]
        for target in TELLERS
        if target != name
    }
    assert {target: losses for target, losses in told.items() if place not in losses} == {}


@pytest.mark.parametrize("name", ["openai_chat", "openrouter_chat", "mistral_chat", "openai_responses", "ollama_chat"])
def test_an_edit_wins_over_the_body_that_was_and_tells_it(name: str) -> None:
    document = turnwire.read(b"[1,2]", name, kind="error")
    written = turnwire.write(msgspec.structs.replace(document, message="full"), name)
    assert isinstance(back := turnwire.read(written.data, name, kind="error"), turnwire.ErrorReply)
    assert back.message == "full"
    assert b"[1,2]" not in written.data
    assert ("dropped", f"/provider_raw/{name}/body", "provider_raw") in [
        (loss.kind, loss.path, loss.feature) for loss in written.losses
    ]
