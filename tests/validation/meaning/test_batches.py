"""An entry of a whole batch of Anthropic's that lacks a member: what to do about it."""

from __future__ import annotations

from typing import Any

import pytest

import turnwire

HI = {"role": "user", "content": "Hi."}


@pytest.mark.parametrize(
    ("entry", "hints"),
    [
        ({"params": {}}, ["add `custom_id`"]),
        ({"custom_idd": "a", "params": {}}, ["`custom_idd` may be meant: the format calls it `custom_id`"]),
        ({"custom_id": "a"}, ["add `params`"]),
        ({"custom_id": "a", "body": {}}, ["`body` may be meant: the format calls it `params`"]),
    ],
)
def test_an_entry_of_a_batch_lacks_a_member(entry: dict[str, Any], hints: list[str]) -> None:
    params = {"model": "m", "max_tokens": 1, "messages": [HI]}
    sound = {"custom_id": "b", "params": params}
    batch = {"requests": [sound, {name: params if value == {} else value for name, value in entry.items()}]}
    found = turnwire.validate(batch, "anthropic_messages", kind="request").diagnostics
    assert hints == [each.hint for each in found if each.pointer == "/requests/1"]
