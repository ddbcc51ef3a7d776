"""What other languages write in the place of JSON is refused with what to do about it."""

from __future__ import annotations

import pytest

from turnwire.codec.json import check
from turnwire.errors import InvalidDocument

CASES = [
    ("{'a': 1}", "JSON has double quotes; Python writes it with `json.dumps`"),
    ("// a\n{}", "JSON has no comments: take it out"),
    ("{} # a", "JSON has no comments: take it out"),
    ('{"a": True}', "write true, false or null; Python writes them with `json.dumps`"),
    ('{"a": [None]}', "write true, false or null; Python writes them with `json.dumps`"),
    ('{"a": NaN}', "JSON has neither NaN nor infinities: write a number, or null"),
    ('{"a": -Infinity}', "JSON has neither NaN nor infinities: write a number, or null"),
    ('{"a": 1,}', "take the comma before it away"),
    ("[1,]", "take the comma before it away"),
    ("[1,}", None),
    ('{"a": }', None),
    ("nonsense", None),
    ('```json\n{"a": 1}\n```', "take the lines with the backticks away: they are Markdown"),
    ("<!DOCTYPE html>", "this is HTML or XML, perhaps an error page instead of the document"),
    ('data: {"a": 1}\n\n', "this is a stream as it was sent; `turnwire stream` reads it"),
    (": PROCESSING\n\ndata: {}\n\n", "this is a stream as it was sent; `turnwire stream` reads it"),
    ("id: 1\ndata: {}\n\n", "this is a stream as it was sent; `turnwire stream` reads it"),
    ('{"a": : 1}', None),
    ("HTTP/1.1 200 OK\r\n\r\n{}", "this is a reply with its headers: take the lines before the JSON away"),
    ("model: m\nmessages: []\n", "JSON begins with `{` or `[`; if this is YAML, say so with `--input-format yaml`"),
    ('Here it is:\n{"a": 1}', "take the text before the JSON away"),
    ("event: ping\ndata: {}\n\n", "this is a stream as it was sent; `turnwire stream` reads it"),
]


@pytest.mark.parametrize(("text", "hint"), CASES)
def test_what_to_do_about_it(text: str, hint: str | None) -> None:
    with pytest.raises(InvalidDocument) as refused:
        check(text.encode())
    assert [("json.syntax", hint)] == [(each.code, each.hint) for each in refused.value.diagnostics]
