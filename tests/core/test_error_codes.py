"""The code of an error is a text, and some formats tell it as a number: only where it is one."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire.dialects import get, names
from turnwire.model import ErrorReply

# Native JSON has a text there, and no other shape.
TOLD = [name for name in names() if get(name).error is not None and name != "turnwire"]


@pytest.mark.parametrize("dialect", TOLD)
@pytest.mark.parametrize("code", ["x1", "05", "-0", "-", "1 ", "²", "1e3", "9" * 40, "-5", "0"])
def test_any_code_is_written_as_json(code: str, dialect: str) -> None:
    document: Any = turnwire.read('{"error":{"code":4,"message":"m"}}', dialect, kind="error")
    document.code = code
    for error in (document, ErrorReply("m", code=code)):
        body = json.loads(turnwire.write(error, dialect).data)
        assert isinstance(body, dict)
