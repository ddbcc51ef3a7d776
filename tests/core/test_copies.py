"""Copies of a document are written as the document is: what is absent is known by identity, and stays absent."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import pytest

import turnwire
from turnwire.dialects import get, names
from turnwire.model import History, Message, Settings, TextBlock, ToolDefinition, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Callable

DOCUMENT = History(
    [Message("user", [TextBlock("hi")]), Message("assistant", [ToolUseBlock("c1", "find")])],
    Settings("m", [ToolDefinition("find")]),
)


def pickled(document: Any) -> Any:
    return pickle.loads(pickle.dumps(document))  # noqa: S301 - our own bytes


@pytest.mark.parametrize("target", [name for name in names() if get(name).part("request")])
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_a_copy_is_written_the_same(copied: Callable[[Any], Any], target: str) -> None:
    assert turnwire.write(DOCUMENT, target) == turnwire.write(copied(DOCUMENT), target)
