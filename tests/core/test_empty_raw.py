"""Where a program puts a Raw that is no JSON for a value, native JSON is refused, not written without the value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec import Raw

import turnwire
from turnwire.model import ABSENT, History, Message, Settings, TextBlock, ToolDefinition, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Callable


def call(given: Raw) -> History:
    return History([Message("assistant", [ToolUseBlock("c", "f", given)])])


def tool(schema: Raw) -> History:
    return History([], settings=Settings(tools=[ToolDefinition("f", input_schema=schema)]))


@pytest.mark.parametrize("text", [b"", b'{"a":', b"{} {}", b"nul"])
@pytest.mark.parametrize("of", [call, tool], ids=["a call", "a tool"])
def test_it_is_refused(of: Callable[[Raw], History], text: bytes) -> None:
    with pytest.raises(turnwire.InvalidDocument):
        turnwire.write(of(Raw(text)), "turnwire")


@pytest.mark.parametrize("document", [call(ABSENT), tool(ABSENT), call(Raw(b"{}"))])
def test_what_is_absent_is_not(document: History) -> None:
    assert document == turnwire.read(turnwire.write(document, "turnwire").data, "turnwire", kind="request")


@pytest.mark.parametrize("words", ['{"a":}', '{"a":,', '":}'])
def test_a_text_may_look_like_it(words: str) -> None:
    document = History([Message("user", [TextBlock(words)])])
    assert document == turnwire.read(turnwire.write(document, "turnwire").data, "turnwire", kind="request")
