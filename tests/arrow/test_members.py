"""Documents and columns of their members, in both directions."""

from __future__ import annotations

from typing import Any

import pytest

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'turnwire[arrow]'")

from turnwire.arrow.members import joined, parted  # noqa: E402 - without pyarrow there is no such module

TEXTS = [
    '{"messages":[{"role":"user","content":1.0},"x"],"model":"m"}',
    '{"messages":[]}',
    '{"messages":{}}',
    None,
    "{",
]


def lists_of(*rows: list[str] | None) -> Any:
    return pa.array(rows, pa.list_(pa.string())).cast(pa.list_(pa.json_()))


def test_members_become_columns() -> None:
    table = parted(pa.table({"document": TEXTS, "n": range(5)}), ["messages"], "document")
    assert ["document", "n", "messages"] == table.column_names
    assert [['{"role":"user","content":1.0}', '"x"'], [], None, None, None] == table["messages"].to_pylist()


def test_columns_become_documents() -> None:
    messages = lists_of(['{"role": "user"}', '"x"'], None, [])
    tools = pa.array(['{"a": 1}', None, "null"]).cast(pa.json_())
    table = joined(pa.table({"messages": messages, "n": [1, 2, 3], "tools": tools}), ["messages", "tools"], "document")
    assert ["n", "document"] == table.column_names
    assert ['{"messages":[{"role": "user"},"x"],"tools":{"a": 1}}', "{}", '{"messages":[],"tools":null}'] == table[
        "document"
    ].to_pylist()


def test_columns_that_do_not_fit() -> None:
    with pytest.raises(TypeError, match=r"load it as Json\(\) or List\(Json\(\)\)"):
        joined(pa.table({"messages": [["x"]]}), ["messages"], "document")
    with pytest.raises(ValueError, match="have a column 'messages'"):
        parted(pa.table({"document": ["{}"], "messages": [1]}), ["messages"], "document")
