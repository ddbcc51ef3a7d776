"""Whether the bytes at the end of a stream may be the beginning of a chunk, which is missing its rest."""

from __future__ import annotations

import re
from typing import Final

from turnwire.codec.json import check
from turnwire.codec.limits import FAST
from turnwire.errors import InvalidDocument

_CUT_TOKEN: Final = re.compile(
    rb"(?:t|tr|tru|f|fa|fal|fals|n|nu|nul|-|\.|[eE][+-]?|\\(?:u[0-9a-fA-F]{0,3})?|[\xc2-\xf4][\x80-\xbf]{0,2})\Z"
)
"""The beginning of a word, of a part of a number, of an escape, or of a letter in UTF-8."""


def may_go_on(data: bytes, over: bytes) -> bool:
    """Return whether more bytes could make a chunk, or the mark of the end, of these.

    Args:
        data: the bytes of a chunk whose end has not come.
        over: the bytes that mark the end of a stream, such as `[DONE]`; empty where the format has none.

    >>> may_go_on(b'{"id": "c1", "cho', b"[DONE]"), may_go_on(b"[DO", b"[DONE]"), may_go_on(b"{{{", b"[DONE]")
    (True, True, False)
    """
    data = data.strip(b" \t\r\n")
    if over.startswith(data):
        return True
    return data.startswith(b"{") and (_is_truncated(data) or _is_truncated(_CUT_TOKEN.sub(b"", data)))


def _is_truncated(data: bytes) -> bool:
    try:
        check(data, FAST)
    except InvalidDocument as fault:
        return fault.diagnostics[0].code == "json.truncated"
    return False
