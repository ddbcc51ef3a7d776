"""Reports are the same whether the members of a text were counted, or the strict parser read it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.subjects import all_requests
from tests.laws.test_11_both_ways_agree import FORMATS, SOURCES, body_of, damaged
from tests.laws.test_11_repeated_keys import at, objects, repeating

import turnwire
from turnwire.codec.counted import counted
from turnwire.validation import report

if TYPE_CHECKING:
    from pathlib import Path

    from turnwire.validation import Report


def both(data: bytes, dialect: str | None) -> tuple[Report, Report]:
    """The report on a request, and that of the strict parser alone."""
    found = turnwire.validate(data, dialect, kind="request")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report, "decoded", lambda _: None)
        return found, turnwire.validate(data, dialect, kind="request")


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("source", SOURCES)
def test_every_member_that_is_repeated(source: str, *, is_first: bool) -> None:
    body = body_of(source)
    assert counted(msgspec.json.encode(body)) is not None
    paths = list(objects(body))
    for path in paths:
        for name, value in at(body, path).items():
            for second in (value, None, "a: b"):
                found, slow = both(repeating(body, path, name, second, is_first=is_first), source)
                pointer = "".join(f"/{each}" for each in (*path, name))
                assert [each.pointer for each in found.diagnostics if each.code == "TW104"] == [pointer]
                assert found == slow
    assert len(paths) > 8


@pytest.mark.parametrize("source", FORMATS)
@given(data=st.data())
def test_a_damaged_request_with_and_without_a_repeated_key(source: str, data: st.DataObject) -> None:
    text = data.draw(damaged(source))
    found, slow = both(text, source)
    assert found == slow
    body = msgspec.json.decode(text)
    path = data.draw(st.sampled_from(list(objects(body))))
    name = data.draw(st.sampled_from(list(at(body, path))))
    value = data.draw(st.sampled_from((None, "x", ":", [], {"a": 1}, at(body, path)[name])))
    found, slow = both(repeating(body, path, name, value, is_first=data.draw(st.booleans())), None)
    assert found == slow
    assert "TW104" in {each.code for each in found.diagnostics}


NUMBERS = ["1e400", "-0", "0.1e1", "9" * 400, "1" * 4301, "18446744073709551616", "1.0", "NaN"]


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers(number: str) -> None:
    text = json.dumps({"model": "m", "messages": [{"role": "user", "content": "Hi."}], "seed": 7, "top_p": 8})
    for old in (": 7", ": 8"):
        found, slow = both(text.replace(old, f": {number}").encode(), "openai_chat")
        assert found == slow


@pytest.mark.parametrize("source", FORMATS)
def test_recorded_requests(source: str, recorded: Path) -> None:
    different = {
        name for name, data in all_requests(recorded, source) for found, slow in [both(data, source)] if found != slow
    }
    assert different == set()
